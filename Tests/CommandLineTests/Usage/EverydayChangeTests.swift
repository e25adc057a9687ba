import Foundation
import TestSupport
import Testing

/// What people do to the files of well-known programs in the editor: the edits of `EverydayEditTests`, and adding, renaming, moving, commenting
/// and removing. One editor makes all changes of a file, one after the other.
@Suite("Everyday changes of well-known files", .enabled(if: Screen.isAvailable, "tmux is missing"))
struct EverydayChangeTests {
  /// One change: what is searched for, the keys after the search, and the text that changes.
  struct Change: Sendable {
    let query: String
    let keys: [EverydayEditTests.Key]
    let old: String
    let new: String

    init(_ query: String, _ keys: [EverydayEditTests.Key], _ old: String, _ new: String) {
      (self.query, self.keys, self.old, self.new) = (query, keys, old, new)
    }
  }

  struct Session: Sendable, CustomTestStringConvertible {
    let file: EverydayFile
    var changes: [Change]

    var testDescription: String { file.name }
  }

  static let sessions = [
    Session(
      file: .package,
      changes: [
        Change(
          "lint:css", [.press("a"), "build", .enter, "tsc", .enter], "\"stylelint\"\n",
          "\"stylelint\",\n    \"build\": \"tsc\"\n"),
        Change("lint:css", [.press("F2"), .clear, "lint:style", .enter], "lint:css", "lint:style"),
        Change("left-pad", [.press("d")], "    \"left-pad\": \"^1.3.0\",\n", ""),
        Change("jest", [.press("#"), "Slow", .enter], "    \"test\"", "    // Slow\n    \"test\""),
      ]),
    Session(
      file: .tsconfig,
      changes: [
        Change("strict", [.press("C")], "\"strict\": false", "// \"strict\": false"),
        Change("strict", [.press("C")], "// \"strict\": false", "\"strict\": false"),
        Change(
          "module", [.press("#"), .clear, "Modules of Node", .enter], "/* Modules */", "// Modules of Node"),
        Change(
          "strict", [.press("J"), .press("C-k"), "null", .press("C-s")], "\"strict\": false",
          "\"strict\": null"),
      ]),
    Session(
      file: .mcp,
      changes: [
        Change(
          "server-filesystem", [.press("<")], "\"-y\", \"server-filesystem\"", "\"server-filesystem\", \"-y\""
        ),
        Change(
          "server-filesystem", [.press("D")], "\"server-filesystem\"",
          "\"server-filesystem\", \"server-filesystem\""),
        Change(
          "server-filesystem", [.press("d")], "\"server-filesystem\", \"server-filesystem\"",
          "\"server-filesystem\""),
        Change(
          "npx", [.press("#"), "Local", .enter], "\"command\": \"npx\"",
          "// Local\n      \"command\": \"npx\""),
        Change(
          "disabled", [.press("C")], ",\n      \"disabled\": false", "\n      // \"disabled\": false"),
      ]),
    Session(
      file: .code,
      changes: [
        Change(
          "fontSize", [.press("Y"), .down, .press("C-y")], "\"editor.tabSize\": 4", "\"editor.tabSize\": 14"),
        Change("theme", [.press("d")], "  \"workbench.colorTheme\": \"Default Dark+\",\n", ""),
      ]),
  ]

  /// The edits of the command line, by file.
  private static var edits: [Session] {
    guard TestData.has("schemastore"), TestData.has("windows-terminal") else { return [] }
    var sessions: [Session] = []
    for edit in EverydayEditTests.edits {
      let change = Change(edit.query, edit.keys, edit.old, edit.new)
      let isOfFile = { (session: Session) in
        session.file.name == edit.file.name && session.file.options == edit.file.options
      }
      if let index = sessions.firstIndex(where: isOfFile) {
        sessions[index].changes.append(change)
      } else {
        sessions.append(Session(file: edit.file, changes: [change]))
      }
    }
    return sessions
  }

  @Test(
    "Given a file, when changes are made one after the other, then each changes only its own text and takes at most 12 keys",
    arguments: sessions + edits)
  func changes(_ session: Session) async throws {
    let file = session.file
    let workspace = try Workspace()
    let path = workspace.folder + "/" + file.name
    try file.content.write(toFile: path, atomically: false, encoding: .utf8)
    if let schema = file.schema {
      try Data(schema.bytes).write(to: URL(fileURLWithPath: workspace.folder + "/form.json"))
    }
    let screen = try Screen(
      "cd '\(workspace.folder)'; '\(BuiltPrograms.settingsTUI)' edit \(file.options.joined(separator: " ")) "
        + "'\(file.name)'; echo The end; cat", columns: 100, rows: 40)
    try await screen.wait(for: "no changes")
    var expected = file.content
    for change in session.changes {
      try screen.press("/")
      try await screen.wait(for: "Esc Back")
      try screen.type(change.query)
      try await screen.wait("a result") { $0.contains("found") && !$0.contains(" 0 found") }
      try screen.press("Enter")
      try await screen.wait("the settings") { !$0.contains("found") }
      // The keys for the search, the review and the apply.
      var presses = 4
      for key in change.keys { presses += try await screen.perform(key) }
      #expect(presses <= 12, "\(change.query)")
      try await screen.wait(for: "● 1 change")
      try screen.press("s")
      try await screen.wait(for: "Review")
      try screen.press("s")
      try await screen.wait("the apply") { $0.contains("Applied") && !$0.contains("● 1 change") }
      expected = expected.replacing(change.old, with: change.new)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == expected, "\(change.query)")
      // Nested pages close.
      for _ in 0..<3 where try screen.text().contains("Esc Back") { try await screen.perform(.escape) }
    }
    try screen.press("q")
    _ = try await screen.wait(for: "The end")
    let back = try workspace.run(["rollback", "--yes"] + file.options + [file.name])
    let last = try #require(session.changes.last)
    #expect(back.status == 0, "\(back.errors)")
    #expect(try String(contentsOfFile: path, encoding: .utf8).replacing(last.old, with: last.new) == expected)
  }

  /// Lines of the line-by-line editor, and what they change.
  struct Conversation: Sendable, CustomTestStringConvertible {
    let name: String
    let file: EverydayFile
    let lines: [String]
    let old: String
    let new: String

    init(_ name: String, _ file: EverydayFile, _ lines: [String], _ old: String, _ new: String) {
      (self.name, self.file, self.lines, self.old, self.new) = (name, file, lines, old, new)
    }

    var testDescription: String { name }
  }

  static let conversations = [
    Conversation("type a value", .package, ["2", "1.3.0"], "1.2.0", "1.3.0"),
    Conversation("choose", .package, ["3", "true"], "\"private\": false", "\"private\": true"),
    Conversation(
      "add a key", .package, ["5", "a build", "tsc"], "\"stylelint\"\n",
      "\"stylelint\",\n    \"build\": \"tsc\"\n"),
    Conversation("rename", .package, ["5", "F2 3", "lint:style"], "lint:css", "lint:style"),
    Conversation("remove", .package, ["6", "d 1"], "    \"left-pad\": \"^1.3.0\",\n", ""),
    Conversation("add an element", .package, ["7", "a bin"], "[\"lib\"]", "[\"lib\", \"bin\"]"),
    Conversation("edit as JSON", .package, ["J 7", "[\"bin\"]"], "[\"lib\"]", "[\"bin\"]"),
    Conversation(
      "comment", .package, ["# 2", "For the shop"], "  \"version\"", "  // For the shop\n  \"version\""),
    Conversation("comment out", .package, ["C 3"], "  \"private\"", "  // \"private\""),
    Conversation(
      "comment out in the tree", .tsconfig, ["T", "C 2"],
      """
        "compilerOptions": {
          "target": "ES2017", // for old browsers
          "strict": false,
          "lib": ["DOM"],
          /* Modules */
          "module": "commonjs"
        },
      """,
      """
        // "compilerOptions": {
        //   "target": "ES2017", // for old browsers
        //   "strict": false,
        //   "lib": ["DOM"],
        //   /* Modules */
        //   "module": "commonjs"
        // },
      """),
    Conversation(
      "edit a section as JSON", .mcp,
      ["T", "J 11", #"{"command": "uvx", "args": ["mcp-server-git"], "disabled": true}"#],
      "\"disabled\": false", "\"disabled\": true"),
    Conversation(
      "move", .mcp, ["/mcpServers.files.args", "2", "< 2"], "\"-y\", \"server-filesystem\"",
      "\"server-filesystem\", \"-y\""),
    Conversation(
      "duplicate", .mcp, ["/mcpServers.files.args", "2", "D 3"], "\"/tmp\"", "\"/tmp\", \"/tmp\""),
    Conversation("paste", .code, ["Y 4", "^Y 5"], "\"editor.tabSize\": 4", "\"editor.tabSize\": 14"),
    Conversation("reset", .code, ["r 5"], "  \"editor.tabSize\": 4,\n", ""),
  ]

  @Test(
    "Given the line-by-line editor, when a change of each kind is made, then it changes only its own text",
    arguments: conversations)
  func plain(_ conversation: Conversation) throws {
    let file = conversation.file
    let workspace = try Workspace()
    let path = workspace.folder + "/" + file.name
    try file.content.write(toFile: path, atomically: false, encoding: .utf8)
    if let schema = file.schema {
      try Data(schema.bytes).write(to: URL(fileURLWithPath: workspace.folder + "/form.json"))
    }
    let lines = (conversation.lines + ["", "", "", "s", "s", "q"]).map { $0 + "\n" }.joined()
    try lines.write(toFile: workspace.folder + "/lines", atomically: false, encoding: .utf8)
    let command =
      "XDG_STATE_HOME=$PWD/state exec '\(BuiltPrograms.settingsTUI)' edit --plain \(file.options.joined(separator: " ")) "
      + "'\(file.name)'"
    let run = try Run("/bin/sh", ["-c", "cat lines | (\(command))"], in: workspace.folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(
      try String(contentsOfFile: path, encoding: .utf8)
        == file.content.replacing(conversation.old, with: conversation.new), "\(run.output)")
  }
}
