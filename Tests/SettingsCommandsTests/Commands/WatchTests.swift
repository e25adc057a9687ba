import Foundation
import SettingsForm
import SettingsJSON
import TestSupport
import Testing

@testable import SettingsCommands

/// `watch` prints what other processes store.
@Suite struct WatchTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test("With the path of a setting, watch prints the value now and when it changes", .timeLimit(.minutes(1)))
  func value() async throws {
    let streams = RecordedStreams()
    let watch = Task { await workspace.run("watch", "settings.json", "network.port", on: streams) }
    await streams.wait(for: "9000\n")
    #expect(await workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    #expect(await workspace.run("set", "settings.json", "network.port=9001", "--yes").status == 0)
    await streams.wait(for: "9001\n")
    watch.cancel()
    #expect(await watch.value.output == "9000\n9001\n")
  }

  @Test("watch knows members that no form describes", .timeLimit(.minutes(1)))
  func undescribed() async throws {
    let path = workspace.folder + "/plain.json"
    try #"{"a": 1, "b": {"c": [1, 2]}}"#.write(toFile: path, atomically: false, encoding: .utf8)
    let streams = RecordedStreams()
    let watch = Task { await workspace.run("watch", "plain.json", "b.c.1", on: streams) }
    await streams.wait(for: "2\n")
    #expect(await workspace.run("set", "plain.json", "b.c.1=3", "--yes").status == 0)
    await streams.wait(for: "3\n")
    watch.cancel()
    #expect(await watch.value.output == "2\n3\n")
  }

  @Test(
    "watch prints the changes of a section, each as JSON on a line, with secrets masked",
    .timeLimit(.minutes(1)))
  func changes() async throws {
    let streams = RecordedStreams()
    let watch = Task { await workspace.run("watch", "settings.json", "network", "--json", on: streams) }
    // The command prints nothing before the first change, so changes are stored until it has seen one.
    let changes = Task {
      for number in 0... where !Task.isCancelled {
        _ = await workspace.run(
          "set", "settings.json", "network.token=n3w\(number)", "verbose=\(number % 2 == 0)", "--yes")
        if Task.isCancelled { break }
      }
    }
    await streams.wait(for: "\n")
    changes.cancel()
    await changes.value
    watch.cancel()
    let output = await watch.value.output
    let line = try JSONValue(parsing: String(output.prefix { $0 != "\n" }))
    #expect(line.member("path") == "network.token" && line.member("new") == "********")
    #expect(!output.contains("n3w") && !output.contains("verbose"))
  }

  @Test("An unknown setting is refused")
  func unknown() async throws {
    let result = await workspace.run("watch", "settings.json", "network.prt")
    #expect(result.status == 1 && result.errors.contains("perhaps you mean network.port"))
  }
}
