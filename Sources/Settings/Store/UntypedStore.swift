import Synchronization

/// The single source of truth for one settings file, by a form: the engine under apps, editor and command line.
///
/// `SettingsStore` is its typed face.
///
/// ```swift
/// let store = try UntypedStore(form: FormIndex(form), storage: FileStorage("settings.json"))
/// var draft = store.draft()
/// draft.stage(14, at: ["calculation", "timePeriod"])
/// try await store.apply(draft)
/// ```
public final class UntypedStore: Sendable {
  /// What an app checks in a document that fits the form: above all, that it decodes.
  typealias Check = @Sendable (JSONDocument) throws(SettingsDecodingError) -> Void

  private struct State {
    var snapshot: Snapshot
    var isApplying = false
    /// Whether the storage said something while an apply was under way.
    var isRefreshDue = false
    /// Takes an apply back that is not confirmed in time.
    var timer: Task<Void, Never>?
  }

  /// The form's settings.
  public var index: FormIndex { validator.index }
  /// The app's texts and side effects.
  let hooks: (any SettingsHooks)?
  let validator: FormValidator
  let storage: any SettingsStorage
  let style: FileStyle
  let log: SettingsLog
  let confirmations: Confirmations
  let participants: [any SettingsParticipant]
  let check: Check
  let observers = ChangeObservers()
  private let state: Mutex<State>
  /// Held while the storage is read, so that an older content never replaces a newer one.
  private let reading = Mutex(())

  /// Opens a storage, which may be empty yet.
  ///
  /// Values that don't fit the form are no error here, so that an editor can mend them: see `problems`.
  /// Throws `StoreError` if the content can't be read or is no JSON, or if the form's rules don't fit its settings.
  /// Cost: linear in the size of the content and of the rules.
  ///
  /// - Parameter context: The values that rules read besides the settings, such as the platform.
  public convenience init(
    form: FormIndex, storage: any SettingsStorage, participants: [any SettingsParticipant] = [],
    hooks: (any SettingsHooks)? = nil, context: [String: JSONValue] = [:], style: FileStyle = .sparse
  ) throws(StoreError) {
    try self.init(
      form: form, storage: storage, participants: participants, hooks: hooks, context: context,
      style: style, check: { _ in })
  }

  /// Who takes back an apply whose time was over while nobody looked.
  package enum Overdue: Sendable {
    /// The store, when it is opened, before anybody reads a value. Nobody else is told: an app has just started.
    case opening
    /// Whoever opens the store, by `rollBackIfExpired()`, so that participants hear of it; `scheduleRollback()` does so later on.
    case caller
  }

  /// Opens a storage for a process that comes by once.
  package convenience init(
    form: FormIndex, storage: any SettingsStorage, participants: [any SettingsParticipant], overdue: Overdue
  ) throws(StoreError) {
    try self.init(
      form: form, storage: storage, participants: participants, hooks: nil, context: [:], style: .sparse,
      overdue: overdue, check: { _ in })
  }

  init(
    form: FormIndex, storage: any SettingsStorage, participants: [any SettingsParticipant],
    hooks: (any SettingsHooks)?, context: [String: JSONValue], style: FileStyle, overdue: Overdue = .opening,
    check: @escaping Check
  ) throws(StoreError) {
    if let error = form.ruleError { throw .form(error) }
    validator = FormValidator(form, context: context)
    self.storage = storage
    self.style = style
    log = SettingsLog(of: storage)
    self.participants = participants + (hooks.map { [SideEffects(hooks: $0)] } ?? [])
    self.hooks = hooks
    self.check = check
    confirmations = Confirmations(of: storage, validator: validator)
    let pending: PendingConfirmation? =
      switch overdue {
      case .opening: confirmations.settle()
      case .caller: nil
      }
    state = Mutex(State(snapshot: try Snapshot(of: storage, validator: validator)))
    if let pending { scheduleRollback(pending) }
  }

  deinit {
    state.withLock { $0.timer?.cancel() }
  }

  // MARK: - Reading

  /// The place itself, however it is called: an absolute path for a file.
  public var identity: String { storage.identity }

  /// What messages call the settings file.
  public var name: String { storage.name }

  /// What is wrong with the stored content, in form order.
  public var problems: [FormProblem] { snapshot.problems }

  /// The identity of the stored content as last read; `nil` if nothing is stored.
  public var revision: Revision? { snapshot.revision }

  /// The stored content as last read.
  var snapshot: Snapshot { state.withLock { $0.snapshot } }

  /// A draft without changes on top of the stored content.
  public func draft() -> Draft {
    Draft(validator: validator, base: snapshot, style: style)
  }

  /// Reads the stored content again, and says what somebody else has changed since.
  ///
  /// While an apply is under way it says nothing and catches up at its end. Throws `StoreError` if the content can't be
  /// read; then what was read before stays.
  @discardableResult
  public func refresh() throws(StoreError) -> [SettingChange] {
    let isApplying = state.withLock { state in
      if state.isApplying { state.isRefreshDue = true }
      return state.isApplying
    }
    return isApplying ? [] : try reload()
  }

  // MARK: - For an apply

  /// Reads the stored content, whatever is under way.
  @discardableResult
  func reload() throws(StoreError) -> [SettingChange] {
    try reading.withLock { _ throws(StoreError) in
      let old = snapshot
      let new = try Snapshot(of: storage, validator: validator, knowing: old)
      guard new.revision != old.revision else { return [] }
      let changes = new.changes(since: old, in: index)
      publish(new, changes + new.derivedChanges(since: old, in: index))
      return changes
    }
  }

  /// Makes a content the current one, and tells the observers.
  func publish(_ snapshot: Snapshot, _ changes: [SettingChange]) {
    state.withLock { state in
      // The rules may have been switched since the content was read.
      let snapshot = snapshot.current(validator)
      state.snapshot = snapshot
      observers.tell(snapshot, changes)
    }
  }

  // MARK: - Rules

  /// Switches the rules of a group on or off, all at once, and tells the observers what that changes.
  ///
  /// Drafts made before follow when they are applied or rebased. Cost: linear in the size of the rules.
  public func switchRules(in group: String, on isActive: Bool) {
    state.withLock { state in
      validator.switches.switchRules(in: group, on: isActive)
      let old = state.snapshot
      state.snapshot = old.current(validator)
      observers.tell(state.snapshot, state.snapshot.derivedChanges(since: old, in: index))
    }
  }

  /// Waits for another confirmation from now on.
  func replaceTimer(by timer: Task<Void, Never>) {
    let old = state.withLock { state in
      defer { state.timer = timer }
      return state.timer
    }
    old?.cancel()
  }

  /// Says that an apply begins; `false` if one is under way already.
  func beginApply() -> Bool {
    state.withLock { state in
      defer { state.isApplying = true }
      return !state.isApplying
    }
  }

  /// Says that an apply has ended, however.
  func endApply() {
    let isRefreshDue = state.withLock { state in
      defer { (state.isApplying, state.isRefreshDue) = (false, false) }
      return state.isRefreshDue
    }
    if isRefreshDue { _ = try? reload() }
  }
}
