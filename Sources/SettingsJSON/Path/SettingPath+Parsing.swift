/// What makes a text no path, and where.
public struct SettingPathError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// A key is missing before or after a dot.
    case emptyKey
    /// A key in quotes is no JSON string.
    case invalidQuotes
    /// A key in quotes is followed by something other than a dot.
    case textAfterQuotes
    /// A tilde in a JSON Pointer is not followed by 0 or 1.
    case invalidTilde
  }

  /// The text.
  public let text: String
  /// Where it is, from 1, in Unicode scalars.
  public let column: Int
  /// What is wrong.
  public let reason: Reason
}

extension SettingPathError: CustomStringConvertible {
  /// One sentence that says what is wrong.
  public var description: String {
    let explanation =
      switch reason {
      case .emptyKey: "a key is missing; write \"\" for an empty one"
      case .invalidQuotes: "a key in quotes must be a JSON string"
      case .textAfterQuotes: "a key in quotes must be followed by a dot or the end"
      case .invalidTilde: "in a JSON Pointer write ~0 for ~ and ~1 for /"
      }
    return "\(Excerpt.quoted(text)) is no path, see column \(column): \(explanation)."
  }
}

extension SettingPath {
  /// Reads a path: dotted, `servers."eu.west".port`, or a JSON Pointer (RFC 6901), `/servers/eu.west/port`.
  ///
  /// What starts with `/` is a JSON Pointer; a dotted path puts such a key in quotes. The empty text is the
  /// root.
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
