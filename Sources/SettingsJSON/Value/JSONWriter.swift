/// The white space in JSON.
struct JSONLayout: Hashable {
  /// The line break; `nil` to write everything on one line.
  var newline: [UInt8]?
  /// One level of indentation.
  var unit: [UInt8] = []
  /// The text between a key and its value.
  var colon = Array(": ".utf8)
  /// The text after a comma within a line.
  var space = Array(" ".utf8)
  /// Whether an array of scalars is written on one line.
  var keepsPlainArraysTogether = false

  static let oneLine = JSONLayout()
  static let compact = JSONLayout(colon: Array(":".utf8), space: [])

  static func pretty(indent: Int) -> JSONLayout {
    JSONLayout(newline: Array("\n".utf8), unit: Array(repeating: UInt8(ascii: " "), count: indent))
  }
}

/// Writes values as JSON.
struct JSONWriter {
  let layout: JSONLayout
  private(set) var bytes: [UInt8] = []

  init(layout: JSONLayout) {
    self.layout = layout
  }

  /// Writes a value whose first line is already indented.
  mutating func write(_ value: JSONValue, indent: [UInt8]) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .number(let number): bytes += number.spelling.utf8
    case .string(let text): write(text)
    case .array(let elements):
      let isPlain = layout.keepsPlainArraysTogether && elements.allSatisfy(\.isScalar)
      list(elements, from: "[", to: "]", isTogether: isPlain, indent: indent) { writer, element, indent in
        writer.write(element, indent: indent)
      }
    case .object(let object):
      list(object.members, from: "{", to: "}", isTogether: false, indent: indent) { writer, member, indent in
        writer.write(member, indent: indent)
      }
    }
  }

  /// Writes a member.
  mutating func write(_ member: JSONObject.Member, indent: [UInt8]) {
    write(member.key)
    bytes += layout.colon
    write(member.value, indent: indent)
  }

  private mutating func list<Item>(
    _ items: [Item], from open: Unicode.Scalar, to close: Unicode.Scalar, isTogether: Bool,
    indent: [UInt8], _ writeItem: (inout JSONWriter, Item, [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    let newline = items.isEmpty || isTogether ? nil : layout.newline
    let inner = newline == nil ? indent : indent + layout.unit
    for (place, item) in items.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      if let newline {
        bytes += newline
        bytes += inner
      } else if place > 0 {
        bytes += layout.space
      }
      writeItem(&self, item, inner)
    }
    if let newline {
      bytes += newline
      bytes += indent
    }
    bytes.append(UInt8(ascii: close))
  }

  /// Writes a string. Only quotes, backslashes and control characters are escaped.
  mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x08: bytes += "\\b".utf8
      case 0x09: bytes += "\\t".utf8
      case 0x0a: bytes += "\\n".utf8
      case 0x0c: bytes += "\\f".utf8
      case 0x0d: bytes += "\\r".utf8
      case 0..<0x20:
        bytes += "\\u00".utf8
        bytes += [byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1")]
        bytes += String(byte & 0x0f, radix: 16).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSONValue {
  /// Whether the value is neither an array nor an object.
  package var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }
}
