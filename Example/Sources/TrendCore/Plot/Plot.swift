/// A picture of readings, their trend and its forecast.
public struct Plot: Sendable {
  /// Decorations of the curves.
  public struct Decoration: OptionSet, Hashable, Sendable {
    /// One bit for each decoration.
    public let rawValue: Int
    /// Creates a set of its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// A shaded background.
    public static let background = Decoration(rawValue: 1)
    /// A frame.
    public static let border = Decoration(rawValue: 2)
    /// Values at the left and dates below.
    public static let labels = Decoration(rawValue: 4)
    /// The measurements themselves.
    public static let readings = Decoration(rawValue: 8)
  }

  /// The measurements.
  public var readings: [Reading]
  /// The parts of the trend.
  public var trend: [ArraySlice<Reading>]
  /// The forecast.
  public var forecast: [Reading]
  /// The target value, drawn if it is between the others.
  public var goal: Double?
  /// The decorations.
  public var decoration: Decoration

  /// Creates a plot.
  public init(
    readings: [Reading], trend: [ArraySlice<Reading>], forecast: [Reading] = [], goal: Double? = nil,
    decoration: Decoration = [.labels, .readings]
  ) {
    self.readings = readings
    self.trend = trend
    self.forecast = forecast
    self.goal = goal
    self.decoration = decoration
  }

  /// Draws the plot in a number of columns and rows, including labels and frame; empty without readings.
  public func picture(columns: Int, rows: Int) -> Picture {
    let curves = trend.flatMap(\.self) + forecast
    let all = decoration.contains(.readings) ? readings + curves : curves
    guard let first = all.map(\.day).min(), let last = all.map(\.day).max(),
      let bottom = all.map(\.value).min(), let top = all.map(\.value).max()
    else { return Picture(rows: []) }

    let frame = decoration.contains(.border) ? 1 : 0
    let labels = [top, (top + bottom) / 2, bottom].map { decimal($0, places: 1) }
    let margin = decoration.contains(.labels) ? (labels.map(\.count).max() ?? 0) + 1 : 0
    let width = max(2, columns - margin - 2 * frame)
    let height = max(1, rows - 2 * frame - (decoration.contains(.labels) ? 1 : 0))

    var canvas = DotCanvas(columns: width, rows: height)
    let days = Double(max(1, first.distance(to: last)))
    let range = max(top - bottom, 1e-9)
    func dot(_ reading: Reading) -> (x: Int, y: Int) {
      let x = Double(first.distance(to: reading.day)) / days * Double(canvas.width - 1)
      let y = (top - reading.value) / range * Double(canvas.height - 1)
      return (Int(x.rounded()), Int(y.rounded()))
    }

    if let goal, (bottom...top).contains(goal) {
      let y = dot(Reading(day: first, value: goal)).y
      for x in stride(from: 0, to: canvas.width, by: 2) { canvas.set(x: x, y: y, ink: .goal) }
    }
    if decoration.contains(.readings) {
      for reading in readings { canvas.set(x: dot(reading).x, y: dot(reading).y, ink: .reading) }
    }
    for (curve, ink) in [(forecast, Ink.forecast)] + trend.map({ (Array($0), .trend) }) {
      guard let start = curve.first else { continue }
      for (from, to) in zip([start] + curve, curve) {
        canvas.line(from: dot(from), to: dot(to), ink: ink)
      }
    }

    var result = (0..<height).map { row in
      canvas.row(row).map { cell in
        Picture.Cell(cell.character, ink: cell.ink, isShaded: decoration.contains(.background))
      }
    }
    if frame == 1 { result = framed(result, width: width) }
    if margin > 0 {
      result = labeled(result, labels: labels, margin: margin, frame: frame)
      let blank = String(repeating: " ", count: margin + frame)
      let gap = max(1, width - 20)
      result += Picture("\(blank)\(first)\(String(repeating: " ", count: gap))\(last)").rows
    }
    return Picture(rows: result)
  }

  private func framed(_ rows: [[Picture.Cell]], width: Int) -> [[Picture.Cell]] {
    let line = String(repeating: "─", count: width)
    return Picture("┌\(line)┐").rows
      + rows.map { [Picture.Cell("│")] + $0 + [Picture.Cell("│")] }
      + Picture("└\(line)┘").rows
  }

  private func labeled(
    _ rows: [[Picture.Cell]], labels: [String], margin: Int, frame: Int
  ) -> [[Picture.Cell]] {
    let places = [frame, (rows.count - 1) / 2, rows.count - 1 - frame]
    return rows.enumerated().map { index, row in
      let label = zip(places, labels).first { $0.0 == index }?.1 ?? ""
      let blank = String(repeating: " ", count: margin - 1 - label.count)
      return Array("\(blank)\(label) ").map { Picture.Cell($0) } + row
    }
  }
}
