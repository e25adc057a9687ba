/// The format of a file of measurements: one `date,value` per line.
///
/// ```
/// date,kg
/// # back from holiday
/// 2025-03-01,81.4
/// 2025-03-02,n/a
/// ```
///
/// Empty lines, comments and missing values are skipped, as is a first line without a date, which has the names
/// of the columns. Columns after the second are ignored.
public struct CSVFormat: Hashable, Sendable {
  /// The separator between date and value.
  public var separator: Character
  /// The prefixes of comment lines.
  public var comments: [String]
  /// The words for “not measured”, besides an empty value.
  public var missing: [String]

  /// Creates a format.
  public init(separator: Character = ",", comments: [String] = ["#"], missing: [String] = ["n/a"]) {
    self.separator = separator
    self.comments = comments
    self.missing = missing
  }

  /// Reads the measurements of a whole file.
  ///
  /// - Throws: `CSVError` for the first malformed line.
  public func readings(in text: String) throws(CSVError) -> [Reading] {
    var readings: [Reading] = []
    var isFirst = true
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      let content = line.drop { $0 == "\u{FEFF}" }.trimmed
      if content.isEmpty || comments.contains(where: { !$0.isEmpty && content.hasPrefix($0) }) { continue }
      defer { isFirst = false }
      let fields = content.split(separator: separator, omittingEmptySubsequences: false).map(\.trimmed)
      guard let day = Day(fields[0]) else {
        if isFirst && fields[0].first?.isNumber != true { continue }
        throw CSVError(line: number, reason: .notADate(String(fields[0])))
      }
      guard fields.count > 1 else { throw CSVError(line: number, reason: .noValue(separator)) }
      if fields[1].isEmpty || missing.contains(where: { $0 == fields[1] }) { continue }
      guard let value = Double(fields[1]), value.isFinite else {
        throw CSVError(line: number, reason: .notANumber(String(fields[1])))
      }
      readings.append(Reading(day: day, value: value))
    }
    return readings
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return start.prefix(0) }
    return start[...end]
  }
}
