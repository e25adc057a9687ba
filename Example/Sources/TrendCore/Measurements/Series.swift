/// Readings by day, at most one a day; days may be missing.
public struct Series: Hashable, Sendable {
  /// How several readings of one day are combined.
  public enum SameDay: Hashable, Sendable {
    /// The first value.
    case first
    /// The last value.
    case last
    /// Their mean.
    case mean
  }

  /// The readings, oldest first, no two of one day.
  public let readings: [Reading]

  /// Creates a series of readings in any order.
  public init(_ readings: [Reading] = [], sameDay: SameDay = .mean) {
    var byDay: [Day: [Double]] = [:]
    for reading in readings {
      byDay[reading.day, default: []].append(reading.value)
    }
    self.readings = byDay.map { day, values in
      let value =
        switch sameDay {
        case .first: values.first ?? 0
        case .last: values.last ?? 0
        case .mean: values.reduce(0, +) / Double(values.count)
        }
      return Reading(day: day, value: value)
    }.sorted { $0.day < $1.day }
  }

  /// Returns the parts between gaps of more than `days` days; one part if `days` is `nil`, none without readings.
  public func runs(withoutGapsOver days: Int?) -> [ArraySlice<Reading>] {
    guard let days else { return readings.isEmpty ? [] : [readings[...]] }
    var runs: [ArraySlice<Reading>] = []
    var start = readings.startIndex
    for index in readings.indices.dropFirst()
    where readings[index - 1].day.distance(to: readings[index].day) > days {
      runs.append(readings[start..<index])
      start = index
    }
    if start < readings.endIndex {
      runs.append(readings[start...])
    }
    return runs
  }
}
