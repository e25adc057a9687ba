import Synchronization

/// The single source of truth for an app's settings.
///
/// Key paths refer to settings and sections of the form. Any other key path, such as that of a computed property, is a
/// programming error and stops the program; only ``path(of:)`` returns `nil` for it.
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

  /// The untyped engine, which the editor and the command line use.
  public let untyped: UntypedStore
  private let keyPaths = LazyKeyPathTable<Root>()
  private let defaults: JSONDocument
  private let atStart: Snapshot
  /// The positions of the settings that require a restart.
  private let restartPositions: [Int]
  private let cache: Mutex<Values>

  /// Opens a settings file, which doesn't have to exist.
  ///
  /// Throws `StoreError` if it can't be read or is invalid; the file is unchanged then. Cost: linear in its size.
  ///
  /// - Parameters:
  ///   - context: The values that rules read in addition to the settings, such as the platform.
  ///   - style: Which settings the file contains: those that are set, or all.
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
    // Keep positions, because an entry is a large value.
    restartPositions = settings.indices.filter { settings[$0].setting.traits.contains(.requiresRestart) }

    let problems = atStart.problems
    guard !problems.contains(where: { $0.severity == .error }) else {
      // Errors that the app has without a file, too, are errors of its defaults.
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

  /// The values that the running process uses: settings that require a restart keep the value from its start.
  public var values: Root { current().values }

  /// The stored values.
  public var saved: Root { current().saved }

  /// The settings whose stored value takes effect only after a restart, in form order.
  public var pendingRestart: [SettingPath] {
    let now = untyped.snapshot
    return restartPositions.compactMap { position in
      let entry = untyped.index.settings[position]
      return atStart.value(of: entry) == now.value(of: entry) ? nil : entry.path
    }
  }

  /// Returns the path of a key path's setting or section; `nil` if it refers to neither.
  public func path(of keyPath: PartialKeyPath<Root>) -> SettingPath? {
    keyPaths.table[keyPath]
  }

  /// Returns the path of a key path's setting or section, and stops the program if it refers to neither.
  func requiredPath(of keyPath: PartialKeyPath<Root>) -> SettingPath {
    guard let path = path(of: keyPath) else {
      preconditionFailure("\(keyPath) is neither a setting nor a section of the form")
    }
    return path
  }

  /// Creates an empty draft on top of the stored content.
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

  /// Returns the versions of the content, newest first; the first is the stored content.
  public func history() throws(StoreError) -> [HistoryEntry] {
    try untyped.history()
  }

  /// Applies a version, byte for byte.
  @discardableResult
  public func rollback(
    to entry: HistoryEntry, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    try await untyped.rollback(to: entry, options: options)
  }

  /// Returns the apply that waits for its confirmation; `nil` if there is none.
  public func pendingConfirmation() throws(ConfirmationError) -> PendingConfirmation? {
    try untyped.pendingConfirmation()
  }

  /// Keeps what was applied; returns whether that is known to survive a crash.
  @discardableResult
  public func confirm(_ id: ConfirmationID) throws(ConfirmationError) -> Bool {
    try untyped.confirm(id)
  }

  /// Restores the content from before the apply now.
  @discardableResult
  public func cancel(_ id: ConfirmationID) async throws(ConfirmationError) -> ApplyOutcome {
    try await untyped.cancel(id)
  }

  /// Returns the values of the content that was last read; if the app can't decode it, which only another program can cause,
  /// those of the last content that it could decode.
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

  /// Returns the values that the process uses with a content; `nil` if the app can't decode it.
  func values(at snapshot: Snapshot) -> Root? {
    let cached = cache.withLock { $0.isOf(snapshot) ? $0.values : nil }
    return cached ?? (try? decode(running(snapshot) ?? snapshot.complete(in: untyped.index)))
  }

  /// Returns the values with the staged changes; the stored values if they can't be decoded.
  func values(of draft: Draft) -> Root {
    guard let bytes = try? draft.candidate(), let document = try? JSONDocument(parsing: bytes) else {
      return saved
    }
    return (try? decode(document.withDerivedValues(of: draft.rules, in: untyped.index))) ?? saved
  }

  /// Decodes the value of one setting; returns `nil` if that fails.
  func decode<Value: Decodable>(_ type: Value.Type, from json: JSONValue) -> Value? {
    guard let document = try? JSONDocument(parsing: Array(json.description.utf8)) else { return nil }
    return try? SettingsDecoder(document).decode(type)
  }

  private func decode(_ document: JSONDocument) throws(SettingsDecodingError) -> Root {
    try SettingsDecoder(document, defaults: defaults).decode(Root.self)
  }

  /// Returns the document with the values from the start of the process for settings that require a restart; `nil` if none
  /// of them has changed.
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
