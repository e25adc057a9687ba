/// How a value is laid out as text.
public enum JSONTextStyle: Hashable, Sendable {
  /// On one line, without spaces.
  case compact
  /// One member or element a line, indented by so many spaces a level.
  case pretty(indent: Int = 2)
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON text on one line, a space after each comma and colon.
  public var description: String {
    String(decoding: bytes(in: .oneLine), as: UTF8.self)
  }

  /// The value as JSON text, numbers as they are spelt, without a newline at the end.
  ///
  /// Cost: linear.
  public func text(_ style: JSONTextStyle = .compact) -> String {
    String(decoding: bytes(style), as: UTF8.self)
  }

  /// The value as JSON text in UTF-8.
  public func bytes(_ style: JSONTextStyle = .compact) -> [UInt8] {
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
