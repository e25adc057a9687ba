import Foundation
import Testing

@testable import Settings
@testable import SettingsEditing

@Suite("A layer changes between an edit and its apply")
struct LayerChangeTests {
  private static let form = #"""
    {"type": "object", "properties": {
      "width": {"type": "integer", "title": "Width", "default": 80},
      "limit": {"type": "integer", "title": "Limit", "default": 200, "x-setting": {"requiresRestart": true}}},
      "x-rules": [{"require": {"<=": [{"var": "width"}, {"var": "limit"}]}, "message": "Choose a smaller width."}]}
    """#

  private let files: LayeredFiles
  private let system: String

  init() throws {
    files = try LayeredFiles(form: Self.form)
    system = try files.write("system.json", #"{"limit": 150}"#)
    try files.write("user.json", #"{"width": 90}"#)
  }

  private func store() throws -> StoreEngine { try files.store(below: [.file(system)]) }
  private func user() throws -> String {
    try String(contentsOfFile: files.path("user.json"), encoding: .utf8)
  }

  @Test("A draft has no conflict, and its review compares with the new effective values")
  func draft() async throws {
    let store = try store()
    let model = await FormViewModel(store)
    try await model.stage(140, at: ["limit"])
    #expect(await model.review().changes.map(\.description) == ["limit: 150 → 140"])
    try files.write("system.json", #"{"limit": 130}"#)
    try await model.refresh()
    let review = await model.review()
    #expect(review.changes.map(\.description) == ["limit: 130 → 140"])
    #expect(review.conflicts.isEmpty && review.isApplicable)
    try await model.apply()
    #expect(try user() == #"{"width": 90, "limit": 140}"#)
    #expect(store.effective(["limit"]) == 140)
  }

  @Test("A rule that the new values violate refuses the apply, and the draft keeps its edits")
  func violated() async throws {
    let store = try store()
    var draft = store.draft()
    try draft.stage(140, at: ["width"])
    #expect(store.review(draft).isApplicable)
    try files.write("system.json", #"{"limit": 100}"#)
    let error = try #require(await #expect(throws: ApplyError.self) { try await store.apply(draft) })
    #expect("\(error)".contains("Choose a smaller width."))
    #expect(try user() == #"{"width": 90}"#)
    #expect(draft.value(at: ["width"]) == 140)
    // The other way: the rule doesn't object anymore.
    try files.write("system.json", "{}")
    try await store.apply(draft)
    #expect(try user() == #"{"width": 140}"#)
  }

  @Test("A plan stays valid, because the written file is as it was; a rule is checked with the new values")
  func plan() async throws {
    let store = try store()
    var draft = store.draft()
    try draft.stage(140, at: ["width"])
    let plan = try SettingsPlan(draft, for: store)
    try files.write("system.json", #"{"limit": 100}"#)
    await #expect(throws: ApplyError.self) { try await store.apply(plan) }
    #expect(try user() == #"{"width": 90}"#)
    try files.write("system.json", #"{"limit": 145}"#)
    try await store.apply(plan)
    #expect(try user() == #"{"width": 140}"#)
    // A second time, the plan is stale, whatever the layers say.
    await #expect(throws: ApplyError.self) { try await store.apply(plan) }
  }

  @Test("A rollback restores the file byte for byte, also if a rule objects now")
  func rollback() async throws {
    let store = try store()
    _ = try await store.set(["width"], 120)
    let first = try #require(try store.history().last)
    try files.write("system.json", #"{"limit": 85}"#)
    try await store.rollback(to: first)
    #expect(try user() == #"{"width": 90}"#)
    #expect(!(store.problems.isEmpty && store.layerProblems.isEmpty))
    #expect(store.effective(["limit"]) == 85)
  }

  @Test("An apply that isn't confirmed is rolled back to the file's bytes, whatever the layers say now")
  func expired() async throws {
    let store = try store()
    var draft = store.draft()
    try draft.stage(120, at: ["width"])
    let outcome = try await store.apply(draft, options: ApplyOptions(confirmWithin: .seconds(600)))
    try files.write("system.json", #"{"limit": 60}"#)
    let pending = try #require(outcome.confirmation)
    _ = try await store.cancel(pending.id)
    #expect(try user() == #"{"width": 90}"#)
    #expect(Set(store.problems.map(\.message)) == ["Choose a smaller width."])
  }

  @Test("A layer that breaks before the apply keeps its last good values, and doesn't prevent the apply")
  func broken() async throws {
    let store = try store()
    var draft = store.draft()
    try draft.stage(140, at: ["width"])
    try files.write("system.json", "{")
    try await store.apply(draft)
    #expect(store.effective(["limit"]) == 150 && store.effective(["width"]) == 140)
    #expect(store.layerProblems.map(\.severity) == [.error])
  }

  @Test("Problems of layers are reported when they change, not with each change of a value")
  func reported() async throws {
    let store = try store()
    var reported = store.layerProblemChanges().makeAsyncIterator()
    try files.write("system.json", #"{"limit": 140}"#)
    try store.refresh()
    try files.write("system.json", #"{"limit": "no"}"#)
    try store.refresh()
    try store.refresh()
    try files.write("system.json", "{}")
    try store.refresh()
    let place = "\(system):1:11: error: limit: "
    #expect(await reported.next()?.first?.description.hasPrefix(place) == true)
    #expect(await reported.next() == [])
  }
}
