import Settings

/// The value of a record's header key: the kind of its content, a line feed, and its header.
struct EtcdRecord: Hashable, Sendable {
  /// The kind of a record's content.
  enum Kind: String, Hashable, Sendable {
    case version, removal, note
  }

  let kind: Kind
  let header: [UInt8]

  init(_ record: LogRecord) {
    header = record.header
    kind =
      switch record.content {
      case .version: .version
      case .removal: .removal
      case .note: .note
      }
  }

  /// Reads a value; returns `nil` if it is malformed.
  init?(_ value: [UInt8]) {
    guard let end = value.firstIndex(of: Self.lineFeed),
      let kind = Kind(rawValue: String(decoding: value[..<end], as: UTF8.self))
    else { return nil }
    self.kind = kind
    header = Array(value[(end + 1)...])
  }

  var value: [UInt8] { Array(kind.rawValue.utf8) + [Self.lineFeed] + header }

  private static let lineFeed = UInt8(ascii: "\n")

  /// Returns the record with the content that its own key holds; `nil` if the key is missing.
  func record(_ content: [UInt8]?) -> LogRecord? {
    switch kind {
    case .version: content.map { LogRecord(header: header, content: .version($0)) }
    case .removal: LogRecord(header: header, content: .removal)
    case .note: LogRecord(header: header, content: .note)
    }
  }
}
