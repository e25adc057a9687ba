/// The functions of your app that annotations name, such as `sideEffect = recalculate` and `injectHeader = greeting`.
///
/// The generator makes a requirement of each name, in one of two protocols that are named after your root. So if you forget a function, the
/// compiler tells you. For `AppSettings`, the protocols are:
///
/// - `AppSideEffects`, a ``SettingsSideEffects``, for what runs after changes. A daemon needs only this one.
/// - `AppEditorHooks`, a ``SettingsEditorHooks``, for what the editor shows of your app: text, choices, rows and actions.
///
/// Give the store a value that conforms to one of them, or to both:
///
/// ```swift
/// struct TrendHooks: AppSideEffects, AppEditorHooks {
///   // injectHeader = greeting
///   func greeting() -> String { "Changes apply to the next forecast." }
///
///   // sideEffect = recalculate
///   func recalculate(_ changes: [SettingChange]) async throws { try await rebuildModel() }
///
///   func restart(for changes: [SettingChange]) async {
///     print("Restart to use \(changes.map(\.title).joined(separator: ", ")).")
///   }
/// }
///
/// let store = try SettingsStore<AppSettings>(file: "settings.json", hooks: TrendHooks())
/// ```
///
/// Without ``SettingsSideEffects``, no side effect runs. Without ``SettingsEditorHooks``, the editor shows nothing of your app. If code of
/// yours has to agree to a change before it is stored, make it a ``SettingsParticipant``.
///
/// Hooks are `Sendable`. A screen calls ``SettingsEditorHooks/text(for:)`` on the main actor; the other functions aren't called there,
/// unless the conforming type is isolated to it.
public protocol SettingsHooks: Sendable {}

/// Runs what your app has to do after its settings have changed.
///
/// Conform to the generated protocol, which has a requirement for each side effect of the form:
///
/// ```swift
/// final class Daemon: AppSideEffects {
///   func timeLimit(of sideEffect: String) -> Duration { .seconds(5) }
/// }
/// ```
public protocol SettingsSideEffects: SettingsHooks {
  /// Runs a side effect once, with all the changes that trigger it. The generated code implements it.
  ///
  /// Side effects run one at a time, in the order of the first change of each, and not on the main actor. If yours throws, even because it
  /// was canceled, the apply fails: the old content is stored again, and the side effects run once more for the old values. If it takes
  /// long, tell the person who waits what it does, with ``ApplyProgress/report(_:)``.
  func run(_ sideEffect: String, for changes: [SettingChange]) async throws
  /// Says how long a side effect may take: 30 seconds, unless you implement it. A side effect that takes longer is canceled, and the apply
  /// fails.
  func timeLimit(of sideEffect: String) -> Duration
  /// Called once after an apply, when its changes are durable, with the changes that require a restart of the process.
  ///
  /// Changes of other processes are included, unless the store has the scope ``SideEffectScope/ownChanges``. Does nothing by default.
  func restart(for changes: [SettingChange]) async
}

/// Answers what an editor asks of your app: text above and below a section, choices, rows and actions.
///
/// Conform to the generated protocol, which has a requirement for each name in the form. The functions below take such a name; the
/// generated code implements them for you.
///
/// ```swift
/// struct Rows: AppEditorHooks {
///   func greeting() -> String { "Changes apply to the next forecast." }
/// }
/// ```
public protocol SettingsEditorHooks: SettingsHooks {
  /// Returns the text of an injected header or footer; `nil` for an unknown name.
  ///
  /// A screen calls it each time that it is drawn, and once a second while it is idle, so it must return at once.
  func text(for hook: String) -> String?
  /// Returns the text of a detail row; `nil` for an unknown name.
  ///
  /// A screen calls it once a second while the row is visible, never on the main actor, and not again before it has
  /// returned. Until then the screen shows the previous text.
  func detail(for name: String) async -> String?
  /// Returns the values that the app offers for a setting now; `nil` for an unknown name.
  ///
  /// A screen calls it when a user is about to choose, never on the main actor. Other values than these can be typed and stored, too.
  func choices(for name: String) async throws -> [SettingsChoice]?
  /// Runs an action, which a user started from its row. It isn't part of a draft or an apply.
  ///
  /// The user can cancel the task. An action that takes a long time checks for that with `Task.checkCancellation()`.
  ///
  /// - Parameters:
  ///   - action: The name of the action in the form.
  ///   - progress: Reports text to the user while the action runs. The last text stays as the result.
  func perform(_ action: String, _ progress: ActionProgress) async throws
}

extension SettingsSideEffects {
  /// Throws `UnknownSideEffect`: there are no side effects.
  public func run(_ sideEffect: String, for changes: [SettingChange]) async throws { try refuse(sideEffect) }

  /// Returns 30 seconds.
  public func timeLimit(of sideEffect: String) -> Duration { .seconds(30) }

  /// Does nothing: the user restarts the app.
  public func restart(for changes: [SettingChange]) async {}
}

extension SettingsEditorHooks {
  /// Returns `nil`: there is no text.
  public func text(for hook: String) -> String? { nil }

  /// Returns `nil`: there are no detail rows.
  public func detail(for name: String) async -> String? { nil }

  /// Returns `nil`: there are no choices.
  public func choices(for name: String) async throws -> [SettingsChoice]? { nil }

  /// Throws `UnknownAction`: there are no actions.
  public func perform(_ action: String, _ progress: ActionProgress) async throws {
    try refuse(action: action)
  }
}

/// A root whose side effects are code in annotations, such as `sideEffect = "reload()"`, and whose hooks therefore need no function of the
/// app.
///
/// Don't declare the conformance: the generator emits it. A store that is opened without hooks has these.
///
/// If an annotation names a function without quotes, the app implements it, and passes its own hooks to the store.
@_documentation(visibility: internal)
public protocol SettingsOwnHooks: SettingsRoot {
  /// The protocol of hooks, under a name that doesn't conflict with the app's types.
  typealias SettingsAppHooks = SettingsHooks

  /// The hooks, which the generated code implements.
  static var ownHooks: any SettingsAppHooks { get }
}

extension SettingsRoot {
  /// The hooks of a store that is opened without any; `nil` if the app has to implement them. Generated code conforms the root to
  /// `SettingsOwnHooks`, so only a cast finds them here.
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
  package let name: String

  /// One sentence that describes the error and what to do.
  package var description: String {
    "The form names the side effect ‘\(name)’, which the app doesn't have; build the app again."
  }
}

/// The form names an action that the app's hooks don't have.
package struct UnknownAction: Error, Hashable, Sendable, CustomStringConvertible {
  package let name: String

  /// One sentence that describes the error and what to do.
  package var description: String {
    "The form names the action ‘\(name)’, which the app doesn't have; build the app again."
  }
}

/// A value that the running app offers for a setting, such as a column of a file or a device that is connected.
///
/// An annotation `choices = columns` makes the editor ask the app when a user is about to choose. The function returns the values of that
/// moment:
///
/// ```swift
/// func columns() async throws -> [SettingsChoice] {
///   [
///     SettingsChoice("kg", title: "Weight", help: "In kilograms"),
///     SettingsChoice("cm", title: "Size"),
///   ]
/// }
/// ```
///
/// The choices are suggestions: any other value that the setting allows can be typed, and is valid. If the set of values is fixed, use an
/// enum, whose cases the form knows.
public struct SettingsChoice: Hashable, Sendable {
  /// The value in the document.
  package let value: JSONValue
  /// The name that people read.
  package let title: String
  /// The meaning of the choice; can be empty.
  package let help: String

  /// Creates a choice of a string.
  ///
  /// - Parameters:
  ///   - value: The value in the document.
  ///   - title: The name that people read; the string by default.
  ///   - help: The meaning of the choice, beside the list; none by default.
  public init(_ value: String, title: String? = nil, help: String = "") {
    self.init(.string(value), title: title ?? value, help: help)
  }

  /// Creates a choice of a whole number; its title is the number by default.
  public init(_ value: some BinaryInteger, title: String? = nil, help: String = "") {
    self.init(.number(JSONNumber(value)), title: title ?? value.description, help: help)
  }

  /// Creates a choice of any value, such as an object: `SettingsChoice(["host": "a", "port": 80], title: "Server a")`.
  public init(_ value: JSONValue, title: String, help: String = "") {
    self.value = value
    self.title = title
    self.help = help
  }
}
