/// The format of a file of measurements: lines with a date and one or more values.
///
/// ```
/// date,kg
/// # back from holiday
/// 2025-03-01,81.4
/// 2025-03-02,n/a
/// ```
///
/// Empty lines, comments and missing values are skipped, as is a first line without a date, which has the names
/// of the columns. One column has the values, the second by default; others are ignored.
public struct CSVFormat: Hashable, Sendable {
  /// The separator between date and value.
  public var separator: Character
  /// The prefixes of comment lines.
  public var comments: [String]
  /// The words for “not measured”, besides an empty value.
  public var missing: [String]
  /// The name of the column with the values; `nil` for the second one.
  public var column: String?

  /// Creates a format.
  public init(
    separator: Character = ",", comments: [String] = ["#"], missing: [String] = ["n/a"], column: String? = nil
  ) {
    self.separator = separator
    self.comments = comments
    self.missing = missing
    self.column = column
  }

  /// Reads the measurements of a whole file.
  ///
  /// - Throws: `CSVError` for the first malformed line.
  public func readings(in text: String) throws(CSVError) -> [Reading] {
    var readings: [Reading] = []
    var place = column == nil ? 1 : nil
    for (index, (number, fields)) in rows(of: text).enumerated() {
      guard let day = Day(fields[0]) else {
        guard index == 0, Self.areNames(fields) else {
          throw CSVError(line: number, reason: .notADate(String(fields[0])))
        }
        if let column { place = fields.firstIndex { $0 == column } }
        continue
      }
      guard let place else { throw CSVError(line: number, reason: .noColumn(column ?? "")) }
      guard fields.count > place else {
        if column == nil { throw CSVError(line: number, reason: .noValue(separator)) }
        continue
      }
      let field = fields[place]
      if field.isEmpty || missing.contains(where: { $0 == field }) { continue }
      guard let value = Double(field), value.isFinite else {
        throw CSVError(line: number, reason: .notANumber(String(field)))
      }
      readings.append(Reading(day: day, value: value))
    }
    return readings
  }

  /// Returns the names of the columns that contain numbers; none without a line of names.
  public func columns(in text: String) -> [String] {
    let rows = rows(of: text).map(\.fields)
    guard let names = rows.first, Self.areNames(names) else { return [] }
    return names.indices.dropFirst().filter { column in
      rows.dropFirst().contains { $0.count > column && Double($0[column]) != nil }
    }.map { String(names[$0]) }
  }

  /// The fields of each line with content, and its number.
  private func rows(of text: String) -> [(number: Int, fields: [Substring])] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.enumerated().compactMap { index, line in
      let content = line.drop { $0 == "\u{FEFF}" }.trimmed
      if content.isEmpty || comments.contains(where: { !$0.isEmpty && content.hasPrefix($0) }) { return nil }
      return (index + 1, content.split(separator: separator, omittingEmptySubsequences: false).map(\.trimmed))
    }
  }

  /// Whether the fields of a first line are the names of the columns.
  private static func areNames(_ fields: [Substring]) -> Bool {
    Day(fields[0]) == nil && fields[0].first?.isNumber != true
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return start.prefix(0) }
    return start[...end]
  }
}
