import SettingsEditing
import SettingsSystem

/// The content of the draft, for another file.
struct DraftCopy: Hashable, Sendable {
  let path: String
  let bytes: [UInt8]
  /// Whether the content has secrets.
  let hasSecrets: Bool
  /// The absolute path of the settings file.
  let original: String

  enum Outcome: Equatable {
    /// It was written; `isPrivate` if only its owner can read it.
    case written(isPrivate: Bool)
    /// There is such a file already.
    case taken
    case failed(String)
  }

  /// Writes the file in one step. Others can read it only if they can read the settings file, and never if it has secrets.
  ///
  /// - Parameter replacing: Whether a file that has the path already is replaced.
  func write(replacing: Bool = false) -> Outcome {
    let files = POSIXFileSystem()
    // The settings file may not exist.
    let original = try? files.resolvedStatus(atPath: original)
    do throws(SystemCallError) {
      var mode = hasSecrets ? Self.privateMode : (original?.mode ?? Self.usualMode) & 0o666 | Self.privateMode
      if let old = try files.status(atPath: path) {
        guard old.kind == .file else { return .failed("\(path) isn't a regular file.") }
        guard old.identity != original?.identity else {
          return .failed("\(path) is the settings file itself; an apply writes it.")
        }
        guard replacing else { return .taken }
        mode = mode & old.mode | Self.privateMode
      }
      if replacing {
        try files.replaceFile(atPath: path, with: bytes, mode: mode)
      } else {
        try files.createFile(atPath: path, with: bytes, mode: mode)
      }
      return .written(isPrivate: mode == Self.privateMode)
    } catch {
      return error.isTaken ? .taken : .failed("\(path) can't be written: \(error).")
    }
  }

  private static let privateMode: UInt32 = 0o600
  private static let usualMode: UInt32 = 0o644
}

extension FormReview {
  /// Returns the `settings-tui` commands that make the same changes of a draft, comments and renames included, and a note about them; `nil`
  /// if there are no changes, or if nothing has to be noted.
  ///
  /// They ask for secrets, and name the form unless the settings file does. The note says what no command can do.
  func command(naming form: String?, of draft: Draft) -> (text: String?, note: String?) {
    var exchanged = draft.renames
    var renames: [(old: SettingPath, new: SettingPath)] = []
    // A new key has to be free: of a → b and b → c, the second comes first. What is left exchanges keys, which `rename` can't.
    var taken = Set(exchanged.map(\.old))
    while let next = exchanged.firstIndex(where: { !taken.contains($0.new) }) {
      taken.remove(exchanged[next].old)
      renames.append(exchanged.remove(at: next))
    }
    let set = changes.filter { $0.kind != .remove }.map(Self.assignment)
    let reset = changes.filter { change in
      change.kind == .remove && !renames.contains { $0.old == change.path }
    }
    .map { ShellWord.quoted($0.path.description) }
    var options = ["--yes"]
    if let form { options.append("--schema " + ShellWord.quoted(form)) }
    // A file or a path that starts with a dash isn't an option.
    let isPlain = !(set + reset + [file]).contains { $0.hasPrefix("-") }
    let quotedFile = (isPlain ? "" : "-- ") + ShellWord.quoted(file)
    let renamed = renames.map { old, new in
      ("rename", [ShellWord.quoted(old.description), ShellWord.quoted(new.keys.last ?? "")], [String]())
    }
    let commented = comments.map { comment -> (String, [String], [String])? in
      guard let words = Self.assignment(ofValueAt: comment.path, in: draft),
        !comment.text.unicodeScalars.contains(where: \.isControl)
      else { return nil }
      return ("set", [words], ["--comment " + ShellWord.quoted(comment.text)])
    }
    let commands = (renamed + [("set", set, []), ("reset", reset, [])] + commented.compactMap(\.self))
      .filter { !$0.1.isEmpty }.map { name, words, more in
        (["settings-tui \(name) \((options + more).joined(separator: " ")) \(quotedFile)"] + words).joined(
          separator: " \\\n  ")
      }
    let left = zip(comments, commented).filter { $1 == nil }.map { "the comment of \($0.0.path)" }
    let notes = [
      noteOnSecrets,
      left.isEmpty ? nil : "It leaves out \(Phrase.enumeration(left)), which only a plan can have.",
      exchanged.isEmpty
        ? nil
        : "Only a plan exchanges the comments of \(Phrase.enumeration(exchanged.map(\.new.description))).",
      self.text.commentSwitches.isEmpty
        ? nil : "Only a plan keeps as a comment, or takes out of one, what is commented out or in.",
    ]
    .compactMap(\.self).joined(separator: " ")
    return commands.isEmpty
      ? (nil, left.isEmpty ? "Nothing is changed." : notes)
      : (commands.joined(separator: " && \\\n"), notes.isEmpty ? nil : notes)
  }

  /// Returns the assignment that keeps the value below a comment; `nil` for a section, and for a secret.
  private static func assignment(ofValueAt path: SettingPath, in draft: Draft) -> String? {
    guard let entry = draft.index.entry(containing: path), !draft.index.secrecy(at: path).holdsSecrets,
      let value = draft.value(at: entry.path)?.value(
        at: path.relative(to: entry.path))
    else { return nil }
    return ShellWord.quoted("\(path):=\(json(value))")
  }

  private var noteOnSecrets: String? {
    let paths = changes.filter { $0.isSecret && $0.kind != .remove }.map(\.path.description)
    guard !paths.isEmpty else { return nil }
    let names = paths.prefix(5).joined(separator: ", ") + (paths.count > 5 ? ", …" : "")
    return "It asks for \(paths.count == 1 ? "a secret" : "\(paths.count) secrets"): \(names)."
  }

  /// Returns `PATH=VALUE` if that parses as the same value, otherwise `PATH:=JSON`; only the path for a secret.
  private static func assignment(_ change: SettingChange) -> String {
    guard !change.isSecret else { return ShellWord.quoted(change.path.description) }
    let value = change.new ?? .null
    let typed = change.setting.typedText(for: value)
    if !typed.unicodeScalars.contains(where: \.isControl),
      (try? change.setting.value(parsing: typed)) == value
    {
      return ShellWord.quoted("\(change.path)=\(typed)")
    }
    return ShellWord.quoted("\(change.path):=\(json(value))")
  }

  /// Returns JSON without control characters, which a terminal would obey when a person pastes the command.
  private static func json(_ value: JSONValue) -> String {
    value.description.unicodeScalars.reduce(into: "") { text, scalar in
      guard scalar.isControl else { return text.unicodeScalars.append(scalar) }
      // In JSON they occur only in strings.
      text += "\\u" + String(scalar.value, digits: 4, radix: 16)
    }
  }
}

extension Unicode.Scalar {
  /// Whether this is a control character of ASCII or of ISO 6429 (C0, DEL, C1).
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
