import Testing

@testable import SettingsForm

/// Command lines of the programs, and the layout of their help.
@Suite struct CommandLineTests {
  private enum Option: String, ProgramOption {
    case form = "--form"
    case module = "--module"
    case yes = "--yes"

    var valueName: String? { self == .yes ? nil : "NAME" }
    var isRepeatable: Bool { self == .module }
    var help: String { "what \(rawValue) does, in some words that are enough for several lines of a window" }
  }

  private func line(_ words: String...) -> ProgramLine<Option> { ProgramLine(words) }

  @Test("Options and operands are read at any position, values in the same word or the next")
  func words() {
    let line = line(
      "--yes", "file", "--form=a=b", "--module", "-x", "-", "--module", "y", "--", "--yes", "--")
    #expect(line.fault == nil && line.isEnded)
    #expect(line.operands == ["file", "-", "--yes", "--"])
    #expect(line[.form] == "a=b" && line[.yes] == "" && line.values(of: .module) == ["-x", "y"])
    #expect(self.line("--form", "a", "--form=a", "--yes", "--yes").fault == nil)
  }

  @Test(
    "A mistake is one sentence that says what to write",
    arguments: [
      (["--from", "x"], "There is no option --from here; perhaps you mean --form."),
      (["-x"], "There is no option -x here; see --help."),
      (["--form"], "--form needs a NAME after it."), (["--form="], "--form needs a NAME after it."),
      (["--form", "--yes"], "--form needs a NAME after it, and --yes is an option."),
      (["--yes=1"], #"--yes takes no value; leave out "=1"."#),
      (["--help=1"], #"--help takes no value; leave out "=1"."#),
      (["--form", "a", "--form=b"], #"--form is given twice, with "a" and "b"; keep one of them."#),
    ])
  func faults(words: [String], fault: String) {
    #expect(ProgramLine<Option>(words).fault == fault)
  }

  @Test("An option that a command doesn't accept is a mistake, and an unfinished line is read to its end")
  func partial() {
    #expect(ProgramLine<Option>(["--form", "a"], accepting: [.yes]).fault?.contains("--form here") == true)
    let partial = line("file", "--unknown", "--module=f", "--form")
    #expect(partial.operands == ["file"] && partial[.module] == "f")
    #expect(partial.openOption == .form && !partial.isEnded)
  }

  @Test("The help or the version is asked for before --")
  func questions() {
    #expect(ProgramLine<Option>.question(in: ["a", "-h", "--version"]) == .help)
    #expect(ProgramLine<Option>.question(in: ["--version", "--help"]) == .version)
    #expect(ProgramLine<Option>.question(in: ["a", "--", "--help"]) == nil)
  }

  @Test("Help fits any window", arguments: [nil, 30, 40, 60, 80, 200])
  func layout(window: Int?) {
    let layout = HelpLayout(window: window)
    let text = """
      usage: program WORD…

      A paragraph of one sentence that is broken into lines wherever the window ends,
      and of a second one.
        a line that stays a line, unless it is too long for the window
        another
      """
    let page = layout.text(text) + "\n\n" + layout.options(Array(Option.allCases), ofProgram: true)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= min(window ?? 90, 90) }, "\(page)")
    #expect(lines.contains("  another") && lines.contains { $0.hasPrefix("  --form NAME") })
    // Nothing is lost.
    func words(_ text: String) -> [Substring] { text.split { $0.isWhitespace } }
    #expect(words(layout.text(text)) == words(text))
    #expect(words(page).filter { $0 == "several" }.count == 3)
  }
}
