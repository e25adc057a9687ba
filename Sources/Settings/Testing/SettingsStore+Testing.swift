extension SettingsStore {
  /// Opens a store in memory, for a test.
  ///
  /// ```swift
  /// let store = try SettingsStore<AppSettings> { $0.times = 2 }
  /// #expect(store.values.times == 2)
  /// ```
  ///
  /// A second store on the same storage behaves like another process.
  ///
  /// Throws `StoreError` if the settings are invalid.
  ///
  /// - Parameters:
  ///   - storage: The storage, with the text of a file or without content.
  ///   - context: The values that rules read in addition to the settings.
  ///   - sideEffects: Whose changes run the side effects of the hooks.
  ///   - clock: The clock for all time limits.
  ///   - overrides: Changes values. The changes are stored before the store is opened.
  public convenience init(
    inMemory storage: MemoryStorage = MemoryStorage(), hooks: (any SettingsHooks)? = nil,
    participants: [any SettingsParticipant] = [], context: RuleContext = RuleContext(),
    sideEffects: SideEffectScope = .allChanges, clock: TestClock = TestClock(),
    overrides: (inout Root) -> Void = { _ in }
  ) throws(StoreError) {
    let store = try SettingsStore(
      SettingsLayers(storage: storage), hooks: nil, context: context, refresh: .manual,
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
      sideEffects: sideEffects, environment: clock.environment)
  }
}
