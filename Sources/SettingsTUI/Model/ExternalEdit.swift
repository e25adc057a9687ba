import SettingsEditing

/// Text in the external editor: one value, or the whole draft.
///
/// Reading is the inverse of writing for what isn't changed: text that is saved as it is makes no changes. When the text can't be read or
/// staged, the same text is opened again with the problem in its first line, until it is right or discarded.
///
/// A string is written as it is below a scissors line, any other value as JSON with comments:
///
///     # Welcome message
///     # Shown after login.
///     # Text.
///     # The text starts below the scissors line.
///     # ------------------------ >8 ------------------------
///     Hello, {name}!
///
/// The scissors line is known from `git commit --cleanup=scissors`: the text itself can contain lines that begin with `#`, so comments end
/// at a line and not at a mark. One line break at the end is removed, because nearly all editors add it.
///
/// The whole draft is written as JSON: the settings that are set as members, the others as comments with their defaults.
///
///     {
///       // Port: The port to listen on. Whole number 1 to 65535.
///       // "port": 8080,
///       // Host. Text.
///       "host": "example.org",
///     }
///
/// The comment of a member in the file follows the description of its setting, and can be edited; new ones can be written there.
///
/// To set a setting, a person removes its `//`; to reset it, the whole line. Secrets and read-only settings are left out and stay unchanged:
/// a missing line of theirs doesn't reset them.
struct ExternalEdit: Sendable {
  /// The value; `nil` for the whole draft.
  var place: ValuePlace?
  /// Typed text of the value that isn't staged yet; `nil` for the staged value.
  var typed: String?
  /// Text that was edited before; otherwise `nil`.
  var text: String?
  /// Whether a string is edited as JSON, as any other value is.
  var asJSON = false
  /// Whether the screen on top, in which the text was begun, closes after the text was staged.
  var closesScreen = false

  /// The text to keep for recovery; `nil` if it wasn't edited before.
  var unstagedText: UnstagedText? { text.map { UnstagedText(path: place?.path, text: $0) } }

  private var isString: Bool {
    if case .string? = place?.setting.kind { !asJSON } else { false }
  }

  /// The name of the temporary file. Editors choose the syntax by its extension.
  var fileName: String { place == nil ? "settings.jsonc" : isString ? "value.txt" : "value.jsonc" }

  /// Everything above this line is ignored.
  private static let scissors = "# ------------------------ >8 ------------------------"

  /// Returns an edit that continues with text that was made by ``newText(_:)`` and edited. A string without a scissors line was edited as
  /// JSON.
  static func continuing(_ text: String, of place: ValuePlace?) -> ExternalEdit {
    ExternalEdit(place: place, text: text, asJSON: body(of: text) == nil)
  }

  /// Returns the text to edit, with comments that explain it.
  @MainActor
  func newText(_ core: EditorCore) -> String {
    guard let place else {
      let explanation = """
        \(core.index.form.root.title) with all staged changes. Save the text and leave this program to stage your changes; nothing is \
        applied before the review.
        A setting after // is not set and has its default. Remove the // to set it, or add it to reset it. Comments of yours stay in the \
        file.
        Secrets and read-only settings are left out and stay unchanged.
        """.split(separator: "\n").flatMap { $0.commented("// ") }
      return (explanation + Self.lines(of: core.index.form.root, at: .root, core, core.shownDocument)).joined(
        separator: "\n")
        + "\n"
    }
    let setting = place.setting
    let facts = [setting.title, setting.help, KindSummary.fullText(setting) + "."].filter { !$0.isEmpty }
    let value = core.value(at: place)
    guard isString else {
      let explanation = facts.flatMap { $0.commented("// ") }
      return (explanation + [typed ?? value?.text(.pretty(indent: 2)) ?? "null"]).joined(separator: "\n")
        + "\n"
    }
    let explanation = (facts + ["The text starts below the scissors line."])
      .flatMap { $0.commented("# ") }
    return (explanation + [Self.scissors, typed ?? place.editingText(for: value)]).joined(separator: "\n")
      + "\n"
  }

  /// The changes that edited text makes: values to stage, where `nil` resets a setting, and members that the form doesn't list yet; none if
  /// nothing was changed. Text with problems can be staged all the same.
  typealias Changes = (
    values: [StagedValue], members: [ChangedMember], comments: [SettingPath: String], problems: [String]
  )

  /// Returns the changes that the edited text makes; fails if it isn't a value, or isn't a document.
  @MainActor
  func read(_ text: String, in core: EditorCore) throws(Refusal) -> Changes {
    guard let place else { return try readDraft(text, in: core) }
    let value: JSONValue
    if isString {
      guard let body = Self.body(of: text) else {
        throw Refusal(reason: "The scissors line is missing; restore it above the text.")
      }
      // A null value whose text is still empty doesn't become an empty string.
      if body.isEmpty, core.value(at: place) == .null { return ([], [], [:], []) }
      value = .string(body)
    } else {
      do throws(JSONParseError) {
        value = try JSONDocument(parsing: Array(text.utf8)).root.value
      } catch {
        throw Refusal(reason: "\(error)")
      }
    }
    // If another process has changed the value since the text was made, unchanged text must not change it back.
    let begun = core.begun ?? core.model.draft
    let old = place.value(in: begun.value(at: place.entry.path)) ?? place.setting.defaultValue
    guard value != old else { return ([], [], [:], []) }
    guard let place = place.followed(from: begun, to: core.model.draft) else {
      throw Refusal(reason: Message.elementGone(isEdited: true).text)
    }
    if let wrong = core.error(of: value, at: place) {
      throw Refusal(reason: wrong.message)
    }
    let draft = core.model.draft
    return ([draft.staged(value, at: place, in: core.model.value(at: place.entry.path))], [], [:], [])
  }

  /// Returns the text below the scissors line, without the line break that editors add at the end.
  private static func body(of text: String) -> String? {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard let line = lines.firstIndex(where: { String($0).hasPrefix(scissors) }) else { return nil }
    var body = lines[(line + 1)...].map { String($0) }
    if body.count > 1, body.last == "" { body.removeLast() }
    return body.joined(separator: "\n")
  }

  /// Reads the whole draft.
  ///
  /// A blank text isn't a document without settings: a full disk or a crash of the editor leaves one, and it is the usual way to cancel, as
  /// in `git commit`. Taken as `{}`, it would reset everything.
  @MainActor
  private func readDraft(_ text: String, in core: EditorCore) throws(Refusal) -> Changes {
    guard !text.allSatisfy(\.isWhitespace) else {
      throw Refusal(reason: "The text is empty; write {} to reset all settings, or give it up.")
    }
    let found = try DocumentChanges(
      Array(text.utf8), isWhole: true, core: core, isIncluded: Self.isListed)
    // What can't be staged is reported, because otherwise it would be lost without notice.
    if let path = found.refused.first {
      let problem = found.problems.first { $0.path == path }
      throw Refusal(
        reason: problem.map { "\($0)" } ?? "\(path): The form allows no such key here; remove it.")
    }
    let given = Set(
      newText(core).split(separator: "\n").map { line in
        let line = line.trimmed
        return String(line.hasPrefix("//") ? line.dropFirst(2).trimmed : line)
      })
    let comments = Self.comments(in: text, given: given, core)
    if let lost = lostComment(in: text, given: given, taking: comments) {
      throw Refusal(
        reason:
          "Write the comment \(Phrase.excerpt(.string(lost))) above a setting or a section; elsewhere, it would be lost."
      )
    }
    let errors = found.problems.filter { $0.severity == .error }
    return (found.values, found.members, comments, errors.map { "\($0)" })
  }

  /// Returns the first line of a comment that was written where none is taken: in a value, after one on its line, or at the end.
  ///
  /// What the text had before, a setting after `//` included, is in the document, or can be made again.
  private func lostComment(
    in text: String, given: Set<String>, taking comments: [SettingPath: String]
  ) -> String? {
    let known = given.union(comments.values.flatMap { Self.commentLines($0) })
    return Self.commentLines(ofDocument: text).first { line in
      !line.isEmpty && !line.hasPrefix("!") && !known.contains(line)
    }
  }

  /// Returns the lines of all comments of a document, without slashes and stars.
  private static func commentLines(ofDocument text: String) -> [String] {
    // Strings are matched as well, because `//` in a string begins no comment.
    let tokens = text.matches(of: #/"(?:[^"\\]|\\.)*"|//(?<line>[^\n]*)|/\*(?<block>(?s:.*?))\*//#)
    return tokens.flatMap { token -> [String] in
      if let line = token.line { return [String(line.trimmed)] }
      return (token.block ?? "").split(separator: "\n").map { line in
        let line = line.trimmed
        return String(line.hasPrefix("*") ? line.dropFirst().trimmed : line)
      }
    }
  }

  /// Returns the text with a line about a problem at its top, which replaces an earlier line of this kind.
  ///
  /// The line number in the problem's `line:column:` counts the added line.
  ///
  /// For example, `3:5: A comma is missing.` becomes the first line `// ! 4:5: A comma is missing.`, because the line itself moves the
  /// error from line 3 to line 4.
  func explaining(_ problem: String, in text: String) -> String {
    let mark = isString ? "# ! " : "// ! "
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var sentence = problem.split(whereSeparator: \.isNewline).joined(separator: " ")
    if lines.first?.hasPrefix(mark) == true {
      lines.removeFirst()
    } else if let place = sentence.prefixMatch(of: #/(\d+)(?=:\d+: )/#), let line = Int(place.1) {
      sentence.replaceSubrange(place.range, with: String(line + 1))
    }
    return ([mark + sentence[...]] + lines).joined(separator: "\n")
  }
}

extension StringProtocol {
  /// Returns the text as comment lines that start with a mark, wrapped at 76 columns.
  func commented(_ mark: String) -> [String] {
    VisibleText(isASCIIOnly: false).wrap(String(self), columns: 76 - mark.count).map {
      $0.isEmpty ? String(mark.prefix { $0 != " " }) : mark + $0
    }
  }
}

/// The whole draft.
extension ExternalEdit {
  /// Returns the lines of a section, with those of the settings and sections in it.
  ///
  /// - Parameter document: The document whose comments they have.
  @MainActor
  private static func lines(
    of section: FormSection, at path: SettingPath, _ core: EditorCore, _ document: JSONDocument?
  ) -> [String] {
    let indent = String(repeating: "  ", count: path.keys.count)
    let inner = indent + "  "
    var lines = [path.isRoot ? "{" : "\(indent)\(JSONValue.string(section.key)): {"]
    for item in section.items where !item.isSkipped {
      let path = path.appending(item.key)
      let own = commentLines(document?.comment(at: path) ?? "").map {
        "\(inner)//\($0.isEmpty ? "" : " ")\($0)"
      }
      switch item {
      case .section(let section):
        if lines.last?.isEmpty == false, lines.last?.hasSuffix("{") == false { lines.append("") }
        lines += explanation(of: item, inner) + own + self.lines(of: section, at: path, core, document)
      case .setting(let setting) where isListed(setting):
        let value = core.model.value(at: path) ?? .null
        let text = "\(JSONValue.string(setting.key)): \(value.text(.pretty(indent: 2))),"
        let isSet = core.model.isSet(path)
        lines += explanation(of: item, inner) + own
        lines += text.split(separator: "\n").map { inner + (isSet ? "" : "// ") + $0 }
        // What is commented out belongs to no member, nor would what follows it in the same block.
        if !isSet { lines.append("") }
      case .setting: break
      }
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines + [path.isRoot ? "}" : "\(indent)},"]
  }

  /// Returns what the form says about an item, as comments.
  private static func explanation(of item: FormItem, _ indent: String) -> [String] {
    func line(_ title: String, _ help: String) -> String { help.isEmpty ? "\(title)." : "\(title): \(help)" }
    return switch item {
    case .section(let section): line(section.title, section.help).commented(indent + "// ")
    case .setting(let setting):
      "\(line(setting.title, setting.help)) \(KindSummary.fullText(setting)).".commented(indent + "// ")
    }
  }

  /// Returns the lines of a comment, empty ones included, without the blanks at their ends; none for no comment.
  private static func commentLines(_ comment: String) -> [String] {
    comment.isEmpty
      ? [] : comment.split(separator: "\n", omittingEmptySubsequences: false).map { String($0.trimmed) }
  }

  /// Returns the comments that a person has changed in the text: those directly above settings, sections and new members.
  ///
  /// What stands on the lines above a member is its comment, whatever the rules for files say about headings and groups: the text has other
  /// lines around the member than the file. So the comment of a member that nobody touched is the same in both.
  ///
  /// - Parameter given: The lines of the text before it was edited, without slashes.
  @MainActor
  private static func comments(
    in text: String, given: Set<String>, _ core: EditorCore
  ) -> [SettingPath: String] {
    guard let edited = try? JSONDocument(parsing: Array(text.utf8)), let old = core.shownDocument else {
      return [:]
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var written: [SettingPath: [String]] = [:]
    func collect(_ section: FormSection, at path: SettingPath) {
      for item in section.items {
        let inner = path.appending(item.key)
        let lines = commentLines(old.comment(at: inner))
        if !lines.isEmpty { written[inner] = lines }
        if case .section(let section) = item { collect(section, at: inner) }
      }
    }
    collect(core.index.form.root, at: .root)
    let writtenLines = Set(written.values.joined())
    var changed: [SettingPath: String] = [:]
    func compare(_ object: JSONNode, _ section: FormSection, at path: SettingPath) {
      let items = Dictionary(section.items.map { ($0.key, $0) }) { first, _ in first }
      let indent = String(repeating: "  ", count: path.keys.count + 1)
      for (key, value) in object.members {
        let (inner, item) = (path.appending(key), items[key])
        let line = (value.keyPosition ?? value.position).line
        var known = item.map { Self.explanationLines(of: $0, indent) }?[...] ?? []
        var own: [String] = []
        for text in commentLines(above: line, in: lines) {
          if let match = known.firstIndex(of: text) {
            // The explanation stands first. Above it is what a removed member has left, or what a person has written there.
            own.removeAll(where: given.contains)
            known = known[(match + 1)...]
          } else if item != nil || !given.contains(text) || writtenLines.contains(text) {
            own.append(text)
          }
        }
        if own != written[inner, default: []] { changed[inner] = own.joined(separator: "\n") }
        if case .section(let section)? = item { compare(value, section, at: inner) }
      }
    }
    compare(edited.root, core.index.form.root, at: .root)
    return changed
  }

  /// Returns the lines that the form says about an item, without slashes.
  private static func explanationLines(of item: FormItem, _ indent: String) -> [String] {
    explanation(of: item, indent).map { String($0.trimmed.dropFirst(2).trimmed) }
  }

  /// Returns the lines of the comments directly above a line, without slashes and stars.
  private static func commentLines(above line: Int, in lines: [Substring]) -> [String] {
    var (first, isInBlock) = (line - 1, false)
    while first > 0, case let text = lines[first - 1].trimmed {
      if text.hasSuffix("*/") { isInBlock = true }
      guard isInBlock || text.hasPrefix("//") else { break }
      if text.hasPrefix("/*") { isInBlock = false }
      first -= 1
    }
    return commentLines(ofDocument: lines[first..<(line - 1)].joined(separator: "\n"))
  }

  static func isListed(_ setting: FormSetting) -> Bool {
    !setting.holdsSecrets && setting.traits.isDisjoint(with: [.readOnly, .skipped])
  }
}
