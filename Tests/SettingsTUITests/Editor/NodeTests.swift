import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Values as JSON")
struct NodeTests {
  private func driver(at path: SettingPath, _ text: String = "{}") throws -> EditorDriver {
    EditorDriver(try TestForm.model(text), start: path)
  }

  private static let undescribed = #"{"name": "a", "list": [1, 2], "map": {"a": {"b": 1}}}"#

  private func undescribed(at path: SettingPath) throws -> EditorDriver {
    let form = FormIndex(FormSchema(root: FormSection(key: "", title: "File", items: [])))
    let store = try StoreEngine(form: form, layers: SettingsLayers(storage: MemoryStorage(Self.undescribed)))
    return EditorDriver(FormViewModel(store), start: path)
  }

  @Test("A value that no form describes becomes one of another type, in place")
  func otherType() async throws {
    let driver = try undescribed(at: ["name"])
    await driver.press(Key("J"), .control("k"))
    await driver.type("7")
    await driver.press(.control("s"))
    #expect(driver.model.value(at: ["name"]) == 7)
  }

  @Test("Given a form, then a value of a type that it doesn't allow is refused, and a secret isn't shown")
  func refusals() async throws {
    let driver = try driver(at: ["network", "host"])
    await driver.press(Key("J"), .control("k"), Key("7"), .control("s"))
    #expect(driver.words.contains("! ") && driver.editor.keyMap == EditorKeys.standard[.text])
    let secret = try self.driver(at: ["network", "password"], #"{"network": {"password": "QSEC"}}"#)
    await secret.press(Key("J"))
    #expect(secret.words.contains("is a secret; type it in its field."))
    await secret.press(Key("Y"))
    #expect(secret.words.contains("holds a secret, and isn't taken.") && secret.effects.isEmpty)
  }

  @Test("A value is taken and pasted at another place; in a list, as a new element behind the focus")
  func pasting() async throws {
    let driver = try undescribed(at: ["name"])
    await driver.press(.control("y"))
    #expect(driver.words.contains("Nothing was taken; Y takes a value."))
    await driver.press(Key("T"), Key("f"))
    await driver.type("map.a.b")
    await driver.press(Key(.enter), Key(.escape), Key(.left), Key("Y"))
    #expect(driver.effects.last == .copy("{\n  \"b\": 1\n}"))
    await driver.press(Key(.escape), .control("y"))
    #expect(driver.model.value(at: ["name"]) == ["b": 1])
    let list = try undescribed(at: ["list"])
    await list.press(Key(.enter), Key("Y"), .control("y"))
    #expect(list.model.value(at: ["list"]) == [1, 1, 2])
  }

  @Test("A string that is edited as JSON stays JSON in an external editor, and in what a crash leaves")
  func stringAsJSON() async throws {
    let path: SettingPath = ["network", "host"]
    let driver = try driver(at: path)
    await driver.press(Key("J"), .control("k"))
    await driver.type("\"b\\nc\"")
    let core = driver.editor.core
    let kept = try #require(core.typedText)
    #expect(try #require(core.edit(of: kept)).read(kept.text, in: core).values.map(\.value) == ["b\nc"])
    await driver.press(.alt("e"))
    guard case .edit(let text, let name)? = driver.effects.last else {
      Issue.record("\(driver.effects)")
      return
    }
    #expect(name == "value.jsonc" && text.hasSuffix("\n\"b\\nc\"\n"), "\(name) \(text)")
  }

  @Test("Given a list without room, then nothing is pasted into it")
  func listLimits() async throws {
    let form = FormIndex(
      try FormSchema(
        parsing: Array(
          #"""
          {"x-form": 1, "type": "object", "properties": {"tags": {"type": "array", "maxItems": 2, "uniqueItems": true,
            "items": {"type": "string"}, "default": ["a"]}}}
          """#.utf8)))
    func driver(_ text: String) throws -> EditorDriver {
      let store = try StoreEngine(form: form, layers: SettingsLayers(storage: MemoryStorage(text)))
      return EditorDriver(FormViewModel(store), start: ["tags"])
    }
    for (text, reason) in [
      (#"{"tags": ["a", "b"]}"#, "at most 2 elements"), (#"{"tags": ["a"]}"#, "duplicate"),
    ] {
      let driver = try driver(text)
      await driver.press(Key(.enter), Key("Y"), .control("y"))
      #expect(driver.words.contains("Not pasted: ") && driver.words.contains(reason), "\(driver.words)")
      #expect(!driver.model.hasChanges)
    }
  }

  @Test("A comment is edited from the list of settings")
  func comment() async throws {
    let driver = try undescribed(at: ["name"])
    await driver.press(Key("#"))
    await driver.type("Mine")
    await driver.press(Key(.enter))
    let text = String(decoding: try driver.model.candidate(), as: UTF8.self)
    #expect(text.contains("/* Mine */") || text.contains("// Mine"))
    let unset = try self.driver(at: ["calculation", "damping"])
    await unset.press(Key("#"))
    #expect(unset.words.contains("Damping isn't in the file, so nothing can be said about it there."))
  }

  @Test("A section's comment is edited by the same key, in the tree and on a link to it; if not, it says why")
  func sectionComments() async throws {
    let driver = try undescribed(at: ["map"])
    await driver.press(Key(.tab), Key("#"))
    await driver.type("Ours")
    await driver.press(Key(.enter))
    let text = String(decoding: try driver.model.candidate(), as: UTF8.self)
    #expect(text.contains("Ours") && driver.model.draft.review().comments.map(\.path) == [["map"]], "\(text)")
    await driver.press(Key("g"), Key("#"))
    #expect(driver.words.contains("A comment on the whole file is a part of its text"), "\(driver.text)")
    let unset = try self.driver(at: ["calculation", "damping"])
    await unset.press(Key(.tab), Key("#"))
    #expect(unset.words.contains("Calculation isn't in the file"), "\(unset.text)")
    var linked = FormSection(
      key: "linked", title: "Linked",
      items: [.setting(FormSetting(key: "on", title: "On", kind: .boolean, defaultValue: .bool(false)))])
    linked.isInline = false
    let form = FormIndex(FormSchema(root: FormSection(key: "", title: "App", items: [.section(linked)])))
    let link = EditorDriver(
      FormViewModel(
        try StoreEngine(
          form: form, layers: SettingsLayers(storage: MemoryStorage("{\n  \"linked\": {\"on\": true}\n}")))))
    await link.press(Key("#"))
    await link.type("Theirs")
    await link.press(Key(.enter))
    #expect(link.model.draft.review().comments.map(\.path) == [["linked"]], "\(link.text)")
  }
}
