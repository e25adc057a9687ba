import Settings

/// All settings as they are staged, as JSON with comments: what is set as members, what is not as comments.
struct ExternalDraft: ExternalText {
  let fileName = "settings.jsonc"

  func text(_ context: EditorContext) -> String {
    var writer = Writer(context: context)
    writer.write(context.index.form.root, at: .root)
    return writer.lines.joined(separator: "\n") + "\n"
  }

  /// Writes sections and settings, one below the other.
  @MainActor
  private struct Writer {
    let context: EditorContext
    var lines: [String] = []

    init(context: EditorContext) {
      self.context = context
      lines = """
        \(context.index.form.root.title), as staged. Save and leave this program to stage what is changed here; nothing is \
        applied before the review.
        A setting behind // is not set: its default counts. Without the // it is set, and back behind // it is reset.
        Secrets, and what cannot be changed, are left out and stay as they are.
        """.split(separator: "\n").flatMap { $0.commented("// ") }
    }

    mutating func write(_ section: FormSection, at path: SettingPath) {
      let indent = String(repeating: "  ", count: path.keys.count)
      lines.append(path.isRoot ? "{" : "\(indent)\(JSONValue.string(section.key)): {")
      for item in section.items {
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
      let value = context.form.value(at: path) ?? .null
      let isSet = context.form.isSet(path)
      let text = "\(JSONValue.string(setting.key)): \(value.text(.pretty(indent: 2))),"
      for line in text.split(separator: "\n") { lines.append(indent + (isSet ? "" : "// ") + line) }
    }

    private static func explanation(_ title: String, _ help: String) -> [String] {
      help.isEmpty ? ["\(title)."] : ["\(title): \(help)"]
    }
  }

  private static func isListed(_ setting: FormSetting) -> Bool {
    !setting.holdsSecrets && !setting.traits.contains(.readOnly)
  }

  func read(_ text: String, _ context: EditorContext) -> ExternalReading {
    let document: JSONDocument
    do throws(JSONParseError) {
      document = try JSONDocument(parsing: Array(text.utf8))
    } catch {
      return .unreadable("\(error)")
    }
    guard document.root.kind == .object else {
      return .unreadable("\(document.root.position): There has to be an object of all settings.")
    }
    let found = context.validator.problems(in: document)
    for problem in found {
      // A key that is no setting would be lost silently.
      if case .unknownKey = problem.reason { return .unreadable("\(problem)") }
    }
    let form = context.form
    let changes = context.index.settings.compactMap { entry -> StagedValue? in
      guard Self.isListed(entry.setting) else { return nil }
      let new = document.node(at: entry.path)?.value
      let old = form.isSet(entry.path) ? form.value(at: entry.path) : nil
      return new == old ? nil : StagedValue(path: entry.path, value: new)
    }
    return .changes(changes, problems: found.filter { $0.severity == .error }.map { "\($0)" })
  }

  func text(_ text: String, explaining problem: String) -> String {
    Self.replacingFirstLine(of: text, marked: "// ! ", with: problem)
  }
}
