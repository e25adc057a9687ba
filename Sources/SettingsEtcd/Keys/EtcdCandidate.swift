import SettingsJSON

/// Content that running instances are asked about: a header, a line feed, and the content, byte for byte.
struct EtcdCandidate: Hashable, Sendable {
  /// The task of the instances.
  enum Kind: String, Hashable, Sendable {
    /// Prepare, and vote. If the content is stored when the candidate ends, commit, otherwise abort.
    case apply
    /// Undo the last commit, because the content of the candidate is stored again. Vetoes have no effect.
    case revert
  }

  private static let format = 1

  let kind: Kind
  let content: [UInt8]

  init(_ kind: Kind, _ content: [UInt8]) {
    self.kind = kind
    self.content = content
  }

  /// Reads a value; returns `nil` if it is malformed or has another format.
  init?(_ value: [UInt8]) {
    guard let end = value.firstIndex(of: Self.lineFeed),
      let header = JSONObject(parsing: value[..<end]),
      header.etcdInteger("format") == Int64(Self.format),
      let kind = header["kind"]?.text.flatMap(Kind.init(rawValue:))
    else { return nil }
    self.init(kind, Array(value[(end + 1)...]))
  }

  var value: [UInt8] {
    let header: JSONValue = ["format": .number(JSONNumber(Self.format)), "kind": .string(kind.rawValue)]
    return header.bytes() + [Self.lineFeed] + content
  }

  private static let lineFeed = UInt8(ascii: "\n")
}
