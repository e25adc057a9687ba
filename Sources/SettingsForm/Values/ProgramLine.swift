import SettingsJSON

/// A command line of one of the programs: options at any position, and operands (POSIX, Utility Conventions).
///
/// A word that begins with `-` is an option, `-` alone is an operand (the standard input), and a value is in the same word
/// (`--schema=FILE`) or in the next. If the next word is itself an option, a value was probably forgotten, and that is reported instead of
/// a file named `--yes` being looked for.
///
///     app.json --schema=form.json network.port=8080    operands: app.json, network.port=8080    schema: form.json
///     --yes app.json -- --odd-name                     operands: app.json, --odd-name           yes: ""
///     --schema --yes app.json                          --schema needs a FORM after it, and --yes is an option.
///
/// A line is read to its end whatever is wrong with it: a command refuses a ``fault``, and the completion of an unfinished line has none.
package struct ProgramLine<Option: ProgramOption>: Sendable {
  /// An operand, or an option with its value, which is empty for an option without one.
  package enum Part: Sendable {
    case operand(String)
    case option(Option, String)
  }

  /// What a line can ask for, whatever else is in it.
  package enum Question {
    case help, version
  }

  /// The operands and the known options, in order.
  package private(set) var parts: [Part] = []
  /// The first mistake: one sentence that says what to write; `nil` for a valid line.
  package private(set) var fault: String?
  /// The option whose value is missing at the end of the line.
  package private(set) var openOption: Option?
  /// Whether `--` has ended the options.
  package private(set) var isEnded = false

  /// Reads words.
  ///
  /// Mistakes are an option that isn't accepted, with the most similar one; an option that is given with two values, because nobody can tell
  /// which is meant; and a value that is missing, empty or not wanted.
  package init(_ words: some Sequence<String>, accepting accepted: [Option] = Array(Option.allCases)) {
    var reader = OptionWords(Array(words))
    while let part = reader.next() {
      let word = part.words[0]
      guard word.hasPrefix("-"), word != "-", word != "--" else {
        isEnded = word == "--"
        parts += part.words.dropFirst(isEnded ? 1 : 0).map(Part.operand)
        continue
      }
      let name = part.option.map { "--\($0.name)" } ?? word
      let attached = part.option?.value
      guard let option = Option(rawValue: name), accepted.contains(option) else {
        if let attached, ["--help", "--version"].contains(name) {
          note("\(name) takes no value; leave out \"=\(attached)\".")
        }
        let advice = Phrase.didYouMean(
          name, among: accepted.map(\.rawValue) + ["--help", "--version"], else: "see --help")
        note("There is no option \(name) here\(advice).")
        continue
      }
      guard let valueName = option.valueName else {
        if let attached { note("\(name) takes no value; leave out \"=\(attached)\".") }
        parts.append(.option(option, ""))
        continue
      }
      if attached == nil, let next = reader.following, Option(rawValue: next) != nil {
        note("\(name) needs a \(valueName) after it, and \(next) is an option.")
      }
      let value = attached ?? reader.value(isFlag: false)
      if value ?? "" == "" { note("\(name) needs a \(valueName) after it.") }
      guard let value else {
        openOption = option
        continue
      }
      if let other = self[option], other != value, !option.isRepeatable {
        note(
          "\(name) is given twice, with \(Phrase.quoted(other)) and \(Phrase.quoted(value)); keep one of them."
        )
      }
      parts.append(.option(option, value))
    }
  }

  /// The help or the version, whichever is asked for first: `--help`, `-h` or `--version` before `--`.
  package static func question(in words: some Sequence<String>) -> Question? {
    for word in words {
      switch word {
      case "--help", "-h": return .help
      case "--version": return .version
      case "--": return nil
      default: break
      }
    }
    return nil
  }

  private mutating func note(_ fault: String) { self.fault = self.fault ?? fault }

  package var operands: [String] {
    parts.compactMap { if case .operand(let word) = $0 { word } else { nil } }
  }

  /// Returns the values of an option, in order; each is empty for an option without a value.
  package func values(of option: Option) -> [String] {
    parts.compactMap { if case .option(option, let value) = $0 { value } else { nil } }
  }

  /// The first value of an option; `nil` if it isn't given.
  package subscript(option: Option) -> String? { values(of: option).first }
}
