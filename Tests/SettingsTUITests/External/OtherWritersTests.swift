import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("When another process changes the file, or an apply fails")
struct OtherWritersTests {
  private let period: SettingPath = ["calculation", "timePeriod"]

  private func make(_ text: String? = "{}") throws -> (driver: EditorDriver, storage: MemoryStorage) {
    let storage = MemoryStorage(text)
    let model = FormViewModel(
      try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage)))
    return (EditorDriver(model, start: period), storage)
  }

  private func write(_ text: String, to storage: MemoryStorage) {
    _ = storage.commit(Array(text.utf8), expecting: storage.read()?.revision)
  }

  @Test("New values are shown, and staged changes stay on top")
  func newValues() async throws {
    let (driver, storage) = try make()
    await driver.press(Key("+"))
    write(#"{"calculation": {"damping": 0.5}}"#, to: storage)
    driver.editor.takeStored()
    await driver.send(.resized)
    #expect(
      driver.model.value(at: ["calculation", "damping"]) == .number(JSONNumber("0.5") ?? JSONNumber(0)))
    #expect(driver.model.value(at: period) == .number(JSONNumber(8)))
    #expect(driver.text.contains("Another process changed the file"))
  }

  @Test("A person who is not typing is asked about a conflict at once; the title line counts it")
  func askedAboutConflict() async throws {
    let (driver, storage) = try make()
    await driver.press(Key("+"))
    write(#"{"calculation": {"timePeriod": 20, "damping": 0.5}}"#, to: storage)
    driver.editor.takeStored()
    await driver.send(.resized)
    #expect(driver.words.contains("Time Period has another value in the file than here"))
    await driver.press(Key("a"))
    #expect(driver.text.contains("! 1 conflict"))
    #expect(driver.focusedLine.contains("!"))
    #expect(driver.words.contains("Conflict: another process set it to 20 days; s"))
    await driver.press(Key("s"), Key("t"))
    #expect(driver.text.contains("no changes"))
  }

  @Test("A conflict with a file that was deleted says that it was deleted")
  func deleted() async throws {
    let (driver, storage) = try make(#"{"calculation": {"timePeriod": 9}}"#)
    await driver.press(Key("+"))
    _ = storage.commit(nil, expecting: storage.read()?.revision)
    driver.editor.takeStored()
    await driver.send(.resized)
    await driver.press(Key("r"))
    #expect(driver.words.contains("Another process deleted the file: m keeps your value, t takes theirs."))
    await driver.press(Key(.escape))
    #expect(driver.words.contains("Conflict: another process deleted the file"))
  }

  @Test("A person who is typing is not interrupted by a conflict")
  func notInterrupted() async throws {
    let (driver, storage) = try make()
    await driver.press(Key("+"), Key(.enter), Key("1"))
    write(#"{"calculation": {"timePeriod": 20}}"#, to: storage)
    driver.editor.takeStored()
    await driver.press(Key("2"))
    #expect(driver.focusedLine.contains("  12 ") && driver.text.contains("! 1 conflict"))
  }

  @Test("A refused apply moves to the conflict, so the keys that decide it act on it")
  func conflictElsewhere() async throws {
    let (driver, storage) = try make()
    try driver.model.stage("example.com", at: ["network", "host"])
    await driver.press(Key("+"))
    write(#"{"calculation": {"timePeriod": 20}}"#, to: storage)
    await driver.press(Key("s"), Key("s"), Key("G"))
    #expect(!driver.focusedLine.contains("Time Period"))
    await driver.press(Key("s"))
    #expect(driver.text.contains("resolve the conflict of Time Period"))
    #expect(driver.focusedLine.contains("Time Period"))
    await driver.press(Key("m"), Key("s"))
    #expect(driver.model.savedValue(at: period) == .number(JSONNumber(8)))
  }

  @Test("A conflict stops the apply, shows both values, and is resolved by a key", arguments: [true, false])
  func conflicts(_ keepsMine: Bool) async throws {
    let (driver, storage) = try make()
    await driver.press(Key("+"))
    write(#"{"calculation": {"timePeriod": 20}}"#, to: storage)
    await driver.press(Key("s"), Key("s"))
    #expect(driver.text.contains("Nothing was applied"))
    #expect(driver.text.contains("set it to 20 days"))
    #expect(driver.model.stagedCount == 1)
    await driver.press(Key("s"))
    #expect(driver.text.contains("resolve the conflict"))
    await driver.press(Key(keepsMine ? "m" : "t"))
    if keepsMine {
      await driver.press(Key("s"))
      #expect(driver.model.savedValue(at: period) == .number(JSONNumber(8)))
    } else {
      #expect(!driver.model.hasChanges)
      #expect(driver.model.value(at: period) == .number(JSONNumber(20)))
    }
  }

  @Test(
    "A new comment of what is removed is a conflict, which the review resolves", arguments: [true, false])
  func commentOfRemoved(_ keepsMine: Bool) async throws {
    let (driver, storage) = try make("{\n  \"calculation\": {\n    // K1\n    \"timePeriod\": 9\n  }\n}")
    await driver.press(Key("r"))
    let theirs = "{\n  \"calculation\": {\n    // K2\n    \"timePeriod\": 9\n  }\n}"
    write(theirs, to: storage)
    await driver.press(Key("s"), Key("s"))
    #expect(driver.words.contains("changed a comment, which would be lost"))
    await driver.press(Key("s"), Key(keepsMine ? "m" : "t"))
    if keepsMine {
      await driver.press(Key("s"))
      #expect(storage.text?.contains("K2") == false && storage.text?.contains("timePeriod") == false)
    } else {
      #expect(!driver.model.hasChanges && storage.text == theirs)
    }
  }

  @Test("A veto keeps all changes and shows the reason")
  func veto() async throws {
    let storage = MemoryStorage("{}")
    let store = try StoreEngine(
      form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage), hooks: FailingHooks())
    let driver = EditorDriver(FormViewModel(store), start: period)
    await driver.press(Key("+"), Key("s"), Key("s"))
    #expect(driver.editor.outcome == nil)
    #expect(driver.text.contains("out of memory"))
    #expect(driver.model.stagedCount == 1)
  }

  @Test("An invalid value in the file is shown as a problem and can be corrected")
  func mending() async throws {
    let (driver, storage) = try make(#"{"calculation": {"timePeriod": 99}}"#)
    #expect(driver.text.contains("1 problem"))
    #expect(driver.text.contains("Use 30 or less"))
    await driver.press(Key("r"), Key("s"), Key("s"))
    #expect(!driver.text.contains("problem") || driver.text.contains("! problem"))
    #expect(String(decoding: storage.read()?.bytes ?? [], as: UTF8.self).contains("99") == false)
  }

  @Test("A staged value that breaks a limit stops the apply with its reason")
  func invalid() async throws {
    let (driver, _) = try make()
    try driver.model.stage(.number(JSONNumber(99)), at: period)
    await driver.press(Key("s"), Key("s"))
    #expect(driver.text.contains("Not applied"))
    #expect(driver.model.stagedCount == 1)
  }

  @Test("A form without settings is shown")
  func emptyForm() async throws {
    let schema = FormSchema(root: FormSection(key: "", title: "Empty"))
    let model = FormViewModel(
      try StoreEngine(form: FormIndex(schema), layers: SettingsLayers(storage: MemoryStorage())))
    let driver = EditorDriver(model)
    await driver.press(
      Key("j"), Key("G"), Key(.enter), Key("r"), Key("i"), Key("n"), Key("a"), Key("s"), Key("s"),
      Key(.escape),
      Key("/"), Key("x"), Key(.enter), Key(.escape), Key(.tab), Key("j"), Key("h"), Key(.tab))
    #expect(driver.text.contains("There are no settings here."))
    await driver.press(Key("q"))
    #expect(driver.editor.outcome?.ending == .left)
  }

  @Test("A form of many settings opens with its sections closed and goes anywhere at once")
  func largeForm() async throws {
    let model = FormViewModel(
      try StoreEngine(
        form: FormIndex(TestForm.large(20_000)), layers: SettingsLayers(storage: MemoryStorage())))
    let driver = EditorDriver(model)
    await driver.press(Key("G"))
    #expect(driver.focusedLine.contains("Setting 9 of 1999"))
    await driver.press(Key("+"), Key(.tab))
    #expect(driver.text.contains("● 1 change"))
  }

  private struct FailingHooks: SettingsSideEffects {
    struct OutOfMemory: Error, CustomStringConvertible {
      let description = "out of memory"
    }

    func run(_ sideEffect: String, for changes: [SettingChange]) async throws {
      throw OutOfMemory()
    }
  }

  @Test("Theirs that was taken in a conflict is given back by undo, with the question")
  func undoingTheirs() async throws {
    let (driver, storage) = try make()
    await driver.press(Key("+"))
    write(#"{"calculation": {"timePeriod": 20}}"#, to: storage)
    driver.editor.takeStored()
    await driver.send(.resized)
    await driver.press(Key("d"), Key("t"))
    #expect(driver.words.contains("Time Period has the stored value; u undoes it."))
    await driver.press(Key("u"))
    #expect(driver.model.value(at: period) == 8)
    #expect(driver.model.review().conflicts.map(\.path) == [period])
  }

  @Test("Given a field, when another process hides its row by a rule, then the field stays in its row")
  func hiddenField() async throws {
    let storage = MemoryStorage(#"{"network": {"useProxy": true}}"#)
    let model = FormViewModel(
      try StoreEngine(form: FormIndex(TestForm.ruledSchema), layers: SettingsLayers(storage: storage)))
    let driver = EditorDriver(model, start: ["network", "host"])
    await driver.press(Key(.enter), .control("u"))
    await driver.type("new.org")
    write("{}", to: storage)
    driver.editor.takeStored()
    await driver.send(.resized)
    #expect(driver.focusedLine.contains("Host") && driver.focusedLine.contains("new.org"))
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["network", "host"]) == "new.org")
  }

  @Test("The question about a deleted file says that conflicts are resolved before an apply creates it again")
  func deletedWithConflict() async throws {
    let (driver, storage) = try make(#"{"calculation": {"timePeriod": 9}}"#)
    await driver.press(Key("+"))
    _ = storage.commit(nil, expecting: storage.read()?.revision)
    driver.editor.takeStored()
    await driver.send(.resized)
    #expect(
      driver.words.contains("creates the file again, after you have resolved the conflicts in the review."))
  }

  @Test(
    "An apply that is rolled back says why, and isn't taken for a change by another process",
    arguments: [true, false], ["{}", nil])
  func rolledBack(_ expires: Bool, _ text: String?) async throws {
    let (driver, storage) = try make(text)
    driver.editor.core.reviewChoices.confirmWithin = expires ? .seconds(1) : .seconds(600)
    // On a busy machine, the time is over before the test goes on.
    let changes = driver.model.store.contentChanges()
    await driver.press(Key("+"), Key("s"), Key("s"))
    let other = try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage))
    if expires {
      for await _ in changes where try other.pendingConfirmation() == nil { break }
    } else {
      try await other.cancel(#require(try other.pendingConfirmation()).id)
    }
    await driver.tick()
    driver.editor.takeStored()
    await driver.send(.resized)
    #expect(driver.model.savedValue(at: period) == 7)
    #expect(
      driver.words.contains(
        expires ? "The changes were not confirmed in time;" : "Another process canceled the changes;"))
  }

  @Test("An apply that is rolled back before the editor hears of its end says why, too")
  func rolledBackAtOnce() async throws {
    let (driver, storage) = try make()
    try driver.model.stage(8, at: period)
    let request = StoreRequest.apply(leavingOut: [], ApplyOptions(confirmWithin: .seconds(600)))
    let report = await request.perform(on: driver.model)
    let other = try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage))
    try await other.cancel(#require(try report.result.get().confirmation).id)
    _ = driver.editor.core.finish(report)
    await driver.tick()
    await driver.send(.resized)
    #expect(driver.model.savedValue(at: period) == 7)
    #expect(driver.words.contains("Another process canceled the changes;"))
  }
}
