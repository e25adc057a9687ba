import Testing

@testable import Settings
@testable import SettingsEditing

@Suite("Keys that the form doesn't know, and files that disappear for a while")
struct UnknownKeyTests {
  private static let text =
    #"{"$schema": "trend.json", "name": "stored", "pasword": "hunter2", "calculation": {"old": [1]}}"#

  @Test("are removed, and come back after an undo", arguments: [["pasword"], ["calculation", "old"]])
  func removal(_ keys: [String]) throws {
    let path = SettingPath(keys)
    var draft = try Fixture.store(Self.text).store.untyped.draft()
    let before = draft.review().problems
    #expect(before.contains { $0.path == path })
    #expect(draft.removeUndescribed(at: path) == [path])
    let review = draft.review()
    #expect(review.changes.map(\.path) == [path] && review.changes[0].kind == .remove)
    #expect(review.isApplicable && !review.problems.contains { $0.path == path })
    let bytes = try draft.candidate()
    #expect(try JSONDocument(parsing: bytes).node(at: path) == nil)
    #expect(try JSONDocument(parsing: bytes).node(at: ["name"])?.string == "stored")
    draft.undo()
    #expect(draft.isEmpty && draft.review().problems == before)
  }

  @Test("have no value while the section around them is removed, until that is undone")
  func removedSection() throws {
    var draft = try Fixture.store(#"{"proxy": {"port": 80}}"#).store.untyped.draft()
    draft.list(.all)
    _ = draft.removeUndescribed(at: ["proxy"])
    #expect(draft.value(at: ["proxy", "port"]) == nil)
    #expect(draft.isStaged(["proxy", "port"]) && !draft.isSet(["proxy", "port"]))
    draft.undo()
    #expect(draft.value(at: ["proxy", "port"]) == 80)
    #expect(!draft.isStaged(["proxy", "port"]) && draft.isSet(["proxy", "port"]))
  }

  @Test("are secret if their keys resemble that of a secret, wherever it is")
  func misspelledSecrets() throws {
    let form = try FormIndex(
      FormSchema(
        written: Array(
          #"{"type": "object", "properties": {"s": {"type": "object", "properties": {"token": {"type": "string", "writeOnly": true}}}}}"#
            .utf8)))
    let storage = MemoryStorage(
      #"{"tokne": "hunter1", "token": "hunter2", "s": {"tokn": "hunter3"}, "other": "plain"}"#)
    var draft = try StoreEngine(form: form, layers: SettingsLayers(storage: storage)).draft()
    for path: SettingPath in [["token"], ["s", "tokn"], ["other"]] { _ = draft.removeUndescribed(at: path) }
    let text = "\(draft.review().json)"
    #expect(!text.contains("hunter") && text.contains("plain"), "\(text)")
  }

  @Test(
    "are removed only where the form has nothing, and the document something",
    arguments: [[], ["name"], ["calculation"], ["missing"]])
  func refusals(_ keys: [String]) throws {
    var draft = try Fixture.store(Self.text).store.untyped.draft()
    #expect(draft.removeUndescribed(at: SettingPath(keys)).isEmpty)
    #expect(draft.isEmpty)
  }

  @Test("are removed by an apply, and unstaged when another process has removed them")
  func applying() async throws {
    let storage = MemoryStorage(Self.text)
    let store = try StoreEngine(
      form: Fixture.store(nil).store.untyped.index, layers: SettingsLayers(storage: storage))
    var draft = store.draft()
    _ = draft.removeUndescribed(at: ["pasword"])
    var other = draft
    try await store.apply(draft)
    #expect(storage.text?.contains("pasword") == false)
    #expect(storage.text?.contains(#""$schema": "trend.json""#) == true)
    other.rebase(onto: store.snapshot)
    #expect(other.isEmpty)
  }

  @Test("A conflict ends when the value from before is stored again")
  func conflict() throws {
    let storage = MemoryStorage(Self.text)
    let store = try StoreEngine(
      form: Fixture.store(nil).store.untyped.index, layers: SettingsLayers(storage: storage))
    var draft = store.draft()
    try draft.stage("mine", at: ["name"])
    for (text, count) in [("{}", 1), (#"{"name": "other"}"#, 1), (Self.text, 0), ("{}", 1)] {
      _ = storage.commit(Array(text.utf8), expecting: storage.read()?.revision)
      try store.refresh()
      draft.rebase(onto: store.snapshot)
      #expect(draft.review().conflicts.count == count)
      #expect(draft.value(at: ["name"]) == "mine")
    }
  }

  @Test(
    "A conflict ends when what is staged is stored, unstaged, or given up",
    arguments: ["store", "unstage", "resolve"])
  func end(of manner: String) throws {
    let storage = MemoryStorage(#"{"name": "before"}"#)
    let store = try StoreEngine(
      form: Fixture.store(nil).store.untyped.index, layers: SettingsLayers(storage: storage))
    func save(_ name: String) throws {
      _ = storage.commit(Array(#"{"name": "\#(name)"}"#.utf8), expecting: storage.read()?.revision)
      try store.refresh()
    }
    var draft = store.draft()
    let entry = try #require(draft.index[["name"]])
    try draft.stage("mine", at: ["name"])
    try save("theirs")
    draft.rebase(onto: store.snapshot)
    #expect(draft.review().conflicts.map(\.theirs) == ["theirs"])
    switch manner {
    case "store":
      try save("mine")
      draft.rebase(onto: store.snapshot)
    case "unstage": _ = draft.unstage([entry])
    default: draft.resolve(entry.path, keeping: .theirs)
    }
    #expect(draft.review().conflicts.isEmpty)
    #expect(draft.isEmpty)
    #expect(draft.value(at: ["name"]) == (manner == "store" ? "mine" : "theirs"))
    // A later change is no conflict with what was staged once.
    try save("later")
    draft.rebase(onto: store.snapshot)
    #expect(draft.review().conflicts.isEmpty)
  }

  @Test("A file that was deleted is created again with the name of its schema, and not without a change")
  func deleted() async throws {
    let storage = MemoryStorage(Self.text)
    let store = try StoreEngine(
      form: Fixture.store(nil).store.untyped.index, layers: SettingsLayers(storage: storage))
    _ = storage.commit(nil, expecting: storage.read()?.revision)
    try store.refresh()
    #expect(store.revision == nil)
    try await store.apply(store.draft())
    #expect(storage.text == nil)
    var draft = store.draft()
    try draft.stage("new", at: ["name"])
    try await store.apply(draft)
    let document = try JSONDocument(parsing: Array((storage.text ?? "").utf8))
    #expect(document.root.value == ["$schema": "trend.json", "name": "new"])
  }
}
