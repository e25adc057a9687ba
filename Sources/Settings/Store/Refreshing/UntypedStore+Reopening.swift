/// Other stores for the same app: on another layer, or with another form.
extension UntypedStore {
  /// Whether there are layers other than the settings file.
  package var hasOtherLayers: Bool { !(layers.layers.below.isEmpty && layers.layers.above.isEmpty) }

  /// The layers when they were last read, the lowest first; only the settings file if there are no others.
  package var layerSummaries: [LayerSummary] {
    let snapshot = snapshot
    var count = 0
    index.forEachValue(in: snapshot.document) { _, _ in count += 1 }
    let written = LayerSummary(
      .written, name: name, valueCount: count, lockCount: snapshot.layers.writtenLocks.count)
    let others = layers.summaries
    return others.below + [written] + others.above
  }

  /// Opens another file of the layers for editing; returns `nil` if it isn't one of them.
  ///
  /// The layers, their order, the app's participants and the rules are those of this store. If the app runs side effects for
  /// changes of other processes, this store runs them for the changes of the other one.
  package func writing(_ path: String) throws(StoreError) -> UntypedStore? {
    guard let layers = layers.layers.writing(path) else { return nil }
    return try reopened(index, layers, sideEffects: sideEffects == .ownChanges ? .ownChanges : nil)
  }

  /// Opens the same content with a form that lists its members as they are now; see ``FormIndex/relisting(_:of:)``.
  ///
  /// If the app runs side effects for changes of other processes, this store runs them for the changes of the other one.
  package func relisting(_ members: FormIndex.Members) throws(StoreError) -> UntypedStore {
    try reopened(
      index.relisting(members, of: snapshot.document), layers.layers,
      sideEffects: sideEffects == .ownChanges ? .ownChanges : nil)
  }

  private func reopened(
    _ index: FormIndex, _ layers: SettingsLayers, sideEffects: SideEffectScope?
  ) throws(StoreError) -> UntypedStore {
    let conditions = form.switches.conditions
    let store = try UntypedStore(
      form: StoreForm(index, context: conditions.context), layers: layers, participants: appParticipants,
      hooks: hooks, style: style, expiryOnOpening: .leaveToCaller, refresh: refreshPolicy,
      sideEffects: sideEffects, environment: environment, check: check)
    if store.form.switches.conditions != conditions { store.changeConditions { $0 = conditions } }
    return store
  }
}
