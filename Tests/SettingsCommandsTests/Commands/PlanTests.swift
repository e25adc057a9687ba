import Foundation
import TestSupport
import Testing

/// Plans: a review that is saved and applied later, exactly or not at all.
@Suite struct PlanTests {
  private let workspace: Workspace
  private let new = Workspace.content.replacing("9000", with: "9001")

  init() throws {
    workspace = try Workspace()
  }

  private func savePlan(_ assignments: String...) async throws {
    let result = await workspace.run(["set", "settings.json"] + assignments + ["--plan", "plan.json"])
    try #require(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("plan.json"))
  }

  @Test("Saving a plan changes nothing; applying it makes exactly its changes")
  func apply() async throws {
    try await savePlan("network.port=9001")
    #expect(workspace.content == Workspace.content)
    let mode = try FileManager.default.attributesOfItem(atPath: workspace.folder + "/plan.json")[
      .posixPermissions]
    #expect(mode as? Int == 0o600)
    let dry = await workspace.run("apply", "settings.json", "plan.json", "--dry-run")
    #expect(dry.output.contains("network.port: 9000 → 9001"))
    #expect(workspace.content == Workspace.content)
    let result = await workspace.run("apply", "settings.json", "plan.json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == new)
  }

  @Test(
    "Options for the apply are refused when a plan is saved",
    arguments: [["--confirm-within", "60"], ["--prepare", "false"], ["--commit", "false"]])
  func optionsOfApply(options: [String]) async throws {
    let result = await workspace.run(
      ["set", "settings.json", "network.port=9001", "--plan", "plan.json"] + options)
    #expect(result.status == 64)
    #expect(result.errors.contains("give \(options[0]) to \"apply\" instead"))
    #expect(workspace.text(of: "plan.json") == nil)
  }

  @Test(
    "A plan can't replace the settings file or the form",
    arguments: ["settings.json", "link.json", "server.form.json"])
  func ownFile(name: String) async throws {
    try FileManager.default.createSymbolicLink(
      atPath: workspace.folder + "/link.json", withDestinationPath: "settings.json")
    let result = await workspace.run(
      "set", "settings.json", "--schema", "server.form.json", "network.port=9001", "--plan", name)
    #expect(result.status == 64)
    #expect(result.errors.contains("--plan \(name) would replace"))
    #expect(workspace.content == Workspace.content)
    #expect(workspace.text(of: "server.form.json") == Workspace.form)
  }

  /// Plans the same change of a file without a form that a command makes at once, and returns both results.
  private func planned(_ words: [String], of content: String) async throws -> (plan: String?, direct: String?)
  {
    for name in ["planned", "direct"] {
      try content.write(toFile: workspace.folder + "/\(name).json", atomically: false, encoding: .utf8)
    }
    let save = await workspace.run([words[0], "planned.json"] + words.dropFirst() + ["--plan", "p.json"])
    #expect(save.status == 0, "\(save.errors)")
    #expect(workspace.text(of: "planned.json") == content)
    let apply = await workspace.run("apply", "planned.json", "p.json", "--yes")
    #expect(apply.status == 0, "\(apply.errors)")
    let direct = await workspace.run([words[0], "direct.json"] + words.dropFirst() + ["--yes"])
    #expect(direct.status == 0, "\(direct.errors)")
    return (workspace.text(of: "planned.json"), workspace.text(of: "direct.json"))
  }

  @Test(
    "A plan keeps comments, spellings and places as the command itself does",
    arguments: [
      ["rename", "k", "kk"], ["set", "z=2", "--comment", "hi"], ["set", "k=5", "--comment", "hi"],
      ["reset", "l.0"], ["move", "l.0", "2"], ["set", "y=1", "b=2", "x=3"],
      ["set", #"x:={"d": 1, "-": 1}"#],
    ])
  func text(words: [String]) async throws {
    let content =
      "{\n  // about k\n  \"k\": 1.0, // kk\n  \"z\": 2,\n  \"l\": [\n    1, // one\n    1, // two\n    2\n  ]\n}\n"
    let (plan, direct) = try await planned(words, of: content)
    #expect(plan == direct)
    #expect(try #require(workspace.text(of: "p.json")).contains("settings-plan-") == true)
  }

  @Test("A version that only knows plans without comments refuses one with comments")
  func formatOfComments() async throws {
    let result = await workspace.run(
      "set", "settings.json", "verbose=true", "--comment", "hi", "--plan", "plan.json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.text(of: "plan.json")?.contains(#""format": "settings-plan-2""#) == true)
    try await savePlan("network.port=9001")
    #expect(workspace.text(of: "plan.json")?.contains(#""format": "settings-plan-1""#) == true)
  }

  @Test("A rollback without a form becomes a plan of its values, and says what isn't in it")
  func rollbackWithoutForm() async throws {
    let old = "{\n  // old\n  \"a\": 1\n}\n"
    try old.write(toFile: workspace.folder + "/f.json", atomically: false, encoding: .utf8)
    #expect(await workspace.run("set", "f.json", "a=2", "b=3", "--yes").status == 0)
    let plan = await workspace.run("rollback", "f.json", "--plan", "p.json")
    #expect(plan.status == 0, "\(plan.errors)")
    #expect(plan.errors.contains("comments and layout stay as they are"))
    #expect(await workspace.run("apply", "f.json", "p.json", "--yes").status == 0)
    #expect(workspace.text(of: "f.json") == old)
  }

  /// Why a plan can't be applied.
  enum Obstacle: CaseIterable, Sendable { case applied, otherContent, otherFile, otherForm }

  @Test(
    "A plan that was applied, or is for another content, file or form, exits with 1, says why, and changes nothing",
    arguments: zip(Obstacle.allCases, ["stale", "stale", "another file", "another form"]))
  func refusal(obstacle: Obstacle, sentence: String) async throws {
    try await savePlan("network.port=9001")
    switch obstacle {
    case .applied: #expect(await workspace.run("apply", "settings.json", "plan.json").status == 0)
    case .otherContent:
      #expect(await workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    case .otherFile:
      try FileManager.default.copyItem(atPath: workspace.file, toPath: workspace.folder + "/other.json")
    case .otherForm:
      try Workspace.form.replacing("65535", with: "9000")
        .write(toFile: workspace.folder + "/server.form.json", atomically: false, encoding: .utf8)
    }
    let file = obstacle == .otherFile ? "other.json" : "settings.json"
    let before = workspace.text(of: file)
    let result = await workspace.run("apply", file, "plan.json")
    #expect(result.status == 1 && result.errors.contains(sentence), "\(result.errors)")
    #expect(workspace.text(of: file) == before)
  }

  @Test("A plan for a missing file creates it, once")
  func firstEver() async throws {
    let workspace = try Workspace(content: nil)
    let plan = await workspace.run(
      "set", "settings.json", "verbose=true", "--plan", "plan.json", "--schema", "server.form.json")
    #expect(plan.status == 0, "\(plan.errors)")
    #expect(workspace.content == nil)
    let first = await workspace.run("apply", "settings.json", "plan.json", "--schema", "server.form.json")
    #expect(first.status == 0, "\(first.errors)")
    #expect(workspace.content?.contains("\"verbose\": true") == true)
    let second = await workspace.run("apply", "settings.json", "plan.json", "--schema", "server.form.json")
    #expect(second.status == 1)
  }

  @Test("A plan never contains a secret")
  func secret() async throws {
    let result = await workspace.run(
      "set", "settings.json", "network.token=n3w-s3cret", "--plan", "plan.json")
    #expect(result.status == 1)
    #expect(result.errors.contains("network.token") && !result.errors.contains("s3cret"))
    #expect(!FileManager.default.fileExists(atPath: workspace.folder + "/plan.json"))
  }

  @Test(
    "A malformed plan exits with 65, a missing one with 66, and an unwritable folder with 73"
  )
  func files() async throws {
    let none = await workspace.run("apply", "settings.json", "server.form.json")
    #expect(none.status == 65)
    #expect(none.errors.contains("server.form.json"))
    #expect(await workspace.run("apply", "settings.json", "nowhere.json").status == 66)
    let unwritable = await workspace.run(
      "set", "settings.json", "network.port=9001", "--plan", "nowhere/plan.json")
    #expect(unwritable.status == 73)
    #expect(unwritable.errors.contains("nowhere/plan.json"))
    #expect(await workspace.run("set", "settings.json", "a=1", "--plan", "p", "--dry-run").status == 64)
  }
}
