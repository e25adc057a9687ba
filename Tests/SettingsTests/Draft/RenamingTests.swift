import SettingsForm
import SettingsSchemas
import TestSupport
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

  @Test(
    "that exchanges its key with another one is renamed in the review, and goes with it as a whole",
    arguments: ["vitest", "vite"])
  func exchange(value: String) async throws {
    for isLeftOut in [nil, true, false] {
      let text = Self.text.replacing("vitest", with: value)
      _ = storage.commit(Array(text.utf8), expecting: storage.read()?.revision)
      let model = try model()
      for (old, new) in [("dev", "old"), ("test", "dev"), ("old", "test")] {
        try rename(old, to: new, in: model)
      }
      let change = try #require(model.review().changes.first)
      let shown = change.comparison.countedParts.map { $0.shown(as: .forPeople) }
      #expect(
        shown == [.renamed(from: ["scripts", "test"], nil), .renamed(from: ["scripts", "dev"], nil)],
        "\(shown)")
      if let isLeftOut {
        let id = try #require(change.comparison.countedParts.last?.id)
        if isLeftOut {
          #expect(model.review(leavingOut: [.part(id)]).changes.isEmpty)
        } else {
          model.unstage([.part(id)])
          #expect(!model.hasChanges)
        }
      } else {
        try await model.apply()
        #expect(
          storage.text
            == """
            {
              "scripts": {
                // while working
                "test": "vite",
                "dev": "\(value)"
              }
            }
            """)
      }
    }
  }

  @Test("whose old key a new member gets is renamed in the review, and the new one is added")
  func reusedKey() throws {
    let model = try model()
    try rename("dev", to: "serve", in: model)
    let entry = try #require(model.index[["scripts"]])
    model.stage([StagedValue(entry, value: ["serve": "vite", "dev": "new", "test": "vitest"])])
    let parts = try #require(model.review().changes.first).comparison.countedParts
    #expect(parts.map(\.path) == [["scripts", "dev"], ["scripts", "serve"]])
    #expect(parts.last?.shown(as: .forPeople) == .renamed(from: ["scripts", "dev"], nil))
    #expect(parts.first?.kind == .add && parts.first?.new == "new")
  }

  /// A model in which a member was renamed, and a conflict with another process, which gave it a third key, is resolved.
  private func modelWithThirdKey(keeping side: SettingConflict.Side) throws -> FormViewModel {
    let model = try model()
    try rename("dev", to: "serve", in: model)
    let theirs = Self.text.replacing("\"dev\"", with: "\"start\"")
    _ = storage.commit(Array(theirs.utf8), expecting: storage.read()?.revision)
    try model.refresh()
    let conflict = try #require(model.review().conflicts.first)
    model.resolve(conflict.path, keeping: side)
    return model
  }

  @Test("keeps its comments if another process gives it a third key, and this one is kept")
  func thirdKey() async throws {
    let model = try modelWithThirdKey(keeping: .mine)
    #expect(model.review().comments.map(\.text) == ["while working"])
    try await model.apply()
    #expect(storage.text?.contains("// while working\n    \"serve\"") == true, "\(storage.text ?? "")")
  }

  @Test("that another process gives a third key stages no comments if that key is taken")
  func thirdKeyTaken() async throws {
    let model = try modelWithThirdKey(keeping: .theirs)
    #expect(!model.hasChanges && model.review().comments.isEmpty, "\(model.review())")
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

  /// Renames members at random, and compares the file with a list of which member has which key.
  @Test(
    "has its own comments once after any sequence of renames",
    arguments: [true, false], SeededRandom.testSeeds(1..<41))
  func sequences(ofSettings: Bool, seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let keys = ["a", "b", "c", "d"]
    let lines = keys.enumerated().map { place, key in
      "    // about \(key)\n    \"\(key)\": \"\(place % 2)\", // behind \(key)"
    }
    let storage = MemoryStorage("{\n  \"m\": {\n\(lines.joined(separator: "\n"))\n    \"z\": 1\n  }\n}\n")
    let form =
      ofSettings
      ? FormIndex(
        FormSchema(describingNothingIn: try JSONDocument(parsing: Array(try #require(storage.text).utf8))))
      : try FormIndex(
        FormSchema(
          written: Array(
            #"{"properties": {"m": {"type": "object", "additionalProperties": {"type": ["string", "integer"]}}}}"#
              .utf8)))
    let model = FormViewModel(try StoreEngine(form: form, layers: SettingsLayers(storage: storage)))
    let pool = keys + ["x", "y"]
    if ofSettings {
      model.list(FormIndex.Members(named: pool.map { ["m", $0] }, includesAll: true, new: .allowed))
    }
    var origins = Dictionary(uniqueKeysWithValues: keys.map { ($0, $0) })
    var undone: [[String: String]] = []
    for _ in 0..<Int.random(in: 1...9, using: &random) {
      if let before = undone.last, Int.random(in: 0..<5, using: &random) == 0 {
        model.undo()
        origins = before
        undone.removeLast()
        continue
      }
      let old = try #require(origins.keys.sorted().randomElement(using: &random))
      let new = try #require(pool.filter { origins[$0] == nil }.randomElement(using: &random))
      undone.append(origins)
      origins[new] = origins.removeValue(forKey: old)
      if ofSettings {
        let entries = try [old, new].map { try #require(model.index[["m", $0]]) }
        let value = model.value(at: ["m", old])
        model.stage(
          [StagedValue(entries[0], value: nil), StagedValue(entries[1], value: value)], moving: ["m", old],
          to: ["m", new])
      } else {
        let entry = try #require(model.index[["m"]])
        let object = try #require(model.value(at: ["m"])?.object)
        let renamed = object.members.map {
          JSONObject.Member(key: $0.key == old ? new : $0.key, value: $0.value)
        }
        model.stage(
          [StagedValue(entry, value: .object(JSONObject(distinct: renamed)))], moving: ["m", old],
          to: ["m", new])
      }
    }
    if model.hasChanges { try await model.apply() }
    let text = try #require(storage.text)
    for (key, origin) in origins {
      for comment in ["// about \(origin)", "// behind \(origin)"] {
        #expect(text.ranges(of: comment).count == 1, "\(origins)\n\(text)")
      }
      #expect(text.contains("// about \(origin)\n    \"\(key)\": "), "\(origins)\n\(text)")
      let line = text.split(separator: "\n").first { $0.contains("\"\(key)\": ") }
      #expect(line?.hasSuffix("// behind \(origin)") == true, "\(origins)\n\(text)")
    }
  }

  @Test(
    "exchanges its comments with another one of the same value, is one step less after an undo, and stored once"
  )
  func equalValues() async throws {
    let (storage, model) = try plain("{\n  // about a\n  \"a\": 1,\n  // about h\n  \"h\": 1\n}\n")
    try renameMember("a", to: "b", in: model)
    try renameMember("h", to: "a", in: model)
    try renameMember("b", to: "h", in: model)
    model.undo()
    model.redo()
    let before = try #require(storage.text)
    _ = storage.commit(Array((before + "\n").utf8), expecting: storage.read()?.revision)
    try model.refresh()
    #expect(model.stagedCount == 2 && model.review().conflicts.isEmpty, "\(model.review())")
    try await model.apply()
    #expect(storage.text == "{\n  // about a\n  \"h\": 1,\n  // about h\n  \"a\": 1\n}\n\n")
    #expect(!model.hasChanges, "\(model.review())")
  }

  @Test("with other values inside says in the review that it was renamed, and what else changes")
  func renamedWithChanges() throws {
    let (_, model) = try plain("{\"a\": {\"x\": 1, \"y\": 2}}")
    model.list(FormIndex.Members(named: [["a"], ["b"]], includesAll: true, new: .allowed))
    try renameMember("a", to: "b", in: model)
    try model.stage(["x": 7, "y": 2], at: ["b"])
    let change = try #require(model.review().changes.listed.first)
    guard case .renamed(from: ["a"], .counts) = change.comparison.shown(as: .forPeople) else {
      Issue.record("\(change.comparison.shown(as: .forPeople))")
      return
    }
  }

  @Test("leaves no comment behind for a member that isn't there")
  func absentComment() throws {
    let (_, model) = try plain("{\"a\": {\"x\": 1}, \"h\": 2}")
    let comments: [SettingPath: String] = [
      ["none"]: "1", ["a", "x"]: "2", ["h"]: "3", ["h", "y"]: "4", ["b"]: "5",
    ]
    let entry = try #require(model.index[["b"]])
    model.stage([StagedValue(entry, value: 3)], with: TextChanges(comments: comments))
    #expect(Set(model.review().comments.map(\.path)) == [["a", "x"], ["h"], ["b"]])
  }

  /// A file without a form, with a key that another program can take.
  private func plain(_ text: String) throws -> (storage: MemoryStorage, model: FormViewModel) {
    let storage = MemoryStorage(text)
    let form = FormIndex(
      FormSchema(describingNothingIn: try JSONDocument(parsing: Array(try #require(storage.text).utf8))))
    let model = FormViewModel(try StoreEngine(form: form, layers: SettingsLayers(storage: storage)))
    model.list(FormIndex.Members(named: [["b"], ["g"]], includesAll: true, new: .allowed))
    return (storage, model)
  }

  private func renameMember(_ old: String, to new: String, in model: FormViewModel) throws {
    let (from, to) = (try #require(model.index[[old]]), try #require(model.index[[new]]))
    model.stage(
      [StagedValue(from, value: nil), StagedValue(to, value: model.value(at: [old]))], moving: [old],
      to: [new])
  }

  @Test(
    "whose conflict is decided for the stored value goes as a whole",
    arguments: [#"{"a": 2}"#, #"{"a": 1, "b": 9}"#])
  func conflict(theirs: String) async throws {
    let (storage, model) = try plain(#"{"a": 1}"#)
    try renameMember("a", to: "b", in: model)
    _ = storage.commit(Array(theirs.utf8), expecting: storage.read()?.revision)
    try model.refresh()
    let conflicts = model.review().conflicts
    #expect(!conflicts.isEmpty)
    for conflict in conflicts { model.resolve(conflict.path, keeping: .theirs) }
    #expect(!model.hasChanges, "\(model.review())")
    #expect(storage.text == theirs)
  }

  @Test(
    "that another process removes or changes meanwhile is a conflict, as without the rename",
    arguments: [#"{"z": 0}"#, #"{"a": 2, "z": 0}"#])
  func changedMeanwhile(theirs: String) async throws {
    for side in [SettingConflict.Side.mine, .theirs] {
      let (storage, model) = try plain(#"{"a": 1, "z": 0}"#)
      try renameMember("a", to: "b", in: model)
      _ = storage.commit(Array(theirs.utf8), expecting: storage.read()?.revision)
      try model.refresh()
      let conflict = try #require(model.review().conflicts.first)
      #expect(model.review().conflicts.count == 1 && conflict.base == 1, "\(model.review())")
      model.resolve(conflict.path, keeping: side)
      #expect(model.review().conflicts.isEmpty)
      if model.hasChanges { try await model.apply() }
      let expected: JSONValue = ["b": 1, "z": 0]
      let text = try #require(storage.text)
      #expect(try side == .theirs ? text == theirs : JSONValue(parsing: text) == expected, "\(text)")
    }
  }

  @Test("whose key another process has given it, too, is done")
  func sameRename() async throws {
    let (storage, model) = try plain(#"{"a": 1}"#)
    try renameMember("a", to: "b", in: model)
    _ = storage.commit(Array(#"{"b": 1}"#.utf8), expecting: storage.read()?.revision)
    try model.refresh()
    #expect(!model.hasChanges && model.review().conflicts.isEmpty, "\(model.review())")
  }

  @Test("that is left out keeps the comment of its new name waiting")
  func leftOutWithComment() throws {
    let (_, model) = try plain("{\n  \"a\": 1,\n  \"h\": 2\n}\n")
    model.stageComment("about h", above: ["h"])
    try renameMember("h", to: "g", in: model)
    let part = model.draft.leavingOut([.setting(["g"])])
    #expect(part.isEmpty && model.stagedCount == 1)
  }
}
