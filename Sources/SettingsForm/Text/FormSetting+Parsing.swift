extension FormSetting {
  /// Parses typed text by the setting's type. Limits aren't checked.
  ///
  /// `null` is the empty value of an optional setting. A list is typed as elements with commas between or as a JSON array, an option
  /// set also as `all` or `none`, dictionaries and structs as JSON.
  ///
  /// ```swift
  /// try timePeriod.value(parsing: "14")  // 14
  /// try display.value(parsing: "showBorder, largeFont")
  /// ```
  public func value(parsing text: String) throws(ValueTextError) -> JSONValue {
    if isOptional, text == "null" { return .null }
    return try kind.value(parsing: text)
  }
}

/// Typed text isn't a value of the setting's type.
public enum ValueTextError: Error, Hashable, Sendable {
  /// The text is neither `true` nor `false`.
  case notABoolean
  /// The text isn't a number in JSON's grammar.
  case notANumber(isWhole: Bool)
  /// The text isn't one of the choices.
  case notAChoice([String])
  /// The text isn't JSON.
  case notJSON(JSONParseError)
}

extension ValueTextError: CustomStringConvertible {
  /// One sentence that says what to type.
  public var description: String {
    switch self {
    case .notABoolean: "Type true or false."
    case .notANumber(isWhole: true): "Type a whole number, such as 12."
    case .notANumber(isWhole: false): "Type a number, such as 0.5."
    case .notAChoice(let names): "Type \(Phrase.alternatives(names))."
    case .notJSON(let error): "Type a value in JSON: \(error)"
    }
  }
}

extension FormKind {
  fileprivate func value(parsing text: String) throws(ValueTextError) -> JSONValue {
    switch self {
    case .boolean:
      switch text.lowercased() {
      case "true", "yes", "on": return .bool(true)
      case "false", "no", "off": return .bool(false)
      default: throw .notABoolean
      }
    case .integer, .number:
      guard let number = JSONNumber(text) else { throw .notANumber(isWhole: isInteger) }
      return .number(number)
    case .string:
      return .string(text)
    case .choice(let choices):
      return try choices.value(parsing: text)
    case .flags(let choices):
      if text.first == "[" { return try Self.json(text) }
      switch text {
      case "none", "": return .array([])
      case "all": return .array(choices.map(\.value))
      default:
        return .array(
          try Self.words(text).map { word throws(ValueTextError) in try choices.value(parsing: word) })
      }
    case .list(let element, _):
      if text.first == "[" { return try Self.json(text) }
      return .array(
        try Self.words(text).map { word throws(ValueTextError) in try element.value(parsing: word) })
    case .dictionary, .object, .json:
      return try Self.json(text)
    }
  }

  private var isInteger: Bool {
    if case .integer = self { true } else { false }
  }

  private static func words(_ text: String) -> [String] {
    guard text.contains(where: { !$0.isWhitespace }) else { return [] }
    return text.split(separator: ",", omittingEmptySubsequences: false).map { word in
      let start = word.drop { $0.isWhitespace }
      let end = start.lastIndex { !$0.isWhitespace }
      return end.map { String(start[...$0]) } ?? ""
    }
  }

  private static func json(_ text: String) throws(ValueTextError) -> JSONValue {
    do {
      return try JSONValue(parsing: text)
    } catch {
      throw .notJSON(error)
    }
  }
}

extension [FormChoice] {
  /// The choice with a typed value, or else with a typed title.
  fileprivate func value(parsing text: String) throws(ValueTextError) -> JSONValue {
    let byValue = first { $0.value == .string(text) || $0.value.description == text }
    guard let choice = byValue ?? first(where: { $0.title.lowercased() == text.lowercased() }) else {
      throw .notAChoice(map { if case .string(let name) = $0.value { name } else { $0.value.description } })
    }
    return choice.value
  }
}
