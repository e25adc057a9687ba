extension SettingsHooks {
  /// Throws `UnknownSideEffect`. Generated code calls it.
  @_documentation(visibility: internal)
  public func refuse(_ sideEffect: String) throws {
    throw UnknownSideEffect(name: sideEffect)
  }

  /// Throws `UnknownAction`. Generated code calls it.
  @_documentation(visibility: internal)
  public func refuse(action: String) throws {
    throw UnknownAction(name: action)
  }
}

/// The form names a side effect that the app's hooks don't have.
package struct UnknownSideEffect: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name in the form.
  package let name: String

  /// One sentence that describes the error and what to do.
  package var description: String {
    "The form names the side effect ‘\(name)’, which the app doesn't have; build the app again."
  }
}

/// The form names an action that the app's hooks don't have.
package struct UnknownAction: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name in the form.
  package let name: String

  /// One sentence that describes the error and what to do.
  package var description: String {
    "The form names the action ‘\(name)’, which the app doesn't have; build the app again."
  }
}
