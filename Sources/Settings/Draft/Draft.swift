/// Staged changes on top of a stored document, not applied yet.
///
/// A draft is a value: a copy is a draft of its own, and nothing that happens to it touches the file.
///
/// ```swift
/// var draft = store.draft()
/// draft.stage(14, at: ["calculation", "timePeriod"])
/// print(draft.review().changes.count)  // 1
/// draft.undo()
/// ```
///
/// Staging costs no more in a large form than in a small one.
public struct Draft: Sendable {
  /// The form's settings.
  public let index: FormIndex
  let validator: FormValidator
  let style: FileStyle
  private(set) var base: Snapshot
  private(set) var edits = JSONEdits()
  private(set) var conflictsByPath: [SettingPath: Conflict] = [:]
  /// What the form's rules make of the values as staged.
  private(set) var rules: RuleState
  /// The settings and sections that the last change changed through rules: derived defaults, visibility and so on.
  public private(set) var changedByRules: [SettingPath] = []
  /// The settings of which the last change changed something else through rules: problems, a default that does not
  /// count as the setting was set.
  private(set) var touchedByRules: [SettingPath] = []
  private var history = EditHistory()
  /// What is wrong with the document as it would be; of these values and no others.
  private(set) var judgment = Lazy<[ReviewFinding]>()

  init(validator: FormValidator, base: Snapshot, style: FileStyle = .sparse) {
    self.index = validator.index
    self.validator = validator
    self.style = style
    self.base = base
    rules = base.rules
  }

  // MARK: - Reading

  /// The identity of the stored content that the changes are based on; `nil` if nothing was stored.
  public var revision: Revision? { base.revision }

  /// Whether anything is staged.
  public var isEmpty: Bool { edits.isEmpty }

  /// How many settings have a staged change.
  public var count: Int { edits.count }

  /// The value as staged, or else as stored, or else the default, derived or not; `nil` for no setting or an unknown
  /// default.
  public func value(at path: SettingPath) -> JSONValue? {
    guard let entry = index[path] else { return nil }
    return setValue(of: entry) ?? unsetValue(of: entry)
  }

  /// The value that the setting has when it is not set: what a rule derives, or else its default.
  public func defaultValue(at path: SettingPath) -> JSONValue? {
    index[path].flatMap(unsetValue)
  }

  /// The value that was set, staged or stored; `nil` if a default counts.
  func setValue(of entry: FormIndex.Entry) -> JSONValue? {
    edits.value(of: entry, over: base)
  }

  func unsetValue(of entry: FormIndex.Entry) -> JSONValue? {
    rules.derivedValue(at: entry.path) ?? entry.setting.defaultValue
  }

  /// The value as stored, or else the default.
  public func savedValue(at path: SettingPath) -> JSONValue? {
    index[path].flatMap(base.value)
  }

  /// Whether the setting has a staged change.
  public func isStaged(_ path: SettingPath) -> Bool {
    edits[path] != nil
  }

  /// Whether the setting has a value of its own, stored or staged, and not merely the default.
  public func isSet(_ path: SettingPath) -> Bool {
    switch edits[path] {
    case .set?: true
    case .remove?: false
    case nil: index[path].flatMap(base.node) != nil
    }
  }

  // MARK: - Staging
  //
  // Each of these says which settings it was about.

  /// Stages a value. A value that does not fit is staged all the same: it is a problem in the review.
  ///
  /// A value that the setting has anyway unstages its change; but a default is staged if the form may ask for the
  /// setting's being there, by `required` for one. An object at a section's path stages the
  /// settings inside, to be undone as one. A path that the form doesn't know is ignored.
  @discardableResult
  public mutating func stage(_ value: JSONValue, at path: SettingPath) -> [SettingPath] {
    record(edits(staging: value, at: path))
  }

  /// Stages several values, to be undone as one; `nil` stages the return to the default.
  @discardableResult
  public mutating func stage(
    _ values: some Sequence<(path: SettingPath, value: JSONValue?)>
  ) -> [SettingPath] {
    record(
      values.flatMap { path, value -> [EditHistory.Edit] in
        if let value { return edits(staging: value, at: path) }
        guard let entry = index[path] else { return [] }
        return [EditHistory.Edit(path, from: edits[path], to: changeForReset(of: entry))]
      })
  }

  /// Stages the removal of the setting's own value, so that its default counts again; at a section's path, of all
  /// values inside.
  @discardableResult
  public mutating func reset(_ path: SettingPath) -> [SettingPath] {
    reset(index.settingPaths(at: path))
  }

  /// Stages the removal of several settings' own values, to be undone as one.
  @discardableResult
  public mutating func reset(_ paths: some Sequence<SettingPath>) -> [SettingPath] {
    record(
      paths.compactMap { path in
        guard let entry = index[path] else { return nil }
        return EditHistory.Edit(path, from: edits[path], to: changeForReset(of: entry))
      })
  }

  /// Takes back what is staged for a setting.
  @discardableResult
  public mutating func revert(_ path: SettingPath) -> [SettingPath] {
    record([EditHistory.Edit(path, from: edits[path], to: nil)])
  }

  /// Takes back what is staged for several settings, to be undone as one.
  @discardableResult
  public mutating func revert(_ paths: some Sequence<SettingPath>) -> [SettingPath] {
    record(paths.map { EditHistory.Edit($0, from: edits[$0], to: nil) })
  }

  /// Takes back all that is staged.
  @discardableResult
  public mutating func cancel() -> [SettingPath] {
    record(edits.map { EditHistory.Edit($0.path, from: $0.change, to: nil) })
  }

  // MARK: - Undo

  /// Whether there is a step to take back.
  public var canUndo: Bool { history.canUndo }

  /// Whether there is a step to take again.
  public var canRedo: Bool { history.canRedo }

  /// Takes the last step back, and says which settings it was about.
  @discardableResult
  public mutating func undo() -> [SettingPath] {
    take(history.undo())
  }

  /// Takes the last undone step again, and says which settings it was about.
  @discardableResult
  public mutating func redo() -> [SettingPath] {
    take(history.redo())
  }

  private func edits(staging value: JSONValue, at path: SettingPath) -> [EditHistory.Edit] {
    guard let entry = index[path] else {
      guard case .object(let object) = value, index.section(at: path) != nil else { return [] }
      return object.members.flatMap { edits(staging: $0.value, at: path.appending($0.key)) }
    }
    let stored = base.storedValue(of: entry)
    let isDefault = stored == nil && unsetValue(of: entry) == value && !index.judgesPresence(at: path)
    let isUnchanged = stored == value || isDefault
    return [EditHistory.Edit(path, from: edits[path], to: isUnchanged ? nil : .set(value))]
  }

  private mutating func record(_ step: [EditHistory.Edit]) -> [SettingPath] {
    let step = step.filter { $0.old != $0.new }
    guard !step.isEmpty else { return [] }
    history.record(step)
    return take(step)
  }

  private mutating func take(_ step: [EditHistory.Edit]) -> [SettingPath] {
    for edit in step {
      switch edit.new {
      case .set(let value)?: edits.set(value, at: edit.path)
      case .remove?: edits.remove(at: edit.path)
      case nil: edits.revert(at: edit.path)
      }
      if edit.new == nil { conflictsByPath[edit.path] = nil }
    }
    update(after: step.lazy.map(\.path))
    return step.map(\.path)
  }

  /// Forgets what was wrong, and runs the rules that depend on some settings, whose values may be others.
  private mutating func update(after paths: some Sequence<SettingPath>) {
    judgment = Lazy()
    guard !index.rules.isEmpty else { return }
    let (index, edits, base) = (index, edits, base)
    let changes = rules.update(paths.compactMap(index.position)) {
      edits.value(of: index.settings[$0], over: base)
    }
    changedByRules = rules.paths(of: changes, in: index)
    touchedByRules = rules.otherPaths(of: changes, in: index)
  }

  // MARK: - Parts and new bases

  /// The draft without the changes of some settings.
  func leavingOut(_ paths: Set<SettingPath>) -> Draft {
    var part = self
    for path in paths { part.edits.revert(at: path) }
    part.conflictsByPath = conflictsByPath.filter { !paths.contains($0.key) }
    part.update(after: paths)
    return part
  }

  /// Moves the changes onto a newer stored content: a three-way merge, setting by setting.
  ///
  /// What the other side stored for a setting that is staged here with another value is a conflict; what is
  /// staged and stored alike is done.
  mutating func rebase(onto newBase: Snapshot) {
    guard newBase.revision != base.revision else {
      if newBase.rules.conditions != base.rules.conditions { move(onto: newBase) }
      return
    }
    for (path, change) in edits.map({ $0 }) {
      guard let entry = index[path] else { continue }
      let before = base.storedValue(of: entry)
      let theirs = newBase.storedValue(of: entry)
      let mine: JSONValue? = if case .set(let value) = change { value } else { nil }
      if theirs == mine {
        edits.revert(at: path)
        conflictsByPath[path] = nil
      } else if theirs != before {
        conflictsByPath[path] = Conflict(
          path: path, setting: entry.setting, base: before, mine: mine, theirs: theirs)
      }
    }
    move(onto: newBase)
    history = EditHistory()
  }

  private mutating func move(onto newBase: Snapshot) {
    base = newBase
    rules = newBase.rules
    update(after: edits.map(\.path))
    changedByRules = []
  }

  /// Decides a conflict: keeps the staged value, or takes the stored one.
  public mutating func resolve(_ path: SettingPath, keeping side: Conflict.Side) {
    guard conflictsByPath.removeValue(forKey: path) != nil else { return }
    guard side == .theirs else { return }
    edits.revert(at: path)
    update(after: [path])
  }
}

extension FormIndex {
  /// The setting at a path, or all settings of the section there, in form order.
  func settingPaths(at path: SettingPath) -> [SettingPath] {
    if self[path] != nil { return [path] }
    guard let section = section(at: path) else { return [] }
    return section.items.flatMap { settingPaths(at: path.appending($0.key)) }
  }
}

extension JSONEdits {
  /// The value that was set for a setting, staged or stored; `nil` if a default counts.
  fileprivate func value(of entry: FormIndex.Entry, over base: Snapshot) -> JSONValue? {
    switch self[entry.path] {
    case .set(let value)?: value
    case .remove?: nil
    case nil: base.storedValue(of: entry)
    }
  }
}
