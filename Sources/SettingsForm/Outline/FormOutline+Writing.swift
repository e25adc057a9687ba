extension FormOutline {
  /// Returns the outline of a form as JSON; `nil` if values depend on more than the constraints of single settings.
  ///
  /// Cost: linear in the size of the form.
  package static func json(of form: FormSchema) -> JSONValue? {
    guard form.source == nil, form.rootSetting == nil, form.rules.isEmpty else { return nil }
    var writer = Writer()
    guard let settings = writer.json(of: form.root) else { return nil }
    var members = [
      JSONObject.Member(key: Key.schemas, value: .array(writer.schemas.map(\.json))),
      JSONObject.Member(key: Key.settings, value: settings),
    ]
    if writer.hasUnknownDefaults {
      members.append(JSONObject.Member(key: Key.unknownDefaults, value: .bool(true)))
    }
    return .object(JSONObject(distinct: members))
  }

  private struct Writer {
    private(set) var schemas: [JSONSchema] = []
    private var numbers: [JSONSchema: Int] = [:]
    private(set) var hasUnknownDefaults = false

    mutating func json(of section: FormSection) -> JSONValue? {
      guard section.otherKeywords.members.isEmpty, section.entries.isEmpty, section.conditionalMembers.isEmpty
      else { return nil }
      var members: [JSONObject.Member] = []
      for item in section.items {
        switch item {
        case .section(let inner):
          guard let json = json(of: inner) else { return nil }
          members.append(JSONObject.Member(key: inner.key, value: json))
        case .setting(let setting):
          if setting.defaultValue == nil { hasUnknownDefaults = true }
          let number = number(of: setting.checks)
          members.append(JSONObject.Member(key: setting.key, value: .number(JSONNumber(number))))
        }
      }
      return .object(JSONObject(distinct: members))
    }

    private mutating func number(of schema: JSONSchema) -> Int {
      if let known = numbers[schema] { return known }
      let number = schemas.count
      schemas.append(schema)
      numbers[schema] = number
      return number
    }
  }
}
