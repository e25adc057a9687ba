import Foundation
import TestSupport
import Testing

@testable import SettingsForm
@testable import SettingsSchemas
@testable import SettingsValidation

@Suite(
  "Damaged schemas", .timeLimit(.minutes(5)),
  .enabled(if: TestData.has("schemastore"), "the test data has no schemastore"))
struct SchemaMutationTests {
  /// The size of the schemas, in bytes, up to which each round takes only a moment.
  private static let sizeLimit = 30_000

  /// The number of damaged schemas: `SETTINGS_SCHEMA_ROUNDS`, by default enough for a few seconds.
  private static let rounds =
    ProcessInfo.processInfo.environment["SETTINGS_SCHEMA_ROUNDS"].flatMap(Int.init) ?? 60

  @Test("A damaged schema opens, and files are checked by it")
  func damaged() throws {
    let names = try TestData.names(in: "schemastore/schemas").filter {
      try TestData.bytes("schemastore/schemas/\($0)").count < Self.sizeLimit
    }
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    for round in 0..<Self.rounds {
      let name = random.pick(names)
      let changes = Int.random(in: 1...30, using: &random)
      let start = ContinuousClock.now
      try check(name, changes, &random)
      let duration = ContinuousClock.now - start
      #expect(duration < .seconds(20), "SETTINGS_SEED=\(seed), round \(round), \(name)")
    }
  }

  private func check(_ name: String, _ changes: Int, _ random: inout SeededRandom) throws {
    let original = try JSONDocument(parsing: TestData.bytes("schemastore/schemas/\(name)")).root.value
    var mutation = SchemaMutation(of: original, seed: random.next())
    let schema = mutation.mutated(original, changes: changes)
    let index: FormIndex
    do {
      index = try FormIndex(parsingSchema: schema.bytes(.compact))
    } catch {
      // References can make a schema deeper than a document may be, and rules are refused.
      return
    }
    let validator = FormValidator(index)
    for file in try files(of: name) {
      let document = try JSONDocument(parsing: TestData.bytes(file))
      _ = validator.problems(in: document).map(\.description)
      _ = index.secrecy(ofSection: 0).masked(document.root.value)
    }
    for entry in index.settings {
      _ = validator.problems(of: entry.setting.defaultValue ?? .null, at: entry.path)
    }
    _ = try FormSchema(parsingSchema: index.form.bytes)
  }

  private func files(of name: String) throws -> [String] {
    let folder = "schemastore/test/\(name.dropLast(".json".count))/"
    guard TestData.has(folder) else { return [] }
    return try TestData.names(in: folder).filter { $0.hasSuffix(".json") }.map { folder + $0 }
  }
}
