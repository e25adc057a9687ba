import Settings

/// The lines about settings that the daemon takes over.
package enum ChangeReport {
  /// Returns a line for each change that the process uses from now on.
  package static func takenOver(_ changes: [SettingChange]) -> [LogLine] {
    changes.filter { !$0.requiresRestart }.map { change in
      LogLine(.info, "took over: \(change.path) \(change.oldText) → \(change.newText)")
    }
  }

  /// Returns a line for each setting that begins or ceases to wait for a restart.
  package static func restarts(from old: [SettingPath], to new: [SettingPath]) -> [LogLine] {
    new.filter { !old.contains($0) }.map { LogLine(.problems, "restart pending: \($0)") }
      + old.filter { !new.contains($0) }.map { LogLine(.info, "restart no longer pending: \($0)") }
  }
}
