/// Staging. Each of these methods returns the settings that it changed.
extension Draft {
  /// Stages a value. An invalid value is staged, too; the review then contains a problem.
  ///
  /// Staging the stored value unstages the setting, and so does staging the default of a setting that isn't set, unless
  /// `storesDefaults` is true, or a keyword such as `required` depends on the setting's presence. An object at a section's path stages the
  /// settings in the section as one undo step.
  ///
  /// - Parameter storesDefaults: Whether a value is stored as somebody has asked for it: also if it equals the default, to override a layer
  ///   below or to keep the value when a later version of the app changes the default, and if only the spelling of a number differs.
  ///
  /// Throws if the path, or the path of a member of an object for a section, names no setting. Then nothing is staged.
  @discardableResult
  package mutating func stage(
    _ value: JSONValue, at path: SettingPath, storesDefaults: Bool = false
  ) throws(UnknownSettingError) -> [SettingPath] {
    stage(try index.valuesToStage(value, at: path), storesDefaults: storesDefaults)
  }

  /// Resets a setting, or all settings of a section that the form describes, to their defaults, as one undo step. An undescribed section is
  /// removed with everything in it, and so is one that is stored without members.
  ///
  /// Throws if the path names none of these.
  @discardableResult
  package mutating func reset(_ path: SettingPath) throws(UnknownSettingError) -> [SettingPath] {
    if index.section(at: path)?.isUndescribed == true { return removeUndescribed(at: path) }
    let stored = index.section(at: path) == nil || path.isRoot ? nil : base.document.node(at: path)
    if let stored, stored.kind == .object, stored.count == 0, !edits.hasEdits(inside: path) {
      return record(editsRemovingMember(at: path))
    }
    // A reset of a section leaves its read-only settings alone.
    return reset(
      try index.entries(at: path).filter { $0.path == path || !$0.setting.traits.contains(.readOnly) })
  }

  /// Unstages all changes as one undo step.
  ///
  /// After an undo, everything is staged again, comments included.
  @discardableResult
  package mutating func discard() -> [SettingPath] {
    let paths = edits.map(\.path) + textChanges.comments.keys.filter { edits[$0] == nil }
    return record(paths.map { edit($0) { $0 = EditHistory.Staged() } })
  }
}

/// A value to stage for a setting; `nil` resets the setting. It has the entry of the setting instead of its path, because callers have
/// looked that up already.
package struct StagedValue: Hashable, Sendable {
  package let entry: FormIndex.Entry
  package let value: JSONValue?
  /// Which elements of the value's lists an edit has named by position; `nil` if the edit says nothing about positions.
  package var origins: ElementOrigins?

  package init(_ entry: FormIndex.Entry, value: JSONValue?) {
    self.entry = entry
    self.value = value
  }

  package var path: SettingPath { entry.path }
}

/// Staging for settings of the form.
extension Draft {
  /// Stages values, and the removal of members that the form doesn't describe, as one undo step. Several changes that a person makes with
  /// one key, such as the reset of a section, are undone with one key.
  ///
  /// - Parameters:
  ///   - text: What the step does to the text around the values.
  ///   - move: The old and the new path of a member that the step renames or moves. It keeps its spelling, its comments and, inside the same
  ///     object, its place.
  ///   - earlier: The draft that the person saw when they began to type; `nil` for this draft. If another process has stored another value
  ///     of a setting since, that is a conflict, as if the value had been staged in the earlier draft.
  @discardableResult
  package mutating func stage(
    _ values: [StagedValue], removing undescribed: [SettingPath] = [], storesDefaults: Bool = false,
    with text: TextChanges = TextChanges(), moving move: (old: SettingPath, new: SettingPath)? = nil,
    since earlier: Draft? = nil
  ) -> [SettingPath] {
    // A person waits for this at each key they type, so it makes no copies that a step without a conflict doesn't need.
    let earlier = earlier?.base
    if storesDefaults { textChanges.spelledPaths.formUnion(values.lazy.map(\.path)) }
    // What is staged inside goes along in the value. It is unstaged first, so that an undo stages it last.
    var step =
      move.map { move in
        edits.map(\.path).filter { $0 != move.old && move.old.contains($0) }.map {
          edit($0) { $0.change = nil }
        }
      } ?? []
    step += values.map { staged in
      let (value, conflict) = earlier.map { rebased(staged, since: $0) } ?? (staged.value, nil)
      return edit(staged.path) {
        $0.change =
          value.map { change(to: $0, of: staged, storesDefaults: storesDefaults) }
          ?? changeForReset(of: staged.entry)
        if let origins = staged.origins { $0.origins = $0.change == nil ? [:] : origins }
        if let conflict { $0.conflict = conflict }
      }
    }
    for path in undescribed {
      step +=
        text.commentSwitches.contains(path)
        ? editsRemovingMember(at: path) : editsRemovingUndescribed(at: path)
    }
    if !text.isEmpty { step = adding(text, to: step) }
    if let move { step = moving(step, from: move.old, to: move.new) }
    // Members with equal values that exchange their keys exchange their comments.
    for place in step.indices where step[place].new.change == nil && movesStored(step[place].new.moves) {
      let staged = values.first { $0.path == step[place].path }
      step[place].new.change = staged?.value.map { .set($0) }
    }
    if let earlier, earlier.revision != base.revision {
      var draft = self
      _ = draft.record(step)
      let uncertain = values.map(\.path).filter { draft.edits[$0] != nil && draft.conflictsByPath[$0] == nil }
      for conflict in draft.lostComments(at: uncertain, since: earlier) {
        for place in step.indices where step[place].path == conflict.path {
          step[place].new.conflict = conflict
        }
      }
    }
    return record(step)
  }

  /// Adds what a step does to the text around its values.
  private func adding(_ text: TextChanges, to step: [EditHistory.Edit]) -> [EditHistory.Edit] {
    var step = step
    for place in step.indices {
      let path = step[place].path
      step[place].new.commentSwitches.formUnion(text.commentSwitches.near(path))
      step[place].new.moves.merge(text.origins.filter { path.contains($0.key) }) { $1 }
      guard step[place].new.change != nil else { continue }
      step[place].new.origins.merge(text.elementOrigins.filter { path.contains($0.key) }) { $1 }
    }
    guard !text.comments.isEmpty else { return step }
    let changes = Dictionary(step.map { ($0.path, $0.new.change) }) { $1 }
    for (path, comment) in text.comments where isThere(path, after: changes) {
      let isStored = text.origins[path] == nil && isStored(comment, above: path)
      setComment(isStored ? nil : comment, above: path, in: &step)
    }
    return step
  }

  /// Whether there are moves, and all of them are of members that are stored.
  package func movesStored(_ moves: [SettingPath: SettingPath]) -> Bool {
    !moves.isEmpty && moves.values.allSatisfy { base.document.node(at: $0) != nil }
  }

  /// Whether there is a value at a path after the changes of a step, so that a comment can be above it.
  private func isThere(_ path: SettingPath, after changes: [SettingPath: JSONEdits.Change?]) -> Bool {
    for around in path.prefixes {
      switch changes[around] ?? edits[around] {
      case .set(let value)?: return value.value(at: path.relative(to: around)) != nil
      case .remove?: return false
      case nil: break
      }
    }
    return base.document.node(at: path) != nil || style == .full && index[path] != nil
      || edits.hasEdits(inside: path) || changes.contains { path.contains($0.key) && $0.value != nil }
  }

  /// Returns a value merged with what another process has stored for the setting since an earlier base, or the conflict of both.
  private func rebased(
    _ staged: StagedValue, since earlier: Snapshot
  ) -> (mine: JSONValue?, conflict: SettingConflict?) {
    let (before, theirs) = (earlier.storedValue(of: staged.entry), base.storedValue(of: staged.entry))
    guard theirs != before, theirs != staged.value else { return (staged.value, nil) }
    return merge(staged.value, of: staged.entry, since: before, over: theirs)
  }

  /// Whether values would reveal a secret by moving it from a place where it is masked to a place where nothing is masked.
  ///
  /// An edit that moves, renames or removes parts must not be staged then: it would be a way to read secrets.
  package func showsSecrets(in values: [StagedValue]) -> Bool {
    guard values.contains(where: \.entry.setting.holdsSecrets) else { return false }
    var (before, after) = (MaskedParts(), MaskedParts())
    for staged in values {
      let secrecy = staged.entry.setting.secrecy
      if let old = value(at: staged.path) { before.add(old, secrecy) }
      if let new = staged.value { after.add(new, secrecy) }
    }
    return before.isShown(in: after)
  }

  /// Resets settings as one undo step.
  @discardableResult
  package mutating func reset(_ entries: [FormIndex.Entry]) -> [SettingPath] {
    stage(entries.map { StagedValue($0, value: nil) })
  }

  /// Unstages settings as one undo step.
  @discardableResult
  package mutating func unstage(_ entries: [FormIndex.Entry]) -> [SettingPath] {
    record(entries.map { unstaging($0.path) })
  }

  /// Returns the edit that unstages a setting, or leaves a part of its change.
  private func unstaging(_ path: SettingPath, to rest: JSONEdits.Change? = nil) -> EditHistory.Edit {
    edit(path) { ($0.change, $0.origins) = (rest, [:]) }
  }

  /// Returns the change that gives a setting a value; `nil` if it has the value without a change.
  ///
  ///     stored 7, default 5     stage 7 → nil    stage 5 → set 5, since a reset would also remove the key
  ///     not stored, default 5   stage 5 → nil    …with `storesDefaults`: set 5
  ///     stored 7.0              stage 7 → nil    …with `storesDefaults`: set 7
  ///
  /// If a keyword such as `required` or `dependentRequired` looks at whether the key is there, a value that equals the default is written
  /// as well.
  private func change(
    to value: JSONValue, of staged: StagedValue, storesDefaults: Bool
  ) -> JSONEdits.Change? {
    let entry = staged.entry
    if staged.origins?.moveElements(in: entry.path) == true { return .set(value) }
    let stored = isRemovedWithSection(entry.path) ? nil : base.storedValue(of: entry)
    let isDefault =
      stored == nil && !storesDefaults && unsetValue(of: entry) == value
      && !index.judgesPresence(at: entry.path)
    let isStored = stored.map { storesDefaults ? $0.isSpelled(like: value) : $0 == value } ?? false
    return isStored || isDefault ? nil : .set(value)
  }
}

extension FormIndex {
  /// Returns the setting at a path, or all settings of the section there, in form order. Throws if the path names neither.
  func entries(at path: SettingPath) throws(UnknownSettingError) -> [Entry] {
    guard self[path] != nil || section(at: path) != nil else { throw UnknownSettingError(path, in: self) }
    return settingPaths(at: path).compactMap { self[$0] }
  }

  /// Returns the setting at a path, or all settings of the section there that the form describes, in form order; empty for an unknown path.
  ///
  /// A member that the form doesn't describe belongs to somebody else, such as a later version of the app, so a reset of the section keeps
  /// it.
  package func settingPaths(at path: SettingPath) -> [SettingPath] {
    if self[path] != nil { return [path] }
    guard let section = section(at: path) else { return [] }
    return section.items.flatMap { $0.isUndescribed ? [] : settingPaths(at: path.appending($0.key)) }
  }

  /// Returns what to stage for the value of a setting, or for the object of a section.
  ///
  /// `{"timePeriod": 14}` at `calculation` → 14 at `calculation.timePeriod`. A setting that the object lacks isn't staged, so an object is
  /// a set of changes and not a whole section. Throws before anything is staged if one member names no setting.
  func valuesToStage(
    _ value: JSONValue, at path: SettingPath
  ) throws(UnknownSettingError) -> [StagedValue] {
    if let entry = self[path] { return [StagedValue(entry, value: value)] }
    guard section(at: path) != nil else { throw UnknownSettingError(path, in: self) }
    guard case .object(let object) = value else { throw UnknownSettingError(path, reason: .section) }
    var values: [StagedValue] = []
    for member in object.members { values += try valuesToStage(member.value, at: path.appending(member.key)) }
    return values
  }
}

/// Members that the form doesn't describe. They stay in the document unless a person removes them.
extension Draft {
  /// Stages the removal of a member that the form doesn't describe, with everything in it, as one undo step. Does nothing for other paths.
  ///
  /// The member doesn't have to be listed in the form. If it is listed as a section, this also unstages the changes inside it.
  package mutating func removeUndescribed(at path: SettingPath) -> [SettingPath] {
    record(editsRemovingUndescribed(at: path))
  }

  /// Stages the removal of a member, described or not, with everything in it, as one undo step.
  package mutating func removeMember(at path: SettingPath) { _ = record(editsRemovingMember(at: path)) }

  private func editsRemovingUndescribed(at path: SettingPath) -> [EditHistory.Edit] {
    isUndescribed(path) ? editsRemovingMember(at: path) : []
  }

  /// Returns the edits that remove a member with everything in it.
  func editsRemovingMember(at path: SettingPath) -> [EditHistory.Edit] {
    let inside =
      edits.hasEdits(inside: path) ? edits.filter { $0.path != path && path.contains($0.path) } : []
    return inside.map { edit($0.path) { $0.change = nil } } + [edit(path) { $0.change = .remove }]
  }

  /// Whether the stored document has a member at a path, and the form doesn't describe it.
  package func isUndescribed(_ path: SettingPath) -> Bool {
    guard !path.isRoot, base.document.node(at: path) != nil else { return false }
    if let section = index.section(at: path) { return section.isUndescribed }
    guard let entry = index.entry(containing: path) else { return true }
    return entry.path == path && entry.setting.traits.contains(.undescribed)
  }

  /// Whether the stored document has a value at a path, described or not, and whether or not it is staged to be removed.
  package func hasStoredMember(at path: SettingPath) -> Bool {
    base.document.node(at: path) != nil
  }

  /// Returns the value that the stored document has at a path, described or not; `nil` if it has none.
  package func storedMember(at path: SettingPath) -> JSONValue? { base.document.node(at: path)?.value }

  /// The sections that the stored document has without members, such as `"proxy": {}`. An editor lists them although they contain no set
  /// setting.
  package var emptySections: [SettingPath] { index.emptySections(of: base.document) }

  /// Whether a section around a setting is removed, with the setting's stored value.
  func isRemovedWithSection(_ path: SettingPath) -> Bool {
    !removedSections.isEmpty && path.prefixes.dropLast().contains(where: removedSections.contains)
  }

  /// Returns the change that removes a member that isn't listed as a setting. Its title is its key. For a section that the form describes, it
  /// requires a restart and has the side effects of the settings in it that get another value. Its value is masked if a setting around
  /// it is secret, or if its key is similar to the key of a secret.
  func removal(ofUndescribed path: SettingPath) -> SettingChange {
    let value = base.document.node(at: path)?.value
    var setting = FormSetting.undescribed(path.keys.last ?? "", value: value ?? .null)
    for entry in index.settingPaths(at: path).compactMap({ index[$0] })
    where base.storedValue(of: entry).map({ $0 != unsetValue(of: entry) }) == true {
      setting.traits.formUnion(entry.setting.traits.intersection(.requiresRestart))
      let known = setting.sideEffects
      setting.sideEffects += entry.setting.sideEffects.filter { !known.contains($0) }
    }
    return SettingChange(
      path: path, setting: setting.inheriting(index.secrecy(at: path)), kind: .remove, old: value, new: nil)
  }

  /// Returns warnings about undescribed members whose values have another type with the changes. No form tells whether that is a mistake.
  func typeChanges() -> [FormProblem] {
    edits.compactMap { path, change in
      guard case .set(let new) = change, let entry = index[path], entry.setting.traits.contains(.undescribed),
        let old = base.node(of: entry)?.value, old.kind != new.kind, old != .null
      else { return nil }
      return FormProblem(
        path: path, severity: .warning, reason: .typeChange(from: JSONType(of: old), to: JSONType(of: new)))
    }
  }
}

extension Draft {
  /// Returns the draft without some of its changes, to apply the others.
  ///
  /// A changed element that is left out keeps its old value; a removed or moved one keeps its place among the elements that stay.
  /// Changes that the draft doesn't have are ignored.
  ///
  /// ```swift
  /// let added = draft.review().changes.flatMap(\.parts).filter { $0.kind == .add }
  /// let rest = draft.leavingOut(Set(added.map { .part($0.id) }))
  /// ```
  package func leavingOut(_ items: Set<FormReview.Item>) -> Draft {
    let rest = changes(leavingOut: items)
    guard !rest.isEmpty else { return self }
    var part = self
    for (path, change) in rest { part.replace(change, at: path) }
    let left = Set(withWholeRenames(items).map(\.path))
    part.textChanges.origins = textChanges.origins.filter { !left.contains($0.key) }
    // The comment of a member that isn't there without its rename waits with it.
    part.textChanges.comments = textChanges.comments.filter { path, _ in
      !left.contains { $0.contains(path) } || base.document.node(at: path) != nil
    }
    part.update(after: rest.map(\.path))
    return part
  }

  /// Unstages the changes of some settings, and of some parts of values, as one undo step. What is left of a value stays staged.
  @discardableResult
  package mutating func unstage(_ items: Set<FormReview.Item>) -> [SettingPath] {
    record(editsUnstaging(items))
  }

  /// Returns the edits that unstage some changes. A rename goes as a whole: half of it would remove a member, or store it under both keys.
  ///
  /// - Parameter withComments: Whether the comments that are staged for the settings are unstaged as well.
  func editsUnstaging(
    _ items: Set<FormReview.Item>, withComments: Bool = false
  ) -> [EditHistory.Edit] {
    let left = Set(withWholeRenames(items).map(\.path))
    return changes(leavingOut: items).map { path, change in
      var edit = unstaging(path, to: change)
      edit.new.moves = edit.new.moves.filter { !left.contains($0.key) }
      if withComments { edit.new.comment = nil }
      return edit
    }
  }

  /// Returns the staged changes that remain without some items, for each setting that the items concern; the change is `nil` if
  /// nothing of the setting remains staged.
  private func changes(leavingOut items: Set<FormReview.Item>) -> [(
    path: SettingPath, change: JSONEdits.Change?
  )] {
    var parts: [SettingPath: Set<SettingPartChange.ID>] = [:]
    var changes: [(path: SettingPath, change: JSONEdits.Change?)] = []
    for item in withWholeRenames(items) {
      switch item {
      case .setting(let path): if edits[path] != nil { changes.append((path, nil)) }
      case .part(let part):
        guard let path = index.entry(containing: part.path)?.path, !items.contains(.setting(path)) else {
          continue
        }
        parts[path, default: []].insert(part)
      }
    }
    let origins = textChanges.partOrigins
    for (path, parts) in parts {
      guard let entry = index[path], let staged = edits[path], let old = base.value(of: entry),
        let new = value(at: path),
        let difference = ValueDifference(
          old, new, setting: entry.setting, origins: origins, at: path)
      else { continue }
      let rest = difference.value(leavingOut: parts, at: path)
      changes.append((path, rest == old ? nil : rest == new ? staged : .set(stored(rest, of: entry))))
    }
    return changes
  }
}
