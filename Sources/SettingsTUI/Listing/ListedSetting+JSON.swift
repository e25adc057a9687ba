import Settings

extension ListedSetting {
  /// The setting as JSON: what the form says about it, and its value and state. Secrets are masked.
  package var json: JSONValue {
    var object = JSONObject(describing: setting, at: path, depth: 0)
    object["value"] = setting.masked(value)
    object["isSet"] = .bool(isSet)
    object["isDerived"] = .bool(isDerived)
    object["isHidden"] = .bool(isHidden)
    object["isEnabled"] = .bool(isEnabled)
    object["isReadOnly"] = .bool(isReadOnly)
    object["isNew"] = .bool(isNew)
    object["isInForm"] = .bool(isInForm)
    if let lock { object["lockedBy"] = lock.json }
    if let origin { object["origin"] = origin.json }
    return .object(object)
  }
}

extension FormSetting {
  /// A flag of a setting.
  enum FlagName: String, CaseIterable {
    case requiresRestart, isSecret, isReadOnly, isAdvanced, isDeprecated

    /// The flag in the words of a description.
    var words: String {
      switch self {
      case .requiresRestart: "requires a restart"
      case .isSecret: "secret"
      case .isReadOnly: "read-only"
      case .isAdvanced: "advanced"
      case .isDeprecated: "deprecated"
      }
    }
  }

  /// The flags that are set.
  var flagNames: [FlagName] {
    FlagName.allCases.filter { flag in
      switch flag {
      case .requiresRestart: traits.contains(.requiresRestart)
      case .isSecret: isSecret
      case .isReadOnly: traits.contains(.readOnly)
      case .isAdvanced: traits.contains(.advanced)
      case .isDeprecated: traits.contains(.deprecated)
      }
    }
  }
}

extension JSONObject {
  /// The most levels of elements and fields that are described inside a value.
  private static let maxDepth = 3

  /// Creates the description of a setting by the form, without a value.
  fileprivate init(describing setting: FormSetting, at path: SettingPath, depth: Int) {
    self = [
      "path": .string(path.description),
      "pointer": .string(path.pointer),
      "title": .string(setting.title),
      "help": .string(setting.help),
      "summary": .string(KindSummary.text(setting)),
      "isOptional": .bool(setting.isOptional),
      "default": setting.masked(setting.defaultValue),
      "unit": setting.unit.map(JSONValue.string) ?? .null,
    ]
    let flags = setting.flagNames
    for flag in FormSetting.FlagName.allCases { self[flag.rawValue] = .bool(flags.contains(flag)) }
    self["sideEffects"] = .array(setting.sideEffects.map(JSONValue.string))
    if !setting.keywords.isEmpty { self["keywords"] = .array(setting.keywords.map(JSONValue.string)) }
    if !setting.suggestions.isEmpty { self["suggestions"] = .array(setting.suggestions.map(\.json)) }
    add(setting.kind, at: path, depth: depth)
  }

  /// Adds the type, its limits and what is inside.
  private mutating func add(_ kind: FormKind, at path: SettingPath, depth: Int) {
    let kind = kind.resolved
    self["type"] = .string(kind.typeName)
    self["limits"] = .object(kind.limits)
    let inside = depth + 1
    switch kind {
    case .choice(let choices), .flags(let choices): self["choices"] = .array(choices.map(\.json))
    case .list(let element, _) where inside <= Self.maxDepth:
      self["elements"] = .object(JSONObject(element, at: path.appending("-"), depth: inside))
    case .dictionary(let element) where inside <= Self.maxDepth:
      self["entries"] = .object(JSONObject(element, at: path.appending("*"), depth: inside))
    case .object(let section) where inside <= Self.maxDepth:
      self["fields"] = .array(section.items.map { .object(JSONObject($0, in: path, depth: inside)) })
    case .variants(let variants):
      self["alternatives"] = .array(variants.map { .object(JSONObject($0, at: path, depth: inside)) })
    case .boolean, .integer, .number, .string, .list, .dictionary, .object, .recursive, .json: break
    }
  }

  private init(_ kind: FormKind, at path: SettingPath, depth: Int) {
    self = ["summary": .string(KindSummary.text(kind))]
    add(kind, at: path, depth: depth)
  }

  private init(_ item: FormItem, in path: SettingPath, depth: Int) {
    switch item {
    case .setting(let setting):
      self.init(describing: setting, at: path.appending(setting.key), depth: depth)
    case .section(let section):
      let path = path.appending(section.key)
      self = [
        "path": .string(path.description), "title": .string(section.title), "help": .string(section.help),
      ]
      add(.object(section), at: path, depth: depth)
    }
  }

  private init(_ variant: FormVariant, at path: SettingPath, depth: Int) {
    self = [
      "name": .string(variant.name), "title": .string(variant.title), "help": .string(variant.help),
      "isDeprecated": .bool(variant.isDeprecated), "summary": .string(KindSummary.text(variant.kind)),
    ]
    if depth <= Self.maxDepth { add(variant.kind, at: path, depth: depth) }
  }
}

extension FormChoice {
  fileprivate var json: JSONValue {
    [
      "value": value, "title": .string(title), "help": .string(help), "isDeprecated": .bool(isDeprecated),
    ]
  }
}

extension FormKind {
  fileprivate var typeName: String {
    switch self {
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .choice: "choice"
    case .flags: "flags"
    case .list: "list"
    case .dictionary: "dictionary"
    case .object: "object"
    case .variants: "alternatives"
    case .recursive, .json: "json"
    }
  }

  /// The limits, under the keywords of JSON Schema where it has them.
  fileprivate var limits: JSONObject {
    switch self {
    case .integer(let limits), .number(let limits):
      JSONObject(
        present: Self.range(limits.lower, limits.upper, step: limits.step, JSONValue.number))
    case .string(let limits):
      JSONObject(
        present: [
          ("minLength", limits.minLength.map { .number(JSONNumber($0)) }),
          ("maxLength", limits.maxLength.map { .number(JSONNumber($0)) }),
          ("pattern", limits.pattern.map(JSONValue.string)),
          ("format", limits.format.map { .string($0.rawValue) }),
        ] + Self.range(limits.times.lower, limits.times.upper, step: limits.times.step, JSONValue.string))
    case .list(_, let limits):
      JSONObject(present: [
        ("minItems", limits.minCount.map { .number(JSONNumber($0)) }),
        ("maxItems", limits.maxCount.map { .number(JSONNumber($0)) }),
        ("uniqueItems", limits.isUnique ? true : nil),
      ])
    case .boolean, .choice, .flags, .dictionary, .object, .variants, .recursive, .json: [:]
    }
  }

  private static func range<Value>(
    _ lower: RangeLimit<Value>?, _ upper: RangeLimit<Value>?, step: Value?, _ json: (Value) -> JSONValue
  ) -> [(key: String, value: JSONValue?)] {
    [
      (lower?.lowerKeyword ?? "minimum", (lower?.value).map(json)),
      (upper?.upperKeyword ?? "maximum", (upper?.value).map(json)), ("step", step.map(json)),
    ]
  }
}

extension JSONObject {
  /// Creates an object with the members that have a value.
  fileprivate init(present members: [(key: String, value: JSONValue?)]) {
    self = [:]
    for member in members { self[member.key] = member.value }
  }
}
