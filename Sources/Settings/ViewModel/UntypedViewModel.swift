import Observation

/// What a settings screen works on: a draft of a store's form, staged edit by edit and applied as one.
///
/// Observation (`withObservationTracking`, SwiftUI) is per setting: what reads one setting is not told of a change of
/// another; what reads about all of them, such as ``hasChanges`` or ``review()``, is told of any.
///
/// `SettingsViewModel` is its typed face.
@MainActor
public final class UntypedViewModel: Observable {
  /// The store that the changes go to.
  public let store: UntypedStore
  /// The staged changes, unobserved.
  private(set) var staged: Draft
  /// How often the staged changes, or what they stand on, were changed; what was read at an older count may be others.
  package private(set) var changeCount = 0
  let observation = ObservationRegistrar()
  var observedParts = ObservedParts()

  /// Makes a view model without changes.
  public init(_ store: UntypedStore) {
    self.store = store
    staged = store.draft()
  }

  /// The staged changes.
  public var draft: Draft {
    observeAll()
    return staged
  }

  /// The form's settings.
  public var index: FormIndex { store.index }

  /// What to call the settings file.
  public var fileName: String { store.name }

  // MARK: - Values

  /// The value as staged, or else as stored, or else the default.
  public func value(at path: SettingPath) -> JSONValue? {
    observe(path)
    return staged.value(at: path)
  }

  /// The value that a missing key means: what a rule derives, or else the default; `nil` if only the app knows.
  public func defaultValue(at path: SettingPath) -> JSONValue? {
    observe(path)
    return staged.defaultValue(at: path)
  }

  /// The value as stored, or else the default.
  public func savedValue(at path: SettingPath) -> JSONValue? {
    observe(path)
    return staged.savedValue(at: path)
  }

  /// Whether the setting has a staged change.
  public func isStaged(_ path: SettingPath) -> Bool {
    observe(path)
    return staged.isStaged(path)
  }

  /// Whether the setting has a value of its own, stored or staged, and not merely the default.
  public func isSet(_ path: SettingPath) -> Bool {
    observe(path)
    return staged.isSet(path)
  }

  /// What is wrong with the setting's value.
  public func problems(at path: SettingPath) -> [FormProblem] {
    observe(path)
    // Any other setting may be what makes a section wrong.
    if !staged.isCheckedByParts { observeAll() }
    return staged.problems(at: path)
  }

  /// Whether anything is staged.
  public var hasChanges: Bool {
    observeAll()
    return !staged.isEmpty
  }

  /// How many settings have a staged change.
  public var stagedCount: Int {
    observeAll()
    return staged.count
  }

  /// The text that the app injects above a section.
  public func headerText(_ section: FormSection) -> String? {
    section.header.flatMap { store.hooks?.text(for: $0) }
  }

  /// The text that the app injects below a section.
  public func footerText(_ section: FormSection) -> String? {
    section.footer.flatMap { store.hooks?.text(for: $0) }
  }

  // MARK: - Rules

  /// Whether a rule hides the setting or section, or a section around it.
  public func isHidden(_ path: SettingPath) -> Bool {
    observe(path)
    return staged.isHidden(path)
  }

  /// Whether no rule says that the setting or section has no use now.
  public func isEnabled(_ path: SettingPath) -> Bool {
    observe(path)
    return staged.isEnabled(path)
  }

  /// Whether the setting, or all of the section, can't be changed: always, or by a rule.
  public func isReadOnly(_ path: SettingPath) -> Bool {
    observe(path)
    return staged.isReadOnly(path)
  }

  /// Whether the setting was not set and has a default that a rule derives.
  public func isDerived(_ path: SettingPath) -> Bool {
    observe(path)
    return staged.isDerived(path)
  }

  /// The settings and sections that the last change changed through rules.
  public var changedByRules: [SettingPath] { draft.changedByRules }

  /// Why a setting has its value, why it or a section is hidden or can't be changed, and what rules require.
  public func trace(at path: SettingPath) -> RuleTrace { draft.trace(at: path) }

  /// Switches the rules of a group on or off, all at once.
  public func switchRules(in group: String, on isActive: Bool) {
    store.switchRules(in: group, on: isActive)
    change { draft in
      draft.rebase(onto: store.snapshot)
      return draft.changedByRules
    }
  }

  // MARK: - Staging

  /// Stages a value; one that does not fit shows as a problem and stops an apply.
  public func stage(_ value: JSONValue, at path: SettingPath) {
    change { $0.stage(value, at: path) }
  }

  /// Stages several values, to be undone as one; `nil` stages the return to the default.
  public func stage(_ values: some Sequence<(path: SettingPath, value: JSONValue?)>) {
    change { $0.stage(values) }
  }

  /// Stages the return to the default.
  public func reset(_ path: SettingPath) {
    change { $0.reset(path) }
  }

  /// Stages the return to the default of several settings, to be undone as one.
  public func reset(_ paths: some Sequence<SettingPath>) {
    change { $0.reset(paths) }
  }

  /// Takes back what is staged for a setting.
  public func revert(_ path: SettingPath) {
    change { $0.revert(path) }
  }

  /// Takes back what is staged for several settings, to be undone as one.
  public func revert(_ paths: some Sequence<SettingPath>) {
    change { $0.revert(paths) }
  }

  /// Takes back all that is staged.
  public func cancel() {
    change { $0.cancel() }
  }

  /// Whether there is a step to take back.
  public var canUndo: Bool { draft.canUndo }

  /// Whether there is a step to take again.
  public var canRedo: Bool { draft.canRedo }

  /// Takes the last step back, and says which settings it was about.
  @discardableResult
  public func undo() -> [SettingPath] {
    change { $0.undo() }
  }

  /// Takes the last undone step again, and says which settings it was about.
  @discardableResult
  public func redo() -> [SettingPath] {
    change { $0.redo() }
  }

  /// Decides a conflict: keeps the staged value, or takes the stored one.
  public func resolve(_ path: SettingPath, keeping side: Conflict.Side) {
    change { draft in
      draft.resolve(path, keeping: side)
      return [path]
    }
  }

  // MARK: - Applying

  /// What applying would do.
  public func review() -> Review { store.review(draft) }

  /// What applying would do, but for some settings, which stay staged.
  public func review(leavingOut paths: Set<SettingPath>) -> Review {
    (paths.isEmpty ? draft : draft.leavingOut(paths)).review(of: store.name)
  }

  /// Applies what is staged, but for some settings, which stay staged.
  ///
  /// Throws `ApplyError`, and keeps everything staged. After a conflict the draft stands on the content as stored
  /// now, and its review lists the conflicts.
  @discardableResult
  public func apply(
    leavingOut paths: Set<SettingPath> = [], options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    defer { rebase() }
    return try await store.apply(staged.leavingOut(paths), options: options)
  }

  /// Returns to a version; what is staged stays staged.
  ///
  /// - Parameter review: what was shown to the person.
  @discardableResult
  public func rollback(
    to entry: HistoryEntry, reviewed review: Review, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    defer { rebase() }
    return try await store.rollback(to: entry, reviewed: review, options: options)
  }

  /// Takes an apply that waits for its confirmation back; what is staged stays staged.
  @discardableResult
  public func cancel(_ id: ConfirmationID) async throws(ConfirmationError) -> ApplyOutcome {
    defer { rebase() }
    return try await store.cancel(id)
  }

  /// Takes over what somebody else has stored; the staged changes stay on top.
  ///
  /// Throws `StoreError` if the stored content can't be read.
  @discardableResult
  public func refresh() throws(StoreError) -> [SettingChange] {
    defer { rebase() }
    return try store.refresh()
  }

  // MARK: - Changes

  /// Changes the draft, and tells those who observe the settings that the change is about.
  ///
  /// - Parameter body: makes the change, and says which settings read differently now.
  @discardableResult
  private func change(_ body: (inout Draft) -> [SettingPath]) -> [SettingPath] {
    let paths = body(&staged)
    changeCount += 1
    // What is hidden with its section reads differently, too.
    let byRules = staged.changedByRules.flatMap { [$0] + index.settingPaths(at: $0) }
    tell(paths + byRules + staged.touchedByRules)
    return paths
  }

  /// Takes over what is stored now.
  private func rebase() {
    let (old, new) = (staged.base, store.snapshot)
    guard new.revision != old.revision || new.rules.conditions != old.rules.conditions else { return }
    change { draft in
      let before = draft.edits.map(\.path)
      draft.rebase(onto: new)
      return new.changes(since: old, in: draft.index).map(\.path) + before.filter { !draft.isStaged($0) }
        + draft.index.rules.paths(in: draft.index)
    }
  }
}
