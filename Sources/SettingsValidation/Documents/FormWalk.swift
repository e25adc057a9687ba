/// Checks a document section by section and collects the problems in form order.
///
/// A document has its members in any order, and is read in that order, once. Problems are wanted in form order, and
/// unknown keys last in their section. So the problems of each member are kept with the position of its item, and
/// sorted when the section ends; nearly all members have none.
///
/// Each value is checked twice at most: first by a probe, which only answers whether there is a problem and costs
/// little, and again for the description if there is.
///
/// For `{"zoom": 0, "port": "x", "prot": 1}` and a form with `port` and `zoom`, in this order, the problems are those
/// of `port`, of `zoom`, and then the warning about `prot`.
///
/// Cost: linear in the size of the document. A document without problems allocates nothing for its values.
struct FormWalk {
  /// The number of keys that can be compared with unknown keys, so that a document full of unknown keys takes linear time.
  private static let suggestionBudget = 200_000

  private let index: FormIndex
  /// Describes the problems of values that have some. Its budgets are for the whole document.
  private var checker: SchemaChecker
  /// Answers whether a value has problems at all.
  private var probe = SchemaChecker.probe

  /// The problems found so far.
  private var problems: [FormProblem] = []
  /// The keys that no setting has: the first are reported one by one, and the others are counted.
  private var unknownKeys = UnknownKeys()

  init(_ index: FormIndex) {
    self.index = index
    checker = SchemaChecker(suggestionBudget: Self.suggestionBudget)
  }

  /// Returns the problems of the value of a section, which for a document is the root. Problems and unknown keys beyond
  /// the limits are counted, and the sums come last.
  mutating func problems<Instance: SchemaInstance>(of instance: Instance, section position: Int)
    -> [FormProblem]
  {
    check(instance, section: position)
    problems += checker.takeMoreProblems(at: index.nodes[position].path)
    guard unknownKeys.others > 0 else { return problems }
    return problems + [
      FormProblem(
        path: index.nodes[position].path, severity: .warning, reason: .moreUnknownKeys(unknownKeys.others),
        position: unknownKeys.firstOther)
    ]
  }

  /// Checks the object of a section: first as a whole, by the section's own keywords, then member by member.
  private mutating func check<Instance: SchemaInstance>(_ instance: Instance, section position: Int) {
    guard instance.kind == .object else {
      // Don't show the value, because it might be a secret that was written a level too high.
      problems.append(
        FormProblem(
          path: index.nodes[position].path,
          reason: .type(expected: [.object], found: instance.schemaType), position: instance.textPosition))
      return
    }
    // The section as a whole comes first: a missing key is at the top of its problems.
    if let ownChecks = index.nodes[position].ownChecks {
      let path = index.nodes[position].path
      let secrecy = index.secrecy(ofSection: position)
      // Unknown keys are reported below, for sections with and without such keywords.
      problems += checker.asPart { $0.problems(of: instance, ownChecks, at: path, secrecy: secrecy) }
    }
    var batches: [(place: Int, problems: [FormProblem])] = []
    var unknown: [FormProblem] = []
    let keys = index.nodes[position].keys
    // A million unknown keys are only counted, without reading them.
    let mayCount = !keys.constrainsOthers
    instance.forEachMember(of: keys.table) { place, key, value in
      guard let place, !keys.items[place].isUndescribed else {
        if mayCount, unknownKeys.areEnough, position > 0 || !JSONSchema.readerKeys.contains(key.text) {
          unknownKeys.addOther(value)
        } else {
          unknown += unknownKey(key.text, value: value, in: position)
        }
        return
      }
      let found = problems(of: value, keys.items[place])
      if !found.isEmpty { batches.append((place, found)) }
    }
    batches.sort { $0.place < $1.place }
    for batch in batches { problems += batch.problems }
    problems += unknown
  }

  /// Returns the problems of one member: of a setting's value, or of everything in a section.
  private mutating func problems(
    of value: some SchemaInstance, _ item: SectionKeys.Item
  ) -> [FormProblem] {
    switch item.target {
    case .setting(let position):
      guard let checks = item.shape?.compiledChecks(index.library),
        checks._withUnsafeGuaranteedRef({ value.hasProblems($0, with: &probe) })
      else { return [] }
      return checker.problems(
        of: value, checks.takeUnretainedValue(), at: index.settings[position].path,
        secrecy: index.settings[position].setting.secrecy)
    case .section(let section):
      // Take the problems of the section out again, to sort them among the problems of its neighbors.
      let before = problems.count
      check(value, section: section)
      guard problems.count > before else { return [] }
      defer { problems.removeLast(problems.count - before) }
      return Array(problems[before...])
    }
  }

  /// Returns the warnings about an unknown key; empty if the key is allowed, and if so many have been reported that it
  /// is only counted.
  ///
  /// In a secret section, an unknown key isn't compared with the known ones, and is masked.
  private mutating func unknownKey(
    _ key: String, value: some SchemaInstance, in position: Int
  ) -> [FormProblem] {
    if position == 0, JSONSchema.readerKeys.contains(key) { return [] }
    let node = index.nodes[position]
    let isSecret = node.secrecy.hides(.object)
    let path = node.path.appending(key)
    if index.form.skipped.contains(path) { return [] }
    let reason: FormProblem.Reason
    if node.keys.constrainsOthers {
      return []
    } else if unknownKeys.areEnough {
      unknownKeys.addOther(value)
      return []
    } else if isSecret {
      reason = .unknownKey(nearest: nil)
    } else {
      let nearest = index.nearestKey(to: key, in: position, budget: &checker.suggestionBudget)
      reason = .unknownKey(nearest: nearest.map(node.path.appending))
    }
    var problem = FormProblem(
      path: path, severity: .warning, reason: reason, position: value.keyTextPosition ?? value.textPosition)
    if isSecret { problem.hiddenKeys = [node.path.keys.count] }
    if problem.isAboutUnknownKey { unknownKeys.reported += 1 }
    return [problem]
  }
}

/// The number of unknown keys: 1000 are reported one by one, and the others are counted.
///
/// It is separate from the walk: the loop over a million unknown keys doesn't copy the whole walk.
private struct UnknownKeys {
  /// The number of keys that are reported one by one.
  var reported = 0
  /// The number of other keys.
  private(set) var others = 0
  /// The position of the first of them.
  private(set) var firstOther: SourcePosition?

  /// Whether further keys are only counted.
  var areEnough: Bool { reported >= FormProblem.mostUnknownKeys }

  /// Counts a key, and notes where the first one is, for the problem that stands for all.
  mutating func addOther(_ value: some SchemaInstance) {
    others += 1
    if firstOther == nil { firstOther = value.keyTextPosition ?? value.textPosition }
  }
}
