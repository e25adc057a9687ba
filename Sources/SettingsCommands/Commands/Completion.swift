import Settings
import SettingsTUI

/// The candidates for the word at the cursor.
///
/// The candidates depend on the words before the cursor and on the file that they name: `settings-tui set app.json net` reads the form of
/// `app.json` to offer `network.port=`. What can't be read gives no candidates. No error is shown, nothing is rolled back, and nothing is
/// requested from the network, because the user has only pressed Tab.
///
///     set app.json netw            network.port=, network.password, network.proxy.host=
///     set app.json network.port=   network.port=80, the default
///     get app.json network.p       network.port, network.password, network.proxy, …
///     log app.json                 the numbers of versions, with times and authors
///     confirm app.json             the ID of the pending apply
///     set app.json --sch           --schema
///
/// Secrets are never candidates: a value isn't offered, and a path is completed without `=`, so `set` asks for the value.
struct Completion {
  /// A word to offer, in full, and not only what is missing.
  struct Candidate {
    let text: String
    /// A description, for shells that show it.
    let about: String
    /// Whether the word continues, in which case no space follows.
    let isOpen: Bool

    init(_ text: String, about: String = "", isOpen: Bool = false) {
      self.text = text
      self.about = about
      self.isOpen = isOpen
    }
  }

  /// The candidates. They start with the word at the cursor, since shells replace the whole word, and contain no control characters,
  /// because these can't be typed.
  private(set) var candidates: [Candidate] = []
  /// Whether the word, or the value after the option's `=`, can be a file name. The shell then adds the names of files itself, as it does
  /// it for other programs.
  private(set) var wantsFiles = false

  /// Completes the last word of a command line.
  ///
  /// Cost: reads the form of the file, and its history for a version.
  ///
  /// - Parameter words: The words after the program's name up to the cursor; the last one is empty after a space.
  init(_ words: [String]) {
    let current = words.last ?? ""
    let before = words.dropLast()
    // The first word is a command, or a file for `edit`.
    guard let first = before.first else {
      addCommands(matching: current)
      if current.hasPrefix("-") { add([Candidate("--help"), Candidate("--version")], matching: current) }
      wantsFiles = true
      return
    }
    if first == "help" {
      if before.count == 1 { addCommands(matching: current) }
      return
    }
    let named = CommandList.command(first)
    let arguments = PartialArguments(named == nil ? before : before.dropFirst())
    complete(current, after: arguments, command: named ?? EditCommand.self)
  }

  /// Completes a word of a command: the value of an option, an option, the file, or another operand.
  ///
  /// The order is the one in which ``Arguments`` would read the word. Options are only offered after a hyphen is typed.
  private mutating func complete(
    _ current: String, after arguments: PartialArguments, command: any Command.Type
  ) {
    // After `--schema `, the word is its value.
    if let option = arguments.openOption {
      wantsFiles = option.takesFile
      return
    }
    if current.hasPrefix("-"), !arguments.isEnded {
      let parts = current.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // After `--schema=`, the shell completes a file name behind the `=`.
      guard parts.count == 1 else {
        wantsFiles = Option(rawValue: String(parts[0]))?.takesFile ?? false
        return
      }
      // An option that is there already would be refused a second time.
      let unused = command.options.filter { arguments.options[$0] == nil }
      add(unused.map { Candidate($0.rawValue, about: $0.help) } + [Candidate("--help")], matching: current)
      return
    }
    guard let operand = command.operands[ofWord: arguments.operands.count] else { return }
    guard operand.kind != .file else {
      wantsFiles = true
      return
    }
    // All other operands are about the first one. Don't complete remote settings, because a key press must not wait for the network.
    guard let file = arguments.operands.first, RemoteAddress(file) == nil else { return }
    complete(
      current, as: operand.kind, after: arguments.operands.dropFirst(),
      file: SettingsFile(file, schema: arguments.options[.schema]))
  }

  /// Completes an operand about a file. A path that is there already isn't offered again.
  private mutating func complete(
    _ current: String, as kind: Operand.Kind, after operands: ArraySlice<String>, file: SettingsFile
  ) {
    switch kind {
    case .file, .word: break
    case .assignment, .section, .path:
      guard let index = try? file.index() else { return }
      let completion = SettingCompletion(index)
      let candidates =
        switch kind {
        case .assignment: completion.assignments(current)
        case .section: completion.sections(current)
        default: completion.paths(current)
        }
      add(candidates.filter { !operands.contains($0.text) }, matching: current)
    // Nothing is rolled back for it, so an expired apply is still the newest version.
    case .version, .confirmation:
      guard let store = try? file.openWithoutRollback(for: .versions, ifAbsent: .allowed) else { return }
      if kind == .version {
        if let history = try? store.history() { add(history.candidates, matching: current) }
      } else if let pending = try? store.pending() {
        add([Candidate(pending.id.description, about: "by \(pending.author)")], matching: current)
      }
    }
  }

  private mutating func addCommands(matching current: String) {
    add(CommandList.all.map { Candidate($0.name, about: $0.headline) }, matching: current)
  }

  /// Adds the candidates that begin with the typed text. One with a control character can't be typed, so it is left out.
  private mutating func add(_ candidates: [Candidate], matching current: String) {
    // Shells compare bytes, so canonically equivalent text doesn't match.
    self.candidates += candidates.filter {
      $0.text.utf8.starts(with: current.utf8) && VisibleText.spelling(of: $0.text) == $0.text
    }
  }
}

extension Option {
  /// Whether the option's value is a file or a shell command, whose first word is a file, too.
  fileprivate var takesFile: Bool {
    switch self {
    case .schema, .layer, .plan, .prepare, .commit, .install, .to: true
    default: false
    }
  }
}

extension [SettingsHistoryEntry] {
  /// The versions, by their numbers in the log.
  fileprivate var candidates: [Completion.Candidate] {
    enumerated().map { index, entry in
      let message = entry.message.map { " \($0)" } ?? ""
      return Completion.Candidate("\(index)", about: "\(entry.time.localText) \(entry.author)\(message)")
    }
  }
}

/// Answers the completion scripts of the shells, which call `settings-tui __complete`.
///
/// The first line is `files` if file names are candidates, too, `open` if no space follows the word, or `words`. Each other line is a
/// candidate. Candidates contain no control characters or line breaks.
///
///     __complete words set app.json netw
///     words
///     +network.port=⇥Port
///     -network.password⇥Password
///
/// bash has a form of its own, since it hands over the line and not the words: see ``ShellLine``. zsh and fish split the line themselves,
/// and show descriptions. The scripts are in `Share/completions`.
enum CompleteCommand {
  static let name = "__complete"

  /// Prints the candidates for the word at the cursor.
  ///
  /// - Parameter words: `bash LINE TEXT`, the command line up to the cursor and its end, which readline replaces; or `words
  ///   WORD…`, the words up to the cursor. In the second form, each candidate is preceded by `+` if no space follows, otherwise
  ///   by `-`, and followed by a tab and a description.
  static func run(_ words: ArraySlice<String>, console: Console) {
    let words = Array(words)
    switch words.first {
    case "bash"? where words.count == 3: answerBash(words[1], replacing: words[2], console: console)
    case "words"?: answer(Array(words.dropFirst()), console: console)
    default: break
    }
  }

  /// Answers bash with replacements for the end of the line. If the line can't be split into words, the answer is `files`, so bash
  /// completes the names of files, as it does by itself.
  ///
  ///     __complete bash 'settings-tui get app.json net' net
  ///     words
  ///     network
  ///     network.port
  ///
  /// One word that continues is enough for `open`: bash can leave out the space only for all of them.
  private static func answerBash(_ line: String, replacing text: String, console: Console) {
    guard let line = ShellLine(line, replacing: text) else { return console.printExact("files") }
    let completion = Completion(Array(line.words.dropFirst()))
    let isOpen = completion.candidates.contains(where: \.isOpen)
    console.printExact(completion.wantsFiles ? "files" : isOpen ? "open" : "words")
    for candidate in completion.candidates {
      if let text = line.replacement(candidate.text) { console.printExact(text) }
    }
  }

  /// Answers zsh and fish. Only the first line of a description is printed.
  private static func answer(_ words: [String], console: Console) {
    let completion = Completion(words)
    console.printExact(completion.wantsFiles ? "files" : "words")
    for candidate in completion.candidates {
      let about = candidate.about.split(whereSeparator: \.isNewline).first ?? ""
      console.printExact(
        "\(candidate.isOpen ? "+" : "-")\(candidate.text)\t\(VisibleText.spelling(of: String(about)))")
    }
  }
}

/// Completes paths of settings and assignments.
///
/// A path is completed in the notation in which it was begun: `net` to `network.port`, `/net` to `/network/port`.
struct SettingCompletion {
  typealias Candidate = Completion.Candidate

  /// The maximum number of candidates. If there are more, only their next keys are offered: of 10 000 settings, the sections, and then what
  /// is in one of them.
  private static let maxCandidates = 100

  private let index: FormIndex

  init(_ index: FormIndex) {
    self.index = index
  }

  /// Returns the settings and sections whose paths start with the typed text, each section before its settings.
  func paths(_ text: String) -> [Candidate] {
    let settings = settings(text) { _ in true }
    guard settings.count <= Self.maxCandidates else { return nextKeys(of: settings, after: text, end: "") }
    var seen: Set<String> = []
    return settings.flatMap { entry, written in
      sections(around: entry.path, as: text).map { Candidate($0.written, about: $0.title) }
        + [Candidate(written, about: entry.setting.title)]
    }.filter { seen.insert($0.text).inserted }
  }

  /// Returns the sections whose paths start with the typed text.
  func sections(_ text: String) -> [Candidate] {
    var seen: Set<String> = []
    return index.settings.flatMap { sections(around: $0.path, as: text) }
      .filter { $0.written.hasPrefix(text) && seen.insert($0.written).inserted }
      .map { Candidate($0.written, about: $0.title) }
  }

  /// Returns the assignments that start with the typed text: paths with a `=`, or the values after the `=`.
  ///
  /// Values are offered for a whole setting, not for a part of one.
  func assignments(_ text: String) -> [Candidate] {
    guard let parts = Assignment.parts(of: text) else {
      let settings = settings(text) { !$0.traits.contains(.readOnly) }
      guard settings.count <= Self.maxCandidates else { return nextKeys(of: settings, after: text, end: "=") }
      return settings.map { entry, written in
        // `set` asks for a secret, to keep it out of the shell's history.
        let isSecret = entry.setting.holdsSecrets
        return Candidate(isSecret ? written : written + "=", about: entry.setting.title, isOpen: !isSecret)
      }
    }
    // Behind the `=`, only the value is completed.
    guard let path = try? SettingPath(parsing: String(parts.path)), let setting = index[path]?.setting,
      !setting.holdsSecrets
    else { return [] }
    let start = text.dropLast(parts.value.count)
    return setting.values(typed: String(parts.value), asJSON: parts.isJSON).map {
      Candidate(start + $0.text, about: $0.about, isOpen: $0.isOpen)
    }
  }

  // MARK: - Paths

  /// Returns the settings whose written paths start with the text. Cost: linear in the number of settings.
  private func settings(
    _ text: String, isWanted: (FormSetting) -> Bool
  ) -> [(entry: FormIndex.Entry, written: String)] {
    index.settings.compactMap { entry in
      guard isWanted(entry.setting) else { return nil }
      let written = written(entry.path, as: text)
      return written.hasPrefix(text) ? (entry, written) : nil
    }
  }

  private func written(_ path: SettingPath, as text: String) -> String {
    text.hasPrefix("/") ? path.pointer : path.description
  }

  /// Returns the sections around a setting, outermost first, without the root: for `a.b.c`, they are `a` and `a.b`.
  private func sections(around path: SettingPath, as text: String) -> [(written: String, title: String)] {
    (1..<max(1, path.keys.count)).map { length in
      let section = SettingPath(Array(path.keys.prefix(length)))
      return (written(section, as: text), index.section(at: section)?.title ?? "")
    }
  }

  /// Returns the settings, or the next sections on their paths: for `n`, `network.` in place of the hundred settings in it.
  ///
  /// A section ends with its separator and leaves the word open, so another Tab continues in it.
  private func nextKeys(
    of settings: [(entry: FormIndex.Entry, written: String)], after text: String, end: String
  ) -> [Candidate] {
    let separator = text.hasPrefix("/") ? "/" : "."
    var seen: Set<String> = []
    return settings.compactMap { entry, written in
      // The outermost section that the typed text doesn't name completely yet.
      let next = sections(around: entry.path, as: text).first { $0.written.count + 1 > text.count }
      guard let next else {
        return Candidate(written + end, about: entry.setting.title, isOpen: !end.isEmpty)
      }
      guard seen.insert(next.written).inserted else { return nil }
      return Candidate(next.written + separator, about: next.title, isOpen: true)
    }
  }
}

// MARK: - Values

extension FormSetting {
  fileprivate typealias Candidate = Completion.Candidate

  /// Returns the values that are known in advance: those of the type, suggestions, `null`, and the default.
  ///
  /// After `:=`, they are JSON: `"fast"` with its quotation marks, and `[` for the start of a list.
  fileprivate func values(typed text: String, asJSON isJSON: Bool) -> [Candidate] {
    var values = isJSON ? kind.jsonValues : kind.values(typed: text)
    values += suggestions.map {
      Candidate(isJSON ? $0.value.description : $0.value.plainText, about: $0.title)
    }
    if isOptional { values.append(Candidate("null", about: "none")) }
    // The default tells how a value is written, also where any other is possible.
    if let value = defaultValue {
      let text = isJSON ? value.description : typedText(for: value)
      if !text.isEmpty, !values.contains(where: { $0.text == text }) {
        values.append(Candidate(text, about: "the default"))
      }
    }
    return values
  }
}

extension FormKind {
  fileprivate typealias Candidate = Completion.Candidate

  /// Returns the values of the type as they are typed; empty for a type without a list of values.
  fileprivate func values(typed text: String) -> [Candidate] {
    switch self {
    case .boolean: ["true", "false"].map { Candidate($0) }
    case .choice(let choices): choices.map { Candidate($0.value.plainText, about: $0.title) }
    case .flags(let choices): Self.lists(of: choices, typed: text) + ["none", "all"].map { Candidate($0) }
    case .list(.choice(let choices), _): Self.lists(of: choices, typed: text)
    case .variants(let variants):
      variants.flatMap { variant in
        if variant.mark == .kind { return variant.kind.values(typed: text) }
        return variant.bareValue == nil ? [] : [Candidate(variant.name, about: variant.title)]
      }
    default: []
    }
  }

  /// Returns the values of the type as JSON, or how they begin.
  fileprivate var jsonValues: [Candidate] {
    switch self {
    case .boolean: ["true", "false"].map { Candidate($0) }
    case .choice(let choices): choices.map { Candidate($0.value.description, about: $0.title) }
    case .flags, .list: [Candidate("[", isOpen: true)]
    case .dictionary, .object: [Candidate("{", isOpen: true)]
    case .variants(let variants):
      variants.flatMap { variant in
        if variant.mark == .kind { return variant.kind.jsonValues }
        return [Candidate("{\(JSONValue.string(variant.name)):", about: variant.title, isOpen: true)]
      }
    default: []
    }
  }

  /// Returns the typed list, separated by commas, with one more element: after `a,`, the candidates are `a,b` and `a,c`. Elements that are
  /// in the list already aren't offered again.
  private static func lists(of choices: [FormChoice], typed text: String) -> [Candidate] {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let start = text.dropLast(words.last?.count ?? 0)
    let chosen = Set(words.dropLast().map(String.init))
    return choices.filter { !chosen.contains($0.value.plainText) }
      .map { Candidate(start + $0.value.plainText, about: $0.title, isOpen: true) }
  }
}
