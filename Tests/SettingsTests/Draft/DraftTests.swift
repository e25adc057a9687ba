import Testing

@testable import Settings
@testable import SettingsEditing

@Suite("A draft")
struct DraftTests {
  private func draft(_ text: String? = nil) throws -> Draft {
    try Fixture.store(text).store.untyped.draft()
  }

  @Test("shows the staged value, else the stored one, else the default")
  func layers() throws {
    var draft = try draft(#"{"name": "stored"}"#)
    #expect(draft.value(at: ["name"]) == "stored")
    #expect(draft.value(at: timePeriodPath) == 7)
    try draft.stage("staged", at: ["name"])
    #expect(draft.value(at: ["name"]) == "staged")
    #expect(draft.savedValue(at: ["name"]) == "stored")
    try draft.reset(["name"])
    #expect(draft.value(at: ["name"]) == "trend")
    #expect(!draft.isSet(["name"]))
  }

  @Test(
    "returns all values that aren't defaults at once",
    arguments: ["{}", #"{"name": "stored", "calculation": {"timePeriod": 9}, "unknown": 1}"#])
  func ownValues(_ text: String) throws {
    var draft = try draft(text)
    func expected() -> [Int: JSONValue] {
      var values: [Int: JSONValue] = [:]
      for (position, entry) in draft.index.settings.enumerated() where draft.isSet(entry.path) {
        values[position] = draft.value(at: entry.path)
      }
      return values
    }
    #expect(draft.ownValues() == expected())
    try draft.stage(10, at: timePeriodPath)
    try draft.reset(["name"])
    #expect(draft.ownValues() == expected())
  }

  @Test("is empty again when a setting gets back what it had")
  func backToStored() throws {
    var draft = try draft(#"{"calculation": {"timePeriod": 9.0}}"#)
    try draft.stage(10, at: timePeriodPath)
    #expect(draft.count == 1)
    try draft.stage(9, at: timePeriodPath)
    #expect(draft.isEmpty)
    try draft.stage("trend", at: ["name"])
    #expect(draft.isEmpty)
    try draft.reset(["name"])
    #expect(draft.isEmpty)
  }

  @Test("keeps a value that equals the default if another one is stored")
  func explicitDefault() throws {
    var draft = try draft(#"{"name": "stored"}"#)
    try draft.stage("trend", at: ["name"])
    #expect(draft.review().changes.map(\.kind) == [.replace])
    #expect(draft.isSet(["name"]))
  }

  @Test("undoes and redoes its steps")
  func undo() throws {
    var draft = try draft()
    try draft.stage(1, at: timePeriodPath)
    try draft.stage(2, at: timePeriodPath)
    try draft.stage("x", at: ["name"])
    #expect(draft.undo() == [["name"]])
    draft.undo()
    #expect(draft.value(at: timePeriodPath) == 1)
    draft.redo()
    #expect(draft.value(at: timePeriodPath) == 2)
    draft.undo()
    draft.undo()
    #expect(draft.isEmpty)
    #expect(!draft.canUndo)
    #expect(draft.undo().isEmpty)
    try draft.stage(3, at: timePeriodPath)
    #expect(!draft.canRedo)
  }

  /// A model whose staged name is in conflict with the name that another process has stored.
  @MainActor
  private func conflictingModel() throws -> FormViewModel {
    let (store, storage) = try Fixture.store(#"{"name": "before"}"#)
    let model = FormViewModel(store.untyped)
    try model.stage("mine", at: ["name"])
    _ = storage.commit(Array(#"{"name": "theirs"}"#.utf8), expecting: storage.read()?.revision)
    try model.refresh()
    try #require(model.review().conflicts.map(\.path) == [["name"]])
    return model
  }

  @Test(
    "undoes the end of a conflict: the staged value and the conflict are there again",
    arguments: [SettingConflict.Side.mine, .theirs])
  @MainActor
  func undoesResolution(_ side: SettingConflict.Side) throws {
    let model = try conflictingModel()
    let conflicts = model.review().conflicts
    model.resolve(["name"], keeping: side)
    #expect(model.review().conflicts.isEmpty && model.value(at: ["name"]) == .string(side.rawValue))
    model.undo()
    #expect(model.value(at: ["name"]) == "mine" && model.review().conflicts == conflicts)
    model.redo()
    #expect(model.review().conflicts.isEmpty && model.value(at: ["name"]) == .string(side.rawValue))
  }

  @Test("keeps a conflict if another value is staged in the meantime")
  @MainActor
  func stagesInConflict() throws {
    let model = try conflictingModel()
    try model.stage("again mine", at: ["name"])
    #expect(model.review().conflicts.count == 1)
    model.undo()
    #expect(model.value(at: ["name"]) == "mine" && model.review().conflicts.count == 1)
  }

  @Test("doesn't redo what was undone before another process's change, because its conflict would be missed")
  @MainActor
  func redoesNothingOld() throws {
    let (store, storage) = try Fixture.store(#"{"name": "x"}"#)
    let model = FormViewModel(store.untyped)
    try model.stage("mine", at: ["name"])
    model.undo()
    _ = storage.commit(Array(#"{"name": "theirs"}"#.utf8), expecting: storage.read()?.revision)
    try model.refresh()
    model.redo()
    #expect(model.value(at: ["name"]) == "theirs" && !model.hasChanges)
  }

  @Test("undoes the unstaging of a value in conflict together with the conflict")
  @MainActor
  func undoesUnstagingInConflict() throws {
    let model = try conflictingModel()
    model.unstage([try #require(model.index[["name"]])])
    #expect(!model.hasChanges)
    model.undo()
    #expect(model.value(at: ["name"]) == "mine" && model.review().conflicts.count == 1)
    model.discard()
    model.undo()
    #expect(model.value(at: ["name"]) == "mine" && model.review().conflicts.count == 1)
  }

  @Test("undoes a staged comment apart from the value below it, also after another process's change")
  @MainActor
  func undoesComments() throws {
    for commentsFirst in [true, false] {
      let (store, storage) = try Fixture.store(#"{"name": "x"}"#)
      let model = FormViewModel(store.untyped)
      if commentsFirst { model.stageComment("why", above: ["name"]) }
      try model.stage("y", at: ["name"])
      if !commentsFirst { model.stageComment("why", above: ["name"]) }
      _ = storage.commit(
        Array(#"{"name": "x", "nickname": "z"}"#.utf8), expecting: storage.read()?.revision)
      try model.refresh()
      #expect(model.stagedCount == 1)
      model.undo()
      #expect(model.review().comments.isEmpty == !commentsFirst)
      #expect(model.isStaged(["name"]) == !commentsFirst)
      model.undo()
      #expect(!model.hasChanges && !model.canUndo)
      model.redo()
      model.redo()
      #expect(model.value(at: ["name"]) == "y" && model.review().comments.map(\.text) == ["why"])
    }
  }

  @Test("has no change left when the stored comment is typed again")
  @MainActor
  func retypedComment() throws {
    let (store, _) = try Fixture.store("{\n  // why\n  \"name\": \"x\"\n}\n")
    let model = FormViewModel(store.untyped)
    #expect(!model.stageComment("why", above: ["name"]))
    #expect(!model.hasChanges && !model.canUndo)
    #expect(model.stageComment("because", above: ["name"]))
    #expect(model.stageComment("why", above: ["name"]))
    #expect(!model.hasChanges && model.review().comments.isEmpty)
    model.undo()
    #expect(model.review().comments.map(\.text) == ["because"])
    // A member that isn't stored has no comment to remove.
    #expect(!model.stageComment("", above: ["nickname"]) && model.stageComment("new", above: ["nickname"]))
  }

  @Test("undoes the reset of a section, and a discard, as one step")
  func groups() throws {
    var draft = try draft(#"{"calculation": {"timePeriod": 9, "ratio": 1}}"#)
    try draft.reset(["calculation"])
    #expect(draft.count == 2)
    draft.undo()
    #expect(draft.isEmpty)
    draft.redo()
    draft.discard()
    #expect(draft.isEmpty)
    draft.undo()
    #expect(draft.count == 2)
  }

  @Test("has the stored bytes when everything is undone")
  func bytes() throws {
    let text = "// mine\n{\n\t\"name\": \"x\", // why\n}"
    var draft = try draft(text)
    try draft.stage(9, at: timePeriodPath)
    try draft.reset(["name"])
    #expect(try draft.candidate() != Array(text.utf8))
    draft.undo()
    draft.undo()
    #expect(try draft.candidate() == Array(text.utf8))
  }

  @Test("moves a value from its former key when anything is applied")
  func renamed() throws {
    var draft = try draft(#"{"label": "old", "tags": []}"#)
    #expect(draft.value(at: ["name"]) == "old")
    #expect(try draft.candidate() == Array(#"{"label": "old", "tags": []}"#.utf8))
    try draft.stage(["x"], at: ["tags"])
    let json = try JSONValue(parsing: String(decoding: draft.candidate(), as: UTF8.self))
    #expect(json == ["name": "old", "tags": ["x"]])
  }
}

@Suite("A review")
struct ReviewTests {
  @Test("lists changes in form order with kind, values, restart and side effects")
  func changes() throws {
    var draft = try Fixture.store(#"{"name": "a", "calculation": {"ratio": 1}}"#).store.untyped.draft()
    try draft.reset(ratioPath)
    try draft.stage("average", at: modePath)
    try draft.stage("b", at: ["name"])
    let review = draft.review()
    #expect(review.changes.map(\.path.description) == ["name", "calculation.mode", "calculation.ratio"])
    #expect(review.changes.map(\.kind) == [.replace, .add, .remove])
    #expect(review.changes.map(\.old) == ["a", "regression", 1])
    #expect(review.changes.map(\.new) == ["b", "average", 0.5])
    #expect(review.requiresRestart)
    #expect(review.sideEffects == ["recalculate", "redraw"])
    #expect(review.isApplicable)
  }

  @Test("names the problems of staged and of stored values, but not of values that are replaced")
  func problems() throws {
    var draft = try StoreEngine(
      form: try Fixture.store().store.untyped.index,
      layers: SettingsLayers(storage: MemoryStorage(#"{"nickname": 3, "calculation": {"timePeriod": 99}}"#))
    ).draft()
    #expect(draft.review().problems.map(\.path) == [["nickname"], timePeriodPath])
    try draft.stage(9, at: timePeriodPath)
    try draft.stage(7, at: ratioPath)
    #expect(draft.review().problems.map(\.path) == [["nickname"], ratioPath])
    #expect(!draft.review().isApplicable)
  }

  @Test("is JSON for machines, with a patch, and masks secrets")
  func json() throws {
    var draft = try Fixture.store(#"{"token": "hunter2"}"#).store.untyped.draft()
    try draft.stage("swordfish", at: ["token"])
    try draft.stage(9, at: timePeriodPath)
    let json = draft.review(of: "a.json").json
    #expect(
      json == [
        "file": "a.json",
        "revision": .string(SettingsRevision(of: Array(#"{"token": "hunter2"}"#.utf8)).description),
        "changes": [
          [
            "path": "token", "pointer": "/token", "title": "Token", "old": "********", "new": "********",
            "kind": "replace", "requiresRestart": false, "sideEffects": [],
          ],
          [
            "path": "calculation.timePeriod", "pointer": "/calculation/timePeriod", "title": "Time Period",
            "old": 7, "new": 9, "kind": "add", "unit": "days", "requiresRestart": false,
            "sideEffects": ["recalculate"],
          ],
        ],
        "problems": [],
        "conflicts": [],
        "requiresRestart": false,
        "sideEffects": ["recalculate"],
        "patch": [
          ["op": "replace", "path": "/token", "value": "********"],
          ["op": "add", "path": "/calculation", "value": ["timePeriod": 9]],
        ],
      ])
    #expect(!json.description.contains("hunter2") && !json.description.contains("swordfish"))
  }

  // MARK: - Values made from earlier content

  /// A draft as it was when a person began to edit, and the draft after another process has stored another value.
  private func draftWhileEditing() throws -> (begun: Draft, now: Draft) {
    let (store, storage) = try Fixture.store(#"{"calculation": {"timePeriod": 9}}"#)
    let begun = store.untyped.draft()
    let stored = storage.commit(
      Array(#"{"calculation": {"timePeriod": 20}}"#.utf8), expecting: storage.read()?.revision)
    guard case .committed = stored else {
      Issue.record("Nothing was stored")
      return (begun, begun)
    }
    try store.untyped.refresh()
    return (begun, store.untyped.draft())
  }

  @Test("finds the conflict of a value that was made before another process stored another one")
  func stagedSince() throws {
    var (begun, draft) = try draftWhileEditing()
    let entry = try #require(draft.index[timePeriodPath])
    draft.stage([StagedValue(entry, value: 10)], since: begun)
    let conflict = try #require(draft.review().conflicts.first)
    #expect(conflict.base == 9 && conflict.mine == 10 && conflict.theirs == 20)
    draft.undo()
    #expect(draft.isEmpty && draft.review().conflicts.isEmpty)
    draft.redo()
    #expect(draft.review().conflicts == [conflict])
    draft.resolve(entry.path, keeping: .theirs)
    #expect(draft.isEmpty)
    begun.stage([StagedValue(entry, value: 10)])
    #expect(begun.review().conflicts.isEmpty)
  }

  @Test("finds no conflict with what another process stored for another setting, nor with the same value")
  func stagedSinceWithoutConflict() throws {
    let (begun, draft) = try draftWhileEditing()
    for (path, value) in [(["name"], "x"), (timePeriodPath, 20)] as [(SettingPath, JSONValue)] {
      var draft = draft
      let entry = try #require(draft.index[path])
      draft.stage([StagedValue(entry, value: value)], since: begun)
      #expect(draft.review().conflicts.isEmpty)
    }
  }
}
