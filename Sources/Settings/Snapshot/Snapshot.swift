import SettingsSystem

/// A stored document as it was read.
///
/// It is a class, because drafts, applies and stores copy it often.
final class Snapshot: Sendable {
  /// The document as it is stored, and as this version reads it; an empty one if nothing is stored, or if the stored content is malformed.
  let read: MigratedDocument
  /// The stored content if it isn't JSON; `nil` if the document is the stored content.
  let malformed: MalformedContent?
  /// The identity of the stored content; `nil` if nothing is stored.
  let revision: Revision?
  /// The problems of single values, in form order.
  let valueProblems: [FormProblem]
  /// The keys that objects of the document have more than once.
  let duplicateKeys: [JSONDocument.DuplicateKey]
  /// The values of the other layers.
  let layers: LayerStack
  /// The results of the form's rules for the effective values.
  let rules: RuleState
  /// All problems of the effective values, in form order, those of rules included.
  let problems: [FormProblem]
  /// Those of the problems that the document causes. A rule that values of other layers break isn't among them.
  let ownProblems: [FormProblem]
  /// The rules that values of other layers break, each at the highest of these values.
  let layerViolations: [LayerProblem]

  /// Reads a document that is stored, checks it and evaluates the rules.
  convenience init(
    _ document: JSONDocument, _ revision: Revision?, layers: LayerStack, validator: FormValidator
  ) {
    let read = validator.read(document)
    self.init(read, revision, valueProblems: read.problems, layers: layers, validator: validator)
  }

  private init(
    _ read: MigratedDocument, _ revision: Revision?, malformed: MalformedContent? = nil,
    valueProblems: [FormProblem], layers: LayerStack, validator: FormValidator
  ) {
    self.read = read
    self.malformed = malformed
    self.revision = revision
    let document = read.document
    duplicateKeys = document.duplicateKeys
    let index = validator.index
    // While nothing is stored, there is no text with positions.
    var valueProblems = layers.leavingOutSetKeys(valueProblems, in: index)
    if revision == nil {
      for place in valueProblems.indices { valueProblems[place].position = nil }
    }
    if layers.isNone {
      self.layers = layers
      self.valueProblems = valueProblems
    } else {
      // The form doesn't know the list of locks.
      let own = LayerLocks.read(from: document, file: layers.writtenName, index)
      self.layers = layers.around(own.locks)
      self.valueProblems = valueProblems.filter { $0.path != [LayerLocks.key] } + own.problems
    }
    let stack = self.layers
    rules = RuleState(index.rules, validator.switches.conditions) { position in
      let entry = index.settings[position]
      return stack.effectiveValue(of: entry, written: document.node(of: entry)?.value)
    }
    let found = self.valueProblems + stack.lockProblems(in: document)
    let (rules, isStored) = (rules, revision != nil)
    func position(_ path: SettingPath) -> SourcePosition? {
      isStored ? read.position(of: path) : nil
    }
    problems = rules.problems(with: found, in: index, position: position)
    var blamed: [(rule: Int, problem: LayerProblem)] = []
    if !stack.isEmpty {
      blamed = rules.violations(in: index).compactMap { violation in
        stack.cause(of: violation.problems.map(\.problem), in: index, document).map { (violation.rule, $0) }
      }
    }
    layerViolations = blamed.map(\.problem)
    ownProblems =
      blamed.isEmpty
      ? problems
      : rules.problems(with: found, in: index, leavingOut: Set(blamed.map(\.rule)), position: position)
  }

  /// Creates the snapshot of a document whose values are known to be valid.
  static func valid(
    _ document: JSONDocument, _ revision: Revision?, layers: LayerStack, validator: FormValidator
  ) -> Snapshot {
    Snapshot(MigratedDocument(document), revision, valueProblems: [], layers: layers, validator: validator)
  }

  /// Creates the snapshot of a document that is known to have no problem, of a form without rules, and with layers that have no
  /// values. It doesn't need the form.
  init(
    withoutProblems document: JSONDocument, _ revision: Revision?, layers: LayerStack,
    _ conditions: RuleConditions
  ) {
    read = MigratedDocument(document)
    self.revision = revision
    self.layers = layers
    malformed = nil
    duplicateKeys = []
    valueProblems = []
    rules = RuleState(RuleEngine(), conditions) { _ in nil }
    problems = []
    ownProblems = []
    layerViolations = []
  }

  /// Creates the snapshot of content that isn't JSON, so that it can be compared with other versions and replaced.
  convenience init(_ malformed: MalformedContent, layers: LayerStack, validator: FormValidator) {
    self.init(
      MigratedDocument(JSONDocument()), Revision(of: malformed.bytes), malformed: malformed,
      valueProblems: [malformed.problem], layers: layers, validator: validator)
  }

  /// Returns the same content, with the rule groups switched on or off as they are now.
  func current(_ form: StoreForm) -> Snapshot {
    if rules.conditions == form.switches.conditions { return self }
    return with(layers, form.validator)
  }

  /// Returns the same content with other layers.
  func with(_ layers: LayerStack, _ validator: FormValidator) -> Snapshot {
    Snapshot(
      read, revision, malformed: malformed, valueProblems: valueProblems, layers: layers,
      validator: validator)
  }

  /// The identity of the sources of the effective values. Snapshots of a store with the same identity have the same stored content and
  /// the same layers.
  struct Identity: Hashable, Sendable {
    let revision: Revision?
    let layers: Int
  }

  /// The identity of the stored content and of the layers.
  var identity: Identity { Identity(revision: revision, layers: layers.number) }

  /// The stored content; `nil` if nothing is stored.
  var content: StoredContent? { revision.map { StoredContent(malformed?.bytes ?? read.stored.bytes, $0) } }

  /// Whether the stored content consists of the given bytes. `nil` stands for no content.
  func holds(_ bytes: [UInt8]?) -> Bool {
    guard let bytes, let stored = content?.bytes else { return bytes == nil && content == nil }
    return bytes.hasSameBytes(as: stored)
  }

  /// The document as this version reads it, which edits change.
  var document: JSONDocument { read.document }

  /// Returns the position of a value in the stored text; `nil` if it isn't there.
  func position(of path: SettingPath) -> SourcePosition? {
    revision == nil || document.node(at: path) == nil ? nil : read.position(of: path)
  }

  /// Returns a decoding error with the place that the value has in the stored text.
  func placing(_ error: SettingsDecodingError) -> SettingsDecodingError {
    let stored = read.storedPath(of: error.path)
    return SettingsDecodingError(
      path: error.path, position: position(of: error.path), reason: error.reason,
      storedPath: stored == error.path ? nil : stored)
  }

  /// Returns the node of a setting; `nil` if the setting isn't set.
  func node(of entry: FormIndex.Entry) -> JSONNode? { document.node(of: entry) }

  /// Returns the value that is set; `nil` if a default applies.
  func storedValue(of entry: FormIndex.Entry) -> JSONValue? {
    node(of: entry)?.value
  }

  /// Whether a layer sets the setting, so that neither a rule nor the form gives it a default.
  func isSet(_ entry: FormIndex.Entry) -> Bool {
    layers.effectiveValue(of: entry, written: storedValue(of: entry)) != nil
  }

  /// Returns the value that is set in a layer, or else derived by a rule; `nil` if the form's default applies.
  func givenValue(of entry: FormIndex.Entry) -> JSONValue? {
    layers.effectiveValue(of: entry, written: storedValue(of: entry)) ?? rules.derivedValue(at: entry.path)
  }

  /// Returns the effective value: the one that is set in a layer, or else derived by a rule, or else the form's default.
  func value(of entry: FormIndex.Entry) -> JSONValue? {
    givenValue(of: entry) ?? entry.setting.defaultValue
  }

  /// Returns the value without the layers above the stored content: what an editor of the content shows.
  func editedValue(of entry: FormIndex.Entry) -> JSONValue? {
    layers.editedValue(of: entry, written: storedValue(of: entry)) ?? rules.derivedValue(at: entry.path)
      ?? entry.setting.defaultValue
  }

  /// Returns where the effective value comes from.
  ///
  /// - Parameters:
  ///   - part: The path of the part whose position in the stored content is returned; `nil` for the whole value.
  ///   - file: The name of the stored content.
  func origin(of entry: FormIndex.Entry, at part: SettingPath? = nil, file: String) -> SettingOrigin {
    if let value = layers.overriding(entry) { return value.origin }
    if node(of: entry) != nil, layers.lock(of: entry) == nil {
      let place = part.flatMap { document.node(at: $0) == nil ? nil : $0 } ?? entry.path
      return .file(file, read.position(of: place))
    }
    if let value = layers.inherited(entry) { return value.origin }
    return rules.derivedValue(at: entry.path) == nil ? .defaultValue : .rule
  }
}
