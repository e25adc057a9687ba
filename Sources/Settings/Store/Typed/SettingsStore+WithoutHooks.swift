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
