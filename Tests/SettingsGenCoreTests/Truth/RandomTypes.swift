import TestSupport

/// Declarations of settings made at random: the types that forms describe, inside of each other, with renamed and left-out keys, initializers
/// of their own, and defaults that only the program knows.
struct RandomTypes {
  /// A type with an initial value.
  private struct Typed {
    let name: String
    let value: String
    var isHashable = false
  }

  private var random: SeededRandom
  private var declarations: [String] = []
  /// Whether the type is inside of a container, which can be one that forms don't describe. Nothing makes types in such a one `Codable`.
  private var needsCodable = false

  private init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// A program whose root has properties of random types.
  static func program(seed: UInt64) -> TruthProgram {
    var types = RandomTypes(seed: seed)
    let root = types.structure(named: "App", isGroup: true, count: 9, depth: 3)
    return TruthProgram(
      "seed \(seed)", (types.declarations + [root]).joined(separator: "\n"),
      outside: "private func known<Value>(_ value: Value) -> Value { value }")
  }

  private static let scalars: [Typed] =
    ["Int", "Int8", "Int16", "Int32", "Int64", "Int128"].map {
      Typed(name: $0, value: "-7", isHashable: true)
    }
    + ["UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128"].map {
      Typed(name: $0, value: "7", isHashable: true)
    }
    + [
      Typed(name: "Bool", value: "true"), Typed(name: "Double", value: "0.25"),
      Typed(name: "Float", value: "0.5"),
      Typed(name: "Decimal", value: "1.5"), Typed(name: "String", value: "\"text\"", isHashable: true),
      Typed(name: "URL", value: "URL(string: \"https://example.com/a\")!", isHashable: true),
      Typed(name: "UUID", value: "UUID(uuidString: \"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\")!"),
      Typed(name: "Date", value: "Date(timeIntervalSinceReferenceDate: 700_000_000)"),
      Typed(name: "Data", value: "Data([1, 2, 3])"), Typed(name: "Duration", value: ".seconds(90)"),
      Typed(name: "ClosedRange<Int>", value: "1...5"), Typed(name: "Range<Double>", value: "0.5..<2"),
    ]

  private mutating func inner(depth: Int) -> Typed {
    let before = needsCodable
    needsCodable = true
    defer { needsCodable = before }
    return type(depth: depth - 1)
  }

  private mutating func type(depth: Int) -> Typed {
    guard depth > 0, !random.once(in: 4) else { return random.pick(Self.scalars) }
    switch Int.random(in: 0..<13, using: &random) {
    case 0, 1:
      let inner = self.inner(depth: depth)
      if inner.name.hasSuffix("?") { return inner }
      return Typed(name: inner.name + "?", value: random.once(in: 2) ? "nil" : inner.value)
    case 2:
      let inner = self.inner(depth: depth)
      return Typed(name: "[\(inner.name)]", value: random.once(in: 2) ? "[]" : "[\(inner.value)]")
    case 3:
      let inner = self.inner(depth: depth)
      return inner.isHashable ? Typed(name: "Set<\(inner.name)>", value: "[]") : inner
    case 4:
      let inner = self.inner(depth: depth)
      return Typed(
        name: "[String: \(inner.name)]", value: random.once(in: 2) ? "[:]" : "[\"k\": \(inner.value)]")
    case 5:
      let inner = self.inner(depth: depth)
      return random.once(in: 2)
        ? Typed(name: "[Int: \(inner.name)]", value: "[3: \(inner.value)]")
        : Typed(name: "[\(cases(": String, Codable, CodingKeyRepresentable")): \(inner.name)]", value: "[:]")
    case 6:
      return Typed(
        name: cases(
          random.pick(
            [": String, Codable", ": Int, Codable", ": Codable"]
              + (needsCodable ? [] : [": CaseIterable", ": UInt8"]))), value: ".first", isHashable: true)
    case 7: return payload(depth: depth - 1)
    case 8:
      return Typed(
        name: cases(": OptionsBinding") + ".Options",
        value: random.pick(["[]", ".first", "[.second, .first]"]))
    case 9: return optionSet()
    case 10: return structure(isGroup: true, depth: depth - 1)
    case 11: return structure(isGroup: false, depth: depth - 1)
    default: return own()
    }
  }

  private mutating func declare(_ make: (String) -> String) -> String {
    let name = "T\(declarations.count)"
    // The place is taken before inner types take others.
    declarations.append("")
    declarations[declarations.count - 1] = make(name)
    return name
  }

  private mutating func cases(_ inherited: String) -> String {
    let isText = inherited.contains("String")
    let second = isText && random.once(in: 2) ? "second = \"2nd\"" : "second"
    return declare { "enum \($0)\(inherited) { case first, \(second), third }" }
  }

  private mutating func optionSet() -> Typed {
    let raw = random.pick(["Int", "UInt8", "UInt64"])
    let bits = random.pick([[1, 2, 4], [2, 1, 4], [1, 4, 16]])
    let coding = needsCodable ? ", Codable" : random.pick(["", ", Codable"])
    let name = declare { name in
      let flags = zip(["a", "b", "c"], bits).map { "static let \($0) = \(name)(rawValue: \($1))" }
      return
        "struct \(name): OptionSet, Sendable\(coding) { let rawValue: \(raw); \(flags.joined(separator: "; ")) }"
    }
    return Typed(name: name, value: random.pick(["[]", ".a", "[.a, .c]"]))
  }

  private mutating func payload(depth: Int) -> Typed {
    let (first, second) = (type(depth: depth), type(depth: 0))
    let name = declare {
      "enum \($0): Codable, Sendable { case plain, one(\(first.name)), both(x: \(second.name), y: Int?) }"
    }
    return Typed(name: name, value: random.pick([".plain", ".one(\(first.value))"]))
  }

  /// A type that reads and writes itself.
  private mutating func own() -> Typed {
    let name = declare {
      """
      struct \($0): Codable, Sendable { var x = 1
        init() {}
        init(from decoder: any Decoder) throws { x = try decoder.singleValueContainer().decode(Int.self); if x < 0 { throw Fault() } }
        func encode(to encoder: any Encoder) throws { var container = encoder.singleValueContainer(); try container.encode(x) }
        struct Fault: Error {} }
      """
    }
    return Typed(name: name, value: "\(name)()")
  }

  private mutating func structure(isGroup: Bool, depth: Int) -> Typed {
    let count = Int.random(in: 1...3, using: &random)
    let name = declare { _ in "" }
    let place = declarations.count - 1
    declarations[place] = structure(named: name, isGroup: isGroup, count: count, depth: depth)
    return Typed(name: name, value: "\(name)()")
  }

  private mutating func structure(named name: String, isGroup: Bool, count: Int, depth: Int) -> String {
    var (members, keys, assigned): ([String], [String], [String]) = ([], [], [])
    let hasKeys = random.once(in: 3)
    let hasInitializer = random.once(in: 3)
    for number in 0..<count {
      let type = self.type(depth: depth)
      let property = "p\(number)"
      let value = random.once(in: 4) ? "known(\(type.value) as \(type.name))" : type.value
      switch Int.random(in: 0..<8, using: &random) {
      case 0 where hasInitializer:
        members.append("let \(property): \(type.name)")
        assigned.append("\(property) = \(value)")
      case 1 where hasInitializer:
        members.append("var \(property): \(type.name)")
        assigned.append("\(property) = \(value)")
      // Only the form checks a value of a constant.
      case 2 where name == "App": members.append("let \(property): \(type.name) = \(value)")
      default: members.append("var \(property): \(type.name) = \(value)")
      }
      if hasKeys, !members[number].hasPrefix("let \(property): \(type.name) =") {
        keys.append(random.once(in: 2) ? "\(property) = \"key \(number)\"" : property)
      }
    }
    if !keys.isEmpty {
      // A property without a key isn't coded.
      members.append("var left = 1")
      members.append("private enum CodingKeys: String, CodingKey { case \(keys.joined(separator: ", ")) }")
    }
    if hasInitializer { members.append("init() { \(assigned.joined(separator: "; ")) }") }
    let inherited = isGroup ? "SettingsGroup" : "Codable, Sendable"
    return "struct \(name): \(inherited) {\n  \(members.joined(separator: "\n  "))\n}"
  }
}
