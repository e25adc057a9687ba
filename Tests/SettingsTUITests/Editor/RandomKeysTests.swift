import Foundation
import SettingsEditing
import TestSupport
import Testing

@testable import SettingsTUI

/// Somebody who presses any key, clicks and pastes anywhere, in windows of any size, while other programs write the file.
///
/// A key is looked up on the page that is open when it comes, so keys that arrive together meet pages that were never drawn, and rows of
/// values that aren't there anymore.
@MainActor
@Suite("Random keys, clicks and pastes")
struct RandomKeysTests {
  nonisolated static let names: [Substring] = """
    Up Down Left Right Enter Esc Tab Shift-Tab Space PgUp PgDn Home End Backspace Del Ins F1 F2 F3 F4 F5 ^S ^F ^G ^R ^Y ^P ^N \
    ^U ^D ^B ^L ^A ^E ^K ^T Ctrl-Home Ctrl-End Alt-u Alt-r Alt-e a b c d e f g h i j k l m n o p q r s t u v w x y z A B C D \
    E F G H I J K L M N O P Q R S T U V W X Y Z 0 1 2 3 4 5 6 7 8 9 + - = / ! ? # . : @ * " { } [ ] , < > ~ ^ 日
    """.split(separator: " ")

  nonisolated static let documents = [
    """
    {
      // one
      "a": 1,
      "b": [1, 2, 3], // bee
      "o": {"x": 1, "y": {"deep": [{"id": "k", "v": null}, {"id": "j"}]}},
      "s": "t", /* zed */
      // "gone": 2,
      "big": "line1\\nline2", "t": true, "日本": "e\u{301}😀"
    }
    """,
    "// top\r\n{ /* in */ // end\r\n\"a\" /* k */ : /* v */ 1 /* w */ , // last\r\n\r\n // b: 2\r\n}\r\n// after",
    "{}", #"{"b": [], "o": 3, "new": {"x": {}}}"#, "[1, [2], {}]", "{", "7",
  ]

  /// A key, or now and then a click where something was when the last frame was drawn, the wheel, or pasted text.
  private static func input(_ random: inout SeededRandom) -> InputEvent {
    let place = Point(x: Int.random(in: 0..<90, using: &random), y: Int.random(in: 0..<26, using: &random))
    switch Int.random(in: 0..<40, using: &random) {
    case 0, 1: return .press(place)
    case 2: return .scroll(up: Bool.random(using: &random), at: place)
    case 3: return .paste(random.pick(["", "8", "a\nb\n", "{\"x\": [1]}", "日本\te\u{301}", "x\u{1B}[2J"]))
    default: return .key(Key(named: String(random.pick(names))) ?? Key(.escape))
    }
  }

  /// Whether an input can accept what is in a field.
  private static func accepts(_ input: InputEvent) -> Bool {
    switch input {
    case .key(let key): [Key(.enter), .control("s"), Key(.function(2))].contains(key)
    case .press: true
    default: false
    }
  }

  /// The number of sessions: `SETTINGS_SESSIONS`, by default enough for a second.
  private static let count =
    ProcessInfo.processInfo.environment["SETTINGS_SESSIONS"].flatMap(Int.init) ?? 8

  @Test("Whatever keys are pressed, the editor goes on", arguments: [true, false])
  func anything(hasForm: Bool) async throws {
    for seed in SeededRandom.testSeeds(Self.count) {
      var random = SeededRandom(seed: seed)
      let storage = MemoryStorage(Self.documents[0])
      func makeDriver() throws -> EditorDriver {
        let form =
          hasForm
          ? FormIndex(TestForm.schema) : FormIndex(FormSchema(describingNothingIn: storage.document))
        let engine = try StoreEngine(form: form, layers: SettingsLayers(storage: storage))
        let driver = EditorDriver(FormViewModel(engine))
        driver.readsQuestions = random.once(in: 2)
        return driver
      }
      func store(_ text: String) {
        _ = storage.commit(Array(text.utf8), expecting: storage.read()?.revision)
      }
      var driver = try makeDriver()
      var edited = 0
      for _ in 0..<60 {
        for _ in 0..<Int.random(in: 1...12, using: &random) {
          // No file is written: the field for its path is left at once, and what comes together with a key that opens it accepts nothing.
          var inputs = [driver.editor.top is FilePathScreen ? .key(Key(.escape)) : Self.input(&random)]
          if random.once(in: 4) {
            inputs += (0..<4).map { _ in Self.input(&random) }.filter { !Self.accepts($0) }
          }
          await driver.takeAhead(inputs)
        }
        let edits = driver.effects.count { if case .edit = $0 { true } else { false } }
        if edits > edited {
          edited = edits
          let lines = driver.given.split(separator: "\n", omittingEmptySubsequences: false)
          let cut = lines.prefix(Int.random(in: 0...lines.count, using: &random)).joined(separator: "\n")
          await driver.finishEditing(random.pick([nil, driver.given, cut]))
        }
        await driver.send(.resized)
        if random.once(in: 8) {
          await driver.resize(
            random.pick([10, 20, 40, 41, 80, 250]), random.pick([3, 5, 10, 11, 24, 60]))
        }
        if random.once(in: 6) {
          // Another document, another value, or a half of what is there.
          let now = storage.text ?? ""
          store(
            random.pick([
              random.pick(Self.documents), now.replacing("1", with: "7", maxReplacements: 1),
              String(now.prefix(Int.random(in: 0...now.count, using: &random))),
            ]))
          driver.editor.takeStored()
          await driver.send(.resized)
        }
        if random.once(in: 10) { await driver.tick() }
        if random.once(in: 3) { await driver.beIdle() }
        let record = driver.editor.core.recoveryRecord(file: "/settings.json", time: 1_000)
        guard driver.editor.outcome != nil || random.once(in: 20) else { continue }
        // The editor is killed or left, the file changes, and another editor begins with what wasn't applied.
        if random.once(in: 2) { store(random.pick(Self.documents)) }
        if storage.document == nil { store("{}") }
        driver = try makeDriver()
        edited = 0
        guard let record = RecoveryRecord(record.bytes) else { continue }
        let leftover = RecoveryFolder.Leftover(path: "/record", record: record)
        driver.editor.listMembers(of: [leftover])
        _ = driver.editor.offer(leftover)
        await driver.send(.resized)
        if random.once(in: 2) { await driver.press(Key(.enter)) }
      }
      #expect(driver.text.contains { $0 != " " && $0 != "\n" }, "SETTINGS_SEED=\(seed)")
    }
  }
}

extension MemoryStorage {
  fileprivate var document: JSONDocument? {
    (read()?.bytes).flatMap { try? JSONDocument(parsing: $0) }
  }
}
