/// Reads the choices that a schema lists. There are three ways to list them:
///
///     {"enum": ["fast", "safe", null]}                            values; null makes the setting optional
///     {"oneOf": [{"const": "fast", "title": "Fast"}, …]}          values with titles and help
///     {"const": "fast"}                                           one value
///
/// If two of them are in one schema, only values in both are valid. Then the setting isn't a choice.
///
/// Values of any type can be choices. A value without a title is its own title: `fast`, `3`, `{"a": 1}`.
package enum ChoiceReader {
  /// Choices and the keyword that lists them.
  package struct List {
    /// The values with titles and help, in the order of the schema, without `null`.
    package var choices: [FormChoice]
    /// Whether `null` is listed, too. If so, the setting is optional.
    package var allowsNull: Bool
    /// `enum`, `oneOf` or `const`. The setting keeps all other keywords.
    var keyword: String

    /// Adds titles and help, from the keywords of other editors. Of several descriptions of a value, the first is used.
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
  ///
  /// - Throws: ``FormSchemaError`` for an empty `enum`, and for a `oneOf` that has a value twice, of which no value
  ///   could be chosen.
  package static func choices(of schema: JSONSchema, at keys: [String]) throws(FormSchemaError) -> List? {
    guard schema.keywords.count(where: \.listsValues) == 1 else { return nil }
    for keyword in schema.keywords {
      switch keyword {
      case .list(.oneOf, let schemas):
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

  /// Returns the choices of values, each once; `nil` without a value other than `null`.
  ///
  /// If `enum` lists a value twice, that is only untidy. If `oneOf` does, the value matches two schemas and is invalid,
  /// so only this is an error.
  private static func list(_ values: [JSONValue], keyword: String) -> List? {
    var seen: Set<JSONValue> = []
    let choices = values.filter { $0 != .null && seen.insert($0).inserted }
      .map { FormChoice(value: $0) }
    guard !choices.isEmpty else { return nil }
    return List(
      choices: choices, allowsNull: choices.count < values.count && values.contains(.null), keyword: keyword)
  }

  /// Returns the choices of schemas; `nil` if one of them isn't a constant with only titles and help.
  private static func list(_ schemas: [JSONSchema]) -> List? {
    var list = List(choices: [], allowsNull: false, keyword: "oneOf")
    for schema in schemas {
      if schema.isNull {
        if list.allowsNull { return nil }
        list.allowsNull = true
      } else if let choice = FormChoice(schema) {
        list.choices.append(choice)
      } else {
        return nil
      }
    }
    return list.choices.isEmpty ? nil : list
  }
}

extension SchemaKeyword {
  /// Whether the keyword can list all allowed values.
  fileprivate var listsValues: Bool {
    switch self {
    case .list(.oneOf, _), .enumeration, .const: true
    default: false
    }
  }
}
