import Foundation
import TestSupport
import Testing

/// Completion of words that a shell would execute without quotation marks: in real shells on a terminal, with a prefix in each kind
/// of quotation marks, Tab and Enter. The program must get exactly the word, and nothing else may run.
@Suite struct HostileCompletionTests {
  private let workspace: Workspace

  /// Suffixes of keys and choices. Unquoted, each would create a file named PWN… or change the word.
  private static let ends = [
    "$(touch PWN1)", "`touch PWN2`", "';touch PWN3;'", "\";touch PWN4;\"", "!!", "!touch", "\\",
    "\\$(touch PWN5)",
    " a  b", ";touch PWN6", "~", "*", "{a,b}", "=x", ":y:z", "@host", "é日本", "#c", "&touch PWN7&",
    "|touch PWN8",
    ">PWN9", "(x)", "[x]", "?", "%1", "^a^b", "$x", "${PWN}", "$'a'", "a\"b'c`d", "$\u{301}(touch PWN10)",
    "`\u{301}touch PWN11`", "'", "\"", "\\'", "x\u{A0}y", "\u{1F600}", "'!'", "\"!\"", "a'$(touch PWN12)'b",
    "m$(touch PWN13)a", "m$(touch PWN13)b",
  ]

  private static var words: [String] {
    ends.enumerated().map { "k" + ($0 < 10 ? "0" : "") + "\($0)\($1)" }
  }

  /// The common prefix of two further keys, which completion inserts without either's suffix.
  private static let shared = "s'\"$(touch PWN21)`touch PWN22`!;\\ "

  init() throws {
    workspace = try Workspace(content: nil)
    // Keys with characters that can't be typed aren't offered.
    let hidden = ["k00\n;touch PWN20;", "k00\u{1B}[2J", "k00\u{202E}x", "k00\tx", "k00\u{9B}2J"]
    var properties: [String: Any] = [:]
    for word in Self.words + hidden + ["a", "b"].map({ Self.shared + $0 }) {
      properties[word] = ["type": "string", "title": "T\n-PWN\tx\u{1B}"]
    }
    let choices = (Self.words + hidden).map { ["const": $0, "title": "C\n-PWN\tx\u{1B}]0;PWN\u{7}"] }
    properties["level"] = ["type": "string", "title": "Level", "oneOf": choices] as [String: Any]
    let form: [String: Any] = ["type": "object", "title": "Hostile", "properties": properties]
    try JSONSerialization.data(withJSONObject: form).write(
      to: URL(fileURLWithPath: workspace.folder + "/server.form.json"))
    try #"{"$schema": "server.form.json"}"#
      .write(toFile: workspace.file, atomically: false, encoding: .utf8)
    for name in [
      "f$(touch PWN30)\"`!;~.json", "i';touch PWN32;'.json", "g\n;touch PWN31;\n.json", "hé \\x.json",
    ] {
      try "{}".write(toFile: workspace.folder + "/" + name, atomically: false, encoding: .utf8)
    }
    // Records its arguments and forwards completion.
    let program = """
      #!/bin/sh
      if [ "$1" = __complete ]; then exec '\(BuiltPrograms.settingsTUI)' "$@"; fi
      printf '%s\\0' "$@" >'\(workspace.folder)/received'
      echo 'called'' once'
      """
    try workspace.write(program: "bin/settings-tui", program)
  }

  private var received: [String] {
    (workspace.text(of: "received") ?? "").split(separator: "\0", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  /// Types a line, presses Tab and Enter, and returns the program's arguments.
  private func complete(_ typed: [String], in shell: Pty) throws -> [String] {
    for text in typed { try shell.send(text + "\t") }
    try shell.send("\r")
    try shell.wait("a call and the next prompt") { text in
      text.range(of: "called once").map { text[$0.upperBound...].contains("ready>") } ?? false
    }
    return received
  }

  private func check(_ shell: Pty, _ name: String, quotes: [String]) throws {
    try shell.wait(for: "ready>")
    for (turn, quote) in quotes.enumerated() {
      // Each word is a key in some quotation marks and a choice in the others.
      let hasChoices = !quote.contains("\"\"") && !quote.contains("''") && quote != "$\""
      for (number, word) in Self.words.enumerated() {
        let start = "k" + (number < 10 ? "0" : "") + "\(number)"
        if hasChoices, (number + turn).isMultiple(of: 2) {
          let choice = try complete(["settings-tui set settings.json \(quote)level=\(start)"], in: shell)
          #expect(choice == ["set", "settings.json", "level=" + word], "\(name) \(quote)")
        } else {
          let pointer = "/" + word.replacing("~", with: "~0").replacing("/", with: "~1")
          let key = try complete(["settings-tui get settings.json \(quote)/\(start)"], in: shell)
          #expect(key == ["get", "settings.json", pointer], "\(name) \(quote)")
        }
      }
      let files = [("f", "$(touch PWN30)\"`!;~.json"), ("h", "é \\x.json")]
      // zsh doesn't complete after a backslash in these quotation marks.
      if name != "zsh" || quote != "$'" {
        let shared = try complete(["settings-tui get settings.json \(quote)/s", "b"], in: shell)
        #expect(shared == ["get", "settings.json", "/" + Self.shared + "b"], "\(name) \(quote)")
      }
      // The shells' file completion doesn't support these quotation marks.
      guard quote != "$\"" else { continue }
      // zsh doesn't close single quotation marks after a name with a single quote.
      for (file, rest) in files + (quote == "'" ? [] : [("i", "';touch PWN32;'.json")]) {
        let called = try complete(["settings-tui list \(quote)\(file)"], in: shell)
        #expect(called == ["list", file + rest], "\(name) \(quote)")
      }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: workspace.folder)
    #expect(files.filter { $0.hasPrefix("PWN") }.isEmpty, "\(name)")
  }

  private func environment(_ more: [String: String] = [:]) -> [String: String] {
    [
      "PATH": "\(workspace.folder)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")",
      "HOME": workspace.folder,
    ].merging(more) { $1 }
  }

  private static var scripts: String {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder.path + "/Share/completions"
  }

  @Test("bash executes no part of a word", .enabled(if: BuiltPrograms.tool("bash") != nil, "bash is missing"))
  func bash() throws {
    try "PS1='ready> '; bind 'set enable-bracketed-paste off'; source '\(Self.scripts)/settings-tui.bash'\n"
      .write(toFile: workspace.folder + "/rc", atomically: false, encoding: .utf8)
    let bash = try #require(BuiltPrograms.tool("bash"))
    let shell = try Pty(
      bash, ["--noprofile", "--rcfile", "rc", "-i"], in: workspace.folder, columns: 400,
      environment: environment())
    try check(shell, "bash", quotes: ["", "'", "\"", "$'", "$\"", "''", "\"\"'"])
  }

  @Test("zsh executes no part of a word", .enabled(if: BuiltPrograms.tool("zsh") != nil, "zsh is missing"))
  func zsh() throws {
    try """
    fpath=('\(Self.scripts)' $fpath)
    autoload -Uz compinit && compinit -u -D
    PS1='ready> '
    """.write(toFile: workspace.folder + "/.zshrc", atomically: false, encoding: .utf8)
    let zsh = try #require(BuiltPrograms.tool("zsh"))
    let shell = try Pty(
      zsh, ["-i"], in: workspace.folder, columns: 400, environment: environment(["ZDOTDIR": workspace.folder])
    )
    try check(shell, "zsh", quotes: ["", "'", "\"", "$'"])
  }

  @Test("fish executes no part of a word", .enabled(if: BuiltPrograms.tool("fish") != nil, "fish is missing"))
  func fish() throws {
    let config = workspace.folder + "/.config/fish"
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    try """
    function fish_prompt; echo -n 'ready> '; end
    function fish_greeting; end
    source '\(Self.scripts)/settings-tui.fish'
    """.write(toFile: config + "/config.fish", atomically: false, encoding: .utf8)
    let fish = try #require(BuiltPrograms.tool("fish"))
    let shell = try Pty(fish, ["-i"], in: workspace.folder, columns: 400, environment: environment())
    try check(shell, "fish", quotes: ["", "'", "\""])
  }

  @Test("No candidate contains a control character or a line break")
  func lines() throws {
    for words in [["words", "set", "settings.json", ""], ["words", "set", "settings.json", "level="]] {
      let result = try Run(BuiltPrograms.settingsTUI, ["__complete"] + words, in: workspace.folder)
      let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
      // A path writes line breaks, tabs and escapes in keys as JSON, so three of the hidden keys can be typed.
      let more = words.last == "" ? ["level", "shared a", "shared b", "\\n", "\\t", "\\u001b"].count : 0
      #expect(lines.count == Self.words.count + more + 2)
      for line in lines.dropFirst().dropLast() {
        #expect(line.first == "+" || line.first == "-")
        #expect(line.split(separator: "\t", omittingEmptySubsequences: false).count == 2)
        #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\t" })
      }
    }
  }
}
