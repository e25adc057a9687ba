import Observation
import Settings

/// The model of a settings screen for any form: a draft whose changes are staged one by one and applied together.
///
/// Use it where the settings have no Swift types: settings are named by a `SettingPath`, and values are `JSONValue`s. The terminal editor
/// works on such a model. An app with types uses a ``SettingsViewModel``, whose ``SettingsViewModel/untyped`` is a model of this type.
///
/// ```swift
/// let model = FormViewModel(store.untyped)
/// try model.stage(14, at: ["calculation", "timePeriod"])
/// print(model.value(at: ["calculation", "timePeriod"]) as Any)
/// print(model.review())
/// try await model.apply()
/// ```
///
/// Observation (`withObservationTracking`, SwiftUI) is per setting: a view that reads one setting isn't invalidated by a change of another.
/// A view that reads something that depends on all settings, such as ``review()``, is invalidated by any change.
///
/// The model follows its store: after an apply of another model, and as soon as the store reads what another process has stored, the staged
/// changes are on top of the new content. Nothing is stored before ``apply(leavingOut:options:)``.
///
/// It is isolated to the main actor.
@MainActor
public final class FormViewModel: Observable {
  /// The store that applies the changes.
  package let store: StoreEngine
  /// The staged changes, unobserved: code that reads them here isn't called again when they change.
  private(set) var staged: Draft
  /// The number of changes of the draft or its base so far. A value that was read when the count was lower can be outdated.
  package private(set) var changeCount = 0
  let observation = ObservationRegistrar()
  var observedParts = ObservedParts()
  /// The changes that are being applied; `nil` if no apply is running. A rebase during the apply needs them to tell what is done from what
  /// is still staged.
  private var applied: Draft?
  /// The context values for the rules of this model; if empty, the store's context values are used.
  private var context: [String: JSONValue] = [:]
  /// Moves the draft onto new content of this and of other processes.
  private var contentObservation: StoreObservation?

  /// Creates a view model of a store, without changes. The model keeps the store alive.
  public init(_ store: StoreEngine) {
    self.store = store
    staged = store.draft()
    contentObservation = store.observeContent { [weak self] in
      Task { @MainActor in self?.rebase() }
    }
    // The content might have changed between the creation of the draft and the observation.
    rebase()
  }

  /// Replaces the context values for the rules of this model. The store keeps its own.
  package func setContext(_ context: [String: JSONValue]) {
    self.context = context
    rebase()
  }

  /// The staged changes. Whoever reads them observes all settings.
  package var draft: Draft {
    observeAll()
    return staged
  }

  /// The form's settings, with the members of the file that ``list(_:)`` has added.
  package var index: FormIndex { staged.index }

  /// Whether the index lists exactly the members that the file has; see ``FormIndex/listsMembers(of:)``.
  package var listsMembers: Bool { staged.listsMembers }

  /// Lists the members that the file has now, and others that a person adds, as settings of this model. Positions of settings and sections
  /// change; paths stay. Everything that is observed counts as changed.
  package func list(_ members: FormIndex.Members) {
    staged.list(members)
    changeCount += 1
    let observed = observedParts.all + [\.observedWhole]
    observedParts = ObservedParts()
    for keyPath in observed { observation.withMutation(of: self, keyPath: keyPath) {} }
  }

  package var fileName: String { store.name }

  // MARK: - Values

  /// Reads something about a setting or a section from the draft, and records the access.
  private func observing<Value>(_ path: SettingPath, read: (Draft) -> Value) -> Value {
    observe(path)
    return read(staged)
  }

  /// Returns the staged value of a setting, or else the stored value, or else the default.
  ///
  /// It is `nil` if the path names no setting, as the path of a section or of an element in a list doesn't, and if the default is unknown.
  public func value(at path: SettingPath) -> JSONValue? { observing(path) { $0.value(at: path) } }

  /// Returns the value of the setting if the file doesn't set it: what a layer below sets, or else what a rule derives, or else its
  /// default; `nil` if the default is unknown.
  package func defaultValue(at path: SettingPath) -> JSONValue? {
    observing(path) { $0.defaultValue(at: path) }
  }

  /// Returns the stored value, or else the default.
  package func savedValue(at path: SettingPath) -> JSONValue? { observing(path) { $0.savedValue(at: path) } }

  /// Whether the setting has a staged change.
  package func isStaged(_ path: SettingPath) -> Bool { observing(path) { $0.isStaged(path) } }

  /// Whether the setting is set, stored or staged.
  package func isSet(_ path: SettingPath) -> Bool { observing(path) { $0.isSet(path) } }

  /// Returns the problems of the setting with its staged value.
  package func problems(at path: SettingPath) -> [FormProblem] {
    observe(path)
    // The problems of a section may depend on any setting.
    if !staged.isCheckedByParts { observeAll() }
    return staged.problems(at: path)
  }

  /// Returns where a layer above the file sets the setting, so that changes of the file have no effect; `nil` if none does, or if a layer
  /// below locks the setting.
  package func originAboveFile(at path: SettingPath) -> SettingOrigin? {
    observing(path) { $0.lock(at: path) == nil ? $0.overrider(of: path) : nil }
  }

  /// Returns where a layer below locks the setting or section; otherwise `nil`.
  package func lock(at path: SettingPath) -> SettingOrigin? { observing(path) { $0.lock(at: path) } }

  /// Returns the value that the app uses once the changes are stored.
  package func effectiveValue(at path: SettingPath) -> JSONValue? {
    observing(path) { $0.effectiveValue(at: path) }
  }

  /// Returns where another layer than the file sets the value; `nil` if the file sets it, or a default applies.
  package func otherLayer(of path: SettingPath) -> SettingOrigin? {
    observing(path) { $0.otherLayer(of: path) }
  }

  /// Whether there are staged changes.
  package var hasChanges: Bool {
    observeAll()
    return !staged.isEmpty
  }

  /// The number of settings with a staged change.
  package var stagedCount: Int {
    observeAll()
    return staged.count
  }

  /// Returns the text that the app injects above a section; `nil` without hooks. It isn't observed: a screen asks for it each time that it
  /// draws.
  package func headerText(_ section: FormSection) -> String? {
    section.header.flatMap { store.editorHooks?.text(for: $0) }
  }

  /// Returns the text that the app injects below a section.
  package func footerText(_ section: FormSection) -> String? {
    section.footer.flatMap { store.editorHooks?.text(for: $0) }
  }

  // MARK: - Rules

  /// Whether a rule hides the setting or section, or a section that contains it.
  package func isHidden(_ path: SettingPath) -> Bool { observing(path) { $0.isHidden(path) } }

  /// Whether no rule disables the setting or section, or a section that contains it.
  package func isEnabled(_ path: SettingPath) -> Bool { observing(path) { $0.isEnabled(path) } }

  /// Whether the setting, or the whole section, is read-only: by its annotation, by a rule, or because a layer below locks it.
  package func isReadOnly(_ path: SettingPath) -> Bool { observing(path) { $0.isReadOnly(path) } }

  /// Whether no layer sets the setting and a rule derives its default.
  package func isDerived(_ path: SettingPath) -> Bool { observing(path) { $0.isDerived(path) } }

  /// Returns why a setting has its value, why it or a section is hidden or can't be changed, and the constraints on it.
  package func trace(at path: SettingPath) -> RuleTrace {
    var trace = draft.trace(at: path)
    trace.place = draft.otherLayer(of: path)?.place
    trace.lock = draft.lock(at: path)?.description
    return trace
  }

  // MARK: - Applying

  /// Reviews what an apply changes: the changes, their problems, conflicts and consequences.
  ///
  /// Cost: linear in the number of staged changes and problems.
  public func review() -> FormReview { store.review(draft) }

  /// Reviews what an apply changes without some of the staged changes.
  package func review(leavingOut items: Set<FormReview.Item>) -> FormReview {
    store.review(draft.leavingOut(items))
  }

  /// Returns the bytes of the document with the staged changes.
  package func candidate() throws(JSONEditError) -> [UInt8] { try draft.candidate() }

  /// Applies the staged changes without some of them, which stay staged.
  ///
  /// Throws `ApplyError` and keeps all changes. After a conflict, the draft is based on the stored content, and its review lists the
  /// conflicts.
  ///
  /// - Parameters:
  ///   - items: The changes of settings, and of parts of values, that are left out.
  ///   - options: How the apply is recorded, and whether it has to be confirmed.
  @discardableResult
  public func apply(
    leavingOut items: Set<FormReview.Item> = [], options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    let part = staged.leavingOut(items)
    applied = part
    defer {
      // The rebase still needs to know what was applied: the rest of a value that was applied in part isn't a conflict.
      rebase()
      applied = nil
    }
    return try await store.apply(part, options: options)
  }

  /// Rolls back to a version. Staged changes stay staged.
  ///
  /// - Parameter review: The review that was shown to the user.
  @discardableResult
  package func rollback(
    to entry: SettingsHistoryEntry, reviewed review: FormReview, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    defer { rebase() }
    return try await store.rollback(to: entry, reviewed: review, options: options)
  }

  /// Cancels a pending confirmation. Staged changes stay staged.
  @discardableResult
  package func cancel(_ id: ConfirmationID) async throws(ApplyError) -> ApplyOutcome {
    defer { rebase() }
    return try await store.cancel(id)
  }

  /// Reads what other processes have stored. Staged changes stay staged.
  ///
  /// Throws `SettingsStoreError` if the stored content can't be read.
  @discardableResult
  package func refresh() throws(SettingsStoreError) -> [SettingChange] {
    defer { rebase() }
    return try store.refresh()
  }

  // MARK: - Changes

  /// Changes the draft, and notifies the observers of the changed settings.
  ///
  /// - Parameter body: Makes the change, and returns the settings that have changed.
  @discardableResult
  func change<Failure>(
    _ body: (inout Draft) throws(Failure) -> [SettingPath]
  ) throws(Failure) -> [SettingPath] {
    let paths = try body(&staged)
    changeCount += 1
    // The settings of a section that is hidden or shown change, too.
    let byRules = staged.changedByRules.flatMap { [$0] + index.settingPaths(at: $0) }
    notifyObservers(of: paths + byRules + staged.otherPathsChangedByRules)
    return paths
  }

  /// Moves the draft onto the stored content. Does nothing if it is on it already, so any number of calls is harmless.
  private func rebase() {
    var draft = staged
    guard let paths = store.update(&draft, context: context, after: applied) else { return }
    change {
      $0 = draft
      return paths
    }
  }
}

// For `Observation`, each setting and each section is a separate property, with a key path that contains its position in the
// form. So a change invalidates only observers of that setting, or of a section that contains it.

/// The key paths of the settings and sections that have been observed.
///
/// Swift's observation is by key path, and settings have none that the library could know. So each position in the form gets a key path to
/// a subscript that returns nothing, `\.[observed: .setting(17)]`: it is only compared, and never read.
struct ObservedParts {
  /// A setting, or a section with all its settings, by its position in the form. When the members of the file are listed again, the
  /// positions change.
  enum Part: Hashable {
    case setting(Int)
    case section(Int)
  }

  private var keyPaths: [Part: KeyPath<FormViewModel, Void>] = [:]

  /// Returns the key path of a part that is being read. Creating it takes most of the time of an access, so it is cached.
  @MainActor
  mutating func keyPath(of part: Part) -> KeyPath<FormViewModel, Void> {
    if let known = keyPaths[part] { return known }
    let keyPath: KeyPath<FormViewModel, Void> = \.[observed: part]
    keyPaths[part] = keyPath
    return keyPath
  }

  /// The key paths of all parts that have been observed.
  var all: [KeyPath<FormViewModel, Void>] { Array(keyPaths.values) }

  /// The key path of a part; `nil` if it has never been observed.
  subscript(part: Part) -> KeyPath<FormViewModel, Void>? { keyPaths[part] }
}

extension FormViewModel {
  /// Identifies a setting or a section in a key path. It is never read.
  fileprivate nonisolated subscript(observed part: ObservedParts.Part) -> Void { () }

  /// Identifies all settings in a key path. It is never read.
  private nonisolated var observedWhole: Void { () }

  /// Records an access to a setting, a section, or a part of a setting. A part counts as its setting, which is staged as a whole.
  func observe(_ path: SettingPath) {
    let (sections, setting) = index.positions(around: path)
    let part: ObservedParts.Part
    if let setting {
      part = .setting(setting)
    } else if let section = sections.last, sections.count == path.keys.count + 1 {
      part = .section(section)
    } else {
      // A path that the form doesn't have never changes.
      return
    }
    observation.access(self, keyPath: observedParts.keyPath(of: part))
  }

  /// Records an access to something that depends on all settings.
  func observeAll() {
    observation.access(self, keyPath: \.observedWhole)
  }

  /// Notifies the observers of settings, and of the sections that contain them.
  ///
  /// Call it after the change, because which settings change isn't always known before. Cost: constant for each setting and each section
  /// that contains it; nothing for other settings.
  func notifyObservers(of paths: some Sequence<SettingPath>) {
    var notified: Set<ObservedParts.Part> = []
    var isEmpty = true
    for path in paths {
      isEmpty = false
      let (sections, setting) = index.positions(around: path)
      for part in sections.map(ObservedParts.Part.section) + (setting.map { [.setting($0)] } ?? []) {
        guard let keyPath = observedParts[part], notified.insert(part).inserted else { continue }
        observation.withMutation(of: self, keyPath: keyPath) {}
      }
    }
    guard !isEmpty else { return }
    observation.withMutation(of: self, keyPath: \.observedWhole) {}
  }
}

extension FormViewModel {
  /// Stages a value of a setting, or an object with values of a section's settings, as one step to undo.
  ///
  /// ```swift
  /// let model = FormViewModel(store.untyped)
  /// try model.stage(14, at: ["calculation", "timePeriod"])
  /// try model.stage(["min": 2, "max": 4], at: ["pool"])
  /// ```
  ///
  /// An invalid value is staged, too; it is a problem that prevents an apply. Staging the stored value unstages the setting.
  ///
  /// Throws `UnknownSettingError` if the path, or the path of a member of an object for a section, names no setting. Nothing is staged
  /// then.
  public func stage(_ value: JSONValue, at path: SettingPath) throws(UnknownSettingError) {
    try change { draft throws(UnknownSettingError) in try draft.stage(value, at: path) }
  }

  /// Resets a setting, or all settings of a section, to their defaults, as one step to undo.
  ///
  /// Members of the section that the form doesn't describe stay. Throws `UnknownSettingError` if the path names neither a setting nor a
  /// section.
  public func reset(_ path: SettingPath) throws(UnknownSettingError) {
    try change { draft throws(UnknownSettingError) in try draft.reset(path) }
  }

  /// Stages values as one undo step.
  ///
  /// - Parameters:
  ///   - undescribed: Members that the form doesn't describe, which are removed in the same step.
  ///   - storesDefaults: Whether a value that equals the default is stored, too.
  ///   - text: What the step does to the text around the values.
  ///   - earlier: The draft from which a person has made the values; `nil` for the current one.
  package func stage(
    _ values: [StagedValue], removing undescribed: [SettingPath] = [], storesDefaults: Bool = false,
    with text: TextChanges = TextChanges(), since earlier: Draft? = nil
  ) {
    change {
      $0.stage(values, removing: undescribed, storesDefaults: storesDefaults, with: text, since: earlier)
    }
  }

  /// Stages values after a member was renamed or moved. The member keeps its spelling, its comments and, inside the same object, its place.
  package func stage(_ values: [StagedValue], moving old: SettingPath, to new: SettingPath) {
    change { $0.stage(values, storesDefaults: true, moving: (old, new)) }
  }

  /// Stages a comment above a member or an element, as one undo step; returns whether that changes anything.
  @discardableResult
  package func stageComment(_ text: String, above path: SettingPath) -> Bool {
    var changed: [SettingPath] = []
    change { draft in
      changed = draft.stageComment(text, above: path)
      return changed
    }
    return !changed.isEmpty
  }

  /// Stages that a stored member becomes a comment, as one undo step.
  package func commentOut(_ path: SettingPath) throws(Draft.CommentingError) {
    try change { draft throws(Draft.CommentingError) in try draft.commentOut(path) }
  }

  /// Stages that a commented-out member becomes one of its object again, as one undo step.
  package func commentIn(_ path: SettingPath, to value: JSONValue) throws(Draft.CommentingError) {
    try change { draft throws(Draft.CommentingError) in try draft.commentIn(path, to: value) }
  }

  /// Resets settings to their defaults as one undo step.
  package func reset(_ entries: [FormIndex.Entry]) {
    change { $0.reset(entries) }
  }

  /// Stages the removal of a key that the form doesn't know, as one undo step.
  package func removeUndescribed(at path: SettingPath) {
    change { $0.removeUndescribed(at: path) }
  }

  /// Unstages settings as one undo step.
  package func unstage(_ entries: [FormIndex.Entry]) {
    change { $0.unstage(entries) }
  }

  /// Unstages the changes of some settings, and of some parts of values, as one undo step.
  package func unstage(_ items: Set<FormReview.Item>) {
    change { $0.unstage(items) }
  }

  /// Unstages all changes as one undo step.
  package func discard() {
    change { $0.discard() }
  }

  package var canUndo: Bool { draft.canUndo }

  package var canRedo: Bool { draft.canRedo }

  /// Undoes the last step, and returns the changed settings.
  @discardableResult
  package func undo() -> [SettingPath] {
    change { $0.undo() }
  }

  /// Redoes the last undone step, and returns the changed settings.
  @discardableResult
  package func redo() -> [SettingPath] {
    change { $0.redo() }
  }

  /// Resolves the conflict of a setting or a comment: keeps what is staged or what is stored.
  package func resolve(_ path: SettingPath, keeping side: SettingConflict.Side) {
    change { $0.resolve(path, keeping: side) }
  }
}
