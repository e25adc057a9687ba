import TestSupport
import Testing

@testable import Settings
@testable import SettingsEditing

@MainActor
@Suite("Leaving out parts of values")
struct LeavingOutTests {
  private static let stored =
    #"{"servers": [{"host": "a", "port": 1}, {"host": "b", "port": 2}], "tags": ["x"]}"#

  private func model(_ text: String = Self.stored) throws -> FormViewModel {
    FormViewModel(try Fixture.store(text).store.untyped)
  }

  private static let staged: JSONValue = [
    ["host": "a", "port": 9], ["host": "b", "port": 2], ["host": "c", "port": 3],
  ]

  @Test("An element that is left out stays staged, without a conflict")
  func element() async throws {
    let model = try model()
    try model.stage(Self.staged, at: ["servers"])
    let parts = model.review().changes[0].parts
    #expect(parts.map(\.path) == [["servers", "0", "port"], ["servers", "2"]])
    #expect(parts.map(\.kind) == [.replace, .add])

    try await model.apply(leavingOut: [.part(parts[1].id)])
    #expect(model.savedValue(at: ["servers"]) == [["host": "a", "port": 9], ["host": "b", "port": 2]])
    let rest = model.review()
    #expect(rest.conflicts.isEmpty)
    #expect(rest.changes.flatMap(\.parts).map(\.id) == [parts[1].id])

    try await model.apply()
    #expect(model.savedValue(at: ["servers"]) == Self.staged)
    #expect(!model.hasChanges)
  }

  @Test("A change whose parts are all left out isn't made, and a reset can be made in part")
  func all() throws {
    let draft = try model().draft
    var changed = draft
    try changed.stage(Self.staged, at: ["servers"])
    let items = Set(changed.review().changes[0].parts.map { FormReview.Item.part($0.id) })
    #expect(changed.leavingOut(items).isEmpty)

    var reset = draft
    try reset.reset(["servers"])
    let removed = reset.review().changes[0].parts
    #expect(removed.map(\.kind) == [.remove, .remove])
    let part = reset.leavingOut([.part(removed[0].id)])
    #expect(part.value(at: ["servers"]) == [["host": "a", "port": 1]])
    // The draft itself keeps all.
    #expect(reset.value(at: ["servers"]) == [])
  }

  @Test("What another process stores for the setting is still a conflict")
  func conflict() async throws {
    let storage = MemoryStorage(Self.stored)
    let store: SettingsStore<Fixture> = try SettingsStore(storage: storage)
    let model = FormViewModel(store.untyped)
    try model.stage(Self.staged, at: ["servers"])
    let part = model.review().changes[0].parts[1]
    _ = storage.commit(Array(#"{"servers": []}"#.utf8), expecting: storage.read()?.revision)
    await #expect(throws: ApplyError.self) { try await model.apply(leavingOut: [.part(part.id)]) }
    #expect(model.review().conflicts.map(\.path) == [["servers"]])
    #expect(storage.text == #"{"servers": []}"#)
  }

  @Test("A part is unstaged as one step")
  func unstaging() throws {
    var draft = try model().draft
    try draft.stage(Self.staged, at: ["servers"])
    let part = draft.review().changes[0].parts[0]
    draft.unstage([.part(part.id)])
    #expect(draft.review().changes[0].parts.map(\.kind) == [.add])
    draft.undo()
    #expect(draft.value(at: ["servers"]) == Self.staged)
  }

  @Test("Changes that the draft doesn't have are ignored")
  func unknown() throws {
    var draft = try model().draft
    try draft.stage(["y"], at: ["tags"])
    let unknown: Set<FormReview.Item> = [
      .setting(["servers"]), .part(.init(path: ["nowhere", "1"], kind: .add)),
      .part(.init(path: ["tags", "7"], kind: .remove)),
    ]
    #expect(draft.leavingOut(unknown).value(at: ["tags"]) == ["y"])
  }

  @Test("Any part of the changes can be applied before the rest", arguments: 0..<10)
  func inTwoSteps(_ round: UInt64) async throws {
    let seed = SeededRandom.testSeed &+ round
    var random = SeededRandom(seed: seed)
    let model = try model()
    for _ in 0..<8 {
      let old = model.store.document
      try model.stage(Self.servers(&random), at: ["servers"])
      try model.stage(.array((0..<4).map { _ in .string(random.pick(["x", "y", "z"])) }), at: ["tags"])
      try model.stage(.number(JSONNumber(Int.random(in: 1...30, using: &random))), at: timePeriodPath)
      let wanted = [["servers"], ["tags"], timePeriodPath].map { model.value(at: $0) }
      let review = model.review()
      let items =
        review.changes.map { FormReview.Item.setting($0.path) }
        + review.changes.flatMap(\.parts).map { .part($0.id) }
      let leftOut = Set(items.filter { _ in random.once(in: 3) })

      let part = model.review(leavingOut: leftOut)
      let patched = try JSONPatch.applied(part.patch.map(\.json), to: old)
      try await model.apply(leavingOut: leftOut)
      #expect(model.store.document == patched, "SETTINGS_SEED=\(seed)")
      #expect(model.review().conflicts.isEmpty, "SETTINGS_SEED=\(seed)")
      try await model.apply()
      #expect(
        [["servers"], ["tags"], timePeriodPath].map { model.value(at: $0) } == wanted, "SETTINGS_SEED=\(seed)"
      )
      #expect(!model.hasChanges, "SETTINGS_SEED=\(seed)")
    }
  }

  private static func servers(_ random: inout SeededRandom) -> JSONValue {
    let hosts = ["a", "b", "c", "d", "e"].shuffled(using: &random).prefix(
      Int.random(in: 0...5, using: &random))
    return .array(
      hosts.map { host in
        ["host": .string(host), "port": .number(JSONNumber(Int.random(in: 1...2, using: &random)))]
      })
  }
}

extension StoreEngine {
  fileprivate var document: JSONValue { snapshot.document.root.value }
}
