import Synchronization

/// The type of a setting's value, with its limits.
///
/// A kind decides how a value is shown, typed and edited; what is valid follows from the same limits, as keywords
/// (``add(to:_:isOptional:)``). `case .integer` with a lower limit of 1 is a field for a whole number, and the schema
/// `{"type": "integer", "minimum": 1}`.
///
/// Where a schema fits no kind, it is ``json``: the value is edited as text and checked by the schema. So each kind
/// only needs to represent what an editor can do something with.
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
  /// A struct inside a list or a dictionary, or an optional struct. The section has the key and the title of the struct.
  case object(FormSection)
  /// One of several alternatives, each with its own kind. The mark of an alternative determines which values belong to it.
  case variants([FormVariant])
  /// A kind that contains itself. ``FormSetting/kind`` never returns it; elements and alternatives can have it.
  case recursive(RecursiveKind)
  /// Any JSON.
  case json
}

/// What most code asks of a kind. Only what reads, checks, shows or edits a value of the kind itself needs a switch over
/// all kinds, so a new kind changes few files.
extension FormKind {
  /// The parts of values of a kind, as far as the form describes them.
  package enum Parts {
    /// No parts, or any JSON.
    case none
    /// Elements of one kind; those of an option set are choices.
    case elements(FormKind)
    /// Values of one kind under any keys.
    case entries(FormKind)
    /// The fields of a struct.
    case fields(FormSection)
    /// The parts of the alternative that a value belongs to.
    case alternatives([FormVariant])
    /// The parts of the kind that a definition stands for.
    case definition(RecursiveKind)
  }

  /// The parts of the values, for what walks down a form.
  ///
  ///     [String: [Server]]   entries(list) → elements(object) → fields(section)
  package var parts: Parts {
    switch self {
    case .list(let element, _): .elements(element)
    case .flags(let choices): .elements(.choice(choices))
    case .dictionary(let value): .entries(value)
    case .object(let section): .fields(section)
    case .variants(let variants): .alternatives(variants)
    case .recursive(let recursive): .definition(recursive)
    case .boolean, .integer, .number, .string, .choice, .json: .none
    }
  }

  /// The choices of a value, or of the elements of an option set; empty for other kinds.
  package var choices: [FormChoice] {
    switch self {
    case .choice(let choices), .flags(let choices): choices
    default: []
    }
  }

  /// Whether a value is a single one, without parts: a Boolean value, a number, a string or a choice. Any JSON isn't.
  package var isScalar: Bool {
    switch self {
    case .json: false
    default: if case .none = parts { true } else { false }
    }
  }

  /// Whether a value is typed or chosen as a whole: a single value, or an option set.
  package var isChangedAsWhole: Bool {
    if case .flags = self { true } else { isScalar }
  }

  /// Whether the running app can offer values of the kind: only where a single value is typed.
  package var canHaveChoicesHook: Bool {
    switch self {
    case .integer, .number, .string: true
    default: false
    }
  }
}

/// What a kind is called, where the name depends on nothing else.
extension FormKind {
  /// The words for a kind.
  package struct Words {
    /// The name in output for programs.
    package var type: String
    /// The object of a sentence of a message: "Remove multiline, which doesn't apply to a choice."
    package var noun: String
    /// The predicate of a sentence about a Swift type: "'range' limits numbers, and this is a string".
    package var swift: String
    /// What a list has several of, in a summary: "List of 1 to 3 strings".
    package var plural: String
    /// The title of an alternative with such values, when nothing else tells it apart: "Text".
    package var title: String
    /// What a list in such a title is a list of: "List of numbers".
    package var titlePlural: String
  }

  /// The words for the kind.
  package var words: Words {
    switch self {
    case .boolean:
      Words(
        type: "boolean", noun: "a setting that is true or false", swift: "true or false",
        plural: "true or false", title: "True or false", titlePlural: "true or false")
    case .integer:
      Words(
        type: "integer", noun: "a whole number", swift: "a number", plural: "whole numbers", title: "Number",
        titlePlural: "numbers")
    case .number:
      Words(
        type: "number", noun: "a number", swift: "a number", plural: "numbers", title: "Number",
        titlePlural: "numbers")
    case .string:
      Words(
        type: "string", noun: "a string", swift: "a string", plural: "strings", title: "Text",
        titlePlural: "text")
    case .choice:
      Words(
        type: "choice", noun: "a choice", swift: "a choice", plural: "choices", title: "Choice",
        titlePlural: "choices")
    case .flags:
      Words(
        type: "flags", noun: "flags", swift: "an option set", plural: "sets", title: "Set",
        titlePlural: "sets")
    case .list:
      Words(
        type: "list", noun: "a list", swift: "a list", plural: "lists", title: "List", titlePlural: "lists")
    case .dictionary:
      Words(
        type: "dictionary", noun: "a dictionary", swift: "a dictionary", plural: "dictionaries",
        title: "Entries", titlePlural: "objects")
    case .object:
      Words(
        type: "object", noun: "a struct", swift: "a struct", plural: "groups", title: "Object",
        titlePlural: "objects")
    case .variants:
      Words(
        type: "alternatives", noun: "a value with alternatives", swift: "an enum with associated values",
        plural: "alternatives", title: "Value", titlePlural: "values")
    case .recursive:
      Words(
        type: "json", noun: "a value of a definition", swift: "of a type that forms don't describe",
        plural: "values", title: "Value", titlePlural: "values")
    case .json:
      Words(
        type: "json", noun: "a setting that is edited as JSON", swift: "of a type that forms don't describe",
        plural: "JSON values", title: "JSON", titlePlural: "values")
    }
  }
}

extension FormKind {
  /// Returns how far a value is from being one of this kind: 0 for a value of the kind; `nil` for a value of another
  /// JSON type.
  ///
  /// The distance compares alternatives without checking the value: a constant that differs is worse than a missing
  /// required key, which is worse than an unknown key.
  ///
  /// For `{"type": "file", "path": 3}` and the alternatives file (`type` is "file", requires `path`) and url (`type` is
  /// "url", requires `url`): from file, the distance is 100 for the number in `path`; from url, 100 for `type`, 50 for
  /// the missing `url` and 2 for the unknown `path`. So the value is a file with a mistake in its path, and its
  /// problems are reported for that alternative.
  ///
  /// Limits don't count: 70000 is as near to a port as 80.
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

  /// How much each difference counts.
  ///
  /// The amounts are far enough apart that several small differences don't outweigh a large one, except in objects with
  /// very many. The depth and the number of elements bound the time: a list of a million elements is recognized by its
  /// first eight.
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

  /// Returns the sum of the distances of the first elements. In a list of a million numbers, the rest wouldn't change
  /// the decision.
  private static func distance(of elements: [JSONValue], _ kind: FormKind, depth: Int) -> Int {
    guard depth < Distance.depth else { return 0 }
    return elements.prefix(Distance.elements).reduce(0) { sum, element in
      sum + (kind.distance(to: element, depth: depth + 1) ?? Distance.otherValue)
    }
  }

  /// Returns the distance of an object from a section: for each member that differs, for each required member that is missing, and for each
  /// member that the section doesn't have.
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
    let isClosed = section.otherKeywords[.additionalProperties] == .never
    return distance + (object.members.count - known) * (isClosed ? Distance.refusedKey : Distance.unknownKey)
  }

  /// Returns the distance of a member from the item that describes it. A value of another type counts like a wrong
  /// constant.
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
  /// `FormKind` → keywords → `SettingReader` gives the same kind again. A kind that breaks this would be read as JSON.
  ///
  /// - Parameters:
  ///   - setting: Receives the attributes that JSON Schema has no keyword for.
  ///   - isOptional: Whether `null` is a value, too: `"type": ["integer",
  ///     "null"]`, and one more alternative of `oneOf`.
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
      if let type = choices.commonType {
        keywords.append(Self.type(type, isOptional: isOptional))
      }
      keywords.append(.list(.oneOf, choices.map(\.schema) + Self.null(isOptional)))
    case .flags(let choices):
      keywords.append(Self.type(.array, isOptional: isOptional))
      keywords.append(.schema(.items, FormKind.choice(choices).schema))
      keywords.append(.flag(.uniqueItems, true))
      setting.flags = true
      let bits = choices.compactMap(\.bit)
      if bits.count == choices.count { setting.bits = bits }
    case .list(let element, let limits):
      keywords.append(Self.type(.array, isOptional: isOptional))
      keywords.append(.schema(.items, element.schema))
      limits.add(to: &keywords, &setting)
    case .dictionary(let element):
      keywords.append(Self.type(.object, isOptional: isOptional))
      keywords.append(.schema(.additionalProperties, element.schema))
    case .object(let section):
      keywords.append(Self.type(.object, isOptional: isOptional))
      section.addItems(to: &keywords, &setting)
    // The schema that the alternatives were read from is kept.
    case .variants(let variants) where !variants.allSatisfy(\.hasKey): break
    case .variants(let variants):
      keywords.append(Self.type(.object, isOptional: isOptional))
      keywords.append(.list(.oneOf, variants.map(\.schema) + Self.null(isOptional)))
    case .recursive, .json:
      if isOptional { keywords.append(.type(JSONType.anyOrNull)) }
    }
  }

  /// The schema of an element of a list or a dictionary. A struct brings its own title and help; any other element has
  /// none.
  var schema: JSONSchema {
    var keywords: [SchemaKeyword] = []
    var setting = SettingKeyword()
    if case .object(let section) = self {
      if !section.title.isEmpty { keywords.append(.text(.title, section.title)) }
      if !section.help.isEmpty { keywords.append(.text(.description, section.help)) }
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

  /// The notice about a value as Swift's `JSONEncoder` writes it; `nil` if such a value isn't read.
  package var coderNotice: String? { CoderSchema(schema)?.notice }

  private static func null(_ isOptional: Bool) -> [JSONSchema] {
    isOptional ? [JSONSchema(keywords: [.const(.null)])] : []
  }

  private static func type(_ type: JSONType, isOptional: Bool) -> SchemaKeyword {
    .type(isOptional ? [type, .null] : [type])
  }
}

extension FormVariant {
  /// The alternative as one of the schemas of `oneOf`.
  var schema: JSONSchema {
    var keywords: [SchemaKeyword] = [.text(.title, title)]
    if !help.isEmpty { keywords.append(.text(.description, help)) }
    if isDeprecated { keywords.append(.flag(.deprecated, true)) }
    if !formerKeys.isEmpty {
      var setting = SettingKeyword()
      setting.was = formerKeys.map(JSONValue.string)
      keywords.append(.setting(setting))
    }
    return JSONSchema(keywords: keywords + kind.schema.keywords)
  }
}

/// The kind of a value that can contain values of the same kind, such as a rule that combines rules.
///
/// The kind is made when it is first needed, because the form of a recursive schema would otherwise be infinite. An
/// editor needs as many levels as the value has, and one more for what can be added.
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
      // The kind is made outside the lock, because making it can ask for other kinds of the same form.
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

  package var kind: FormKind { content.kind }
}

extension RecursiveKind: Hashable {
  /// Whether the kinds have the same definition. Kinds of different forms aren't compared.
  package static func == (left: RecursiveKind, right: RecursiveKind) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension FormKind {
  /// The kind, made if it is recursive: what an editor looks at. Whoever walks down a kind has to stop at some depth,
  /// because the parts of the result can be recursive again.
  package var resolved: FormKind {
    if case .recursive(let recursive) = self { recursive.kind } else { self }
  }
}

extension FormKind {
  /// Whether a schema says nothing about the value; see ``anything``. Kinds are compared by their content here, since a
  /// list of anything has a kind that was made for it.
  package var isAnything: Bool { resolved == Self.anything.resolved }

  /// The kind of a value about which a schema says nothing. Such a value is edited according to its own type: a string
  /// as text, a list as a list of anything.
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
