import Foundation
import TestSupport
import Testing

@testable import SettingsCommands

/// `forget`: what it reviews, asks and refuses. What it takes out of a history is tested in `ForgettingTests`.
@Suite struct ForgetTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Stores two values after the first one of 9000; returns what the history has of them.
  private func rotate() async throws {
    for port in [9001, 9002] {
      let result = await workspace.run("set", "settings.json", "network.port=\(port)", "--yes")
      try #require(result.status == 0, "\(result.errors)")
    }
  }

  private func log() async -> [Substring] {
    await workspace.run("log", "settings.json").output.split(separator: "\n").dropFirst().map { $0 }
  }

  @Test("A dry run says what would be lost, and a script loses it without a question")
  func values() async throws {
    try await rotate()
    let before = await log()
    let review = await workspace.run("forget", "settings.json", "network.port", "--dry-run")
    #expect(review.status == 0)
    let lines = review.output.split(separator: "\n")
    #expect(lines.map { $0.split(separator: ",").first } == ["version 0", "version 1", "version 2"])
    #expect(lines.allSatisfy { $0.hasSuffix(": network.port") })
    #expect(await log() == before)
    let result = await workspace.run("forget", "settings.json", "network.port", "--detailed-exitcode")
    #expect(result.status == 2)
    #expect(result.output == review.output)
    #expect(await workspace.run("show", "settings.json", "1").output.contains("900") == false)
    #expect(try #require(workspace.text(of: "settings.json")).contains("9002"))
    let again = await workspace.run("forget", "settings.json", "network.port", "--detailed-exitcode")
    #expect(again.status == 0)
    #expect(again.output == "settings.json: there is nothing to forget.\n")
  }

  @Test("At a terminal, only a yes forgets")
  func question() async throws {
    try await rotate()
    for (answer, count) in [("n", 3), ("y", 2)] {
      let streams = RecordedStreams(input: answer + "\n", terminals: [.input, .output])
      let result = await workspace.run("forget", "settings.json", "--revision", "2", on: streams)
      #expect(result.status == (answer == "y" ? 0 : 1))
      #expect(result.output.contains("all of it"))
      #expect(await log().count == count)
    }
  }

  @Test("Versions are named by revisions and by times")
  func versions() async throws {
    try await rotate()
    let none = await workspace.run("forget", "settings.json", "--before", "2020-01-01 10:00")
    #expect(none.output == "settings.json: there is nothing to forget.\n")
    let some = await workspace.run("forget", "settings.json", "--before", "2999-12-31T00:00:00Z", "--json")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(some.output.utf8)) as? [String: Any])
    let found = try #require(json["versions"] as? [[String: Any]])
    #expect(found.map { $0["index"] as? Int } == [1, 2])
    #expect(found.allSatisfy { $0["isWhole"] as? Bool == true })
    #expect(await log().count == 1)
  }

  @Test(
    "What can't be meant is refused",
    arguments: [
      ([], 64, "Say what to forget"), ([""], 64, "empty"), (["--before", "2026-02-30"], 64, "takes a day"),
      (["--before", "tomorrow"], 64, "takes a day"), (["--revision", "0"], 1, "set or reset first"),
      (["--revision", "9"], 1, "no version 9"), (["--revision", "x"], 64, "not a version"),
    ])
  func refusals(words: [String], status: Int, sentence: String) async throws {
    try await rotate()
    let result = await workspace.run(["forget", "settings.json"] + words)
    #expect(result.status == Int32(status))
    #expect(result.errors.contains(sentence), "\(result.errors)")
    #expect(await log().count == 3)
  }
}
