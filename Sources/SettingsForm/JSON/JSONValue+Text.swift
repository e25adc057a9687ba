extension JSONValue: CustomStringConvertible {
  /// The value as JSON text on one line.
  public var description: String {
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let number): return number.spelling
    case .string(let text): return "\"" + text + "\""
    case .array(let elements): return "[" + elements.map(\.description).joined(separator: ", ") + "]"
    case .object(let object):
      let members = object.members.map { "\"\($0.key)\": \($0.value)" }
      return "{" + members.joined(separator: ", ") + "}"
    }
  }
}
