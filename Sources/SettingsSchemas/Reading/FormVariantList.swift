/// Alternatives that differ in their kinds.
struct FormVariantList {
  private var variants: [FormVariant] = []

  /// Creates a list of alternatives. Alternatives that are edited in the same way become one.
  init(_ variants: [FormVariant]) {
    for variant in variants { add(variant) }
  }

  /// The kind of a value that belongs to one of the alternatives.
  var kind: FormKind {
    if variants.count == 1 { return variants[0].kind }
    // Anything is the last alternative, because every value belongs to it.
    let ordered = variants.filter { $0.kind != .anything } + variants.filter { $0.kind == .anything }
    return .variants(Self.named(ordered))
  }

  private mutating func add(_ variant: FormVariant) {
    if case .variants(let inner) = variant.kind {
      for variant in inner { add(variant) }
      return
    }
    for position in variants.indices {
      guard let common = variants[position].kind.united(with: variant.kind) else { continue }
      if variants[position].kind != common {
        variants[position] = FormVariant(mark: .kind, title: common.alternativeTitle, kind: common)
      }
      return
    }
    variants.append(variant)
  }

  /// Returns the alternatives with distinct titles.
  private static func named(_ variants: [FormVariant]) -> [FormVariant] {
    var counts: [String: Int] = [:]
    return variants.map { variant in
      var variant = variant
      let count = counts[variant.title, default: 0] + 1
      counts[variant.title] = count
      if count > 1 { variant.title += " \(count)" }
      return variant
    }
  }
}

extension FormKind {
  /// Returns the kind of values of either kind, if it is edited in the same way as both; `nil` if the kinds are alternatives.
  fileprivate func united(with other: FormKind) -> FormKind? {
    switch (self, other) {
    case _ where self == other: self
    case (.string, .string): .string(TextLimits())
    case (.choice(let left), .choice(let right)) where FormChoice.haveOneType(left + right):
      .choice(left + right.filter { choice in !left.contains { $0.value == choice.value } })
    case (.string(let limits), .choice(let choices)), (.choice(let choices), .string(let limits)):
      choices.allSatisfy(\.isString) ? .string(TextLimits(isMultiline: limits.isMultiline)) : nil
    case (.integer, .integer): .integer(NumberLimits())
    case (.integer, .number), (.number, .integer), (.number, .number): .number(NumberLimits())
    case (.list(let left, let limits), .list(let right, let others)):
      left.united(with: right).map { .list($0, limits == others ? limits : ListLimits()) }
    case (.dictionary(let left), .dictionary(let right)): left.united(with: right).map { .dictionary($0) }
    default: nil
    }
  }

  /// The title of an alternative of the kind that has none.
  var alternativeTitle: String {
    switch self {
    case .boolean: "Yes or no"
    case .integer, .number: "Number"
    case .string: "Text"
    case .choice(let choices): choices.count == 1 ? choices[0].title : "Choice"
    case .flags: "Set"
    case .list: "List"
    case .dictionary: "Entries"
    case .object(let section): section.alternativeTitle
    case .anything: "Anything"
    case .variants, .recursive: "Value"
    case .json: "JSON"
    }
  }
}

extension FormSection {
  /// The constant that distinguishes the objects of the section, or else the keys that they need, or else their first key.
  fileprivate var alternativeTitle: String {
    if !title.isEmpty { return title }
    for case .setting(let setting) in items {
      if case .choice(let choices) = setting.shape.values.kind, choices.count == 1 { return choices[0].title }
    }
    let required = requiredKeys.prefix(2).joined(separator: ", ")
    return required.isEmpty ? items.first?.key ?? "Object" : required
  }
}

extension FormChoice {
  fileprivate var isString: Bool {
    if case .string = value { true } else { false }
  }

  fileprivate static func haveOneType(_ choices: [FormChoice]) -> Bool {
    Set(choices.map { JSONType(of: $0.value) }).count <= 1
  }
}
