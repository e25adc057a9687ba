/// The layout of a value as text.
public enum JSONTextStyle: Hashable, Sendable {
  /// On one line, without spaces.
  case compact
  /// One member or element per line, indented by a number of spaces per level.
  case pretty(indent: Int = 2)
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON on one line, with a space after each comma and colon.
  public var description: String {
    String(decoding: bytes(in: .oneLine), as: UTF8.self)
  }

  /// Returns the value as JSON, without a newline at the end. Numbers keep their spelling.
  public func text(_ style: JSONTextStyle = .compact) -> String {
    String(decoding: bytes(style), as: UTF8.self)
  }

  /// Returns the value as JSON in UTF-8.
  package func bytes(_ style: JSONTextStyle = .compact) -> [UInt8] {
    switch style {
    case .compact: bytes(in: .compact)
    case .pretty(let indent): bytes(in: .pretty(indent: max(0, indent)))
    }
  }

  private func bytes(in layout: JSONLayout) -> [UInt8] {
    var writer = JSONWriter(layout: layout)
    writer.write(self, indent: [])
    return writer.bytes
  }
}
