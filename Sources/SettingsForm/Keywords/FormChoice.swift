/// One of the values that a setting can have, with its title and help. Without a title of its own, the value is the
/// title.
package struct FormChoice: Hashable, Sendable {
  /// The value in the document. It needn't be a string: levels can be the choices 1, 2 and 3.
  package var value: JSONValue
  /// The name that people read.
  package var title: String
  /// The meaning of the choice; can be empty.
  package var help: String
  /// Whether the choice still works but is deprecated. A document with it gets a warning.
  package var isDeprecated: Bool
  /// The values that the choice had in earlier versions. A migration replaces them with ``value``.
  package var formerValues: [JSONValue]
  /// The bit of a flag in a number that stands for a set of flags; `nil` if the app reads no such number.
  package var bit: UInt64?

  package init(
    value: JSONValue, title: String, help: String = "", isDeprecated: Bool = false,
    formerValues: [JSONValue] = [], bit: UInt64? = nil
  ) {
    self.value = value
    self.title = title
    self.help = help
    self.isDeprecated = isDeprecated
    self.formerValues = formerValues
    self.bit = bit
  }
}

extension FormChoice {
  /// Reads a schema that allows one value; `nil` for a schema that says anything else about its value.
  ///
  /// `{"const": "a", "title": "First"}` is the choice `"a"`. A value without a title is its own title: text as it is, and any other value as
  /// JSON.
  package init?(_ schema: JSONSchema) {
    guard let value = schema.const else { return nil }
    self.init(value: value)
    for keyword in schema.keywords {
      switch keyword {
      case .const: break
      case .text(.title, let text): title = text
      case .text(.description, let text): help = text
      case .flag(.deprecated, let flag): isDeprecated = flag
      case .setting(let setting): formerValues = setting.was
      default: return nil
      }
    }
  }

  /// Creates the choice of a value without a title.
  package init(value: JSONValue) {
    self.init(value: value, title: value.text ?? value.description)
  }

  /// The choice as one of the schemas of `oneOf`.
  var schema: JSONSchema {
    var keywords: [SchemaKeyword] = [.const(value), .text(.title, title)]
    if !help.isEmpty { keywords.append(.text(.description, help)) }
    if isDeprecated { keywords.append(.flag(.deprecated, true)) }
    if !formerValues.isEmpty {
      var setting = SettingKeyword()
      setting.was = formerValues
      keywords.append(.setting(setting))
    }
    return JSONSchema(keywords: keywords)
  }
}

extension [FormChoice] {
  /// The type that the values of all choices have; `nil` if they differ. It is written beside the choices as
  /// `type`.
  var commonType: JSONType? {
    guard let first = first.map({ JSONType(of: $0.value) }),
      allSatisfy({ JSONType(of: $0.value) == first })
    else { return nil }
    return first
  }

  /// Throws for a choice without choices, and for a value that is listed twice, because a person would see it under two titles.
  func check() throws(FormSchemaError) {
    guard !isEmpty else { throw FormSchemaError(path: ["oneOf"], reason: .noChoices) }
    guard Set(map(\.value)).count == count else {
      throw FormSchemaError(path: ["oneOf"], reason: .repeatedChoice)
    }
  }

  /// Returns the flags with their bits; without any unless each of them has one of its own.
  package func withBits(_ bits: [UInt64]) -> [FormChoice] {
    let isComplete =
      bits.count == count && bits.allSatisfy { $0.nonzeroBitCount == 1 }
      && bits.reduce(0, |).nonzeroBitCount == count
    return enumerated().map { place, choice in
      var choice = choice
      choice.bit = isComplete ? bits[place] : nil
      return choice
    }
  }
}
