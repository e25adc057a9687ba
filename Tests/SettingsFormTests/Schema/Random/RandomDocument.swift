import TestSupport

@testable import SettingsForm
@testable import SettingsValidation

/// Creates values for a form: most of them valid, some just outside a limit, some of another type.
///
/// Values that are random alone would nearly always be wrong, and wrong in the same way.
struct RandomDocument {
  var random: SeededRandom
  /// One value in this many is invalid.
  var faultRarity = 12

  mutating func document(for section: FormSection) -> JSONValue {
    var object = JSONObject()
    for item in section.items where !random.once(in: 4) {
      switch item {
      case .section(let inner): object[inner.key] = document(for: inner)
      case .setting(let setting): object[setting.key] = value(for: setting)
      }
    }
    if random.once(in: faultRarity) { object["unknown"] = anything() }
    return random.once(in: 4 * faultRarity) ? anything() : .object(object)
  }

  mutating func value(for setting: FormSetting) -> JSONValue {
    if setting.isOptional, random.once(in: 5) { return .null }
    return value(for: setting.kind)
  }

  mutating func value(for kind: FormKind) -> JSONValue {
    if random.once(in: faultRarity) { return anything() }
    switch kind {
    case .boolean: return .bool(random.once(in: 2))
    case .integer(let limits), .number(let limits): return .number(number(for: limits))
    case .string(let limits): return .string(text(for: limits))
    case .choice(let choices):
      return choices.isEmpty ? .null : random.pick(choices).value
    case .flags(let choices):
      return .array((0..<Int.random(in: 0...2, using: &random)).map { _ in random.pick(choices).value })
    case .list(let element, _):
      return .array((0..<Int.random(in: 0...5, using: &random)).map { _ in value(for: element) })
    case .dictionary(let element):
      var object = JSONObject()
      for key in ["a", "b", "ü", ""] where random.once(in: 2) { object[key] = value(for: element) }
      return .object(object)
    case .object(let section): return document(for: section)
    case .variants(let variants): return value(for: random.pick(variants).kind)
    case .recursive(let recursive): return random.once(in: 3) ? anything() : value(for: recursive.kind)
    case .json: return anything()
    }
  }

  private mutating func number(for limits: NumberLimits) -> JSONNumber {
    let near = [limits.lower?.value, limits.upper?.value, limits.step].compactMap { $0?.spelling }
    let spellings = near + ["0", "-1", "1", "2.0", "0.5", "7", "30", "31", "1e2", "-0.0", "5", "2.75"]
    // Some attempts meet the limits; the last resort is a value just outside them.
    for _ in 0..<30 {
      let number = JSONNumber(random.pick(spellings)) ?? JSONNumber(0)
      if random.once(in: faultRarity) || limits.allow(number) { return number }
    }
    return JSONNumber(0)
  }

  private mutating func text(for limits: TextLimits) -> String {
    if let format = limits.format, !random.once(in: 4) { return format.example }
    return random.pick([
      "", "a", "ab", "abc", "b1", "ababab", "c9", "日本語日本語日本", "🎛", "not a URL", "ABCDEFGHIJ",
    ])
  }

  mutating func anything() -> JSONValue {
    random.pick([
      .null, .bool(true), .number(JSONNumber(0)), .number(JSONNumber(40)), .string(""), .string("fast"),
      .string("abcdefghijkl"), .array([]), .array([.number(JSONNumber(1)), .number(JSONNumber(1))]),
      .array([.string("x"), .null]), .object([:]), .object(["a": .number(JSONNumber(1)), "b": .string("b")]),
    ])
  }
}

extension NumberLimits {
  fileprivate func allow(_ number: JSONNumber) -> Bool {
    let schema = CompiledSchema(FormKind.number(self).schema, library: SchemaLibrary())
    return schema.problems(of: JSONValue.number(number)).isEmpty
  }
}
