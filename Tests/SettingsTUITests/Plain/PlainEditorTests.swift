import SettingsEditing
import TestSupport
import Testing

@testable import SettingsTUI

@MainActor
@Suite("The plain editor")
struct PlainEditorTests {
  private func driver(_ text: String = #"{"network": {"host": "10.0.0.1"}}"#) throws -> PlainDriver {
    PlainDriver(try TestForm.model(text))
  }

  @Test("The conversation begins at a setting or at a section, and goes back to the sections around it")
  func start() async throws {
    let setting = PlainDriver(try TestForm.model(), start: ["calculation", "timePeriod"])
    #expect(setting.answer.text.contains("Trend, Calculation"))
    #expect(await setting.type("").contains("Trend: Settings of the trend plotter."))
    let section = PlainDriver(try TestForm.model(), start: ["network"])
    #expect(section.answer.text.contains("Trend, Network"))
    #expect(await section.type("").contains("Trend: Settings of the trend plotter."))
  }

  @Test("A value is changed, and every step is printed")
  func changing() async throws {
    let driver = try driver()
    await driver.type("2", "2", "31", "14")
    #expect(
      driver.transcript == """
        Trend: settings.json, no changes.
        ? lists the keys; type a key, and the number of a row after it.

        Trend: Settings of the trend plotter.
        1. Language: English
        2. Calculation: section of 5 settings
        3. Network: section of 4 settings
        4. Display: section of 7 settings
        Number: 2

        Trend, Calculation: How forecasts are computed.
        1. Mode: Linear regression
        2. Time Period: 7 days
        3. Damping: 0.35
        4. Active Days: Monday
        5. Cutoff: none
        Number: 2

        Time Period, calculation.timePeriod
        Days the average looks back.
        Whole number from 1 to 30, in days.
        Default: 7 days.
        Value: 7 days.
        Triggers recalculate.
        Type a number, or an amount such as 2 w. An empty line keeps the value.
        New value: 31
        Not taken: Use 30 or less instead of 31.
        New value: 14
        Time Period is now 14 days; 1 change.

        Trend, Calculation: How forecasts are computed.
        1. Mode: Linear regression
        2. Time Period: 14 days, changed
        3. Damping: 0.35
        4. Active Days: Monday
        5. Cutoff: none
        Number:\u{20}
        """)
  }

  @Test("A change is reviewed and applied, and every step is printed")
  func applying() async throws {
    let driver = try driver()
    await driver.type("2", "2", "14")
    let before = driver.transcript.count
    await driver.type("s", "s", "q")
    #expect(
      driver.transcript.dropFirst(before) == """
        s

        Review
        1 of 1 change, triggers recalculate
        1. Time Period: 7 days, will be 14 days
        Number, or s to apply: s
        Applied 1 change.

        Trend, Calculation: How forecasts are computed.
        1. Mode: Linear regression
        2. Time Period: 14 days
        3. Damping: 0.35
        4. Active Days: Monday
        5. Cutoff: none
        Number: q

        """)
    #expect(driver.editor.outcome?.applied.map(\.path) == [["calculation", "timePeriod"]])
    #expect(driver.editor.outcome?.stagedCount == 0)
  }

  @Test("When the input ends, changes that were not applied are listed and stay staged")
  func endOfInput() async throws {
    let driver = try driver()
    await driver.type("/host", "1", "example.com")
    #expect(driver.end() == "\nNot applied:\nnetwork.host: 10.0.0.1, will be example.com\n")
    #expect(driver.editor.outcome?.stagedCount == 1)
    #expect(driver.model.hasChanges)
  }

  @Test("When the input ends without changes, nothing is printed")
  func quietEnd() throws {
    let driver = try driver()
    #expect(driver.end().isEmpty)
    #expect(driver.editor.outcome?.stagedCount == 0)
  }

  @Test("Leaving with changes asks; a line that is no answer stays at the question")
  func leaving() async throws {
    let driver = try driver()
    #expect(await driver.type("/use proxy", "1").hasPrefix("Use Proxy is now true; 1 change.\n"))
    #expect(await driver.type("q").contains("1 change is not applied."))
    #expect(await driver.type("x").contains("2. Discard, d"))
    #expect(driver.model.hasChanges && driver.editor.outcome == nil)
    await driver.type("d")
    #expect(driver.editor.outcome?.ending == .left)
    #expect(!driver.model.hasChanges)
  }

  @Test(
    "Every kind of value is typed in words, by number or as JSON",
    arguments: [
      ("mode", "2", #""average""#),
      ("mode", "Moving average", #""average""#), ("active days", "monday, sunday", #"["monday","sunday"]"#),
      ("active days", "none", "[]"), ("damping", "0.5", "0.5"), ("host", #""a b""#, #""a b""#),
      ("host", "null", #""null""#), ("extra", "[1, 2]", "[1,2]"), ("attempts", "5", "5"),
    ])
  func kinds(_ query: String, _ typed: String, _ expected: String) async throws {
    let driver = try driver(#"{"network": {"useProxy": true}}"#)
    let text = await driver.type("/" + query, "1", typed)
    #expect(!text.hasPrefix("Not taken"), "\(text)")
    let name = query.filter { $0 != " " }.lowercased()
    let entry = try #require(
      driver.model.index.settings.first { $0.setting.title.filter { $0 != " " }.lowercased() == name })
    #expect(driver.model.value(at: entry.path) == (try JSONValue(parsing: expected)))
  }

  @Test("Several options are checked by their numbers, and accepted")
  func checking() async throws {
    let driver = try driver()
    let list = await driver.type("/active days", "1")
    #expect(list.contains("1. Monday, chosen\n2. Friday\n"), "\(list)")
    #expect(await driver.type("2").contains("2. Friday, chosen\n"))
    await driver.type("1", "accept")
    #expect(driver.model.value(at: ["calculation", "activeDays"]) == ["friday"])
  }

  @Test("A list is a page of its elements, which are changed, added and moved by its keys")
  func elements() async throws {
    let driver = try driver()
    let list = await driver.type("/colors", "1")
    #expect(list.contains("Display › Colors: 3 elements.\n1. 0: red\n2. 1: green\n3. 2: blue\n"), "\(list)")
    await driver.type("2", "white", "> 1", "d 3", "a black")
    #expect(driver.model.value(at: ["display", "colors"]) == ["white", "red", "black"])
  }

  @Test("A value is replaced as JSON, by one of another type, too")
  func json() async throws {
    let driver = try driver()
    #expect(await driver.type("4", "J 6", "{").hasPrefix("Not taken: "))
    #expect(await driver.type("[1, true]").hasPrefix("Extra is now "))
    #expect(driver.model.value(at: ["display", "extra"]) == [1, true])
  }

  @Test("The file's tree with its comments, and why a value is what it is, are pages, too")
  func otherPages() async throws {
    let driver = try driver("{\n  // Ours.\n  \"language\": \"english\"\n}")
    #expect(await driver.type("T").contains("2. language: \"english\", comment: Ours.\n"))
    #expect(await driver.type("# 2", "Theirs.").contains("comment: Theirs."))
    #expect(await driver.type("", "w 1").contains("set in the file"))
    #expect(await driver.type("", "? ").contains("Review and apply the changes"))
  }

  @Test("An invalid value is explained, and asked for again", arguments: ["31", "many", "7.5"])
  func wrongValue(_ typed: String) async throws {
    let driver = try driver()
    await driver.type("/time period", "1")
    #expect(await driver.type(typed).hasPrefix("Not taken: "))
    #expect(driver.answer.prompt == "New value: ")
    #expect(!driver.model.hasChanges)
    #expect(await driver.type("").hasPrefix("Nothing was changed."))
  }

  @Test("A secret is hidden while it is typed, and never printed")
  func secret() async throws {
    let driver = try driver(#"{"network": {"password": "hunter2"}}"#)
    await driver.type("/password", "1")
    #expect(driver.answer.asksSecret)
    await driver.type("s3cret", "s")
    #expect(!driver.answer.asksSecret)
    let output = driver.transcript.replacing("New value: s3cret\n", with: "")
    #expect(!output.contains("hunter2") && !output.contains("s3cret"))
    #expect(driver.model.value(at: ["network", "password"]) == "s3cret")
  }

  @Test("A setting is reset, unstaged or set to none, and each can be undone")
  func actions() async throws {
    let driver = try driver()
    await driver.type("3", "r 2")
    #expect(driver.model.value(at: ["network", "host"]) == "example.org")
    await driver.type("u")
    #expect(driver.model.value(at: ["network", "host"]) == "10.0.0.1")
    await driver.type("redo", "R 2")
    #expect(!driver.model.hasChanges)
    await driver.type("", "x 1")
    #expect(driver.model.value(at: ["language"]) == .null)
  }

  @Test("A number that is not in the list, and an unknown word, are explained")
  func unknown() async throws {
    let driver = try driver()
    #expect(await driver.type("77").contains("from 1 to 4"))
    #expect(await driver.type("0").contains("from 1 to 4"))
    #expect(await driver.type("\(Int.min)").contains("from 1 to 4"))
    #expect(await driver.type("r 77").contains("from 1 to 4"))
    #expect(await driver.type("open").contains("? lists"))
    #expect(await driver.type("?").contains("Search all settings"))
    await driver.type("")
    #expect(await driver.type("/").contains("after the /"))
    #expect(await driver.type("/nothing like it").contains("Nothing was found"))
    #expect(await driver.type("").contains("outermost"))
    #expect(await driver.type("back").contains("outermost"))
  }

  @Test("A read-only setting says so, and isn't changed")
  func readOnly() async throws {
    let driver = try driver()
    #expect(await driver.type("/version").contains("1. Version: "))
    #expect(await driver.type("1").contains("Version is read-only."))
  }

  @Test("Advanced settings are listed only on request")
  func advanced() async throws {
    let driver = try driver()
    #expect(await driver.type("3", "4").contains("1 advanced setting hidden; a shows all."))
    #expect(!driver.answer.text.contains("Delay"))
    #expect(await driver.type("a").contains("Delay"))
  }

  @Test("A conflict is shown with its three values, and resolved")
  func conflict() async throws {
    let storage = MemoryStorage(#"{"network": {"host": "old"}}"#)
    let model = FormViewModel(
      try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage)))
    let driver = PlainDriver(model)
    await driver.type("/host", "1", "mine")
    _ = storage.commit(Array(#"{"network": {"host": "theirs"}}"#.utf8), expecting: storage.read()?.revision)
    #expect(driver.editor.takeStored() != nil)
    #expect(
      await driver.type("s").contains("Another process set it to theirs: m keeps your value, t takes theirs.")
    )
    #expect(await driver.type("s").contains("Not applied: resolve the conflict of Host with m or t."))
    await driver.type("m 1", "s")
    #expect(model.savedValue(at: ["network", "host"]) == "mine")
  }

  @Test("A long list is printed in pages")
  func pages() async throws {
    let store = try StoreEngine(
      form: FormIndex(TestForm.large(1000)), layers: SettingsLayers(storage: MemoryStorage()))
    let driver = PlainDriver(FormViewModel(store))
    #expect(driver.answer.text.contains("40. Section 39"))
    #expect(!driver.answer.text.contains("41. "))
    #expect(driver.answer.text.contains("60 more"))
    #expect(await driver.type("more").contains("80. Section 79"))
    #expect(await driver.type("more").contains("100. Section 99"))
    #expect(await driver.type("more").contains("That is all."))
    #expect(await driver.type("97").contains("Section 96"))
  }

  @Test("Whatever is typed and stored, no control character is printed")
  func anyLines() async throws {
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    func begin() throws -> PlainDriver {
      try self.driver(#"{"network": {"host": "\u001b[31m\u0007\u009b"}, "display": {"title": "a\nb"}}"#)
    }
    var driver = try begin()
    let lines = [
      "1", "2", "3", "4", "5", "9", "", "b", "t", "s", "u", "redo", "more", "l", "!", "a", "?", "/e", "/host",
      "\u{1B}[2J", "y", "none", "x", "\"\\u001b\"", "1,2", "H", "T", "K", "X", "restore", "discard", "d 2",
      "r 1", "i 2", "w 3", "J 1", "A", "# 1", "c 1", "f", "v", "L", ":", "Tab", "o", "R 2", "D 1", "> 1",
    ]
    for number in 0..<2000 {
      // Tests that wait for a time share the main actor.
      if number.isMultiple(of: 10) { await Task.yield() }
      let line = lines.randomElement(using: &random) ?? ""
      await driver.type(line)
      let isPlain = driver.answer.text.unicodeScalars.allSatisfy {
        $0 == "\n" || $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value)
      }
      #expect(isPlain, "SETTINGS_SEED=\(seed)")
      // A command of the palette can lead to the question about leaving, and a number answers it.
      let hasEnded = driver.editor.outcome != nil
      #expect(
        driver.answer.prompt.isEmpty == hasEnded, "SETTINGS_SEED=\(seed) \(driver.transcript.suffix(400))")
      if hasEnded { driver = try begin() }
    }
  }
}
