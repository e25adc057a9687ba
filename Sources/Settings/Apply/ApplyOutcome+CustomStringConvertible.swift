import SettingsForm

extension ApplyOutcome: CustomStringConvertible {
  /// The number of changes, then one line for each change and for each thing that is left to do; secrets are masked.
  public var description: String {
    var lines = ["\(Phrase.count(changes.count, "change")) applied"]
    lines += changes.map { "  \($0)" }
    lines += derivedChanges.map { "  \($0) (by a rule)" }
    if let confirmation { lines.append("  \(confirmation)") }
    if requiresRestart { lines.append("  requires a restart") }
    if !isDurable { lines.append("  not known to survive a crash") }
    lines += failures.map { "  \($0.text)" }
    return lines.joined(separator: "\n")
  }
}
