/// Staged changes on top of a stored document.
///
/// A draft is a value: copies are independent, and changing one doesn't touch the file.
///
/// For a path that names no setting of the form, there is no value; staging, resetting and unstaging it throws ``UnknownSettingError``.
///
///     var draft = store.draft()
///     try draft.stage(14, at: ["calculation", "timePeriod"])
///     print(draft.review().changes.count)  // 1
///     draft.undo()
///     print(draft.isEmpty)                 // true
///
/// A draft has three parts: the stored content that it is based on (`base`, shared by all drafts of it), the edits by path, and the results
/// of rules for both together. A value is looked up in the edits, then in the base, then in what applies if nothing sets it. Nothing is
/// copied when a draft is made, so each key press in an editor can make one.
///
/// The cost of staging doesn't depend on the size of the form.
///
/// Of 100 000 settings with three changes, a draft holds three edits and a reference to the snapshot. What must never happen: that two
/// drafts of the same base see each other's edits, or that a value is read from an older base than its problems.
package struct Draft: Sendable {
  /// The form's settings, with the members of the document that ``list(_:)`` has added.
  package var index: FormIndex { base.index }
  package var validator: FormValidator { base.form.validator }
  let style: SettingsFileStyle
  private(set) var base: Snapshot
  private(set) var edits = JSONEdits()
  private(set) var conflictsByPath: [SettingPath: SettingConflict] = [:]
  /// What the changes do to the text around values.
  package var textChanges = TextChanges()
  /// Whether an apply stores what was migrated even if nothing is staged.
  var storesMigrations = false
  /// The results of the form's rules for the staged values.
  package private(set) var rules: RuleState
  /// The settings and sections that rules have changed visibly with the last change: they have another derived default, or are hidden,
  /// shown, disabled or read-only now.
  package private(set) var changedByRules: [SettingPath] = []
  /// The settings for which rules have changed something else with the last change: their problems, or a derived default that has no effect
  /// because the setting is set.
  package private(set) var otherPathsChangedByRules: [SettingPath] = []
  private var history = EditHistory()
  /// The undescribed sections that are removed as a whole. Settings inside have no edits of their own, so a lookup of their values has to
  /// look here, too.
  private(set) var removedSections: Set<SettingPath> = []
  /// The findings for the current changes, computed when they are first needed. Copies of the draft share them.
  private(set) var cachedFindings = Lazy<[ReviewFinding]>()

  init(base: Snapshot, style: SettingsFileStyle = .sparse) {
    self.style = style
    self.base = base
    rules = base.rules
  }

  /// The identity of the stored content that the changes are based on; `nil` if nothing was stored.
  package var revision: SettingsRevision? { base.revision }

  /// Whether there are no staged changes. An apply of an empty draft stores nothing, except what the style `full` adds.
  package var isEmpty: Bool { edits.isEmpty && textChanges.comments.isEmpty }

  /// The number of settings with a staged change, and of members with another comment. A member with both counts once, and so does one that
  /// gets another key.
  package var count: Int {
    edits.count + textChanges.comments.keys.count { edits[$0] == nil }
      - textChanges.origins.count { edits[$0.key] != nil && edits[$0.value] == .remove }
  }

  // MARK: - Undo

  /// Whether there is a step to undo.
  package var canUndo: Bool { history.canUndo }

  /// Whether there is a step to redo.
  package var canRedo: Bool { history.canRedo }

  /// The settings with a staged change, and those that an undo or a redo can change, in any order. A view model that replaces the draft
  /// notifies their observers.
  package var recordedPaths: Set<SettingPath> { history.paths.union(edits.map(\.path)) }

  /// Undoes the last step; returns the settings that it changed, an empty list if there is no step.
  @discardableResult
  package mutating func undo() -> [SettingPath] {
    perform(history.undo())
  }

  /// Redoes the last undone step; returns the settings that it changed. A new step forgets all undone ones.
  @discardableResult
  package mutating func redo() -> [SettingPath] {
    perform(history.redo())
  }

  /// Returns an edit of what is staged at a path.
  ///
  /// Unstaging a setting ends its conflict. The edit knows the conflict, and undoing it restores both. Otherwise, the undo would stage the value
  /// over what another process has stored, without a question.
  func edit(_ path: SettingPath, _ change: (inout EditHistory.Staged) -> Void) -> EditHistory.Edit {
    let old = EditHistory.Staged(
      change: edits[path], comment: textChanges.comments[path], origins: elementOrigins(in: path),
      moves: textChanges.origins.filter { path.contains($0.key) },
      commentSwitches: textChanges.commentSwitches.near(path), conflict: conflictsByPath[path])
    var new = old
    change(&new)
    if let conflict = new.conflict, conflict.isAboutStagedComment ? new.comment == nil : new.change == nil {
      new.conflict = nil
    }
    return EditHistory.Edit(path: path, old: old, new: new)
  }

  /// Makes edits as one undo step, and returns the settings that they concern.
  mutating func record(_ step: [EditHistory.Edit]) -> [SettingPath] {
    // A step that changes nothing isn't recorded. Each undo then has a visible effect.
    let step = withoutOrphans(step).filter { $0.old != $0.new }
    guard !step.isEmpty else { return [] }
    history.record(step)
    return perform(step)
  }

  /// Removes the staged comments and the moves of what a step removes. Otherwise each would wait for a member that never comes, or be taken
  /// for one of another member. What isn't staged anymore is where it was.
  private func withoutOrphans(_ step: [EditHistory.Edit]) -> [EditHistory.Edit] {
    var result = step
    for (place, edit) in step.enumerated() where edit.old.change != edit.new.change {
      func isGone(_ path: SettingPath) -> Bool {
        switch edit.new.change {
        case .set(let value)?: value.value(at: path.relative(to: edit.path)) == nil
        case .remove?: true
        case nil: base.document.node(at: path) == nil
        }
      }
      for path in textChanges.comments.keys where edit.path.contains(path) && isGone(path) {
        setComment(nil, above: path, in: &result)
      }
      result[place].new.moves = edit.new.moves.filter { edit.new.change != nil && !isGone($0.key) }
    }
    return result
  }

  /// Moves a member in a step, with the staged comments and the moves inside it.
  func moving(_ step: [EditHistory.Edit], from old: SettingPath, to new: SettingPath) -> [EditHistory.Edit] {
    var result = step
    for (path, comment) in textChanges.comments where old.contains(path) {
      setComment(nil, above: path, in: &result)
      setComment(comment, above: path.moved(from: old, to: new), in: &result)
    }
    var moves: [SettingPath: SettingPath] = [:]
    for (path, origin) in textChanges.origins {
      moves[old.contains(path) ? path.moved(from: old, to: new) : path] = origin
    }
    let origin = storedOrigin(of: old)
    moves[new] = origin == new ? nil : origin
    for place in result.indices {
      let path = result[place].path
      result[place].new.moves = moves.filter { path.contains($0.key) }
    }
    return result
  }

  /// Returns where the text of a member is stored; `nil` for a new member, which can have the key that another one had.
  private func storedOrigin(of path: SettingPath) -> SettingPath? {
    if let known = textChanges.origins[path] { return known }
    guard let parent = path.parent, let key = path.keys.last else { return nil }
    let moved = parent.prefixes.last { textChanges.origins[$0] != nil }
    let container = moved.flatMap { new in textChanges.origins[new].map { parent.moved(from: new, to: $0) } }
    let origin = (container ?? storedPlace(of: parent))?.appending(key)
    return origin.flatMap {
      base.document.node(at: $0) == nil || textChanges.origins.values.contains($0) ? nil : $0
    }
  }

  func setComment(_ text: String?, above path: SettingPath, in step: inout [EditHistory.Edit]) {
    if let place = step.firstIndex(where: { $0.path == path }) {
      step[place].new.comment = text
    } else {
      step.append(edit(path) { $0.comment = text })
    }
  }

  private mutating func perform(_ step: [EditHistory.Edit]) -> [SettingPath] {
    for edit in step {
      let (path, old, new) = (edit.path, edit.old, edit.new)
      replace(new.change, at: path)
      if old.comment != new.comment { textChanges.comments[path] = new.comment }
      if old.conflict != new.conflict { conflictsByPath[path] = new.conflict }
      if old.origins != new.origins {
        textChanges.elementOrigins = textChanges.elementOrigins.filter { !path.contains($0.key) }
          .merging(new.origins) { $1 }
      }
      if old.moves != new.moves {
        textChanges.origins = textChanges.origins.filter { !path.contains($0.key) }
          .merging(new.moves) { $1 }
      }
      if old.commentSwitches != new.commentSwitches {
        textChanges.commentSwitches.subtract(old.commentSwitches)
        textChanges.commentSwitches.formUnion(new.commentSwitches)
      }
    }
    forgetTextChanges()
    update(after: step.lazy.map(\.path))
    return step.map(\.path)
  }

  /// Invalidates the findings, and evaluates the rules that depend on settings whose values might have changed.
  ///
  /// Findings are computed when someone asks for them: while a person types, each key stages a value, and only the screen that shows
  /// problems needs them.
  mutating func update(after paths: some Sequence<SettingPath>) {
    cachedFindings = Lazy()
    guard !index.rules.isEmpty else { return }
    // The closure reads copies, because it can't access the draft while its `rules` are being changed.
    let (index, edits, base) = (index, edits, base)
    let changes = rules.update(paths.compactMap(index.position(of:))) {
      base.layers.effectiveValue(
        of: index.settings[$0], written: edits.value(of: index.settings[$0], over: base))
    }
    changedByRules = rules.paths(of: changes, in: index)
    otherPathsChangedByRules = rules.otherPaths(of: changes, in: index)
  }

  // MARK: - New bases

  /// Moves the changes onto newer stored content: a three-way merge for each setting.
  ///
  ///     before     the value that the draft was based on
  ///     theirs     the value that is stored now
  ///     mine       the staged value
  ///
  /// | theirs | result |
  /// |---|---|
  /// | equals mine | the setting is unstaged: what was wanted is there |
  /// | equals before | mine stays staged |
  /// | neither, but another element of the list | both changes are staged (``FormSetting/merged(_:_:since:)``) |
  /// | neither | a conflict, which a person resolves; mine stays staged until then |
  /// | the value from before an unresolved conflict | the conflict is over: the other program has stored the old value again |
  ///
  /// Nothing else is merged inside a value: only a person can tell whether the result makes sense. Comments are merged by the same table.
  ///
  /// A conflict keeps the value from before both changes, however often the other process stores. The undo steps are dropped, because they
  /// contain what was staged on the old content; undoing one could stage it again without its conflict.
  ///
  /// - Parameter part: The part of this draft that this process has stored; `nil` if it has stored none. If only a part of a value was
  ///   stored, the rest stays staged without a conflict.
  mutating func rebase(onto newBase: Snapshot, after part: Draft? = nil) {
    let newBase = newBase.with(newBase.rules.conditions, positionsOf: base)
    guard newBase.revision != base.revision else {
      // The same content can have other effective values: of other layers, or of rules that were switched on or off.
      if newBase.rules.conditions != base.rules.conditions || newBase.identity != base.identity {
        move(onto: newBase)
      }
      return
    }
    let earlier = self
    // The changes under which another process can have changed comments that would be lost.
    var uncertain: [SettingPath] = []
    let pathsOfMoves = textChanges.origins.keys.reduce(into: Set()) { $0.formUnion($1.prefixes) }
    for (path, change) in edits.map({ $0 }) {
      guard let entry = index[path] else {
        // The change removes a key that the form doesn't know. Another value of the key isn't a conflict.
        let isDone = part?.edits[path] == change
        if isDone || newBase.document.node(at: path) == nil { replace(nil, at: path) }
        if edits[path] != nil, conflictsByPath[path] == nil { uncertain.append(path) }
        continue
      }
      let before = base.storedValue(of: entry)
      let theirs = newBase.storedValue(of: entry)
      let mine: JSONValue? = if case .set(let value) = change { value } else { nil }
      // A conflict about a comment stays until it is resolved.
      let known = conflictsByPath[path].flatMap { $0.isAboutComment ? $0 : nil }
      // Of equal values, only the comments can have moved.
      let isMoved = textChanges.elementOrigins.moveElements(in: path) || pathsOfMoves.contains(path)
      let isStored = part?.edits[path] == change
      if theirs == mine, theirs != before || isStored || !isMoved {
        edits.unstage(at: path)
        conflictsByPath[path] = nil
      } else if known == nil, let conflict = conflictsByPath[path], conflict.base == theirs {
        // The old value is stored again, for example because a program saves in two steps.
        conflictsByPath[path] = nil
      } else if theirs != before, part == nil || theirs != part?.setValue(of: entry) {
        let merged = merge(mine, of: entry, since: before, over: theirs)
        conflictsByPath[path] = merged.conflict
        if merged.mine == theirs {
          edits.unstage(at: path)
        } else if let value = merged.mine {
          edits.set(value, at: path)
        }
      }
      // What this process has just stored is no news. An apply that another process was faster than has stored nothing.
      if part == nil || theirs != part?.setValue(of: entry), conflictsByPath[path] == nil, edits[path] != nil
      {
        conflictsByPath[path] = known
        if known == nil { uncertain.append(path) }
      }
      // Which element is which was said of the old list.
      if theirs != before || isStored {
        textChanges.elementOrigins = textChanges.elementOrigins.filter { !path.contains($0.key) }
      }
      // What this process has just stored is there under its new key.
      if let part, theirs == part.setValue(of: entry) {
        for moved in part.textChanges.origins.keys where path.contains(moved) {
          textChanges.origins[moved] = nil
        }
      }
    }
    noteRemovedOrigins(in: newBase)
    forgetTextChanges()
    move(onto: newBase)
    for conflict in lostComments(at: uncertain, since: earlier.base) {
      conflictsByPath[conflict.path] = conflict
    }
    for (path, comment) in textChanges.comments { rebase(comment, above: path, from: earlier) }
    // The old steps contain what was staged on the old content. Undoing one could stage it again without finding its conflict. But
    // what is still staged can be unstaged, comments included; a conflict is resolved instead.
    history.restart(
      with: edits.filter { conflictsByPath[$0.path] == nil },
      comments: textChanges.comments.filter { conflictsByPath[$0.key]?.isAboutStagedComment != true })
  }

  /// Ends the moves of members that another process has removed, or given a third path. Each is a conflict, as if the value had been changed
  /// and not moved: otherwise, the apply would bring it back under its new path. Its comments are staged with it, since they aren't stored
  /// at its old path anymore.
  private mutating func noteRemovedOrigins(in newBase: Snapshot) {
    for (new, old) in textChanges.origins {
      guard let before = base.document.node(at: old), newBase.document.node(at: old) == nil else { continue }
      textChanges.origins[new] = nil
      if newBase.document.node(at: new) == nil, isStagedToBeThere(new) {
        for owner in PartComments(of: old, in: base.document).lines.keys where old.contains(owner.path) {
          let path = owner.path.moved(from: old, to: new)
          guard textChanges.comments[path] == nil, let comment = base.document.comment(above: owner.path),
            !comment.isEmpty
          else { continue }
          textChanges.comments[path] = comment
        }
      }
      guard case .set(let mine)? = edits[new], let setting = index[new]?.setting else { continue }
      conflictsByPath[new] = SettingConflict(
        path: new, setting: setting, base: before.value, mine: mine, theirs: nil)
    }
  }

  /// Whether a value is staged at a path, or in the value around it.
  private func isStagedToBeThere(_ path: SettingPath) -> Bool {
    path.prefixes.contains { around in
      guard case .set(let value)? = edits[around] else { return false }
      return value.value(at: path.relative(to: around)) != nil
    }
  }

  /// Merges a value with what another process has stored; what can't be merged is a conflict. An unresolved conflict keeps the value from
  /// before both changes, even if the other process stores several times.
  func merge(
    _ mine: JSONValue?, of entry: FormIndex.Entry, since before: JSONValue?, over theirs: JSONValue?
  ) -> (mine: JSONValue?, conflict: SettingConflict?) {
    let base = conflictsByPath[entry.path].flatMap { $0.isAboutComment ? nil : .some($0.base) } ?? before
    if let merged = entry.setting.merged(mine, theirs, since: base) { return (merged, nil) }
    return (
      mine,
      SettingConflict(path: entry.path, setting: entry.setting, base: base, mine: mine, theirs: theirs)
    )
  }

  /// Whether this draft and another process have both changed what is at a path, and nobody has decided between them yet.
  package func hasConflict(at path: SettingPath) -> Bool { conflictsByPath[path] != nil }

  /// Returns where the stored value is that a value of the draft was; `nil` for a new element of a list.
  func storedPlace(of path: SettingPath) -> SettingPath? {
    guard let entry = index.entry(containing: path), case .set(let value)? = edits[entry.path],
      let stored = base.storedValue(of: entry)
    else { return path }
    let difference = ValueDifference(
      stored, value, setting: entry.setting, origins: textChanges.partOrigins, at: entry.path)
    return difference.place(of: path.keys.dropFirst(entry.path.keys.count), at: entry.path)?.path
  }

  /// Moves a staged comment to where the element is now that it describes.
  ///
  /// - Parameter earlier: The draft on the older content.
  private mutating func rebase(_ mine: String, above oldPath: SettingPath, from earlier: Draft) {
    var path = oldPath
    if let entry = index.entry(containing: oldPath), let before = earlier.setValue(of: entry),
      let now = setValue(of: entry)
    {
      let difference = ValueDifference(before, now, setting: entry.setting)
      path = difference.newPlace(of: oldPath.keys.dropFirst(entry.path.keys.count), at: entry.path) ?? oldPath
    }
    // An unresolved conflict keeps the comment from before both changes.
    let known = conflictsByPath[oldPath].flatMap { $0.isAboutComment ? $0 : nil }
    if known != nil { conflictsByPath[oldPath] = nil }
    textChanges.comments[oldPath] = nil
    func comment(in draft: Draft, above path: SettingPath) -> JSONValue? {
      draft.storedPlace(of: path).flatMap { draft.base.document.comment(above: $0) }.map(JSONValue.string)
    }
    let theirs = comment(in: self, above: path)
    if theirs != nil, isStored(mine, above: path) { return }
    textChanges.comments[path] = mine
    let before = known == nil ? comment(in: earlier, above: oldPath) : known?.base
    guard theirs != before, conflictsByPath[path] == nil else { return }
    conflictsByPath[path] = SettingConflict(
      commentAt: path, in: index, base: before, mine: .string(mine), theirs: theirs)
  }

  /// Takes over content that was read since, with the values that the app gives its rules. Returns the settings that anything has changed for;
  /// `nil` if nothing has changed.
  ///
  /// - Parameter applied: The changes that were applied meanwhile. If only a part of a value was applied, the rest of it stays staged without a conflict.
  mutating func follow(
    _ stored: Snapshot, context: [String: JSONValue], after applied: Draft?
  ) -> [SettingPath]? {
    let old = base
    var conditions = stored.rules.conditions
    conditions.context.merge(context) { $1 }
    guard stored.identity != old.identity || conditions != old.rules.conditions else { return nil }
    let new = stored.with(conditions, positionsOf: old)
    let (before, earlier) = (edits.map(\.path), rules)
    rebase(onto: new, after: applied)
    let byRules = rules.changes(since: earlier)
    return new.changes(since: old).map(\.path) + before.filter { !isStaged($0) }
      + rules.paths(of: byRules, in: index).flatMap { [$0] + index.settingPaths(at: $0) }
      + rules.otherPaths(of: byRules, in: index)
  }

  /// Whether members that no form describes are listed as settings.
  package var listsMembers: Bool { index.listsMembers(of: base.document) }

  /// Lists the members that the document has now as settings, and others that a person adds; see ``FormIndex/relisting(_:of:)``.
  ///
  /// The positions of settings change. The draft survives that, because its edits are kept by path.
  package mutating func list(_ members: FormIndex.Members) {
    let index = index.relisting(members, of: base.document)
    move(onto: base.with(base.layers, StoreForm(index, base.rules.conditions)))
  }

  /// Stages a change without recording a step to undo; `nil` unstages the setting and resolves its conflict.
  ///
  /// The caller updates the rules and the findings by `update(after:)`, once for all its changes.
  mutating func replace(_ change: JSONEdits.Change?, at path: SettingPath) {
    if change == .remove, index.section(at: path) != nil {
      removedSections.insert(path)
    } else if !removedSections.isEmpty {
      removedSections.remove(path)
    }
    switch change {
    case .set(let value)?: edits.set(value, at: path)
    case .remove?: edits.remove(at: path)
    case nil:
      edits.unstage(at: path)
      if conflictsByPath[path]?.isAboutStagedComment != true { conflictsByPath[path] = nil }
    }
  }

  private mutating func move(onto newBase: Snapshot) {
    base = newBase
    rules = newBase.rules
    update(after: edits.map(\.path))
    changedByRules = []
  }

  /// Resolves the conflict of a setting, or of a comment, as one undo step: keeps what is staged or what is stored. Undoing it restores the
  /// conflict, and what was staged if the stored one was taken.
  ///
  /// Does nothing without a conflict. ``SettingConflict/Side/mine`` leaves the value staged, and the next apply stores it over the other one.
  @discardableResult
  package mutating func resolve(_ path: SettingPath, keeping side: SettingConflict.Side) -> [SettingPath] {
    guard let conflict = conflictsByPath[path] else { return [] }
    guard side == .theirs, !conflict.isAboutStagedComment else {
      return record([
        edit(path) {
          if side == .theirs { $0.comment = nil }
          $0.conflict = nil
        }
      ])
    }
    return record(editsUnstaging([.setting(path)], withComments: true))
  }
}
