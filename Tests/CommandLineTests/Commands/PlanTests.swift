import Foundation
import Testing

/// Plans: a review that is saved now and applied later, exactly, or not at all.
@Suite struct PlanTests {
  private let workspace: Workspace
  private let new = Workspace.content.replacing("9000", with: "9001")

  init() throws {
    workspace = try Workspace()
  }

  private func makePlan(_ assignments: String...) throws {
    let result = try Run(
      BuiltPrograms.settingsTUI, ["set", "settings.json"] + assignments + ["--plan", "plan.json"],
      in: workspace.folder)
    try #require(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("plan.json"))
  }

  @Test("A plan changes nothing when it is made, and exactly its changes when it is applied")
  func apply() throws {
    try makePlan("network.port=9001")
    #expect(workspace.content == Workspace.content)
    let mode = try FileManager.default.attributesOfItem(atPath: workspace.folder + "/plan.json")[
      .posixPermissions]
    #expect(mode as? Int == 0o600)
    let dry = try workspace.run("apply", "settings.json", "plan.json", "--dry-run")
    #expect(dry.output.contains("network.port: 9000 → 9001"))
    #expect(workspace.content == Workspace.content)
    let result = try workspace.run("apply", "settings.json", "plan.json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == new)
  }

  @Test("A plan can't be applied twice")
  func twice() throws {
    try makePlan("network.port=9001")
    #expect(try workspace.run("apply", "settings.json", "plan.json").status == 0)
    let second = try workspace.run("apply", "settings.json", "plan.json")
    #expect(second.status == 1)
    #expect(second.errors.contains("stale"))
    #expect(workspace.content == new)
  }

  @Test("A plan is refused once the file has changed, whatever has changed in it")
  func stale() throws {
    try makePlan("network.port=9001")
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    let result = try workspace.run("apply", "settings.json", "plan.json")
    #expect(result.status == 1)
    #expect(result.errors.contains("stale"))
    #expect(workspace.content?.contains("9000") == true)
  }

  @Test("A plan is refused for another file of the same content")
  func otherFile() throws {
    try makePlan("network.port=9001")
    try FileManager.default.copyItem(atPath: workspace.file, toPath: workspace.folder + "/other.json")
    let result = try workspace.run("apply", "other.json", "plan.json")
    #expect(result.status == 1)
    #expect(result.errors.contains("another file"))
  }

  @Test("A plan is refused after the form has changed")
  func otherForm() throws {
    try makePlan("network.port=9001")
    try Workspace.form.replacing("65535", with: "32767")
      .write(toFile: workspace.folder + "/server.form.json", atomically: false, encoding: .utf8)
    let result = try workspace.run("apply", "settings.json", "plan.json")
    #expect(result.status == 1)
    #expect(result.errors.contains("another form"))
    #expect(workspace.content == Workspace.content)
  }

  @Test("A plan for a file that does not exist yet makes it, once")
  func firstEver() throws {
    let workspace = try Workspace(content: nil)
    let plan = try workspace.run(
      "set", "settings.json", "verbose=true", "--plan", "plan.json", "--schema", "server.form.json")
    #expect(plan.status == 0, "\(plan.errors)")
    #expect(workspace.content == nil)
    let first = try workspace.run("apply", "settings.json", "plan.json", "--schema", "server.form.json")
    #expect(first.status == 0, "\(first.errors)")
    #expect(workspace.content?.contains("\"verbose\": true") == true)
    let second = try workspace.run("apply", "settings.json", "plan.json", "--schema", "server.form.json")
    #expect(second.status == 1)
  }

  @Test("An empty plan can be made and applied, and changes nothing")
  func empty() throws {
    try makePlan("network.port=9000")
    let result = try workspace.run("apply", "settings.json", "plan.json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("nothing to change"))
    #expect(workspace.content == Workspace.content)
  }

  @Test("A plan never holds a secret")
  func secret() throws {
    let result = try workspace.run("set", "settings.json", "network.token=n3w-s3cret", "--plan", "plan.json")
    #expect(result.status == 1)
    #expect(result.errors.contains("network.token") && !result.errors.contains("s3cret"))
    #expect(!FileManager.default.fileExists(atPath: workspace.folder + "/plan.json"))
  }

  @Test("A plan goes through a pipe")
  func pipe() throws {
    let program = "'\(BuiltPrograms.settingsTUI)'"
    let result = try Run(
      "/bin/sh",
      ["-c", "\(program) set settings.json network.port=9001 --plan - | \(program) apply settings.json -"],
      in: workspace.folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == new)
  }

  @Test(
    "A file that is no plan exits with 65, one that is missing with 66, a folder that can't be written with 73"
  )
  func files() throws {
    let none = try workspace.run("apply", "settings.json", "server.form.json")
    #expect(none.status == 65)
    #expect(none.errors.contains("server.form.json"))
    #expect(try workspace.run("apply", "settings.json", "nowhere.json").status == 66)
    let unwritable = try workspace.run(
      "set", "settings.json", "network.port=9001", "--plan", "nowhere/plan.json")
    #expect(unwritable.status == 73)
    #expect(unwritable.errors.contains("nowhere/plan.json"))
    #expect(try workspace.run("set", "settings.json", "a=1", "--plan", "p", "--dry-run").status == 64)
  }
}
