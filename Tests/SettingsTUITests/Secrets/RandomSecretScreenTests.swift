import SettingsEditing
import SettingsSchemas
import TestSupport
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Secrets at random places, in the editor")
struct RandomSecretScreenTests {
  /// A form with a document, and another document staged, as far as one can be made of a seed.
  private func makeModel(_ seed: UInt64, isWrong: Bool) throws -> FormViewModel {
    var maker = RandomSecrets(seed: seed)
    let index = FormIndex(try FormSchema(parsingSchema: Array(maker.schema.utf8)))
    let store = try StoreEngine(
      form: index, layers: SettingsLayers(storage: MemoryStorage(maker.document(isWrong: isWrong))),
      participants: [])
    let model = FormViewModel(store)
    let other = try JSONDocument(parsing: Array(maker.document().utf8))
    var random = SeededRandom(seed: seed)
    for entry in index.settings.shuffled(using: &random).prefix(3) {
      if let value = other.node(of: entry)?.value { try model.stage(value, at: entry.path) }
    }
    return model
  }

  private func check(_ text: String, _ what: String, _ seed: UInt64) {
    if let leak = RandomSecrets.leak(in: text) {
      Issue.record("\(what) shows a secret, SETTINGS_SEED=\(seed): \(leak)")
    }
  }

  @Test("Given secrets at random places, when random keys are pressed, then no screen shows a secret")
  func screens() async throws {
    let keys: [Key] = [
      Key(.enter), Key(.enter), Key(.enter), Key(.down), Key(.down), Key(.up), Key(.right), Key(.escape),
      Key(.tab), Key("w"), Key("i"), Key("c"), Key("s"), Key("H"), Key("e"), Key("u"), Key("a"), Key("n"),
      Key("r"), Key("T"), Key("d"), Key("D"), Key("S"), Key("v"), Key("z"), Key("t"), Key("<"),
    ]
    var plainCount = 0
    let seeds = SeededRandom.testSeeds(1..<9)
    for seed in seeds {
      let model = try makeModel(seed, isWrong: seed % 2 == 0)
      var random = SeededRandom(seed: seed)
      var showsPlain = false
      for _ in 0..<3 {
        let start = model.draft.index.settings.randomElement(using: &random)?.path
        let driver = EditorDriver(model, size: Size(width: 200, height: 40), start: start)
        check(driver.text, "the first screen", seed)
        for _ in 0..<20 {
          let key = random.pick(keys)
          let screen = driver.text
          await driver.press(key)
          check(driver.text, "the screen after \(key) in\n\(screen)\n", seed)
          check(driver.given, "the text for another editor", seed)
          showsPlain = showsPlain || RandomSecrets.hasPlain(driver.text)
        }
      }
      if showsPlain { plainCount += 1 }
    }
    #expect(plainCount * 2 > seeds.count, "Too few values are shown for the test to be meaningful")
  }

  @Test("Given a secret object that the form can't describe, when it is opened, then its keys are masked")
  func keysOfUndescribedObject() async throws {
    let form = #"""
      {"type": "object", "properties": {"k": {"additionalProperties": {
        "type": "object", "additionalProperties": {"type": "string"}, "enum": 5, "writeOnly": true}}}}
      """#
    let store = try StoreEngine(
      form: FormIndex(try FormSchema(parsingSchema: Array(form.utf8))),
      layers: SettingsLayers(storage: MemoryStorage(#"{"k": {"QPLN1": {"QSEC2": "QSEC3"}}}"#)),
      participants: [])
    let driver = EditorDriver(FormViewModel(store), size: Size(width: 100, height: 30), start: ["k"])
    await driver.press(Key(.enter), Key(.enter))
    #expect(driver.text.contains("QPLN1"))
    check(driver.text, "the list of members", 0)
  }

  @Test("Given an object that is secret only as an object, when it is opened, then its keys are masked")
  func keysOfSecretObject() async throws {
    let form = #"""
      {"type": "object", "properties": {"pair": {"type": "array", "title": "Pair", "prefixItems": [
        {"type": "object", "additionalProperties": {"type": "string"}, "writeOnly": true}, {"type": "string"}]}}}
      """#
    let store = try StoreEngine(
      form: FormIndex(try FormSchema(parsingSchema: Array(form.utf8))),
      layers: SettingsLayers(storage: MemoryStorage(#"{"pair": [{"QSEC1": "QSEC2"}, "QPLN3"]}"#)),
      participants: [])
    let driver = EditorDriver(FormViewModel(store), size: Size(width: 100, height: 30), start: ["pair"])
    await driver.press(Key(.enter))
    #expect(driver.text.contains("QPLN3"))
    await driver.press(Key(.enter))
    #expect(driver.text.contains("Pair › 0  1 entry"))
    check(driver.text, "the list of entries", 0)
    await driver.press(Key("N"))
    check(driver.text, "the editor of a key", 0)
  }

  @Test("Given secrets at random places, when random lines are typed, then the plain editor prints no secret")
  func plain() async throws {
    var plainCount = 0
    let seeds = SeededRandom.testSeeds(1..<21)
    for seed in seeds {
      let model = try makeModel(seed, isWrong: seed % 2 == 0)
      var random = SeededRandom(seed: seed)
      let driver = PlainDriver(model)
      await Task.yield()
      for _ in 0..<40 {
        await driver.type(
          random.pick([
            "1", "2", "3", "4", "", "", "s", "?", "a", "more", "/k", "[1]", "u", "T", "w 1", "c 2", "i 1",
            "!",
          ]))
      }
      check(driver.transcript, "the conversation", seed)
      if RandomSecrets.hasPlain(driver.transcript) { plainCount += 1 }
    }
    #expect(plainCount * 2 > seeds.count, "Too few values are shown for the test to be meaningful")
  }

  @Test("Given secrets at random places, then no search, recovery file or copied command contains a secret")
  func kept() throws {
    var foundCount = 0
    let seeds = SeededRandom.testSeeds(1..<51)
    for seed in seeds {
      let model = try makeModel(seed, isWrong: false)
      let core = EditorCore(model, options: EditorOptions())
      for mark in ["QSEC", "770077007"] {
        #expect(core.find(mark).items.isEmpty, "SETTINGS_SEED=\(seed)")
      }
      foundCount += core.find("QPLN").items.count
      let record = RecoveryRecord(
        model.review(), in: core.index, file: "/settings.json", time: 1_000_000)
      check(String(decoding: record.bytes, as: UTF8.self), "the recovery file", seed)
      let command = model.review().command(naming: nil, of: model.draft)
      check("\(command.text ?? "") \(command.note ?? "")", "the command", seed)
      model.discard()
      let leftover = RecoveryFolder.Leftover(path: "/nowhere", record: record)
      if let offer = RecoveryOffer(leftover, core: core) { check(offer.text, "the offer", seed) }
    }
    #expect(foundCount > seeds.count / 2, "Too few values are found for the test to be meaningful")
  }
}
