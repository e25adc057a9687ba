/// The keyword `x-setting`: the attributes of a setting that JSON Schema has no keyword for.
///
/// Other validators ignore it, so a form with it is still a JSON Schema that they read. What JSON Schema can express is never written here.
/// For example, the lower limit of a number is `minimum`. The lower limit of a duration is in `x-setting`, because JSON Schema can't
/// compare times.
///
/// Most settings have none of these attributes. Such a keyword is empty, and isn't written at all.
@dynamicMemberLookup
package struct SettingKeyword: Hashable, Sendable {
  package static let name = "x-setting"

  /// The title and help of a struct that is a setting itself, if they differ from the setting's. An empty one says only
  /// that the struct is one setting rather than a section.
  package struct Object: Hashable, Sendable {
    package var key: String?
    package var title: String?
    package var help: String?
    package var order: Int?
  }

  /// A change takes effect in the next process: `FormTraits.requiresRestart`.
  package var requiresRestart = false
  /// Marks a setting that only the app's code uses. Exported forms lack such settings.
  package var skipSetting = false
  package var attributes = Attributes()
  /// The distance between the values of a number, counted from its lower limit. It is here only if `multipleOf` would
  /// mean something else, or wouldn't be exact in other validators.
  package var step: JSONNumber?
  /// The limits of a duration or a date. In JSON, they have the names of the limits of a number, `minimum` and so on,
  /// with text as their values.
  package var times = TimeLimits()
  /// Former keys; at a choice, former values. A single one can be written without a list: `"was": "factor"`.
  ///
  /// Values of any type are kept, because the former value of a choice can be a number.
  package var was: [JSONValue] = []
  package var advanced = false
  /// Only the app can tell whether a value is valid: a type reads it with code of its own.
  package var codedByApp = false
  /// The text has several lines.
  package var multiline = false
  /// The list is a set of flags: an editor shows a box for each choice instead of a list that is built up.
  package var flags = false
  /// The bits of the flags, in the order of the choices: the app reads a number of them in place of the list.
  package var bits: [UInt64] = []
  /// The app reads the value also as Swift's `JSONEncoder` writes it.
  package var jsonEncoder = false
  /// The list is the two ends of a range, `[2, 90]`.
  package var range = false
  /// Marks a struct that is one setting rather than a section: `"object": {}`.
  package var object: Object?

  package init() {}

  package subscript<Value>(dynamicMember path: WritableKeyPath<Attributes, Value>) -> Value {
    get { attributes[keyPath: path] }
    set { attributes[keyPath: path] = newValue }
  }

  /// Returns the attributes that a section has, and removes them.
  package mutating func takeSectionAttributes() -> Attributes {
    let all = attributes
    attributes = Attributes(
      sideEffects: all.sideEffects, unit: all.unit, choicesHook: all.choicesHook,
      textTemplate: all.textTemplate,
      presets: all.presets)
    return Attributes(
      keywords: all.keywords, order: all.order, header: all.header, footer: all.footer, details: all.details,
      actions: all.actions, isInline: all.isInline)
  }

  /// Whether there is nothing to write.
  package var isEmpty: Bool { self == SettingKeyword() }

  /// The names of the attributes that are written.
  package var memberNames: [String] { json.members.map(\.key) }
}

extension SettingKeyword {
  /// What a form says about a setting or a section besides its values, its title and its help. A ``FormSetting`` and a ``FormSection`` have
  /// these attributes as their own properties.
  package struct Attributes: Hashable, Sendable {
    /// The names of the actions that a change triggers. Each runs once for an apply, with all changes of settings that name it. One name can
    /// be written as a string: `"sideEffects": "recalculate"`.
    package var sideEffects: [String] = []
    /// The unit of the number, in words or as a symbol: `s`, `MB`, `attempts`. A unit that ``QuantityUnit`` knows can be typed with other
    /// units, too.
    package var unit: String?
    /// The name of the hook that offers values while the app runs, such as the devices that are connected; other values are valid, too.
    package var choicesHook: String?
    /// The words that a search finds the setting or section by, besides its title, path and help. Nobody sees them.
    package var keywords: [String] = []
    /// The position among its siblings, as the annotation says it; `nil` for the order of declaration. The items of a section are already
    /// sorted by it.
    package var order: Int?
    /// The name of the hook that provides the text above the section. Only the running app can call it, so other programs show no text there.
    package var header: String?
    /// The name of the hook that provides the text below the section.
    package var footer: String?
    /// The rows of a section with text of the running app, such as the number of its connections. An editor without the app doesn't show
    /// them.
    package var details: [FormRow] = []
    /// The rows that run a function of the app. An action is never part of a draft: it happens at once, and isn't undone.
    package var actions: [FormRow] = []
    /// Whether an editor shows a section at its place among the settings around it, or only a link to it; `nil` for below them.
    package var isInline: Bool?
    /// The text of a struct that is one setting, as people read and type it, with the keys of its members in braces: `{width} × {height}`.
    /// The value `{"width": 4, "height": 3}` is shown as `4 × 3`.
    package var textTemplate: String?
    /// The values of such a setting that have names; other values are valid, too.
    package var presets: [FormChoice] = []

    package init(
      sideEffects: [String] = [], unit: String? = nil, choicesHook: String? = nil, keywords: [String] = [],
      order: Int? = nil, header: String? = nil, footer: String? = nil, details: [FormRow] = [],
      actions: [FormRow] = [], isInline: Bool? = nil, textTemplate: String? = nil,
      presets: [FormChoice] = []
    ) {
      self.sideEffects = sideEffects
      self.unit = unit
      self.choicesHook = choicesHook
      self.keywords = keywords
      self.order = order
      self.header = header
      self.footer = footer
      self.details = details
      self.actions = actions
      self.isInline = isInline
      self.textTemplate = textTemplate
      self.presets = presets
    }
  }
}

extension SettingKeyword: KeywordObject {
  static let noun = "the attributes of a setting"

  static let members: [KeywordMember<SettingKeyword>] = [
    .flag("requiresRestart", at: \.requiresRestart),
    .flag("skipSetting", at: \.skipSetting),
    .texts("sideEffects", at: \.attributes.sideEffects),
    .limit("minimum", at: \.times.lower, as: RangeLimit.inclusive),
    .limit("exclusiveMinimum", at: \.times.lower, as: RangeLimit.exclusive),
    .limit("maximum", at: \.times.upper, as: RangeLimit.inclusive),
    .limit("exclusiveMaximum", at: \.times.upper, as: RangeLimit.exclusive),
    // For a duration or a date, the step is a duration; for a number, it is a number.
    KeywordMember(name: "step") { setting, reader, json throws(FormSchemaError) in
      if case .string(let text) = json {
        setting.times.step = text
      } else {
        setting.step = try reader.positive(json)
      }
    } json: {
      $0.step.map(JSONValue.number) ?? $0.times.step.map(JSONValue.string)
    },
    .text("unit", at: \.attributes.unit),
    .text("choices", at: \.attributes.choicesHook),
    KeywordMember(name: "was") { setting, _, json in
      setting.was = if case .array(let values) = json { values } else { [json] }
    } json: {
      $0.was.isEmpty ? nil : .array($0.was)
    },
    .texts("keywords", at: \.attributes.keywords),
    .flag("advanced", at: \.advanced),
    .flag("codedByApp", at: \.codedByApp),
    .flag("multiline", at: \.multiline),
    .flag("flags", at: \.flags),
    KeywordMember("bits", at: \.bits, read: SchemaReader.bits, json: { $0.isEmpty ? nil : .array(bits: $0) }),
    .flag("jsonEncoder", at: \.jsonEncoder),
    .flag("range", at: \.range),
    KeywordMember(
      "order", at: \.attributes.order, read: SchemaReader.integer,
      json: { $0.map { .number(JSONNumber($0)) } }),
    .text("header", at: \.attributes.header),
    .text("footer", at: \.attributes.footer),
    .objects("details", at: \.attributes.details),
    .objects("actions", at: \.attributes.actions),
    KeywordMember(
      "inline", at: \.attributes.isInline, read: SchemaReader.bool, json: { $0.map(JSONValue.bool) }),
    KeywordMember("object", at: \.object, read: SchemaReader.object) { $0.map { .object($0.json) } },
    .text("text", at: \.attributes.textTemplate),
    .objects("presets", at: \.attributes.presets),
  ]
}

extension KeywordMember {
  /// A limit of a duration or a date, at the end that the property is about.
  fileprivate static func limit(
    _ name: String, at path: Path<TimeLimits.Bound?>,
    as bound: @escaping @Sendable (String) -> TimeLimits.Bound
  ) -> Self {
    Self(name: name) { owner, reader, json throws(FormSchemaError) in
      owner[keyPath: path] = bound(try reader.string(json))
    } json: {
      $0[keyPath: path].flatMap { bound($0.value) == $0 ? .string($0.value) : nil }
    }
  }
}

extension JSONValue {
  fileprivate static func array(bits: [UInt64]) -> JSONValue { .array(bits.map { .number(JSONNumber($0)) }) }
}

extension SchemaReader {
  fileprivate func bits(_ value: JSONValue) throws(FormSchemaError) -> [UInt64] {
    let bits = try array(value).compactMap { value in
      if case .number(let number) = value { number.integer(as: UInt64.self) } else { UInt64?.none }
    }
    guard !bits.isEmpty, .array(bits: bits) == value else {
      throw wrong("a list of numbers, one for each flag")
    }
    return bits
  }
}

extension SettingKeyword.Object: KeywordObject {
  static let noun = "the title and description of a struct"

  static let members: [KeywordMember<Self>] = [
    .text("key", at: \.key),
    .text("title", at: \.title, read: SchemaReader.title),
    .text("description", at: \.help, read: SchemaReader.help),
    KeywordMember(
      "order", at: \.order, read: SchemaReader.integer, json: { $0.map { .number(JSONNumber($0)) } }),
  ]
}

/// A value of a struct that has a name: `{"title": "Full HD", "value": {"width": 1920, "height": 1080}}`.
extension FormChoice: KeywordObject {
  static let noun = "the title and value of a preset"

  static let members: [KeywordMember<Self>] = [
    KeywordMember("title", at: \.title, read: SchemaReader.title, json: JSONValue.string),
    KeywordMember(
      "description", at: \.help, read: SchemaReader.help, json: { $0.isEmpty ? nil : .string($0) }),
    KeywordMember(name: "value", read: { choice, _, value in choice.value = value }, json: \.value),
  ]

  init() { self.init(value: .null, title: "") }

  var lack: String? { title.isEmpty || value == .null ? "an object with a title and a value" : nil }
}

/// A row as a member of `details` or `actions`. Without a title, it is shown under the name of its hook.
extension FormRow: KeywordObject {
  static let noun = "the name and title of a row"

  static let members: [KeywordMember<Self>] = [
    KeywordMember(name: "name") { row, reader, json throws(FormSchemaError) in
      row.name = try reader.string(json)
      if row.title.isEmpty { row.title = row.name }
    } json: {
      .string($0.name)
    },
    KeywordMember("title", at: \.title, read: SchemaReader.string, json: JSONValue.string),
    KeywordMember(name: "before") { row, reader, json throws(FormSchemaError) in
      row.place = .before(try reader.string(json))
    } json: {
      if case .before(let key) = $0.place { .string(key) } else { nil }
    },
    KeywordMember(name: "at") { row, reader, json throws(FormSchemaError) in
      switch try reader.string(json) {
      case "header": row.place = .header
      case "footer": row.place = .footer
      default: throw reader.wrong("\"header\" or \"footer\"")
      }
    } json: {
      switch $0.place {
      case .header: "header"
      case .footer: "footer"
      case .end, .before: nil
      }
    },
  ]

  init() { self.init(name: "", title: "") }

  /// Without a hook, the row could show nothing.
  var lack: String? { name.isEmpty ? "an object with the name of a hook" : nil }
}

/// Keywords of VS Code and of JetBrains' editors, which JSON Schema doesn't define.
///
/// A form that this library writes has none of them. They are read from other schemas; a value of a wrong type is
/// ignored.
///
/// Schemas of large programs are written for these editors: titles and help of choices are often only here, and so are
/// examples.
package enum EditorKeyword: String, CaseIterable, Sendable {
  // The help of a setting.
  case markdownDescription
  case htmlDescription = "x-intellij-html-description"
  // Titles and help of the values of `enum`, in the same order.
  case enumDescriptions
  case markdownEnumDescriptions
  case enumItemLabels
  /// Titles and help of the values of `enum`, by value.
  case enumMetadata = "x-intellij-enum-metadata"
  // Why a setting is deprecated, and what to use instead.
  case deprecationMessage
  case markdownDeprecationMessage
  // What to do about an invalid value.
  case errorMessage
  case patternErrorMessage
  // Values to choose from.
  case examples
  case defaultSnippets
}

extension EditorKeyword {
  /// Whether the keyword is text for a person. The other keywords have values to choose from, and are read from any form.
  package var isText: Bool { self != .examples && self != .defaultSnippets }
}

extension JSONSchema {
  /// What a person reads about the values of `enum`.
  package var valueDescriptions: [ValueDescription] {
    for case .valueDescriptions(let strings) in keywords { return strings }
    return []
  }

  /// Returns the text of a keyword; `nil` without that keyword, or if it isn't text.
  func text(of keyword: EditorKeyword) -> String? {
    for case .other(keyword.rawValue, .string(let text)) in keywords { return text }
    return nil
  }
}

/// What a person reads about one of the values of `enum`, or about a preset of a struct. Long texts are cut when it is
/// created.
package struct ValueDescription: Hashable, Sendable {
  package let value: JSONValue
  /// The name of the value; `nil` if it has none.
  package let title: String?
  /// The meaning of the value; can be empty.
  package let help: String

  package init(value: JSONValue, title: String?, help: String) {
    self.value = value
    self.title = title.map { InputLimits.cut($0, to: InputLimits.titleLength) }
    self.help = InputLimits.cut(help, to: InputLimits.helpLength)
  }
}

/// A row of a section that isn't a setting: the running app provides its text, or runs it. An editor without the app
/// shows no text for it and can't run it.
package struct FormRow: Hashable, Sendable {
  /// The name of the app's hook.
  package var name: String
  /// The name that people read.
  package var title: String
  /// The place of the row in its section, which the order of the settings can't express.
  package var place: Place

  /// Where a row is in its section.
  package enum Place: Hashable, Sendable {
    /// Below the settings of the section.
    case end
    /// Above the item with a key.
    case before(String)
    /// Below the text of the section's header.
    case header
    /// Below the text of the section's footer.
    case footer
  }

  package init(name: String, title: String, place: Place = .end) {
    (self.name, self.title, self.place) = (name, title, place)
  }
}
