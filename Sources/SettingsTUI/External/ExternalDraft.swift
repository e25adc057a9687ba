import Settings

/// All settings of the draft as JSON with comments: the settings that are set as members, the others as comments.
struct ExternalDraft: ExternalText {
  let fileName = "settings.jsonc"

  func text(_ core: EditorCore) -> String {
    var writer = Writer(core: core)
    writer.write(core.index.form.root, at: .root)
    return writer.lines.joined(separator: "\n") + "\n"
  }

  /// Writes sections and settings one below the other.
  @MainActor
  private struct Writer {
    let core: EditorCore
    var lines: [String] = []

    init(core: EditorCore) {
      self.core = core
      lines = """
        \(core.index.form.root.title) with all staged changes. Save the text and leave this program to stage your changes; nothing is \
        applied before the review.
        A setting after // is not set and has its default. Remove the // to set it, or add it to reset it.
        Secrets and read-only settings are left out and stay unchanged.
        """.split(separator: "\n").flatMap { $0.commented("// ") }
    }

    mutating func write(_ section: FormSection, at path: SettingPath) {
      let indent = String(repeating: "  ", count: path.keys.count)
      lines.append(path.isRoot ? "{" : "\(indent)\(JSONValue.string(section.key)): {")
      for item in section.items where !item.isSkipped {
        let inner = indent + "  "
        switch item {
        case .section(let section):
          if lines.last?.hasSuffix("{") == false { lines.append("") }
          lines += Self.explanation(section.title, section.help).flatMap { $0.commented(inner + "// ") }
          write(section, at: path.appending(section.key))
        case .setting(let setting):
          write(setting, at: path.appending(setting.key), inner)
        }
      }
      lines.append(path.isRoot ? "}" : "\(indent)},")
    }

    private mutating func write(_ setting: FormSetting, at path: SettingPath, _ indent: String) {
      guard ExternalDraft.isListed(setting) else { return }
      let facts = Self.explanation(setting.title, setting.help) + [KindSummary.fullText(setting) + "."]
      lines += facts.joined(separator: " ").commented(indent + "// ")
      let value = core.model.value(at: path) ?? .null
      let isSet = core.model.isSet(path)
      let text = "\(JSONValue.string(setting.key)): \(value.text(.pretty(indent: 2))),"
      for line in text.split(separator: "\n") { lines.append(indent + (isSet ? "" : "// ") + line) }
    }

    private static func explanation(_ title: String, _ help: String) -> [String] {
      help.isEmpty ? ["\(title)."] : ["\(title): \(help)"]
    }
  }

  private static func isListed(_ setting: FormSetting) -> Bool {
    !setting.holdsSecrets && setting.traits.isDisjoint(with: [.readOnly, .skipped])
  }

  func read(_ text: String, _ core: EditorCore) -> ExternalReading {
    let found: DocumentChanges
    do throws(DocumentChanges.Unreadable) {
      found = try DocumentChanges(Array(text.utf8), .all, core, isIncluded: Self.isListed)
    } catch {
      return .unreadable(error.sentence)
    }
    // What can't be staged is reported, because otherwise it would be lost without notice.
    if let path = found.refused.first {
      let problem = found.problems.first { $0.path == path }
      return .unreadable(problem.map { "\($0)" } ?? "\(path): The form allows no such key here; remove it.")
    }
    return .changes(
      found.values, found.members, problems: found.problems.filter { $0.severity == .error }.map { "\($0)" })
  }

  func text(_ text: String, explaining problem: String) -> String {
    Self.replacingFirstLine(of: text, marked: "// ! ", with: problem)
  }
}
