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

/// The white space of one object or array, which another one of the same kind is written with.
indirect enum JSONShape: Hashable {
  /// Not the shape of anything: the layout decides.
  case none
  case list(JSONListShape)
}

/// The shape of an object or array that isn't empty.
struct JSONListShape: Hashable {
  var isObject: Bool
  /// Whether each item has a line of its own.
  var isBroken: Bool
  /// The spaces inside the brackets of a list on one line.
  var padding: [UInt8]
  /// The text between a key and its value; `nil` for that of the layout.
  var colon: [UInt8]?
  /// The text after a comma within a line; `nil` for that of the layout.
  var space: [UInt8]?
  /// The shapes of the objects and arrays in the list, by their keys.
  var members: [ExactText: JSONShape] = [:]
  /// The shapes of the first object and of the first array in the list.
  var firstObject = JSONShape.none
  var firstArray = JSONShape.none

  /// Returns the shape for a value in the list: that of its key, or else of the first one of its kind.
  func shape(of value: JSONValue, key: String?) -> JSONShape {
    if let key, case .list(let shape)? = members[ExactText(key)], shape.isObject == (value.kind == .object) {
      return .list(shape)
    }
    return value.kind == .object ? firstObject : firstArray
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
  mutating func write(_ value: JSONValue, indent: [UInt8], shape: JSONShape = .none) {
    write(value, indent: indent, newline: layout.newline, shape: shape)
  }

  /// Writes a member.
  mutating func write(_ member: JSONObject.Member, indent: [UInt8], shape: JSONShape = .none) {
    write(member.key)
    bytes += layout.colon
    write(member.value, indent: indent, shape: shape)
  }

  private mutating func write(
    _ value: JSONValue, indent: [UInt8], newline: [UInt8]?, shape: JSONShape
  ) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .number(let number): bytes += number.spelling.utf8
    case .string(let text): write(text)
    case .array(let elements):
      list(elements.map { (nil, $0) }, isObject: false, indent: indent, newline: newline, shape: shape)
    case .object(let object):
      list(
        object.members.map { ($0.key, $0.value) }, isObject: true, indent: indent, newline: newline,
        shape: shape)
    }
  }

  private mutating func list(
    _ items: [(key: String?, value: JSONValue)], isObject: Bool, indent: [UInt8], newline: [UInt8]?,
    shape: JSONShape
  ) {
    let shape: JSONListShape? =
      if case .list(let shape) = shape, shape.isObject == isObject { shape } else { nil }
    let isTogether =
      shape.map { !$0.isBroken }
      ?? (!isObject && layout.keepsPlainArraysTogether && items.allSatisfy(\.value.isScalar))
    let newline = items.isEmpty || isTogether ? nil : newline
    let inner = newline == nil ? indent : indent + layout.unit
    let padding = items.isEmpty || newline != nil ? [] : shape?.padding ?? []
    bytes.append(UInt8(ascii: isObject ? "{" : "["))
    bytes += padding
    for (place, item) in items.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      if let newline {
        bytes += newline
        bytes += inner
      } else if place > 0 {
        bytes += shape?.space ?? layout.space
      }
      if let key = item.key {
        write(key)
        bytes += shape?.colon ?? layout.colon
      }
      write(
        item.value, indent: inner, newline: newline,
        shape: shape?.shape(of: item.value, key: item.key) ?? .none)
    }
    bytes += padding
    if let newline {
      bytes += newline
      bytes += indent
    }
    bytes.append(UInt8(ascii: isObject ? "}" : "]"))
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
