import Foundation
import SettingsForm
import SettingsValidation
import Synchronization
import Testing

@testable import Settings
@testable import SettingsEditing

/// Runs the code that the plugin generated from the sources of this target.
@Suite struct GeneratedCodeTests {
  private let index: FormIndex

  init() throws {
    let document = try JSONDocument(parsing: Array(Settings.formSource.utf8), dialect: .strict)
    index = FormIndex(try FormSchema(parsing: document.bytes))
  }

  private func encoded(_ settings: Settings = Settings()) throws -> JSONDocument {
    let json = try SettingsEncoder().encode(settings)
    return try JSONDocument(parsing: Array(json.text(.compact).utf8))
  }

  @Test("The defaults in the form are those of the structs")
  func defaults() throws {
    let document = try encoded()
    var unknown: [String] = []
    for entry in index.settings {
      let held = document.node(at: entry.path)?.value ?? .null
      if let value = entry.setting.defaultValue {
        #expect(value == held, "\(entry.path)")
      } else {
        unknown.append(entry.path.description)
      }
    }
    #expect(unknown == [])
  }

  @Test("The form accepts the values and keys of the structs")
  func valid() throws {
    let problems = FormValidator(index).problems(in: try encoded())
    #expect(problems.filter { $0.reason != .deprecated(nil) } == [])
  }

  @Test(
    "The generated outline is that of the form, and accepts the defaults without those of deprecated settings"
  )
  func outline() throws {
    let form = try FormSchema(written: Array(Settings.formSource.utf8))
    #expect(try JSONValue(parsing: Settings.formOutline) == FormOutline.json(of: form))
    let outline = try #require(FormOutline(parsing: Settings.formOutline))
    let document = try encoded()
    var edits = JSONEdits()
    for entry in index.settings where entry.setting.traits.contains(.deprecated) {
      edits.remove(at: entry.path)
    }
    #expect(outline.accepts(try JSONDocument(parsing: document.bytes(applying: edits))))
  }

  @Test("Every setting and section that code can write has a key path")
  func keyPaths() {
    let table = KeyPathTable(of: Settings.self)
    #expect(table[\.calculation.timePeriod] == ["calculation", "timePeriod"])
    #expect(table[\.again.timePeriod] == ["again", "timePeriod"])
    #expect(table[\.again] == ["again"])
    #expect(table[\.renamed] == ["new-name"])
    #expect(table[\.default] == ["default"])
    #expect(table[\.kinds.box.value] == ["kinds", "box", "value"])
    #expect(table[\.servers] == ["servers"])
    #expect(table[\.guarded] == nil)
    #expect(table[\.leftOut] == nil)
    #expect(index[["hidden"]] != nil)
  }

  @Test("A binding of a section provides the bindings of its settings and flags")
  @MainActor func bindings() throws {
    let model = SettingsViewModel(try SettingsStore<Settings>(storage: MemoryStorage(), hooks: nil))
    let kinds = model.binding(\.kinds)
    let border = kinds.show.flag(.border)
    #expect(border.value)
    border.value = false
    kinds.show.flag(.default).value = true
    #expect(!border.value)
    #expect(kinds.show.value == [.labels, .default])
    #expect(model.untyped.value(at: ["kinds", "show"]) == ["labels", "default"])
    #expect(model.review().changes.map(\.path) == [["kinds", "show"]])

    model.binding(\.calculation).timePeriod.value = 9
    #expect(model[\.calculation.timePeriod] == 9)
    kinds.show.flag(.all).value = true
    #expect(kinds.show.value == .all)
  }

  @Test(
    "A closure of a flag runs after each apply that changes the flag, once for each drawing's last closure")
  @MainActor func flagReactions() async throws {
    let model = SettingsViewModel(try SettingsStore<Settings>(storage: MemoryStorage(), hooks: nil))
    var heard: [String] = []
    func border(_ name: String) -> SettingsValueBinding<Bool> {
      model.binding(\.kinds.show).flag(.border) { heard.append("\(name) \($0)") }
    }
    border("first").value = false
    border("second").value = false
    #expect(heard == [])
    try await model.apply()
    #expect(heard == ["second false"])
    model[\.kinds.show].insert(.labels)
    try await model.apply()
    #expect(heard == ["second false"])
    border("third").value = true
    model.discard()
    try await model.apply()
    #expect(heard == ["second false"])
    model[\.kinds.show].insert(.border)
    try await model.apply()
    #expect(heard == ["second false", "third true"])
  }

  @Test("A struct with names and a text is one setting, which is read and typed by them")
  @MainActor func displayable() async throws {
    let store = try SettingsStore<Settings>(storage: MemoryStorage(), hooks: nil)
    let setting = try #require(store.untyped.index[["window"]]?.setting)
    #expect(setting.presets.map(\.title) == ["Classic", "Wide"])
    #expect(setting.presets.map(\.help) == ["", "For two columns."])
    let exported = try FormSchema(written: Settings.form().json.bytes(.compact))
    #expect(try exported.json == Settings.form().json)
    #expect(FormIndex(exported)[["window"]]?.setting.presets == setting.presets)
    let wide: JSONValue = ["width": 132, "height": 43]
    let own: JSONValue = ["width": 100, "height": 30]
    #expect(setting.text(for: wide) == "Wide" && setting.typedText(for: wide) == "Wide")
    #expect(setting.text(for: own) == "100 × 30")
    for (text, value) in [
      ("wide", wide), ("100 × 30", own), ("100×30", own), (#"{"width": 100, "height": 30}"#, own),
    ] {
      #expect(try setting.value(parsing: text) == value, "\(text)")
    }
    for text in ["100 × ", "a × 3", "100 × 30 × 2", "wider"] {
      let error = #expect(throws: ValueTextError.self, "\(text)") { try setting.value(parsing: text) }
      #expect(
        error?.description.hasPrefix("Use Classic, Wide or {width} × {height}, or a value in JSON") == true)
    }
    let model = SettingsViewModel(store)
    model[\.window] = Window(width: 100, height: 30)
    #expect(model.untyped.value(at: ["window"]) == own)
    #expect("\(model.review())".contains("100 × 30"))
    try await model.apply()
    #expect(store.values.window.width == 100)
  }

  @Test("Values of each kind are stored and read back")
  @MainActor func roundTrip() async throws {
    let storage = MemoryStorage()
    let store = try SettingsStore<Settings>(storage: storage, hooks: nil)
    let model = SettingsViewModel(store)
    model[\.kinds.show] = [.labels, .default]
    model[\.kinds.rights] = .all
    model[\.kinds.bits] = [.x, .y]
    model[\.kinds.named] = .first
    model[\.kinds.plain] = .one
    model[\.kinds.duration] = .seconds(90)
    model[\.calculation.mode] = .weighted
    model[\.servers] = []
    model[\.fallback] = nil
    model[\.renamed] = "z"
    _ = try await model.apply()
    let text = try #require(storage.read().map { String(decoding: $0.bytes, as: UTF8.self) })
    let written = try JSONValue(parsing: text)
    #expect(
      written == [
        "calculation": ["mode": "weighted average"],
        "kinds": [
          "show": ["labels", "default"], "rights": ["read", "write"], "bits": 5, "named": "first",
          "plain": ["one": [:]], "duration": "PT90S",
        ],
        "servers": [], "fallback": .null, "new-name": "z",
      ])
    let again = try SettingsStore<Settings>(storage: MemoryStorage(text), hooks: nil).values
    #expect(again.kinds.show == [.labels, .default])
    #expect(again.kinds.rights == .all)
    #expect(again.calculation.mode == .weighted)
    #expect(again.fallback?.host == nil)
    #expect(again.again.timePeriod == 9)
  }

  @Test("An option set reads names and numbers, and rejects unknown flags")
  func optionSets() throws {
    func read(_ json: String) throws -> Show.Options {
      try JSONDecoder().decode(Show.Options.self, from: Data(json.utf8))
    }
    #expect(try read("[\"default\", \"border\"]") == [.border, .default])
    #expect(try read("3") == [.border, .labels])
    #expect(try read("[]") == .none)
    #expect(try read("7") == .all)
    #expect(throws: DecodingError.self) { try read("8") }
    #expect(throws: DecodingError.self) { try read("[\"zebra\"]") }
    #expect(throws: DecodingError.self) { try read("-1") }
    #expect(Show.Options.all.rawValue == 7)
    let json = try JSONEncoder().encode([Show.Options.all])
    #expect(String(decoding: json, as: UTF8.self) == "[[\"border\",\"labels\",\"default\"]]")
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Named.self, from: Data("\"zebra\"".utf8)) }
  }

  @Test("The running app adds the strings that types show for themselves")
  func titles() throws {
    let setting = try #require(FormIndex(try Settings.form())[["kinds", "level"]]?.setting)
    #expect(setting.title == "Level of Settings")
    guard case .choice(let choices) = setting.kind else {
      Issue.record("not a choice")
      return
    }
    #expect(choices.map(\.title) == ["Level 3", "Level 4", "Level 16"])
    #expect(choices.map(\.help) == ["Quiet.", "", ""])
    #expect(index[["kinds", "level"]]?.setting.title == "Level")
  }

  @Test("Typed hooks get the values before and after")
  func typedHooks() async throws {
    actor Log { var lines: [String] = []; func add(_ line: String) { lines.append(line) } }
    struct App: RootTypedSideEffects {
      let log = Log()
      func recalculate(_ review: SettingsReview<Settings>) async throws {
        await log.add("\(review.before.calculation.timePeriod) \(review.after.calculation.timePeriod)")
      }
      func repaint(_ review: SettingsReview<Settings>) async throws {}
    }
    let app = App()
    let store = try SettingsStore<Settings>(inMemory: MemoryStorage(), hooks: app)
    try await store.update { $0.calculation.timePeriod = 9 }
    #expect(await app.log.lines == ["7 9"])
  }

  @Test("Hooks are called by name, and code runs unchanged")
  func hooks() async throws {
    actor Log { var names: [String] = []; func add(_ name: String) { names.append(name) } }
    struct App: RootSideEffects, RootEditorHooks {
      let log = Log()
      func recalculate(_ changes: [SettingChange]) async throws { await log.add("recalculate") }
      func repaint(_ changes: [SettingChange]) async throws { await log.add("repaint") }
      func greeting() -> String { "hello" }
      func calculationSectionFooter() -> String { "bye" }
      func modelSize() -> String { "12 kB" }
      func columns() async -> [SettingsChoice] { [SettingsChoice("kg", title: "Weight")] }
      func forgetModel(_ progress: ActionProgress) async throws { progress("forgotten") }
    }
    let app = App()
    for name in ["recalculate", "repaint"] { try await app.run(name, for: []) }
    #expect(await app.log.names == ["recalculate", "repaint"])
    await #expect(throws: UnknownSideEffect(name: "zebra")) { try await app.run("zebra", for: []) }
    let before = Settings.count.total
    try await app.run("Settings.count.add(changes.count)", for: [])
    #expect(Settings.count.total == before)
    #expect(app.text(for: "greeting") == "hello")
    #expect(app.text(for: "calculationSectionFooter") == "bye")
    #expect(app.text(for: "zebra") == nil)
    #expect(index.form.root.header == "greeting")
    #expect(await app.detail(for: "modelSize") == "12 kB")
    #expect(await app.detail(for: "zebra") == nil)
    #expect(try await app.choices(for: "columns") == [SettingsChoice("kg", title: "Weight")])
    #expect(try await app.choices(for: "zebra") == nil)
    let shown = Mutex<[String]>([])
    let progress = ActionProgress { text in shown.withLock { $0.append(text) } }
    try await app.perform("forgetModel", progress)
    #expect(shown.withLock { $0 } == ["forgotten"])
    await #expect(throws: UnknownAction(name: "zebra")) { try await app.perform("zebra", progress) }
  }
}
