import Synchronization

/// Reads your app's settings as a struct of yours, changes them, and tells you when somebody else does.
///
/// Open one store when your app starts, and share it. It is `Sendable`, and you may read it anywhere, from any thread.
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
/// You can change settings in three ways:
///
/// - If your code knows what it wants, call ``update(options:_:)``. It changes the values at once, and does it again if another process was
///   faster.
/// - If you want to look at the changes first, or to apply only some of them, stage them in a ``SettingsDraft``, and apply that.
/// - If a person edits settings on a screen, give the screen a `SettingsViewModel`, which has undo and observation.
///
/// All three end in one apply: it stores every change or none, and runs your participants and side effects.
///
/// Your app works with ``values``. What the file says is in ``saved``. The two differ only in settings that wait for a restart, and after
/// another process has stored something that your app can't use, which ``lastRejected`` explains.
///
/// A key path should lead to a setting or a section. For any other, such as a computed property or a part of a setting, ``path(of:)``
/// returns `nil`, and assigning to it in a ``SettingsDraft`` changes the settings that the assignment changes in the root.
///
/// The store reads and writes the file on the thread that calls it. It also watches the file, unless you open it with
/// ``SettingsRefreshPolicy/manual``. In tests, open a store in memory with
/// ``init(inMemory:hooks:participants:context:sideEffects:clock:overrides:)``. To work with any form, without your types, use
/// ``StoreEngine``.
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

  /// The same store without your types. Pass it to what works with any form, such as the editor, and switch groups of rules with it:
  ///
  /// ```swift
  /// try store.untyped.switchRules(in: "limits", on: false)
  /// ```
  public let untyped: StoreEngine
  private let keyPaths = LazyKeyPathTable<Root>()
  private let decoder: RootDecoder<Root>
  private let atStart: Snapshot
  /// What was wrong with the settings when the store was opened, each error at its place.
  ///
  /// There is something in it only if your ``SettingsStartPolicy`` let the app start all the same. Then the app runs with values that
  /// nobody chose, so log the errors or show them to somebody. They don't go away when the file is corrected; ``lastRejected`` does.
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

  /// Opens a settings file, which doesn't have to exist: the first apply creates it, and its folder.
  ///
  /// If an apply wasn't confirmed in time while your app didn't run, its changes are rolled back before you read a value.
  ///
  /// ```swift
  /// let store = try SettingsStore<AppSettings>(file: "/var/lib/trend/settings.json", hooks: nil)
  /// ```
  ///
  /// Throws ``SettingsStoreError`` if the file can't be read, isn't JSON, or has invalid values; the file is unchanged then, and the
  /// error's description names the line and the command that corrects it. Cost: linear in the size of the file.
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
  /// Throws ``SettingsStoreError`` if the content can't be read, isn't JSON, or has invalid values. Cost: linear in the size of the
  /// content; the storage is read on the calling thread.
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
  /// Throws ``SettingsStoreError``: for the settings file as the other initializers, and `.layers` if another layer has an error, with each
  /// problem at its own file, line or variable. Cost: linear in the size of all layers, which are read on the calling thread.
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

  /// The values that your app works with. A setting that requires a restart keeps the value that it had when the app started.
  ///
  /// Otherwise they are the stored values, unless another process has stored something that your app can't use; see ``lastRejected``. While
  /// participants commit and side effects run, they are the new ones already. If something fails then, the old ones are back.
  ///
  /// ```swift
  /// let period = store.values.calculation.timePeriod
  /// ```
  ///
  /// Read it whenever you need a value, from any thread, and keep no copies: reading is cheap and never suspends. Cost: constant, and
  /// linear in the size of the form for the first access after a change.
  public var values: Root { (values(at: untyped.effective) ?? usedValues.withLock { $0.decoded }).root }

  /// The stored values, with which your app will start the next time.
  ///
  /// They differ from ``values`` in the settings of ``pendingRestart``, and after your app has rejected what another process stored. If it
  /// can't even decode that, or while its own `init(from:)` runs, they are the values that it decoded last. Cost: as for ``values``.
  public var saved: Root { saved(at: untyped.stored).root }

  /// Returns the stored values of a snapshot; the values that were decoded last if the app can't decode it. A screen goes on with those
  /// until somebody corrects the file.
  func saved(at snapshot: Snapshot) -> RootValues<Root> {
    values(of: snapshot, knownIn: savedValues, isCurrent: { untyped.stored.identity == snapshot.identity }) {
      snapshot.complete
    } ?? savedValues.withLock(\.decoded)
  }

  /// What somebody should look at, each at its place: unknown keys, deprecated settings, keys of earlier versions, misspelled variables.
  ///
  /// A warning never prevents an apply. Log the warnings after you have opened the store:
  ///
  /// ```swift
  /// for warning in store.warnings { print(warning) }
  /// // settings.json:3:3: warning: widht: Check the key "widht", which the form does not know; perhaps you mean width.
  /// ```
  public var warnings: [SettingsLayerProblem] {
    (untyped.problems.map { SettingsLayerProblem($0, inFile: untyped.name) } + untyped.layerProblems)
      .filter { $0.severity == .warning }
  }

  /// What another process has stored, if your app can't use it; otherwise `nil`.
  ///
  /// Your app rejects content that it can't read or decode, that has errors, or whose side effects fail. It goes on with the values from
  /// before, until somebody stores content that it can use.
  ///
  /// ```swift
  /// if let rejected = store.lastRejected { print(rejected) }
  /// ```
  public var lastRejected: RejectedContent? { untyped.lastRejected }

  /// Tells you from now on when another process stores something that your app can't use. What was rejected before is in ``lastRejected``.
  ///
  /// The stream ends with the store.
  ///
  /// ```swift
  /// for await rejected in store.rejections() { print(rejected) }
  /// ```
  public func rejections() -> AsyncStream<RejectedContent> { untyped.rejections() }

  /// Reads the stored content again, and returns what other processes have changed since the last time.
  ///
  /// You need it only in a test, or with the policy ``SettingsRefreshPolicy/manual``; otherwise the store does this by itself. When it
  /// returns, the side effects of the changes have run. During an apply of this store, it returns no changes, because the apply reads the
  /// content again at its end.
  ///
  /// Throws ``SettingsStoreError`` if the content can't be read. If it can be read but not used, the previous values stay in use; see
  /// ``lastRejected``.
  @discardableResult
  public func refresh() async throws(SettingsStoreError) -> [SettingChange] {
    let changes = try untyped.refresh()
    await untyped.waitForAcceptance()
    return changes
  }

  /// Gives rules other values to read in addition to the settings, such as a user who has just logged in.
  ///
  /// Defaults that rules derive change at once, and observers hear of it. Drafts that exist already change when they are applied or
  /// rebased. A value that you don't give has its default from then on; if it has none, its rules don't apply.
  ///
  /// Cost: linear in the size of the rules.
  public func setContext(_ context: RuleContext) {
    untyped.setContext(context.values)
  }

  /// The settings that wait for a restart, in the order of the form.
  ///
  /// A setting leaves the list when somebody changes it back to the value that your app started with.
  ///
  /// ```swift
  /// let titles = store.pendingRestart.compactMap { store.title(at: $0) }
  /// if !titles.isEmpty { print("Restart to use \(titles.joined(separator: ", ")).") }
  /// ```
  ///
  /// Cost: linear in the number of settings that require a restart.
  public var pendingRestart: [SettingPath] {
    // What was rejected isn't what the app restarts with: it doesn't start with it, or with other values.
    let now = untyped.inUse(over: untyped.stored)
    let settings = untyped.index.settings
    return restartPositions.compactMap { position in
      let entry = settings[position]
      return atStart.value(of: entry) == now.value(of: entry) ? nil : entry.path
    }
  }

  /// Returns the title that people read for a setting: `Time Period` for `calculation.timePeriod`, unless an annotation or the type gives
  /// another one. A section and an unknown path have none.
  public func title(at path: SettingPath) -> String? {
    untyped.index[path]?.setting.title
  }

  /// Returns the path of the setting or section that a key path leads to; `nil` if it leads to neither.
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

  /// Lists the versions to which you can roll back, the newest first. The first one is what is stored now.
  ///
  /// If another program has saved the file since the last apply, that is a version, too: ``SettingsHistoryEntry/Kind/outside``. Secrets are
  /// masked.
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
  /// A rollback is an apply: participants may veto it, side effects run, and you can roll it back. The form can't refuse it, because the
  /// version was stored once. Only what your app can't decode, or what a layer below locks, is refused. Drafts keep their changes.
  ///
  /// Throws ``ApplyError``: `.noVersion` if the history no longer has the version or its record is damaged, `.stale` if another process has
  /// stored something in the meantime, and otherwise the errors of an apply of a draft.
  @discardableResult
  public func rollback(
    to entry: SettingsHistoryEntry, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    try await untyped.rollback(to: entry, options: options)
  }

  /// Finds the apply that waits for its confirmation, if there is one, of whatever process and from whatever run of your app:
  ///
  /// ```swift
  /// if let pending = try store.pendingConfirmation() {
  ///   print("\(pending.author) has \(pending.remaining()) left to confirm \(pending.id).")
  /// }
  /// ```
  ///
  /// It is `nil`, too, if this user may not read the history. Throws ``ApplyError/storage(_:)`` if the history can't be read for another
  /// reason. Cost: reads the headers of a few records.
  public func pendingConfirmation() throws(ApplyError) -> PendingConfirmation? {
    try untyped.pendingConfirmation()
  }

  /// Confirms an apply, so that its changes stay. Any process may do that, not only the one that applied.
  ///
  /// Returns whether the confirmation is known to survive a crash.
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

  /// Restores the content from before an apply that waits for its confirmation, without waiting for the end of its time.
  ///
  /// Participants can't veto that; if one fails, ``ApplyOutcome/failures`` has it. If your app can't decode the old content, the content is
  /// restored all the same, and your app keeps its values.
  ///
  /// Throws ``ApplyError`` if no apply waits for a confirmation by the ID, if this store is applying something else, or if the
  /// content can't be restored.
  ///
  /// - Parameter message: Why, for the history: `web-3 doesn't answer on port 8443`.
  @discardableResult
  public func cancel(
    _ id: ConfirmationID, message: String? = nil
  ) async throws(ApplyError) -> ApplyOutcome {
    try await untyped.cancel(id, message: message)
  }

  /// Cancels a pending confirmation by its ID as text: `try await store.cancel("aa3c5cd9")`.
  @discardableResult
  public func cancel(_ id: String, message: String? = nil) async throws(ApplyError) -> ApplyOutcome {
    try await cancel(confirmationID(id), message: message)
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

  /// Returns the values of stored content, which are decoded if they aren't known; `nil` if the app can't decode it, and while the app's
  /// own `init(from:)` runs.
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
  package func value<Value: Decodable>(of keyPath: WritableKeyPath<Root, Value>, in draft: Draft) -> Value {
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
  /// It is for logs and bug reports, and shows what is stored: settings that require a restart have the values that they will have then, and a
  /// file that your app can't use is shown as it is; see ``lastRejected``. To see what is in use, print ``values``.
  ///
  /// Cost: linear in the size of the form and of the layers.
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
