import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Filters of the search")
struct SearchFilterTests {
  private func core() throws -> EditorCore {
    EditorCore(try TestForm.model(), options: EditorOptions())
  }

  private func titles(_ query: String, _ core: EditorCore) -> [String] {
    core.find(query).items.map { core.title(of: $0) }
  }

  @Test("Each filter finds the settings with its condition")
  func conditions() throws {
    let core = try core()
    let index = core.index
    func titles(where passes: (FormIndex.Entry) -> Bool) -> [String] {
      index.settings.filter(passes).map(\.setting.title)
    }
    #expect(self.titles("@set", core) == titles { core.model.isSet($0.path) })
    #expect(!self.titles("@set", core).isEmpty)
    #expect(self.titles("@restart", core) == titles { $0.setting.traits.contains(.requiresRestart) })
    #expect(self.titles("@secret", core) == titles { $0.setting.holdsSecrets })
    #expect(self.titles("@secret", core).contains("Password"))
    #expect(self.titles("@changed", core).isEmpty)
    let host = try #require(index[["network", "host"]])
    core.perform(.set("elsewhere", at: ValuePlace(host)))
    #expect(self.titles("@changed", core) == ["Host"])
    #expect(self.titles("@changed @restart", core).isEmpty)
    #expect(self.titles("@changed ho", core) == ["Host"])
    #expect(self.titles("@changed /^else/", core) == ["Host"])
    #expect(self.titles("@changed mode", core).isEmpty)
  }

  @Test("Settings with problems are found")
  func problems() throws {
    let core = try core()
    let period = try #require(core.index[["calculation", "timePeriod"]])
    core.perform(.set(9999, at: ValuePlace(period)))
    #expect(titles("@problem", core) == ["Time Period"])
  }

  @Test("The settings and sections in a section are found by its title or path")
  func section() throws {
    let core = try core()
    #expect(titles("@section:retry", core) == ["Attempts", "Delay"])
    #expect(titles("@section:network @section:retry", core) == ["Attempts", "Delay"])
    #expect(titles("@section:network retry", core).contains("Retry"))
    #expect(titles("@section:calculation host", core).isEmpty)
    #expect(core.find("@section:nowhere").query.fault == "No section is called “nowhere”.")
  }

  @Test("A section that is found is shown in the tree, with the focus on its first setting")
  func goToSection() async throws {
    let driver = EditorDriver(try TestForm.model())
    await driver.press(Key("/"))
    await driver.type("retry")
    #expect(driver.words.contains("Retry Network section of 1 setting"))
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("Attempts"))
    await driver.press(Key("n"), Key("N"))
    #expect(driver.focusedLine.contains("Attempts"))
  }

  @Test("An empty query shows the filters, and an unknown one what is wrong")
  func hints() async throws {
    let driver = EditorDriver(try TestForm.model(), size: Size(width: 40, height: 10))
    await driver.press(Key("/"))
    #expect(driver.text.contains("@changed") && driver.text.contains("@restart"))
    await driver.type("@sec")
    #expect(driver.text.contains("@section:NAME") && !driver.text.contains("@restart  "))
    await driver.type("x")
    #expect(driver.words.contains("@secx isn't a filter."))
    await driver.press(.control("u"))
    await driver.type("/a(")
    #expect(driver.words.contains("The regular expression is malformed"))
  }

  @Test("The search before anything is typed, and with a filter")
  func screens() async throws {
    let driver = EditorDriver(try TestForm.model())
    await driver.press(Key("/"))
    expectGolden("search-empty-80x24", driver)
    await driver.type("@section:network retry")
    expectGolden("search-section-80x24", driver)
  }

  @Test("Keys that arrive together act on what the whole query finds")
  func together() async throws {
    let driver = EditorDriver(try TestForm.model())
    await driver.press(Key("/"))
    await driver.send(.input("attempts".map { .key(Key($0)) } + [.key(Key(.enter))]))
    #expect(driver.focusedLine.contains("Attempts"))
  }

  @Test("The line-by-line editor finds sections, says where a result matches, and explains filters")
  func plain() async throws {
    let driver = PlainDriver(try TestForm.model())
    let found = await driver.type("/retry")
    #expect(found.contains("1. Retry: section of 1 setting, in Network"), "\(found)")
    #expect(await driver.type("1").contains("Attempts"))
    let help = await driver.type("/looks back")
    #expect(help.contains(", in Calculation, found in its help"), "\(help)")
    #expect(await driver.type("/@ch").contains("@ch isn't a filter. The filters are @changed, "))
    #expect(await driver.type("/@restart").contains("Mode"))
    #expect(await driver.type("//^time p/").contains("Time Period"))
    #expect(await driver.type("//(/").contains("malformed"))
    #expect(await driver.type("/").contains("The filters are"))
  }
}
