import SettingsSystem

/// A stored document as it was read.
///
/// It has everything that follows from the content: the document as this version of the app reads it, its problems, the values of other
/// layers and the results of the rules. All of that is computed once, when the content is read, and never changes. So a reader needs no
/// lock, two threads see the same values, and what an observer was told of stays true while it looks.
///
/// A new version of the content is a new snapshot. The store only replaces its reference.
///
/// It is a class, because drafts, applies and stores copy it often.
///
/// An example, with the variable `TREND_TIMES=9` above the file and the rule `unit` derived from `country`:
///
///     stored                     {"times": 3, "country": "US"}
///     storedValue of times       3
///     editedValue of times       3      what an editor of the file shows
///     value of times             9      what the app uses
///     storedValue of unit        nil
///     value of unit              "mi"   derived
///
/// Cost at 100 000 settings: one pass over the document to check it and one over the rules. With an outline that accepts the document, the
/// form isn't read and nothing else is computed.
final class Snapshot: Sendable {
  /// The form by which the document was read, and whose positions the rules have. An app's form is read only if something asks for it.
  let form: StoreForm
  /// The document as it is stored, and as this version reads it; an empty one if nothing is stored, or if the stored content is malformed.
  ///
  /// The two differ for a file of an earlier version of the app. Edits change the document as it is read; positions are in the stored text.
  let read: MigratedDocument
  /// The stored content if it isn't JSON; `nil` if the document is the stored content.
  let malformed: MalformedContent?
  /// The identity of the stored content; `nil` if nothing is stored, also if a document was made up for it, such as one with the name of
  /// the schema.
  let revision: SettingsRevision?
  /// The problems of single values, in form order.
  let valueProblems: [FormProblem]
  /// The keys that objects of the document have more than once. The last one counts, and a change of such a setting is refused.
  let duplicateKeys: [JSONDocument.DuplicateKey]
  /// The values of the other layers, with the locks that this document itself sets.
  let layers: LayerStack
  /// The results of the form's rules for the effective values: a rule doesn't ask which layer a value is from.
  let rules: RuleState
  /// All problems of the effective values, in form order, also the problems that rules find. Settings that a rule hides have none.
  let problems: [FormProblem]
  /// The problems that this document causes. A rule that a value of another layer breaks is a problem of that layer, because no change of
  /// this document is its remedy.
  let ownProblems: [FormProblem]
  /// The rules that values of other layers break, each at the highest of these values.
  let layerViolations: [SettingsLayerProblem]

  /// Reads a document that is stored, checks it and evaluates the rules. Cost: linear in the size of the document and in the number of
  /// rules.
  ///
  /// - Parameter isValid: Whether the values are known to be valid, such as those that this store has just stored.
  convenience init(
    _ document: JSONDocument, revision: SettingsRevision?, layers: LayerStack, form: StoreForm,
    isValid: Bool = false
  ) {
    let read = isValid ? MigratedDocument(document) : form.validator.read(document)
    self.init(read, revision: revision, valueProblems: read.problems, layers: layers, form: form)
  }

  private init(
    _ read: MigratedDocument, revision: SettingsRevision?, malformed: MalformedContent? = nil,
    valueProblems: [FormProblem], layers: LayerStack, form: StoreForm
  ) {
    self.form = form
    self.read = read
    self.malformed = malformed
    self.revision = revision
    let document = read.document
    duplicateKeys = document.duplicateKeys
    let index = form.index
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
    rules = RuleState(index.rules, conditions: form.switches.conditions) { position in
      let entry = index.settings[position]
      return stack.effectiveValue(of: entry, written: document.node(of: entry)?.value)
    }
    let found = self.valueProblems + stack.lockProblems(in: document)
    let (rules, isStored) = (rules, revision != nil)
    func position(_ path: SettingPath) -> SourcePosition? {
      isStored ? read.position(of: path) : nil
    }
    problems = rules.problems(with: found, in: index, position: position)
    var blamed: [(rule: Int, problem: SettingsLayerProblem)] = []
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

  /// Creates the snapshot of a document that is known to have no problem, of a form without rules, and with layers that have no
  /// values. It doesn't need the form.
  init(
    withoutProblems document: JSONDocument, _ revision: SettingsRevision?, layers: LayerStack, form: StoreForm
  ) {
    self.form = form
    read = MigratedDocument(document)
    self.revision = revision
    self.layers = layers
    malformed = nil
    duplicateKeys = []
    valueProblems = []
    rules = RuleState(RuleEngine(), conditions: form.switches.conditions) { _ in nil }
    problems = []
    ownProblems = []
    layerViolations = []
  }

  /// Creates the snapshot of content that isn't JSON. All that can be done with it is to compare it with other versions and to replace it.
  convenience init(_ malformed: MalformedContent, layers: LayerStack, form: StoreForm) {
    self.init(
      MigratedDocument(JSONDocument()), revision: SettingsRevision(of: malformed.bytes), malformed: malformed,
      valueProblems: [malformed.problem], layers: layers, form: form)
  }

  /// The same content, with the rule groups switched on or off as they are now; this object if nothing was switched.
  var current: Snapshot { rules.conditions == form.switches.conditions ? self : with(layers) }

  /// Returns the same content with other inputs of the rules, and with the positions that settings have in other content; this object if
  /// they are the same.
  func with(_ conditions: RuleConditions, positionsOf other: Snapshot) -> Snapshot {
    if conditions == rules.conditions, form === other.form || index.hasPositions(of: other.index) {
      return self
    }
    return with(layers, StoreForm(other.index, conditions))
  }

  /// Returns the same content with other layers, or with other members in the form. The rules and their problems are computed again; the
  /// values of the document aren't checked again.
  func with(_ layers: LayerStack, _ form: StoreForm? = nil) -> Snapshot {
    Snapshot(
      read, revision: revision, malformed: malformed, valueProblems: valueProblems, layers: layers,
      form: form ?? self.form)
  }

  var index: FormIndex { form.index }

  /// The identity of the sources of the effective values. Two snapshots of a store with the same identity have the same stored content and
  /// the same layers, so their values are the same, too.
  struct Identity: Hashable, Sendable {
    let revision: SettingsRevision?
    let layers: Int
  }

  /// The identity of the stored content and of the layers.
  var identity: Identity { Identity(revision: revision, layers: layers.number) }

  /// The stored content; `nil` if nothing is stored.
  var content: StoredContent? {
    revision.map { StoredContent(malformed?.bytes ?? read.stored.bytes, revision: $0) }
  }

  /// Whether the stored content consists of the given bytes. `nil` stands for no content, which is different from empty content.
  func holds(_ bytes: [UInt8]?) -> Bool {
    guard let bytes, let stored = content?.bytes else { return bytes == nil && content == nil }
    return bytes.hasSameBytes(as: stored)
  }

  /// The document as this version reads it, which edits change.
  var document: JSONDocument { read.document }

  /// Returns the position of a value in the stored text; `nil` if it isn't there. A value that was migrated has the position of the value
  /// that it was made from.
  func position(of path: SettingPath) -> SourcePosition? {
    revision == nil || document.node(at: path) == nil ? nil : read.position(of: path)
  }

  /// Returns a decoding error with the place that the value has in the stored text, because that is the text that a person opens.
  func placing(_ error: SettingsDecodingError) -> SettingsDecodingError {
    let stored = read.storedPath(of: error.path)
    return SettingsDecodingError(
      path: error.path, position: position(of: error.path), reason: error.reason,
      storedPath: stored == error.path ? nil : stored)
  }

  func node(of entry: FormIndex.Entry) -> JSONNode? { document.node(of: entry) }

  /// Returns the value that is set; `nil` if a default applies.
  func storedValue(of entry: FormIndex.Entry) -> JSONValue? {
    node(of: entry)?.value
  }

  /// Whether a layer sets the setting. If so, neither a rule nor the form gives it a default.
  func isSet(_ entry: FormIndex.Entry) -> Bool {
    layers.effectiveValue(of: entry, written: storedValue(of: entry)) != nil
  }

  /// Returns the value that is set in a layer, or else derived by a rule; `nil` if the form's default applies. An app decodes exactly
  /// these; the rest comes from the initial values of its types.
  func givenValue(of entry: FormIndex.Entry) -> JSONValue? {
    layers.effectiveValue(of: entry, written: storedValue(of: entry)) ?? rules.derivedValue(at: entry.path)
  }

  /// Returns the effective value: what a layer sets, or else what a rule derives, or else the form's default.
  func value(of entry: FormIndex.Entry) -> JSONValue? {
    givenValue(of: entry).map(entry.setting.completed) ?? entry.setting.defaultValue
  }

  /// Returns the value without the layers above the stored content: what an editor of the content shows.
  func editedValue(of entry: FormIndex.Entry) -> JSONValue? {
    let given =
      layers.editedValue(of: entry, written: storedValue(of: entry)) ?? rules.derivedValue(at: entry.path)
    return given.map(entry.setting.completed) ?? entry.setting.defaultValue
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

extension Snapshot {
  /// Returns the changes since older content, in form order, and then the changes of members that the form doesn't describe. Stored values
  /// that another layer overrides are marked.
  ///
  /// Cost: a comparison of the bytes; linear in the number of changed settings.
  func changes(since old: Snapshot) -> [SettingChange] {
    changesOfSettings(since: old)
      + index.othersDiffering(between: old.document, and: document).map(SettingChange.init)
  }

  private func changesOfSettings(since old: Snapshot) -> [SettingChange] {
    let index = index
    var positions = index.settings(differingBetween: old.document, and: document)
    if !layers.isSame(as: old.layers) {
      positions = Set(positions + layers.positions + old.layers.positions).sorted()
    }
    return positions.compactMap { position in
      let entry = index.settings[position]
      let (before, after) = (old.storedValue(of: entry), storedValue(of: entry))
      let kind: SettingChange.Kind =
        switch (before, after) {
        case (nil, .some): .add
        case (.some, nil): .remove
        default: .replace
        }
      if old.layers.isEmpty, layers.isEmpty {
        guard before != after else { return nil }
        return SettingChange(
          path: entry.path, setting: entry.setting, kind: kind, old: old.value(of: entry),
          new: value(of: entry))
      }
      return change(of: entry, since: old, kind, isStored: before != after)
    }
  }

  /// Returns the change of a setting's effective value, or else of its stored value without an effect; `nil` if neither changed.
  private func change(
    of entry: FormIndex.Entry, since old: Snapshot, _ kind: SettingChange.Kind, isStored: Bool
  ) -> SettingChange? {
    let (before, after) = (old.value(of: entry), value(of: entry))
    guard before == after else {
      return SettingChange(path: entry.path, setting: entry.setting, kind: kind, old: before, new: after)
    }
    guard isStored, let origin = layers.overrider(of: entry) else { return nil }
    return SettingChange(
      path: entry.path, setting: entry.setting, kind: kind, old: old.editedValue(of: entry),
      new: editedValue(of: entry), overriddenBy: origin)
  }

  /// Returns what an apply stores as this version reads it, because an earlier version has stored it: moved, converted and removed values,
  /// in form order. For the app, the values are the same before and after. Cost: a comparison of the bytes, unless nothing was migrated.
  var upgrades: [SettingChange] {
    guard read.isMigrated else { return [] }
    let index = index
    let changed = index.settings(differingBetween: read.stored, and: document).map {
      position -> SettingChange in
      let entry = index.settings[position]
      let place = read.storedPath(of: entry.path)
      let (old, new) = (read.stored.node(at: place)?.value, storedValue(of: entry))
      return SettingChange(
        path: entry.path, setting: entry.setting, kind: new == nil ? .remove : old == nil ? .add : .replace,
        old: old, new: new, formerPath: place == entry.path ? nil : place)
    }
    // What is left of an object whose values have moved isn't a removal of its own.
    let moved = changed.compactMap(\.formerPath)
    let removed = index.othersDiffering(between: read.stored, and: document).filter { other in
      other.new == nil && !moved.contains(where: other.path.contains)
    }
    return changed + removed.map(SettingChange.init)
  }

  /// Returns the changes that rules have derived since older content in settings that aren't set, in form order. If older or newer content
  /// sets the setting, its change is among the others.
  func derivedChanges(since old: Snapshot) -> [SettingChange] {
    // Without such settings, the form isn't read.
    let positions = Set(rules.derivedPositions + old.rules.derivedPositions).sorted()
    return positions.compactMap { position in
      let entry = index.settings[position]
      guard !isSet(entry), !old.isSet(entry) else { return nil }
      return SettingChange(derived: entry, from: old.value(of: entry), to: value(of: entry))
    }
  }
}

extension Snapshot {
  /// Returns the content of a storage.
  ///
  /// After the content was removed, the name of its schema is kept: an apply that creates the content again stores the name, too. Before it
  /// is created, the layers name the schema. An app's form is read only if it has to describe something: a problem, a value of another
  /// layer, or the result of a rule.
  ///
  /// - Parameters:
  ///   - layers: The values of the other layers.
  ///   - malformed: What to do with content that isn't JSON.
  ///   - schema: The name of the schema of content that doesn't exist yet.
  ///   - last: The last snapshot, which is returned if the content hasn't changed.
  ///   - freshness: How current the content has to be.
  static func read(
    _ storage: any SettingsStorage, layers: LayerStack, form: StoreForm,
    malformed: MalformedContentPolicy, schema: String? = nil, last: Snapshot? = nil,
    freshness: StorageFreshness = .now
  ) throws(SettingsStoreError) -> Snapshot {
    let content: StoredContent?
    do throws(SettingsStorageError) { content = try storage.read(freshness) } catch { throw .storage(error) }
    if let last, last.revision == content?.revision {
      return last.layers.number == layers.number ? last : last.with(layers)
    }
    do throws(JSONParseError) {
      let stored = try content.map { content throws(JSONParseError) in
        try JSONDocument(parsingStored: content.bytes, insteadOf: last?.document)
      }
      let document =
        stored ?? last?.document.onlySchemaName ?? schema.flatMap(JSONDocument.init(onlySchemaName:))
        ?? JSONDocument()
      if layers.isEmpty, form.isKnownToAccept(document) {
        return Snapshot(withoutProblems: document, content?.revision, layers: layers, form: form)
      }
      return Snapshot(document, revision: content?.revision, layers: layers, form: form)
    } catch {
      guard malformed == .allowRollback, let content else {
        throw .malformed(file: storage.name, error)
      }
      return Snapshot(MalformedContent(bytes: content.bytes, error: error), layers: layers, form: form)
    }
  }

  /// Parses content. Pass `nil` if nothing is stored.
  convenience init(
    parsing bytes: [UInt8]?, layers: LayerStack = .none, form: StoreForm
  ) throws(JSONParseError) {
    let document = try bytes.map { bytes throws(JSONParseError) in try JSONDocument(parsingStored: bytes) }
    self.init(
      document ?? JSONDocument(), revision: bytes.map(SettingsRevision.init(of:)), layers: layers, form: form)
  }

  /// Reads the content of a version, which another program might have stored, so it can be malformed. Then the snapshot is that of an empty
  /// document with the error.
  convenience init(ofVersion bytes: [UInt8]?, layers: LayerStack, form: StoreForm) {
    do throws(JSONParseError) {
      try self.init(parsing: bytes, layers: layers, form: form)
    } catch {
      self.init(MalformedContent(bytes: bytes ?? [], error: error), layers: layers, form: form)
    }
  }
}

extension JSONDocument {
  /// A document with nothing but the name of the schema; `nil` if this one has none. By the name, editors find the form of a file that is
  /// created again.
  fileprivate var onlySchemaName: JSONDocument? {
    root["$schema"]?.string.flatMap(JSONDocument.init(onlySchemaName:))
  }

  /// Creates a document with nothing but the name of a schema.
  fileprivate init?(onlySchemaName name: String) {
    try? self.init(parsing: Array("{\n  \"$schema\": \(JSONValue.string(name))\n}\n".utf8))
  }
}

extension Snapshot {
  /// The document for reading without the form: with the values of other layers and with derived defaults. The form is read only if the
  /// document isn't complete by itself.
  var complete: JSONDocument {
    if layers.isEmpty, !rules.derivesDefaults { return document }
    return document.withEffectiveValues(of: layers, rules, in: index)
  }
}

extension JSONDocument {
  /// Returns the document with the effective values of other layers, and with the derived defaults of settings that aren't set.
  ///
  /// Returns the document unchanged if the value of a section isn't an object. That is reported as a problem.
  func withEffectiveValues(of layers: LayerStack, _ rules: RuleState, in index: FormIndex) -> JSONDocument {
    var edits = JSONEdits()
    for position in rules.derivedPositions {
      let entry = index.settings[position]
      guard node(of: entry) == nil, let value = rules.derivedValue(at: entry.path) else { continue }
      edits.set(value, at: entry.path)
    }
    if !layers.isEmpty { replaceValues(of: layers, rules, in: index, with: &edits) }
    guard !edits.isEmpty, let bytes = try? bytes(applying: edits, keyOrder: index.keyOrder),
      let document = try? JSONDocument(parsingStored: bytes)
    else { return self }
    return document
  }

  private func replaceValues(
    of layers: LayerStack, _ rules: RuleState, in index: FormIndex, with edits: inout JSONEdits
  ) {
    let locked = layers.lockedPaths.flatMap { index.settingPaths(at: $0) }.compactMap(index.position(of:))
    for position in Set(layers.positions + locked) {
      let entry = index.settings[position]
      let written = node(of: entry)?.value
      let effective =
        layers.effectiveValue(of: entry, written: written) ?? rules.derivedValue(at: entry.path)
      guard effective != written else { continue }
      if let effective {
        edits.set(effective, at: entry.path)
      } else {
        edits.remove(at: entry.path)
      }
    }
  }
}
