import Settings

/// What is staged, as a command line of `settings-tui` that does the same.
struct StagedCommand: Hashable {
  /// The command; `nil` if nothing is staged that may be shown.
  let text: String?
  /// What it leaves out, and why; `nil` if it is all.
  let note: String?

  /// Writes the changes of a review; the form is named if the file does not name it.
  init(_ review: Review, form: String?) {
    let shown = review.changes.filter { !$0.isSecret || $0.kind == .remove }
    let set = shown.filter { $0.kind != .remove }.map(Self.assignment)
    let reset = shown.filter { $0.kind == .remove }.map { ShellWord.quoted($0.path.description) }
    var options = ["--yes"]
    if let form { options.append("--schema " + ShellWord.quoted(form)) }
    // A file or a path that begins with a dash is no option.
    let isPlain = !(set + reset + [review.file]).contains { $0.hasPrefix("-") }
    let file = (isPlain ? "" : "-- ") + ShellWord.quoted(review.file)
    let commands = [("set", set), ("reset", reset)].filter { !$0.1.isEmpty }.map { name, words in
      (["settings-tui \(name) \(options.joined(separator: " ")) \(file)"] + words).joined(
        separator: " \\\n  ")
    }
    text = commands.isEmpty ? nil : commands.joined(separator: " && \\\n")
    let secrets = review.changes.count - shown.count
    switch (secrets, commands.isEmpty) {
    case (0, true): note = "Nothing is changed."
    case (0, false): note = nil
    case (1, _): note = "1 secret is left out: \(Self.secrets(review))."
    default: note = "\(secrets) secrets are left out: \(Self.secrets(review))."
    }
  }

  private static func secrets(_ review: Review) -> String {
    let paths = review.changes.filter { $0.isSecret && $0.kind != .remove }.map(\.path.description)
    return paths.prefix(5).joined(separator: ", ") + (paths.count > 5 ? ", …" : "")
  }

  /// `PATH=VALUE` where that reads as the value again, else `PATH:=JSON`.
  private static func assignment(_ change: SettingChange) -> String {
    let value = change.new ?? .null
    let typed = change.setting.typedText(for: value)
    let isSafe = !typed.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
    if isSafe, (try? change.setting.value(parsing: typed)) == value {
      return ShellWord.quoted("\(change.path)=\(typed)")
    }
    return ShellWord.quoted("\(change.path):=\(value.description)")
  }
}
