import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("The review of the plain editor")
struct PlainReviewTests {
  private let host: SettingPath = ["network", "host"]
  private let proxy: SettingPath = ["network", "useProxy"]

  /// An editor with a review of two staged changes.
  private func driver() async throws -> PlainDriver {
    let driver = PlainDriver(try TestForm.model("{}"))
    try driver.model.stage("example.com", at: host)
    try driver.model.stage(true, at: proxy)
    await driver.type("s")
    return driver
  }

  @Test("Given a change that is left out, when the others are applied, then it stays staged and left out")
  func leavesOut() async throws {
    let driver = try await driver()
    #expect(driver.answer.text.contains("2 of 2 changes\n"))
    let review = await driver.type("2")
    #expect(review.contains("1 of 2 changes; 1 left out\n"))
    #expect(review.contains("2. Host: example.org, will be example.com, left out\n"), "\(review)")
    #expect(review.contains("1. Use Proxy: false, will be true\n"), "\(review)")
    #expect(await driver.type("s").contains("Applied 1 change."))
    #expect(driver.model.savedValue(at: proxy) == true && driver.model.isStaged(host))
    #expect(await driver.type("s").contains("will be example.com, left out\n"))
    #expect(await driver.type("s").hasPrefix("Every change is left out;"))
    #expect(driver.model.isStaged(host))
  }

  @Test("Given a button with the focus, then a number is about its row, and applies nothing")
  func buttons() async throws {
    let driver = try await driver()
    #expect(await driver.type("Tab", "2").contains("1 left out"))
    #expect(driver.model.stagedCount == 2)
  }

  @Test("Given a change that is left out, when it is kept, then the next apply makes it")
  func keeps() async throws {
    let driver = try await driver()
    await driver.type("1", "2")
    #expect(await driver.type("2").contains("1 left out\n"))
    #expect(await driver.type("s").contains("Applied 1 change."))
    #expect(driver.model.savedValue(at: host) == "example.com" && driver.model.isStaged(proxy))
  }

  @Test("Given a change with an error, when it is left out, then the others can be applied")
  func obstacle() async throws {
    let driver = PlainDriver(try TestForm.model("{}"))
    try driver.model.stage(true, at: proxy)
    try driver.model.stage(99, at: ["calculation", "timePeriod"])
    let review = await driver.type("s")
    #expect(review.contains("1. Time Period: 7 days, will be 99 days\n! Use 30 or less instead of 99.\n"))
    #expect(await driver.type("s").hasPrefix("Not applied: Time Period: Use 30 or less"))
    await driver.type("1")
    #expect(await driver.type("s").contains("Applied 1 change."))
    #expect(driver.model.savedValue(at: proxy) == true && driver.model.stagedCount == 1)
  }

  @Test(
    "Given a rule over a value that only the app knows, then both editors say in the review that it wasn't checked"
  )
  func missingContext() async throws {
    let form = FormSchema(
      root: FormSection(
        key: "", title: "App",
        items: [
          .setting(FormSetting(key: "limit", title: "Limit", kind: .integer(NumberLimits()), defaultValue: 1))
        ]),
      rules: [
        FormRule(
          .require(.operation(.lessOrEqual, [.setting(["limit"]), .value(5)])),
          when: .operation(.equal, [.context("user"), .value("guest")]))
      ])
    let model = FormViewModel(
      try StoreEngine(form: FormIndex(form), layers: SettingsLayers(storage: MemoryStorage("{}"))))
    try model.stage(9, at: ["limit"])
    let sentence =
      "Rules about these settings weren't checked, because they read ‘user’, which only the app knows."
    #expect(await PlainDriver(model).type("s").contains(sentence))
    let screen = EditorDriver(model)
    await screen.press(Key("s"))
    #expect(screen.words.contains(sentence))
    model.store.setContext(["user": "admin"])
    await Task.yield()
    #expect(!(await PlainDriver(model).type("s")).contains("weren't checked"))
  }

  @Test("Given parts of a list, when one is left out, then the others are applied")
  func parts() async throws {
    let driver = PlainDriver(try TestForm.model(#"{"display": {"servers": []}}"#))
    let servers: SettingPath = ["display", "servers"]
    let new: [JSONValue] = ["eu", "us"].map { ["name": .string($0), "tls": true] }
    try driver.model.stage(.array(new), at: servers)
    let review = await driver.type("s")
    #expect(review.contains("2. "), "\(review)")
    #expect(await driver.type("2").contains("a part of it left out"))
    await driver.type("s")
    #expect(driver.model.savedValue(at: servers) == .array([new[1]]))
    #expect(driver.model.isStaged(servers))
  }

  @Test("Given a change, when it is unstaged by its key and number, then only the others are left")
  func unstages() async throws {
    let driver = try await driver()
    #expect(await driver.type("R 3").contains("Type a number from 1 to 2;"))
    await driver.type("R 2")
    #expect(!driver.model.isStaged(host) && driver.model.isStaged(proxy))
  }

  @Test("Given a list, when another process changes what its numbers mean, then a number chooses nothing")
  func outdatedNumbers() async throws {
    let storage = MemoryStorage("{}")
    let driver = PlainDriver(
      FormViewModel(
        try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage))))
    try driver.model.stage("example.com", at: host)
    try driver.model.stage(true, at: proxy)
    await driver.type("s")
    // The other process makes the first change, which is gone from the review then.
    _ = storage.commit(
      Array(#"{"network": {"useProxy": true}}"#.utf8), expecting: storage.read()?.revision)
    _ = driver.editor.takeStored()
    #expect(await driver.type("1").contains("The list has changed; type the number again."))
    #expect(driver.model.isStaged(host))
    #expect(await driver.type("1").contains("left out"))
    await driver.type("R 1")
    #expect(!driver.model.isStaged(host))
  }

  @Test("Given only a comment, then the review lists it, and an apply writes it")
  func comments() async throws {
    let driver = PlainDriver(try TestForm.model(#"{"network": {"host": "a"}}"#))
    driver.model.stageComment("why", above: host)
    #expect(await driver.type("s").contains("Comment of network.host: why\n"))
    #expect(await driver.type("s").contains("Applied the comments."))
    #expect(!driver.model.hasChanges)
  }
}
