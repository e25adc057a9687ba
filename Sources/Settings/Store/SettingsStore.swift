import Synchronization

/// The single source of truth for an app's settings.
///
/// Key paths refer to settings and sections of the form. For any other key path, such as that of a computed property or of a part of
/// a setting, ``path(of:)`` returns `nil`; a ``SettingsDraft`` then changes the settings that the key path changes in the root.
///
/// ```swift
/// let store = try SettingsStore<AppSettings>(file: path)
/// print(store.values.calculation.timePeriod)
/// for await changes in store.changes() { redraw() }
/// ```
public final class SettingsStore<Root: SettingsRoot>: Sendable {
  /// The type of the values: the root of the app's settings.
  public typealias Values = Root

  /// The decoded values of stored content.
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

  /// The untyped engine, which the editor and the command line use.
  public let untyped: UntypedStore
  private let keyPaths = LazyKeyPathTable<Root>()
  private let decoder: RootDecoder<Root>
  private let atStart: Snapshot
  /// The errors in the settings when the store was opened, each at its place; empty unless a ``StartPolicy`` allowed the app to start with
  /// other values.
  ///
  /// They stay as they were. ``lastRejected`` is `nil` once the stored content is in use.
  public let startProblems: [LayerProblem]
  private let lazyRestartPositions = Lazy<[Int]>()
  /// The values of the content in use, with those from the start for settings that require a restart.
  private let usedValues: Mutex<KnownValues>
  /// The values of the stored content.
  private let savedValues: Mutex<KnownValues>

  /// Opens a settings file, which doesn't have to exist.
  ///
  /// Throws `StoreError` if it can't be read or is invalid; the file is unchanged then. Cost: linear in its size.
  ///
  /// - Parameters:
  ///   - schema: The `$schema` of a file that the store creates; see ``SettingsLayers/schema``.
  ///   - hooks: The app's side effects and actions; `nil` for a process that runs none, such as one that only reads values. If the form names
  ///     side effects, the compiler asks for them.
  ///   - context: The values that rules read in addition to the settings, such as the platform.
  ///   - style: Which settings the file contains: those that are set, or all.
  ///   - refresh: When to read what other processes store.
  ///   - reloadsOnHangup: Whether to read it when the process receives `SIGHUP`, which then doesn't end the process.
  ///   - sideEffects: Whose changes run the side effects of the hooks.
  ///   - startPolicy: What to do if values are invalid now.
  public convenience init(
    file: String, schema: String? = nil, hooks: (any SettingsHooks)?,
    participants: [any SettingsParticipant] = [], context: RuleContext = RuleContext(),
    style: FileStyle = .sparse, refresh: RefreshPolicy = .automatic, reloadsOnHangup: Bool = false,
    sideEffects: SideEffectScope = .allChanges, startPolicy: StartPolicy = .refuse
  ) throws(StoreError) {
    try self.init(
      SettingsLayers(file: file, schema: schema), hooks: hooks, participants: participants, context: context,
      style: style, refresh: refresh, reloadsOnHangup: reloadsOnHangup, sideEffects: sideEffects,
      startPolicy: startPolicy)
  }

  /// Opens a storage.
  ///
  /// Throws `StoreError` if the content can't be read or is invalid. Cost: linear in the size of the content.
  public convenience init(
    storage: any SettingsStorage, hooks: (any SettingsHooks)?,
    participants: [any SettingsParticipant] = [], context: RuleContext = RuleContext(),
    style: FileStyle = .sparse, refresh: RefreshPolicy = .automatic, reloadsOnHangup: Bool = false,
    sideEffects: SideEffectScope = .allChanges, startPolicy: StartPolicy = .refuse
  ) throws(StoreError) {
    try self.init(
      SettingsLayers(storage: storage), hooks: hooks, participants: participants, context: context,
      style: style, refresh: refresh, reloadsOnHangup: reloadsOnHangup, sideEffects: sideEffects,
      startPolicy: startPolicy)
  }

  /// Opens the layers of an app.
  ///
  /// ```swift
  /// let store = try SettingsStore<AppSettings>(.standard(app: "trend"))
  /// ```
  ///
  /// Throws `StoreError`, also if one of the layers has an error. Cost: linear in the size of the layers.
  public convenience init(
    _ layers: SettingsLayers, hooks: (any SettingsHooks)?,
    participants: [any SettingsParticipant] = [], context: RuleContext = RuleContext(),
    style: FileStyle = .sparse, refresh: RefreshPolicy = .automatic, reloadsOnHangup: Bool = false,
    sideEffects: SideEffectScope = .allChanges, startPolicy: StartPolicy = .refuse
  ) throws(StoreError) {
    try self.init(
      layers, hooks: hooks, participants: participants, context: context, style: style, refresh: refresh,
      reloadsOnHangup: reloadsOnHangup, sideEffects: sideEffects, startPolicy: startPolicy,
      environment: .system)
  }

  init(
    _ layers: SettingsLayers, hooks: (any SettingsHooks)? = nil,
    participants: [any SettingsParticipant] = [], context: RuleContext = RuleContext(),
    style: FileStyle = .sparse, refresh: RefreshPolicy = .automatic, reloadsOnHangup: Bool = false,
    sideEffects: SideEffectScope = .allChanges, startPolicy: StartPolicy = .refuse,
    environment: StoreEnvironment
  ) throws(StoreError) {
    let defaults = LazyDefaults<Root>()
    let decoder = RootDecoder<Root>(defaults: defaults)
    untyped = try UntypedStore(
      form: Root.storeForm(defaults: defaults, keyPaths: keyPaths, context: context.values), layers: layers,
      participants: participants, hooks: hooks ?? Root.generatedHooks, style: style, refresh: refresh,
      reloadsOnHangup: reloadsOnHangup, sideEffects: sideEffects,
      malformed: startPolicy == .refuse ? .refuse : .allowRollback,
      usesBrokenLayers: startPolicy != .refuse, environment: environment,
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
    (atStart, startProblems) = try untyped.start(startPolicy)
    do throws(SettingsDecodingError) {
      let saved = try decoder.decode(atStart.complete(in: untyped.index))
      usedValues = Mutex(KnownValues(saved, of: atStart))
      savedValues = Mutex(KnownValues(saved, of: atStart))
    } catch {
      throw .undecodable(
        file: untyped.name, atStart.placing(error.hidingSecrets(of: atStart.document, in: untyped.index)))
    }
  }

  /// The positions of the settings that require a restart. Cost: linear in the number of settings the first time.
  private var restartPositions: [Int] {
    lazyRestartPositions.value {
      // Keep positions, because an entry is a large value.
      let settings = untyped.index.settings
      return settings.indices.filter { settings[$0].setting.traits.contains(.requiresRestart) }
    }
  }

  // MARK: - Values

  /// The values that the running process uses: settings that require a restart keep the value from its start.
  ///
  /// They are those of the stored content, except after changes of another process were rejected; see ``lastRejected``. While
  /// participants commit and side effects run, they are the new values already; if one of them fails, the old values are in use again.
  /// Cost: constant, and linear in the size of the form for the first access after a change.
  public var values: Root { (values(at: untyped.effective) ?? usedValues.withLock { $0.decoded }).root }

  /// The stored values; the values that were decoded last if the app can't decode the stored content, which only another program can
  /// cause.
  public var saved: Root { saved(at: untyped.stored).root }

  /// Returns the stored values of a snapshot; the values that were decoded last if the app can't decode it.
  func saved(at snapshot: Snapshot) -> RootValues<Root> {
    savedValues.withLock { values in
      guard !values.isOf(snapshot) else { return values.decoded }
      if let decoded = try? decoder.decode(snapshot.complete(in: untyped.index)) {
        values = KnownValues(decoded, of: snapshot)
      }
      return values.decoded
    }
  }

  /// What a person should look at in the settings: unknown keys, deprecated settings, misspelled variables. Each is at its place.
  ///
  /// ```swift
  /// store.warnings.forEach { log("\($0)") }  // settings.json:3:3: warning: widht: …
  /// ```
  public var warnings: [LayerProblem] {
    (untyped.problems.map { LayerProblem($0, inFile: untyped.name) } + untyped.layerProblems)
      .filter { $0.severity == .warning }
  }

  /// The last content that another process has stored, if this process doesn't use it; `nil` if it does.
  public var lastRejected: RejectedContent? { untyped.lastRejected }

  /// Returns the content that other processes store from now on and that this process doesn't use.
  public func rejections() -> AsyncStream<RejectedContent> { untyped.rejections() }

  /// Reads the stored content again, and returns what other processes have changed since it was last read.
  ///
  /// Returns after the side effects of the changes have run. Throws `StoreError` if the content can't be read. If it can be
  /// read but not used, the previous values stay in use; see ``lastRejected``.
  @discardableResult
  public func refresh() async throws(StoreError) -> [SettingChange] {
    let changes = try untyped.refresh()
    await untyped.waitForAcceptance()
    return changes
  }

  /// Replaces the values that rules read in addition to the settings, and notifies the observers of the changes.
  public func setContext(_ context: RuleContext) {
    untyped.setContext(context.values)
  }

  /// The settings whose stored value takes effect only after a restart, in form order.
  public var pendingRestart: [SettingPath] {
    let (now, settings) = (untyped.stored, untyped.index.settings)
    return restartPositions.compactMap { position in
      let entry = settings[position]
      return atStart.value(of: entry) == now.value(of: entry) ? nil : entry.path
    }
  }

  /// Returns the title of the setting at a path, such as one of `pendingRestart`; `nil` for an unknown path.
  public func title(at path: SettingPath) -> String? {
    untyped.index[path]?.setting.title
  }

  /// Returns the path of a key path's setting or section; `nil` if it refers to neither.
  public func path(of keyPath: PartialKeyPath<Root>) -> SettingPath? {
    keyPaths.table[keyPath]
  }

  /// Returns the versions of the content, newest first; the first is the stored content.
  ///
  /// Throws `StoreError` if the content or the history can't be read. Cost: reads the headers of at most 50 versions.
  public func history() throws(StoreError) -> [HistoryEntry] {
    try untyped.history()
  }

  /// Applies a version, byte for byte. The form can't refuse it, but the app's decoder can.
  ///
  /// ```swift
  /// if let former = try store.history().dropFirst().first { try await store.rollback(to: former) }
  /// ```
  ///
  /// Throws `ApplyError`: `.noVersion` if the history no longer has the version, otherwise the errors of an apply of a draft.
  @discardableResult
  public func rollback(
    to entry: HistoryEntry, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    try await untyped.rollback(to: entry, options: options)
  }

  /// Returns the apply that waits for its confirmation; `nil` if no apply waits, or if this user can't read the history.
  ///
  /// Throws `ConfirmationError.storage` if the history can't be read for another reason.
  public func pendingConfirmation() throws(ConfirmationError) -> PendingConfirmation? {
    try untyped.pendingConfirmation()
  }

  /// Confirms an apply, so that its changes stay; returns whether the confirmation is known to survive a crash.
  ///
  /// Throws `ConfirmationError` if no apply waits for a confirmation by the ID, or if its time is over.
  @discardableResult
  public func confirm(_ id: ConfirmationID) throws(ConfirmationError) -> Bool {
    try untyped.confirm(id)
  }

  /// Cancels a pending confirmation: restores the content from before the apply.
  ///
  /// Throws `ConfirmationError` if no apply waits for a confirmation by the ID, or if the content can't be restored. Participants can't
  /// veto it; their failures are in the outcome.
  @discardableResult
  public func cancel(_ id: ConfirmationID) async throws(ConfirmationError) -> ApplyOutcome {
    try await untyped.cancel(id)
  }

  /// Returns the values that the process uses with stored content; `nil` if the app can't decode it.
  func values(at snapshot: Snapshot) -> RootValues<Root>? {
    if let known = usedValues.withLock({ $0.isOf(snapshot) ? $0.decoded : nil }) { return known }
    guard let decoded = try? decoder.decode(running(snapshot) ?? snapshot.complete(in: untyped.index)) else {
      return nil
    }
    usedValues.withLock { values in
      // Another thread might have decoded newer content in the meantime.
      if untyped.effective.identity == snapshot.identity { values = KnownValues(decoded, of: snapshot) }
    }
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

  /// Returns the value at a key path in a draft; the stored value if the app can't decode it.
  func value<Value: Decodable>(of keyPath: WritableKeyPath<Root, Value>, in draft: Draft) -> Value {
    guard let path = path(of: keyPath), let value = draft.value(at: path) else {
      return values(of: draft).root[keyPath: keyPath]
    }
    return decode(Value.self, from: value) ?? saved[keyPath: keyPath]
  }

  /// Decodes the value of one setting; returns `nil` if that fails.
  func decode<Value: Decodable>(_ type: Value.Type, from json: JSONValue) -> Value? {
    guard let document = try? JSONDocument(parsing: json.bytes()) else { return nil }
    return try? SettingsDecoder(document).decode(type)
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
    let document = snapshot.complete(in: index)
    return try JSONDocument(parsingStored: document.bytes(applying: edits, keyOrder: index.keyOrder))
  }
}

/// Opening a store without hooks.
///
/// A store without hooks would apply changes and never run their side effects. So the initializers without the parameter exist only for
/// forms whose side effects need no function of the app: those without side effects, and those that have only code in annotations, which
/// the generated code runs. For other forms the compiler asks for the hooks; `hooks: nil` says that a process runs none.
extension SettingsStore where Root.SettingsRequiredHooks == NoRequiredHooks {
  /// Opens a settings file, which doesn't have to exist; see the initializer with `hooks`.
  public convenience init(
    file: String, schema: String? = nil, participants: [any SettingsParticipant] = [],
    context: RuleContext = RuleContext(), style: FileStyle = .sparse, refresh: RefreshPolicy = .automatic,
    reloadsOnHangup: Bool = false, sideEffects: SideEffectScope = .allChanges,
    startPolicy: StartPolicy = .refuse
  ) throws(StoreError) {
    try self.init(
      file: file, schema: schema, hooks: nil, participants: participants, context: context, style: style,
      refresh: refresh,
      reloadsOnHangup: reloadsOnHangup, sideEffects: sideEffects, startPolicy: startPolicy)
  }

  /// Opens a storage; see the initializer with `hooks`.
  public convenience init(
    storage: any SettingsStorage, participants: [any SettingsParticipant] = [],
    context: RuleContext = RuleContext(), style: FileStyle = .sparse, refresh: RefreshPolicy = .automatic,
    reloadsOnHangup: Bool = false, sideEffects: SideEffectScope = .allChanges,
    startPolicy: StartPolicy = .refuse
  ) throws(StoreError) {
    try self.init(
      storage: storage, hooks: nil, participants: participants, context: context, style: style,
      refresh: refresh,
      reloadsOnHangup: reloadsOnHangup, sideEffects: sideEffects, startPolicy: startPolicy)
  }

  /// Opens the layers of an app; see the initializer with `hooks`.
  public convenience init(
    _ layers: SettingsLayers, participants: [any SettingsParticipant] = [],
    context: RuleContext = RuleContext(), style: FileStyle = .sparse, refresh: RefreshPolicy = .automatic,
    reloadsOnHangup: Bool = false, sideEffects: SideEffectScope = .allChanges,
    startPolicy: StartPolicy = .refuse
  ) throws(StoreError) {
    try self.init(
      layers, hooks: nil, participants: participants, context: context, style: style, refresh: refresh,
      reloadsOnHangup: reloadsOnHangup, sideEffects: sideEffects, startPolicy: startPolicy)
  }
}

// The compiler prefers the initializers above. Where they don't exist, it reports the message of these instead of a type that differs.
extension SettingsStore {
  /// Unavailable: the form names side effects.
  @available(*, unavailable, message: "the form names side effects; pass 'hooks:', or 'nil' to run none")
  @_documentation(visibility: internal) @_disfavoredOverload
  public convenience init(
    file: String, schema: String? = nil, participants: [any SettingsParticipant] = [],
    context: RuleContext = RuleContext(), style: FileStyle = .sparse, refresh: RefreshPolicy = .automatic,
    reloadsOnHangup: Bool = false, sideEffects: SideEffectScope = .allChanges,
    startPolicy: StartPolicy = .refuse
  ) throws(StoreError) {
    try self.init(
      file: file, schema: schema, hooks: nil, participants: participants, context: context, style: style,
      refresh: refresh,
      reloadsOnHangup: reloadsOnHangup, sideEffects: sideEffects, startPolicy: startPolicy)
  }

  /// Unavailable: the form names side effects.
  @available(*, unavailable, message: "the form names side effects; pass 'hooks:', or 'nil' to run none")
  @_documentation(visibility: internal) @_disfavoredOverload
  public convenience init(
    storage: any SettingsStorage, participants: [any SettingsParticipant] = [],
    context: RuleContext = RuleContext(), style: FileStyle = .sparse, refresh: RefreshPolicy = .automatic,
    reloadsOnHangup: Bool = false, sideEffects: SideEffectScope = .allChanges,
    startPolicy: StartPolicy = .refuse
  ) throws(StoreError) {
    try self.init(
      storage: storage, hooks: nil, participants: participants, context: context, style: style,
      refresh: refresh,
      reloadsOnHangup: reloadsOnHangup, sideEffects: sideEffects, startPolicy: startPolicy)
  }

  /// Unavailable: the form names side effects.
  @available(*, unavailable, message: "the form names side effects; pass 'hooks:', or 'nil' to run none")
  @_documentation(visibility: internal) @_disfavoredOverload
  public convenience init(
    _ layers: SettingsLayers, participants: [any SettingsParticipant] = [],
    context: RuleContext = RuleContext(), style: FileStyle = .sparse, refresh: RefreshPolicy = .automatic,
    reloadsOnHangup: Bool = false, sideEffects: SideEffectScope = .allChanges,
    startPolicy: StartPolicy = .refuse
  ) throws(StoreError) {
    try self.init(
      layers, hooks: nil, participants: participants, context: context, style: style, refresh: refresh,
      reloadsOnHangup: reloadsOnHangup, sideEffects: sideEffects, startPolicy: startPolicy)
  }
}
