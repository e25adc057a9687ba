import Observation

/// What a settings screen of an app works on, typed: a draft of the settings, staged edit by edit and applied as one.
///
/// ```swift
/// let model = SettingsViewModel(store)
/// model[\.calculation.timePeriod] = 14
/// print(model.review().changes)
/// try await model.apply()
/// ```
/// Observation is per setting: what reads one setting is not told of a change of another; what reads a section is told
/// of the changes inside.
@MainActor
public final class SettingsViewModel<Root: SettingsRoot>: Observable {
  /// The untyped view model, as the editor uses it.
  public let untyped: UntypedViewModel
  private let store: SettingsStore<Root>

  /// Makes a view model without changes.
  public init(_ store: SettingsStore<Root>) {
    self.store = store
    untyped = UntypedViewModel(store.untyped)
  }

  /// The value of a setting, or of a whole section, as staged, or else as stored; setting it stages the new value.
  ///
  /// The key path leads to a setting or a section of the form: another one is a mistake in the program and stops it. A
  /// staged value that the type can't hold reads as stored; a number that is not finite is staged as `null`, which
  /// the review shows as a problem. Cost: constant for a setting, linear in the size of the form for a section.
  public subscript<Value: Codable & Sendable>(keyPath: WritableKeyPath<Root, Value>) -> Value {
    get {
      let path = path(of: keyPath)
      guard let value = untyped.value(at: path) else {
        return store.values(of: untyped.staged)[keyPath: keyPath]
      }
      return store.decode(Value.self, from: value) ?? store.saved[keyPath: keyPath]
    }
    set {
      let json = (try? SettingsEncoder().encode(newValue)) ?? .null
      untyped.stage(json, at: path(of: keyPath))
    }
  }

  /// The binding of a setting, or of a section, that a key path leads to.
  public func binding<Value: Codable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>
  ) -> SettingsBinding<Root, Value> {
    SettingsBinding(self, keyPath)
  }

  /// Whether anything is staged.
  public var hasChanges: Bool { untyped.hasChanges }

  /// Stages the return of a setting, or of a whole section, to its default.
  public func reset(_ keyPath: PartialKeyPath<Root>) {
    untyped.reset(path(of: keyPath))
  }

  /// Takes the last step back.
  public func undo() { untyped.undo() }

  /// Takes the last undone step again.
  public func redo() { untyped.redo() }

  /// Takes back all that is staged.
  public func cancel() { untyped.cancel() }

  /// What applying would do.
  public func review() -> Review { untyped.review() }

  /// Applies what is staged: all or nothing.
  @discardableResult
  public func apply() async throws(ApplyError) -> ApplyOutcome {
    try await untyped.apply()
  }

  /// The path of a key path that a program names; one that names nothing is a mistake in the program and stops it.
  func path(of keyPath: PartialKeyPath<Root>) -> SettingPath {
    guard let path = store.path(of: keyPath) else {
      preconditionFailure("\(keyPath) is neither a setting nor a section of the form")
    }
    return path
  }
}
