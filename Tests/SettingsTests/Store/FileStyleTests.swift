import Testing

@testable import Settings

@Suite("A file that holds all settings")
struct FileStyleTests {
  private func store(_ text: String? = nil) throws -> (store: SettingsStore<Fixture>, storage: MemoryStorage)
  {
    let storage = MemoryStorage(text)
    return (try SettingsStore(storage: storage, options: StoreOptions(style: .full)), storage)
  }

  @Test("gets every setting with the first apply, in the order of the form, and what was set stays")
  func filled() async throws {
    let (store, storage) = try store("{\n  // mine\n  \"tags\": [\"a\"],\n  \"other\": 1\n}\n")
    var draft = store.draft()
    try draft.untyped.stage(9, at: timePeriodPath)
    #expect(try await store.apply(draft).changes.map(\.path) == [timePeriodPath])
    let root = try JSONDocument(parsing: storage.read()?.bytes ?? []).root
    #expect(root.members.map(\.key).filter { $0 != "other" } == store.untyped.index.keys(at: .root))
    #expect(root["calculation"]?.value == ["mode": "regression", "timePeriod": 9, "ratio": 0.5])
    #expect(root["tags"]?.value == ["a"] && root["nickname"]?.value == .null)
    #expect(storage.text?.contains("// mine") == true)
    #expect(store.values == Fixture(tags: ["a"], calculation: .init(timePeriod: 9)))
  }

  @Test("is written by a draft without changes, and once only")
  func empty() async throws {
    let (store, storage) = try store()
    try await store.apply(store.draft())
    let text = try #require(storage.text)
    #expect(text.contains("\"ratio\": 0.5"))
    let revision = storage.read()?.revision
    try await store.apply(store.draft())
    #expect(storage.read()?.revision == revision)
  }

  @Test("holds the default after a reset")
  func reset() async throws {
    let (store, storage) = try store(#"{"name": "x", "calculation": {"timePeriod": 9}}"#)
    var draft = store.draft()
    try draft.untyped.reset(timePeriodPath)
    try draft.untyped.reset(ratioPath)
    let review = draft.review()
    #expect(review.changes.map(\.path) == [timePeriodPath])
    #expect(review.changes.first?.kind == .replace && review.changes.first?.new == 7)
    try await store.apply(draft)
    let root = try JSONDocument(parsing: storage.read()?.bytes ?? []).root
    #expect(root["calculation"]?["timePeriod"]?.value == 7)
    #expect(root["name"]?.value == "x")
  }

  @Test("takes the value of an earlier key rather than the default")
  func renamed() async throws {
    let (store, storage) = try store(#"{"label": "old"}"#)
    try await store.apply(store.draft())
    let root = try JSONDocument(parsing: storage.read()?.bytes ?? []).root
    #expect(root["name"]?.value == "old" && root["label"] == nil)
  }

  @Test("applies to one store only: other stores write only settings that are set")
  func sparse() async throws {
    let (store, storage) = try Fixture.store()
    try await store.apply(store.draft())
    #expect(storage.text == nil)
    var draft = store.draft()
    try draft.untyped.stage(9, at: timePeriodPath)
    try await store.apply(draft)
    #expect(
      try JSONDocument(parsing: storage.read()?.bytes ?? []).root.value == ["calculation": ["timePeriod": 9]])
  }
}
