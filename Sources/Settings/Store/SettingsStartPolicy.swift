import SettingsForm

/// Decides what your app does if its settings are invalid when it starts: somebody has mistyped a value, or an earlier version has stored
/// one that this version doesn't allow.
///
/// Whatever you choose, the file stays as it is, until somebody corrects it or your app stores something. With ``lastGoodVersion`` and
/// ``defaults``, your app starts, and ``SettingsStore/startProblems`` says what is wrong and where:
///
/// ```swift
/// let store = try SettingsStore<AppSettings>(file: "settings.json", options: StoreOptions(startPolicy: .lastGoodVersion))
/// for problem in store.startProblems { print(problem) }
/// // settings.json:3:19: error: calculation.timePeriod: Use 30 or less instead of 90.
/// ```
///
/// The app also starts if an option or a variable is wrong, and leaves it out: with a policy other than ``refuse``,
/// ``SettingsLayer/UnknownOptions/refuse`` makes an unknown option one of the problems. If a wrong option should end the start all the same:
///
/// ```swift
/// let mistyped = store.startProblems.filter { if case .option = $0.origin { true } else { false } }
/// for problem in mistyped { print(problem) }
/// if !mistyped.isEmpty { exit(1) }
/// ```
///
/// After such a start, printing the store shows what is stored; ``SettingsStore/values`` are the values in use.
///
/// If a person starts your program and can correct the file at once, choose ``refuse``. If it is a daemon that has to run, choose another
/// policy, and report the problems where somebody sees them.
///
/// As soon as the file is valid, your app uses it, as after any change of another process. If values of *other* layers break a rule, your
/// app doesn't start with any policy.
///
/// Cost: none for valid settings. ``lastGoodVersion`` reads versions of the history, newest first, until one can be used.
public enum SettingsStartPolicy: Hashable, Sendable {
  /// The store isn't opened. The error names file, line and reason, and the command that corrects the file:
  ///
  /// ```
  /// settings.json:3:19: error: calculation.timePeriod: Use 30 or less instead of 90.
  /// To correct it: settings-tui edit settings.json
  /// To use the default instead: settings-tui reset settings.json calculation.timePeriod
  /// ```
  case refuse
  /// The values are taken from the latest version in the history that the app can use; if there is none, as for ``defaults``.
  ///
  /// Only what an apply has recorded is in the history. An app that only reads records nothing, and an edit by hand is recorded by the next
  /// apply. So after edits by hand, the version can be older than the last valid file, or there is none. Where people edit the file by
  /// hand, let the app read a copy that follows it, with ``SettingsStore/mirror(_:onFailure:)``: each valid edit is then a version.
  ///
  /// Use it where a working combination of values matters more than the latest edits.
  case lastGoodVersion
  /// Each invalid value is replaced by the default of its setting; the other values come from the file. If the file isn't JSON, all values
  /// are defaults. A required setting that is missing has the initial value of its property.
  ///
  /// A layer whose file is broken isn't used. Among variables and options, only the invalid ones are left out.
  case defaults
}
