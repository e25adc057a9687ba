import Synchronization
import Testing

@testable import Settings

/// A root whose only side effect is code, as the generator writes it.
private struct CodeOnly: SettingsOwnHooks {
  var width = 80

  static let runs = Mutex(0)

  static var formSource: String {
    #"""
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {"width": {
      "type": "integer", "title": "Width", "default": 80, "x-setting": {"sideEffects": ["count()"]}}}}
    """#
  }

  static func addKeyPaths(to table: inout KeyPathTable<CodeOnly>) { table.add(\.width, ["width"]) }

  static var ownHooks: any SettingsHooks { Hooks() }

  private struct Hooks: SettingsSideEffects {
    func run(_ sideEffect: String, for changes: [SettingChange]) async throws {
      runs.withLock { $0 += changes.count }
    }
  }
}

@Suite struct OwnHooksTests {
  @Test("A store without hooks runs side effects that are code in annotations")
  func withoutHooks() async throws {
    let store = try SettingsStore<CodeOnly>(storage: MemoryStorage())
    try await store.update { $0.width = 81 }
    #expect(CodeOnly.runs.withLock(\.self) == 1)
  }

  @Test("What an action reports reaches whoever shows it")
  func progress() {
    let texts = Mutex<[String]>([])
    let progress = ActionProgress { text in texts.withLock { $0.append(text) } }
    progress("1 of 2")
    progress("2 of 2")
    #expect(texts.withLock(\.self) == ["1 of 2", "2 of 2"])
  }

  @Test("Hooks without actions refuse each of them, by its name")
  func withoutActions() async {
    struct NoActions: SettingsEditorHooks {}
    let error = await #expect(throws: UnknownAction.self) {
      try await NoActions().perform("calibrate", ActionProgress { _ in })
    }
    #expect(error?.name == "calibrate")
  }
}
