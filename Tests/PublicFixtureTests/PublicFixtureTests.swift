import Settings
import Testing

@Suite struct PublicFixtureTests {
  @Test("A public root has public generated members that work")
  func publicRoot() throws {
    let store = try SettingsStore<PublicSettings>(
      storage: MemoryStorage(#"{"network":{"features":["pull"]},"level":"debug"}"#), hooks: nil)
    #expect(store.values.network.features == [.pull])
    #expect(store.values.level == .debug)
    #expect(store.path(of: \.network.port) == ["network", "port"])
    #expect(store.path(of: \.inner) == ["inner"])
    #expect(store.untyped.index.form.rules.count == 1)
  }
}
