import Synchronization
import Testing

@testable import Settings
@testable import SettingsEditing
@testable import SettingsTUI

@MainActor
@Suite("The cost of an edit")
struct EditCostTests {
  @Test("The document is decoded when the review is opened, not after each edit")
  func decoding() async throws {
    let count = Mutex(0)
    let store = try StoreEngine(
      form: StoreForm(FormIndex(TestForm.schema)), layers: SettingsLayers(storage: MemoryStorage("{}")),
      participants: [], hooks: nil, options: StoreOptions(refresh: .manual),
      check: { _ in count.withLock { $0 += 1 } })
    let driver = EditorDriver(FormViewModel(store), start: ["network"])
    await driver.press(Key(" "), Key("j"))
    #expect(driver.text.contains("1 change"))
    #expect(count.withLock { $0 } == 0)
    await driver.press(Key("s"))
    #expect(count.withLock { $0 } > 0)
  }
}
