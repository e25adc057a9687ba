import TestSupport
import Testing

@testable import SettingsForm
@testable import SettingsSchemas
@testable import SettingsValidation

/// Schemas and files of SchemaStore, <https://www.schemastore.org>.
@Suite(
  "SchemaStore's schemas",
  .enabled(if: TestData.has("schemastore"), "the test data has no schemastore"))
struct SchemaStoreTests {
  private static let folder = "schemastore/"

  private static var names: [String] {
    ((try? TestData.names(in: folder + "schemas")) ?? []).map { String($0.dropLast(".json".count)) }
  }

  /// The test files of a schema.
  private static func files(_ kind: String, _ name: String) -> [String] {
    let folder = "\(folder)\(kind)/\(name)/"
    guard TestData.has(folder) else { return [] }
    return ((try? TestData.names(in: folder)) ?? []).filter { $0.hasSuffix(".json") }.map { folder + $0 }
  }

  private func index(_ name: String) throws -> FormIndex {
    try FormIndex(parsingSchema: TestData.bytes("\(Self.folder)schemas/\(name).json"))
  }

  @Test("Every schema opens, and its files have the results that SchemaStore expects", arguments: names)
  func verdicts(_ name: String) throws {
    let index = try index(name)
    let validator = FormValidator(index)
    for file in Self.files("test", name) {
      let document = try JSONDocument(parsing: TestData.bytes(file))
      let problems = validator.problems(in: document)
      #expect(!problems.contains { $0.severity == .error }, "\(file): \(problems)")
    }
    for file in Self.files("negative_test", name) {
      let document = try JSONDocument(parsing: TestData.bytes(file))
      #expect(validator.problems(in: document).contains { $0.severity == .error }, "\(file)")
    }
  }

  @Test("A default that can't be used takes no type with it", arguments: names)
  func defaults(_ name: String) throws {
    let text = try TestData.bytes("\(Self.folder)schemas/\(name).json")
    let schema = try JSONDocument(parsing: text, duplicateKeys: .lastWins).root.value
    func types(_ schema: JSONValue) throws -> [String] {
      try FormIndex(parsingSchema: Array(schema.description.utf8)).settings.map {
        "\($0.path): \($0.setting.kind.words.type)"
      }
    }
    #expect(try types(schema) == types(schema.withoutDefaults(isSchema: true)))
  }

  @Test("Most scalar values are values of typed settings")
  func typedShare() throws {
    var shares: [Double] = []
    for name in Self.names {
      let files = Self.files("test", name)
      if files.isEmpty { continue }
      let index = try index(name)
      var counts = (typed: 0, all: 0)
      for file in files {
        let root = try JSONDocument(parsing: TestData.bytes(file)).root.value
        root.forEachScalar(at: .root) { path, value in
          if path == ["$schema"] { return }
          counts.all += 1
          if index.isTyped(value, at: path) { counts.typed += 1 }
        }
      }
      if counts.all == 0 { continue }
      shares.append(Double(counts.typed) / Double(counts.all))
    }
    let mean = shares.reduce(0, +) / Double(shares.count)
    #expect(mean >= 0.9, "\(mean)")
  }
}

extension JSONValue {
  /// Returns a schema without the keyword `default`; a property of that name stays.
  fileprivate func withoutDefaults(isSchema: Bool) -> JSONValue {
    switch self {
    case .object(let object):
      var rest = JSONObject()
      for member in object.members where !isSchema || member.key != "default" {
        let isTable =
          isSchema && ["properties", "patternProperties", "definitions", "$defs"].contains(member.key)
        rest[member.key] = member.value.withoutDefaults(isSchema: !isTable)
      }
      return .object(rest)
    case .array(let elements): return .array(elements.map { $0.withoutDefaults(isSchema: isSchema) })
    case .null, .bool, .number, .string: return self
    }
  }

  fileprivate func forEachScalar(at path: SettingPath, _ body: (SettingPath, JSONValue) -> Void) {
    switch self {
    case .object(let object):
      for member in object.members { member.value.forEachScalar(at: path.appending(member.key), body) }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        element.forEachScalar(at: path.appending(String(index)), body)
      }
    case .null, .bool, .number, .string: body(path, self)
    }
  }
}

extension FormIndex {
  /// Whether a scalar at a path is edited as a value of its type, and not inside JSON.
  fileprivate func isTyped(_ value: JSONValue, at path: SettingPath) -> Bool {
    guard let entry = entry(containing: path) else { return false }
    return entry.setting.kind.isTyped(value, at: path.keys.dropFirst(entry.path.keys.count))
  }
}

extension FormKind {
  fileprivate func isTyped(_ value: JSONValue, at keys: ArraySlice<String>) -> Bool {
    switch self {
    case .json: false
    case .boolean, .integer, .number, .string, .choice: keys.isEmpty
    case .flags: keys.count == 1
    case .list(let element, _), .dictionary(let element): element.isTyped(value, at: keys.dropFirst())
    case .object(let section): section.isTyped(value, at: keys)
    case .variants(let variants): variants.contains { $0.kind.isTyped(value, at: keys) }
    case .recursive(let recursive): recursive.kind.isTyped(value, at: keys)
    }
  }
}

extension FormSection {
  fileprivate func isTyped(_ value: JSONValue, at keys: ArraySlice<String>) -> Bool {
    guard let item = items.first(where: { $0.key == keys.first }) else {
      return keys.first.flatMap(kind(ofEntry:))?.isTyped(value, at: keys.dropFirst()) ?? false
    }
    return switch item {
    case .section(let section): section.isTyped(value, at: keys.dropFirst())
    case .setting(let setting): setting.kind.isTyped(value, at: keys.dropFirst())
    }
  }
}
