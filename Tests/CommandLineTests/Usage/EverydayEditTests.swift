import Foundation
import TestSupport
import Testing

/// What people change in the files of well-known programs, by the command line and in the editor.
@Suite(
  "Everyday edits of well-known files",
  .enabled(if: TestData.has("schemastore") && TestData.has("windows-terminal"), "the test data is missing"))
struct EverydayEditTests {
  /// One edit: what is typed on the command line, the keys in the editor, and the line that changes.
  struct Edit: Sendable, CustomTestStringConvertible {
    let file: EverydayFile
    let assignment: String
    /// What is searched for in the editor.
    let query: String
    /// The keys after the search; text is typed.
    let keys: [Key]
    let old: String
    let new: String

    init(
      _ file: EverydayFile, _ assignment: String, _ query: String, _ keys: [Key], _ old: String, _ new: String
    ) {
      self.file = file
      self.assignment = assignment
      self.query = query
      self.keys = keys
      self.old = old
      self.new = new
    }

    var testDescription: String { "\(file.name): \(assignment)" }

    /// The content after the edit.
    var expected: String { file.content.replacing(old, with: new) }
  }

  /// A key or typed text.
  enum Key: Sendable, ExpressibleByStringLiteral {
    case press(String)
    case type(String)
    /// Goes down to the row with a title.
    case focus(String)

    init(stringLiteral text: String) { self = .type(text) }

    static let enter = Key.press("Enter")
    static let down = Key.press("Down")
    static let escape = Key.press("Escape")
    /// Empties a field.
    static let clear = Key.press("C-u")
  }

  static let edits: [Edit] = [
    Edit(.package, "version=1.3.0", "version", [.enter, .clear, "1.3.0", .enter], "1.2.0", "1.3.0"),
    Edit(
      .package, "private=true", "private", [.enter, .press("Up"), .enter], "\"private\": false",
      "\"private\": true"),
    Edit(.package, "author=Ada", "author", [.enter, .enter, .clear, "Ada", .enter], "Grace", "Ada"),
    Edit(
      .package, "scripts.test=vitest", "scripts", [.enter, .down, .enter, .clear, "vitest", .enter, .escape],
      "jest", "vitest"),
    Edit(
      .package, "dependencies.react=^19.0.0", "dependencies",
      [.enter, .down, .enter, .clear, "^19.0.0", .enter, .escape], "^18.2.0", "^19.0.0"),
    Edit(
      .package, "files.-=bin", "files", [.enter, "a", "bin", .enter, .escape], "[\"lib\"]",
      "[\"lib\", \"bin\"]"),
    Edit(
      .tsconfig, "compilerOptions.strict=true", "compilerOptions", [.enter, .down, .enter, .escape],
      "\"strict\": false", "\"strict\": true"),
    Edit(
      .tsconfig, "compilerOptions.target=ES2022", "compilerOptions",
      [.enter, .enter, .down, .enter, .escape], "\"ES2017\"", "\"ES2022\""),
    Edit(
      .tsconfig, "compilerOptions.lib.-=ES2022", "compilerOptions",
      [.enter, .down, .down, .enter, "a", "ES2022", .enter, .escape, .escape], "[\"DOM\"]",
      "[\"DOM\", \"ES2022\"]"),
    Edit(.prettier, "semi=false", "semi", [.enter], "\"semi\": true", "\"semi\": false"),
    Edit(
      .prettier, "overrides.0.files=*.spec.js", "overrides",
      [.enter, .enter, .enter, .enter, .clear, "*.spec.js", .enter, .escape, .escape], "*.test.js",
      "*.spec.js"),
    Edit(
      .eslint, "rules.no-console=warn", "no-console", [.enter, .press("Down"), .enter], "\"off\"", "\"warn\""),
    Edit(.eslint, "env.browser=true", "env browser", [.enter], "\"browser\": false", "\"browser\": true"),
    Edit(
      .code, "\"editor.fontSize\"=16", "fontSize", [.enter, .clear, "16", .enter], "\"editor.fontSize\": 14",
      "\"editor.fontSize\": 16"),
    Edit(
      .code, "\"files.exclude\".\"**/.git\"=false", "files.exclude",
      [.enter, .enter, .press("Down"), .enter, .escape], "\"**/.git\": true", "\"**/.git\": false"),
    Edit(
      .code, "\"[markdown]\".\"editor.wordWrap\"=on", "[markdown]", [.enter, .enter, .down, .enter, .escape],
      "\"editor.wordWrap\": \"off\"", "\"editor.wordWrap\": \"on\""),
    Edit(
      .terminal, "profiles.list.0.hidden=true", "profiles",
      [.enter, .enter, .enter, .enter, .focus("hidden"), .enter, .escape, .escape, .escape],
      "\"hidden\": false", "\"hidden\": true"),
    Edit(
      .docker, "log-opts.max-size=50m", "max-size", [.enter, .down, .enter, .clear, "50m", .enter], "10m",
      "50m"),
    Edit(
      .kea, "Dhcp4.subnet4.0.subnet=198.51.100.0/24", "subnet4",
      [.enter, .enter, .down, .enter, .clear, "198.51.100.0/24", .enter, .escape, .escape],
      "\"192.0.2.0/24\"", "\"198.51.100.0/24\""),
    Edit(
      .manifest, "icons.0.sizes=512x512", "icons",
      [.enter, .enter, .down, .enter, .down, .enter, .clear, "512x512", .enter, .escape, .escape], "\"any\"",
      "\"512x512\""),
  ]

  private func folder(_ file: EverydayFile) throws -> Workspace {
    let workspace = try Workspace()
    try file.content.write(toFile: workspace.folder + "/" + file.name, atomically: false, encoding: .utf8)
    try Data(file.schema.bytes).write(to: URL(fileURLWithPath: workspace.folder + "/form.json"))
    return workspace
  }

  private func content(_ file: EverydayFile, in workspace: Workspace) throws -> String {
    try String(contentsOfFile: workspace.folder + "/" + file.name, encoding: .utf8)
  }

  @Test(
    "Given a file and its schema, when one value is set, then one line changes and rolls back",
    arguments: edits)
  func commandLine(_ edit: Edit) throws {
    let workspace = try folder(edit.file)
    #expect(edit.expected != edit.file.content)
    let set = try workspace.run("set", "--yes", "--schema", "form.json", edit.file.name, edit.assignment)
    #expect(set.status == 0, "\(set.errors)")
    #expect(try content(edit.file, in: workspace) == edit.expected)
    let back = try workspace.run("rollback", "--yes", "--schema", "form.json", edit.file.name)
    #expect(back.status == 0, "\(back.errors)")
    #expect(try content(edit.file, in: workspace) == edit.file.content)
  }

  @Test(
    "Given a file and its schema, when one value is changed in the editor, then one line changes and rolls back",
    .enabled(if: Screen.isAvailable, "tmux is missing"), arguments: edits)
  func editor(_ edit: Edit) async throws {
    let workspace = try folder(edit.file)
    let screen = try Screen(
      "cd '\(workspace.folder)'; '\(BuiltPrograms.settingsTUI)' edit --schema form.json '\(edit.file.name)'; "
        + "echo The end; cat", columns: 100, rows: 40)
    try await screen.wait(for: "no changes")
    try screen.press("/")
    try await screen.wait(for: "Esc Back")
    try screen.type(edit.query)
    try await screen.wait("a result") { $0.contains("found") && !$0.contains(" 0 found") }
    try screen.press("Enter")
    try await screen.wait("the settings") { !$0.contains("found") }
    for key in edit.keys { try await perform(key, on: screen) }
    try await screen.wait(for: "1 change")
    try screen.press("s")
    try await screen.wait(for: "Review")
    try screen.press("s")
    try await screen.wait(for: "Applied 1 change")
    #expect(try content(edit.file, in: workspace) == edit.expected)
    try screen.press("q")
    try await screen.wait(for: "The end")
    let back = try workspace.run("rollback", "--yes", "--schema", "form.json", edit.file.name)
    #expect(back.status == 0, "\(back.errors)")
    #expect(try content(edit.file, in: workspace) == edit.file.content)
  }

  @Test(
    "Given a section with keys of any name, when a key is added in the editor, then it is set beside the staged changes, which can be undone",
    .enabled(if: Screen.isAvailable, "tmux is missing"))
  func addingKey() async throws {
    let workspace = try folder(.package)
    let screen = try Screen(
      "cd '\(workspace.folder)'; '\(BuiltPrograms.settingsTUI)' edit --schema form.json package.json; "
        + "echo The end; cat", columns: 100, rows: 40)
    try await screen.wait(for: "no changes")
    for key in [Key.focus("version"), .enter, .clear, "1.3.0", .enter, .press("A"), "_note"] {
      try await perform(key, on: screen)
    }
    try await screen.wait(for: "Enter accepts the key")
    try await perform(.enter, on: screen)
    try await screen.wait(for: "Enter Accept")
    for key in ["by Ada", Key.enter] { try await perform(key, on: screen) }
    try await screen.wait(for: "2 changes")
    for _ in 0..<2 { try screen.press("u") }
    try await screen.wait(for: "no changes")
    for _ in 0..<2 { try screen.press("C-r") }
    try await screen.wait(for: "2 changes")
    try screen.press("s")
    try await screen.wait(for: "Review")
    try screen.press("s")
    try await screen.wait(for: "Applied 2 changes")
    let expected = EverydayFile.package.content.replacing("1.2.0", with: "1.3.0")
      .replacing("[\"lib\"]", with: "[\"lib\"],\n  \"_note\": \"by Ada\"")
    #expect(try content(.package, in: workspace) == expected)
    try screen.press("q")
    try await screen.wait(for: "The end")
  }

  /// Presses a key and waits for its effect.
  private func perform(_ key: Key, on screen: Screen) async throws {
    let before = try screen.text()
    switch key {
    case .press(let name): try screen.press(name)
    case .type(let text): try screen.type(text)
    case .focus(let title):
      while try !screen.text().contains("▸\(title) ") { try await perform(.down, on: screen) }
      return
    }
    try await screen.wait("an effect of \(key)") { $0 != before }
  }
}
