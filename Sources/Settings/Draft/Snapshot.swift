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

extension Snapshot {
  /// Reads a storage, unless it holds what is known already.
  init(
    of storage: any SettingsStorage, validator: FormValidator, knowing known: Snapshot? = nil
  ) throws(StoreError) {
    let content: StoredContent?
    do throws(StorageError) { content = try storage.read() } catch { throw .storage(error) }
    if let known, known.revision == content?.revision {
      self = known
      return
    }
    do throws(JSONParseError) {
      // The storage has told the content's identity already.
      let document = try content.map { content throws(JSONParseError) in
        try JSONDocument(parsing: content.bytes)
      }
      self.init(document ?? JSONDocument(), content?.revision, validator: validator)
    } catch {
      throw .malformed(file: storage.name, error)
    }
  }

  /// Reads a content; no bytes mean that nothing is stored.
  init(parsing bytes: [UInt8]?, validator: FormValidator) throws(JSONParseError) {
    let document = try bytes.map { bytes throws(JSONParseError) in try JSONDocument(parsing: bytes) }
    self.init(document ?? JSONDocument(), bytes.map(Revision.init(of:)), validator: validator)
  }

  /// What differs from an older content, in form order.
  ///
  /// Cost: a comparison of bytes, and what the settings take that differ.
  func changes(since old: Snapshot, in index: FormIndex) -> [SettingChange] {
    index.settings(differingBetween: old.document, and: document).compactMap { position in
      let entry = index.settings[position]
      let (before, after) = (old.storedValue(of: entry), storedValue(of: entry))
      guard before != after else { return nil }
      let kind: SettingChange.Kind = before == nil ? .add : after == nil ? .remove : .replace
      return SettingChange(
        path: entry.path, setting: entry.setting, kind: kind, old: before ?? old.value(of: entry),
        new: after ?? value(of: entry))
    }
  }

  /// What rules changed since an older content in settings that were not set, in form order.
  func derivedChanges(since old: Snapshot, in index: FormIndex) -> [SettingChange] {
    Set(rules.derivedPositions + old.rules.derivedPositions).sorted().compactMap { position in
      let entry = index.settings[position]
      guard node(of: entry) == nil, old.node(of: entry) == nil else { return nil }
      return SettingChange(derived: entry, from: old.value(of: entry), to: value(of: entry))
    }
  }
}
