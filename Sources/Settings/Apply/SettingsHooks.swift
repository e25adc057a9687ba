/// The app's side of its form: it runs the side effects and provides the injected texts.
///
/// The generator emits a protocol that refines this one, with one requirement for each side effect and each injected
/// header and footer, so that the compiler reports a missing one. Conform to that protocol.
public protocol SettingsHooks: Sendable {
  /// Runs a side effect once, with all the changes that trigger it.
  func run(_ sideEffect: String, for changes: [SettingChange]) async throws
  /// Returns the text of an injected header or footer; `nil` for an unknown name.
  func text(for hook: String) -> String?
  /// Called once after an apply, when its changes are durable, with those that require a restart of the process.
  func restart(for changes: [SettingChange]) async
}

extension SettingsHooks {
  /// Does nothing: the user restarts the app.
  public func restart(for changes: [SettingChange]) async {}
}
