import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Filtering the rows of lists")
struct ListFilterTests {
  private static let zones =
    ["Africa/Abidjan", "America/Belem", "Europe/Belgrade", "Europe/Berlin", "Europe/Bern", "ROC", "UTC"]

  /// A model with a choice of time zones, flags and a long list.
  private func model() throws -> FormViewModel {
    func choices(_ texts: [String]) -> FormKind {
      .choice(texts.map { FormChoice(value: .string($0), title: $0) })
    }
    let items: [FormSetting] = [
      FormSetting(key: "zone", title: "Time Zone", kind: choices(Self.zones), defaultValue: "UTC"),
      FormSetting(
        key: "days", title: "Days",
        kind: .flags(TestForm.choices(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"])),
        defaultValue: .array([])),
      FormSetting(
        key: "hosts", title: "Hosts", help: "Machines to ask.",
        kind: .list(.string(TextLimits()), ListLimits()),
        defaultValue: .array((1...40).map { .string("host\($0).example.org") })),
      FormSetting(
        key: "tokens", title: "Tokens", kind: .dictionary(.string(TextLimits())),
        defaultValue: .object(["mail": "hunter2", "web": "s3cret"]), traits: .secret),
    ]
    let schema = FormSchema(root: FormSection(key: "", title: "Root", items: items.map { .setting($0) }))
    return FormViewModel(
      try StoreEngine(form: FormIndex(schema), layers: SettingsLayers(storage: MemoryStorage())))
  }

  private func driver(at path: SettingPath) throws -> EditorDriver {
    EditorDriver(try model(), start: path)
  }

  @Test("Letters filter the choices at once, and Enter chooses the best match")
  func choices() async throws {
    let driver = try driver(at: ["zone"])
    await driver.press(Key(.enter))
    await driver.type("berl")
    #expect(driver.words.contains("1 of 7") && driver.text.contains("Europe/Berlin"))
    #expect(!driver.text.contains("Belgrade"))
    expectGolden("filter-80x24", driver)
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["zone"]) == "Europe/Berlin")
  }

  @Test("The keys of other lists are letters there")
  func letters() async throws {
    let driver = try driver(at: ["zone"])
    await driver.press(Key(.enter))
    await driver.type("q")
    #expect(
      driver.words.contains("nothing found") && driver.words.contains("Nothing matches; Esc shows all."))
    await driver.press(Key(.enter))
    #expect(driver.words.contains("nothing found"))
    await driver.press(Key(.backspace))
    #expect(driver.text.contains("ROC"))
    await driver.type("h j")
    await driver.press(Key(.escape))
    #expect(driver.text.contains("ROC") && driver.text.contains("Abidjan"))
    await driver.press(Key(.escape))
    #expect(!driver.text.contains("Abidjan"))
    #expect(!driver.model.hasChanges)
  }

  @Test("The rows keep their order, and the best match has the focus")
  func order() async throws {
    let driver = try driver(at: ["zone"])
    await driver.press(Key(.enter))
    await driver.type("be")
    #expect(driver.words.contains("America/Belem") && driver.words.contains("4 of 7"))
    await driver.press(.control("u"))
    await driver.type("roc")
    #expect(driver.focusedLine.contains("ROC") || driver.words.contains("▸( ) ROC"))
  }

  @Test("A letter begins the filter of flags; Enter keeps it, and the keys of the list work again")
  func flags() async throws {
    let driver = try driver(at: ["days"])
    await driver.press(Key(.enter))
    #expect(driver.words.contains("f Filter"))
    await driver.type("fthu")
    await driver.press(Key(.enter), Key(" "))
    #expect(driver.words.contains("[✓] Thursday") && !driver.text.contains("Monday"))
    await driver.press(Key(.escape), Key(.enter))
    #expect(driver.model.value(at: ["days"]) == .array(["thursday"]))
  }

  @Test("The elements of a list are found by their values, changed and removed")
  func elements() async throws {
    let driver = try driver(at: ["hosts"])
    await driver.press(Key(.enter))
    await driver.type("fhost17")
    #expect(driver.words.contains("1 of 40"))
    await driver.press(Key(.enter), Key("d"))
    guard case .array(let elements)? = driver.model.value(at: ["hosts"]) else {
      Issue.record("no list")
      return
    }
    #expect(elements.count == 39 && !elements.contains("host17.example.org"))
    await driver.press(Key(.escape))
    #expect(driver.text.contains("host1.example.org") && driver.text.contains("Machines to ask."))
  }

  @Test("A filter doesn't change where an element moves")
  func moving() async throws {
    let driver = try driver(at: ["hosts"])
    await driver.press(Key(.enter))
    await driver.type("fhost2.")
    await driver.press(Key(.enter), Key("<"))
    guard case .array(let elements)? = driver.model.value(at: ["hosts"]) else {
      Issue.record("no list")
      return
    }
    #expect(elements.prefix(2) == ["host2.example.org", "host1.example.org"])
    #expect(driver.focusedLine.contains("host2"))
  }

  @Test("A query doesn't find secrets")
  func secrets() async throws {
    let driver = try driver(at: ["tokens"])
    await driver.press(Key(.enter))
    await driver.type("fhunter")
    #expect(driver.words.contains("nothing found"))
  }

  @Test(
    "Files are chosen in the same list: letters filter, Enter chooses, and what comes after that is dropped")
  func files() async throws {
    func picker() throws -> EditorDriver {
      let driver = EditorDriver(try TestForm.model())
      driver.editor.screens = [
        ListPicker(
          [(name: "/etc/a.json", note: "App"), (name: "/home/me/b.json", note: "Tool")],
          title: "Files")
      ]
      return driver
    }
    let driver = try picker()
    await driver.type("tool")
    #expect(driver.words.contains("/home/me/b.json") && !driver.words.contains("/etc/a.json"))
    await driver.send(.input([.key(Key(.enter)), .key(Key(.escape)), .key(Key(.escape))]))
    #expect((driver.editor.screens.first as? ListPicker)?.chosen == 1)
    #expect(driver.editor.outcome?.ending == .left)
    let left = try picker()
    await left.press(Key("x"), Key(.escape))
    #expect(left.words.contains("/etc/a.json") && left.words.contains("Letters filter"))
    await left.press(Key(.escape))
    #expect(left.editor.screens.isEmpty)
    // In a window that is too small to show the rows, there must be a way out.
    let small = try picker()
    await small.resize(30, 5)
    await small.press(.control("c"))
    #expect(small.editor.outcome?.ending == .left)
    #expect((small.editor.screens.first as? ListPicker)?.chosen == nil)
  }

  @Test("A slash searches in the tree of sections, too, and goes to sections inside of closed ones")
  func sections() async throws {
    let driver = EditorDriver(try TestForm.model())
    await driver.press(Key(.tab), Key("g"), Key("/"))
    #expect(driver.editor.top.keyContext == .search)
    await driver.type("retry")
    #expect(driver.text.contains("Retry") && driver.text.contains("Network"))
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("Attempts") && driver.text.contains("Calculation"))
  }

  @Test("A slash searches all settings from every page of rows, however deep")
  func anywhere() async throws {
    func search(_ start: SettingPath, _ keys: Key...) async throws {
      let driver = EditorDriver(try TestForm.model(), start: start)
      for key in keys { await driver.press(key) }
      await driver.type("/damping")
      #expect(driver.editor.top.keyContext == .search && driver.words.contains("1 found"), "\(driver.text)")
      await driver.press(Key(.enter))
      #expect(driver.editor.screens.isEmpty && driver.focusedLine.contains("Damping"), "\(driver.text)")
    }
    try await search(["display", "colors"], Key(.enter))
    try await search(["display", "labels"], Key(.enter))
    try await search(["display", "servers"], Key(.enter), Key(.enter))
    try await search(["calculation", "timePeriod"], Key("T"))
    try await search(["calculation", "timePeriod"], Key("!"))
    try await search(["calculation", "timePeriod"], Key("w"))
    try await search(["calculation", "timePeriod"], Key("+"), Key("s"))
    try await search(["calculation", "timePeriod"], Key("+"), Key("s"), Key("s"), Key("H"))
  }

  @Test("A search in the tree of sections that is given up shows the section from before")
  func givenUp() async throws {
    let driver = EditorDriver(try TestForm.model())
    await driver.press(Key(.tab), Key("g"))
    await driver.type("/zzzz")
    await driver.press(Key("j"), Key(.down), Key(.escape))
    #expect(driver.text.contains("Calculation") && driver.text.contains("Language"))
  }

  @Test("The versions of the history are found by the settings that they changed")
  func history() async throws {
    let driver = EditorDriver(try TestForm.model(), start: ["calculation", "timePeriod"])
    await driver.press(Key("+"), Key("s"), Key("s"), Key("j"), Key("+"), Key("s"), Key("s"), Key("H"))
    await driver.type("fdamping")
    #expect(driver.words.contains("1 of 3"), "\(driver.text)")
    await driver.press(Key(.enter), Key(.enter))
    #expect(driver.text.contains("Damping"))
  }

  @Test("A list finds what the search of settings finds")
  func matcher() {
    let rows = ["timePeriod", "Days", "the period of time", "temperature"].map { RowStrings(name: $0) }
    let search = RowSearch(rows)
    #expect(search.find("period")?.rows == [0, 2])
    #expect(search.find("time period")?.rows == [0, 2])
    #expect(search.find("te")?.best == 0)
    #expect(search.find("DAYS")?.rows == [1])
    // A typing error is forgiven where nothing else is found.
    #expect(search.find("tepmerature")?.rows == [3])
    #expect(search.find(" ")?.rows == nil)
    #expect(search.find("zz")?.rows == [])
  }
}
