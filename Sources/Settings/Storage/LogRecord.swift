/// One record of a storage's log: a line about a commit, and the content that the commit stored.
///
/// The storage keeps the line and doesn't interpret it.
public struct LogRecord: Hashable, Sendable {
  /// What a record says about the stored content.
  public enum Content: Hashable, Sendable {
    /// The content that was stored.
    case version([UInt8])
    /// The content was removed.
    case removal
    /// The content is not what the record is about.
    case note
  }

  /// One line of UTF-8 without its line feed.
  public let header: [UInt8]
  /// The content.
  public let content: Content

  /// Makes a record.
  public init(header: [UInt8], content: Content) {
    self.header = header
    self.content = content
  }
}

extension LogRecord.Content {
  /// The version that a commit stores; no bytes mean that it removes the content.
  init(_ bytes: [UInt8]?) {
    self = bytes.map { .version($0) } ?? .removal
  }
}

/// The result of looking up a part of a log.
public enum LogLookup<Value: Sendable>: Sendable {
  case found(Value)
  /// The record is there, but its checksum or its format is wrong.
  case damaged
  /// There is no record of that number.
  case missing

  /// Changes the value that was found.
  public func map<Other>(_ transform: (Value) -> Other) -> LogLookup<Other> {
    switch self {
    case .found(let value): .found(transform(value))
    case .damaged: .damaged
    case .missing: .missing
    }
  }
}

extension LogLookup: Equatable where Value: Equatable {}
