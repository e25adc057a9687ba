/// An error in the text of a path, with its position.
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
  /// Parses a dotted path, `servers."eu.west".port`, or a JSON Pointer (RFC 6901), `/servers/eu.west/port`.
  ///
  /// A string that starts with `/` is a JSON Pointer; in a dotted path, such a key is quoted. The empty string is the root.
  public init(parsing text: String) throws(SettingPathError) {
    let scalars = Array(text.unicodeScalars)
    keys =
      if scalars.isEmpty { [] } else if scalars[0] == "/" {
        try Self.pointer(scalars, text)
      } else {
        try Self.dotted(scalars, text)
      }
  }

  private static func pointer(_ scalars: [Unicode.Scalar], _ text: String) throws(SettingPathError)
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

  private static func dotted(_ scalars: [Unicode.Scalar], _ text: String) throws(SettingPathError) -> [String]
  {
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
        while at < scalars.count, scalars[at] != "." { at += 1 }
        guard at > start else { throw SettingPathError(text: text, column: at + 1, reason: .emptyKey) }
        keys.append(String(String.UnicodeScalarView(scalars[start..<at])))
      }
      if at == scalars.count { return keys }
      at += 1
    }
  }
}
