import Foundation
import TestSupport
import Testing

@testable import Settings

extension ConfirmationTests {
  @Test("While a confirmation is pending, other changes are refused with the author and the remaining time")
  func refused() throws {
    let id = try arm()
    let result = try workspace.run("set", "settings.json", "verbose=true", "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains(id) && result.errors.contains(NSUserName()))
    #expect(result.errors.firstMatch(of: /in \d+ s/) != nil)
    for command in ["log", "list", "check"] {
      let result = try workspace.run(command, "settings.json")
      #expect(result.status == 0 && result.errors.contains(id))
    }
    #expect(try workspace.run("get", "settings.json", "network.port").errors.isEmpty)
    #expect(workspace.content == new)
    #expect(try workspace.run("cancel", "settings.json").status == 0)
  }

  @Test("A second apply with --confirm-within rolls back to the content before the first")
  func second() throws {
    _ = try arm()
    _ = try arm("network.port=9002")
    #expect(try workspace.run("cancel", "settings.json").status == 0)
    #expect(workspace.content == Workspace.content)
    // A rollback skips reverted versions.
    let rollback = try workspace.run("rollback", "settings.json", "--yes")
    #expect(rollback.status == 1, "\(rollback.output)")
  }

  @Test("After a failed --commit no confirmation is pending")
  func failed() throws {
    let result = try workspace.run(
      "set", "settings.json", "network.port=9001", "--yes", "--confirm-within", "600", "--commit", "false")
    #expect(result.status == 1)
    #expect(workspace.content == Workspace.content)
    #expect(try workspace.run("confirm", "settings.json").status == 1)
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
  }

  @Test("A first apply that isn't confirmed leaves no file")
  func firstEver() throws {
    let workspace = try Workspace(content: nil)
    let form = ["--schema", "server.form.json"]
    let armed = try Run(
      BuiltPrograms.settingsTUI,
      ["set", "settings.json", "verbose=true", "--yes", "--confirm-within", "600"] + form,
      in: workspace.folder)
    #expect(armed.status == 0, "\(armed.errors)")
    #expect(armed.output.contains("confirm --schema server.form.json settings.json"))
    let result = try Run(BuiltPrograms.settingsTUI, ["cancel", "settings.json"] + form, in: workspace.folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == nil)
  }

  @Test("With damaged records the file is kept and the next apply succeeds")
  func tornHistory() throws {
    _ = try arm()
    let folder = workspace.folder + "/.settings.json.history"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).filter({ RecordName($0) != nil })
      .sorted().suffix(1)
    {
      try Data("{".utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    let result = try workspace.run("set", "settings.json", "verbose=true", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == new.replacing("\"verbose\": false", with: "\"verbose\": true"))
  }

  @Test("A file that isn't JSON doesn't prevent the rollback", arguments: [600, 1])
  func malformed(seconds: Int) async throws {
    _ = try arm(seconds: seconds)
    try Data(new.replacing("9001", with: "90x1").utf8).write(to: URL(fileURLWithPath: workspace.file))
    if seconds > 1 { #expect(try workspace.run("cancel", "settings.json").status == 0) }
    try await waitUntil("the old content is not restored") { workspace.content == Workspace.content }
  }
}
