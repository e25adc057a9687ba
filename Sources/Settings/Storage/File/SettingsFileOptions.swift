import SettingsSystem

/// What an app or a person decides about how a settings file is kept.
///
/// ```swift
/// let layers = SettingsLayers(file: "trend.json", keeping: SettingsFileOptions(history: .state))
/// ```
///
/// `settings-tui` and apps that don't decide follow the variable `SETTINGS_HISTORY`: `automatic`, `beside`, `state` or `none`.
public struct SettingsFileOptions: Hashable, Sendable {
  /// Where the history of a file is: earlier contents, secrets included, and what waits for a confirmation.
  public enum History: String, CaseIterable, Hashable, Sendable {
    /// Beside the file, unless a version control system or a packer would find it there, or the user can't write it there. Then it is in
    /// the user's state.
    case automatic
    /// Beside the file, in a hidden folder that Git ignores: `.NAME.history`.
    case beside
    /// In `$XDG_STATE_HOME/settings/history`, found by the path of the file without symbolic links.
    case state
    /// Nowhere: no content is recorded, so nothing can be rolled back. An apply that has to be confirmed is recorded all the same, in the
    /// user's state, because its rollback needs the old content.
    case nowhere = "none"
  }

  /// Where the history is.
  public var history: History
  /// Whether a file that can't be replaced in one step may be written in place. Readers can see a part of the new content before the rest of
  /// the old one then, for as long as the system takes to write it.
  ///
  /// That is a file that is mounted by itself, that has several names (hard links), that is in a folder the user can't write, or that
  /// belongs to another user and may be written. Without it, such a file is refused.
  public var allowsWritingInPlace: Bool

  /// Creates options.
  ///
  /// - Parameters:
  ///   - history: Where the history is; by default, as the variable `SETTINGS_HISTORY` says, or else automatic.
  ///   - allowsWritingInPlace: Whether a file that can't be replaced may be written in place.
  public init(history: History? = nil, allowsWritingInPlace: Bool = true) {
    self.history = history ?? Self.named ?? .automatic
    self.allowsWritingInPlace = allowsWritingInPlace
  }

  private static let variable = "SETTINGS_HISTORY"

  /// The place that the environment names.
  private static var named: History? { EnvironmentVariables.value(variable).flatMap(History.init) }

  /// The value of the variable if it names no place. A program says so; an app, whose user may not see that, goes on as without it.
  package static var unknownHistory: String? {
    EnvironmentVariables.value(variable).flatMap { $0.isEmpty || History(rawValue: $0) != nil ? nil : $0 }
  }
}
