import Foundation
import SettingsEditing
import TestSupport
import Testing

/// The files of SchemaStore's tests with their schemas, as a person's own files with schemas of other authors.
@Suite(
  "Real files",
  .enabled(if: TestData.has("schemastore"), "the test data has no schemastore"))
struct RealFileTests {
  private static let folder = "schemastore/"

  /// The schemas that have files, by name.
  private static var names: [String] {
    ((try? TestData.names(in: folder + "test")) ?? [])
  }

  @Test(
    "Given any file that meets its schema, every leaf is listed and read, and setting it to itself changes nothing",
    arguments: names)
  func everyLeaf(name: String) async throws {
    let schema = try String(decoding: TestData.bytes("\(Self.folder)schemas/\(name).json"), as: UTF8.self)
    // Each command reads the schema, so one leaf of one of the files is read. Each run has another.
    var random = SeededRandom(seed: SeededRandom.testSeeds(1).first ?? 0)
    let files = try TestData.names(in: "\(Self.folder)test/\(name)").filter { $0.hasSuffix(".json") }
    for file in files.shuffled(using: &random).prefix(1) {
      let text = try String(decoding: TestData.bytes("\(Self.folder)test/\(name)/\(file)"), as: UTF8.self)
      let workspace = try Workspace(content: text)
      try workspace.write(schema, to: "schema.json")
      func run(_ words: [String]) async -> CommandResult {
        await workspace.run([words[0], "settings.json"] + words.dropFirst() + ["--schema", "schema.json"])
      }
      let leaves = Self.leaves(of: try JSONValue(parsing: text), at: .root)
        .filter { $0.path != ["$schema"] && !$0.path.isRoot }
      let rows = try #require(try JSONValue(parsing: await run(["list", "--json"]).output).elements)
      for leaf in leaves { #expect(Self.isListed(leaf, in: rows), "\(name)/\(file): \(leaf.path)") }

      if let leaf = leaves.randomElement(using: &random) {
        let get = await run(["get", leaf.path.pointer, "--json"])
        let value = try JSONValue(parsing: get.output)
        #expect(get.status == 0 && Self.holds(value, leaf.value), "\(name)/\(file): \(leaf.path): \(get)")
      }
      let assignments = leaves.map { "\($0.path):=\($0.value)" }
      guard !assignments.isEmpty else { continue }
      let set = await run(["set"] + assignments + ["--yes"])
      #expect(set.status == 0 && set.output.hasSuffix("nothing to change.\n"), "\(name)/\(file): \(set)")
      #expect(workspace.content == text)
    }
  }

  private struct Leaf {
    let path: SettingPath
    let value: JSONValue
  }

  /// The values without members and elements.
  private static func leaves(of value: JSONValue, at path: SettingPath) -> [Leaf] {
    let inside =
      if case .object(let object) = value {
        object.members.flatMap { leaves(of: $0.value, at: path.appending($0.key)) }
      } else {
        (value.elements ?? []).enumerated().flatMap { leaves(of: $1, at: path.appending(String($0))) }
      }
    return inside.isEmpty ? [Leaf(path: path, value: value)] : inside
  }

  /// Whether a row is about the leaf, or about a value that has it.
  private static func isListed(_ leaf: Leaf, in rows: [JSONValue]) -> Bool {
    rows.contains { row in
      guard let pointer = row.object?["pointer"]?.text, let path = try? SettingPath(parsing: pointer) else {
        return false
      }
      guard path.contains(leaf.path), var value = row.object?["value"] else { return false }
      for key in leaf.path.keys.dropFirst(path.keys.count) {
        guard let inner = value.object?[key] ?? SettingPath.elementIndex(key).flatMap({ value.elements?[$0] })
        else {
          return false
        }
        value = inner
      }
      return value == leaf.value
    }
  }

  /// Whether a value is the leaf's; that of an empty object can have defaults.
  private static func holds(_ value: JSONValue, _ leaf: JSONValue) -> Bool {
    if case .object(let object) = leaf, object.members.isEmpty, case .object = value { return true }
    return value == leaf
  }
}
