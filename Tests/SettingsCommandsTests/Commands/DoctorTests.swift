import Foundation
import SettingsEditing
import TestSupport
import Testing

@testable import SettingsCommands

/// `doctor`.
@Suite struct DoctorTests {
  @Test("It prints what a report needs, without values, names of folders or the name of the file")
  func report() async throws {
    let workspace = try Workspace()
    try FileManager.default.moveItem(atPath: workspace.file, toPath: workspace.folder + "/mine.json")
    let names = try FileManager.default.subpathsOfDirectory(atPath: workspace.folder)
    let streams = RecordedStreams(terminals: [.output], windowWidth: 90)
    let result = await workspace.run("doctor", "mine.json", on: streams)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let output = streams.output
    for fact in [
      "version      settings-tui \(Release.version)\n", ", 90 columns, not a terminal: input and errors\n",
      "file         JSON\n", "form         --schema: nothing\n             $schema: found\n",
      "             catalogs: skipped\n", "locks files\n",
    ] {
      #expect(output.contains(fact), "\(fact)\n\(output)")
    }
    for name in ["system", "locale", "variables", "catalogs", "file system"] {
      #expect(output.contains("\n\(name)  "), "\(output)")
    }
    for value in ["hunter2", "9000", "network", "mine.json", "server.form", workspace.folder] {
      #expect(!output.contains(value), "\(value)\n\(output)")
    }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: workspace.folder) == names)
    #expect(workspace.text(of: "mine.json") == Workspace.content)
  }

  @Test("The same as JSON, with lists as lists; without FILE, nothing about one")
  func json() async throws {
    let result = await (try Workspace()).run("doctor", "--json")
    let json = try JSONValue(parsing: result.output)
    #expect(json.value(at: ["version"]) == .string("settings-tui \(Release.version)"))
    guard case .array(let places)? = json.value(at: ["catalogs"]) else {
      Issue.record("\(json)")
      return
    }
    #expect(!places.isEmpty)
    #expect(json.value(at: ["file"]) == nil && json.value(at: ["form"]) == nil)
  }

  @Test(
    "A file that can't be used is described, too",
    arguments: [
      ("{", "file         not JSON\n"), (nil, "file         no file\n"),
      ("{}", "file         JSON\n"),
    ])
  func content(content: String?, fact: String) async throws {
    let result = await (try Workspace(content: content)).run("doctor", "settings.json")
    #expect(result.status == 0 && result.output.contains(fact), "\(result.output)\(result.errors)")
  }

  @Test("A remote address isn't connected, and a missing folder is a fact")
  func places() async throws {
    let workspace = try Workspace()
    let remote = await workspace.run("doctor", "nowhere://x/y")
    #expect(remote.status == 0 && remote.output.hasSuffix("file       not a file, but remote\n"))
    let missing = await workspace.run("doctor", workspace.folder + "/none/a.json")
    #expect(missing.status == 0)
    #expect(missing.output.contains("can't be tried (No such file or directory)\n"), "\(missing.output)")
  }
}
