import Synchronization

/// The settings of an app, with the app's types: reads them, applies changes to them, and reports every change.
///
/// Open one store when the app starts, and share it: it is `Sendable`, and every part of the app may read it from any thread. The store
/// keeps the settings file, the layers around it, the history, and the values that the process uses consistent, whoever changes them.
///
/// ```swift
/// let store = try SettingsStore<AppSettings>(.standard(app: "trend"))
/// print(store.values.calculation.timePeriod)
///
/// try await store.update { $0.calculation.timePeriod = 14 }
///
/// for await period in store.changes(of: \.calculation.timePeriod) {
///   print("The time period is \(period) days now.")
/// }
/// ```
///
/// There are three ways to change settings:
///
/// - ``update(options:_:)`` changes values at once, and repeats the change if another process was faster. Use it in code that knows what it
///   wants.
/// - A ``SettingsDraft`` stages changes that code wants to review, or to apply in part. `apply(_:options:)` stores it.
/// - A ``SettingsViewModel`` stages the edits of a settings screen, with undo and observation.
///
/// Each of them ends in one apply, which stores all changes or none, and runs the app's participants and side effects.
///
/// ``values`` are what the process uses, and ``saved`` is what is stored. They differ for settings that require a restart, and after
/// another process has stored something that this one can't use; see ``lastRejected``.
///
/// Key paths refer to settings and sections of the form. For any other key path, such as a computed property or a part of a setting,
/// ``path(of:)`` returns `nil`, and a ``SettingsDraft`` changes the settings that an assignment changes in the root.
///
/// A store reads and writes the file on the calling thread. It watches the file as long as it exists, unless it was opened with the policy
/// ``SettingsRefreshPolicy/manual``. Without the app's types, use ``StoreEngine``; in tests, open a store in memory with
/// ``init(inMemory:hooks:participants:context:sideEffects:clock:overrides:)``.
public final class SettingsStore<Root: SettingsRoot>: Sendable {
  /// The type of the values: the root of the app's settings.
  public typealias Values = Root

  /// The decoded values of stored content, with the identity of that content and of its layers.
  private struct KnownValues {
    var identity: Snapshot.Identity
    var conditions: RuleConditions
    var decoded: RootValues<Root>

    init(_ decoded: RootValues<Root>, of snapshot: Snapshot) {
      (identity, conditions) = (snapshot.identity, snapshot.rules.conditions)
      self.decoded = decoded
    }

    func isOf(_ snapshot: Snapshot) -> Bool {
      identity == snapshot.identity && conditions == snapshot.rules.conditions
    }
  }

  /// The store without the app's types, which shares everything with this one.
  ///
  /// Pass it to what works with any form, such as the editor, and use it to switch groups of rules:
  ///
  /// ```swift
  /// try store.untyped.switchRules(in: "limits", on: false)
  /// ```
  public let untyped: StoreEngine
  private let keyPaths = LazyKeyPathTable<Root>()
  private let decoder: RootDecoder<Root>
  private let atStart: Snapshot
  /// The errors in the settings when the store was opened, each at its place.
  ///
  /// It is empty unless a ``SettingsStartPolicy`` allowed the app to start with other values. Show the problems to a user or log them, because the
  /// app runs with values that nobody chose. They stay as they were; ``lastRejected`` is `nil` once the stored content is in use.
  ///
  /// ```swift
  /// for problem in store.startProblems { print(problem) }
  /// // settings.json:3:19: error: calculation.timePeriod: Use 30 or less instead of 90.
  /// ```
  public let startProblems: [SettingsLayerProblem]
  private let lazyRestartPositions = Lazy<[Int]>()
  /// The values of the content in use, with those from the start for settings that require a restart. They are decoded at the first access
  /// after a change.
  private let usedValues: Mutex<KnownValues>
  /// The values of the stored content.
  private let savedValues: Mutex<KnownValues>

  /// Opens a settings file, which doesn't have to exist.
  ///
  /// The first apply creates the file with mode 0600, and its folder with mode 0700. If an apply has expired since the last start, its
  /// changes are rolled back before any value is read.
  ///
  /// ```swift
  /// let store = try SettingsStore<AppSettings>(file: "/var/lib/trend/settings.json", hooks: nil)
  /// ```
  ///
  /// Throws ``SettingsStoreError`` if the file can't be read, isn't JSON, or has invalid values; the file is unchanged then, and the error's
  /// description names the line and the command that corrects it. Cost: linear in the size of the file.
  ///
  /// - Parameters:
  ///   - file: The path of the file. A symbolic link is followed.
  ///   - schema: The `$schema` of a file that the store creates; see ``SettingsLayers/schema``.
  ///   - hooks: The app's side effects and actions; `nil` for a process that runs none, such as a command that only reads values. If the
  ///     form names side effects, the compiler asks for them.
  ///   - participants: What takes part in each apply, in this order; see ``SettingsParticipant``.
  ///   - context: The values that rules read in addition to the settings, such as the platform.
  ///   - options: How the store reads and writes, and what it does with invalid values; see ``StoreOptions``.
  public convenience init(
    file: String, schema: String? = nil, hooks: (any SettingsHooks)?,
    participants: [any SettingsParticipant] = [], context: RuleContext = RuleContext(),
    options: StoreOptions = StoreOptions()
  ) throws(SettingsStoreError) {
    try self.init(
      SettingsLayers(file: file, schema: schema), hooks: hooks, participants: participants, context: context,
      options: options)
  }

  /// Opens a storage, such as ``MemoryStorage`` or settings in etcd, which may be empty.
  ///
  /// The parameters have the same meaning as in
  /// ``init(file:schema:hooks:participants:context:options:)``.
  ///
  /// Throws ``SettingsStoreError`` if the content can't be read, isn't JSON, or has invalid values. Cost: linear in the size of the content; the
  /// storage is read on the calling thread.
  public convenience init(
    storage: any SettingsStorage, hooks: (any SettingsHooks)?,
    participants: [any SettingsParticipant] = [], context: RuleContext = RuleContext(),
    options: StoreOptions = StoreOptions()
  ) throws(SettingsStoreError) {
    try self.init(
      SettingsLayers(storage: storage), hooks: hooks, participants: participants, context: context,
      options: options)
  }

  /// Opens the layers of an app: a settings file, and the files, variables and options around it.
  ///
  /// ```swift
  /// let store = try SettingsStore<AppSettings>(.standard(app: "trend"), hooks: nil)
  /// print(store.origin(of: \.calculation.timePeriod))  // TREND_CALCULATION_TIME_PERIOD
  /// ```
  ///
  /// Throws ``SettingsStoreError``: for the settings file as the other initializers, and `.layers` if another layer has an error, with each problem
  /// at its own file, line or variable. Cost: linear in the size of all layers, which are read on the calling thread.
  public convenience init(
    _ layers: SettingsLayers, hooks: (any SettingsHooks)?,
    participants: [any SettingsParticipant] = [], context: RuleContext = RuleContext(),
    options: StoreOptions = StoreOptions()
  ) throws(SettingsStoreError) {
    try self.init(
      layers, hooks: hooks, participants: participants, context: context, options: options,
      environment: .system)
  }

  init(
    _ layers: SettingsLayers, hooks: (any SettingsHooks)? = nil,
    participants: [any SettingsParticipant] = [], context: RuleContext = RuleContext(),
    options: StoreOptions = StoreOptions(),
    environment: StoreEnvironment
  ) throws(SettingsStoreError) {
    let defaults = LazyDefaults<Root>()
    let decoder = RootDecoder<Root>(defaults: defaults)
    untyped = try StoreEngine(
      form: Root.storeForm(defaults: defaults, keyPaths: keyPaths, context: context.values), layers: layers,
      participants: participants, hooks: hooks ?? Root.generatedHooks, options: options,
      environment: environment,
      check: { document throws(SettingsDecodingError) in _ = try decoder.decode(document) })
    self.decoder = decoder
    let stored = untyped.snapshot
    if stored.problems.contains(where: { $0.severity == .error }) {
      // An error that an empty document has, too, is an error of the app's defaults, unless a person has to set something.
      let own = FormValidator(untyped.index, context: context.values).problems(in: [:])
        .filter { problem in
          !problem.isAboutMissingKey
            && stored.problems.contains { $0.path == problem.path && $0.reason == problem.reason }
        }
        .filter { $0.severity == .error }
      guard own.isEmpty else { throw .defaults(of: Root.self, own) }
    }
    (atStart, startProblems) = try untyped.start(options.startPolicy)
    do throws(SettingsDecodingError) {
      let saved = try decoder.decode(atStart.complete)
      usedValues = Mutex(KnownValues(saved, of: atStart))
      savedValues = Mutex(KnownValues(saved, of: atStart))
    } catch {
      throw untyped.undecodable(error, in: atStart)
    }
    if options.storesMigrations == .atStart, untyped.stored.read.isMigrated {
      Task { [untyped] in await untyped.storeMigrationsAtStart() }
    }
  }

  /// The positions of the settings that require a restart. Cost: linear in the number of settings the first time, and reads the form; the
  /// values from the start don't need it.
  private var restartPositions: [Int] {
    lazyRestartPositions.value {
      // Keep positions, because an entry is a large value.
      let settings = untyped.index.settings
      return settings.indices.filter { settings[$0].setting.traits.contains(.requiresRestart) }
    }
  }

  // MARK: - Values

  /// The values that the running process uses. Settings that require a restart keep the value from its start.
  ///
  /// They are the stored values, except after another process has stored something that this one can't use; see ``lastRejected``. While
  /// participants commit and side effects run, they are the new values already; if something fails, the old values are in use again.
  ///
  /// ```swift
  /// let period = store.values.calculation.timePeriod
  /// ```
  ///
  /// Read it whenever you need a value; don't keep copies. It can be read from any thread, and never suspends. Cost: constant, and linear
  /// in the size of the form for the first access after a change.
  public var values: Root { (values(at: untyped.effective) ?? usedValues.withLock { $0.decoded }).root }

  /// The stored values, which the next start of the app uses.
  ///
  /// They differ from ``values`` for settings in ``pendingRestart``, and for content that this process has rejected. If the app can't
  /// decode the stored content, which only another program can cause, they are the values that were decoded last. So they are while the app's
  /// own `init(from:)` runs. Cost: as for ``values``.
  public var saved: Root { saved(at: untyped.stored).root }

  /// Returns the stored values of a snapshot; the values that were decoded last if the app can't decode it. A screen goes on with those
  /// until somebody corrects the file.
  func saved(at snapshot: Snapshot) -> RootValues<Root> {
    values(of: snapshot, knownIn: savedValues, isCurrent: { untyped.stored.identity == snapshot.identity }) {
      snapshot.complete
    } ?? savedValues.withLock(\.decoded)
  }

  /// What somebody should look at in the settings, each at its place: unknown keys, deprecated settings, keys of earlier versions,
  /// misspelled variables.
  ///
  /// Warnings never prevent an apply. Log them after the store is opened:
  ///
  /// ```swift
  /// for warning in store.warnings { print(warning) }
  /// // settings.json:3:3: warning: widht: Check the key "widht", which the form does not know; perhaps you mean width.
  /// ```
  public var warnings: [SettingsLayerProblem] {
    (untyped.problems.map { SettingsLayerProblem($0, inFile: untyped.name) } + untyped.layerProblems)
      .filter { $0.severity == .warning }
  }

  /// The last content that another process has stored, if this process doesn't use it; `nil` if it does.
  ///
  /// Content is rejected if it can't be read, has errors, can't be decoded by the app, or if one of its side effects failed. The values
  /// from before stay in use. It becomes `nil` as soon as usable content is stored.
  ///
  /// ```swift
  /// if let rejected = store.lastRejected { print(rejected) }
  /// ```
  public var lastRejected: RejectedContent? { untyped.lastRejected }

  /// Returns the content that other processes store from now on and that this process doesn't use.
  ///
  /// The stream ends with the store. It doesn't have what was rejected before the call; see ``lastRejected``.
  ///
  /// ```swift
  /// for await rejected in store.rejections() { print(rejected) }
  /// ```
  public func rejections() -> AsyncStream<RejectedContent> { untyped.rejections() }

  /// Reads the stored content again, and returns what other processes have changed since it was last read.
  ///
  /// A store with the policy ``SettingsRefreshPolicy/automatic`` does this by itself; call it with ``SettingsRefreshPolicy/manual``, or in a test. It
  /// returns after the side effects of the changes have run. During an apply of this store, it returns no changes, and the content is read
  /// again at the end of the apply.
  ///
  /// Throws ``SettingsStoreError`` if the content can't be read. If it can be read but not used, the previous values stay in use; see
  /// ``lastRejected``.
  @discardableResult
  public func refresh() async throws(SettingsStoreError) -> [SettingChange] {
    let changes = try untyped.refresh()
    await untyped.waitForAcceptance()
    return changes
  }

  /// Replaces the values that rules read in addition to the settings, and notifies the observers of the changes.
  ///
  /// Derived defaults change at once, in ``values`` and for observers. Drafts that exist already are updated when they are applied or
  /// rebased. A value that the new context lacks has its default from then on; without a default it is missing, and its rules don't apply.
  ///
  /// Cost: linear in the size of the rules.
  public func setContext(_ context: RuleContext) {
    untyped.setContext(context.values)
  }

  /// The settings whose stored value takes effect only after a restart, in form order.
  ///
  /// It is empty if the process uses everything that is stored. A setting that is changed back to the value from the start isn't in it any
  /// more.
  ///
  /// ```swift
  /// let titles = store.pendingRestart.compactMap { store.title(at: $0) }
  /// if !titles.isEmpty { print("Restart to use \(titles.joined(separator: ", ")).") }
  /// ```
  ///
  /// Cost: linear in the number of settings that require a restart.
  public var pendingRestart: [SettingPath] {
    let (now, settings) = (untyped.stored, untyped.index.settings)
    return restartPositions.compactMap { position in
      let entry = settings[position]
      return atStart.value(of: entry) == now.value(of: entry) ? nil : entry.path
    }
  }

  /// Returns the title of the setting at a path, as people read it; `nil` for a section and for an unknown path.
  ///
  /// For `calculation.timePeriod`, it is `Time Period`, unless an annotation or the type gives another title.
  public func title(at path: SettingPath) -> String? {
    untyped.index[path]?.setting.title
  }

  /// Returns the path of a key path's setting or section; `nil` if it refers to neither.
  ///
  /// ```swift
  /// print(store.path(of: \.calculation.timePeriod)?.description ?? "none")  // calculation.timePeriod
  /// print(store.path(of: \.name.count) as Any)  // nil: a part of a setting
  /// ```
  ///
  /// Cost: constant; the first call creates a table of all key paths.
  public func path(of keyPath: PartialKeyPath<Root>) -> SettingPath? {
    keyPaths.table[keyPath]
  }

  /// Returns the versions of the content, newest first; the first is the stored content.
  ///
  /// A version that another program has stored since the last apply is included, as ``SettingsHistoryEntry/Kind/outside``. Secrets are masked.
  ///
  /// Throws ``SettingsStoreError`` if the content or the history can't be read, for example because this user may read the file but not its
  /// history. Cost: reads the headers of at most 50 versions, on the calling thread.
  public func history() throws(SettingsStoreError) -> [SettingsHistoryEntry] {
    try untyped.history()
  }

  /// Stores an earlier version again, byte for byte, as a new version of the history.
  ///
  /// ```swift
  /// if let former = try store.history().dropFirst().first { try await store.rollback(to: former) }
  /// ```
  ///
  /// It is an apply: participants may veto, side effects run, and the rollback can be rolled back. The form can't refuse it, because the
  /// version was stored once; the app's decoder and the locks of layers below can. A draft isn't needed, and drafts keep their staged
  /// changes.
  ///
  /// Throws ``ApplyError``: `.noVersion` if the history no longer has the version or its record is damaged, `.stale` if another process has
  /// stored something in the meantime, and otherwise the errors of an apply of a draft.
  @discardableResult
  public func rollback(
    to entry: SettingsHistoryEntry, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    try await untyped.rollback(to: entry, options: options)
  }

  /// Returns the apply that waits for its confirmation; `nil` if no apply waits, or if this user can't read the history.
  ///
  /// It finds the applies of all processes and of earlier runs of the app:
  ///
  /// ```swift
  /// if let pending = try store.pendingConfirmation() {
  ///   print("\(pending.author) has \(pending.remaining()) left to confirm \(pending.id).")
  /// }
  /// ```
  ///
  /// Throws ``ApplyError/storage(_:)`` if the history can't be read for another reason. Cost: reads the headers of a few records.
  public func pendingConfirmation() throws(ApplyError) -> PendingConfirmation? {
    try untyped.pendingConfirmation()
  }

  /// Confirms an apply, which keeps its changes; returns whether the confirmation is known to survive a crash.
  ///
  /// Any process can confirm, not only the process that applied.
  ///
  /// Throws ``ApplyError``: `.nothingPending` or `.otherPending` if no apply waits for a confirmation by the ID, and `.expired` if
  /// its time is over and the old content is or will be restored.
  @discardableResult
  public func confirm(_ id: ConfirmationID) throws(ApplyError) -> Bool {
    try untyped.confirm(id)
  }

  /// Confirms an apply by its ID as text, as a person types it: `try store.confirm("aa3c5cd9")`.
  ///
  /// Text that isn't an ID is the ID of no apply.
  @discardableResult
  public func confirm(_ id: String) throws(ApplyError) -> Bool { try confirm(confirmationID(id)) }

  /// Cancels a pending confirmation: restores the content from before the apply, now.
  ///
  /// Participants hear of the rollback, but can't veto it; their failures are in ``ApplyOutcome/failures``. If the app can't decode the old
  /// content, it is restored nevertheless, and the process keeps the values that it has.
  ///
  /// Throws ``ApplyError`` if no apply waits for a confirmation by the ID, if this store is applying something else, or if the
  /// content can't be restored.
  @discardableResult
  public func cancel(_ id: ConfirmationID) async throws(ApplyError) -> ApplyOutcome {
    try await untyped.cancel(id)
  }

  /// Cancels a pending confirmation by its ID as text: `try await store.cancel("aa3c5cd9")`.
  @discardableResult
  public func cancel(_ id: String) async throws(ApplyError) -> ApplyOutcome {
    try await cancel(confirmationID(id))
  }

  private func confirmationID(_ text: String) throws(ApplyError) -> ConfirmationID {
    if let id = ConfirmationID(text) { return id }
    guard let pending = try pendingConfirmation() else { throw .nothingPending }
    throw .otherPending(pending)
  }

  /// Returns the values that the process uses with stored content; `nil` if the app can't decode it. Cost: constant for the content whose
  /// values are known.
  func values(at snapshot: Snapshot) -> RootValues<Root>? {
    values(
      of: snapshot, knownIn: usedValues, isCurrent: { untyped.effective.identity == snapshot.identity }
    ) { try running(snapshot) ?? snapshot.complete }
  }

  /// Returns the values of stored content, which are decoded if they aren't known; `nil` if the app can't decode it, and while the app's own
  /// `init(from:)` runs.
  private func values(
    of snapshot: Snapshot, knownIn known: borrowing Mutex<KnownValues>, isCurrent: () -> Bool,
    _ document: () throws -> JSONDocument
  ) -> RootValues<Root>? {
    if let known = known.withLock({ $0.isOf(snapshot) ? $0.decoded : nil }) { return known }
    // Not under the lock, because the app's decoder may read the store.
    guard !decoder.isDecoding, let decoded = try? decoder.decode(document()) else { return nil }
    // Another thread might have decoded newer content in the meantime.
    known.withLock { if isCurrent() { $0 = KnownValues(decoded, of: snapshot) } }
    return decoded
  }

  /// Returns the values with the staged changes; the stored values if they can't be decoded.
  func values(of draft: Draft) -> RootValues<Root> {
    decodedValues(of: draft) ?? saved(at: untyped.snapshot)
  }

  /// Returns the values with the staged changes; `nil` if they can't be decoded.
  func decodedValues(of draft: Draft) -> RootValues<Root>? {
    draft.completeDocument.flatMap { try? decoder.decode($0) }
  }

  /// Returns the value at a key path in a draft; the stored value if the app can't decode it. If the key path refers to a setting, only
  /// that is decoded; otherwise all settings are.
  func value<Value: Decodable>(of keyPath: WritableKeyPath<Root, Value>, in draft: Draft) -> Value {
    guard let path = path(of: keyPath), let value = draft.value(at: path) else {
      return values(of: draft).root[keyPath: keyPath]
    }
    return value.decoded(as: Value.self) ?? saved[keyPath: keyPath]
  }

  /// Returns the document with the values from the start of the process for settings that require a restart; `nil` if none
  /// of them has changed.
  private func running(_ snapshot: Snapshot) throws -> JSONDocument? {
    var edits = JSONEdits()
    let index = untyped.index
    for position in restartPositions {
      let entry = index.settings[position]
      let (old, new) = (atStart.givenValue(of: entry), snapshot.givenValue(of: entry))
      guard old != new else { continue }
      if let old { edits.set(old, at: entry.path) } else { edits.remove(at: entry.path) }
    }
    guard !edits.isEmpty else { return nil }
    let document = snapshot.complete
    return try JSONDocument(parsingStored: document.bytes(applying: edits, keyOrder: index.keyOrder))
  }
}

extension SettingsStore: CustomStringConvertible {
  /// A line for each setting, with its value and where that comes from; secrets are masked.
  ///
  /// ```swift
  /// print(store)
  /// // calculation.timePeriod = 14 days (TREND_CALCULATION_TIME_PERIOD)
  /// // network.token = ******** (/run/secrets/token)
  /// ```
  ///
  /// It is for logs and bug reports. Settings that require a restart have the values that they will have then. Cost: linear in the size of
  /// the form and of the layers.
  public var description: String {
    let stored = untyped.snapshot
    return untyped.index.settings.filter { !$0.setting.traits.contains(.skipped) }.map { entry in
      let origin = stored.origin(of: entry, at: entry.path, file: untyped.name)
      return "\(entry.path) = \(entry.setting.text(for: stored.value(of: entry))) (\(origin))"
    }.joined(separator: "\n")
  }
}

/// Opening a store without hooks.
///
/// A store without hooks would apply changes and never run their side effects. So the initializers without the parameter exist only if no
/// side effect needs a function of the app: the form has no side effects, or they are code in annotations, which the generated code runs.
/// For other forms the compiler asks for the hooks; `hooks: nil` says that a process runs none.
extension SettingsStore where Root.SettingsRequiredHooks == NoRequiredHooks {
  /// Opens a settings file, which doesn't have to exist, for an app whose form names no side effects.
  ///
  /// ```swift
  /// let store = try SettingsStore<AppSettings>(file: "settings.json")
  /// ```
  ///
  /// For the parameters and errors, see the initializer with `hooks`.
  public convenience init(
    file: String, schema: String? = nil, participants: [any SettingsParticipant] = [],
    context: RuleContext = RuleContext(), options: StoreOptions = StoreOptions()
  ) throws(SettingsStoreError) {
    try self.init(
      file: file, schema: schema, hooks: nil, participants: participants, context: context, options: options)
  }

  /// Opens a storage for an app whose form names no side effects: `try SettingsStore<AppSettings>(storage: MemoryStorage())`.
  ///
  /// For the parameters and errors, see the initializer with `hooks`.
  public convenience init(
    storage: any SettingsStorage, participants: [any SettingsParticipant] = [],
    context: RuleContext = RuleContext(), options: StoreOptions = StoreOptions()
  ) throws(SettingsStoreError) {
    try self.init(
      storage: storage, hooks: nil, participants: participants, context: context, options: options)
  }

  /// Opens the layers of an app whose form names no side effects: `try SettingsStore<AppSettings>(.standard(app: "trend"))`.
  ///
  /// For the parameters and errors, see the initializer with `hooks`.
  public convenience init(
    _ layers: SettingsLayers, participants: [any SettingsParticipant] = [],
    context: RuleContext = RuleContext(), options: StoreOptions = StoreOptions()
  ) throws(SettingsStoreError) {
    try self.init(
      layers, hooks: nil, participants: participants, context: context, options: options)
  }
}

// The compiler prefers the initializers above, which other roots don't have. For these, and for roots that generic code doesn't know, it prints
// the following message instead of an error about types.
extension SettingsStore {
  /// Unavailable: the form names side effects, or isn't known.
  @available(
    *, unavailable,
    message:
      "pass 'hooks:', or 'nil' to run none: the form names side effects, or generic code doesn't know its form"
  )
  @_documentation(visibility: internal) @_disfavoredOverload
  public convenience init(
    file: String, schema: String? = nil, participants: [any SettingsParticipant] = [],
    context: RuleContext = RuleContext(), options: StoreOptions = StoreOptions()
  ) throws(SettingsStoreError) {
    try self.init(
      file: file, schema: schema, hooks: nil, participants: participants, context: context, options: options)
  }

  /// Unavailable: the form names side effects, or isn't known.
  @available(
    *, unavailable,
    message:
      "pass 'hooks:', or 'nil' to run none: the form names side effects, or generic code doesn't know its form"
  )
  @_documentation(visibility: internal) @_disfavoredOverload
  public convenience init(
    storage: any SettingsStorage, participants: [any SettingsParticipant] = [],
    context: RuleContext = RuleContext(), options: StoreOptions = StoreOptions()
  ) throws(SettingsStoreError) {
    try self.init(
      storage: storage, hooks: nil, participants: participants, context: context, options: options)
  }

  /// Unavailable: the form names side effects, or isn't known.
  @available(
    *, unavailable,
    message:
      "pass 'hooks:', or 'nil' to run none: the form names side effects, or generic code doesn't know its form"
  )
  @_documentation(visibility: internal) @_disfavoredOverload
  public convenience init(
    _ layers: SettingsLayers, participants: [any SettingsParticipant] = [],
    context: RuleContext = RuleContext(), options: StoreOptions = StoreOptions()
  ) throws(SettingsStoreError) {
    try self.init(
      layers, hooks: nil, participants: participants, context: context, options: options)
  }
}
