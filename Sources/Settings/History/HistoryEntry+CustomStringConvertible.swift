import SettingsForm

extension HistoryEntry: CustomStringConvertible {
  /// The number, the time, the author, what was stored and the message, then one line for each change; secrets are masked.
  ///
  /// ```text
  /// 5: 2026-11-25 02:39:52, ada, 2 changes: Greet Ada
  ///   name: "world" → "Ada"
  ///   times: 1 → 3
  /// ```
  public var description: String {
    // The time in a damaged record isn't known.
    let words = kind == .damaged ? [summary] : [time.localText, author, summary].filter { !$0.isEmpty }
    var lines = ["\(id): " + words.joined(separator: ", ") + (message.map { ": \($0)" } ?? "")]
    lines += changes.map { "  \($0.path.name): \($0.old) → \($0.new)" }
    if changeCount > changes.count { lines.append("  and \(changeCount - changes.count) more") }
    return lines.joined(separator: "\n")
  }
}
