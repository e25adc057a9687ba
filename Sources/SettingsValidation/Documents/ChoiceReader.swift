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
      .map { FormChoice(value: $0, title: title(of: $0)) }
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
      } else if let choice = choice(schema) {
        list.choices.append(choice)
      } else {
        return nil
      }
    }
    return list.choices.isEmpty ? nil : list
  }

  /// Returns the choice of a schema; `nil` if the schema says anything else about its value.
  private static func choice(_ schema: JSONSchema) -> FormChoice? {
    guard let value = schema.const else { return nil }
    var choice = FormChoice(value: value, title: title(of: value))
    for keyword in schema.keywords {
      switch keyword {
      case .const: break
      case .text(.title, let text): choice.title = text
      case .text(.description, let text): choice.help = text
      case .flag(.deprecated, let flag): choice.isDeprecated = flag
      case .setting(let setting): choice.formerValues = setting.was
      default: return nil
      }
    }
    return choice
  }

  /// The title of a choice that has none: text as it is, and any other value as JSON.
  private static func title(of value: JSONValue) -> String {
    if case .string(let text) = value { return text }
    return value.description
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

extension JSONSchema {
  /// Returns the kind of the schema's values of one type; `nil` for a type whose values have parts, and for `null`.
  /// Keywords about other types have no effect on it.
  package func scalarKind(of type: JSONType, _ extras: SettingKeyword) -> FormKind? {
    switch type {
    case .boolean: .boolean
    case .integer: .integer(numberLimits(extras))
    case .number: .number(numberLimits(extras))
    case .string: .string(textLimits(extras))
    case .array, .object, .null: nil
    }
  }

  /// Returns the kind of a list. A list of choices is a set of flags only if the form says so: order and repetition can matter.
  package func listKind(of element: FormKind, _ limits: ListLimits, _ extras: SettingKeyword) -> FormKind {
    guard extras.flags, case .choice(let choices) = element else { return .list(element, limits) }
    return .flags(choices.withBits(extras.bits.count == choices.count ? extras.bits : []))
  }

  /// Returns the limits of a number. `multipleOf` counts from zero, and a step of a form from the lower end. The limits know which it is, so
  /// that an editor steps from one valid value to the next with either.
  private func numberLimits(_ extras: SettingKeyword) -> NumberLimits {
    var limits = range
    if let step = extras.step {
      limits.step = step
    } else if let multiple = self[.multipleOf] {
      limits.setMultiple(of: multiple)
    }
    return limits
  }

  /// Returns the limits of a string. A format that this library doesn't have is left among the other keywords.
  private func textLimits(_ extras: SettingKeyword) -> TextLimits {
    var limits = TextLimits(
      times: extras.times, isMultiline: extras.multiline, readsJSONEncoder: extras.jsonEncoder)
    (limits.minLength, limits.maxLength, limits.pattern) = (
      self[.minLength], self[.maxLength], self[.pattern]
    )
    limits.format =
      self[.contentEncoding] == TextFormat.base64.rawValue
      ? .base64 : self[.format].flatMap(TextFormat.init(form:))
    return limits
  }

  /// Returns the limits of a list. `range` in `x-setting` makes it the two ends of a range.
  package func listLimits(_ extras: SettingKeyword) -> ListLimits {
    ListLimits(
      minCount: self[.minItems], maxCount: self[.maxItems], isUnique: self[.uniqueItems],
      isRange: extras.range)
  }

  /// Returns the keywords that a kind doesn't write, or writes with another value. They stay with the setting as they
  /// are: a form that is read and written again has lost nothing.
  ///
  /// For `{"type": "integer", "minimum": 1, "x-color": 3}` and the kind of whole numbers from 1 on, it is only
  /// `x-color`.
  ///
  /// - Parameter consumed: The keywords whose schemas became parts of the kind, and were compared there.
  func keywords(
    notWrittenBy kind: FormKind, isOptional: Bool, _ consumed: Set<String>
  ) -> [SchemaKeyword] {
    if case .json = kind, !isOptional { return keywords }
    var own: [SchemaKeyword] = []
    var setting = SettingKeyword()
    kind.shallow.add(to: &own, &setting, isOptional: isOptional)
    return keywords.filter { keyword in
      if !consumed.isEmpty, consumed.contains(keyword.name) { return false }
      guard case .type(let types) = keyword else { return !own.contains(keyword) }
      if case .number = kind {
        return types.filter { $0 != .integer }.sorted() != (isOptional ? [.null, .number] : [.number])
      }
      return !own.contains { own in
        if case .type(let ownTypes) = own { return ownTypes.sorted() == types.sorted() }
        return false
      }
    }
  }
}

extension FormKind {
  /// The kind without its elements and items. Their keywords are compared separately.
  fileprivate var shallow: FormKind {
    switch self {
    case .list(_, let limits): .list(.json, limits)
    case .dictionary: .dictionary(.json)
    case .object: .object(FormSection(key: "", title: ""))
    case .flags: .flags([])
    // `variants` reads all of its keywords itself.
    default: self
    }
  }
}

/// The members of the schema of a setting or a section, classified without decoding them.
///
/// A form with a hundred thousand settings repeats few shapes, such as `{"type": "boolean"}`. The four members that
/// differ from setting to setting are taken out, and the bytes of the others (``spelling``) are the key under which the
/// decoded shape is shared.
///
/// It always has the parts of the schema that was read last. So take what you need before you read the schemas of the
/// properties.
struct SchemaParts {
  /// The keywords that don't affect the shape of a setting or a section.
  private enum Keyword: Int {
    case title, description, `default`, properties
  }

  /// The selection of the four members, whose keys are compared as bytes.
  private var members: JSONMemberSelection

  /// Prepares the reading of schemas in a document. The reader can't be used for another document.
  init(of document: JSONDocument) {
    members = JSONMemberSelection(of: ["title", "description", "default", "properties"], in: document)
  }

  var title: JSONNode? { self[.title] }
  var help: JSONNode? { self[.description] }
  var defaultValue: JSONNode? { self[.default] }
  var properties: JSONNode? { self[.properties] }

  private subscript(keyword: Keyword) -> JSONNode? { members[keyword.rawValue] }

  /// The text of all members except the title, the help, the default and the properties.
  var spelling: [UInt8] { members.otherText }

  /// The members of ``spelling``, decoded.
  var rest: JSONObject { members.others }

  /// Reads the members of a schema; returns `false` for a node that isn't an object.
  mutating func read(_ node: JSONNode) -> Bool { members.read(node) }
}
