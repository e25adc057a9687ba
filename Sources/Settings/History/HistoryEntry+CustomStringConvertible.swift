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
    let isDamagedRecord = kind == .damaged
    let words =
      (isDamagedRecord ? [] : [time.localText, author].filter { !$0.isEmpty })
      + [origin, changeCount > 0 ? Phrase.count(changeCount, "change") : nil].compactMap(\.self) + conditions
    var lines = ["\(id): " + words.joined(separator: ", ") + (message.map { ": \($0)" } ?? "")]
    lines += changes.map { "  \($0.path.name): \($0.old) → \($0.new)" }
    if changeCount > changes.count { lines.append("  and \(changeCount - changes.count) more") }
    return lines.joined(separator: "\n")
  }

  /// How the version came about, in a few words; `nil` for an apply.
  package var origin: String? {
    switch kind {
    case .apply: nil
    case .rollback: "rolled back"
    case .revert: "rolled back, unconfirmed"
    case .damaged: "damaged record"
    case .outside: revision == nil ? nil : "another program"
    }
  }

  /// What is special about the version, in a few words each.
  package var conditions: [String] {
    [
      (revision == nil && kind != .damaged, "no file"), (confirmation != nil, "not confirmed"),
      (isDamaged && kind != .damaged, "damaged"),
    ].filter(\.0).map(\.1)
  }
}
