extension FormSetting {
  /// What stands for a secret wherever it would be shown.
  public static let mask = JSONValue.string(maskText)

  /// A value for people: choices by title, lists with commas, the unit behind a number; a secret is masked.
  public func text(for value: JSONValue?) -> String {
    guard let value else { return "(not set)" }
    if value == .null { return "none" }
    if isMasked(value) { return Self.maskText }
    let text = kind.text(for: value, named: \.title)
    if let unit, case .number = value { return "\(text) \(unit)" }
    return text
  }

  /// A value as `value(parsing:)` reads it back; a secret is masked.
  public func typedText(for value: JSONValue?) -> String {
    guard let value else { return "" }
    if value == .null { return "null" }
    return isMasked(value) ? Self.maskText : kind.text(for: value, named: \.typedName)
  }

  /// A value for machines: a secret is masked, a value that is not known is null.
  public func masked(_ value: JSONValue?) -> JSONValue {
    guard let value, value != .null else { return .null }
    return isMasked(value) ? Self.mask : value
  }

  /// Whether a value is a secret to keep; that there is none may be seen.
  private func isMasked(_ value: JSONValue) -> Bool {
    traits.contains(.secret) && value != .string("")
  }

  private static let maskText = "********"
}

extension FormChoice {
  /// What a person types for the choice.
  fileprivate var typedName: String {
    if case .string(let name) = value { name } else { value.description }
  }
}

extension FormKind {
  fileprivate func text(for value: JSONValue, named name: (FormChoice) -> String) -> String {
    switch (self, value) {
    case (.choice(let choices), _):
      return choices.first { $0.value == value }.map(name) ?? Self.plainText(value)
    case (.flags(let choices), .array(let elements)):
      if elements.isEmpty { return "none" }
      return elements.map { FormKind.choice(choices).text(for: $0, named: name) }.joined(separator: ", ")
    case (.list(let element, _), .array(let elements)) where element.isOneWord(in: elements):
      return elements.map { element.text(for: $0, named: name) }.joined(separator: ", ")
    default:
      return Self.plainText(value)
    }
  }

  /// Whether elements can stand in a list with commas and be told apart again.
  private func isOneWord(in elements: [JSONValue]) -> Bool {
    switch self {
    case .boolean, .integer, .number, .string, .choice: break
    case .flags, .list, .dictionary, .object, .json: return false
    }
    return elements.allSatisfy { element in
      guard case .string(let text) = element else { return true }
      return !text.isEmpty && text.first != "["
        && !text.contains { $0 == "," || $0.isWhitespace && $0 != " " }
        && text.first != " " && text.last != " "
    }
  }

  private static func plainText(_ value: JSONValue) -> String {
    if case .string(let text) = value { text } else { value.description }
  }
}
