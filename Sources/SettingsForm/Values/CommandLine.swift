import SettingsJSON

/// An option of one of the programs: `--schema FORM`.
///
/// A program lists its options in an enumeration of their names. The check of a command line, the completion and the help follow from it.
package protocol ProgramOption: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// The name of the option's value in the help; `nil` for an option without a value. It decides whether the next word is a value.
  var valueName: String? { get }
  /// Whether the option can be given with several values.
  var isRepeatable: Bool { get }
  /// The option's description in the help.
  var help: String { get }
}

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

/// The words of a command line, in order: of this package's programs, and of apps whose settings have options.
///
/// Which word is a value depends on the option before it, so the reader says for each option whether it takes a value: `--verbose false` is
/// one option and its value, `--verbose file` an option and another word.
package struct OptionWords {
  /// A part of the command line: an option, one other word, or all words from `--` on.
  package struct Part {
    /// The option without its hyphens, and the value after a `=`; `nil` for other words.
    package let option: (name: Substring, value: String?)?
    /// The words as they were typed.
    package let words: [String]
  }

  private var rest: ArraySlice<String>

  package init(_ arguments: [String]) {
    rest = arguments[...]
  }

  /// The next word as it was typed; `nil` at the end.
  var following: String? { rest.first }

  /// Returns the next option, or the next other words; `nil` at the end. The words after `--` aren't options. `-v` isn't one either:
  /// settings have no short names.
  package mutating func next() -> Part? {
    guard let word = rest.first else { return nil }
    guard word != "--" else {
      defer { rest = [] }
      return Part(option: nil, words: Array(rest))
    }
    rest.removeFirst()
    guard word.hasPrefix("--") else { return Part(option: nil, words: [word]) }
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return Part(option: (parts[0], parts.count > 1 ? String(parts[1]) : nil), words: [word])
  }

  /// Takes the value of the option that was returned last; `nil` at the end of the command line.
  ///
  /// - Parameter isFlag: Whether the option has a value without another word.
  package mutating func value(isFlag: Bool) -> String? {
    guard isFlag else { return rest.popFirst() }
    guard let next = rest.first, Bool(next) != nil else { return "true" }
    rest.removeFirst()
    return next
  }
}

/// The layout of a help page in a window. The text is of the program, so a character is a column.
package struct HelpLayout {
  /// The most columns of a line. Longer lines are hard to read.
  private static let widest = 90
  /// The fewest columns of a description beside a name. In a narrower window, it is below the name.
  private static let narrowest = 30

  private let width: Int

  /// - Parameter window: The columns of the window; `nil` if the output isn't a terminal.
  package init(window: Int? = nil) {
    width = max(Self.narrowest, min(window ?? Self.widest, Self.widest))
  }

  /// Fits text into the window. Paragraphs, with an empty line between them, are filled. A line that begins with a space stays a line of
  /// its own, and what doesn't fit of it is in lines below.
  package func text(_ text: String) -> String {
    text.split(separator: "\n\n", omittingEmptySubsequences: false).map { paragraph in
      var lines: [String] = []
      for line in paragraph.split(separator: "\n") {
        if line.first != " ", let last = lines.last, last.first != " " {
          lines[lines.count - 1] = "\(last) \(line)"
        } else {
          lines.append(String(line))
        }
      }
      return lines.flatMap { Self.wrapped($0, to: width) }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// Returns names with their descriptions as two columns:
  ///
  ///     edit      Opens a settings file in the editor.
  ///     describe  Describes settings: value, type, limits, …
  ///
  /// - Parameters:
  ///   - rows: The names, and the paragraphs about each.
  ///   - indent: The column of the descriptions; `nil` for after the longest name. A longer name has its description below it.
  package func columns(_ rows: [(name: String, about: [String])], indent: Int? = nil) -> String {
    let wanted = indent ?? (rows.map(\.name.count).max() ?? 0) + 4
    let indent = width - wanted < Self.narrowest ? 6 : wanted
    return rows.flatMap { row -> [String] in
      let about = row.about.flatMap { Self.wrapped($0, to: width - indent) }
        .map { "".padded(to: indent) + $0 }
      guard row.name.count + 4 <= indent, let first = about.first else { return ["  \(row.name)"] + about }
      return ["  \(row.name)".padded(to: indent) + first.dropFirst(indent)] + about.dropFirst()
    }.joined(separator: "\n")
  }

  /// Returns the descriptions of options as two columns; the last two rows are `--help` and, for a whole program, `--version`.
  package func options(_ options: [some ProgramOption], ofProgram isProgram: Bool = false) -> String {
    columns(
      options.map { option in
        (([option.rawValue] + [option.valueName].compactMap(\.self)).joined(separator: " "), [option.help])
      } + [("--help", ["print this"])] + (isProgram ? [("--version", ["print the version"])] : []))
  }

  /// Breaks a line between its words. The lines below begin below its first word, and a word that is too long has a line of its own.
  private static func wrapped(_ line: String, to width: Int) -> [String] {
    var lines: [String] = []
    let indent = "".padded(to: min(line.prefix { $0 == " " }.count, width / 2))
    var rest = line
    while rest.count > width {
      let start = rest.firstIndex { $0 != " " } ?? rest.endIndex
      let end = max(
        start, rest.index(rest.startIndex, offsetBy: width + 1, limitedBy: rest.endIndex) ?? start)
      guard
        let space = rest[start..<end].lastIndex(of: " ") ?? rest[end...].firstIndex(of: " ")
      else { break }
      lines.append(String(rest[..<space].reversed().drop { $0 == " " }.reversed()))
      rest = indent + rest[space...].drop { $0 == " " }
    }
    return lines + [rest]
  }
}
