import Synchronization

/// The single source of truth for an app's settings.
///
/// ```swift
/// let store = try SettingsStore<AppSettings>(file: path)
/// print(store.values.calculation.timePeriod)
/// for await changes in store.changes() { redraw() }
/// ```
public final class SettingsStore<Root: SettingsRoot>: Sendable {
  private struct Values {
    var revision: Revision?
    var conditions: RuleConditions
    var saved: Root
    var values: Root

    func isOf(_ snapshot: Snapshot) -> Bool {
      revision == snapshot.revision && conditions == snapshot.rules.conditions
    }
  }

  /// The untyped engine, as the editor and the command line use it.
  public let untyped: UntypedStore
  private let keyPaths = LazyKeyPathTable<Root>()
  private let defaults: JSONDocument
  private let atStart: Snapshot
  /// The positions of the settings that require a restart.
  private let restartPositions: [Int]
  private let cache: Mutex<Values>

  /// Opens a settings file, which need not exist.
  ///
  /// Throws `StoreError` if it can't be read or doesn't fit; the file is left as it is. Cost: linear in its size.
  ///
  /// - Parameters:
  ///   - context: The values that rules read besides the settings, such as the platform.
  ///   - style: Which settings the file holds: those that were set, or all.
  public convenience init(
    file: String, hooks: (any SettingsHooks)? = nil, participants: [any SettingsParticipant] = [],
    context: RuleContext = RuleContext(), style: FileStyle = .sparse
  ) throws(StoreError) {
    try self.init(
      storage: FileStorage(file), hooks: hooks, participants: participants, context: context, style: style)
  }

  /// Opens a storage.
  public init(
    storage: any SettingsStorage, hooks: (any SettingsHooks)? = nil,
    participants: [any SettingsParticipant] = [], context: RuleContext = RuleContext(),
    style: FileStyle = .sparse
  ) throws(StoreError) {
    let defaults = try Root.encodedDefaults()
    let decode = { @Sendable (document: JSONDocument) throws(SettingsDecodingError) -> Root in
      try SettingsDecoder(document, defaults: defaults).decode(Root.self)
    }
    untyped = try UntypedStore(
      form: FormIndex(try Root.form(defaults: defaults, keyPaths: keyPaths)), storage: storage,
      participants: participants, hooks: hooks, context: context.values, style: style,
      check: { document throws(SettingsDecodingError) in _ = try decode(document) })
    self.defaults = defaults
    atStart = untyped.snapshot
    let settings = untyped.index.settings
    // By position, as an entry is a large copy.
    restartPositions = settings.indices.filter { settings[$0].setting.traits.contains(.requiresRestart) }

    let problems = atStart.problems
    guard !problems.contains(where: { $0.severity == .error }) else {
      // What is wrong without any file is the fault of the app.
      let own = FormValidator(untyped.index, context: context.values).problems(in: [:])
        .filter { problem in problems.contains { $0.path == problem.path && $0.reason == problem.reason } }
        .filter { $0.severity == .error }
      guard own.isEmpty else { throw .defaults(of: Root.self, own) }
      throw .invalid(file: storage.name, problems)
    }
    do throws(SettingsDecodingError) {
      let saved = try decode(atStart.complete(in: untyped.index))
      cache = Mutex(
        Values(revision: atStart.revision, conditions: atStart.rules.conditions, saved: saved, values: saved))
    } catch {
      throw .undecodable(file: storage.name, error.hidingSecrets(of: atStart.document, in: untyped.index))
    }
  }

  // MARK: - Values

  /// What the running process uses: settings that require a restart keep the value that it started with.
  public var values: Root { current().values }

  /// What is stored.
  public var saved: Root { current().saved }

  /// The settings whose stored value waits for the process to be started again, in form order.
  public var pendingRestart: [SettingPath] {
    let now = untyped.snapshot
    return restartPositions.compactMap { position in
      let entry = untyped.index.settings[position]
      return atStart.value(of: entry) == now.value(of: entry) ? nil : entry.path
    }
  }

  /// The setting that a key path names; `nil` if it names none.
  public func path(of keyPath: PartialKeyPath<Root>) -> SettingPath? {
    keyPaths.table[keyPath]
  }

  /// A draft without changes on top of the stored content.
  public func draft() -> Draft {
    untyped.draft()
  }

  /// Applies a draft: all or nothing.
  @discardableResult
  public func apply(
    _ draft: Draft, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    try await untyped.apply(draft, options: options)
  }

  /// The versions of the content, newest first; the first is what is stored now.
  public func history() throws(StoreError) -> [HistoryEntry] {
    try untyped.history()
  }

  /// Returns to a version, byte for byte: an apply like any other.
  @discardableResult
  public func rollback(
    to entry: HistoryEntry, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    try await untyped.rollback(to: entry, options: options)
  }

  /// The apply that waits for its confirmation; `nil` if none does.
  public func pendingConfirmation() throws(ConfirmationError) -> PendingConfirmation? {
    try untyped.pendingConfirmation()
  }

  /// Keeps what was applied, and says whether that is known to survive a crash.
  @discardableResult
  public func confirm(_ id: ConfirmationID) throws(ConfirmationError) -> Bool {
    try untyped.confirm(id)
  }

  /// Brings the content of before the apply back now.
  @discardableResult
  public func cancel(_ id: ConfirmationID) async throws(ConfirmationError) -> ApplyOutcome {
    try await untyped.cancel(id)
  }

  /// The values of the content as last read; those before if it no longer fits, which only another program can cause.
  private func current() -> Values {
    let snapshot = untyped.snapshot
    return cache.withLock { cache in
      guard !cache.isOf(snapshot) else { return cache }
      if let saved = try? decode(snapshot.complete(in: untyped.index)),
        let values = try? running(snapshot).map({ try decode($0) }) ?? saved
      {
        cache = Values(
          revision: snapshot.revision, conditions: snapshot.rules.conditions, saved: saved, values: values)
      }
      return cache
    }
  }

  /// What the process uses when a content is stored; `nil` if the content doesn't fit.
  func values(at snapshot: Snapshot) -> Root? {
    let cached = cache.withLock { $0.isOf(snapshot) ? $0.values : nil }
    return cached ?? (try? decode(running(snapshot) ?? snapshot.complete(in: untyped.index)))
  }

  /// The values as they would be after an apply; the stored ones if the draft doesn't fit.
  func values(of draft: Draft) -> Root {
    guard let bytes = try? draft.candidate(), let document = try? JSONDocument(parsing: bytes) else {
      return saved
    }
    return (try? decode(document.withDerivedValues(of: draft.rules, in: untyped.index))) ?? saved
  }

  /// One setting's value.
  func decode<Value: Decodable>(_ type: Value.Type, from json: JSONValue) -> Value? {
    guard let document = try? JSONDocument(parsing: Array(json.description.utf8)) else { return nil }
    return try? SettingsDecoder(document).decode(type)
  }

  private func decode(_ document: JSONDocument) throws(SettingsDecodingError) -> Root {
    try SettingsDecoder(document, defaults: defaults).decode(Root.self)
  }

  /// The document with the values of the start where a restart is required; `nil` if that changes nothing.
  private func running(_ snapshot: Snapshot) throws -> JSONDocument? {
    var edits = JSONEdits()
    for position in restartPositions {
      let entry = untyped.index.settings[position]
      let (old, new) = (atStart.givenValue(of: entry), snapshot.givenValue(of: entry))
      guard old != new else { continue }
      if let old { edits.set(old, at: entry.path) } else { edits.remove(at: entry.path) }
    }
    guard !edits.isEmpty else { return nil }
    let document = snapshot.complete(in: untyped.index)
    return try JSONDocument(parsing: document.bytes(applying: edits, keyOrder: untyped.index.keys))
  }
}
