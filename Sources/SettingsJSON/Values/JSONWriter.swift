/// The white space with which a value is written if the text around it gives no example.
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

/// The white space of one object or array, with which another one of the same kind is written beside it.
///
/// A file often has objects on one line among others that are broken into lines: `"position": {"x": 1, "y": 2}`. One
/// layout for the whole file can't describe that, but the neighbor of a new value can.
indirect enum JSONShape: Hashable {
  /// Not the shape of anything: the layout decides.
  case none
  case list(JSONListShape)

  /// Returns the shape for a value in a list of this shape; `none` if the list is of another kind, since the spaces in
  /// brackets say nothing about those in braces.
  func shape(of value: JSONValue, key: String?, isObject: Bool) -> JSONShape {
    guard case .list(let shape) = self, shape.isObject == isObject else { return .none }
    return shape.shape(of: value, key: key)
  }
}

/// The shape of an object or array that isn't empty.
struct JSONListShape: Hashable {
  var isObject: Bool
  /// Whether each item has a line of its own.
  var isBroken: Bool
  /// The spaces inside the brackets of a list on one line: one in `{ "x": 1 }`, none in `{"x": 1}`.
  var padding: [UInt8]
  /// The text between a key and its value; `nil` for the layout's.
  var colon: [UInt8]?
  /// The text after a comma within a line; `nil` for the layout's.
  var space: [UInt8]?
  /// The shapes of the objects and arrays in the list, by their keys.
  var members: [ExactText: JSONShape] = [:]
  /// The shapes of the first object and of the first array in the list.
  var firstObject = JSONShape.none
  var firstArray = JSONShape.none

  /// Returns the shape for a value in the list: the shape of the value under the same key elsewhere, or else of the
  /// first value of its kind.
  ///
  /// A new server with `tags` is written with `tags` as the server beside it has them, whatever its other lists look
  /// like.
  func shape(of value: JSONValue, key: String?) -> JSONShape {
    if let key, case .list(let shape)? = members[ExactText(key)], shape.isObject == (value.kind == .object) {
      return .list(shape)
    }
    return value.kind == .object ? firstObject : firstArray
  }
}

/// Writes values as JSON.
///
/// It serves `JSONValue.text(_:)`, which has one layout, and edits, which have the layout of the file and the shapes of
/// its values. Strings are written in UTF-8 with as few escapes as JSON allows, and numbers as they are spelled, so a
/// value that was read and is written again differs at most in its white space.
///
/// With the layout of two spaces and the shape of `{ "x":1 }`, the value `{"x": 2, "y": [3]}` is written as
/// `{ "x":2, "y":[3] }`.
struct JSONWriter {
  let layout: JSONLayout
  private(set) var bytes: [UInt8] = []

  init(layout: JSONLayout) {
    self.layout = layout
  }

  /// Writes a value whose first line is already indented.
  ///
  /// - Parameter indent: The indentation of that line. Lines inside the value get one level more.
  mutating func write(_ value: JSONValue, indent: [UInt8], shape: JSONShape = .none) {
    write(value, indent: indent, newline: layout.newline, shape: shape)
  }

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

  // A value can be 512 levels deep, and the stack of a task has 512 KB. So what isn't needed between the items of a list is in functions of
  // its own: their variables are gone when the next level begins.
  private mutating func list(
    _ items: [(key: String?, value: JSONValue)], isObject: Bool, indent: [UInt8], newline: [UInt8]?,
    shape: JSONShape
  ) {
    let space = space(of: items, isObject: isObject, indent: indent, newline: newline, shape: shape)
    open(isObject: isObject, space)
    for place in items.indices {
      begin(items[place].key, isFirst: place == 0, space: space)
      write(
        items[place].value, indent: space.inner, newline: space.newline,
        shape: shape.shape(of: items[place].value, key: items[place].key, isObject: isObject))
    }
    close(isObject: isObject, space, indent: indent)
  }

  /// The white space of one list. It is a class so that the recursion has one pointer on its stack for each level,
  /// instead of five arrays.
  private final class Space {
    let newline: [UInt8]?
    let inner: [UInt8]
    let padding: [UInt8]
    let colon: [UInt8]
    let afterComma: [UInt8]

    init(newline: [UInt8]?, inner: [UInt8], padding: [UInt8], colon: [UInt8], afterComma: [UInt8]) {
      (self.newline, self.inner, self.padding) = (newline, inner, padding)
      (self.colon, self.afterComma) = (colon, afterComma)
    }
  }

  /// Returns the white space of a list: from its shape if that is one of the same kind, or else from the layout.
  /// Without a line break around it, a list has none inside, either.
  private func space(
    of items: [(key: String?, value: JSONValue)], isObject: Bool, indent: [UInt8], newline: [UInt8]?,
    shape: JSONShape
  ) -> Space {
    let shape: JSONListShape? =
      if case .list(let shape) = shape, shape.isObject == isObject { shape } else { nil }
    let isTogether =
      shape.map { !$0.isBroken }
      ?? (!isObject && layout.keepsPlainArraysTogether && items.allSatisfy(\.value.isScalar))
    let newline = items.isEmpty || isTogether ? nil : newline
    return Space(
      newline: newline, inner: newline == nil ? indent : indent + layout.unit,
      padding: items.isEmpty || newline != nil ? [] : shape?.padding ?? [],
      colon: shape?.colon ?? layout.colon, afterComma: shape?.space ?? layout.space)
  }

  private mutating func open(isObject: Bool, _ space: Space) {
    bytes.append(UInt8(ascii: isObject ? "{" : "["))
    bytes += space.padding
  }

  private mutating func begin(_ key: String?, isFirst: Bool, space: Space) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    if let newline = space.newline {
      bytes += newline
      bytes += space.inner
    } else if !isFirst {
      bytes += space.afterComma
    }
    guard let key else { return }
    write(key)
    bytes += space.colon
  }

  private mutating func close(isObject: Bool, _ space: Space, indent: [UInt8]) {
    bytes += space.padding
    if let newline = space.newline {
      bytes += newline
      bytes += indent
    }
    bytes.append(UInt8(ascii: isObject ? "}" : "]"))
  }

  /// Writes a string. Only quotes, backslashes and control characters are escaped, which is all that RFC 8259 requires
  /// (section 7); other characters stay readable in the file.
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
  package var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }
}
