/// One record of a storage's log: what was stored, and a line about it.
///
/// The storage keeps it and reads nothing in it.
public struct LogRecord: Hashable, Sendable {
  /// One line of UTF-8 without its end.
  public let header: [UInt8]
  /// A content that was stored; empty where the record is not about one.
  public let content: [UInt8]

  /// Makes a record.
  public init(header: [UInt8], content: [UInt8]) {
    self.header = header
    self.content = content
  }
}
