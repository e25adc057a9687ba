import SettingsSystem

/// How a command ended.
package enum CommandEnding: Hashable, Sendable {
  case exited(ExitStatus)
  /// A signal asked the program to end.
  case interrupted(signal: Int32)

  /// Ends the process in the same way.
  package func endProcess() -> Never {
    switch self {
    case .exited(let status): CurrentProcess.exit(status)
    case .interrupted(let signal): CurrentProcess.end(by: Signal(rawValue: signal))
    }
  }
}
