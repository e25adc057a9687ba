import TestSupport

@testable import SettingsForm
@testable import SettingsValidation

/// Creates forms that use all features: what this library could have written. Written and read again, each must be equal to itself.
struct RandomForm {
  var random: SeededRandom

  static func form(seed: UInt64) -> FormSchema {
    var maker = RandomForm(random: SeededRandom(seed: seed))
    let rules =
      maker.random.once(in: 2) ? [] : [FormRule(.require(.operation(.less, [.value(1), .value(3)])))]
    var root = maker.section(key: "", depth: 0)
    root.order = maker.random.once(in: 4) ? 2 : nil
    return FormSchema(root: root, rules: rules)
  }

  private mutating func text() -> String {
    random.pick([
      "", "a", "Title", "A title of many words", "tab\tquote\" \\ / é 日本語 🎛", "two\nlines", "null", "0",
    ])
  }

  private mutating func optionalText() -> String? { random.once(in: 3) ? text() : nil }

  private mutating func otherKeywords() -> JSONSchema {
    guard random.once(in: 5) else { return JSONSchema(keywords: []) }
    let all: [[SchemaKeyword]] = [
      [.other("examples", [1, .null])], [.other("$comment", "kept")],
      [.other("x-vendor", ["type": 3]), .other("contentMediaType", "text/plain")],
      [.schema(.not, JSONSchema(keywords: [.const("never this")]))],
    ]
    return JSONSchema(keywords: random.pick(all))
  }

  private mutating func rows() -> [FormRow] {
    random.once(in: 5) ? [FormRow(name: "a", title: text()), FormRow(name: "b", title: "b")] : []
  }

  mutating func section(key: String, depth: Int) -> FormSection {
    var keys = ["a", "b", "value", "$schema", "with.dot", "with/slash~", "", "日本語", "properties", "type"]
    keys.shuffle(using: &random)
    let count = Int.random(in: 0...(depth > 2 ? 2 : 6), using: &random)
    let items = keys.prefix(count).map { key -> FormItem in
      if depth < 3, random.once(in: 4) { return .section(section(key: key, depth: depth + 1)) }
      return .setting(setting(key: key, depth: depth + 1))
    }
    return FormSection(
      key: key, title: text(), help: text(),
      attributes: SettingKeyword.Attributes(
        keywords: random.once(in: 4) ? ["alias", "b c"] : [],
        order: random.once(in: 4) ? Int.random(in: -5...5, using: &random) : nil, header: optionalText(),
        footer: optionalText(), details: rows(), actions: rows()),
      otherKeywords: otherKeywords(), items: items)
  }

  mutating func setting(key: String, depth: Int) -> FormSetting {
    var setting = FormSetting(
      key: key, title: text(), help: text(), kind: kind(depth: depth), isOptional: random.once(in: 3),
      traits: FormTraits(rawValue: UInt16.random(in: 0..<32, using: &random)),
      attributes: SettingKeyword.Attributes(
        sideEffects: random.once(in: 3) ? ["recalculate", "code()"] : [], unit: optionalText(),
        keywords: random.once(in: 4) ? ["alias"] : [], order: random.once(in: 4) ? 7 : nil),
      formerKeys: random.once(in: 4) ? ["old", "older"] : [], otherKeywords: otherKeywords())
    if case .object(var section) = setting.kind {
      section.otherKeywords.keywords = []
      if random.once(in: 2) {
        (section.key, section.title, section.help) = (key, setting.title, setting.help)
      }
      setting.kind = .object(section)
    }
    if case .choice(let choices) = setting.kind, choices.contains(where: { $0.value == .null }) {
      setting.isOptional = false
    }
    if setting.kind.canHaveChoicesHook, random.once(in: 4) { setting.choicesHook = "columns" }
    var documents = RandomDocument(random: random)
    let value = documents.value(for: setting)
    random = documents.random
    let problems = setting.problems(of: value, SchemaLibrary())
    let isValid = !problems.contains { $0.severity == .error }
    if isValid, !random.once(in: 4) { setting.defaultValue = value }
    return setting
  }

  mutating func kind(depth: Int) -> FormKind {
    switch Int.random(in: 0..<(depth > 3 ? 7 : 11), using: &random) {
    case 0: return .boolean
    case 1: return .integer(numberLimits(["0", "1", "-3", "30", "1e2"], steps: ["1", "2", "5"]))
    case 2:
      return .number(
        numberLimits(["0", "0.5", "-3.25", "1.0", "1e-3", "100"], steps: ["0.1", "0.25", "3"]))
    case 3: return .string(textLimits())
    case 4: return .choice(choices())
    case 5:
      return .flags(choices().filter { $0.value.text != nil } + [FormChoice(value: .string("x"), title: "")])
    case 6: return .json
    case 7:
      return .list(
        kind(depth: depth + 1),
        ListLimits(
          minCount: random.once(in: 3) ? 1 : nil, maxCount: random.once(in: 3) ? 4 : nil,
          isUnique: random.once(in: 3)))
    case 8: return .dictionary(kind(depth: depth + 1))
    case 9: return .variants(variants(depth: depth))
    default:
      var section = section(key: random.pick(["", "k"]), depth: depth + 1)
      (section.details, section.actions, section.keywords) = ([], [], [])
      return .object(section)
    }
  }

  private mutating func variants(depth: Int) -> [FormVariant] {
    ["file", "http", "none"].prefix(Int.random(in: 1...3, using: &random)).map { key in
      let members = section(key: key, depth: max(depth + 1, 3)).items
      let keys = members.map(\.key).filter { _ in random.once(in: 2) }
      return FormVariant(
        key: key, title: text(), help: text(), isDeprecated: random.once(in: 4), members: members,
        required: keys)
    }
  }

  private mutating func numberLimits(_ numbers: [String], steps: [String]) -> NumberLimits {
    let pair = [random.pick(numbers), random.pick(numbers)].compactMap { JSONNumber($0) }.sorted()
    var limits = NumberLimits()
    if random.once(in: 2) { limits.lower = random.once(in: 3) ? .exclusive(pair[0]) : .inclusive(pair[0]) }
    if random.once(in: 2) { limits.upper = random.once(in: 3) ? .exclusive(pair[1]) : .inclusive(pair[1]) }
    if pair[0] == pair[1], let upper = limits.upper { limits.upper = .inclusive(upper.value) }
    if pair[0] == pair[1], let lower = limits.lower { limits.lower = .inclusive(lower.value) }
    if random.once(in: 3) { limits.step = JSONNumber(random.pick(steps)) }
    return limits
  }

  private mutating func textLimits() -> TextLimits {
    TextLimits(
      minLength: random.once(in: 3) ? Int.random(in: 0...2, using: &random) : nil,
      maxLength: random.once(in: 3) ? Int.random(in: 2...9, using: &random) : nil,
      pattern: random.once(in: 3) ? random.pick(["^[a-z]*$", "b", "^(ab|c){1,3}\\d?$"]) : nil,
      format: random.once(in: 3) ? random.pick(TextFormat.allCases) : nil,
      isMultiline: random.once(in: 4))
  }

  private mutating func choices() -> [FormChoice] {
    var values: [JSONValue] = random.pick([
      [.string("fast"), .string("slow"), .string("exact")], [.number(JSONNumber(1)), .number(JSONNumber(2))],
      [.string("a"), .number(JSONNumber(1)), .bool(true), .null], [.null, .string("b")],
    ])
    values.shuffle(using: &random)
    let count = Int.random(in: 1...values.count, using: &random)
    return values.prefix(count).map {
      FormChoice(value: $0, title: text(), help: text(), isDeprecated: random.once(in: 4))
    }
  }
}
