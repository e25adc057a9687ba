/// Reads the choices that a schema lists.
package enum ChoiceReader {
  /// Choices and the keyword that lists them.
  package struct List {
    package var choices: [FormChoice]
    /// Whether `null` is listed, too. If so, the setting is optional.
    package var allowsNull: Bool
    var keyword: String

    /// Adds titles and help. Of several descriptions of a value, the first is used.
    fileprivate mutating func add(_ strings: [ValueDescription]) {
      if strings.isEmpty { return }
      let known = Dictionary(strings.map { ($0.value, $0) }) { first, _ in first }
      for position in choices.indices {
        guard let text = known[choices[position].value] else { continue }
        if let title = text.title { choices[position].title = title }
        choices[position].help = text.help
      }
    }
  }

  /// Returns the choices of `oneOf`, `enum` or `const`; `nil` unless exactly one of the three lists choices.
  package static func choices(of schema: JSONSchema, at keys: [String]) throws(FormSchemaError) -> List? {
    guard schema.keywords.count(where: \.listsValues) == 1 else { return nil }
    for keyword in schema.keywords {
      switch keyword {
      case .oneOf(let schemas):
        guard let list = list(schemas) else { continue }
        guard Set(list.choices.map(\.value) + (list.allowsNull ? [.null] : [])).count == schemas.count
        else { throw FormSchemaError(path: SettingPath(keys + ["oneOf"]), reason: .repeatedChoice) }
        return list
      case .enumeration([]):
        throw FormSchemaError(path: SettingPath(keys + ["enum"]), reason: .noChoices)
      case .enumeration(let values):
        var list = list(values, keyword: keyword.name)
        list?.add(schema.valueDescriptions)
        return list
      case .const(let value): return list([value], keyword: keyword.name)
      default: continue
      }
    }
    return nil
  }

  private static func list(_ values: [JSONValue], keyword: String) -> List? {
    var seen: Set<JSONValue> = []
    let choices = values.filter { $0 != .null && seen.insert($0).inserted }
      .map { FormChoice(value: $0, title: title(of: $0)) }
    guard !choices.isEmpty else { return nil }
    return List(
      choices: choices, allowsNull: choices.count < values.count && values.contains(.null), keyword: keyword)
  }

  private static func list(_ schemas: [JSONSchema]) -> List? {
    var list = List(choices: [], allowsNull: false, keyword: "oneOf")
    for schema in schemas {
      if schema.isNull {
        if list.allowsNull { return nil }
        list.allowsNull = true
      } else if let choice = choice(schema) {
        list.choices.append(choice)
      } else {
        return nil
      }
    }
    return list.choices.isEmpty ? nil : list
  }

  private static func choice(_ schema: JSONSchema) -> FormChoice? {
    guard let value = schema.const else { return nil }
    var choice = FormChoice(value: value, title: title(of: value))
    for keyword in schema.keywords {
      switch keyword {
      case .const: break
      case .title(let text): choice.title = text
      case .description(let text): choice.help = text
      case .deprecated(let flag): choice.isDeprecated = flag
      case .setting(let setting): choice.formerValues = setting.was
      default: return nil
      }
    }
    return choice
  }

  private static func title(of value: JSONValue) -> String {
    if case .string(let text) = value { return text }
    return value.description
  }
}

extension SchemaKeyword {
  /// Whether the keyword can list all allowed values.
  fileprivate var listsValues: Bool {
    switch self {
    case .oneOf, .enumeration, .const: true
    default: false
    }
  }
}
