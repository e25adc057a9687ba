import SettingsEditing
import Testing

@testable import SettingsTUI

/// The form of tests after an update of its app: some of the settings weren't there at the last apply.
enum NewSettingsForm {
  /// The settings before the update: none of `network.retry`, and no `calculation.damping`.
  private static let known = KnownSettings(
    Array(
      """
      /language
      /calculation/mode
      /calculation/timePeriod
      /calculation/activeDays
      /calculation/cutoff
      /network/host
      /network/password
      /display/title
      /display/notes
      /display/colors
      /display/labels
      /display/servers
      /display/extra
      /display/version

      """.utf8))

  @MainActor
  static func model() throws -> FormViewModel {
    let storage = MemoryStorage(#"{"network": {"host": "10.0.0.1"}}"#)
    storage.recordSettings(known)
    return FormViewModel(
      try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage)))
  }
}

@MainActor
@Suite("Settings that are new since the last apply")
struct NewSettingsTests {
  @Test("Given new settings, then their rows, their sections and a message mark them")
  func marks() async throws {
    let driver = EditorDriver(try NewSettingsForm.model(), start: ["network", "useProxy"])
    let lines = driver.text.split(separator: "\n")
    #expect(lines.contains { $0.contains("│✦  ▸") || $0.contains("│✦") && $0.contains("Use Proxy") })
    #expect(!lines.contains { $0.contains("✦") && $0.contains("Password") })
    #expect(lines.contains { $0.contains("Network") && $0.contains("✦3") })
    #expect(lines.contains { $0.contains("Calculation") && $0.contains("✦1") })
    #expect(!lines.contains { $0.contains("Display") && $0.contains("✦") })
    #expect(driver.words.contains("4 settings are new since the last apply; / finds them by @new."))
    #expect(driver.words.contains("✦ New since the last apply"))
  }

  @Test("Given new settings, when they are searched for, then exactly they are found")
  func filter() throws {
    let core = EditorCore(
      try NewSettingsForm.model(), options: EditorOptions())
    let titles = core.find("@new").items.map { core.title(of: $0) }
    #expect(titles == ["Damping", "Use Proxy", "Attempts", "Delay"])
    #expect(core.find("@new damp").items.count == 1)
    #expect(core.find("@new @set").items.isEmpty)
  }

  @Test("Given new settings, when the editor applies a change, then the marks stay until the next start")
  func applying() async throws {
    let model = try NewSettingsForm.model()
    let driver = EditorDriver(model, start: ["network", "useProxy"])
    try model.stage(true, at: ["network", "useProxy"])
    try await model.apply()
    await driver.press(Key(.down), Key(.up))
    #expect(driver.text.contains("✦3"))
    let next = EditorDriver(FormViewModel(model.store), start: ["network", "useProxy"])
    #expect(!next.text.contains("✦") && !next.text.contains("new since"))
  }

  @Test("Given nothing new, then nothing but the keys explains the mark")
  func nothingNew() async throws {
    let driver = EditorDriver(try TestForm.model())
    #expect(!driver.text.contains("✦"))
    await driver.press(Key("/"))
    await driver.type("@new")
    #expect(driver.text.contains("nothing found"))
    await driver.press(Key(.escape), Key("?"), Key(.end))
    #expect(driver.text.contains("✦ new in the form"))
  }

  @Test("Given new settings, when members are listed again, then the marks stay")
  func listingAgain() async throws {
    let core = EditorCore(
      try NewSettingsForm.model(), options: EditorOptions())
    let before = core.newSettings.positions
    core.list()
    #expect(core.newSettings.positions == before && !before.isEmpty)
  }

  @Test("--plain names new settings in lists, in descriptions and at the start")
  func plain() async throws {
    let driver = PlainDriver(try NewSettingsForm.model())
    #expect(driver.transcript.contains("4 settings are new since the last apply; / finds them by @new."))
    #expect(driver.transcript.contains("Network: section of 4 settings, 3 new"))
    let found = await driver.type("/@new")
    #expect(found.contains("Damping: 0.35, new in the form, in Calculation"))
    #expect(await driver.type("1").contains("New since the last apply."))
  }

  @Test("Listings have the mark")
  func listing() async throws {
    let store = try NewSettingsForm.model().store
    let listing = SettingsListing(store.draft(), newSettings: store.newSettings())
    #expect(
      listing.settings.filter(\.isNew).map(\.path) == [
        ["calculation", "damping"], ["network", "useProxy"], ["network", "retry", "attempts"],
        ["network", "retry", "delay"],
      ])
    #expect(listing.table().contains("new\n"))
    #expect(SettingsListing(store.draft()).settings.allSatisfy { !$0.isNew })
  }
}
