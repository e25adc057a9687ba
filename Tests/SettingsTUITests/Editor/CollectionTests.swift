import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Editing lists, dictionaries and objects")
struct CollectionTests {
  private func driver(at path: SettingPath) throws -> EditorDriver {
    EditorDriver(try TestForm.model(), start: path)
  }

  private func strings(_ texts: String...) -> JSONValue {
    .array(texts.map { .string($0) })
  }

  @Test("Elements are added, changed, moved and removed")
  func elements() async throws {
    let path: SettingPath = ["display", "colors"]
    let driver = try driver(at: path)
    await driver.press(Key(.enter), Key("a"))
    await driver.type("pink")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: path) == strings("red", "green", "blue", "pink"))
    await driver.press(Key("<"), Key("<"))
    #expect(driver.model.value(at: path) == strings("red", "pink", "green", "blue"))
    await driver.press(Key("d"))
    #expect(driver.model.value(at: path) == strings("red", "green", "blue"))
    await driver.press(Key(.enter), .control("u"), Key("x"), Key(.enter))
    #expect(driver.model.value(at: path) == strings("red", "x", "blue"))
    await driver.press(Key("u"), Key("u"))
    #expect(driver.model.value(at: path) == strings("red", "pink", "green", "blue"))
  }

  @Test("A new element that is not typed is not added")
  func cancelledElement() async throws {
    let driver = try driver(at: ["display", "colors"])
    await driver.press(Key(.enter), Key("a"), Key("x"), Key(.escape))
    #expect(!driver.model.hasChanges)
  }

  @Test("Given a secret element, when it is typed, then the key that shows it is named")
  func secretElement() async throws {
    let tokens = FormSetting(
      key: "tokens", title: "Tokens",
      kind: .dictionary(.string(TextLimits())), defaultValue: ["a": "QSEC"], traits: [.secret])
    let form = FormIndex(FormSchema(root: FormSection(key: "", title: "App", items: [.setting(tokens)])))
    let store = try StoreEngine(form: form, layers: SettingsLayers(storage: MemoryStorage("{}")))
    let driver = EditorDriver(FormViewModel(store), start: ["tokens"])
    await driver.press(Key(.enter), Key(.enter))
    #expect(driver.words.contains("^T shows what is typed."), "\(driver.text)")
    #expect(!driver.text.contains("QSEC"))
  }

  @Test("Given entries with equal values that exchange keys, then both are marked and reviewed as renamed")
  func exchangedKeys() async throws {
    let text = #"{"display": {"labels": {"a": "x", "b": "x", "c": "x"}}}"#
    let driver = EditorDriver(try TestForm.model(text), start: ["display", "labels"])
    let place = ValuePlace(try #require(driver.model.index[["display", "labels"]]))
    await driver.press(Key(.enter))
    for (key, new) in [("a", "d"), ("b", "a"), ("d", "b")] {
      _ = driver.editor.perform(.edit(.rename(key, to: new, in: place)))
    }
    await driver.press(.control("l"))
    let marked = driver.text.split(separator: "\n").filter { $0.contains("●") && $0.hasSuffix(" x") }
    #expect(marked.count == 2, "\(driver.text)")
    await driver.press(Key(.escape), Key("s"))
    let words = driver.words
    #expect(
      words.contains("renamed from display.labels.a") && words.contains("renamed from display.labels.b"),
      "\(driver.text)")
  }

  @Test("A full list refuses more elements and says so")
  func fullList() async throws {
    let driver = try driver(at: ["display", "colors"])
    await driver.press(Key(.enter), Key("a"), Key("x"), Key(.enter), Key("a"))
    #expect(driver.text.contains("at most 4"))
  }

  @Test("Entries are added under a key, renamed in place and removed")
  func entries() async throws {
    let path: SettingPath = ["display", "labels"]
    let driver = try driver(at: path)
    await driver.press(Key(.enter), Key("a"))
    await driver.type("x")
    await driver.press(Key(.enter))
    #expect(driver.text.contains("already"))
    await driver.press(Key("2"), Key(.enter))
    await driver.type("two")
    await driver.press(Key(.enter))
    #expect(
      driver.model.value(at: path)
        == .object(["x": .string("Date"), "y": .string("Weight"), "x2": .string("two")]))
    await driver.press(Key("g"), Key("N"), Key(.end), Key("1"), Key(.enter))
    guard case .object(let object)? = driver.model.value(at: path) else {
      Issue.record("no object")
      return
    }
    #expect(object.members.map(\.key) == ["x1", "y", "x2"])
    await driver.press(Key("d"))
    #expect(driver.model.value(at: path) == .object(["y": .string("Weight"), "x2": .string("two")]))
  }

  @Test("Fields of an object in a list are edited in a form of their own")
  func objects() async throws {
    let path: SettingPath = ["display", "servers"]
    let driver = try driver(at: path)
    await driver.press(Key(.enter), Key("a"), Key(.enter), .control("u"))
    await driver.type("us")
    await driver.press(Key(.enter), Key("j"), Key("n"), Key(.escape))
    #expect(
      driver.model.value(at: path)
        == .array([
          .object(["name": .string("eu"), "tls": .bool(true)]),
          .object(["name": .string("us"), "tls": .bool(false)]),
        ]))
    await driver.press(Key(.escape))
    #expect(driver.focusedLine.contains("Servers"))
  }

  @Test("Values inside values are found, replaced and removed without a change of their neighbors")
  func places() throws {
    let index = FormIndex(TestForm.schema)
    let entry = try #require(index[["display", "servers"]])
    let root: JSONValue = .array([.object(["name": .string("eu"), "tls": .bool(true)])])
    let name = ValuePlace(entry).element(.index(0), kind: .object(TestForm.server)).member(
      FormSetting(key: "name", title: "Name", kind: .string(TextLimits())))
    #expect(name.path == ["display", "servers", "0", "name"])
    #expect(name.value(in: root) == .string("eu"))
    #expect(
      name.replacing(in: root, with: .string("us"))
        == .array([.object(["name": .string("us"), "tls": .bool(true)])]))
    #expect(name.replacing(in: root, with: nil) == .array([.object(["tls": .bool(true)])]))
  }

  @Test("Elements with a secret in them are called by what isn't secret")
  func namesBesideSecrets() async throws {
    let server = FormSection(
      key: "", title: "Server",
      items: [
        .setting(
          FormSetting(key: "password", title: "Password", kind: .string(TextLimits()), traits: .secret)),
        .setting(FormSetting(key: "host", title: "Host", kind: .string(TextLimits()))),
      ])
    let servers = FormSetting(key: "servers", title: "Servers", kind: .list(.object(server), ListLimits()))
    let form = FormSchema(root: FormSection(key: "", title: "App", items: [.setting(servers)]))
    let elements = ["a", "b"].map { #"{"password": "PW\#($0)", "host": "\#($0).example"}"# }
    let text = #"{"servers": [\#(elements.joined(separator: ", "))]}"#
    let store = try StoreEngine(form: FormIndex(form), layers: SettingsLayers(storage: MemoryStorage(text)))
    let driver = EditorDriver(FormViewModel(store), start: ["servers"])
    #expect(driver.words.contains("2 a.example, b.example"))
    await driver.press(Key(.enter))
    #expect(driver.words.contains("0 a.example") && driver.words.contains("1 b.example"))
    #expect(!driver.text.contains("PW"))
  }
}
