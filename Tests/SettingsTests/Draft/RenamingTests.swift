import SettingsForm
import Testing

@testable import Settings
@testable import SettingsEditing

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

  @Test("is left out and unstaged as a whole, also in a chain of renames", arguments: [true, false])
  func halves(isLeftOut: Bool) async throws {
    for (renames, part) in [
      ([("dev", "serve")], "serve"), ([("dev", "serve")], "dev"),
      ([("dev", "serve"), ("test", "dev")], "serve"), ([("dev", "serve"), ("test", "dev")], "test"),
    ] {
      let model = try model()
      for (old, new) in renames { try rename(old, to: new, in: model) }
      let change = try #require(model.review().changes.first)
      let id = try #require(change.parts.first { $0.path == ["scripts", part] }?.id)
      if isLeftOut {
        #expect(model.review(leavingOut: [.part(id)]).changes.isEmpty, "\(renames) \(part)")
      } else {
        model.unstage([.part(id)])
        #expect(!model.hasChanges, "\(renames) \(part)")
      }
    }
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
