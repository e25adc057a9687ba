import SettingsSchemas
import TestSupport
import Testing

@testable import Settings
@testable import SettingsEditing

@Suite("Secrets at random places of a form")
struct RandomSecretsTests {
  /// Checks that outputs contain no secret.
  private struct Outputs {
    let seed: UInt64
    let schema: String
    private(set) var hasPlain = false

    init(seed: UInt64, schema: String) {
      self.seed = seed
      self.schema = schema
    }

    mutating func add(_ text: String, _ what: String) {
      hasPlain = hasPlain || RandomSecrets.hasPlain(text)
      if let leak = RandomSecrets.leak(in: text) {
        Issue.record("\(what) contains a secret, SETTINGS_SEED=\(seed): \(leak)\n\(schema)")
      }
    }

    mutating func add(_ review: FormReview, _ what: String) {
      add(review.json.description, "\(what), as JSON")
      for change in review.changes + review.derivedChanges {
        add("\(change.path): \(change.oldText) → \(change.newText)", "\(what), a change")
        add(change.setting.typedText(for: change.new), "\(what), a value")
        for use in [TextUse.forPeople, .typed] {
          add("\(change.comparison.shown(as: use))", "\(what), a comparison")
          for part in change.parts {
            add("\(part.path) \(part.title) \(part.shown(as: use))", "\(what), a part")
          }
        }
      }
      for problem in review.problems { add("\(problem)", "\(what), a problem") }
      for conflict in review.conflicts {
        add(conflict.setting.text(for: conflict.theirs), "\(what), a conflict")
      }
    }
  }

  private func draft(of text: String, over store: StoreEngine) throws -> Draft {
    // A value at a former place is that of the setting.
    let document = store.form.validator.read(try JSONDocument(parsing: Array(text.utf8))).document
    var draft = store.draft()
    for entry in store.index.settings {
      if let value = document.node(of: entry)?.value { try draft.stage(value, at: entry.path) }
    }
    return draft
  }

  @Test("appear in no review, plan, record, problem, trace or error")
  func nothingShown() async throws {
    var plainCount = 0
    var appliedCount = 0
    // In the first form, the places of a tuple differ in what is secret.
    let seeds = [6_473_474_010_528_886_714] + SeededRandom.testSeeds(30)
    for seed in seeds {
      var maker = RandomSecrets(seed: seed)
      var outputs = Outputs(seed: seed, schema: maker.schema)
      let index: FormIndex
      do {
        index = FormIndex(try FormSchema(parsingSchema: Array(maker.schema.utf8)))
      } catch {
        Issue.record("\(error), SETTINGS_SEED=\(seed): \(maker.schema)")
        continue
      }
      let (first, second, third) = (maker.document(), maker.document(), maker.document())
      let wrong = (0..<6).map { _ in maker.document(isWrong: true) }
      if try await addValid(first, second, third, index, to: &outputs) { appliedCount += 1 }
      for text in wrong { try await addInvalid(text, second, index, to: &outputs) }
      if outputs.hasPlain { plainCount += 1 }
    }
    #expect(plainCount * 2 > seeds.count, "Too few values are shown for the test to be meaningful")
    #expect(appliedCount * 4 > seeds.count, "Too few documents are valid")
  }

  /// Adds the outputs of staging the second document over the first, and of applying it over the third; returns whether it was
  /// applied.
  private func addValid(
    _ first: String, _ second: String, _ third: String, _ index: FormIndex, to outputs: inout Outputs
  ) async throws -> Bool {
    let storage = MemoryStorage(first)
    let store = try StoreEngine(form: index, layers: SettingsLayers(storage: storage))
    for problem in store.problems { outputs.add("\(problem)", "a problem of a valid document") }
    var draft = try draft(of: second, over: store)
    outputs.add(draft.review(), "the review")
    if let plan = try? SettingsPlan(draft, for: store) {
      outputs.add(String(decoding: plan.bytes, as: UTF8.self), "the plan")
    }
    for entry in index.settings { outputs.add(draft.trace(at: entry.path).description, "a trace") }

    _ = storage.commit(Array(third.utf8), expecting: storage.read()?.revision)
    try store.refresh()
    draft.rebase(onto: store.snapshot)
    outputs.add(draft.review(), "the review with conflicts")
    for path in draft.conflictsByPath.keys { draft.resolve(path, keeping: .mine) }
    var isApplied = false
    do {
      try await store.apply(draft)
      isApplied = true
    } catch {
      outputs.add("\(error)", "the error of the apply")
    }
    for number in 1...4 {
      if case .found(let header) = storage.logHeader(number) {
        outputs.add(String(decoding: header, as: UTF8.self), "a record's header")
      }
    }
    for entry in try store.history() {
      for change in entry.changes {
        outputs.add(change.historyJSON.description, "the history")
        outputs.add("\(change.comparison.shown(as: .typed))", "the history, compared")
      }
      outputs.add(try store.review(restoring: entry), "the review of a rollback")
    }
    if isApplied { try addWithoutForm(storage, to: &outputs) }
    return isApplied
  }

  /// Adds the outputs about recorded versions when their form is gone: with an empty one, and with one that is inferred.
  private func addWithoutForm(_ storage: MemoryStorage, to outputs: inout Outputs) throws {
    let content = try JSONDocument(parsing: try #require(storage.read()).bytes)
    let empty = try FormSchema(parsingSchema: Array("{}".utf8))
    for form in [empty, FormSchema(describingNothingIn: content)] {
      let index = FormIndex(form, hiding: storage.recordedSecrecy)
      let store = try StoreEngine(form: index, layers: SettingsLayers(storage: storage))
      let history = try store.history()
      let now = try #require(history.first)
      for entry in history {
        outputs.add(try store.review(restoring: entry), "without a form, the review of a rollback")
        outputs.add(try store.review(from: entry, to: now), "without a form, a comparison")
        for change in entry.changes {
          outputs.add(change.historyJSON.description, "without a form, the history")
          outputs.add(
            "\(change.comparison.shown(as: .typed))", "without a form, the history, compared")
        }
        if let bytes = try store.content(of: entry) {
          let text = index.secrecy(at: .root).masked(try JSONDocument(parsing: bytes))
          outputs.add(String(decoding: text, as: UTF8.self), "without a form, a version")
        }
      }
      for entry in index.settings {
        let value = store.draft().value(at: entry.path)
        outputs.add(entry.setting.typedText(for: value), "without a form, a value")
      }
    }
  }

  /// Adds the outputs of an invalid document.
  private func addInvalid(
    _ text: String, _ second: String, _ index: FormIndex, to outputs: inout Outputs
  ) async throws {
    let document = try JSONDocument(parsing: Array(text.utf8))
    let validator = FormValidator(index)
    for problem in validator.problems(in: document) + validator.problems(in: document.root.value) {
      outputs.add("\(problem)", "a problem of \(text)")
      outputs.add(problem.json.description, "a problem as JSON")
    }
    let store = try StoreEngine(form: index, layers: SettingsLayers(storage: MemoryStorage(text)))
    outputs.add(try draft(of: second, over: store).review(), "the review over an invalid document")
    outputs.add(try draft(of: text, over: store).review(), "the review of an invalid document")
    outputs.add(index.secrecy(at: .root).masked(document.root.value).description, "the masked document")
    do { try await store.apply(try draft(of: text, over: store)) } catch {
      outputs.add("\(error)", "the error of an invalid apply")
    }
  }
}
