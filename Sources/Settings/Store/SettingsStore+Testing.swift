import SettingsSystem

extension SettingsStore {
  /// Opens a store in memory, for a test.
  ///
  /// ```swift
  /// let store = try SettingsStore<AppSettings> { $0.times = 2 }
  /// assert(store.values.times == 2)
  /// ```
  ///
  /// It behaves like a store with a file: it has the same checks, participants, history and confirmations. A second store on the same
  /// storage behaves like another process. Time limits end only when the test advances the clock.
  ///
  /// Throws ``SettingsStoreError`` if the settings are invalid.
  ///
  /// - Parameters:
  ///   - storage: The storage, with the text of a file or without content.
  ///   - hooks: The side effects and actions; `nil` to run none.
  ///   - participants: What takes part in each apply.
  ///   - context: The values that rules read in addition to the settings.
  ///   - sideEffects: Whose changes run the side effects of the hooks.
  ///   - clock: The clock for all time limits.
  ///   - overrides: Changes values. The changes are stored before the store is opened, without participants and side effects.
  public convenience init(
    inMemory storage: MemoryStorage = MemoryStorage(), hooks: (any SettingsHooks)? = nil,
    participants: [any SettingsParticipant] = [], context: RuleContext = RuleContext(),
    sideEffects: SideEffectScope = .allChanges, clock: SettingsTestClock = SettingsTestClock(),
    overrides: (inout Root) -> Void = { _ in }
  ) throws(SettingsStoreError) {
    let store = try SettingsStore(
      SettingsLayers(storage: storage), hooks: nil, context: context, options: StoreOptions(refresh: .manual),
      environment: clock.environment)
    var draft = store.untyped.draft()
    draft.stage(
      store.valuesToStage(changing: store.saved(at: store.untyped.snapshot), in: draft, overrides))
    if !draft.isEmpty {
      do throws(JSONEditError) {
        _ = storage.commit(try draft.candidate(), expecting: store.untyped.revision)
      } catch {
        throw .defaults(reason: "\(error)")
      }
    }
    try self.init(
      SettingsLayers(storage: storage), hooks: hooks, participants: participants, context: context,
      options: StoreOptions(sideEffects: sideEffects), environment: clock.environment)
  }
}
