import Synchronization

/// The single source of truth for one settings file with a form: the engine of apps, the editor and the command line.
///
/// `SettingsStore` adds the app's types.
///
/// ```swift
/// let store = try UntypedStore(form: FormIndex(form), storage: FileStorage("settings.json"))
/// var draft = store.draft()
/// draft.stage(14, at: ["calculation", "timePeriod"])
/// try await store.apply(draft)
/// ```
public final class UntypedStore: Sendable {
  /// Checks that an app can read a document that is valid by the form.
  typealias Check = @Sendable (JSONDocument) throws(SettingsDecodingError) -> Void

  /// Whether the store is applying.
  private enum Activity {
    case idle
    /// A refresh that is requested during an apply is deferred to its end.
    case applying(isRefreshDue: Bool)
  }

  private struct State {
    var snapshot: Snapshot
    var activity = Activity.idle
    /// Rolls back an apply at its deadline.
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
  let confirmations: ConfirmationLog
  let participants: ParticipantGroup
  let environment: StoreEnvironment
  let check: Check
  let observers = ChangeObservers()
  private let state: Mutex<State>
  /// Locked while the storage is read, so that an older content never replaces a newer one.
  private let reading = Mutex(())

  /// Opens a storage, which may be empty.
  ///
  /// Invalid values aren't an error here, so that an editor can correct them: see `problems`. An expired apply is rolled back
  /// first. Throws `StoreError` if the content can't be read or isn't JSON, or if the form's rules don't match its settings.
  /// Cost: linear in the size of the content and of the rules.
  ///
  /// - Parameter context: The values that rules read in addition to the settings, such as the platform.
  public convenience init(
    form: FormIndex, storage: any SettingsStorage, participants: [any SettingsParticipant] = [],
    hooks: (any SettingsHooks)? = nil, context: [String: JSONValue] = [:], style: FileStyle = .sparse
  ) throws(StoreError) {
    try self.init(
      form: form, storage: storage, participants: participants, hooks: hooks, context: context,
      style: style, check: { _ in })
  }

  /// What rolls back an apply that expired before the store was opened.
  package enum ExpiryOnOpening: Sendable {
    /// The store, before any value is read. Participants aren't called: the app has just started.
    case rollBack
    /// The caller, by `rollBackIfExpired()`, which calls the participants, and `scheduleRollback()`.
    case leaveToCaller
  }

  /// Opens a storage for a process that runs one command.
  package convenience init(
    form: FormIndex, storage: any SettingsStorage, participants: [any SettingsParticipant],
    expiryOnOpening: ExpiryOnOpening
  ) throws(StoreError) {
    try self.init(
      form: form, storage: storage, participants: participants, hooks: nil, context: [:], style: .sparse,
      expiryOnOpening: expiryOnOpening, check: { _ in })
  }

  init(
    form: FormIndex, storage: any SettingsStorage, participants: [any SettingsParticipant],
    hooks: (any SettingsHooks)?, context: [String: JSONValue], style: FileStyle,
    expiryOnOpening: ExpiryOnOpening = .rollBack, environment: StoreEnvironment = .system,
    check: @escaping Check
  ) throws(StoreError) {
    if let error = form.ruleError { throw .form(error) }
    validator = FormValidator(form, context: context)
    self.storage = storage
    self.style = style
    log = SettingsLog(of: storage)
    self.environment = environment
    self.participants = ParticipantGroup(
      members: participants + (hooks.map { [SideEffects(hooks: $0)] } ?? []), environment: environment)
    self.hooks = hooks
    self.check = check
    confirmations = ConfirmationLog(of: storage, validator: validator, environment: environment)
    let pending: PendingConfirmation? =
      switch expiryOnOpening {
      // A log that can't be read or written doesn't prevent the app from reading its values; the next process tries again.
      case .rollBack: (try? confirmations.rollBackIfExpired()) ?? nil
      case .leaveToCaller: nil
      }
    state = Mutex(State(snapshot: try Snapshot(of: storage, validator: validator)))
    if let pending { scheduleRollback(of: pending) }
  }

  deinit {
    state.withLock { $0.timer?.cancel() }
  }

  // MARK: - Reading

  /// The identity of the storage: a file's absolute path without symbolic links.
  package var identity: String { storage.identity }

  /// The name of the settings file in messages.
  public var name: String { storage.name }

  /// The problems of the stored content, in form order.
  public var problems: [FormProblem] { snapshot.problems }

  /// The identity of the stored content when it was last read; `nil` if nothing is stored.
  public var revision: Revision? { snapshot.revision }

  /// The stored content when it was last read.
  var snapshot: Snapshot { state.withLock { $0.snapshot } }

  /// Creates an empty draft on top of the stored content.
  public func draft() -> Draft {
    Draft(validator: validator, base: snapshot, style: style)
  }

  /// Reads the stored content again, and returns what other processes have changed since.
  ///
  /// During an apply, it returns no changes, and the content is read again at the end of the apply. Throws `StoreError` if
  /// the content can't be read; the content that was read before stays in use then.
  @discardableResult
  public func refresh() throws(StoreError) -> [SettingChange] {
    let isDeferred = state.withLock { state in
      guard case .applying = state.activity else { return false }
      state.activity = .applying(isRefreshDue: true)
      return true
    }
    return isDeferred ? [] : try reload()
  }

  // MARK: - For an apply

  /// Reads the stored content again, also during an apply.
  @discardableResult
  func reload() throws(StoreError) -> [SettingChange] {
    try reading.withLock { _ throws(StoreError) in
      let old = snapshot
      let new = try Snapshot(of: storage, validator: validator, last: old)
      guard new.revision != old.revision else { return [] }
      let changes = new.changes(since: old, in: index)
      publish(new, changes + new.derivedChanges(since: old, in: index))
      return changes
    }
  }

  /// Reads the stored content again. If it can't be read, the last content stays in use.
  func reloadIfReadable() {
    _ = try? reload()
  }

  /// Replaces the current content, and notifies the observers.
  func publish(_ snapshot: Snapshot, _ changes: [SettingChange]) {
    state.withLock { state in
      // Rule groups may have been switched since the content was read.
      let snapshot = snapshot.current(validator)
      state.snapshot = snapshot
      observers.notify(snapshot, changes)
    }
  }

  // MARK: - Rules

  /// Switches the rules of a group on or off, and notifies the observers of the changes.
  ///
  /// Existing drafts are updated when they are applied or rebased. Cost: linear in the size of the rules.
  public func switchRules(in group: String, on isActive: Bool) {
    state.withLock { state in
      validator.switches.switchRules(in: group, on: isActive)
      let old = state.snapshot
      state.snapshot = old.current(validator)
      observers.notify(state.snapshot, state.snapshot.derivedChanges(since: old, in: index))
    }
  }

  /// Replaces the timer that rolls back an expired apply.
  func replaceTimer(by timer: Task<Void, Never>) {
    let old = state.withLock { state in
      defer { state.timer = timer }
      return state.timer
    }
    old?.cancel()
  }

  /// Begins an apply; returns `false` if the store is applying already.
  func beginApply() -> Bool {
    state.withLock { state in
      guard case .idle = state.activity else { return false }
      state.activity = .applying(isRefreshDue: false)
      return true
    }
  }

  /// Ends an apply.
  func endApply() {
    let isRefreshDue = state.withLock { state in
      defer { state.activity = .idle }
      if case .applying(true) = state.activity { return true } else { return false }
    }
    if isRefreshDue { reloadIfReadable() }
  }
}
