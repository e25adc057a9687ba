import SettingsEditing
import Testing

@testable import SettingsTUI

@Suite("Which key does what")
struct EditorKeysTests {
  @Test("No key has two commands in one place", arguments: KeyContext.allCases)
  func keysAreUnique(_ context: KeyContext) {
    var seen: [Key: Command] = [:]
    for binding in EditorKeys.standard[context].bindings {
      for key in binding.keys {
        let other = seen[key]
        #expect(other == nil, "\(key.plainName)")
        seen[key] = binding.command
      }
    }
  }

  @Test("No letter is a key where text is typed, and each place can be left", arguments: KeyContext.allCases)
  func places(_ context: KeyContext) {
    let map = EditorKeys.standard[context]
    if context.takesText { #expect(!map.bindings.contains { $0.keys.contains(where: \.isText) }) }
    #expect(!map.keys(for: context.leaving).isEmpty)
    #expect(context == .reading || !map.keys(for: .showKeys).isEmpty)
  }

  @Test("Every key's name is read as that key")
  func names() {
    for context in KeyContext.allCases {
      for key in EditorKeys.standard[context].bindings.flatMap(\.keys) {
        #expect(Key(named: key.plainName) == key, "\(key.plainName)")
        #expect(Key(named: key.name(ascii: false)) == key, "\(key.name(ascii: false))")
      }
    }
    #expect(Key(named: "^s") == .control("s"))
    #expect(Key(named: "CTRL-S") == .control("s"))
    #expect(Key(named: "PageDown") == Key(.pageDown))
    #expect(Key(named: "-") == Key("-"))
    #expect(Key(named: "Ctrl--") == .control("-"))
    #expect(Key(named: "ä") == Key("ä"))
  }

  @Test(
    "An unknown name isn't a key",
    arguments: ["", "Ctrl-", "F13", "F0", "Hyper-x", "xy", "\u{1B}", "Shift-a"])
  func noNames(_ name: String) {
    #expect(Key(named: name) == nil)
  }

  @Test("The list of all keys is read back as the same keys")
  func roundTrip() throws {
    #expect(try EditorKeys(parsing: EditorKeys.standard.text) == .standard)
    let changed = try EditorKeys(parsing: #"{"settings": {"reset": ["F8", "\""], "undo": "\\"}}"#)
    #expect(try EditorKeys(parsing: changed.text) == changed)
  }

  @Test("A command gets other keys, and a command that had one of them loses it")
  func rebinding() throws {
    let keys = try EditorKeys(parsing: #"{"settings": {"review": "r", "reset": ["F8", "Ctrl-X"]}}"#)
    #expect(keys[.settings].command(for: Key("r")) == .review)
    #expect(keys[.settings].command(for: Key("s")) == nil)
    #expect(keys[.settings].command(for: Key(.function(8))) == .reset)
    #expect(keys[.settings].command(for: .control("x")) == .reset)
    #expect(keys[.sections].command(for: Key("s")) == .review)
    let taken = try EditorKeys(parsing: #"{"settings": {"review": "u"}}"#)
    #expect(taken[.settings].keys(for: .undo).isEmpty)
  }

  @Test("Keys for everywhere are overridden by those for a place, and letters stay text in fields")
  func everywhere() throws {
    let keys = try EditorKeys(
      parsing: #"{"everywhere": {"accept": ["Ctrl-O", "o"]}, "field": {"accept": "F3"}}"#)
    #expect(keys[.field].keys(for: .accept) == [Key(.function(3))])
    #expect(keys[.search].keys(for: .accept) == [.control("o")])
    #expect(keys[.dialog].keys(for: .accept) == [.control("o"), Key("o")])
    let exchanged = try EditorKeys(parsing: #"{"everywhere": {"undo": "r", "reset": "u"}}"#)
    #expect(exchanged[.settings].command(for: Key("r")) == .undo)
    #expect(exchanged[.settings].command(for: Key("u")) == .reset)
  }

  @Test(
    "A malformed file is refused with its position and one sentence",
    arguments: [
      (#"{"settings": {"#, "1:15: "),
      ("[]", "1:1: Write an object"),
      (#"{"setings": {}}"#, "1:2: There is no place “setings”"),
      (
        #"{"settings": {"undoo": "u"}}"#,
        "1:15: There is no command “undoo” in settings; perhaps you mean undo."
      ),
      (#"{"settings": {"undo": 1}}"#, "1:23: undo needs the name of a key"),
      (#"{"settings": {"undo": ["u", "Hyper-u"]}}"#, "1:29: There is no key “Hyper-u”"),
      (#"{"settings": {"undo": "Ctrl-I"}}"#, "1:23: Terminals send “Ctrl-I” as Tab; use another key."),
      (#"{"everywhere": {"undo": "^["}}"#, "1:25: Terminals send “^[” as Esc; use another key."),
      (#"{"field": {"accept": "x"}}"#, "1:22: “x” is text where field is typed"),
      (#"{"settings": {"undo": "z", "redo": "z"}}"#, "1:36: “z” is given to undo in settings, too"),
      (#"{"everywhere": {"undo": "z", "redo": "z"}}"#, "1:38: “z” is given to undo in everywhere, too"),
      (#"{"settings": {"quit": []}}"#, "1:14: quit needs a key in settings"),
      (#"{"settings": {"undo": ["q", "Ctrl-C"]}}"#, "1:14: quit needs a key in settings"),
    ])
  func refusals(_ text: String, _ sentence: String) {
    #expect(throws: EditorKeysError.self) { try EditorKeys(parsing: text) }
    do {
      _ = try EditorKeys(parsing: text)
    } catch {
      #expect(error.description.hasPrefix(sentence), "\(error)")
    }
  }
}

@MainActor
@Suite("Keys that a person has chosen")
struct ChosenKeysTests {
  @Test("Handling, hints, sentences and the list of keys all follow the chosen keys")
  func follow() async throws {
    let keys = try EditorKeys(
      parsing:
        #"{"settings": {"reset": "F8", "undo": "z"}, "everywhere": {"showKeys": "F9", "review": "F10"}}"#)
    let driver = EditorDriver(
      try TestForm.model(), size: Size(width: 120, height: 30), start: ["network", "host"], keys: keys)
    #expect(driver.text.contains("F8 Reset") && driver.text.contains("F9 Keys"))
    #expect(driver.text.contains("F10 Review"))
    await driver.press(Key("r"))
    #expect(!driver.model.hasChanges)
    await driver.press(Key(.function(8)))
    #expect(driver.model.stagedCount == 1)
    #expect(driver.text.contains("z undoes it"))
    await driver.press(Key("z"))
    #expect(!driver.model.hasChanges)
    await driver.press(Key(.function(9)))
    #expect(driver.text.contains("  F8 ") && !driver.text.contains("  r  "))
  }
}
