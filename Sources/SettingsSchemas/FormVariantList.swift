/// Alternatives that differ in their kinds.
///
/// A person chooses among them by title. An alternative keeps the title of its schema if the title tells it apart from the others. Often it
/// doesn't, because it is the title of a type or of the whole document. Then the alternative is called by what does tell it apart: its
/// constant, its type, or a key that only its objects need or have.
///
/// For example, `anyOf: [{"type": "string"}, {"type": "string", "pattern": "…"}, {"type": "object", …}]` becomes two
/// alternatives, "Text" and "Object": the two strings are edited in the same way. The schema still checks with all
/// three.
///
/// More titles:
///
/// | alternatives | titles |
/// |---|---|
/// | `{kind: const file}`, `{kind: const http}` | file, http |
/// | both `version: 1`; one needs `path`, one `url` | path, url |
/// | `title: A` for text, `title: A` for a number | Text, Number |
/// | two lists, of text and of numbers | List of text, List of numbers |
///
/// The order of the schema is kept, except that "Anything" comes last: a value is looked for in the alternatives from
/// the first on.
///
/// Cost: quadratic in the number of alternatives, which are few, unless they are choices.
struct FormVariantList {
  /// The alternatives that can't be united with an earlier one.
  private var variants: [FormVariant] = []
  /// The title of the value that has the alternatives. An alternative with the same title isn't told apart by it.
  private let titleAround: String?

  /// Creates a list of alternatives. Alternatives that are edited in the same way become one.
  ///
  /// - Parameters:
  ///   - variants: The alternatives; the title of one that the schema gives no title is empty.
  ///   - titleAround: The title of the value that has the alternatives.
  init(_ variants: [FormVariant], in titleAround: String?) {
    self.titleAround = titleAround
    for variant in Self.joiningChoices(variants) { add(variant) }
  }

  /// Returns the alternatives with successive choices of one type as one. Adding them one by one would have the same result, and would
  /// compare each choice with all others.
  private static func joiningChoices(_ variants: [FormVariant]) -> [FormVariant] {
    var joined: [FormVariant] = []
    var run: (first: FormVariant, type: JSONType, choices: [FormChoice], values: Set<JSONValue>)?
    func endRun() {
      guard let ended = run else { return }
      let kind = FormKind.choice(ended.choices)
      joined.append(ended.first.kind == kind ? ended.first : FormVariant(mark: .kind, title: "", kind: kind))
      run = nil
    }
    for variant in variants {
      guard case .choice(let choices) = variant.kind,
        let type = choices.first.map({ JSONType(of: $0.value) }),
        choices.allSatisfy({ JSONType(of: $0.value) == type })
      else {
        endRun()
        joined.append(variant)
        continue
      }
      if run?.type != type {
        endRun()
        run = (variant, type, choices, Set(choices.map(\.value)))
      } else {
        for choice in choices where run?.values.insert(choice.value).inserted == true {
          run?.choices.append(choice)
        }
      }
    }
    endRun()
    return joined
  }

  /// The kind of a value that belongs to one of the alternatives.
  ///
  /// If all of them could be united, it is their kind, and there is nothing to choose.
  var kind: FormKind {
    if variants.count == 1 { return variants[0].kind }
    // Anything is the last alternative, because every value belongs to it.
    let ordered = variants.filter { $0.kind != .anything } + variants.filter { $0.kind == .anything }
    return .variants(named(ordered))
  }

  /// Adds an alternative, or unites it with one that is edited in the same way.
  ///
  /// Alternatives inside of an alternative become alternatives of the list, because a person shouldn't choose twice for
  /// one value. United alternatives have lost what their titles said, so they get a title of their kind.
  private mutating func add(_ variant: FormVariant) {
    if case .variants(let inner) = variant.kind {
      for var variant in inner {
        // Among other alternatives, something else may tell it apart.
        if variant.kind.ownTitles(among: inner.map(\.kind)).contains(variant.title) { variant.title = "" }
        add(variant)
      }
      return
    }
    for position in variants.indices {
      guard let common = variants[position].kind.united(with: variant.kind) else { continue }
      if variants[position].kind != common {
        variants[position] = FormVariant(mark: .kind, title: "", kind: common)
      }
      return
    }
    variants.append(variant)
  }

  /// Returns the alternatives with distinct titles.
  ///
  /// A title of the schema is kept if it isn't empty, isn't the one around, and no other alternative has it. Of the
  /// titles that the kind suggests, the first is taken that no alternative has in the schema. If two alternatives would
  /// have the same title all the same, the later ones get numbers: "Object", "Object 2".
  private func named(_ variants: [FormVariant]) -> [FormVariant] {
    let kinds = variants.map(\.kind)
    var counts: [String: Int] = [:]
    return variants.map { variant in
      var variant = variant
      let isUseful =
        !variant.title.isEmpty && variant.title != titleAround
        && variants.count { $0.title == variant.title } == 1
      if !isUseful {
        let titles = variant.kind.ownTitles(among: kinds)
        variant.title = titles.first { title in !variants.contains { $0.title == title } } ?? "Value"
      }
      let count = counts[variant.title, default: 0] + 1
      counts[variant.title] = count
      if count > 1 { variant.title += " \(count)" }
      return variant
    }
  }
}

extension FormKind {
  /// Returns the kind of values of either kind, if it is edited in the same way as both; `nil` if the kinds are
  /// alternatives.
  ///
  /// The limits of both are dropped, as the kind must not allow less than the schema does.
  ///
  /// | kinds | united |
  /// |---|---|
  /// | text, text of at most 3 characters | text |
  /// | choice of `a`, choice of `b` | choice of `a`, `b` |
  /// | choice of `a`, text | text; the choice comes back as a suggestion |
  /// | whole number, number | number |
  /// | list of text, list of choices | list of text |
  /// | choice of `a`, choice of 1 | none, since a row of choices has one type |
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

  /// Returns the titles that tell values of the kind apart from values of other kinds, the best title first.
  ///
  /// Only lists and objects have several: lists are told apart by their elements if there are several lists, and
  /// objects by their constants and keys.
  fileprivate func ownTitles(among kinds: [FormKind]) -> [String] {
    switch self {
    case .choice(let choices) where choices.count == 1: [choices[0].title]
    case .list(let element, _) where kinds.count(where: \.isList) > 1:
      ["List of \(element.words.titlePlural)", words.title]
    case .object(let section): section.ownTitles(among: kinds)
    case .anything: ["Anything"]
    case .recursive(let recursive):
      [recursive.name?.split(separator: "/").last.map(String.init) ?? words.title]
    default: [words.title]
    }
  }

  private var isList: Bool { if case .list = self { true } else { false } }
}

extension FormSection {
  /// Returns the titles that tell the section's objects apart from other values.
  ///
  /// In this order: a constant that only these objects have, such as `kind: "file"`; the keys that only these objects
  /// need, two at most; the first key that only these objects know; and "Object". Without other objects among the
  /// alternatives, the keys aren't mentioned, because "Object" says enough.
  fileprivate func ownTitles(among kinds: [FormKind]) -> [String] {
    let others = kinds.compactMap { kind -> FormSection? in
      guard case .object(let section) = kind, section != self else { return nil }
      return section
    }
    let constants = items.compactMap { item -> String? in
      guard let constant = constant(of: item.key) else { return nil }
      return others.contains { $0.constant(of: item.key) == constant } ? nil : constant
    }
    guard !others.isEmpty else { return constants.prefix(1) + [FormVariant.objectTitle] }
    let needed = requiredKeys.filter { key in !others.contains { $0.requiredKeys.contains(key) } }
    let known = items.map(\.key).filter { key in !others.contains { $0.items.contains { $0.key == key } } }
    let keys = [needed.prefix(2).joined(separator: ", "), known.first ?? ""].filter { !$0.isEmpty }
    return constants.prefix(1) + keys + [FormVariant.objectTitle]
  }

  /// The only value that a member can have, by its title; `nil` for members that can have several, and for sections.
  private func constant(of key: String) -> String? {
    for case .setting(let setting) in items where setting.key == key {
      if case .choice(let choices) = setting.shape.values.kind, choices.count == 1 { return choices[0].title }
    }
    return nil
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
