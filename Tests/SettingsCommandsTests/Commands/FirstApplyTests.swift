import TestSupport
import Testing

@testable import SettingsCommands

/// The first apply creates the file.
@Suite struct FirstApplyTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace(content: nil)
  }

  private func run(_ words: String...) async -> CommandResult {
    await workspace.run(words + ["--schema", "server.form.json"])
  }

  @Test("A rollback of the first apply removes the file, and can be rolled back")
  func rollback() async throws {
    #expect(await run("set", "settings.json", "verbose=true", "--yes").status == 0)
    let content = workspace.content
    let log = await run("log", "settings.json").output.split(separator: "\n")
    #expect(log.count == 3 && log[2].hasSuffix("(no file)"), "\(log)")
    let back = await run("rollback", "settings.json", "--yes")
    #expect(back.status == 0, "\(back.errors)")
    #expect(
      back.output
        == "verbose: true → false\nsettings.json: the file is removed, because it didn't exist in that version.\n"
    )
    #expect(workspace.content == nil)
    #expect(await run("rollback", "settings.json", "--yes").status == 0)
    #expect(workspace.content == content)
  }

  @Test("A rollback restores the absence of a file that another program has removed")
  func removed() async throws {
    #expect(await run("set", "settings.json", "verbose=true", "--yes").status == 0)
    try workspace.removeFile()
    #expect(await run("set", "settings.json", "level=debug", "--yes").status == 0)
    #expect(await run("rollback", "settings.json", "--yes").status == 0)
    #expect(workspace.content == nil)
  }
}
