import SettingsForm
import Testing

@testable import Settings

@MainActor
@Suite("A renamed member")
struct RenamingTests {
  private static let text = """
    {
      "scripts": {
        // while working
        "dev": "vite",
        "test": "vitest"
      }
    }
    """

  private let storage = MemoryStorage(text)

  private func model() throws -> FormViewModel {
    let form = try FormSchema(
      written: Array(
        #"{"properties": {"scripts": {"type": "object", "additionalProperties": {"type": "string"}}}}"#.utf8))
    return FormViewModel(try StoreEngine(form: form, layers: SettingsLayers(storage: storage)))
  }

  private func rename(_ old: String, to new: String, in model: FormViewModel) throws {
    let entry = try #require(model.index[["scripts"]])
    let object = try #require(model.value(at: ["scripts"])?.object)
    let members = object.members.map { JSONObject.Member(key: $0.key == old ? new : $0.key, value: $0.value) }
    model.stage(
      [StagedValue(entry, value: .object(JSONObject(distinct: members)))], moving: ["scripts", old],
      to: ["scripts", new])
  }

  @Test("twice keeps its place and its comment")
  func twice() async throws {
    let model = try model()
    try rename("dev", to: "serve", in: model)
    try rename("serve", to: "start", in: model)
    try await model.apply()
    #expect(storage.text == Self.text.replacing("\"dev\"", with: "\"start\""))
  }

  @Test("and renamed back is unchanged")
  func back() async throws {
    let model = try model()
    try rename("dev", to: "serve", in: model)
    try rename("serve", to: "dev", in: model)
    try await model.apply()
    #expect(storage.text == Self.text)
  }

  @Test("takes a staged comment along, and a removed one drops it")
  func comments() async throws {
    let model = try model()
    model.stageComment("at home", above: ["scripts", "test"])
    try rename("test", to: "check", in: model)
    #expect(model.review().comments.map(\.path) == [["scripts", "check"]])
    try await model.apply()
    #expect(
      storage.text
        == Self.text.replacing("    \"test\"", with: "    // at home\n    \"check\""))

    model.stageComment("gone", above: ["scripts", "check"])
    try model.reset(["scripts"])
    #expect(model.review().comments.isEmpty)
    model.undo()
    #expect(model.review().comments.map(\.path) == [["scripts", "check"]])
  }
}
