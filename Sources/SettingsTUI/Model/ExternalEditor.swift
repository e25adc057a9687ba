import SettingsEditing
import SettingsSystem

/// Runs the external editor (`VISUAL`, otherwise `EDITOR`, otherwise `vi`, as usual) on a file with some text.
///
///     text ─▶ private folder/name ─▶ sh -c '$EDITOR "$@"' in the foreground ─▶ read ─▶ folder removed
///
/// Only its owner can read the file. It is in a private folder, which is removed afterwards with everything that the program left there,
/// such as backups and swap files. The shell splits the variable into words, so `code --wait` works; the path is a parameter of the shell
/// and never part of its text.
///
/// The text counts even if the program failed: `:cq` in Vim, or a crash after a save, shouldn't lose what was typed. The caller gets both
/// and asks.
package enum ExternalEditor {
  /// The text and the outcome of the program.
  struct Result: Equatable {
    /// The text that the program left; `nil` if it couldn't be read.
    var text: String?
    /// Why the program might have failed; `nil` if it succeeded.
    var failure: String?
  }

  /// Runs the program and waits until it ends. Lend the terminal to the program first.
  static func edit(_ text: String, named name: String) -> Result {
    let folder: PrivateFolder
    let path: String
    do throws(PrivateFolder.Failure) {
      // Keep the folder in memory if the system allows it.
      folder = try PrivateFolder(for: .text, preferably: EnvironmentVariables.value("XDG_RUNTIME_DIR"))
    } catch {
      return Result(
        failure: "The text can't be edited: \(error); set TMPDIR to a folder that can be written.")
    }
    defer { folder.remove() }
    do throws(PrivateFolder.Failure) {
      path = try folder.write(Array(text.utf8), as: name)
    } catch {
      return Result(failure: "The text can't be edited: \(error); make room there.")
    }
    let failure = run(command, on: [path])
    let bytes: [UInt8]?
    do throws(SettingsStorageError) { bytes = try POSIXFileSystem().readDocument(atPath: path) } catch {
      return Result(failure: failure ?? "\(error)")
    }
    guard let bytes else { return Result(failure: failure ?? "“\(command)” left no file behind.") }
    guard let edited = String(validating: bytes, as: UTF8.self) else {
      return Result(failure: "“\(command)” left a file that is not UTF-8; save it in that encoding.")
    }
    return Result(text: edited, failure: failure)
  }

  /// Runs the program on a file itself, at a line if the program has the usual option for that, and waits until it ends.
  ///
  /// Returns why the program failed; `nil` if it succeeded.
  package static func open(_ path: String, atLine line: Int) -> String? {
    let program = command.split(whereSeparator: \.isWhitespace).first?.split(separator: "/").last.map(
      String.init)
    let knowsLines = program.map(programsWithLines.contains) ?? false
    return run(command, on: (knowsLines ? ["+\(line)"] : []) + [path.hasPrefix("-") ? "./" + path : path])
  }

  /// The programs that begin at the line `N` with the argument `+N`.
  ///
  /// For other programs, `+12` could be the name of a file.
  private static let programsWithLines: Set = [
    "vi", "vim", "nvim", "view", "nano", "pico", "emacs", "emacsclient", "mg", "micro", "joe", "jed", "ne",
    "kak",
    "ee", "gedit", "kate",
  ]

  /// The person's editor.
  ///
  /// It is a shell's text, with options: `emacs -nw`. A variable of blanks counts as not set.
  static var command: String {
    for name in ["VISUAL", "EDITOR"] {
      if let command = EnvironmentVariables.value(name), !command.allSatisfy(\.isWhitespace) {
        return command
      }
    }
    return "vi"
  }

  /// Returns why the program failed; `nil` if it succeeded.
  private static func run(_ command: String, on words: [String]) -> String? {
    let process: SpawnedProcess
    do throws(SystemCallError) {
      process = try ProcessLaunch(
        shell: "\(command) \"$@\"", parameters: [command] + words, attachment: .foreground
      ).start()
    } catch {
      return "There is no shell to run “\(command)” with."
    }
    process.waitForEndPassingSignals()
    switch process.reap() {
    case .killed(let signal): return "“\(command)” was ended by signal \(signal)."
    case .exited(status: 127): return "“\(command)” was not found; set VISUAL or EDITOR to your editor."
    case .exited(status: 0): return nil
    case .exited(let status): return "“\(command)” ended with status \(status)."
    case .unknown: return "How “\(command)” ended isn't known."
    }
  }
}

/// Another file whose values a person loads into the draft, such as a preset.
///
/// Everything that can be staged is staged as one step, so one undo takes it back. The rest is said in sentences: values that the form
/// refuses, keys that it doesn't know, and read-only settings. If there are any, a question comes first.
@MainActor
struct LoadedFile {
  /// The valid values that differ from the draft's values.
  private(set) var values: [StagedValue] = []
  /// The members that the form doesn't list yet.
  let members: [ChangedMember]
  /// What isn't staged, in sentences.
  let remarks: [String]
  let path: String

  /// Reads a file of at most the size of a document.
  init(reading typed: String, core: EditorCore) throws(Refusal) {
    path = EnvironmentVariables.expandingHome(typed)
    let bytes = try Self.read(path)
    let found: DocumentChanges
    do throws(Refusal) {
      found = try DocumentChanges(bytes, isWhole: false, core: core) { !$0.traits.contains(.skipped) }
    } catch {
      throw Refusal(reason: "\(path): \(error.reason)")
    }
    var locked: [String] = []
    var wrong: [String] = []
    for staged in found.values {
      let place = ValuePlace(staged.entry)
      if place.isReadOnly {
        locked.append(staged.path.description)
      } else if let error = staged.value.flatMap({ core.error(of: $0, at: place) }) {
        wrong.append("\(staged.path): \(error.message)")
      } else {
        values.append(staged)
      }
    }
    var unknown: [String] = []
    for path in found.refused {
      let problem = found.problems.first { $0.path == path }
      let shown = (problem?.shownPath ?? path).description
      // The form knows a section; something else than an object is in its place.
      if core.index.section(at: path) == nil {
        unknown.append(shown)
      } else {
        wrong.append("\(shown): \(problem?.message ?? "This must be an object.")")
      }
    }
    members = found.members
    remarks =
      Self.remark(wrong, one: "1 value is invalid", many: "values are invalid")
      + Self.remark(unknown, one: "The form doesn't know 1 key", many: "keys are unknown to the form")
      + Self.remark(locked, one: "1 setting is read-only", many: "settings are read-only")
  }

  /// The number of values and members to stage.
  var count: Int { values.count + members.count }

  /// Says that the file has nothing to stage.
  var nothingNew: Message { Message("\(path) has no other values than the draft.", role: .secondary) }

  private static func remark(_ items: [String], one: String, many: String) -> [String] {
    guard !items.isEmpty else { return [] }
    let shown = items.prefix(3).map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
    let others = items.count - shown.count
    let list = shown.joined(separator: "; ") + (others > 0 ? "; and \(others) more" : "")
    return ["\(items.count == 1 ? one : "\(items.count) \(many)"): \(list)."]
  }

  private static func read(_ path: String) throws(Refusal) -> [UInt8] {
    do throws(SystemCallError) {
      return try POSIXFileSystem().readFile(atPath: path, atMost: InputLimits.documentSize)
    } catch {
      throw Refusal(
        reason: error.isWrongKind ? "\(path) isn't a regular file." : "\(path) can't be read: \(error).")
    }
  }
}

/// The changes that a document makes to the draft, setting by setting.
///
/// It has two uses. The whole draft as text (`isWhole`) means what it leaves out: a setting that is gone from the text gets its default. A
/// preset only means what it contains.
struct DocumentChanges {
  private(set) var values: [StagedValue] = []
  /// The members to stage that have no row of their kind yet; see ``ChangedMember``. A value of `nil` removes the member.
  private(set) var members: [ChangedMember] = []
  /// The problems of the document by itself.
  let problems: [FormProblem]
  /// The members that can't be staged: the form doesn't allow them, or has a section where the document has another value.
  private(set) var refused: [SettingPath] = []

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - isWhole: Whether the settings that it doesn't have get their defaults; otherwise, they stay as they are.
  ///   - isIncluded: Whether the document may change a setting.
  @MainActor
  init(
    _ bytes: [UInt8], isWhole: Bool, core: EditorCore, isIncluded: (FormSetting) -> Bool
  ) throws(Refusal) {
    let document: JSONDocument
    do throws(JSONParseError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      throw Refusal(reason: "\(error)")
    }
    guard document.root.kind == .object else {
      throw Refusal(reason: "\(document.root.position): The document must be an object with all settings.")
    }
    problems = core.validator.problems(in: document)
    let root = core.validator.read(document).document.root.value
    // While a person edits the text of the whole draft, another process can store other values. So the text is compared with the draft from
    // which it was made: only what the person has changed is staged.
    let draft = isWhole ? core.begun ?? core.model.draft : core.model.draft
    compare(document.root, withSection: 0, of: core.index, removesOthers: isWhole)
    let whole = Set(members.map(\.path))
    values = core.index.settings.compactMap { entry -> StagedValue? in
      guard isIncluded(entry.setting), whole.isEmpty || !whole.contains(where: { $0.contains(entry.path) })
      else { return nil }
      let new = root.value(at: entry.path)
      guard isWhole || new != nil && entry.path != ["$schema"] else { return nil }
      let old = !isWhole || draft.isSet(entry.path) ? draft.value(at: entry.path) : nil
      return new == old ? nil : StagedValue(entry, value: new)
    }
  }

  /// Finds the members of a document that the form doesn't list, and values where the form has a section.
  ///
  /// The form's settings are compared one by one elsewhere; this walk is for the rest. A member that the form allows without naming it, such
  /// as an entry of an open section, is taken as a whole. A member that the form refuses, or a number in the place of a described section,
  /// can't be staged, and its path goes to `refused`. The former names of settings are neither.
  ///
  /// - Parameter removesOthers: Whether undescribed sections that the document doesn't have are removed.
  private mutating func compare(
    _ object: JSONNode, withSection section: Int, of index: FormIndex, removesOthers: Bool
  ) {
    let node = index.nodes[section]
    guard index.form.rootSetting == nil else { return }
    var present: Set<String> = []
    for (key, value) in object.members {
      let path = node.path.appending(key)
      present.insert(key)
      switch node.target(of: key) {
      case .section(let inner)?:
        if value.kind == .object {
          compare(value, withSection: inner, of: index, removesOthers: removesOthers)
        } else if index.nodes[inner].section.isUndescribed {
          members.append(ChangedMember(path: path, value: value.value))
        } else {
          refused.append(path)
        }
      case .setting?: break
      case nil:
        // The `$schema` of a preset names the preset's own form.
        if !removesOthers, path == ["$schema"] { continue }
        if index.unlistedMember(at: path) == path {
          members.append(ChangedMember(path: path, value: value.value))
        } else if index.entry(formerlyAt: path) == nil {
          refused.append(path)
        }
      }
    }
    guard removesOthers else { return }
    node.forEachItem { item in
      guard case .section(let inner) = item else { return }
      let section = index.nodes[inner]
      // The text shows no secrets. So a section that holds some may be missing from it without having been removed by the person.
      guard section.section.isUndescribed, !present.contains(section.section.key),
        !section.section.holdsSecrets
      else { return }
      members.append(ChangedMember(path: section.path, value: nil))
    }
  }
}

extension EditorCore {
  /// Returns the changes that another text of a section makes; fails if the section can't be so. Secrets and what is read-only stay, also if
  /// they are missing.
  func changes(ofSection path: SettingPath, to value: JSONValue) throws(Refusal) -> DocumentChanges {
    guard value.kind == .object else { throw Refusal(reason: "A section is an object.") }
    guard let shown = shownDocument?.root.value else { throw Refusal(reason: "The file can't be read.") }
    // Once the secret is elsewhere, its mask would be stored in place of it.
    guard index.secrecy(at: path).unmasked(value, from: candidateDocument?.node(at: path)?.value) != nil
    else { throw .movedMask }
    var edits = JSONEdits()
    edits.set(value, at: path)
    let whole: JSONValue?
    do throws(JSONEditError) {
      whole = try shown.applying(edits)
    } catch {
      throw Refusal(reason: error.description)
    }
    let found = try DocumentChanges(
      Array((whole ?? value).description.utf8), isWhole: true, core: self, isIncluded: ExternalEdit.isListed)
    for entry in index.settings where path.contains(entry.path) && !ExternalEdit.isListed(entry.setting) {
      guard let new = whole?.value(at: entry.path), new != shown.value(at: entry.path) else { continue }
      throw Refusal(reason: "\(entry.path) can't be changed here, because it holds a secret or is read-only.")
    }
    // What was wrong before doesn't prevent another correction.
    let known = shownDocument.map { validator.problems(in: $0) } ?? []
    let problems = found.problems.filter { problem in
      path.contains(problem.path)
        && !known.contains { $0.path == problem.path && $0.reason == problem.reason }
    }
    if let refused = found.refused.first(where: path.contains) {
      let problem = problems.first { $0.path == refused }
      throw Refusal(reason: problem.map { "\($0)" } ?? "\(refused): The form allows no such key here.")
    }
    if let error = problems.first(where: { $0.severity == .error }) { throw Refusal(reason: "\(error)") }
    return found
  }
}

extension FormSection {
  /// Whether a value in the section can be secret.
  fileprivate var holdsSecrets: Bool {
    items.contains { item in
      switch item {
      case .setting(let setting): setting.holdsSecrets
      case .section(let section): section.holdsSecrets
      }
    }
  }
}
