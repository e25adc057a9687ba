/// A malformed line in a file of measurements.
public struct CSVError: Error, Hashable, Sendable {
  /// The kind of an error in a line.
  public enum Reason: Hashable, Sendable {
    /// The first column should be a date.
    case notADate(String)
    /// There is nothing after the date.
    case noValue(Character)
    /// The first line names no such column.
    case noColumn(String)
    /// The column of values should have a number.
    case notANumber(String)
  }

  /// The line, counted from 1.
  public var line: Int
  /// The error in the line.
  public var reason: Reason
}

extension CSVError: CustomStringConvertible {
  /// The error, and what is expected instead.
  public var description: String {
    switch reason {
    case .notADate(let text): "“\(text)” is not a date; write it as 2025-03-01"
    case .noValue(let separator): "there is no value after the date; write “2025-03-01\(separator)81.4”"
    case .noColumn(let name): "no column is called “\(name)”; name one of those in the first line"
    case .notANumber(let text):
      "“\(text)” is not a number; write it as 81.4, or leave it out if there was none"
    }
  }
}
