import Settings
import Synchronization
import Testing

@testable import SettingsForm

/// Settings with `skipSetting`: code uses them like any others, and editors and exported forms lack them.
@Suite struct SkippedSettingsTests {
  private final class Hooks: SkippedSideEffects {
    let remembered = Mutex<[String]>([])

    func remember(_ changes: [SettingChange]) async throws {
      remembered.withLock { $0 += changes.map { "\($0.path)" } }
    }
  }

  @Test("The exported form has neither the settings nor the rules about them")
  func exported() throws {
    let form = try SkippedSettings.form()
    #expect(FormIndex(form).settings.map(\.path.description) == ["window.width", "showsTour"])
    #expect(form.root.items.map(\.key) == ["window", "showsTour"])
    #expect(!form.json.description.contains("skipSetting"))
    #expect(form.rules.count == 2)
    #expect(form.rules.first?.effect == .restrict(.hidden, [["showsTour"]]))
    #expect(FormIndex(form).ruleError == nil)
  }

  @Test("An update stages, applies, stores and decodes them, with their side effects")
  func update() async throws {
    let hooks = Hooks()
    let storage = MemoryStorage(#"{"window": {"width": 100}}"#)
    let store = try SettingsStore<SkippedSettings>(storage: storage, hooks: hooks)
    try await store.update {
      $0.window.lastWidth = 90
      $0.state.launches = 1
      $0.cursor.line = 7
      $0.hasSeenTour = true
    }
    #expect(store.values.window.lastWidth == 90)
    #expect(store.values.state.launches == 1)
    #expect(store.values.cursor.line == 7)
    #expect(store.values.showsTour)
    #expect(hooks.remembered.withLock(\.self) == ["window.lastWidth"])
    let other = try SettingsStore<SkippedSettings>(storage: storage, hooks: nil)
    #expect(other.values.cursor.line == 7)
    #expect(other.values.state.launches == 1)
  }

  @Test("A draft shows them in its review, and checks limits and rules")
  func review() throws {
    let store = try SettingsStore<SkippedSettings>(storage: MemoryStorage(), hooks: nil)
    var draft = store.draft()
    draft[\.state.progress] = 2
    draft[\.window.lastWidth] = 81
    let review = draft.review()
    #expect(review.changes.map(\.path.description) == ["window.lastWidth", "state.progress"])
    #expect(
      review.problems.map(\.path.description).sorted() == [
        "state.progress", "window.lastWidth", "window.width",
      ])
  }

  @Test("Observers of one receive its changes")
  func observation() async throws {
    let store = try SettingsStore<SkippedSettings>(storage: MemoryStorage(), hooks: nil)
    let launches = store.changes(of: \.state.launches)
    try await store.update { $0.state.launches = 3 }
    for await count in launches {
      #expect(count == 3)
      break
    }
  }
}
