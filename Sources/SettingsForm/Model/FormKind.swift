import Synchronization

/// The type of a setting's value, with its limits.
package indirect enum FormKind: Hashable, Sendable {
  /// `true` or `false`.
  case boolean
  /// A whole number.
  case integer(NumberLimits)
  /// A number.
  case number(NumberLimits)
  /// A string.
  case string(TextLimits)
  /// One of several values.
  case choice([FormChoice])
  /// Any subset of several values: an option set, stored as an array of names.
  case flags([FormChoice])
  /// A list of values of one type.
  case list(FormKind, ListLimits)
  /// Values of one type under arbitrary keys.
  case dictionary(FormKind)
  /// A struct inside a list or a dictionary, or an optional struct. The section's key and title are those of the struct.
  case object(FormSection)
  /// One of several alternatives, each with its own kind. The mark of an alternative determines which values belong to it.
  case variants([FormVariant])
  /// A kind that contains itself. ``FormSetting/kind`` never returns it; elements and alternatives can have it.
  case recursive(RecursiveKind)
  /// Any JSON.
  case json
}

extension FormKind {
  /// Whether the running app can offer values of the kind.
  package var canHaveChoicesHook: Bool {
    switch self {
    case .integer, .number, .string: true
    case .boolean, .choice, .flags, .list, .dictionary, .object, .variants, .recursive, .json: false
    }
  }
}

/// One of the values that a setting can have, with its title and help.
package struct FormChoice: Hashable, Sendable {
  /// The value in the document.
  package var value: JSONValue
  /// The name that people read.
  package var title: String
  /// The meaning of the choice; can be empty.
  package var help: String
  /// Whether the choice still works but is deprecated.
  package var isDeprecated: Bool
  /// The values that the choice had in earlier versions.
  package var formerValues: [JSONValue]

  package init(
    value: JSONValue, title: String, help: String = "", isDeprecated: Bool = false,
    formerValues: [JSONValue] = []
  ) {
    self.value = value
    self.title = title
    self.help = help
    self.isDeprecated = isDeprecated
    self.formerValues = formerValues
  }
}

extension FormKind {
  /// Returns how far a value is from being one of this kind: 0 for a value of the kind; `nil` for a value of another JSON type.
  ///
  /// The distance compares alternatives without checking the value: a constant that differs is worse than a missing required
  /// key, which is worse than an unknown key.
  ///
  /// For `{"type": "file", "path": 3}` and the alternatives file (`type` is "file", requires `path`) and url (`type` is "url", requires
  /// `url`): from file, the distance is 100 for the number in `path`; from url, 100 for `type`, 50 for the missing `url` and 2 for the
  /// unknown `path`. So the value is a file with a mistake in its path, and its problems are reported for that alternative.
  package func distance(to value: JSONValue) -> Int? { distance(to: value, depth: 0) }

  private func distance(to value: JSONValue, depth: Int) -> Int? {
    switch (self, value) {
    case (.boolean, .bool): return 0
    case (.integer, .number): return JSONType(of: value) == .integer ? 0 : Distance.otherValue
    case (.number, .number): return 0
    case (.string, .string): return 0
    case (.choice(let choices), _):
      if choices.contains(where: { $0.value == value }) { return 0 }
      let type = JSONType(of: value)
      return choices.contains { JSONType(of: $0.value) == type } ? Distance.otherValue : nil
    case (.flags(let choices), .array(let elements)):
      return Self.distance(of: elements, FormKind.choice(choices), depth: depth)
    case (.list(let element, _), .array(let elements)):
      return Self.distance(of: elements, element, depth: depth)
    case (.dictionary(let element), .object(let object)):
      return Distance.freeKeys + Self.distance(of: object.members.map(\.value), element, depth: depth)
    case (.object(let section), .object(let object)):
      return Self.distance(of: object, in: section, depth)
    case (.variants(let variants), _):
      return variants.compactMap { $0.kind.distance(to: value, depth: depth) }.min()
    case (.recursive(let recursive), _):
      return depth < Distance.depth ? recursive.kind.distance(to: value, depth: depth + 1) : Distance.anything
    case (.json, _): return Distance.anything
    default: return nil
    }
  }

  /// The amounts are far enough apart that several small differences don't outweigh a large one, except in objects with very many. The
  /// depth and the number of elements bound the time: a list of a million elements is recognized by its first eight.
  private enum Distance {
    /// The number of levels that are compared.
    static let depth = 4
    /// The number of elements that are compared.
    static let elements = 8
    static let anything = 5
    static let freeKeys = 1
    static let unknownKey = 2
    static let refusedKey = 20
    static let missingKey = 50
    static let otherValue = 100
  }

  private static func distance(of elements: [JSONValue], _ kind: FormKind, depth: Int) -> Int {
    guard depth < Distance.depth else { return 0 }
    return elements.prefix(Distance.elements).reduce(0) { sum, element in
      sum + (kind.distance(to: element, depth: depth + 1) ?? Distance.otherValue)
    }
  }

  private static func distance(of object: JSONObject, in section: FormSection, _ depth: Int) -> Int {
    let required = Set(section.requiredKeys)
    var distance = 0
    var known = 0
    for item in section.items {
      if let value = object[item.key] {
        known += 1
        if depth < Distance.depth { distance += Self.distance(of: value, to: item, depth + 1) }
      } else if required.contains(item.key) {
        distance += Distance.missingKey
      }
    }
    guard section.entries.isEmpty else { return distance }
    let isClosed = section.otherKeywords["additionalProperties"] == .bool(false)
    return distance + (object.members.count - known) * (isClosed ? Distance.refusedKey : Distance.unknownKey)
  }

  private static func distance(of value: JSONValue, to item: FormItem, _ depth: Int) -> Int {
    switch item {
    case .section(let section):
      FormKind.object(section).distance(to: value, depth: depth) ?? Distance.otherValue
    case .setting(let setting) where value == .null && setting.isOptional: 0
    case .setting(let setting):
      setting.shape.values.kind.distance(to: value, depth: depth) ?? Distance.otherValue
    }
  }
}

extension FormKind {
  /// Writes the type and its limits as keywords.
  ///
  /// - Parameter setting: Receives the attributes that JSON Schema has no keyword for.
  package func add(to keywords: inout [SchemaKeyword], _ setting: inout SettingKeyword, isOptional: Bool) {
    switch self {
    case .boolean:
      keywords.append(Self.type(.boolean, isOptional: isOptional))
    case .integer(let limits):
      keywords.append(Self.type(.integer, isOptional: isOptional))
      limits.add(to: &keywords, &setting)
    case .number(let limits):
      keywords.append(Self.type(.number, isOptional: isOptional))
      limits.add(to: &keywords, &setting)
    case .string(let limits):
      keywords.append(Self.type(.string, isOptional: isOptional))
      limits.add(to: &keywords, &setting)
    case .choice(let choices):
      if let type = FormChoice.commonType(choices) {
        keywords.append(Self.type(type, isOptional: isOptional))
      }
      keywords.append(.oneOf(choices.map(\.schema) + Self.null(isOptional)))
    case .flags(let choices):
      keywords.append(Self.type(.array, isOptional: isOptional))
      keywords.append(.items(FormKind.choice(choices).schema))
      keywords.append(.uniqueItems(true))
      setting.flags = true
    case .list(let element, let limits):
      keywords.append(Self.type(.array, isOptional: isOptional))
      keywords.append(.items(element.schema))
      limits.add(to: &keywords)
      setting.range = limits.isRange
    case .dictionary(let element):
      keywords.append(Self.type(.object, isOptional: isOptional))
      keywords.append(.additionalProperties(element.schema))
    case .object(let section):
      keywords.append(Self.type(.object, isOptional: isOptional))
      section.addItems(to: &keywords, &setting)
    // The schema that the alternatives were read from is kept.
    case .variants(let variants) where !variants.allSatisfy(\.hasKey): break
    case .variants(let variants):
      keywords.append(Self.type(.object, isOptional: isOptional))
      keywords.append(.oneOf(variants.map(\.schema) + Self.null(isOptional)))
    case .recursive, .json:
      if isOptional { keywords.append(.type(JSONType.anyOrNull)) }
    }
  }

  /// The schema of an element of a list or a dictionary.
  var schema: JSONSchema {
    var keywords: [SchemaKeyword] = []
    var setting = SettingKeyword()
    if case .object(let section) = self {
      if !section.title.isEmpty { keywords.append(.title(section.title)) }
      if !section.help.isEmpty { keywords.append(.description(section.help)) }
      if !section.key.isEmpty || section.order != nil {
        setting.object = SettingKeyword.Object(
          key: section.key.isEmpty ? nil : section.key, order: section.order)
      }
    }
    add(to: &keywords, &setting, isOptional: false)
    if !setting.isEmpty { keywords.append(.setting(setting)) }
    guard case .object(let section) = self else { return JSONSchema(keywords: keywords) }
    return JSONSchema(keywords: keywords).replacing(section.otherKeywords)
  }

  /// Returns the alternative of an optional without a value.
  private static func null(_ isOptional: Bool) -> [JSONSchema] {
    isOptional ? [JSONSchema(keywords: [.const(.null)])] : []
  }

  private static func type(_ type: JSONType, isOptional: Bool) -> SchemaKeyword {
    .type(isOptional ? [type, .null] : [type])
  }
}

extension JSONType {
  /// All types including `null`: the type of an optional setting of any JSON.
  package static let anyOrNull: [JSONType] = [.boolean, .number, .string, .array, .object, .null]
}

extension FormChoice {
  /// Returns the type that the values of all choices have; `nil` if they differ.
  static func commonType(_ choices: [FormChoice]) -> JSONType? {
    guard let first = choices.first.map({ JSONType(of: $0.value) }),
      choices.allSatisfy({ JSONType(of: $0.value) == first })
    else { return nil }
    return first
  }

  /// The choice as one of the schemas of `oneOf`.
  var schema: JSONSchema {
    var keywords: [SchemaKeyword] = [.const(value), .title(title)]
    if !help.isEmpty { keywords.append(.description(help)) }
    if isDeprecated { keywords.append(.deprecated(true)) }
    if !formerValues.isEmpty {
      var setting = SettingKeyword()
      setting.was = formerValues
      keywords.append(.setting(setting))
    }
    return JSONSchema(keywords: keywords)
  }
}

extension FormVariant {
  /// The alternative as one of the schemas of `oneOf`.
  var schema: JSONSchema {
    var keywords: [SchemaKeyword] = [.title(title)]
    if !help.isEmpty { keywords.append(.description(help)) }
    if isDeprecated { keywords.append(.deprecated(true)) }
    if !formerKeys.isEmpty {
      var setting = SettingKeyword()
      setting.was = formerKeys.map(JSONValue.string)
      keywords.append(.setting(setting))
    }
    return JSONSchema(keywords: keywords + kind.schema.keywords)
  }
}

extension NumberLimits {
  fileprivate func add(to keywords: inout [SchemaKeyword], _ setting: inout SettingKeyword) {
    switch lower {
    case .inclusive(let number)?: keywords.append(.minimum(number))
    case .exclusive(let number)?: keywords.append(.exclusiveMinimum(number))
    case nil: break
    }
    switch upper {
    case .inclusive(let number)?: keywords.append(.maximum(number))
    case .exclusive(let number)?: keywords.append(.exclusiveMaximum(number))
    case nil: break
    }
    guard let step else { return }
    if stepsFromZero || countsFromZero(step) {
      keywords.append(.multipleOf(step))
    } else {
      setting.step = step
    }
  }

  /// Whether a step can be written as `multipleOf`, which validators compute in binary and from zero: the step is a multiple of
  /// 2^-10, so it is exact in binary, and the lower limit is a multiple of the step.
  package func countsFromZero(_ step: JSONNumber) -> Bool {
    let isExact = JSONNumber(0x1p-10).map(step.isMultiple) ?? false
    return isExact && lower.map { $0.value.isMultiple(of: step) } ?? true
  }
}

extension TextLimits {
  fileprivate func add(to keywords: inout [SchemaKeyword], _ setting: inout SettingKeyword) {
    if let minLength { keywords.append(.minLength(minLength)) }
    if let maxLength { keywords.append(.maxLength(maxLength)) }
    if let pattern { keywords.append(.pattern(pattern)) }
    switch format {
    case .base64?: keywords.append(.contentEncoding(TextLimits.Format.base64.rawValue))
    case let format?: keywords.append(.format(format.rawValue))
    case nil: break
    }
    setting.times = times
    setting.multiline = isMultiline
  }
}

extension ListLimits {
  fileprivate func add(to keywords: inout [SchemaKeyword]) {
    if let minCount { keywords.append(.minItems(minCount)) }
    if let maxCount { keywords.append(.maxItems(maxCount)) }
    if isUnique { keywords.append(.uniqueItems(true)) }
  }
}

/// The kind of a value that can contain values of the same kind, such as a rule that combines rules.
///
/// The kind is made when it is first needed, because the form of a recursive schema would otherwise be infinite.
package struct RecursiveKind: Sendable {
  /// The name of the definition that describes the value; `nil` for any value.
  package let name: String?
  private let content: Content

  private final class Content: Sendable {
    private let made = Mutex<FormKind?>(nil)
    private let make: @Sendable () -> FormKind

    init(_ make: @escaping @Sendable () -> FormKind) {
      self.make = make
    }

    var kind: FormKind {
      if let kind = made.withLock(\.self) { return kind }
      // Two threads can both make the kind; both results are equal.
      let kind = make()
      made.withLock { $0 = kind }
      return kind
    }
  }

  /// Creates the kind of a definition.
  ///
  /// - Parameter make: Returns the kind. It isn't another recursive kind.
  package init(name: String?, _ make: @escaping @Sendable () -> FormKind) {
    self.name = name
    content = Content(make)
  }

  /// The kind that the definition describes.
  package var kind: FormKind { content.kind }
}

extension RecursiveKind: Hashable {
  /// Whether the kinds have the same definition. Kinds of different forms aren't compared.
  package static func == (left: RecursiveKind, right: RecursiveKind) -> Bool { left.name == right.name }

  /// Hashes the name of the definition.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension FormKind {
  /// The kind, made if it is recursive.
  package var resolved: FormKind {
    if case .recursive(let recursive) = self { recursive.kind } else { self }
  }
}

extension FormKind {
  /// Whether a schema says nothing about the value; see ``anything``.
  package var isAnything: Bool { resolved == Self.anything.resolved }

  /// The kind of a value about which a schema says nothing. Such a value is edited according to its own type.
  package static let anything: FormKind = .recursive(
    RecursiveKind(name: nil) {
      .variants([
        FormVariant(mark: .kind, title: "Text", kind: .string(TextLimits())),
        FormVariant(mark: .kind, title: "Number", kind: .number(NumberLimits())),
        FormVariant(mark: .kind, title: "True or false", kind: .boolean),
        FormVariant(mark: .kind, title: "List", kind: .list(.anything, ListLimits())),
        FormVariant(mark: .kind, title: "Entries", kind: .dictionary(.anything)),
      ])
    })
}
