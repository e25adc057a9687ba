import SettingsSystem

/// A problem with a layer, at its place in the layer: an invalid value, an unknown key, a file that can't be read.
///
/// ``SettingsStore/warnings``, ``SettingsStore/layerProblems`` and ``SettingsStore/startProblems`` have them, and ``SettingsStoreError/layers(_:)``
/// if they prevent opening a store. Its description is one line in the format of compilers, so tools find the place:
///
/// ```swift
/// for problem in store.layerProblems { print(problem) }
/// // /etc/xdg/trend/settings.json:3:7: error: width: Use 30 or less instead of 31.
/// // TREND_WIDHT: warning: …
/// ```
///
/// A layer with an error isn't used when a store is opened; later, its last good content stays in use. A value in a layer that isn't the
/// settings file is corrected there, because a store writes only the settings file.
///
/// Values of secrets are in no problem. It is a `Sendable` value.
public struct SettingsLayerProblem: Hashable, Sendable {
  /// The place: the file with line and column, or the name of the variable or option.
  public let origin: SettingOrigin
  /// The severity. A layer with an error isn't used; with warnings, it is.
  public let severity: FormProblem.Severity
  /// The path of the value or key; `nil` for a problem of the whole layer, such as a file that isn't JSON.
  ///
  /// A value of an earlier version has its path in today's form.
  public let path: SettingPath?
  /// One sentence that says what to do: `Use 30 or less instead of 31.` It never contains the value of a secret.
  public let message: String
  /// The path that the value has in the layer, if it is of an earlier version; otherwise `nil`. The description has both paths.
  private var storedPath: SettingPath?

  init(
    _ message: String, in origin: SettingOrigin, at path: SettingPath? = nil,
    severity: FormProblem.Severity = .error
  ) {
    self.origin = origin
    self.severity = severity
    self.path = path
    self.message = message
  }

  /// Creates the problem of a file that can't be read.
  init(_ error: SystemCallError, in origin: SettingOrigin) {
    self.init("It can't be read (\(error)); check its permissions.", in: origin)
  }

  /// Creates the problem of a value in a settings file.
  init(_ problem: FormProblem, inFile file: String) {
    self.init(problem, in: .file(file, problem.position))
  }

  init(_ problem: FormProblem, in origin: SettingOrigin) {
    self.init(problem.message, in: origin, at: problem.shownPath, severity: problem.severity)
    storedPath = problem.storedPath
  }
}

extension SettingsLayerProblem: CustomStringConvertible {
  /// The problem on one line: `/etc/xdg/trend/settings.json:3:7: error: width: Use 30 or less instead of 31.`
  public var description: String {
    let now = storedPath.map { "\($0) (now \(path ?? $0))" } ?? path?.description
    let name = path?.isRoot == false || storedPath != nil ? now.map { "\($0): " } ?? "" : ""
    return "\(origin): \(severity.rawValue): \(name)\(message)"
  }
}
