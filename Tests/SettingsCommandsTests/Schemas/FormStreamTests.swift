import Foundation
import TestSupport
import Testing

@testable import SettingsCommands

/// Forms on the standard input, in pipes, and empty ones.
@Suite struct FormStreamTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test("The form is read from the standard input")
  func standardInput() async throws {
    let result = await workspace.run(
      "get", "settings.json", "level", "--schema", "-", on: RecordedStreams(input: Workspace.form))
    #expect(result.status == 0 && result.output == "info\n", "\(result.errors)")
  }

  @Test("The form is read from a pipe, as the shell's <(COMMAND) makes it")
  func pipe() async throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(Workspace.form.utf8))
    try pipe.fileHandleForWriting.close()
    let name = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    let result = await workspace.run("get", "settings.json", "level", "--schema", name)
    #expect(result.status == 0 && result.output == "info\n", "\(result.errors)")
    let later = await workspace.run(
      "set", "settings.json", "level=debug", "--schema", name, "--confirm-within", "60", "--yes")
    #expect(later.status == 64)
  }

  @Test("An empty form is refused", arguments: ["", " \n"])
  func empty(text: String) async throws {
    try workspace.write(text, to: "empty.form.json")
    let file = await workspace.run("list", "settings.json", "--schema", "empty.form.json")
    #expect(file.status == 65)
    #expect(
      file.errors
        == "settings-tui: empty.form.json: the form is empty; name a JSON Schema with --schema FORM.\n")
    let input = await workspace.run(
      "list", "settings.json", "--schema", "-", on: RecordedStreams(input: text))
    #expect(input.status == 65 && input.errors.contains("-: the form is empty"))
  }
}
