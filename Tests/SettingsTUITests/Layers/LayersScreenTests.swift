import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("The layers in the editor")
struct LayersScreenTests {
  private func driver(
    _ layered: LayeredModel, _ width: Int = 100, _ height: Int = 24, at start: SettingPath = ["width"]
  ) -> EditorDriver {
    EditorDriver(layered.model, size: Size(width: width, height: height), start: start)
  }

  @Test("The settings with their marks, a lock, the layers and the review")
  func screens() async throws {
    let layered = try LayeredModel()
    let driver = driver(layered, 80, at: ["network", "port"])
    expectGolden("layers-browse-80x24", driver, masking: layered.masking)
    await driver.press(Key(.enter))
    expectGolden("layers-lock-80x24", driver, masking: layered.masking)
    #expect(driver.words.contains("Port is locked by"))
    await driver.press(Key("L"))
    expectGolden("layers-80x24", driver, masking: layered.masking)
    await driver.resize(40, 10)
    expectGolden("layers-40x10", driver, masking: layered.masking)
    await driver.resize(80, 24)
    await driver.press(Key(.escape))
    try layered.model.stage("mine", at: ["token"])
    await driver.press(Key("s"))
    expectGolden("layers-review-80x24", driver, masking: layered.masking)
    for (width, height) in [(40, 10), (80, 24), (160, 40)] {
      await driver.resize(width, height)
      #expect(!driver.text.contains("secret-of-the-environment"))
    }
  }

  @Test(
    "Given a layer with the focus, when Enter is pressed, then an editor of that file opens on the same setting"
  )
  func editing() async throws {
    let layered = try LayeredModel()
    let driver = driver(layered)
    await driver.press(Key("L"), Key(.down), Key(.down), Key(.enter))
    let continuation = try #require(driver.editor.outcome?.continuation)
    let system = layered.path(LayeredModel.system)
    #expect(continuation.focus == ["width"])
    #expect(continuation.store.name == system)

    let next = EditorDriver(
      FormViewModel(continuation.store), size: Size(width: 100, height: 24), start: ["width"])
    #expect(next.text.contains("xdg/trend/settings.json"))
    // The setting is locked for the layers above this one.
    await next.press(Key(.tab), Key("j"))
    #expect(!next.text.contains("locks it"))
    try next.model.stage(110, at: ["width"])
    await next.press(Key("s"))
    #expect(next.words.contains("no effect now"))
    #expect(next.words.contains("config/trend/settings.json:1:11"))
    await next.press(Key("s"))
    #expect(try layered.text(LayeredModel.system).contains("\"width\": 110"))
    #expect(try layered.text(LayeredModel.user).contains("120"))
  }

  @Test("Given staged changes, when another layer is chosen, then the editor asks what to do with them")
  func staged() async throws {
    let layered = try LayeredModel()
    let driver = driver(layered)
    try layered.model.stage(130, at: ["width"])
    await driver.press(Key("L"), Key(.down), Key(.enter))
    #expect(driver.editor.outcome == nil)
    #expect(driver.words.contains("is not applied."))
    await driver.press(Key("s"))
    #expect(driver.editor.outcome == nil && layered.model.hasChanges)
    await driver.press(Key(.enter), Key("d"))
    #expect(!layered.model.hasChanges)
    #expect(driver.editor.outcome?.continuation?.store.name == layered.path(LayeredModel.dropIn))
  }

  @Test("A layer that can't be opened leaves the editor where it is, with the reason")
  func malformed() async throws {
    let layered = try LayeredModel()
    let driver = driver(layered, 160)
    try layered.write("{", LayeredModel.system)
    await driver.press(Key("L"), Key(.end), Key(.enter))
    #expect(driver.editor.outcome == nil)
    #expect(driver.words.contains("xdg/trend/settings.json"))
    #expect(driver.words.contains("1:2"))
  }

  @Test("The file that is edited and layers that aren't files can't be chosen")
  func refused() async throws {
    let layered = try LayeredModel()
    let driver = driver(layered)
    await driver.press(Key("L"), Key(.home), Key(.enter))
    #expect(driver.words.contains("Only files of settings can be edited here."))
    #expect(driver.editor.outcome == nil)
    await driver.press(Key(.down), Key(.enter))
    #expect(driver.editor.outcome == nil && !driver.text.contains("edited here"))
  }

  @Test("A change of a file below is shown, and what the app uses then")
  func changed() async throws {
    let layered = try LayeredModel()
    let driver = driver(layered, at: ["network", "proxy"])
    #expect(driver.text.contains("proxy.example"))
    try layered.write(#"{"network": {"proxy": "other.example"}}"#, LayeredModel.dropIn)
    _ = try layered.model.store.refresh()
    driver.editor.takeStored([])
    await driver.send(.resized)
    #expect(driver.text.contains("other.example") && !driver.text.contains("proxy.example"))
  }

  @Test("The problems of other layers are counted and listed with their places")
  func problems() async throws {
    let layered = try LayeredModel()
    let driver = driver(layered, 160)
    #expect(driver.text.contains("no changes"))
    try layered.write(#"{"width": "wide"}"#, LayeredModel.system)
    _ = try layered.model.store.refresh()
    driver.editor.take(layered.model.store.layerProblems)
    await driver.send(.resized)
    let place = "\(layered.path(LayeredModel.system)):1:11"
    #expect(driver.text.contains("1 problem") && driver.text.contains("\(place): error: width: "))
    await driver.press(Key("!"))
    #expect(driver.text.contains(place))
    #expect(driver.words.contains("the layer's last valid values stay in use."))
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("Width"))

    let plain = PlainDriver(layered.model)
    #expect(plain.transcript.contains("1 problem; ! lists them."))
    #expect(await plain.type("!").contains("Layer: \(place): "))
    try layered.write("{}", LayeredModel.system)
    _ = try layered.model.store.refresh()
    #expect(plain.editor.takeStored()?.contains("The problems of other layers are corrected.") == true)
  }

  @Test("Without other layers, there is nothing to choose")
  func none() async throws {
    let driver = EditorDriver(try TestForm.model())
    await driver.press(Key("L"))
    #expect(driver.words.contains("there are no other layers."))
  }

  @Test("--plain lists the layers, and opens another one")
  func plain() async throws {
    let layered = try LayeredModel()
    let driver = PlainDriver(layered.model)
    let listed = await driver.type("layers")
    #expect(listed.contains("1. environment variables TREND_*: 1 value\n"))
    #expect(listed.contains("2. \(layered.path(LayeredModel.user)): edited here, 1 value\n"))
    #expect(listed.contains("4. \(layered.path(LayeredModel.system)): 2 values, 1 lock\n"))
    #expect(await driver.type("1").contains("Only files of settings can be edited here."))
    try layered.model.stage(130, at: ["width"])
    #expect(await driver.type("4").contains("1 change of "))
    await driver.type("s", "", "undo", "layers", "4")
    #expect(driver.editor.outcome?.continuation?.store.name == layered.path(LayeredModel.system))
    #expect(!driver.transcript.contains("secret-of-the-environment"))
  }
}
