/// A stored document as it was read.
struct Snapshot: Sendable {
  /// The document; an empty one if nothing is stored, or if the stored content is malformed.
  let document: JSONDocument
  /// The stored content if it isn't JSON; `nil` if the document is the stored content.
  let malformed: MalformedContent?
  /// The identity of the stored content; `nil` if nothing is stored.
  let revision: Revision?
  /// The problems of single values, in form order.
  let valueProblems: [FormProblem]
  /// Whether the document has keys of an earlier version. An apply renames them, so their values are checked again.
  let hasFormerKeys: Bool
  /// The results of the form's rules for the values.
  let rules: RuleState
  /// All problems of the document, in form order, those of rules included.
  let problems: [FormProblem]

  /// Checks a document and evaluates the rules.
  init(_ document: JSONDocument, _ revision: Revision?, validator: FormValidator) {
    self.init(
      document, revision, valueProblems: validator.valueProblems(in: document), validator: validator)
  }

  private init(
    _ document: JSONDocument, _ revision: Revision?, malformed: MalformedContent? = nil,
    valueProblems: [FormProblem], validator: FormValidator
  ) {
    self.document = document
    self.malformed = malformed
    self.revision = revision
    self.valueProblems = valueProblems
    let index = validator.index
    hasFormerKeys = index.renamed.contains { position in
      index.settings[position].formerPaths.contains { document.node(at: $0) != nil }
    }
    rules = RuleState(index.rules, validator.switches.conditions) {
      document.node(of: index.settings[$0])?.value
    }
    problems = rules.problems(with: valueProblems, in: index, position: document.positionOfNearest)
  }

  /// Creates the snapshot of a document whose values are known to be valid.
  static func valid(_ document: JSONDocument, _ revision: Revision?, validator: FormValidator) -> Snapshot {
    Snapshot(document, revision, valueProblems: [], validator: validator)
  }

  /// Creates the snapshot of content that isn't JSON, so that it can be compared with other versions and replaced.
  init(_ malformed: MalformedContent, validator: FormValidator) {
    self.init(
      JSONDocument(), Revision(of: malformed.bytes), malformed: malformed,
      valueProblems: [malformed.problem], validator: validator)
  }

  /// Returns the same content, with the rule groups switched on or off as they are now.
  func current(_ validator: FormValidator) -> Snapshot {
    if rules.conditions == validator.switches.conditions { return self }
    return Snapshot(
      document, revision, malformed: malformed, valueProblems: valueProblems, validator: validator)
  }

  /// The stored content; `nil` if nothing is stored.
  var content: StoredContent? { revision.map { StoredContent(malformed?.bytes ?? document.bytes, $0) } }

  /// Returns the node of a setting, also under a key of an earlier version; `nil` if the setting isn't set.
  func node(of entry: FormIndex.Entry) -> JSONNode? { document.node(of: entry) }

  /// Returns the value that is set; `nil` if a default applies.
  func storedValue(of entry: FormIndex.Entry) -> JSONValue? {
    node(of: entry)?.value
  }

  /// Returns the value that is set, or else derived by a rule; `nil` if the form's default applies.
  func givenValue(of entry: FormIndex.Entry) -> JSONValue? {
    storedValue(of: entry) ?? rules.derivedValue(at: entry.path)
  }

  /// Returns the effective value: the one that is set, or else derived by a rule, or else the form's default.
  func value(of entry: FormIndex.Entry) -> JSONValue? {
    givenValue(of: entry) ?? entry.setting.defaultValue
  }
}
