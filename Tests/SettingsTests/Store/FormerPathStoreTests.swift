import Testing

@testable import Settings

@Suite("Settings and sections that have moved")
struct FormerPathStoreTests {
  private static let form = """
    {"type": "object", "properties": {
      "network": {"type": "object", "x-setting": {"was": "net"}, "properties": {
        "port": {"type": "integer", "default": 80, "x-setting": {"was": "p"}},
        "token": {"type": "string", "default": "", "writeOnly": true}}},
      "display": {"type": "object", "properties": {
        "size": {"type": "integer", "default": 1, "x-setting": {"was": "net.width"}},
        "color": {"type": "string", "default": "red"}}}}}
    """

  private func store(_ text: String) throws -> (store: StoreEngine, storage: MemoryStorage) {
    let storage = MemoryStorage(text)
    let index = FormIndex(try FormSchema(written: Array(Self.form.utf8)))
    return (try StoreEngine(form: index, layers: SettingsLayers(storage: storage)), storage)
  }

  @Test("Values at former paths are read, and move to the current paths with the next apply")
  func moving() async throws {
    let (store, storage) = try store(
      #"{"net": {"port": 1, "token": "s", "width": 3}, "display": {"color": "blue"}}"#)
    var draft = store.draft()
    #expect(draft.value(at: ["network", "port"]) == 1)
    #expect(draft.value(at: ["display", "size"]) == 3)
    try draft.stage(2, at: ["network", "port"])
    try await store.apply(draft)
    let text = try #require(storage.text)
    #expect(
      try JSONValue(parsing: text) == [
        "display": ["color": "blue", "size": 3], "network": ["port": 2, "token": "s"],
      ])
    #expect(store.problems.isEmpty)
  }

  @Test("A former section moves with the keys that the form doesn't know")
  func unknownKeys() async throws {
    let (store, storage) = try store(#"{"net": {"port": 1, "mine": true}}"#)
    var draft = store.draft()
    try draft.stage("green", at: ["display", "color"])
    try await store.apply(draft)
    #expect(
      try JSONValue(parsing: try #require(storage.text)) == [
        "network": ["port": 1, "mine": true], "display": ["color": "green"],
      ])
  }

  @Test("If both places have a value, the current one counts, and a warning names the other")
  func both() async throws {
    let (store, storage) = try store(#"{"network": {"port": 5}, "net": {"port": 1}}"#)
    #expect(store.draft().value(at: ["network", "port"]) == 5)
    #expect(store.problems.map(\.path) == [["net", "port"]])
    var draft = store.draft()
    try draft.reset(["network", "port"])
    try await store.apply(draft)
    // The value of the earlier version must not come back.
    #expect(store.draft().value(at: ["network", "port"]) == 80)
    #expect(try !#require(storage.text).contains("1"))
  }

  @Test("A rollback to a version with former paths brings its values back")
  @MainActor func rollback() async throws {
    let (store, _) = try store(#"{"net": {"port": 1, "width": 3}}"#)
    var draft = store.draft()
    try draft.stage(2, at: ["network", "port"])
    try await store.apply(draft)
    let old = try #require(try store.history().last)
    let review = try store.review(restoring: old)
    #expect(review.changes.map(\.path) == [["network", "port"]])
  }
}
