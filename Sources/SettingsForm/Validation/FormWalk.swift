/// Checks a document section by section and collects the problems in form order.
struct FormWalk {
  /// The number of keys that may be compared with unknown ones, so that a document full of unknown keys takes linear time.
  private static let suggestionBudget = 200_000

  private let index: FormIndex
  private var checker: SchemaChecker
  private var probe = SchemaChecker.probe

  /// The problems found so far.
  private(set) var problems: [FormProblem] = []

  init(_ index: FormIndex) {
    self.index = index
    checker = SchemaChecker(suggestionBudget: Self.suggestionBudget)
  }

  /// Checks the value of a section.
  mutating func check<Instance: SchemaInstance>(_ instance: Instance, section position: Int) {
    guard instance.kind == .object else {
      // The value isn't shown: it may be a secret that was written a level too high.
      problems.append(
        FormProblem(
          path: index.nodes[position].path,
          reason: .type(expected: [.object], found: instance.schemaType), position: instance.textPosition))
      return
    }
    if let ownChecks = index.nodes[position].ownChecks {
      let path = index.nodes[position].path
      let secrecy = index.secrecy(ofSection: position)
      // Unknown keys are reported below, for sections with and without such keywords.
      problems += checker.asPart { $0.problems(of: instance, ownChecks, at: path, secrecy: secrecy) }
    }
    var batches: [(place: Int, problems: [FormProblem])] = []
    var unknown: [FormProblem] = []
    let keys = index.nodes[position].keys
    instance.forEachMember(of: keys.table) { place, key, value in
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
    switch item.target {
    case .setting(let position):
      guard let checks = item.shape?.compiledChecks(index.patterns), probe.hasProblems(value, checks) else {
        return []
      }
      return checker.problems(
        of: value, checks, at: index.settings[position].path,
        secrecy: index.settings[position].setting.secrecy)
    case .section(let section):
      let before = problems.count
      check(value, section: section)
      guard problems.count > before else { return [] }
      defer { problems.removeLast(problems.count - before) }
      return Array(problems[before...])
    }
  }

  /// The warning about an unknown key; `nil` if the key is allowed.
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
  /// Whether a keyword decides about other members.
  fileprivate var saysWhatElse: Bool {
    otherKeywords["additionalProperties"] != nil || otherKeywords["patternProperties"] != nil
  }
}
