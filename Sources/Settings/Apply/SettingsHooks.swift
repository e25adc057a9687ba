/// The app's side of the form: it runs the side effects and writes the injected texts.
///
/// The generator emits a protocol that refines this one, with one requirement for each side effect and each injected
/// header and footer, so that the compiler finds a missing one. Conform to that.
public protocol SettingsHooks: Sendable {
  /// Runs a side effect once, with all the changes that trigger it.
  func run(_ sideEffect: String, for changes: [SettingChange]) async throws
  /// The text of an injected header or footer; `nil` if there is none of that name.
  func text(for hook: String) -> String?
  /// Hears once, after an apply, which changes wait for the process to be started again; they are durable.
  func restart(for changes: [SettingChange]) async
}

extension SettingsHooks {
  /// Does nothing: the person starts the app again.
  public func restart(for changes: [SettingChange]) async {}
}
