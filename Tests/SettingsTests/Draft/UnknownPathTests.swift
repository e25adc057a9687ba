import Testing

@testable import Settings
@testable import SettingsEditing

@Suite("A path or key path that the form doesn't have")
struct UnknownPathTests {
  private let unknown: SettingPath = ["calculation", "unknown"]

  @Test("has a warning in a draft if the document has that key")
  func unknownKey() throws {
    let draft = try Fixture.store(#"{"calculation": {"unknown": 1}}"#).store.untyped.draft()
    #expect(draft.value(at: unknown) == nil)
    #expect(draft.problems(at: unknown).map(\.severity) == [.warning])
  }

  @Test("has no value and no problems in a draft, and staging it throws")
  func draft() throws {
    var draft = try Fixture.store().store.untyped.draft()
    let draftBefore = draft
    #expect(draft.value(at: unknown) == nil)
    #expect(draft.defaultValue(at: unknown) == nil)
    #expect(draft.problems(at: unknown) == [])
    let error = UnknownSettingError(unknown, reason: .notInForm(nearest: nil))
    #expect(throws: error) { try draft.stage(2, at: unknown) }
    #expect(throws: error) { try draft.stage(["timePeriod": 3, "unknown": 2], at: ["calculation"]) }
    #expect(throws: error) { try draft.reset(unknown) }
    #expect(draft.isEmpty && !draft.canUndo)
    #expect(draft.review() == draftBefore.review())
  }

  @Test("has no value in a view model, and staging it throws")
  @MainActor
  func viewModel() throws {
    let model = FormViewModel(try Fixture.store().store.untyped)
    let error = UnknownSettingError(unknown, reason: .notInForm(nearest: nil))
    #expect(throws: error) { try model.stage(2, at: unknown) }
    #expect(throws: error) { try model.reset(unknown) }
    #expect(model.value(at: unknown) == nil)
    #expect(!model.hasChanges)
  }

  @Test("can't be observed by its path")
  func changes() throws {
    let store = try Fixture.store().store.untyped
    #expect(throws: UnknownSettingError.self) { try store.changes(of: unknown) }
    _ = try store.changes(of: ["calculation"])
  }

  @Test(
    "is an error that says what is there instead",
    arguments: [
      (
        ["calculation", "timePeriode"], 1,
        "There is no setting calculation.timePeriode; perhaps you mean calculation.timePeriod."
      ),
      (
        ["servers", "0", "port"], 1,
        "servers.0.port is inside the setting servers; stage the whole value of servers."
      ),
      (["calculation"], 1, "calculation is a section; stage an object, or name one of its settings."),
    ] as [(SettingPath, JSONValue, String)])
  func message(path: SettingPath, value: JSONValue, message: String) throws {
    var draft = try Fixture.store().store.untyped.draft()
    let error = #expect(throws: UnknownSettingError.self) { try draft.stage(value, at: path) }
    #expect(error?.description == message)
  }

  @Test("has no path, if it is the key path of a computed property")
  func keyPath() throws {
    #expect(try Fixture.store().store.path(of: \.name.count) == nil)
  }
}
