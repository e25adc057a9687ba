/// The name of a setting: the keys that lead to it from the root of the document.
///
/// With an app's types, key paths name settings, and `store.path(of: \.calculation.timePeriod)` returns the path. Without types, write a
/// path as a list of keys:
///
/// ```swift
/// let path: SettingPath = ["calculation", "timePeriod"]
/// print(path)  // calculation.timePeriod
/// print(path.pointer)  // /calculation/timePeriod
/// let same = try SettingPath(parsing: "/calculation/timePeriod")
/// let element = try SettingPath(parsing: #"servers."eu.west".0"#)
/// print(element.keys)  // ["servers", "eu.west", "0"]
/// ```
///
/// As text, a path is a JSON Pointer (RFC 6901), `/servers/eu.west`, or has dots, `calculation.timePeriod`, in which a key that isn't a
/// plain word is quoted, `servers."eu.west"`. The index of an array element is a key of digits. The path without keys is the root, the
/// whole document.
///
/// A path can name something that a form doesn't have; calls that need a setting throw an error then. Paths are equal if their keys are,
/// scalar by scalar.
public struct SettingPath: Sendable {
  /// The keys, starting at the root, such as `["calculation", "timePeriod"]`; empty for the root itself.
  public var keys: [String]

  /// Creates a path of keys; without keys, the path of the root. In source, a literal is shorter: `["calculation", "timePeriod"]`.
  public init(_ keys: [String] = []) {
    self.keys = keys
  }

  /// The path of the whole document.
  package static let root = SettingPath()

  /// Whether this is the path of the whole document.
  package var isRoot: Bool { keys.isEmpty }

  /// The path of the object or array that contains the value; `nil` for the root. The parent of `port` is the root.
  package var parent: SettingPath? {
    keys.isEmpty ? nil : SettingPath(Array(keys.dropLast()))
  }

  /// The path, and the paths around it, outermost first: for `a.b`, the root, `a` and `a.b`.
  package var prefixes: [SettingPath] { (0...keys.count).map { SettingPath(Array(keys.prefix($0))) } }

  /// Returns the path of a member or an element of the value.
  package func appending(_ key: String) -> SettingPath {
    var keys: [String] = []
    keys.reserveCapacity(self.keys.count + 1)
    // For a few strings, a loop takes less time than the generic copy of an array.
    for key in self.keys { keys.append(key) }
    keys.append(key)
    return SettingPath(keys)
  }

  /// Returns the path of an element of the value.
  package func appending(_ index: Int) -> SettingPath {
    appending(String(index))
  }

  /// Returns the path of what a container has inside, from there: `b.c` for `a.b.c` in `a`.
  package func relative(to container: SettingPath) -> SettingPath {
    SettingPath(Array(keys.dropFirst(container.keys.count)))
  }

  /// Returns the path of what a container has inside, after the container has moved: `x.b` for `a.b`, if `a` has become `x`.
  package func moved(from container: SettingPath, to new: SettingPath) -> SettingPath {
    SettingPath(new.keys + keys.dropFirst(container.keys.count))
  }

  /// Whether the other path is equal to this path, or is the path of a part of its value. `server` contains `server`
  /// and `server.port`, but not `serverName`.
  package func contains(_ other: SettingPath) -> Bool {
    other.keys.starts(with: keys) { $0.hasSameScalars(as: $1) }
  }
}

extension SettingPath: Hashable {
  /// Whether the keys are equal, scalar by scalar, as JSON requires.
  public static func == (left: SettingPath, right: SettingPath) -> Bool {
    left.keys.count == right.keys.count && left.contains(right)
  }

  /// Hashes the keys.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(keys)
  }
}

extension SettingPath: ExpressibleByArrayLiteral {
  /// Creates a path of keys.
  public init(arrayLiteral elements: String...) {
    self.init(elements)
  }
}

extension SettingPath: CustomStringConvertible {
  /// The path with dots between its keys; empty for the root: `calculation.timePeriod`, `servers."eu.west"`.
  ///
  /// ``init(parsing:)`` reads it.
  public var description: String {
    var text = ""
    for key in keys {
      if !text.isEmpty { text += "." }
      text += Self.isPlain(key) ? key : JSONValue.string(key).text()
    }
    return text
  }

  /// The dotted form, or `document` for the root, for a sentence or a table.
  package var name: String { isRoot ? "document" : description }

  /// The path as a JSON Pointer (RFC 6901); empty for the root: `/calculation/timePeriod`, `/servers/eu.west`.
  ///
  /// In a key, `~` is written as `~0`, and `/` as `~1`. ``init(parsing:)`` reads it.
  public var pointer: String {
    var bytes: [UInt8] = []
    for key in keys { Self.appendPointer(toKey: key, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the part of a JSON Pointer that leads to a key: a slash and the escaped key. For `a/b~c`, it is
  /// `/a~1b~0c`.
  package static func appendPointer(toKey key: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "/"))
    for byte in key.utf8 {
      switch byte {
      case UInt8(ascii: "~"): bytes += [byte, UInt8(ascii: "0")]
      case UInt8(ascii: "/"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "1")]
      default: bytes.append(byte)
      }
    }
  }

  /// Returns a key as people see it where it stands alone: as it is, but `""` for an empty one, which they couldn't see.
  package static func shown(key: String) -> String { key.isEmpty ? #""""# : key }

  /// Whether a key needs no quotes in a path with dots: it has only letters and digits of any script, `_` and `-`. A
  /// key such as `eu.west` would be read as two keys.
  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty
      && key.unicodeScalars.allSatisfy { scalar in
        scalar == "_" || scalar == "-" || scalar.properties.isAlphabetic
          || scalar.properties.numericType != nil
      }
  }
}

/// An error in the text of a path, with its position.
///
/// `SettingPath(parsing:)` throws it for text that somebody has typed. The description is one sentence that says where the error is and
/// what to write:
///
/// ```swift
/// do throws(SettingPathError) {
///   print(try SettingPath(parsing: "servers..port"))
/// } catch {
///   print(error)  // “servers..port” isn't a path, see column 9: a key is missing; write "" for an empty one.
/// }
/// ```
///
/// Errors are a missing key beside a dot, a quoted key that isn't a JSON string or is followed by text, and a `~` in a JSON Pointer without
/// `0` or `1`. A path that has no error may still name no setting.
public struct SettingPathError: Error, Hashable, Sendable {
  /// The kind of error.
  package enum Reason: Hashable, Sendable {
    /// A key is missing before or after a dot.
    case emptyKey
    /// The quoted key isn't a JSON string.
    case invalidQuotes
    /// A quoted key is followed by something other than a dot.
    case textAfterQuotes
    /// A tilde in a JSON Pointer isn't followed by 0 or 1.
    case invalidTilde
  }

  /// The text of the path.
  package let text: String
  /// The column of the error in Unicode scalars, starting at 1.
  package let column: Int
  /// The kind of error.
  package let reason: Reason
}

extension SettingPathError: CustomStringConvertible {
  /// The message: one sentence.
  public var description: String {
    let explanation =
      switch reason {
      case .emptyKey: "a key is missing; write \"\" for an empty one"
      case .invalidQuotes: "a key in quotes must be a JSON string"
      case .textAfterQuotes: "a key in quotes must be followed by a dot or the end"
      case .invalidTilde: "in a JSON Pointer write ~0 for ~ and ~1 for /"
      }
    return "\(Excerpt.quoted(text)) isn't a path, see column \(column): \(explanation)."
  }
}

extension SettingPath {
  /// Parses a path with dots, `servers."eu.west".port`, or a JSON Pointer (RFC 6901), `/servers/eu.west/port`.
  ///
  /// Text that starts with `/` is a JSON Pointer; in a path with dots, such a key is quoted. The empty string is the root.
  ///
  /// Throws ``SettingPathError`` with the column of the error. Cost: linear in the length of the text.
  public init(parsing text: String) throws(SettingPathError) {
    let scalars = Array(text.unicodeScalars)
    keys =
      if scalars.isEmpty { [] } else if scalars[0] == "/" {
        try Self.pointer(scalars, text: text)
      } else {
        try Self.dotted(scalars, text: text)
      }
  }

  /// Reads the keys behind the first slash. Each slash starts another key, so `/` alone is the empty key, and `/a/`
  /// ends with one.
  private static func pointer(_ scalars: [Unicode.Scalar], text: String) throws(SettingPathError)
    -> [String]
  {
    var keys: [String] = []
    var key = String.UnicodeScalarView()
    var at = 1
    while at < scalars.count {
      switch scalars[at] {
      case "/":
        keys.append(String(key))
        key = String.UnicodeScalarView()
      case "~":
        at += 1
        guard at < scalars.count, scalars[at] == "0" || scalars[at] == "1" else {
          throw SettingPathError(text: text, column: at, reason: .invalidTilde)
        }
        key.append(scalars[at] == "0" ? "~" : "/")
      default: key.append(scalars[at])
      }
      at += 1
    }
    return keys + [String(key)]
  }

  /// Reads keys with dots between them. A key in quotes is a JSON string, so it can have dots, quotes and escapes; a
  /// key without quotes goes up to the next dot, whatever is in it. An ``ElementSelector`` goes up to its bracket.
  private static func dotted(_ scalars: [Unicode.Scalar], text: String) throws(SettingPathError) -> [String] {
    var keys: [String] = []
    var at = 0
    while true {
      let start = at
      if at < scalars.count, scalars[at] == "\"" {
        at += 1
        while at < scalars.count, scalars[at] != "\"" { at += scalars[at] == "\\" ? 2 : 1 }
        at = min(at + 1, scalars.count)
        let quoted = String(String.UnicodeScalarView(scalars[start..<at]))
        guard case .string(let key)? = try? JSONValue(parsing: quoted) else {
          throw SettingPathError(text: text, column: start + 1, reason: .invalidQuotes)
        }
        keys.append(key)
        guard at == scalars.count || scalars[at] == "." else {
          throw SettingPathError(text: text, column: at + 1, reason: .textAfterQuotes)
        }
      } else {
        let end = ElementSelector.end(in: scalars[start...])
        at = end ?? start
        while at < scalars.count, scalars[at] != "." { at += 1 }
        guard at > start else { throw SettingPathError(text: text, column: at + 1, reason: .emptyKey) }
        keys.append(String(String.UnicodeScalarView(scalars[start..<at])))
      }
      if at == scalars.count { return keys }
      at += 1
    }
  }
}

extension SettingPath {
  /// Returns the index that a key of a path is for an array: digits without leading zeros (RFC 6901, section 4); `nil`
  /// for any other key. `007` isn't an index, because each element has to have exactly one path.
  package static func elementIndex(_ key: String) -> Int? {
    guard key.utf8.allSatisfy(\.isASCIIDigit), !key.hasPrefix("0") || key == "0" else { return nil }
    return Int(key)
  }
}

/// A key of a path that names an element of a list by one of its members instead of its index: `[name=main]`.
///
///     servers.[name=eu.west].port     the port of the element whose name is "eu.west"
///     routes.[id=7]                   the element whose id is 7 or "7"
///     flags.[=x]                      the element x itself
///
/// In an object, such a key is a key like any other; only lists have no keys of their own. Therefore a path is read without a document, and
/// its selectors are replaced by indexes when the list is at hand. The notation is that of kustomize.
package struct ElementSelector {
  /// The key of the member; empty for the element itself.
  package let key: String
  /// The text of the member's value.
  package let text: String

  /// Reads a key of a path; returns `nil` if it isn't a selector.
  package init?(_ key: String) {
    guard key.first == "[", key.last == "]", let equals = key.firstIndex(of: "=") else { return nil }
    self.key = String(key[key.index(after: key.startIndex)..<equals])
    text = String(key[key.index(after: equals)...].dropLast())
  }

  /// Returns the index after the selector at the start of some text; `nil` if there is none. Brackets without `=`, such as in
  /// `[python][markdown]`, are no selector.
  package static func end(in text: ArraySlice<Unicode.Scalar>) -> Int? {
    guard text.first == "[", let end = text.firstIndex(of: "]"), text[..<end].contains("=") else {
      return nil
    }
    return end + 1
  }

  /// Returns the indexes of the elements that it names. Text matches a string, and a number, `true`, `false` or `null` in the same spelling.
  package func indexes(in elements: [JSONValue]) -> [Int] {
    elements.indices.filter { (key.isEmpty ? elements[$0] : elements[$0].part(key))?.plainText == text }
  }
}

extension JSONValue {
  /// Returns the member of an object or the element of an array that a key of a path names; `nil` if the value has no
  /// such part. `0` names the first element of an array, and the member `"0"` of an object.
  package func part(_ key: String) -> JSONValue? {
    switch self {
    case .object(let object): object[key]
    case .array(let elements):
      SettingPath.elementIndex(key).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    case .null, .bool, .number, .string: nil
    }
  }

  package func value(at path: SettingPath) -> JSONValue? {
    path.keys.reduce(self) { $0?.part($1) }
  }
}
