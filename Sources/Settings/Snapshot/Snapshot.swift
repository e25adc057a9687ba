/// A stored document as it was read, once and for all.
struct Snapshot: Sendable {
  /// The document; an empty one if nothing is stored.
  let document: JSONDocument
  /// The identity of what is stored; `nil` if nothing is.
  let revision: Revision?
  /// What is wrong with single values, in form order.
  let valueProblems: [FormProblem]
  /// Whether a value may stand under a key of an earlier version. An apply moves such a value, so that it is checked.
  let hasFormerKeys: Bool
  /// What the form's rules make of the values.
  let rules: RuleState
  /// What is wrong in the document, in form order, rules included.
  let problems: [FormProblem]

  /// Checks a document, and runs the rules over it.
  init(_ document: JSONDocument, _ revision: Revision?, validator: FormValidator) {
    self.init(
      document, revision, valueProblems: validator.valueProblems(in: document), validator: validator)
  }

  private init(
    _ document: JSONDocument, _ revision: Revision?, valueProblems: [FormProblem], validator: FormValidator
  ) {
    self.document = document
    self.revision = revision
    self.valueProblems = valueProblems
    hasFormerKeys = valueProblems.contains { if case .formerKey = $0.reason { true } else { false } }
    let index = validator.index
    rules = RuleState(index.rules, validator.switches.conditions) {
      document.node(of: index.settings[$0])?.value
    }
    problems = rules.problems(with: valueProblems, in: index, position: document.positionOfNearest)
  }

  /// Takes a document of which it is known that every value in it is fine.
  static func fine(_ document: JSONDocument, _ revision: Revision?, validator: FormValidator) -> Snapshot {
    Snapshot(document, revision, valueProblems: [], validator: validator)
  }

  /// The same content under the rules as they are switched now.
  func current(_ validator: FormValidator) -> Snapshot {
    if rules.conditions == validator.switches.conditions { return self }
    return Snapshot(document, revision, valueProblems: valueProblems, validator: validator)
  }

  /// What is stored; `nil` if nothing is.
  var content: StoredContent? { revision.map { StoredContent(document.bytes, $0) } }

  /// The node of a setting, also under a key that it had in an earlier version; `nil` if it was not set.
  func node(of entry: FormIndex.Entry) -> JSONNode? { document.node(of: entry) }

  /// Where a setting stands that was not set since its key changed.
  func formerPath(of entry: FormIndex.Entry) -> SettingPath? {
    guard !entry.setting.formerKeys.isEmpty, let section = entry.path.parent,
      document.node(at: entry.path) == nil
    else { return nil }
    return entry.setting.formerKeys.lazy.map(section.appending).first { document.node(at: $0) != nil }
  }

  /// The value that was set; `nil` if a default counts.
  func storedValue(of entry: FormIndex.Entry) -> JSONValue? {
    node(of: entry)?.value
  }

  /// The value that was set, or else derived by a rule; `nil` if the form's default counts.
  func givenValue(of entry: FormIndex.Entry) -> JSONValue? {
    storedValue(of: entry) ?? rules.derivedValue(at: entry.path)
  }

  /// The value that counts: what was set, or else derived, or else the default.
  func value(of entry: FormIndex.Entry) -> JSONValue? {
    givenValue(of: entry) ?? entry.setting.defaultValue
  }
}
