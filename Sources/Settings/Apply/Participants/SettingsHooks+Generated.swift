/// A root whose side effects are code in annotations, so that its hooks need no function of the app.
///
/// Don't declare the conformance: the generator emits it. A store that is opened without hooks has these.
@_documentation(visibility: internal)
public protocol SettingsOwnHooks: SettingsRoot {
  /// The protocol of hooks, under a name that doesn't conflict with the app's types.
  typealias SettingsAppHooks = SettingsHooks

  /// The hooks, which the generated code implements.
  static var ownHooks: any SettingsAppHooks { get }
}

extension SettingsRoot {
  /// The hooks of a store that is opened without any; `nil` if the app has to implement them.
  static var generatedHooks: (any SettingsHooks)? { (Self.self as? any SettingsOwnHooks.Type)?.ownHooks }
}

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
