import Testing

@testable import Settings

@Suite("A path or key path that the form doesn't have")
struct UnknownPathTests {
  private let unknown: SettingPath = ["calculation", "unknown"]

  @Test("has a warning in a draft if the document has that key")
  func unknownKey() throws {
    let draft = try Fixture.store(#"{"calculation": {"unknown": 1}}"#).store.untyped.draft()
    #expect(draft.value(at: unknown) == nil)
    #expect(draft.problems(at: unknown).map(\.severity) == [.warning])
  }

  @Test("has no value and no problems in a draft, and staging it has no effect")
  func draft() throws {
    var draft = try Fixture.store().store.untyped.draft()
    #expect(draft.value(at: unknown) == nil)
    #expect(draft.defaultValue(at: unknown) == nil)
    #expect(draft.problems(at: unknown) == [])
    #expect(draft.stage(2, at: unknown) == [])
    #expect(draft.reset(unknown) == [])
    #expect(draft.unstage(unknown) == [])
    #expect(draft.isEmpty && !draft.canUndo)
  }

  @Test("has no value in a view model, and staging it has no effect")
  @MainActor
  func viewModel() throws {
    let model = UntypedViewModel(try Fixture.store().store.untyped)
    model.stage(2, at: unknown)
    model.reset(unknown)
    model.unstage(unknown)
    #expect(model.value(at: unknown) == nil)
    #expect(!model.hasChanges)
  }

  @Test("has no path, if it is the key path of a computed property")
  func keyPath() throws {
    #expect(try Fixture.store().store.path(of: \.name.count) == nil)
  }
}
