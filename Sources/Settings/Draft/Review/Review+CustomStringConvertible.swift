import SettingsForm

extension Review: CustomStringConvertible {
  /// The number of changes, then each change, problem and consequence on a line of its own; secrets are masked.
  public var description: String {
    var lines = ["\(file): \(Phrase.count(changes.count, "change"))"]
    lines += changes.map { "  \($0)" }
    lines += derivedChanges.map { "  \($0) (by a rule)" }
    lines += problems.map { "  \($0)" }
    lines += conflicts.map { "  \($0.path): another process has changed it, too" }
    if requiresRestart { lines.append("  requires a restart") }
    if !sideEffects.isEmpty { lines.append("  triggers \(sideEffects.joined(separator: ", "))") }
    return lines.joined(separator: "\n")
  }
}
