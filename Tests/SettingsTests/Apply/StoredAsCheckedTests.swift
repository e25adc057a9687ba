import SettingsSchemas
import TestSupport
import Testing

@testable import Settings

/// An apply succeeds exactly if a check accepts what it stores, or if it leaves errors only that were there before.
///
/// `SETTINGS_SEED` decides the forms, documents and edits.
@Suite("What is stored is what was checked")
struct StoredAsCheckedTests {
  private struct Tally {
    var counts: [String: Int] = [:]
    var judged: [(form: JSONValue, document: JSONValue, isValid: Bool)] = []
  }

  private let seed = SeededRandom.testSeed

  @Test("For any form, document and edits, apply and check agree", .timeLimit(.minutes(5)))
  func agreement() async throws {
    var maker = RandomJudgedForm(random: SeededRandom(seed: seed))
    var tally = Tally()
    for round in 0..<150 {
      let schema = maker.form()
      guard let form = try? FormSchema(parsingSchema: schema.bytes(.compact)) else {
        tally.counts["no form", default: 0] += 1
        continue
      }
      // A form ignores a default that violates the setting's own limits, and warns of it.
      let model = form.warnings.reduce(schema) { $0.with(nil, at: $1.path) ?? $0 }
      for _ in 0..<4 {
        let note = "SETTINGS_SEED=\(seed), round \(round)"
        let isNew = maker.random.once(in: 8)
        let document = isNew ? [:] : maker.document(for: schema)
        let style = maker.random.once(in: 5) ? SettingsFileStyle.full : .sparse
        try await compare(
          maker.edits(of: schema), isNew ? nil : document, style, model, form, &tally, note: note)
      }
    }
    for outcome in ["stored", "corrected in part", "refused"] {
      #expect(tally.counts[outcome, default: 0] > 30, "SETTINGS_SEED=\(seed): \(tally.counts)")
    }
    #expect(tally.counts["no form", default: 0] < 40, "SETTINGS_SEED=\(seed): \(tally.counts)")
    guard Python.hasJSONSchema else { return }
    try askPython(tally)
  }

  @Test(
    "Given a key of an earlier version in a section with several schemas, an apply renames it, and a check names the current key"
  )
  func formerKeyBesideAllOf() async throws {
    let schema = #"""
      {"properties": {"s": {"type": "object", "properties": {"b": {"type": "string", "x-setting": {"was": ["old"]}}},
        "allOf": [{"properties": {"b": {"not": {"const": ""}}}}]}}}
      """#
    let storage = MemoryStorage(#"{"s": {"old": "x"}}"#)
    let store = try StoreEngine(
      form: FormIndex(parsingSchema: Array(schema.utf8)), layers: SettingsLayers(storage: storage),
      options: StoreOptions(style: .full))
    #expect(store.problems.map(\.reason) == [.formerKey(current: ["s", "b"])])
    try await store.apply(store.draft())
    #expect(try JSONValue(parsing: storage.text ?? "") == ["s": ["b": "x"]])
  }

  /// A proxy requires a host, but nothing requires a proxy; `tls` inside likewise.
  private static let proxySchema = #"""
    {"required": ["log"], "properties": {
      "log": {"type": "object", "required": ["file"], "properties": {"file": {"type": "string"}}},
      "proxy": {"type": "object", "required": ["host"], "properties": {
        "host": {"type": "string"}, "port": {"type": "integer"},
        "tls": {"type": "object", "required": ["key"], "properties": {"key": {"type": "string"}}}}}}}
    """#

  @Test(
    "Given an optional section that requires a key, its reset removes it, and one that is required stays",
    arguments: [
      (#"{"log": {"file": "a"}, "proxy": {"host": "a", "port": 1}}"#, "proxy", #"{"log": {"file": "a"}}"#),
      (#"{"log": {"file": "a"}, "proxy": {"host": "a"}}"#, "proxy.host", #"{"log": {"file": "a"}}"#),
      (
        #"{"log": {"file": "a"}, "proxy": {"host": "a", "tls": {"key": "k"}}}"#, "proxy.tls",
        #"{"log": {"file": "a"}, "proxy": {"host": "a"}}"#
      ),
      (
        #"{"log": {"file": "a"}, "proxy": {"host": "a", "tls": {"key": "k"}}}"#, "proxy",
        #"{"log": {"file": "a"}}"#
      ),
      // Another program's member stays, and so the section does, too: the review shows what it lacks.
      (#"{"log": {"file": "a"}, "proxy": {"host": "a", "x": 1}}"#, "proxy", nil),
      (#"{"log": {"file": "a"}}"#, "log", nil),
    ] as [(String, String, String?)])
  func emptiedSection(_ content: String, _ path: String, _ expected: String?) async throws {
    let storage = MemoryStorage(content)
    let store = try StoreEngine(
      form: FormIndex(parsingSchema: Array(Self.proxySchema.utf8)), layers: SettingsLayers(storage: storage))
    var draft = store.draft()
    try draft.reset(SettingPath(parsing: path))
    let review = draft.review()
    guard let expected else {
      #expect(!review.isApplicable)
      return
    }
    let patched = try JSONPatch.applied(review.patch.map(\.json), to: JSONValue(parsing: content))
    #expect(patched == (try JSONValue(parsing: expected)))
    try await store.apply(draft)
    #expect(storage.text == expected)
  }

  @Test(
    "Given a default that violates its own limits, the setting keeps its earlier keys and what a change causes"
  )
  func faultyDefault() async throws {
    let schema = #"""
      {"properties": {"b": {"type": "string", "minLength": 1, "default": "", "x-setting":
        {"was": ["old"], "requiresRestart": true, "sideEffects": ["reload"]}}}}
      """#
    let storage = MemoryStorage(#"{"old": "x"}"#)
    let form = try FormIndex(parsingSchema: Array(schema.utf8))
    let setting = try #require(form[["b"]]?.setting)
    #expect(setting.traits.contains(.requiresRestart))
    #expect(setting.sideEffects == ["reload"])
    let store = try StoreEngine(
      form: form, layers: SettingsLayers(storage: storage), options: StoreOptions(style: .full))
    try await store.apply(store.draft())
    #expect(try JSONValue(parsing: storage.text ?? "") == ["b": "x"])
  }

  private func compare(
    _ edits: [RandomJudgedForm.Edit], _ stored: JSONValue?, _ style: SettingsFileStyle, _ schema: JSONValue,
    _ form: FormSchema, _ tally: inout Tally, note: String
  ) async throws {
    let checker = FormValidator(FormIndex(form))
    // A value at a former place is judged at its current one, before and after an apply.
    let errors = { (value: JSONValue) -> [FormProblem] in
      guard let document = try? JSONDocument(parsing: value.bytes()) else { return [] }
      return checker.problems(in: document).filter { $0.severity == .error }
    }
    let expected = PlainApply(edits, of: stored ?? [:], form: schema, style: style)
    let found = expected.result.map(errors) ?? []
    let isAllowed = expected.isAllowed(errors: found, old: stored.map(errors))

    let storage = MemoryStorage(stored?.text())
    let store = try StoreEngine(
      form: FormIndex(form), layers: SettingsLayers(storage: storage), options: StoreOptions(style: style))
    var draft = store.draft()
    for edit in edits {
      if let value = edit.value { try draft.stage(value, at: edit.path) } else { try draft.reset(edit.path) }
    }
    let words: Comment = """
      \(note)
      form \(schema)
      stored \(stored?.description ?? "nothing"), edits \(edits.map { "\($0.path)=\($0.value?.description ?? "reset")" })
      expected \(expected.result?.description ?? "nothing"), errors \(found)
      findings \(draft.review().findings)
      """
    #expect(draft.review().isApplicable == isAllowed, words)
    if let result = expected.result, tally.judged.count < 800 {
      let own = checker.problems(in: result).filter { $0.severity == .error }
      tally.judged.append((schema, result, own.isEmpty))
    }
    do throws(ApplyError) {
      try await store.apply(draft)
    } catch {
      #expect(!isAllowed, "\(words) \(error)")
      #expect(storage.text == stored?.text(), words)
      guard case .invalid = error else {
        Issue.record(error, words)
        return
      }
      tally.counts["refused", default: 0] += 1
      return
    }
    #expect(isAllowed, words)
    let result = try JSONValue(parsing: storage.text ?? "{}")
    #expect(result == expected.result, words)
    #expect(
      store.problems.filter { $0.severity == .error }.map(\.message) == errors(result).map(\.message), words)
    tally.counts[found.isEmpty ? "stored" : "corrected in part", default: 0] += 1
  }

  /// Whether Python finds the same documents valid.
  private func askPython(_ tally: Tally) throws {
    let answers = try Python.judge(
      tally.judged.map { Python.Case(form: $0.form.text(), documents: [$0.document.text()]) })
    for (judged, answer) in zip(tally.judged, answers) {
      #expect(
        answer.first?.isEmpty == judged.isValid,
        "SETTINGS_SEED=\(seed): \(judged.document) by \(judged.form): \(answer)")
    }
  }
}
