/// One record of a storage's log: a header, and the content that a commit stored.
///
/// The storage doesn't interpret the header.
public struct LogRecord: Hashable, Sendable {
  /// The stored content of a record.
  public enum Content: Hashable, Sendable {
    /// The content that was stored.
    case version([UInt8])
    /// The content was removed.
    case removal
    /// The record has no content, because the commit didn't change it; for example, it records a confirmation.
    case note
  }

  /// One line of UTF-8 without its line feed.
  public let header: [UInt8]
  /// The content.
  public let content: Content

  /// Creates a record.
  public init(header: [UInt8], content: Content) {
    self.header = header
    self.content = content
  }
}

extension LogRecord.Content {
  /// Creates the content of a commit, which removes the content if the bytes are `nil`.
  init(_ bytes: [UInt8]?) {
    self = bytes.map { .version($0) } ?? .removal
  }
}

/// The result of looking up a part of a log.
public enum LogLookup<Value: Sendable>: Sendable {
  /// There is such a part.
  case found(Value)
  /// The record exists, but its checksum or its format is wrong.
  case damaged
  /// There is no record with that number.
  case missing

  /// Transforms the value that was found.
  package func map<Other>(_ transform: (Value) -> Other) -> LogLookup<Other> {
    switch self {
    case .found(let value): .found(transform(value))
    case .damaged: .damaged
    case .missing: .missing
    }
  }
}

extension LogLookup: Equatable where Value: Equatable {}
