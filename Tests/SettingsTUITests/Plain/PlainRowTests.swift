import SettingsEditing
import SettingsSchemas
import Testing

@testable import SettingsTUI

@MainActor
@Suite("What a number and a path mean in the plain editor")
struct PlainRowTests {
  /// A conversation about a file without a form, and what another process stores in it.
  private struct Conversation {
    let driver: PlainDriver
    private let storage: MemoryStorage

    @MainActor
    init(_ text: String) throws {
      storage = MemoryStorage(text)
      let form = FormSchema(describingNothingIn: try JSONDocument(parsing: Array(text.utf8)))
      let store = try StoreEngine(form: FormIndex(form), layers: SettingsLayers(storage: storage))
      driver = PlainDriver(FormViewModel(store))
    }

    @MainActor
    func store(_ text: String) {
      _ = storage.commit(Array(text.utf8), expecting: storage.read()?.revision)
      _ = driver.editor.takeStored()
    }
  }

  private static let members = #"{"a":true,"b":true,"c":true,"sec":{"x":true,"y":false}}"#

  @Test(
    "Given a printed page, when another process adds or removes members, then no number acts on a row that wasn't printed",
    arguments: [
      (#"{"a":true,"b":true}"#, 4), (#"{"a":true,"b":true}"#, 3), ("{}", 1),
      (#"{"0":true,"a":true,"b":true,"c":true,"sec":{"x":true,"y":false}}"#, 1),
      (#"{"sec":{"x":true,"y":false},"a":false,"b":true,"c":true}"#, 1),
    ])
  func otherRows(_ stored: String, _ number: Int) async throws {
    let conversation = try Conversation(Self.members)
    conversation.store(stored)
    let driver = conversation.driver
    let answer = await driver.type("\(number)")
    #expect(answer.hasPrefix("The list has changed; type the number again.\n\n"), "\(answer)")
    #expect(!driver.model.hasChanges && driver.editor.editor.screens.isEmpty)
    #expect(await !driver.type("1").contains("The list has changed"))
  }

  @Test(
    "Given text after a key that isn't one number, then nothing is changed",
    arguments: ["foo", "2,3", "1 2", "1-2"])
  func wordsAfterKey(_ words: String) async throws {
    let driver = try Conversation(Self.members).driver
    for command in ["d", "r", "remove"] {
      #expect(await driver.type("\(command) \(words)").contains("isn't the number of a row"))
      #expect(!driver.model.hasChanges)
    }
    #expect(await driver.type("d 2").contains("b"))
    #expect(driver.model.stagedCount == 1)
  }

  @Test("Given what was found, when another process adds members, then no number acts on another one")
  func otherFound() async throws {
    let conversation = try Conversation(Self.members)
    #expect(await conversation.driver.type("/x").contains("1. x: true"))
    conversation.store(#"{"0":{"x":false},"a":true,"b":true,"c":true,"sec":{"x":false}}"#)
    #expect(await conversation.driver.type("1").hasPrefix("The list has changed"))
    #expect(!conversation.driver.model.hasChanges)
  }

  @Test(
    "Given a long list, when another process adds a member before its printed part, then it is printed anew")
  func more() async throws {
    let members = (100..<200).map { "\"m\($0)\":true" }
    let conversation = try Conversation("{\(members.joined(separator: ","))}")
    conversation.store("{\((members.dropFirst(60)).joined(separator: ","))}")
    #expect(await conversation.driver.type("more").hasPrefix("The list has changed.\n"))
    #expect(conversation.driver.answer.text.contains("1. m160: true"))
    #expect(await conversation.driver.type("more").hasPrefix("That is all."))
    conversation.store("{\((members.dropFirst(10)).joined(separator: ","))}")
    #expect(await conversation.driver.type("90").hasPrefix("The list has changed;"))
    #expect(!conversation.driver.model.hasChanges)
  }

  @Test(
    "A path leads to its row",
    arguments: [
      ("/servers.1.port", "servers.1.port is row 2.\n\nServers › 1", "2. port: 80"),
      ("//servers/1/port", "servers.1.port is row 2.\n\nServers › 1", "2. port: 80"),
      ("^G servers.1.port", "servers.1.port is row 2.\n\nServers › 1", "2. port: 80"),
      ("^G /sec/y", "sec.y is row 2.\n\n", "2. y: false"),
    ])
  func paths(_ line: String, _ start: String, _ row: String) async throws {
    let conversation = try Conversation(
      #"{"servers":[{"host":"a","port":1},{"host":"b","port":80}],"sec":{"x":true,"y":false}}"#)
    let answer = await conversation.driver.type(line)
    #expect(answer.lowercased().hasPrefix(start.lowercased()) && answer.contains(row), "\(answer)")
  }

  @Test("A comment is printed before it is typed, and two quotes remove it; a number after a key is the row")
  func comments() async throws {
    let conversation = try Conversation("{\n  \"a\": 1,\n  // Ours.\n  \"b\": 2\n}")
    let driver = conversation.driver
    await driver.type("T")
    #expect(await driver.type("# 3").contains("Comment: Ours.\nType the whole text, or \"\" for none."))
    #expect(await !driver.type("\"\"").contains("comment:"))
    let commented = await driver.type("# 2 // 3 x")
    #expect(commented.contains("2. a: 1, comment: ") && commented.contains("3 x\n"), "\(commented)")
    #expect(await driver.type("# 3 3").contains("3. b: 2, comment: 3\n"))
    await driver.type("", "s", "M", "Why.")
    #expect(await driver.type("M").contains("Message: Why.\n"))
  }

  @Test("What an element was added to, or removed from, is told", arguments: ["a", "D 1", "d 1", "> 1"])
  func elements(_ line: String) async throws {
    let driver = PlainDriver(try TestForm.model(#"{"display": {"servers": [{"name": "a"}, {"name": "b"}]}}"#))
    await driver.type("/servers", "1")
    let answer = await driver.type(line)
    #expect(answer.hasPrefix("Servers is now "), "\(answer)")
  }

  @Test("A command about a section stays in the section around it")
  func section() async throws {
    let conversation = try Conversation(Self.members)
    let answer = await conversation.driver.type("d 4")
    #expect(answer.contains("1. a: true"), "\(answer)")
    #expect(conversation.driver.model.hasChanges)
  }

  @Test("Alternatives are numbered, and a value of the chosen one is typed")
  func alternatives() async throws {
    let form = FormSchema(
      root: FormSection(
        key: "", title: "App",
        items: [
          .setting(
            FormSetting(
              key: "size", title: "Size",
              kind: .variants([
                FormVariant(mark: .kind, title: "Number", kind: .integer(NumberLimits())),
                FormVariant(mark: .kind, title: "Text", kind: .string(TextLimits())),
              ]), defaultValue: "all"))
        ]))
    let driver = PlainDriver(
      FormViewModel(
        try StoreEngine(form: FormIndex(form), layers: SettingsLayers(storage: MemoryStorage("{}")))))
    let list = await driver.type("1")
    #expect(list.contains("1. Number"), "\(list)")
    await driver.type("1", "7")
    #expect(driver.model.value(at: ["size"]) == 7)
  }
}
