extension Draft {
  /// Reviews what applying the draft changes.
  ///
  /// Cost: linear in the number of staged changes and of problems. If the form has keywords for a section as a whole, linear
  /// in the size of the document for the first review after a change.
  ///
  /// - Parameter file: The name of the settings file in the review.
  package func review(of file: String = "settings.json") -> Review {
    let ordered = inFormOrder(edits.map { ($0.path, $0.change) }, path: \.0)
    let changes = ordered.map { path, change in self.change(at: path, change) }
    var review = Review(
      file: file, revision: revision, changes: changes, derivedChanges: derivedChanges,
      findings: findings,
      conflicts: inFormOrder(conflictsByPath.values, path: \.path),
      patchSteps: patchSteps(for: changes))
    review.comments = stagedComments
    return review
  }

  /// Returns the bytes of the document, as this version reads it, with the changes; all other bytes are unchanged.
  func candidate() throws(JSONEditError) -> [UInt8] {
    guard !edits.isEmpty || hasComments || style == .full else { return base.read.stored.bytes }
    var edits = complete(edits)
    // A value that stayed at a former place because the setting had another would be in effect after a reset.
    for position in index.renamed where edits[index.settings[position].path] == .remove {
      for path in index.settings[position].formerPaths where base.document.node(at: path) != nil {
        edits.remove(at: path)
      }
    }
    return try bytes(with: edits)
  }

  /// Returns the document with the changes, as this version reads it.
  func candidateDocument() throws -> JSONDocument {
    guard !edits.isEmpty || hasComments || style == .full else { return base.document }
    return try JSONDocument(parsingStored: candidate())
  }

  /// Sorts elements by the form order of their settings; the order of elements of the same setting is kept.
  func inFormOrder<Element>(
    _ elements: some Sequence<Element>, path: (Element) -> SettingPath
  ) -> [Element] {
    // Look up each position once, not in each comparison.
    elements.enumerated()
      .map {
        (order: index.positions(around: path($0.element)).setting ?? .max, place: $0.offset, $0.element)
      }
      .sorted { ($0.order, $0.place) < ($1.order, $1.place) }
      .map(\.2)
  }

  private func change(at path: SettingPath, _ change: JSONEdits.Change) -> SettingChange {
    guard let entry = index[path] else { return removal(ofUndescribed: path) }
    let stored = base.storedValue(of: entry)
    let kind: SettingChange.Kind
    let new: JSONValue?
    switch change {
    case .set(let value):
      kind = stored == nil ? .add : .replace
      new = value
    case .remove:
      kind = .remove
      new = unsetValue(of: entry)
    }
    return SettingChange(
      path: path, setting: entry.setting, kind: kind, old: base.editedValue(of: entry), new: new,
      overriddenBy: base.layers.overriding(entry)?.origin)
  }

  /// The changes that rules derive in settings that aren't set.
  private var derivedChanges: [SettingChange] {
    guard !index.rules.isEmpty else { return [] }
    return Set(rules.derivedPositions + base.rules.derivedPositions).sorted().compactMap { position in
      let entry = index.settings[position]
      guard effectiveSetValue(of: entry) == nil, !base.isSet(entry), edits[entry.path] == nil else {
        return nil
      }
      return SettingChange(derived: entry, from: base.value(of: entry), to: unsetValue(of: entry))
    }
  }

  /// Returns the changes as operations on the stored document, including those that add missing sections.
  private func patchSteps(for changes: [SettingChange]) -> [PatchStep] {
    if edits.isEmpty, style == .sparse { return [] }
    // An apply also stores what was migrated, or writes the values that aren't set.
    if base.read.isMigrated || style == .full, let document = try? candidateDocument() {
      return index.patch(from: base.read.stored, to: document).map(PatchStep.operation)
    }
    var added: Set<SettingPath> = []
    return changes.flatMap { change -> [PatchStep] in
      guard change.kind != .remove, let value = change.new else {
        return [.operation(PatchOperation(.remove, change.path))]
      }
      guard change.kind == .add else { return [.change(change)] }
      var operations: [PatchOperation] = []
      for length in 1..<max(1, change.path.keys.count) {
        let section = SettingPath(Array(change.path.keys.prefix(length)))
        guard base.document.node(at: section) == nil, added.insert(section).inserted else { continue }
        operations.append(PatchOperation(.add, section, value: .object([:])))
      }
      operations.append(PatchOperation(.add, change.path, value: value, secrecy: change.setting.secrecy))
      return operations.map(PatchStep.operation)
    }
  }
}
