import Foundation
import TestSupport
import Testing

/// What people change in the files of well-known programs, by the command line. `EverydayChangeTests` makes the same edits in the editor.
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

    /// The number of lines that the edit changes.
    var changedLines: Int {
      let lines = [file.content, expected].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      return lines[0].count == lines[1].count ? zip(lines[0], lines[1]).count { $0 != $1 } : lines[1].count
    }
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
    Edit(.package, "version=1.3.0", "version", [.enter, "1.3.0", .enter], "1.2.0", "1.3.0"),
    Edit(.package, "author=Ada", "author", [.enter, .enter, "Ada", .enter], "Grace", "Ada"),
    Edit(.package, "scripts.test=vitest", "jest", [.enter, "vitest", .enter], "jest", "vitest"),
    Edit(.package, "dependencies.react=^19.0.0", "react", [.enter, "^19.0.0", .enter], "^18.2.0", "^19.0.0"),
    Edit(
      .package, "files.-=bin", "files", [.enter, .press("a"), "bin", .enter, .escape], "[\"lib\"]",
      "[\"lib\", \"bin\"]"),
    Edit(
      .tsconfig, "compilerOptions.strict=true", "strict", [.enter], "\"strict\": false", "\"strict\": true"),
    Edit(
      .tsconfig, "compilerOptions.target=ES2022", "target", [.enter, .down, .enter], "\"ES2017\"",
      "\"ES2022\""),
    Edit(
      .tsconfig, "compilerOptions.lib.-=ES2022", "lib", [.enter, .press("a"), "ES2022", .enter, .escape],
      "[\"DOM\"]", "[\"DOM\", \"ES2022\"]"),
    Edit(
      .tsconfig, "compilerOptions.module=esnext", "module", [.enter, "esnext", .enter], "\"commonjs\"",
      "\"esnext\""),
    Edit(
      .tsconfig, "include.-=tests", "include", [.enter, .press("a"), "tests", .enter, .escape], "[\"src\"]",
      "[\"src\", \"tests\"]"),
    Edit(
      .code, "\"editor.fontSize\"=16", "fontSize", [.enter, "16", .enter], "\"editor.fontSize\": 14",
      "\"editor.fontSize\": 16"),
    Edit(
      .code, "\"editor.tabSize\"=2", "tab size", [.enter, "2", .enter], "\"editor.tabSize\": 4",
      "\"editor.tabSize\": 2"),
    Edit(
      .code, "\"workbench.colorTheme\"=Monokai", "theme", [.enter, "Monokai", .enter], "Default Dark+",
      "Monokai"),
    Edit(
      .code, "\"files.exclude\".\"**/.git\"=false", ".git", [.enter, .down, .enter], "\"**/.git\": true",
      "\"**/.git\": false"),
    Edit(
      .code, "\"[markdown]\".\"editor.wordWrap\"=on", "markdown", [.enter, .enter, .down, .enter],
      "\"editor.wordWrap\": \"off\"", "\"editor.wordWrap\": \"on\""),
    Edit(.renovate, "automerge=true", "automerge", [.enter], "\"automerge\": false", "\"automerge\": true"),
    Edit(
      .renovate, "prHourlyLimit=5", "hourly", [.enter, "5", .enter], "\"prHourlyLimit\": 2",
      "\"prHourlyLimit\": 5"),
    Edit(
      .renovate, "timezone=Asia/Tokyo", "timezone", [.enter, "Asia/Tokyo", .enter], "Europe/Berlin",
      "Asia/Tokyo"),
    Edit(
      .renovate, "extends.-=:dependencyDashboard", "extends",
      [.enter, .press("a"), ":dependencyDashboard", .enter, .escape], "[\"config:recommended\"]",
      "[\"config:recommended\", \":dependencyDashboard\"]"),
    Edit(
      .renovate, "packageRules.0.enabled=false", "enabled", [.enter], "\"enabled\": true",
      "\"enabled\": false"),
    Edit(.workflow, "name=Build", "name", [.enter, "Build", .enter], "\"CI\"", "\"Build\""),
    Edit(
      .workflow, "on.push.branches.-=dev", "branches", [.enter, .press("a"), "dev", .enter, .escape],
      "[\"main\"]", "[\"main\", \"dev\"]"),
    Edit(
      .workflow, "jobs.build.runs-on=ubuntu-24.04", "ubuntu", [.enter, .enter, "ubuntu-24.04", .enter],
      "ubuntu-22.04", "ubuntu-24.04"),
    Edit(
      .workflow, "jobs.build.timeout-minutes=20", "timeout", [.enter, .enter, "20", .enter],
      "\"timeout-minutes\": 10", "\"timeout-minutes\": 20"),
    Edit(
      .workflow, "jobs.build.steps.1.with.node-version:=\"22\"", "node-version",
      [.enter, .enter, "22", .enter], "\"node-version\": \"18\"", "\"node-version\": \"22\""),
    Edit(.docker, "debug=true", "debug", [.enter], "\"debug\": false", "\"debug\": true"),
    Edit(
      .docker, "log-driver=journald", "log-driver", [.enter, "journald", .enter], "json-file",
      "journald"),
    Edit(.docker, "log-opts.max-size=50m", "max-size", [.enter, "50m", .enter], "10m", "50m"),
    Edit(
      .docker, "dns.-=1.1.1.1", "dns", [.enter, .press("a"), "1.1.1.1", .enter, .escape], "[\"8.8.8.8\"]",
      "[\"8.8.8.8\", \"1.1.1.1\"]"),
    Edit(
      .docker, "live-restore=true", "live-restore", [.enter], "\"live-restore\": false",
      "\"live-restore\": true"),
    Edit(
      .terminal, "copyOnSelect=true", "copyOnSelect", [.enter], "\"copyOnSelect\": false",
      "\"copyOnSelect\": true"),
    Edit(
      .terminal, "initialCols=100", "initialCols", [.enter, "100", .enter], "\"initialCols\": 120",
      "\"initialCols\": 100"),
    Edit(
      .terminal, "initialRows=40", "initialRows", [.enter, "40", .enter], "\"initialRows\": 30",
      "\"initialRows\": 40"),
    Edit(
      .terminal, "profiles.list.0.hidden=true", "hidden", [.enter], "\"hidden\": false", "\"hidden\": true"),
    Edit(
      .terminal, "profiles.list.0.name=Shell", "Command Prompt",
      [.enter, .down, .down, .enter, "Shell", .enter], "Command Prompt", "Shell"),
    Edit(
      .devcontainer, "image=debian:13", "image", [.enter, "debian:13", .enter],
      "mcr.microsoft.com/devcontainers/base:bookworm", "debian:13"),
    Edit(.devcontainer, "remoteUser=vscode", "user", [.enter, "vscode", .enter], "\"root\"", "\"vscode\""),
    Edit(
      .devcontainer, "forwardPorts.-=5432", "ports", [.enter, .press("a"), "5432", .enter, .escape], "[3000]",
      "[3000, 5432]"),
    Edit(
      .devcontainer, "features.\"ghcr.io/devcontainers/features/node:1\".version:=\"22\"", "version",
      [.enter, "22", .enter], "\"version\": \"18\"", "\"version\": \"22\""),
    Edit(
      .devcontainer, "customizations.vscode.extensions.-=golang.go", "eslint",
      [.press("a"), "golang.go", .enter, .escape], "[\"dbaeumer.vscode-eslint\"]",
      "[\"dbaeumer.vscode-eslint\", \"golang.go\"]"),
    Edit(
      .codeAlone, "\"editor.fontSize\"=16", "fontSize", [.enter, "16", .enter], "\"editor.fontSize\": 14",
      "\"editor.fontSize\": 16"),
    Edit(
      .codeAlone, "\"editor.tabSize\"=2", "tab size", [.enter, "2", .enter], "\"editor.tabSize\": 4",
      "\"editor.tabSize\": 2"),
    Edit(
      .codeAlone, "\"workbench.colorTheme\"=Monokai", "theme", [.enter, "Monokai", .enter], "Default Dark+",
      "Monokai"),
    Edit(
      .codeAlone, "\"files.exclude\".\"**/.git\"=false", ".git", [.enter], "\"**/.git\": true",
      "\"**/.git\": false"),
    Edit(
      .codeAlone, "\"[markdown]\".\"editor.wordWrap\"=on", "wrap", [.enter, "on", .enter],
      "\"editor.wordWrap\": \"off\"", "\"editor.wordWrap\": \"on\""),
    Edit(.mcp, "mcpServers.files.command=node", "npx", [.enter, "node", .enter], "\"npx\"", "\"node\""),
    Edit(.mcp, "mcpServers.files.args.2=/home", "tmp", [.enter, "/home", .enter], "\"/tmp\"", "\"/home\""),
    Edit(.mcp, "mcpServers.files.env.ROOT=/var", "root", [.enter, "/var", .enter], "\"/srv\"", "\"/var\""),
    Edit(
      .mcp, "mcpServers.git.disabled=true", "disabled", [.enter], "\"disabled\": false", "\"disabled\": true"),
    Edit(
      .mcp, "mcpServers.git.args.-=verbose", "server-git", [.press("a"), "verbose", .enter, .escape],
      "[\"mcp-server-git\"]", "[\"mcp-server-git\", \"verbose\"]"),
    Edit(
      .package, "private=true", "private", [.enter, .press("Up"), .enter], "\"private\": false",
      "\"private\": true"),
    Edit(.prettier, "semi=false", "semi", [.enter], "\"semi\": true", "\"semi\": false"),
    Edit(
      .prettier, "overrides.0.files=*.spec.js", "overrides",
      [.enter, .enter, .enter, .enter, .clear, "*.spec.js", .enter, .escape, .escape], "*.test.js",
      "*.spec.js"),
    Edit(
      .eslint, "rules.no-console=warn", "no-console", [.enter, .press("Down"), .enter], "\"off\"", "\"warn\""),
    Edit(.eslint, "env.browser=true", "env browser", [.enter], "\"browser\": false", "\"browser\": true"),
    Edit(
      .kea, "Dhcp4.subnet4.0.subnet=198.51.100.0/24", "subnet4",
      [.enter, .enter, .down, .enter, .clear, "198.51.100.0/24", .enter, .escape, .escape],
      "\"192.0.2.0/24\"", "\"198.51.100.0/24\""),
    Edit(
      .manifest, "icons.0.sizes=512x512", "sizes",
      [.enter, .down, .enter, .clear, "512x512", .enter], "\"any\"",
      "\"512x512\""),
  ]

  private func folder(_ file: EverydayFile) throws -> Workspace {
    let workspace = try Workspace()
    try file.content.write(toFile: workspace.folder + "/" + file.name, atomically: false, encoding: .utf8)
    if let schema = file.schema {
      try Data(schema.bytes).write(to: URL(fileURLWithPath: workspace.folder + "/form.json"))
    }
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
    #expect(edit.changedLines == 1)
    let set = try workspace.run(["set", "--yes"] + edit.file.options + [edit.file.name, edit.assignment])
    #expect(set.status == 0, "\(set.errors)")
    #expect(try content(edit.file, in: workspace) == edit.expected)
    let back = try workspace.run(["rollback", "--yes"] + edit.file.options + [edit.file.name])
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
      try await screen.perform(key)
    }
    try await screen.wait(for: "Enter accepts the key")
    try await screen.perform(.enter)
    try await screen.wait(for: "Enter Accept")
    for key in ["by Ada", Key.enter] { try await screen.perform(key) }
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
}

extension Screen {
  /// Presses a key and waits for its effect; returns the number of keys that don't type text.
  @discardableResult
  func perform(_ key: EverydayEditTests.Key) async throws -> Int {
    let before = try text()
    var presses = 0
    switch key {
    case .press(let name):
      try press(name)
      presses = 1
    case .type(let text): try type(text)
    case .focus(let title):
      while try !text().contains("▸\(title) ") { presses += try await perform(.down) }
      return presses
    }
    try await wait("an effect of \(key)") { $0 != before }
    return presses
  }
}
