import SettingsEditing
import TestSupport
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Editing alternatives, amounts and ranges")
struct VariantEditingTests {
  private static let form = FormSchema(
    root: FormSection(
      key: "", title: "App",
      items: [
        .setting(
          FormSetting(
            key: "source", title: "Source",
            kind: .variants([
              FormVariant(
                key: "file", title: "File", help: "On disk.",
                members: [.setting(FormSetting(key: "path", title: "Path", kind: .string(TextLimits())))],
                required: ["path"]),
              FormVariant(
                key: "link", title: "Link",
                members: [
                  .setting(FormSetting(key: "path", title: "Path", kind: .string(TextLimits()))),
                  .setting(
                    FormSetting(key: "token", title: "Token", kind: .string(TextLimits()), traits: .secret)),
                ], required: ["path", "token"]),
              FormVariant(key: "none", title: "Nothing", members: [], required: []),
            ]), defaultValue: ["file": ["path": "a"]])),
        .setting(
          FormSetting(
            key: "wait", title: "Wait",
            kind: .string(
              TextLimits(format: .duration, times: TimeLimits(upper: .inclusive("PT1H")))),
            defaultValue: "PT90S")),
        .setting(
          FormSetting(
            key: "cache", title: "Cache", kind: .integer(NumberLimits()), defaultValue: 1,
            attributes: SettingKeyword.Attributes(unit: "MiB"))),
        .setting(
          FormSetting(
            key: "span", title: "Span", kind: .list(.integer(NumberLimits()), .range), defaultValue: [1, 5])),
      ]))

  private func model(_ text: String = "{}") throws -> FormViewModel {
    FormViewModel(
      try StoreEngine(form: FormIndex(Self.form), layers: SettingsLayers(storage: MemoryStorage(text))))
  }

  @Test("The row shows the alternative; Space asks for one, and Enter shows its members")
  func members() async throws {
    let driver = EditorDriver(try model(), start: ["source"])
    #expect(driver.text.contains("File (Path: a)"))
    await driver.press(Key(" "))
    #expect(driver.text.contains("On disk.") && driver.text.contains("Nothing"))
    await driver.press(Key(.escape), Key(.enter))
    #expect(driver.text.contains("Source") && driver.text.contains("Path"))
    await driver.press(Key(.enter), .control("u"))
    await driver.type("b")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["source"]) == ["file": ["path": "b"]])
  }

  @Test("Another alternative keeps the members that it has, too, and one without members is chosen at once")
  func changing() async throws {
    let driver = EditorDriver(try model(), start: ["source"])
    await driver.press(Key(" "), Key(.down), Key(.enter))
    #expect(driver.model.value(at: ["source"]) == ["link": ["path": "a", "token": ""]])
    await driver.press(Key(.escape), Key(" "), Key(.down), Key(.enter))
    #expect(driver.model.value(at: ["source"]) == ["none": [:]])
    #expect(driver.text.contains("Nothing"))
  }

  @Test("A secret inside an alternative is on no screen")
  func secret() async throws {
    let model = try model(#"{"source": {"link": {"path": "a", "token": "s3cret"}}}"#)
    let driver = EditorDriver(model, start: ["source"])
    #expect(!driver.text.contains("s3cret"))
    await driver.press(Key(.enter))
    #expect(!driver.text.contains("s3cret"))
    await driver.press(Key(.enter))
    #expect(!driver.text.contains("s3cret"))
    await driver.press(Key("j"), Key(.enter))
    #expect(!driver.text.contains("s3cret"))
  }

  @Test("A duration is shown and typed with units, within its limits")
  func duration() async throws {
    let driver = EditorDriver(try model(), start: ["wait"])
    #expect(driver.focusedLine.contains("1 min 30 s"))
    await driver.press(Key(.enter), .control("u"))
    await driver.type("2 h")
    await driver.press(Key(.enter))
    #expect(driver.words.contains("Use 1 h or less instead of 2 h."))
    await driver.press(.control("u"))
    await driver.type("2 min")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["wait"]) == "PT120S")
  }

  @Test("An amount in another unit is converted")
  func amount() async throws {
    let driver = EditorDriver(try model(), start: ["cache"])
    await driver.press(Key(.enter), .control("u"))
    await driver.type("2 GiB")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["cache"]) == 2048)
  }

  @Test("A range has two ends")
  func range() async throws {
    let driver = EditorDriver(try model(), start: ["span"])
    #expect(driver.focusedLine.contains("1 to 5"))
    await driver.press(Key(.enter))
    #expect(driver.text.contains("From") && driver.text.contains("To"))
  }

  @Test("The plain editor lists the alternatives, and takes a number, a name or JSON")
  func plain() async throws {
    let driver = PlainDriver(try model())
    let question = await driver.type("Space 1")
    #expect(question.contains("1. File: On disk.") && question.contains("3. Nothing"))
    await driver.type("3")
    #expect(driver.model.value(at: ["source"]) == ["none": [:]])
    await driver.type("", "J 1", #"{"file": {}}"#)
    #expect(driver.transcript.contains(#"Not taken: In "File", add the key "path", which is missing."#))
    await driver.type(#"{"file": {"path": "x"}}"#)
    #expect(driver.transcript.contains("Source is now File (Path: x)"))
    await driver.type("2", "2 min")
    #expect(driver.model.value(at: ["wait"]) == "PT120S")
    #expect(driver.transcript.contains("Wait is now 2 min"))
  }
}
