import Observation

/// The typed model of an app's settings screen: a draft of the settings that is staged edit by edit and applied as one.
///
/// ```swift
/// let model = SettingsViewModel(store)
/// model[\.calculation.timePeriod] = 14
/// print(model.review().changes)
/// try await model.apply()
/// ```
///
/// Observation is per setting: a view that reads one setting isn't invalidated by the change of another; a view that reads a
/// section is invalidated by the changes in it.
///
/// A key path is code, so one that refers to neither a setting nor a section of the form, such as that of a computed property, is
/// a programming error and stops the program. ``SettingsStore/path(of:)`` tests a key path.
@MainActor
public final class SettingsViewModel<Root: SettingsRoot>: Observable {
  /// The untyped view model, which the editor uses.
  public let untyped: UntypedViewModel
  private let store: SettingsStore<Root>

  /// Creates a view model without changes.
  public init(_ store: SettingsStore<Root>) {
    self.store = store
    untyped = UntypedViewModel(store.untyped)
  }

  /// The staged value of a setting, or of a whole section, or else the stored value; setting it stages the new value.
  ///
  /// If the staged value can't be decoded, returns the stored value. A number that isn't finite is staged as `null`, which the
  /// review reports as a problem. Cost: constant for a setting, linear in the size of the form for a section.
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

  /// Returns the binding of a setting or a section.
  public func binding<Value: Codable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>
  ) -> SettingsBinding<Root, Value> {
    SettingsBinding(self, keyPath)
  }

  /// Whether there are staged changes.
  public var hasChanges: Bool { untyped.hasChanges }

  /// Resets a setting, or all settings of a section, to their defaults.
  public func reset(_ keyPath: PartialKeyPath<Root>) {
    untyped.reset(path(of: keyPath))
  }

  /// Undoes the last step.
  public func undo() { untyped.undo() }

  /// Redoes the last undone step.
  public func redo() { untyped.redo() }

  /// Unstages all changes as one undo step.
  public func discard() { untyped.discard() }

  /// Reviews what applying changes.
  public func review() -> Review { untyped.review() }

  /// Applies the staged changes: all or nothing.
  @discardableResult
  public func apply() async throws(ApplyError) -> ApplyOutcome {
    try await untyped.apply()
  }

  func path(of keyPath: PartialKeyPath<Root>) -> SettingPath { store.requiredPath(of: keyPath) }
}
