import Observation
import SettingsSchemas
import Synchronization
import Testing

@testable import Settings
@testable import SettingsEditing

/// Applies to documents whose sections are checked as a whole, and to documents that are already invalid.
@Suite("Correcting a document")
struct CorrectionTests {
  private static let pair = """
    {"type": "object", "required": ["a", "b"],
     "properties": {"a": {"type": "string", "default": "x"}, "b": {"type": "string", "maxLength": 3}, "c": {"type": "integer"}}}
    """
  private static let nested = """
    {"type": "object", "properties": {"net": {"type": "object", "required": ["tls"], "properties": {
       "host": {"type": "string"},
       "tls": {"type": "object", "required": ["cert", "key"], "properties": {"cert": {"type": "string"}, "key": {"type": "string"}}}}}}}
    """

  private func store(
    _ text: String?, form: String = pair, style: SettingsFileStyle = .sparse
  ) throws -> (store: StoreEngine, storage: MemoryStorage) {
    let storage = MemoryStorage(text)
    let form = FormIndex(try FormSchema(parsingSchema: Array(form.utf8)))
    return (
      try StoreEngine(
        form: form, layers: SettingsLayers(storage: storage), options: StoreOptions(style: style)), storage
    )
  }

  private func apply(_ edits: [(SettingPath, JSONValue?)], to store: StoreEngine) async throws {
    var draft = store.draft()
    for (path, value) in edits {
      if let value { try draft.stage(value, at: path) } else { try draft.reset(path) }
    }
    try await store.apply(draft)
  }

  private func reasons(_ error: ApplyError?) -> [FormProblem.Reason] {
    if case .invalid(let problems)? = error { problems.map(\.reason) } else { [] }
  }

  @Test("Required settings are set together, a default included", arguments: ["{}", nil])
  func together(_ text: String?) async throws {
    let (store, storage) = try store(text)
    try await apply([(["a"], "x"), (["b"], "y")], to: store)
    #expect(try JSONValue(parsing: storage.text ?? "") == ["a": "x", "b": "y"])
    #expect(store.problems.isEmpty)
  }

  @Test("A new document has to be complete from the start")
  func incomplete() async throws {
    let (store, storage) = try store(nil)
    let error = await #expect(throws: ApplyError.self) { try await apply([(["a"], "x")], to: store) }
    #expect(reasons(error) == [.missingKey("b")])
    #expect(storage.text == nil)
  }

  @Test("A required setting can't be reset")
  func reset() async throws {
    let (store, storage) = try store(#"{"a": "x", "b": "y"}"#)
    let error = await #expect(throws: ApplyError.self) { try await apply([(["a"], nil)], to: store) }
    #expect(reasons(error) == [.missingKey("a")])
    #expect(storage.text == #"{"a": "x", "b": "y"}"#)
  }

  @Test("Nested sections are made in one apply, and not in part")
  func nestedSections() async throws {
    let (store, storage) = try store("{}", form: Self.nested)
    let error = await #expect(throws: ApplyError.self) {
      try await apply([(["net", "tls", "cert"], "c")], to: store)
    }
    #expect(reasons(error) == [.missingKey("key")])
    await #expect(throws: ApplyError.self) { try await apply([(["net", "host"], "h")], to: store) }
    try await apply([(["net", "tls", "cert"], "c"), (["net", "tls", "key"], "k")], to: store)
    #expect(
      try JSONValue(parsing: storage.text ?? "") == ["net": ["tls": ["cert": "c", "key": "k"]]])
  }

  @Test("An invalid document is corrected step by step, and the remaining errors are reported")
  func stepByStep() async throws {
    let (store, storage) = try store(#"{"c": "wrong"}"#)
    var draft = store.draft()
    try draft.stage("y", at: ["b"])
    let review = draft.review()
    #expect(review.isApplicable && review.obstacles.isEmpty)
    #expect(review.remainingErrors.map(\.path) == [SettingPath.root, ["c"]])
    #expect(review.problems.last?.position == SourcePosition(line: 1, column: 7))
    try await store.apply(draft)
    #expect(store.problems.count == 2)
    try await apply([(["c"], 1)], to: store)
    try await apply([(["a"], "x")], to: store)
    #expect(store.problems.isEmpty)
    #expect(try JSONValue(parsing: storage.text ?? "") == ["a": "x", "b": "y", "c": 1])
  }

  @Test("A step that adds an error is refused, whatever else it corrects")
  func addedError() async throws {
    let (store, storage) = try store(#"{"c": "wrong"}"#)
    let error = await #expect(throws: ApplyError.self) {
      try await apply([(["a"], "x"), (["b"], "too long"), (["c"], 1)], to: store)
    }
    #expect(reasons(error).count == 1)
    #expect(storage.text == #"{"c": "wrong"}"#)
  }

  @Test(
    "An error in an element stays when another element changes, and a new value with an error stops the apply"
  )
  func changedSetting() async throws {
    let form =
      #"{"type": "object", "properties": {"list": {"type": "array", "items": {"type": "integer", "maximum": 3}}}}"#
    let (store, _) = try store(#"{"list": [1, 9]}"#, form: form)
    try await apply([(["list"], [2, 9])], to: store)
    try await apply([(["list"], [9, 2, 3])], to: store)
    for list: JSONValue in [[8, 2, 3], [9, 9, 2], [9, 2, 7]] {
      let error = await #expect(throws: ApplyError.self) { try await apply([(["list"], list)], to: store) }
      #expect(reasons(error).count == 1, "\(list)")
    }
    try await apply([(["list"], [2, 3])], to: store)
    #expect(store.problems.isEmpty)
  }

  @Test("A second error of the same words counts as added")
  func sameWords() async throws {
    let form = """
      {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}, "c": {"type": "integer"}},
       "allOf": [{"not": {"properties": {"a": {"const": 1}}, "required": ["a"]}}, {"not": {"required": ["b"]}}]}
      """
    let (store, _) = try store(#"{"a": 1}"#, form: form)
    await #expect(throws: ApplyError.self) { try await apply([(["b"], 1)], to: store) }
    try await apply([(["a"], 2)], to: store)
    let (both, _) = try self.store(#"{"a": 1, "b": 1}"#, form: form)
    try await apply([(["c"], 1)], to: both)
    try await apply([(["b"], 2)], to: both)
  }

  @Test("A setting in a section whose value isn't an object is an obstacle, and other settings aren't")
  func noSection() async throws {
    let (store, storage) = try store(#"{"calculation": 5}"#, form: Fixture.formSource)
    var draft = store.draft()
    try draft.stage(9, at: timePeriodPath)
    #expect(draft.review().obstacles.map(\.path) == [["calculation"]])
    // Also of a section that is deeper inside.
    let deep =
      #"{"properties": {"net": {"type": "object", "properties": {"tls": {"properties": {"cert": {"type": "string"}}}}}}}"#
    var inner = try self.store(#"{"net": 5}"#, form: deep).store.draft()
    try inner.stage("c", at: ["net", "tls", "cert"])
    #expect(inner.review().obstacles.map(\.path) == [["net"]])
    try await apply([(["name"], "new")], to: store)
    #expect(storage.text?.contains("new") == true)
  }

  @Test("A value that moves to its new key is checked there")
  func movedValue() async throws {
    let form = """
      {"type": "object", "properties": {
        "port": {"type": "integer", "x-setting": {"was": ["oldPort"]}}, "name": {"type": "string"}}}
      """
    let (store, storage) = try store(#"{"oldPort": "many"}"#, form: form)
    let error = try #require(store.problems.first { $0.severity == .error })
    #expect("\(error)" == #"1:13: error: oldPort (now port): Use a whole number instead of "many"."#)
    // The error was there before, so an apply of something else keeps it.
    try await apply([(["name"], "y")], to: store)
    #expect(try JSONValue(parsing: storage.text ?? "") == ["name": "y", "port": "many"])
    try await apply([(["name"], "x"), (["port"], 80)], to: store)
    #expect(try JSONValue(parsing: storage.text ?? "") == ["name": "x", "port": 80])
  }

  @Test("A file of all settings is judged with the defaults that are written")
  func fullStyle() async throws {
    let form = """
      {"type": "object", "maxProperties": 2, "properties": {
        "a": {"type": "integer", "default": 1}, "b": {"type": "integer", "default": 1}, "c": {"type": "integer"}}}
      """
    let (store, storage) = try store("{}", form: form, style: .full)
    await #expect(throws: ApplyError.self) { try await apply([(["c"], 3)], to: store) }
    try await apply([(["a"], 3)], to: store)
    #expect(try JSONValue(parsing: storage.text ?? "") == ["a": 3, "b": 1])
  }

  @Test("A hidden setting is checked by the keywords of its section, not by its own limits")
  func hidden() async throws {
    let form = """
      {"x-form": 1, "type": "object", "required": ["b"],
       "properties": {"a": {"type": "boolean", "default": false}, "b": {"type": "integer", "maximum": 3}},
       "x-rules": [{"when": {"!": [{"var": "a"}]}, "hide": ["b"]}]}
      """
    let (store, _) = try store(#"{"b": 9}"#, form: form)
    #expect(store.problems.isEmpty)
    await #expect(throws: ApplyError.self) { try await apply([(["b"], nil)], to: store) }
    let error = await #expect(throws: ApplyError.self) { try await apply([(["a"], true)], to: store) }
    #expect(reasons(error) == [.aboveUpper(.inclusive(3))])
    try await apply([(["a"], true), (["b"], 2)], to: store)
  }

  @Test("A rollback to a version with errors restores it, and reports them")
  func rollback() async throws {
    let (store, _) = try store(#"{"c": "wrong", "b": "y"}"#)
    try await apply([(["a"], "x")], to: store)
    try await apply([(["a"], "z")], to: store)
    let versions = try store.history()
    #expect(try store.review(restoring: versions[1]).isApplicable)
    let review = try store.review(restoring: versions[2])
    #expect(review.isApplicable && !review.problems.isEmpty)
    try await store.rollback(to: versions[1])
    try await apply([(["c"], 1)], to: store)
    try await store.rollback(to: versions[1])
    #expect(!store.problems.isEmpty)
  }

  @Test(
    "With more errors than are reported one by one, a step is refused only for those that it adds",
    arguments: ["", #""x-form": 1, "#])
  func manyErrors(mark: String) async throws {
    let form = """
      {\(mark)"type": "object", "required": ["m"],
       "properties": {"l": {"type": "array", "items": {"type": "integer"}}, "m": {"type": "integer", "maximum": 3}}}
      """
    func list(_ words: Int) -> JSONValue { .array([1] + Array(repeating: "x", count: words)) }
    let (store, _) = try store(#"{"l": \#(list(1_200)), "m": 1}"#, form: form)
    // Another setting, with and without an error.
    try await apply([(["m"], 2)], to: store)
    var error = await #expect(throws: ApplyError.self) { try await apply([(["m"], 9)], to: store) }
    #expect(reasons(error) == [.aboveUpper(.inclusive(3))])
    // One error more in the list, and the same number.
    error = await #expect(throws: ApplyError.self) { try await apply([(["l"], list(1_201))], to: store) }
    #expect(!reasons(error).isEmpty)
    // Fewer.
    try await apply([(["l"], list(1_199))], to: store)
    #expect(store.problems.count == 1_001)
    try await apply([(["l"], list(900))], to: store)
    #expect(store.problems.count == 900)
  }

  @Test("Errors that were only counted aren't added when they become known, because others are corrected")
  func countedErrors() async throws {
    let form = #"{"properties": {"l": {"type": "array", "items": {"type": "integer"}, "maxItems": 1201}}}"#
    let words = (0..<1_200).map { JSONValue.string("x\($0)") }
    let (store, _) = try store(#"{"l": \#(JSONValue.array(words))}"#, form: form)
    // The error of the list itself is an additional one.
    let error = await #expect(throws: ApplyError.self) {
      try await apply([(["l"], .array(words + [1, 2]))], to: store)
    }
    #expect(!reasons(error).isEmpty)
    try await apply([(["l"], .array(Array(words.dropFirst(5))))], to: store)
    #expect(store.problems.count == 1_001)
  }

  @Test(
    "An error in a staged value is reported once, without a position, also if the file has more errors than are reported"
  )
  func stagedError() throws {
    let form = """
      {"type": "object", "required": ["m"],
       "properties": {"m": {"type": "integer", "maximum": 3}, "l": {"type": "array", "items": {"type": "integer"}}}}
      """
    let words = JSONValue.array(Array(repeating: "x", count: 1_200))
    for text in [#"{"l": \#(words), "m": 1}"#, #"{"m": 1}"#] {
      let (store, _) = try store(text, form: form)
      var draft = store.draft()
      try draft.stage(9, at: ["m"])
      let found = draft.review().obstacles.filter { $0.path == ["m"] }
      #expect(found.map(\.reason) == [.aboveUpper(.inclusive(3))])
      #expect(found.map(\.position) == [nil])
    }
  }

  @Test(
    "Given as many errors as are reported, then one more of a staged value is named, and none is only counted"
  )
  func oneErrorMore() throws {
    let form =
      #"{"properties": {"l": {"type": "array", "items": {"type": "integer"}}, "m": {"type": "integer", "maximum": 3}}}"#
    let words = JSONValue.array(Array(repeating: "x", count: 1_000))
    let (store, _) = try store(#"{"l": \#(words), "m": 1}"#, form: form)
    var draft = store.draft()
    try draft.stage(9, at: ["m"])
    let problems = draft.review().problems
    #expect(problems.count == 1_001 && problems.contains { $0.reason == .aboveUpper(.inclusive(3)) })
    #expect(!problems.contains { if case .moreProblems = $0.reason { true } else { false } })
  }

  @Test("A warning of the file stays a warning beside an error")
  func warning() throws {
    let form =
      #"{"properties": {"b": {"type": "string"}, "c": {"type": "integer"}, "d": {"deprecated": true, "type": "integer"}}}"#
    let (store, _) = try store(#"{"c": "wrong", "d": 1}"#, form: form)
    var draft = store.draft()
    try draft.stage("y", at: ["b"])
    let review = draft.review()
    #expect(review.isApplicable)
    #expect(review.remainingErrors.map(\.path) == [["c"]])
    #expect(review.problems.filter { $0.severity == .warning }.map(\.path) == [["d"]])
  }

  @Test("A remaining error has the position where the file has it, also one of a key")
  func positions() throws {
    let form = """
      {"type": "object", "required": ["a"], "additionalProperties": false,
       "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}}
      """
    let (store, _) = try store("{\n  \"extra\": 1,\n  \"b\": \"wrong\"}", form: form)
    #expect(store.problems.count == 3)
    var draft = store.draft()
    // The text with the change has a line more in front.
    try draft.stage(1, at: ["a"])
    let remaining = draft.review().remainingErrors
    #expect(remaining.map(\.position) == store.problems.filter { $0.path != .root }.map(\.position))
    #expect(remaining.count == 2 && remaining.allSatisfy { $0.position != nil })
  }

  @Test("A repeated element stays the same error when elements in front of it are added")
  func repeatedElement() async throws {
    let form =
      #"{"properties": {"l": {"type": "array", "uniqueItems": true, "items": {"type": "integer"}}}}"#
    let (store, _) = try store(#"{"l": [1, 5, 5]}"#, form: form)
    try await apply([(["l"], [0, 1, 5, 5])], to: store)
    let error = await #expect(throws: ApplyError.self) {
      try await apply([(["l"], [0, 0, 1, 5, 5])], to: store)
    }
    #expect(reasons(error).count == 1)
    try await apply([(["l"], [1, 5])], to: store)
    #expect(store.problems.isEmpty)
  }

  @Test("A second pair of equal elements is an added error")
  func secondPair() async throws {
    let form =
      #"{"properties": {"l": {"type": "array", "uniqueItems": true, "items": {"type": "integer"}}}}"#
    let (store, _) = try store(#"{"l": [1, 1]}"#, form: form)
    for value in [[1, 1, 2, 2], [1, 1, 1]] as [JSONValue] {
      let error = await #expect(throws: ApplyError.self) { try await apply([(["l"], value)], to: store) }
      #expect(reasons(error).count == 1)
    }
    try await apply([(["l"], [1, 1, 2])], to: store)
  }

  @Test("The review for machines marks what remains")
  func json() throws {
    let (store, _) = try store(#"{"c": "wrong", "b": "y"}"#)
    var draft = store.draft()
    try draft.stage("far too long", at: ["b"])
    guard case .object(let object) = draft.review().json, case .array(let problems)? = object["problems"]
    else {
      Issue.record("no problems")
      return
    }
    let marks = problems.map { problem -> Bool in
      if case .object(let object) = problem { object["remains"] == true } else { false }
    }
    #expect(draft.review().problems.map(\.path) == [SettingPath.root, ["b"], ["c"]])
    #expect(marks == [true, false, true])
  }

  @Test("A view that reads a setting's problems is invalidated by other settings that its section depends on")
  @MainActor
  func observed() throws {
    let form = """
      {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
       "if": {"required": ["a"]}, "then": {"properties": {"b": {"maximum": 3}}}}
      """
    let model = FormViewModel(try store(#"{"b": 9}"#, form: form).store)
    let calls = Mutex(0)
    withObservationTracking {
      #expect(model.problems(at: ["b"]).isEmpty)
    } onChange: {
      calls.withLock { $0 += 1 }
    }
    try model.stage(1, at: ["a"])
    #expect(calls.withLock { $0 } == 1)
    #expect(model.problems(at: ["b"]).map(\.reason) == [.aboveUpper(.inclusive(3))])
    #expect(model.review(leavingOut: [.setting(["a"])]).isApplicable)
  }
}
