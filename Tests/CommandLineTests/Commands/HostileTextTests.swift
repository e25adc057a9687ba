import Foundation
import TestSupport
import Testing

/// Control characters in strings of forms, files, names and other users are shown in a visible form, even in a pipe.
@Suite struct HostileTextTests {
  private let workspace: Workspace

  /// Clears the screen, sets the title, breaks and reorders the line, and contains C1, DEL and a tab.
  private static let hostile =
    "E\u{1B}[2J\u{1B}]0;T\u{7}\u{9B}31m\u{7F}\u{202E}\u{2066}\u{2028}\u{2029}\u{85}\r\nL\tX"

  init() throws {
    workspace = try Workspace(content: nil)
    let text = Self.hostile
    let form: [String: Any] = [
      "type": "object", "title": text, "description": text,
      "properties": [
        "plain": ["type": "string", "title": text, "description": text, "default": text],
        "\(text)": ["type": "string", "title": text],
        "limited": ["type": "string", "title": text, "pattern": "^[^\(text)]*$"],
        "chosen": [
          "title": text, "type": "string",
          "oneOf": [["const": text, "title": text], ["const": "a", "title": text]],
        ],
        "count": ["type": "integer", "title": text, "x-setting": ["unit": text, "sideEffects": [text]]],
      ],
    ]
    try write(form, to: "server.form.json")
    try write(
      ["$schema": "server.form.json", "plain": text, "chosen": text, "\(text)unknown": 1], to: "settings.json"
    )
  }

  private func write(_ json: [String: Any], to name: String) throws {
    let data = try JSONSerialization.data(withJSONObject: json)
    try data.write(to: URL(fileURLWithPath: workspace.folder + "/" + name))
  }

  /// Returns whether text contains only printable characters and line breaks.
  private func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: scalar == "\n"
      default: true
      }
    }
  }

  @Test(
    "Tables, reviews, logs, traces and errors contain no control characters and no additional lines")
  func prose() throws {
    let text = Self.hostile
    let commands: [([String], status: Int32)] = [
      (["list", "settings.json"], 0), (["check", "settings.json"], 0),
      (["get", "settings.json", "plain", "--why"], 0),
      (["set", "settings.json", "plain=\(text)2", "count=3", "--dry-run"], 0),
      (["set", "settings.json", "chosen=\(text)none"], 1), (["set", "settings.json", "limited=\(text)"], 1),
      (["set", "settings.json", "count=\(text)"], 1),
      (["set", "settings.json", "\(text)=3", "--dry-run"], 0),
      (["get", "settings.json", "\"\(text)no\""], 64), (["reset", "settings.json", "/\(text)no"], 1),
      (["get", "\(text).json", "plain"], 66), (["list", "settings.json", "--schema", "\(text).json"], 66),
      (["list", "settings.json", "--\(text)"], 64), (["help", text], 64),
      (["rollback", "settings.json", text], 64),
      (["apply", "settings.json", text], 66),
      (["set", "settings.json", "count=3", "--yes", "--message", text], 0),
      (["log", "settings.json"], 0), (["log", "settings.json", "0"], 0),
      (["set", "settings.json", "count=4", "--yes", "--commit", "exit 1 # \(text)"], 1),
      (["set", "settings.json", "count=4", "--yes", "--message", text, "--confirm-within", "600"], 0),
      (["log", "settings.json"], 0), (["set", "settings.json", "count=5", "--yes"], 1),
    ]
    for (words, status) in commands {
      let result = try Run(BuiltPrograms.settingsTUI, words, in: workspace.folder)
      #expect(result.status == status, "\(words): \(result.errors)")
      #expect(isHarmless(result.output), "\(words): \(result.output.debugDescription)")
      #expect(isHarmless(result.errors), "\(words): \(result.errors.debugDescription)")
      // A line break in data would start a line with the character after it.
      let lines = (result.output + result.errors).split(separator: "\n")
      #expect(!lines.contains { $0.drop { $0 == " " }.hasPrefix("L") }, "\(words): \(lines)")
    }
  }

  @Test("A value is printed unchanged, and JSON is valid")
  func exact() throws {
    #expect(try workspace.run("get", "settings.json", "plain").output == Self.hostile + "\n")
    let commands = [
      ["get", "settings.json", "plain", "--json"], ["get", "settings.json", "--json"],
      ["get", "settings.json"],
      ["list", "settings.json", "--json"],
      ["get", "settings.json", "plain", "--why", "--json"],
      ["set", "settings.json", "plain=\(Self.hostile)2", "--dry-run", "--json"],
    ]
    for words in commands {
      let result = try Run(BuiltPrograms.settingsTUI, words, in: workspace.folder)
      let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8), options: .fragmentsAllowed)
      #expect(JSONSerialization.isValidJSONObject([json]), "\(words)")
      #expect(result.output.contains("E\\u001b[2J"), "\(words): \(result.output)")
    }
  }

  @Test("Control characters in a file's name are shown in a visible form in all messages")
  func fileName() throws {
    let name = Self.hostile.replacing("/", with: "") + ".json"
    try FileManager.default.moveItem(atPath: workspace.file, toPath: workspace.folder + "/" + name)
    for words in [
      ["check", name], ["set", name, "count=x"], ["set", name, "count=3", "--yes"], ["get", name, "nothing"],
      ["set", name, "count=4", "--yes", "--confirm-within", "600"], ["list", name], ["cancel", name],
      ["log", name, "77"],
    ] {
      let result = try Run(BuiltPrograms.settingsTUI, words, in: workspace.folder)
      #expect(isHarmless(result.output + result.errors), "\(words): \(result)")
      let lines = (result.output + result.errors).split(separator: "\n")
      #expect(!lines.contains { $0.hasPrefix("L") }, "\(words): \(lines)")
    }
  }

  @Test("The suggested confirm command can be pasted into a shell with any file name")
  func confirming() throws {
    let name = "-a$(touch PWN)'b.json"
    try FileManager.default.moveItem(atPath: workspace.file, toPath: workspace.folder + "/" + name)
    let armed = try workspace.run("set", "--yes", "--confirm-within", "600", "--", name, "count=3")
    let line = try #require(armed.output.split(separator: "\n").last { $0.contains("settings-tui confirm ") })
    #expect(line.contains(#"confirm -- '-a$(touch PWN)'\''b.json' "#))
    let program = "'\(BuiltPrograms.settingsTUI)'"
    let pasted = line.trimmingCharacters(in: .whitespaces).replacing("settings-tui", with: program)
    #expect(try Run("/bin/sh", ["-c", pasted], in: workspace.folder).status == 0)
    #expect(workspace.text(of: "PWN") == nil)
  }

  @Test("The plain editor prints no control characters, even in a pipe")
  func plain() throws {
    let script =
      "printf '1\\n\\nx 1\\ns\\n\\n!\\n\\nT\\n\\nH\\n' | '\(BuiltPrograms.settingsTUI)' edit settings.json --plain"
    let result = try Run("/bin/sh", ["-c", script], in: workspace.folder)
    #expect(result.output.contains("1. "))
    #expect(isHarmless(result.output), "\(result.output.debugDescription)")
    #expect(isHarmless(result.errors), "\(result.errors.debugDescription)")
  }

  @Test("The end of the input, and not a signal, is why the plain editor has lost changes")
  func endOfInput() throws {
    try write(["type": "object", "properties": ["plain": ["type": "string"]]], to: "server.form.json")
    try write(["$schema": "server.form.json", "plain": "a"], to: "settings.json")
    let script = "printf '1\\n7\\n' | '\(BuiltPrograms.settingsTUI)' edit settings.json --plain"
    let result = try Run("/bin/sh", ["-c", script], in: workspace.folder)
    #expect(result.status == 1)
    #expect(
      result.errors.contains("settings.json: the input has ended; 1 change was not applied"),
      "\(result.errors)")
  }

  @Test("Text without control characters is unchanged in a pipe")
  func harmless() throws {
    let text = "日本語 e\u{301} 👩‍👩‍👧 ❤️ 🇩🇪 « »"
    let result = try workspace.run("set", "settings.json", "plain=\(text)", "--dry-run")
    #expect(result.output.contains("→ \(text)\n"))
  }
}
