import Settings
import SettingsTUI

/// The candidates for the word at the cursor.
struct Completion {
  /// A word to offer.
  struct Candidate {
    let text: String
    /// A description, for shells that show it.
    let about: String
    /// Whether the word continues, so that no space follows.
    let isOpen: Bool

    init(_ text: String, about: String = "", isOpen: Bool = false) {
      self.text = text
      self.about = about
      self.isOpen = isOpen
    }
  }

  /// The candidates. They start with the word at the cursor and contain no control characters, because they can't be typed.
  private(set) var candidates: [Candidate] = []
  /// Whether the word, or the value after the option's `=`, can be a file name.
  private(set) var wantsFiles = false

  /// Completes the last word of a command line.
  ///
  /// - Parameter words: The words after the program's name up to the cursor.
  init(_ words: [String]) {
    let current = words.last ?? ""
    let before = words.dropLast()
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
    complete(current, after: arguments, named ?? EditCommand.self)
  }

  private mutating func complete(
    _ current: String, after arguments: PartialArguments, _ command: any Command.Type
  ) {
    if let option = arguments.openOption {
      wantsFiles = option.takesFile
      return
    }
    if current.hasPrefix("-"), !arguments.isEnded {
      let parts = current.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 1 else {
        wantsFiles = Option(rawValue: String(parts[0]))?.takesFile ?? false
        return
      }
      let unused = command.options.filter { arguments.options[$0] == nil }
      add(unused.map { Candidate($0.rawValue, about: $0.help) } + [Candidate("--help")], matching: current)
      return
    }
    guard let file = arguments.operands.first else {
      wantsFiles = true
      return
    }
    // Don't complete remote settings, because a key press must not wait for the network.
    guard RemoteAddress(file) == nil else { return }
    completeOperand(
      current, of: command, after: arguments.operands.dropFirst(),
      SettingsFile(file, schema: arguments.options[.schema]))
  }

  /// Completes an operand after the file.
  private mutating func completeOperand(
    _ current: String, of command: any Command.Type, after operands: ArraySlice<String>, _ file: SettingsFile
  ) {
    switch command.name {
    case SetCommand.name, InsertCommand.name:
      guard command.name == SetCommand.name || operands.isEmpty, let index = try? file.index() else { return }
      add(SettingCompletion(index).assignments(current), matching: current)
    case ListCommand.name:
      guard operands.isEmpty, let index = try? file.index() else { return }
      add(SettingCompletion(index).sections(current), matching: current)
    case ResetCommand.name, GetCommand.name, DescribeCommand.name, WatchCommand.name, RenameCommand.name,
      MoveCommand.name:
      guard command.name == ResetCommand.name || operands.isEmpty, let index = try? file.index() else {
        return
      }
      let paths = SettingCompletion(index).paths(current)
      add(paths.filter { !operands.contains($0.text) }, matching: current)
    case ApplyCommand.name, MergeCommand.name:
      wantsFiles = operands.isEmpty
    case LogCommand.name, ShowCommand.name, DiffCommand.name, RollbackCommand.name:
      guard operands.count < command.operandCount.upperBound - 1,
        let history = try? file.openWithoutRollback(for: .versions, ifAbsent: .allowed).history()
      else {
        return
      }
      add(history.candidates, matching: current)
    case ConfirmCommand.name, CancelCommand.name:
      guard operands.isEmpty,
        let pending = try? file.openWithoutRollback(for: .versions, ifAbsent: .allowed).pending()
      else {
        return
      }
      add([Candidate(pending.id.description, about: "by \(pending.author)")], matching: current)
    default: break
    }
  }

  private mutating func addCommands(matching current: String) {
    add(CommandList.all.map { Candidate($0.name, about: $0.headline) }, matching: current)
  }

  private mutating func add(_ candidates: [Candidate], matching current: String) {
    // Shells compare bytes, so canonically equivalent text doesn't match.
    self.candidates += candidates.filter {
      $0.text.utf8.starts(with: current.utf8) && VisibleText.spelling(of: $0.text) == $0.text
    }
  }
}

extension Option {
  /// Whether the option's value is a file or a shell command.
  fileprivate var takesFile: Bool {
    switch self {
    case .schema, .layer, .plan, .prepare, .commit: true
    default: false
    }
  }
}

extension [HistoryEntry] {
  /// The versions, by their numbers in the log.
  fileprivate var candidates: [Completion.Candidate] {
    enumerated().map { index, entry in
      let message = entry.message.map { " \($0)" } ?? ""
      return Completion.Candidate("\(index)", about: "\(entry.time.localText) \(entry.author)\(message)")
    }
  }
}
