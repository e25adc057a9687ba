import Foundation
import SettingsEditing
import TestSupport
import Testing

@testable import SettingsStorageHelper

/// The files of earlier versions in `Tests/Fixtures`, which each later version reads with the same meaning. They are never written again.
@Suite struct CompatibilityTests {
  static let versions = ["1.0"]

  /// A settings file with its form, its history and a plan, as a version left them.
  private struct Fixture {
    let workspace: Workspace
    private let folder: URL

    init(_ version: String) throws {
      folder = MarkdownPage.package.appending(path: "Tests/Fixtures/" + version)
      workspace = try Workspace(content: nil)
      for (name, copy) in [
        ("settings.json", "settings.json"), ("trend.schema.json", "trend.schema.json"),
        ("history", ".settings.json.history"),
      ] {
        try FileManager.default.copyItem(
          at: folder.appending(path: name), to: URL(filePath: workspace.folder + "/" + copy))
      }
    }

    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    func json(_ name: String) throws -> JSONValue { try JSONValue(parsing: text(name)) }

    /// The contents of the versions, oldest first.
    func versions() throws -> [String] {
      try (0..<5).map { try text("version-\($0).json") }
    }
  }

  /// Whether JSON has everything that an earlier version printed: new members of objects are allowed.
  private static func keeps(_ new: JSONValue, _ old: JSONValue) -> Bool {
    switch (new, old) {
    case (.object(let new), .object(let old)):
      return old.members.allSatisfy { member in new[member.key].map { keeps($0, member.value) } ?? false }
    case (.array(let all), .array(let old)):
      // The name of the form has a row since the fixture was made.
      let new = all.filter { $0.object?["pointer"] != "/$schema" }
      return new.count == old.count && zip(new, old).allSatisfy(keeps)
    default: return new == old
    }
  }

  @Test("A form and a file have the same settings, values and problems", arguments: versions)
  func form(version: String) async throws {
    let fixture = try Fixture(version)
    for command in ["list", "describe", "check"] {
      let result = await fixture.workspace.run(command, "settings.json", "--json")
      #expect(result.status == 0, "\(result.errors)")
      let new = try JSONValue(parsing: result.output)
      #expect(Self.keeps(new, try fixture.json("\(command).json")), "\(command): \(result.output)")
    }
  }

  @Test("A history is listed, and each of its versions is printed and restored", arguments: versions)
  func history(version: String) async throws {
    let fixture = try Fixture(version)
    let log = await fixture.workspace.run("log", "settings.json", "--json")
    #expect(Self.keeps(try JSONValue(parsing: log.output), try fixture.json("log.json")), "\(log.output)")
    let versions = try fixture.versions()
    for (number, content) in versions.enumerated() {
      let shown = await fixture.workspace.run("show", "settings.json", "\(number)")
      #expect(shown.output == content, "\(number): \(shown.errors)")
      let back = await (try Fixture(version)).workspace.run("rollback", "settings.json", "\(number)", "--yes")
      #expect(back.status == 0, "\(number): \(back.errors)")
    }
    let back = await fixture.workspace.run("rollback", "settings.json", "1", "--yes")
    #expect(
      back.status == 0 && fixture.workspace.content?.replacing("hunter2", with: "********") == versions[1],
      "\(back.errors)")
    #expect(!log.output.contains("hunter2"))
  }

  @Test("A plan is applied exactly", arguments: versions)
  func plan(version: String) async throws {
    let fixture = try Fixture(version)
    let folder = URL(filePath: fixture.workspace.folder).resolvingSymlinksInPath().path
    let plan = try fixture.text("plan.json").replacing("/FOLDER", with: folder)
    try Data(plan.utf8).write(to: URL(filePath: fixture.workspace.folder + "/plan.json"))
    let result = await fixture.workspace.run("apply", "settings.json", "plan.json", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try fixture.workspace.content == fixture.text("applied.json"))
  }

  @Test(
    "Requests to a storage helper and its replies have the same members and meanings", arguments: versions)
  func helper(version: String) throws {
    let lines = try Fixture(version).text("helper.jsonl").split(separator: "\n")
    var names: Set<String> = []
    for line in lines {
      let exchange = try JSONValue(parsing: String(line))
      guard case .object(let request)? = exchange.value(at: ["request"]),
        case .object(let reply)? = exchange.value(at: ["reply"]), let id = request.integer("id"),
        case .string(let name)? = request["request"]
      else {
        Issue.record("\(line)")
        continue
      }
      names.insert(name)
      let read = try #require(HelperRequest(request), "\(line)")
      #expect(Self.keeps(read.json(id: id), .object(request)), "\(line)")
      let answer = try #require(HelperReply(reply, to: read), "\(line)")
      #expect(Self.keeps(.object(reply), answer.json(id: id)), "\(line)")
    }
    #expect(
      names.isSuperset(of: [
        "hello", "read", "commit", "numbers", "header", "record", "record-settings", "time-to-confirm",
      ]))
  }
}
