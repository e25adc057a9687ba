import TestSupport
import Testing

@testable import SettingsCommands

/// `log`, `rollback` and `diff` of a file that isn't JSON or is missing.
@Suite struct MalformedHistoryTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private static let good = Workspace.content.replacing("9000", with: "9001")
  private static let malformed = good.replacing("9001", with: "90x1")

  /// Stores a version, and then content that isn't JSON.
  private func damage(keepingForm: Bool) async throws {
    var content = Workspace.content
    if !keepingForm { content = content.replacing("  \"$schema\": \"server.form.json\",\n", with: "") }
    try workspace.write(content, to: "settings.json")
    let result = await workspace.run("set", "settings.json", "network.port=9001", "--yes")
    try #require(result.status == 0, "\(result.errors)")
    let stored = try #require(workspace.content)
    try workspace.write(stored.replacing("9001", with: "90x1"), to: "settings.json")
  }

  @Test("The history of a malformed file is listed, with the error", arguments: [true, false])
  func log(hasForm: Bool) async throws {
    try await damage(keepingForm: hasForm)
    let result = await workspace.run("log", "settings.json")
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").count == 4)
    #expect(result.errors.contains("settings.json:\(hasForm ? 5 : 4):13: error: "), "\(result.errors)")
    #expect(await workspace.run("log", "settings.json", "1").output.contains("network.port: 9000 → 9001"))
  }

  @Test("A malformed file is rolled back to the version before it, byte for byte", arguments: [true, false])
  func rollback(hasForm: Bool) async throws {
    try await damage(keepingForm: hasForm)
    let malformed = try #require(workspace.content)
    let result = await workspace.run("rollback", "settings.json", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == malformed.replacing("90x1", with: "9001"))
    #expect(!result.output.contains("s3cret") || !hasForm)
    // The malformed text is a version, too.
    let log = await workspace.run("log", "settings.json").output
    #expect(log.contains("(rolled back)") && log.contains("1  ") && log.contains("(another program)"))
  }

  @Test("A comparison with a malformed version says where the lines differ, without values")
  func diff() async throws {
    try await damage(keepingForm: true)
    let result = await workspace.run("diff", "settings.json")
    #expect(result.status == 0)
    #expect(result.output == "settings.json: the versions differ in line 5.\n")
    #expect(result.errors.contains("settings.json:5:13: error: "))
    let json = await workspace.run("diff", "settings.json", "--json").output
    #expect(json.contains("\"line\": 5") && json.contains("\"changes\": []"))
    // Versions that are JSON are compared as usual.
    #expect(await workspace.run("diff", "settings.json", "2", "1").output.contains("9000 → 9001"))
  }

  @Test("Content whose form can't be inferred, and a deleted file, are rolled back", arguments: ["5", nil])
  func otherContent(content: String?) async throws {
    try await damage(keepingForm: false)
    if let content { try workspace.write(content, to: "settings.json") } else { try workspace.removeFile() }
    let result = await workspace.run("rollback", "settings.json", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content?.contains("9001") == true)
    #expect(await workspace.run("diff", "settings.json").status == 0)
  }

  @Test("Without a file and a history, log reports that there is no such file")
  func noFile() async throws {
    #expect(await workspace.run("log", "other.json").status == 66)
  }

  @Test("Other commands still refuse a malformed file, and a draft isn't applied over it")
  func otherCommands() async throws {
    try await damage(keepingForm: true)
    let result = await workspace.run("set", "settings.json", "verbose=true", "--yes")
    #expect(result.status == 65)
    #expect(workspace.content == Self.malformed)
  }

  @Test("The versions of a malformed file are completed")
  func completion() async throws {
    try await damage(keepingForm: true)
    let result = await workspace.run("__complete", "words", "rollback", "settings.json", "")
    #expect(result.output.contains("\n-2\t"), "\(result.output)")
  }

  @Test("edit offers to roll back a malformed file, and asks again after another answer")
  func offer() async throws {
    try await damage(keepingForm: true)
    let streams = RecordedStreams(input: "x\nr\ny\n", terminals: [.input, .output])
    let result = await workspace.run("edit", "settings.json", on: streams)
    // There is no terminal for the editor itself.
    #expect(result.status == 69, "\(result.errors)")
    #expect(result.output.contains("e: edit the text at line 5\nr: roll back to the version of 20"))
    #expect(workspace.content == Self.good)
  }

  @Test("A person can leave a malformed file as it is")
  func leave() async throws {
    try await damage(keepingForm: true)
    let streams = RecordedStreams(input: "q\n", terminals: [.input, .output])
    #expect(await workspace.run("edit", "settings.json", on: streams).status == 65)
    #expect(workspace.content == Self.malformed)
  }
}
