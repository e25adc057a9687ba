import SettingsEditing
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
    let arguments = ProgramLine<Option>(named == nil ? before : before.dropFirst())
    complete(current, after: arguments, command: named ?? EditCommand.self)
  }

  /// Completes a word of a command: the value of an option, an option, the file, or another operand.
  ///
  /// The order is the one in which ``Arguments`` would read the word. Options are only offered after a hyphen is typed.
  private mutating func complete(
    _ current: String, after arguments: ProgramLine<Option>, command: any Command.Type
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
      let unused = command.options.filter { arguments[$0] == nil || $0.isRepeatable }
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
      file: SettingsFile(file, schema: arguments[.schema]))
  }

  /// Completes an operand about a file. A path that is there already isn't offered again.
  private mutating func complete(
    _ current: String, as kind: Operand.Kind, after operands: ArraySlice<String>, file: SettingsFile
  ) {
    switch kind {
    case .file, .word: break
    case .assignment, .section, .path:
      var file = file
      file.members = FormIndex.Members(
        named: [SettingCompletion.path(ofAssignment: current)].compactMap(\.self), includesAll: true,
        new: .described)
      guard let (index, document) = try? file.formAndDocument() else { return }
      let completion = SettingCompletion(index, document)
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
