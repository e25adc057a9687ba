extension SettingsHooks {
  /// Throws `UnknownSideEffect`: the form names a side effect that the app's hooks do not have.
  public func refuse(_ sideEffect: String) throws {
    throw UnknownSideEffect(name: sideEffect)
  }
}

/// The form names a side effect that the app's hooks do not have.
public struct UnknownSideEffect: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name in the form.
  public let name: String

  /// One sentence that says what is wrong.
  public var description: String {
    "The form names the side effect ‘\(name)’, which the app does not have; build the app again."
  }
}
