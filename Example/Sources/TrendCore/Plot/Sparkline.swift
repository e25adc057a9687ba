/// A trend in one line, `▂▃▅▇█`, with a maximum width; empty without values.
///
/// Each character shows the newest value of its days.
public func sparkline(of trend: Series, columns: Int) -> String {
  let readings = trend.readings
  guard let first = readings.first?.day, let last = readings.last?.day, columns > 0 else { return "" }
  let days = first.distance(to: last) + 1
  let count = min(columns, days)
  var index = readings.startIndex
  let values = (1...count).map { column in
    let end = first.advanced(by: column * days / count - 1)
    while index + 1 < readings.endIndex && readings[index + 1].day <= end { index += 1 }
    return readings[index].value
  }

  let bars = Array("▁▂▃▄▅▆▇█")
  guard let bottom = values.min(), let top = values.max(), top > bottom else {
    return String(repeating: bars[bars.count / 2], count: count)
  }
  return String(
    values.map { bars[Int((($0 - bottom) / (top - bottom) * Double(bars.count - 1)).rounded())] })
}
