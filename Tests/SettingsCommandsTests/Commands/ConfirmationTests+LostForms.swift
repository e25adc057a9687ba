import Foundation
import TestSupport
import Testing

/// What happens to the form while an apply waits for its confirmation.
enum FormLoss: String, CaseIterable, CustomTestStringConvertible {
  /// The form's file is removed, or isn't a form any more.
  case removed, garbage, folder
  /// The apply itself names another form, which doesn't exist.
  case renamedByApply
  /// The file isn't JSON, or not an object, any more.
  case malformed, scalar

  var testDescription: String { rawValue }
}

extension ConfirmationTests {
  /// Applies with a confirmation, and then loses the form; returns the ID.
  private func arm(losing loss: FormLoss) async throws -> String {
    let form = Workspace.form.replacing(
      "\"properties\": {\n    \"network\"",
      with: "\"properties\": {\n    \"$schema\": {\"type\": \"string\"},\n    \"network\"")
    try #require(form != Workspace.form)
    let path = workspace.folder + "/server.form.json"
    try Data(form.utf8).write(to: URL(fileURLWithPath: path))
    let id = try await arm(loss == .renamedByApply ? "$schema=other.form.json" : "network.port=9001")
    switch loss {
    case .removed: try FileManager.default.removeItem(atPath: path)
    case .garbage: try Data("garbage {".utf8).write(to: URL(fileURLWithPath: path))
    case .folder:
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .renamedByApply: break
    case .malformed: try Data("{ broken".utf8).write(to: URL(fileURLWithPath: workspace.file))
    case .scalar: try Data("5".utf8).write(to: URL(fileURLWithPath: workspace.file))
    }
    return id
  }

  @Test(
    "Without the form, the waiting process restores the old content, and if it was killed, any command does first",
    arguments: FormLoss.allCases,
    [
      ["get", "settings.json", "network.port"], ["log", "settings.json"], ["check", "settings.json"],
      ["set", "settings.json", "verbose=true", "--yes"], ["show", "settings.json"],
      ["diff", "settings.json", "1"],
      ["get", "settings.json", "--schema", "server.form.json"], ["__watch", "--", "settings.json"],
    ])
  func lostFormAfterRestart(loss: FormLoss, words: [String]) async throws {
    let id = try await arm(losing: loss)
    try workspace.expireConfirmation()
    let isWatcher = words[0] == "__watch"
    let result = await workspace.run(words + (isWatcher ? [id] : [])) { _ in }
    if !isWatcher { #expect(result.errors.contains("the old settings are restored"), "\(result.errors)") }
    let isForm = loss == .renamedByApply || loss == .malformed || loss == .scalar
    if words.contains("--schema") {
      #expect((result.status == 0) == isForm, "\(result.errors)")
    } else {
      #expect(result.status == 0, "\(result.errors)")
    }
    let expected =
      words[0] == "set"
      ? Workspace.content.replacing("\"verbose\": false", with: "\"verbose\": true") : Workspace.content
    #expect(workspace.content == expected)
    #expect(!(result.output + result.errors).contains("hunter2"), "\(result.output) \(result.errors)")
  }

  @Test("Without the form, a person can cancel and confirm", arguments: FormLoss.allCases, [true, false])
  func lostFormDecided(loss: FormLoss, namesForm: Bool) async throws {
    let form = namesForm ? ["--schema", "server.form.json"] : []
    for command in ["cancel", "confirm"] {
      let workspace = try ConfirmationTests()
      let id = try await workspace.arm(losing: loss)
      let stored = workspace.workspace.content
      let result = await workspace.workspace.run([command, "settings.json", id] + form)
      #expect(result.status == 0, "\(command) \(result.errors)")
      #expect(workspace.workspace.content == (command == "cancel" ? Workspace.content : stored))
      #expect(!(result.output + result.errors).contains("hunter2"), "\(result.output) \(result.errors)")
      if command == "cancel", loss == .renamedByApply {
        #expect(result.output.contains("other.form.json → server.form.json"), "\(result.output)")
      }
    }
  }

  @Test("Old content that today's form refuses is restored and reported")
  func refusedOldContent() async throws {
    _ = try await arm()
    try Data(Workspace.form.replacing("\"minimum\": 1", with: "\"minimum\": 9001").utf8)
      .write(to: URL(fileURLWithPath: workspace.folder + "/server.form.json"))
    let result = await workspace.run("cancel", "settings.json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("settings.json:5:13: warning: network.port"), "\(result.errors)")
    #expect(workspace.content == Workspace.content)
  }
}
