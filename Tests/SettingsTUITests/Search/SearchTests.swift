import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Searching")
struct SearchTests {
  private func find(_ query: String) -> [String] {
    let index = FormIndex(TestForm.schema)
    var search = SettingSearch(Outline(index), index)
    return search.findSettings(query).map { index.settings[$0].setting.title }
  }

  @Test("The whole title ranks first, then prefixes, words and parts")
  func ranking() {
    #expect(find("mode").first == "Mode")
    #expect(find("period") == ["Time Period"])
    #expect(find("Trends") == ["Mode"])
    #expect(find("tmprd").isEmpty)
    #expect(find("example.org") == ["Host"])
    #expect(find("looks back") == ["Time Period"])
    #expect(find("t").first == "Time Period")
  }

  @Test("Names, values and help are ranked by how well they match, then by which text it is")
  func ranks() {
    func setting(_ key: String, _ title: String, help: String = "", value: String = "") -> FormItem {
      .setting(
        FormSetting(
          key: key, title: title, help: help, kind: .string(TextLimits()), defaultValue: .string(value)))
    }
    // In the wrong order on purpose.
    let items = [
      setting("a1", "Pause or turn"), setting("a2", "A", help: "Transports."),
      setting("a3", "B", value: "airport"),
      setting("a4", "Airport"), setting("a5", "C", help: "Where the port is."),
      setting("a6", "D", value: "Port 1"),
      setting("a7", "Old Port"), setting("oldPort", "E"), setting("portable", "F"),
      setting("a8", "Port Range"),
      setting("port", "G"), setting("a9", "Port"), setting("b1", "H", value: "nothing"),
    ]
    let index = FormIndex(FormSchema(root: FormSection(key: "", title: "", items: items)))
    var search = SettingSearch(Outline(index), index)
    let titles = search.findSettings("port").map { index.settings[$0].setting.title }
    #expect(
      titles == [
        "G", "Port", "F", "Port Range", "Old Port", "E", "D", "C", "Airport", "B", "A",
      ])
  }

  @Test("A path is found as it is typed, by its keys and by their prefixes")
  func paths() {
    #expect(find("calculation.timePeriod").first == "Time Period")
    #expect(find("network.retry.") == ["Attempts", "Delay"])
    #expect(find("retry.att").first == "Attempts")
    #expect(find("tion.mode").first == "Mode")
    #expect(find("retry").starts(with: ["Attempts", "Delay"]))
  }

  @Test("Blanks around words don't matter, and a word typed further narrows what was found")
  func blanks() {
    let index = FormIndex(TestForm.schema)
    var search = SettingSearch(Outline(index), index)
    for query in ["t", "time", "time ", "time  p", " time period "] {
      #expect(
        search.findSettings(query).contains { index.settings[$0].setting.title == "Time Period" },
        "“\(query)”")
    }
  }

  @Test("All words have to be found, anywhere and in any case")
  func words() {
    #expect(find("PERIOD average") == ["Time Period"])
    #expect(find("period nowhere").isEmpty)
    #expect(find("   ").isEmpty)
    #expect(find("日本").contains("Window Title"))
  }

  @Test("A setting is found by the values that it could have, too")
  func choices() throws {
    let index = FormIndex(TestForm.schema)
    for entry in index.settings {
      guard case .choice(let choices) = entry.setting.kind else { continue }
      for choice in choices { #expect(find(choice.title).contains(entry.setting.title), "\(choice.title)") }
    }
    #expect(index.settings.contains { if case .choice = $0.setting.kind { true } else { false } })
  }

  @Test("Extending a query finds the same as typing it at once")
  func narrowing() {
    let index = FormIndex(TestForm.schema)
    for query in ["time period", "re", "e", "display.la", "how much", "日本語", "tiemp"] {
      var search = SettingSearch(Outline(index), index)
      var typed = ""
      var found: [Int] = []
      for character in query {
        typed.append(character)
        found = search.findSettings(typed)
      }
      var fresh = SettingSearch(Outline(index), index)
      #expect(found == fresh.findSettings(query), "\(query)")
    }
  }

  @Test("A secret's value is not found")
  func secrets() async throws {
    let driver = EditorDriver(try TestForm.model(), start: ["network", "password"])
    await driver.press(Key(.enter))
    await driver.type("hunter2")
    await driver.press(Key(.enter), Key("/"))
    await driver.type("hunter2")
    #expect(driver.text.contains("nothing found"))
  }

  @Test("A changed value is found by its new text")
  func changedValue() async throws {
    let driver = EditorDriver(try TestForm.model(), start: ["network", "host"])
    await driver.press(Key("/"))
    await driver.type("zebra")
    await driver.press(Key(.escape), Key(.enter), .control("u"))
    await driver.type("zebra")
    await driver.press(Key(.enter), Key("/"))
    await driver.type("zebra")
    #expect(driver.text.contains("1 found"))
  }

  @Test("A setting is found by the word that its row shows for its value or default")
  func switches() throws {
    let index = FormIndex(TestForm.schema)
    let position = try #require(index.position(of: ["network", "useProxy"]))
    var search = SettingSearch(Outline(index), index)
    #expect(!search.findSettings("yes").contains(position))
    search.invalidateValues()
    #expect(search.findSettings("yes") { [position: .bool(true)] }.contains(position))
    #expect(!search.findSettings("false").contains(position))
  }

  @Test("When another process stores a value during a search, it is found at once, and the focus stays")
  func changedMeanwhile() async throws {
    let storage = MemoryStorage("{}")
    let model = FormViewModel(
      try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage)))
    let driver = EditorDriver(model)
    await driver.press(Key("/"))
    await driver.type("eu")
    await driver.press(Key(.down))
    let focused = driver.focusedLine
    let before = driver.text
    #expect(!before.contains("zeus"))
    _ = storage.commit(Array(#"{"network": {"host": "zeus eu"}}"#.utf8), expecting: storage.read()?.revision)
    driver.editor.takeStored()
    await driver.send(.resized)
    #expect(driver.text.contains("zeus eu"))
    #expect(driver.focusedLine.prefix(30) == focused.prefix(30))
    #expect(driver.text != before)
  }

  @Test("Preparing a search doesn't change its results")
  func prepared() {
    let index = FormIndex(TestForm.large(5000))
    var prepared = SettingSearch(Outline(index), index)
    var partCount = 0
    while prepared.prepareSome(values: { [:] }) { partCount += 1 }
    #expect(partCount > 2)
    var fresh = SettingSearch(Outline(index), index)
    var begun = SettingSearch(Outline(index), index)
    #expect(begun.prepareSome { [:] })
    #expect(begun.prepareSome { [:] })
    let found = fresh.findSettings("setting 7")
    #expect(!found.isEmpty)
    #expect(prepared.findSettings("setting 7") { [0: .string("never asked for")] } == found)
    #expect(begun.findSettings("setting 7") == found)
  }

  @Test("A pasted book is searched for in linear time", .timeLimit(.minutes(5)))
  func book() throws {
    let book = (0..<60_000).map { "word\($0)x" }.joined(separator: " ")
    let index = FormIndex(TestForm.schema)
    var search = SettingSearch(Outline(index), index)
    #expect(search.findSettings(book).isEmpty)
    // The words that count are found.
    let position = try #require(index.position(of: ["calculation", "timePeriod"]))
    let words = Array(repeating: "time period", count: SearchWords.most)
    #expect(search.findSettings(words.joined(separator: " ") + " nowhere") == [position])
  }

  @Test("Enter selects the found setting, n and N to the next and previous, Esc goes back")
  func goingOn() async throws {
    let driver = EditorDriver(try TestForm.model(), start: ["display", "notes"])
    await driver.press(Key("/"))
    await driver.type("e")
    await driver.press(Key(.escape))
    #expect(driver.focusedLine.contains("Notes"))
    await driver.press(Key("/"))
    await driver.type("use")
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("Use Proxy"))
    let first = driver.focusedLine
    await driver.press(Key("n"), Key("N"))
    #expect(driver.focusedLine == first)
    #expect(!driver.model.hasChanges)
  }

  @Test(
    "Screens of rows search all settings, too, and go to what is found",
    arguments: [[Key("H")], [Key("!")], [Key("T")], [Key("w")], [Key("+"), Key("s")]])
  func fromOtherScreens(keys: [Key]) async throws {
    let driver = EditorDriver(try TestForm.model(), start: ["calculation", "timePeriod"])
    for key in keys { await driver.press(key) }
    await driver.press(.control("f"))
    await driver.type("proxy")
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("Use Proxy"))
    for key in keys { await driver.press(key) }
    let before = driver.text
    await driver.press(.control("f"), Key(.escape))
    #expect(driver.text == before)
  }

  @Test("A query that matches all of a large form takes linear time")
  func large() {
    let index = FormIndex(TestForm.large(20_000))
    var search = SettingSearch(Outline(index), index)
    let found = search.findSettings("s")
    #expect(found.count == 20_000)
    #expect(search.findSettings("setting 7 of 1999").first == 19_997)
  }
}
