/// Goes through a document along a form, and gathers the problems in form order.
struct FormWalk {
  /// How many keys may be compared with unknown ones, so that a document full of them takes no more than
  /// linear time.
  private static let suggestionBudget = 200_000

  private let index: FormIndex
  private var checker: SchemaChecker

  /// The problems found so far.
  private(set) var problems: [FormProblem] = []

  init(_ index: FormIndex, patterns: PatternCache) {
    self.index = index
    checker = SchemaChecker(patterns: patterns, suggestionBudget: Self.suggestionBudget)
  }

  /// Checks the value of a section.
  mutating func check<Instance: SchemaInstance>(_ instance: Instance, section position: Int) {
    guard instance.kind == .object else {
      // The value is not told: it may be a secret that stands a level too high.
      problems.append(
        FormProblem(
          path: index.nodes[position].path,
          reason: .type(expected: [.object], found: instance.schemaType), position: instance.textPosition))
      return
    }
    if !index.nodes[position].section.otherKeywords.members.isEmpty {
      let node = index.nodes[position]
      let secrecy = index.secrecy(ofSection: position)
      // Unknown keys are reported below, for sections with and without such keywords.
      problems += checker.asPart {
        $0.problems(of: instance, node.section.schemaOfOthers, at: node.path, secrecy: secrecy)
      }
    }
    var batches: [(place: Int, problems: [FormProblem])] = []
    var unknown: [FormProblem] = []
    let keys = index.nodes[position].keys
    instance.forEachMember(of: keys) { place, key, value in
      guard let place else {
        if let problem = unknownKey(key.text, value, in: position) { unknown.append(problem) }
        return
      }
      let found = problems(of: value, keys.items[place])
      if !found.isEmpty { batches.append((place, found)) }
    }
    batches.sort { $0.place < $1.place }
    for batch in batches { problems += batch.problems }
    problems += unknown
  }

  /// The problems of the value of an item.
  private mutating func problems(
    of value: some SchemaInstance, _ item: SectionKeys.Item
  ) -> [FormProblem] {
    if let kind = item.plainKind,
      kind.plainlyAllows(value, isOptional: item.isOptional, patterns: checker.patterns)
    {
      return []
    }
    switch item.target {
    case .setting(let setting):
      return checker.problems(
        of: value, index.settings[setting].setting.checks, at: index.settings[setting].path,
        secrecy: index.settings[setting].setting.secrecy)
    case .section(let section):
      let before = problems.count
      check(value, section: section)
      guard problems.count > before else { return [] }
      defer { problems.removeLast(problems.count - before) }
      return Array(problems[before...])
    }
  }

  /// The warning about a key that is no item's; `nil` if the key is fine all the same.
  private mutating func unknownKey(
    _ key: String, _ value: some SchemaInstance, in position: Int
  ) -> FormProblem? {
    let node = index.nodes[position]
    let isSecret = node.secrecy.hides(.object)
    let path = node.path.appending(key)
    if position == 0, key == "$schema" { return nil }
    let reason: FormProblem.Reason
    if let current = node.formerKeys[ExactText(key)] {
      reason = .formerKey(current: index.settings[current].path)
    } else if node.section.saysWhatElse {
      return nil
    } else if isSecret {
      reason = .unknownKey(nearest: nil)
    } else {
      let nearest = index.nearestKey(to: key, in: position, budget: &checker.suggestionBudget)
      reason = .unknownKey(nearest: nearest.map(node.path.appending))
    }
    var problem = FormProblem(
      path: path, severity: .warning, reason: reason, position: value.keyTextPosition ?? value.textPosition)
    if isSecret { problem.hiddenKeys = [node.path.keys.count] }
    return problem
  }
}

extension FormSection {
  /// Whether a keyword says what other members there may be.
  fileprivate var saysWhatElse: Bool {
    otherKeywords["additionalProperties"] != nil || otherKeywords["patternProperties"] != nil
  }
}
