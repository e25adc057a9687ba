import SettingsSystem
import Synchronization

/// The single source of truth for one settings file with a form: the engine of apps, the editor and the command line.
///
/// Use it for settings whose types aren't known at compile time: an editor for any file, a tool, a server that gets forms from elsewhere.
/// An app opens a ``SettingsStore``, which has its types, and whose ``SettingsStore/untyped`` is a store of this type.
///
/// Without types, a `FormViewModel` reads and changes the settings:
///
/// ```swift
/// let form = try FormSchema(parsing: bytes)
/// let store = try StoreEngine(form: form, layers: SettingsLayers(file: "settings.json"))
/// let model = FormViewModel(store)
/// try model.stage(14, at: ["calculation", "timePeriod"])
/// try await model.apply()
/// ```
///
/// Unlike a ``SettingsStore``, it opens a file with invalid values, which an editor then corrects; they are in ``problems``. A file that
/// isn't JSON isn't opened.
///
/// A store can be used from any thread. It reads and writes the file on the calling thread, and watches the file as long as it exists,
/// unless it is opened with ``SettingsRefreshPolicy/manual``.
///
/// Cost: opening is linear in the size of the content and of the rules.
public final class StoreEngine: Sendable {
  /// Checks that an app can read a document that is valid by the form: its own `init(from:)` may be stricter. It decodes the whole root.
  typealias Check = @Sendable (JSONDocument) throws(SettingsDecodingError) -> Void

  /// What runs beside the callers of a store as long as it exists.
  struct BackgroundWork {
    /// Rolls back an apply at its deadline.
    var timer: Task<Void, Never>?
    /// Reads what other processes store.
    var watch: Task<Void, Never>?
    /// Reads what other processes store when the process receives `SIGHUP`.
    var hangupObserver: SignalObserver?
  }

  /// The form's settings. Cost: reads the form of an app the first time.
  package var index: FormIndex { form.index }
  /// The app's side effects, actions and injected text.
  let hooks: (any SettingsHooks)?
  /// What an editor asks of the app; `nil` if the app has nothing for it.
  package var editorHooks: (any SettingsEditorHooks)? { hooks as? any SettingsEditorHooks }
  let form: StoreForm
  let storage: any SettingsStorage
  /// The other layers.
  let layers: LayerSources
  let options: StoreOptions
  let log: SettingsLog
  let confirmations: ConfirmationLog
  /// The form's settings, as the storage records them, to find out which are new after an update of the app.
  let formSettings: FormSettings
  let appParticipants: [any SettingsParticipant]
  /// The participants of an apply: the app's own, and then a participant that runs the side effects. So when side effects run, everything
  /// else is in effect.
  let participants: ParticipantGroup
  let environment: StoreEnvironment
  /// Checks that the app can read a document; `nil` for a store without the types of an app.
  let check: Check?
  /// Whether changes run side effects and ask for a restart; `false` if another store of the process does that.
  let runsSideEffects: Bool
  let malformed: MalformedContentPolicy
  /// Runs the side effects; `nil` for a store without hooks.
  let sideEffectRunner: SideEffects?
  let events = StoreEvents()
  // Lock order: `reading` or `settling`, never both, then `state`, then the locks of the observers and of the rules' conditions.

  let state: Mutex<StoreState>
  let backgroundWork = Mutex(BackgroundWork())
  /// Locked while the storage is read. Otherwise a slow reader could replace newer content with older content. A reader of values doesn't
  /// wait for it.
  let reading = Mutex(())
  /// Locked while content is accepted or rejected without side effects, so `refresh()` returns only when the values are current.
  let settling = Mutex(())

  /// Opens a settings file, which may be missing, with other layers below and above it.
  ///
  /// Invalid values aren't an error here, because an editor corrects them: see ``problems``. An apply whose confirmation has expired is
  /// rolled back first.
  ///
  /// Throws ``SettingsStoreError`` if the content can't be read or isn't JSON, if one of the other layers has an error, or if the form's rules
  /// don't match its settings. Cost: linear in the size of the content and of the rules.
  ///
  /// - Parameters:
  ///   - form: The form, which describes and checks the settings.
  ///   - layers: The file, and the layers around it: `SettingsLayers(file: "settings.json")` for a file alone.
  ///   - participants: What takes part in each apply, in this order.
  ///   - hooks: The side effects, actions and injected texts that the form names; `nil` to run none.
  ///   - context: The values that rules read in addition to the settings, such as the platform, by name.
  ///   - options: How the engine reads and writes. It opens invalid values, whatever the start policy is.
  public convenience init(
    form: FormSchema, layers: SettingsLayers, participants: [any SettingsParticipant] = [],
    hooks: (any SettingsHooks)? = nil, context: [String: JSONValue] = [:],
    options: StoreOptions = StoreOptions()
  ) throws(SettingsStoreError) {
    try self.init(
      form: FormIndex(form), layers: layers, participants: participants, hooks: hooks, context: context,
      options: options)
  }

  /// Who rolls back an apply that expired before the store was opened.
  package enum ExpiryOnOpening: Sendable {
    /// The store, before any value is read. Participants aren't called, because the app has just started.
    case rollBack
    /// The caller: it calls `rollBackIfExpired()`, which calls the participants, and then `scheduleRollback()`. It has read the content to
    /// look for the form, so the store doesn't read it again.
    case leaveToCaller
  }

  /// Opens a storage, which can be empty, with other layers below and above it.
  ///
  /// - Parameter malformed: What to do with stored content that isn't JSON; `nil` to refuse it, unless the start policy is another.
  package convenience init(
    form: FormIndex, layers: SettingsLayers, participants: [any SettingsParticipant] = [],
    hooks: (any SettingsHooks)? = nil, context: [String: JSONValue] = [:],
    options: StoreOptions = StoreOptions(), expiryOnOpening: ExpiryOnOpening = .rollBack,
    malformed: MalformedContentPolicy? = nil
  ) throws(SettingsStoreError) {
    try self.init(
      form: StoreForm(form, RuleConditions(context: context)), layers: layers, participants: participants,
      hooks: hooks,
      options: options, expiryOnOpening: expiryOnOpening, malformed: malformed, check: nil)
  }

  init(
    form: StoreForm, layers: SettingsLayers, participants: [any SettingsParticipant],
    hooks: (any SettingsHooks)?, options: StoreOptions, runsSideEffects: Bool = true,
    expiryOnOpening: ExpiryOnOpening = .rollBack, malformed: MalformedContentPolicy? = nil,
    environment: StoreEnvironment = .system, check: Check?
  ) throws(SettingsStoreError) {
    self.form = form
    let storage = layers.written
    self.storage = storage
    let confirmations = ConfirmationLog(of: storage, form: form, environment: environment)
    self.confirmations = confirmations
    // Do this first: an error in the form or in a layer must not keep changes that nobody has confirmed.
    // A log that can't be read or written doesn't prevent the app from reading its values; the timer tries again.
    let pending = Result { () throws(ApplyError) in
      expiryOnOpening == .rollBack ? try confirmations.restoringIfExpired() : nil
    }
    if let error = form.ruleError { throw .form(error) }
    // An app that starts with other values than invalid ones does so for broken layers and for content that isn't JSON, too.
    let usesBrokenLayers = options.startPolicy != .refuse
    let malformed = malformed ?? (usesBrokenLayers ? .allowRollback : .refuse)
    self.layers = LayerSources(layers, form: form, leavesOutInvalidValues: usesBrokenLayers)
    let layerErrors = self.layers.errors
    guard layerErrors.isEmpty || usesBrokenLayers else { throw .layers(layerErrors) }
    self.options = options
    log = SettingsLog(of: storage, environment)
    formSettings = FormSettings(form)
    self.environment = environment
    self.runsSideEffects = runsSideEffects
    sideEffectRunner = (hooks as? any SettingsSideEffects).flatMap { [events] hooks in
      runsSideEffects
        ? SideEffects(hooks: hooks, environment: environment, observers: events.progress) : nil
    }
    appParticipants = participants
    self.participants = ParticipantGroup(
      members: participants + [sideEffectRunner].compactMap(\.self), environment: environment,
      observers: events.progress)
    self.hooks = hooks
    self.check = check
    self.malformed = malformed
    let snapshot = try Snapshot.read(
      storage, layers: self.layers.stack, form: form, malformed: malformed, schema: layers.schema,
      freshness: expiryOnOpening == .leaveToCaller ? .lastRead : .now)
    state = Mutex(StoreState(snapshot))
    if case .success(nil) = pending {} else { scheduleRollback(of: try? pending.get()) }
    if options.refresh == .automatic { startWatching() }
    if options.reloadsOnHangup { observeHangup() }
  }

  deinit {
    backgroundWork.withLock { work in
      work.timer?.cancel()
      work.watch?.cancel()
    }
  }

  // MARK: - Reading

  /// The identity of the storage: a file's absolute path without symbolic links.
  package var identity: String { storage.identity }

  /// The name of the settings file in messages.
  package var name: String { storage.name }

  /// Why an apply would be refused now because of the storage, as far as that is known without an apply; otherwise `nil`.
  package var commitRefusal: SettingsStorageError? { storage.commitRefusal() }

  /// The problems of the stored content when it was last read, in form order: errors and warnings, with their positions.
  ///
  /// Empty for content that is valid. A rule that a value of another layer breaks is a problem of that layer; see
  /// ``SettingsStore/layerProblems``.
  ///
  /// ```swift
  /// for problem in store.untyped.problems { print(problem) }
  /// // 3:19: error: calculation.timePeriod: Use 30 or less instead of 90.
  /// ```
  public var problems: [FormProblem] { snapshot.ownProblems }

  /// The settings that have to be set and that no layer sets, in form order. A command lists them with the value to write, and an editor
  /// goes to the first.
  package var unsetRequired: [SettingPath] {
    let missing = problems.filter(\.isAboutMissingKey)
    return missing.isEmpty ? [] : snapshot.layers.placingMissingSettings(missing, in: index).map(\.path)
  }

  /// The stored document when it was last read; an empty one if nothing is stored or if the content isn't JSON.
  package var document: JSONDocument { snapshot.document }

  /// The identity of the stored content when it was last read; `nil` if nothing is stored.
  ///
  /// Two equal revisions mean equal bytes. It changes with every byte, also with one in a comment.
  public var revision: SettingsRevision? { snapshot.revision }

  /// Whether the stored content wasn't JSON when it was last read. It can only be replaced by a rollback then.
  package var isMalformed: Bool { snapshot.malformed != nil }

  /// The problems of the other layers when they were last read, the lowest layer first. A layer with an error keeps its last good
  /// content.
  package var layerProblems: [SettingsLayerProblem] {
    let (snapshot, failure) = state.withLock { ($0.snapshot, $0.unstoredMigrations) }
    let unstored = snapshot.read.isMigrated ? failure : nil
    return layers.problems + snapshot.layers.problems + snapshot.layerViolations
      + [unstored].compactMap(\.self).map { error in
        SettingsLayerProblem(
          "The values of an earlier version couldn't be stored, so the next apply stores them: \(error)",
          in: .file(name, nil), severity: .warning)
      }
  }

  /// Returns where the effective value of a setting, or of a part of one, comes from; `nil` for an unknown path.
  ///
  /// Cost: a lookup for each key of the path; for a value in a file, linear in the text before it.
  package func origin(at path: SettingPath) -> SettingOrigin? {
    index.entry(containing: path).map { snapshot.origin(of: $0, at: path, file: name) }
  }

  /// The stored content when it was last read.
  var snapshot: Snapshot { state.withLock { $0.snapshot } }

  /// Creates an empty draft on top of the stored content.
  package func draft() -> Draft { Draft(base: snapshot, style: options.style) }

  /// Moves a draft onto the content that was read last. Returns the settings that anything has changed for; `nil` if nothing has changed.
  ///
  /// - Parameters:
  ///   - context: The values that the draft's rules get besides those of the store.
  ///   - applied: The changes that were applied meanwhile; see ``Draft``.
  package func update(
    _ draft: inout Draft, context: [String: JSONValue], after applied: Draft?
  ) -> [SettingPath]? {
    draft.follow(snapshot, context: context, after: applied)
  }

  // MARK: - Rules

  /// Switches the rules of a group on or off, and notifies the observers of the changes.
  ///
  /// All groups are on when a store is opened. Existing drafts are updated when they are applied or rebased; view models follow at once.
  ///
  /// ```swift
  /// try store.untyped.switchRules(in: "expert limits", on: false)
  /// ```
  ///
  /// Throws ``UnknownRuleGroup`` if no rule is in a group of this name. Cost: linear in the size of the rules.
  public func switchRules(in group: String, on isActive: Bool) throws(UnknownRuleGroup) {
    let groups = index.rules.groups
    guard groups.contains(group) else { throw UnknownRuleGroup(name: group, known: groups) }
    changeConditions { $0.switchRules(in: group, on: isActive) }
  }

  /// Replaces the values that rules read in addition to the settings, and notifies the observers of the changes.
  ///
  /// Existing drafts are updated when they are applied or rebased. Cost: linear in the size of the rules.
  package func setContext(_ context: [String: JSONValue]) {
    changeConditions { $0.context = context }
  }

  func changeConditions(_ body: (inout RuleConditions) -> Void) {
    state.withLock { state in
      form.switches.change(body)
      events.use.notify(state.evaluateRules())
    }
    events.content.notify([])
  }

  /// Replaces the timer that rolls back an expired apply. A store has at most one, since only the last apply can be pending.
  func replaceTimer(by timer: Task<Void, Never>) {
    let old = backgroundWork.withLock { work in
      defer { work.timer = timer }
      return work.timer
    }
    old?.cancel()
  }
}
