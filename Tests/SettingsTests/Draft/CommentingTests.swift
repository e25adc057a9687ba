import SettingsForm
import Testing

@testable import Settings
@testable import SettingsEditing

@Suite("A member in a comment")
struct CommentingTests {
  private static let form = #"""
    {"type": "object", "properties": {
      "a": {"type": "integer"}, "b": {"type": "integer"},
      "net": {"type": "object", "properties": {"a": {"type": "integer"}, "x": {"type": "integer"}}},
      "list": {"type": "array", "items": {"type": "object", "properties": {"v": {"type": "integer"}}}},
      "token": {"type": "string", "writeOnly": true}}}
    """#

  private func open(_ text: String) throws -> (store: StoreEngine, storage: MemoryStorage) {
    let storage = MemoryStorage(text)
    let form = try FormSchema(written: Array(Self.form.utf8))
    return (try StoreEngine(form: form, layers: SettingsLayers(storage: storage)), storage)
  }

  @Test("stays in the file when the member gets another value after it")
  func otherValue() async throws {
    let (store, storage) = try open("{\n  \"a\": 1,\n  \"b\": 3\n}\n")
    var draft = store.draft()
    _ = try draft.commentOut(["a"])
    try draft.stage(7, at: ["a"])
    try await store.apply(draft)
    let stored = try JSONDocument(parsing: Array((storage.text ?? "").utf8))
    #expect(stored.node(at: ["a"])?.value == 7)
    #expect(stored.commentedMembers(at: ["a"]).map(\.node.value) == [1], "\(storage.text ?? "")")
  }

  @Test("stays in the file when a setting of the commented-out section is set after it")
  func section() async throws {
    let (store, storage) = try open("{\n  \"net\": {\"a\": 1, \"x\": 5},\n  \"b\": 3\n}\n")
    var draft = store.draft()
    _ = try draft.commentOut(["net"])
    try draft.stage(44, at: ["net", "x"])
    try await store.apply(draft)
    let stored = try JSONDocument(parsing: Array((storage.text ?? "").utf8))
    #expect(stored.node(at: ["net"])?.value == ["x": 44])
    #expect(
      stored.commentedMembers(at: ["net"]).map(\.node.value) == [["a": 1, "x": 5]], "\(storage.text ?? "")")
  }

  @Test("isn't made of what another program has brought where it would be lost: the apply is refused")
  func otherProgram() async throws {
    let (store, storage) = try open("{\n  \"a\": 1,\n  \"b\": 3\n}\n")
    var draft = store.draft()
    _ = try draft.commentOut(["a"])
    let theirs = "{\"a\": 1, \"b\": 4}"
    _ = storage.commit(Array(theirs.utf8), expecting: storage.read()?.revision)
    await #expect(throws: ApplyError.self) { try await store.apply(draft) }
    #expect(storage.text == theirs)
  }

  @Test("isn't made inside a list, of what has a staged change, or of a secret")
  func refusals() throws {
    let (store, _) = try open(
      "{\n  \"a\": 1,\n  \"list\": [\n    {\n      \"v\": 1\n    }\n  ],\n  // \"token\": \"old\",\n  \"token\": \"now\"\n}\n"
    )
    var draft = store.draft()
    #expect(throws: Draft.CommentingError.impossible) { try draft.commentOut(["list", "0", "v"]) }
    #expect(throws: Draft.CommentingError.secret) { try draft.commentOut(["token"]) }
    try draft.reset(["token"])
    #expect(throws: Draft.CommentingError.secret) { try draft.commentIn(["token"], to: "old") }
    try draft.stage(5, at: ["a"])
    #expect(throws: Draft.CommentingError.staged) { try draft.commentOut(["a"]) }
    draft = store.draft()
    _ = draft.stageComment("why", above: ["a"])
    #expect(throws: Draft.CommentingError.staged) { try draft.commentOut(["a"]) }
  }

  @Test("is kept by a plan, and the review says which value is from where")
  func plan() async throws {
    let (store, storage) = try open("{\n  \"a\": 1,\n  // \"b\": 2,\n  \"net\": {\"a\": 1, \"x\": 5}\n}\n")
    var draft = store.draft()
    _ = try draft.commentOut(["a"])
    try draft.stage(7, at: ["a"])
    _ = try draft.commentIn(["b"], to: 2)
    _ = try draft.commentOut(["net"])
    let review = store.review(draft)
    #expect(review.text.commentSwitches == [["a"], ["b"], ["net"]])
    #expect(review.changes.filter { $0.commentRole == .comesOut }.map(\.path) == [["b"]])
    try await store.apply(SettingsPlan(parsing: SettingsPlan(draft, for: store).bytes))
    let stored = try JSONDocument(parsing: Array((storage.text ?? "").utf8))
    #expect(stored.root.value == ["b": 2, "a": 7] || stored.root.value == ["a": 7, "b": 2])
    #expect(
      stored.root.commentedMembers.map(\.node.value).contains(["a": 1, "x": 5]), "\(storage.text ?? "")")
    #expect(stored.commentedMembers(at: ["a"]).map(\.node.value) == [1])
  }
}
