import Observation
import Synchronization
import Testing

@testable import Settings
@testable import SettingsEditing

@Suite("Drafts under rules")
struct DraftRulesTests {
  /// A small form with rules of all kinds.
  static func form(_ rules: String) throws -> FormIndex {
    let text = """
      {
        "title": "App", "type": "object",
        "properties": {
          "mode": {"title": "Mode", "oneOf": [{"const": "fast", "title": "Fast"}, {"const": "exact", "title": "Exact"}],
            "default": "fast"},
          "period": {"title": "Period", "type": "integer", "minimum": 1, "maximum": 100, "default": 7,
            "x-setting": {"was": ["span"], "sideEffects": ["recalculate"]}},
          "color": {"title": "Color", "type": "string", "default": "green", "x-setting": {"requiresRestart": true}},
          "proxy": {"title": "Proxy", "type": "object", "properties": {
            "isUsed": {"title": "Use Proxy", "type": "boolean", "default": false},
            "host": {"title": "Host", "type": "string", "minLength": 1, "default": "localhost"}}},
          "pool": {"title": "Pool", "type": "object", "properties": {
            "min": {"title": "Minimum", "type": "integer", "default": 2},
            "max": {"title": "Maximum", "type": "integer", "default": 8}}}
        },
        "x-rules": [\(rules)]
      }
      """
    return FormIndex(try FormSchema(written: Array(text.utf8)))
  }

  private static let limits = #"{"require": {"<=": [{"var": "pool.min"}, {"var": "pool.max"}]}}"#
  private static let visibility = #"{"when": {"!": [{"var": "proxy.isUsed"}]}, "hide": ["proxy.host"]}"#
  private static let derived =
    #"{"when": {"==": [{"var": "mode"}, "exact"]}, "set": "period", "to": {"*": [{"var": "pool.max"}, 3]}}"#

  private func store(_ rules: String..., document: String = "{}") throws -> StoreEngine {
    try StoreEngine(
      form: Self.form(rules.joined(separator: ", ")), layers: SettingsLayers(storage: MemoryStorage(document))
    )
  }

  // MARK: - Conflicts

  @Test("Given a conflict, when the stored value is chosen, then rules read it")
  func conflict() throws {
    let storage = MemoryStorage("{}")
    let store = try StoreEngine(form: Self.form(Self.derived), layers: SettingsLayers(storage: storage))
    var draft = store.draft()
    try draft.stage(5, at: ["pool", "max"])
    _ = storage.commit(
      Array(#"{"mode": "exact", "pool": {"max": 20}}"#.utf8), expecting: storage.read()?.revision)
    try store.refresh()
    draft.rebase(onto: store.snapshot)
    #expect(draft.review().conflicts.count == 1)
    #expect(draft.value(at: ["period"]) == 15)
    draft.resolve(["pool", "max"], keeping: .theirs)
    #expect(draft.value(at: ["period"]) == 60)
  }

  // MARK: - Positions

  @Test(
    "When members are listed and all positions change, then rules read the same settings, in the draft and in the apply"
  )
  func listing() async throws {
    let storage = MemoryStorage(#"{"proxy": {"x": 1, "y": 2}}"#)
    let store = try StoreEngine(
      form: Self.form("\(Self.limits), \(Self.derived)"), layers: SettingsLayers(storage: storage))
    var draft = store.draft()
    try draft.stage("exact", at: ["mode"])
    draft.list(.all)
    #expect(draft.index.position(of: ["pool", "max"]) != store.index.position(of: ["pool", "max"]))
    try draft.stage(1, at: ["pool", "max"])
    #expect(draft.problems(at: ["pool", "min"]).count == 1)
    await #expect(throws: ApplyError.self) { try await store.apply(draft) }
    try draft.stage(20, at: ["pool", "max"])
    _ = storage.commit(
      Array(#"{"proxy": {"x": 1, "z": 3}, "pool": {"min": 3}}"#.utf8), expecting: storage.read()?.revision)
    let outcome = try await store.apply(draft)
    #expect(outcome.derivedChanges.map(\.path) == [["period"]])
    #expect(
      store.draft().value(at: ["period"]) == 60 && store.problems.allSatisfy { $0.severity == .warning })
  }

  // MARK: - Problems

  @Test("A violated constraint is a problem at each of its settings, and prevents an apply until it holds")
  func constraints() async throws {
    let store = try store(Self.limits, document: #"{"pool": {"max": 5}}"#)
    var draft = store.draft()
    #expect(draft.review().problems.isEmpty)
    try draft.stage(6, at: ["pool", "min"])
    let message = "Pool › Minimum must be at most Pool › Maximum."
    #expect(draft.problems(at: ["pool", "min"]).map(\.message) == [message])
    #expect(draft.problems(at: ["pool", "max"]).map(\.message) == [message])
    #expect(draft.problems(at: ["period"]).isEmpty)
    #expect(draft.review().problems.map(\.path) == [["pool", "min"], ["pool", "max"]])
    #expect(!draft.review().isApplicable)
    await #expect(throws: ApplyError.self) { try await store.apply(draft) }

    try draft.stage(9, at: ["pool", "max"])
    #expect(draft.review().problems.isEmpty)
    draft.undo()
    #expect(draft.review().problems.count == 2)
    draft.redo()
    try await store.apply(draft)
    #expect(store.draft().review().problems.isEmpty)
  }

  @Test("A warning does not stop an apply")
  func warnings() async throws {
    let store = try store(
      #"{"require": {"<": [{"var": "period"}, 30]}, "severity": "warning", "message": "Long."}"#)
    var draft = store.draft()
    try draft.stage(50, at: ["period"])
    #expect(draft.review().problems.map(\.description) == ["warning: period: Long."])
    #expect(draft.review().isApplicable)
    try await store.apply(draft)
    #expect(store.problems.map(\.message) == ["Long."])
  }

  @Test("A part of a draft is judged by itself")
  func leavingOut() throws {
    var draft = try store(Self.limits).draft()
    try draft.stage(10, at: ["pool", "min"])
    try draft.stage(20, at: ["pool", "max"])
    #expect(draft.review().isApplicable)
    #expect(!draft.leavingOut([.setting(["pool", "max"])]).review().isApplicable)
  }

  @Test("Values that another process stored are in effect after a rebase")
  func rebasing() async throws {
    let store = try store(Self.limits, Self.derived)
    var mine = store.draft()
    try mine.stage(7, at: ["pool", "min"])
    var theirs = store.draft()
    try theirs.stage(5, at: ["pool", "max"])
    try theirs.stage("exact", at: ["mode"])
    try await store.apply(theirs)
    mine.rebase(onto: store.snapshot)
    #expect(mine.problems(at: ["pool", "max"]).count == 1)
    #expect(mine.value(at: ["period"]) == 15)
    await #expect(throws: ApplyError.self) { try await store.apply(mine) }
  }

  @Test("A stored value under a former key takes part")
  func formerKeys() throws {
    let rule = #"{"require": {"<": [{"var": "period"}, 30]}}"#
    #expect(try store(rule, document: #"{"span": 50}"#).problems.contains { $0.path == ["period"] })
    #expect(try !store(rule, document: #"{"span": 5}"#).problems.contains { $0.path == ["period"] })
  }

  // MARK: - Visibility

  @Test("A hidden setting keeps its value, is not checked, and shows again with its problems")
  func hiding() async throws {
    let store = try store(Self.visibility, document: #"{"proxy": {"host": ""}}"#)
    var draft = store.draft()
    #expect(draft.isHidden(["proxy", "host"]))
    #expect(store.problems.isEmpty)
    #expect(draft.problems(at: ["proxy", "host"]).isEmpty)
    try draft.stage(true, at: ["proxy", "isUsed"])
    #expect(!draft.isHidden(["proxy", "host"]))
    #expect(draft.changedByRules == [["proxy", "host"]])
    #expect(draft.review().problems.map(\.path) == [["proxy", "host"]])
    try draft.stage("p", at: ["proxy", "host"])
    try await store.apply(draft)
    draft = store.draft()
    try draft.stage(false, at: ["proxy", "isUsed"])
    try await store.apply(draft)
    #expect(store.draft().value(at: ["proxy", "host"]) == "p")
  }

  @Test("A change of what is read-only or disabled before and after is refused, one that ends it is not")
  func refusals() throws {
    var draft = try store(
      #"{"when": {"==": [{"var": "mode"}, "fast"]}, "readOnly": ["period"]}"#,
      #"{"when": {"!": [{"var": "proxy.isUsed"}]}, "disable": ["proxy.host"]}"#
    ).draft()
    #expect(draft.isReadOnly(["period"]))
    #expect(!draft.isEnabled(["proxy", "host"]))
    try draft.stage(9, at: ["period"])
    #expect(
      draft.problems(at: ["period"]).map(\.message) == [
        "Period is read-only when Mode is Fast, so it can't be changed."
      ])
    #expect(!draft.review().isApplicable)
    try draft.stage("exact", at: ["mode"])
    #expect(!draft.isReadOnly(["period"]))
    #expect(draft.review().isApplicable)
    try draft.stage("h", at: ["proxy", "host"])
    #expect(!draft.review().isApplicable)
    try draft.stage(true, at: ["proxy", "isUsed"])
    #expect(draft.isEnabled(["proxy", "host"]))
    #expect(draft.review().isApplicable)
  }

  // MARK: - Derived defaults

  @Test("A derived default counts where nothing is set, follows each edit, and shows in the review")
  func deriving() throws {
    var draft = try store(Self.derived).draft()
    #expect(draft.value(at: ["period"]) == 7)
    try draft.stage("exact", at: ["mode"])
    #expect(draft.value(at: ["period"]) == 24)
    #expect(draft.defaultValue(at: ["period"]) == 24)
    #expect(draft.isDerived(["period"]))
    #expect(!draft.isSet(["period"]))
    #expect(draft.changedByRules == [["period"]])
    let review = draft.review()
    #expect(review.changes.map(\.path) == [["mode"]])
    #expect(review.derivedChanges.map(\.path) == [["period"]])
    #expect(review.derivedChanges.map(\.oldText) == ["7"])
    #expect(review.derivedChanges.map(\.newText) == ["24"])
    #expect(review.sideEffects == ["recalculate"])
    guard case .object(let json) = review.json else { return }
    #expect(json["derived"] != nil)

    // A value that is set overrides it; an equal value isn't staged.
    try draft.stage(5, at: ["period"])
    #expect(draft.value(at: ["period"]) == 5)
    #expect(draft.review().derivedChanges.isEmpty)
    #expect(draft.defaultValue(at: ["period"]) == 24)
    try draft.stage(24, at: ["period"])
    #expect(!draft.isStaged(["period"]))
    try draft.reset(["period"])
    #expect(draft.value(at: ["period"]) == 24)
    #expect(draft.trace(at: ["period"]).steps.map(\.verdict) == [.applies])
    draft.undo()
    #expect(draft.value(at: ["period"]) == 5)
    #expect(draft.trace(at: ["period"]).steps.map(\.verdict) == [.beaten])
  }

  @Test("A form without rules doesn't change the JSON of the review")
  func noRules() throws {
    var draft = try store().draft()
    try draft.stage(9, at: ["period"])
    guard case .object(let json) = draft.review().json else { return }
    #expect(
      json.members.map(\.key) == [
        "file", "revision", "changes", "problems", "conflicts", "requiresRestart", "sideEffects", "patch",
      ])
    #expect(draft.changedByRules.isEmpty)
    #expect(draft.trace(at: ["period"]).description == "Period is 9, staged")
  }

  // MARK: - Stores

  @Test("A store doesn't open with a form whose rules don't match its settings")
  func unfitRules() throws {
    var form = try Self.form("").form
    form.rules = [FormRule(.restrict(.hidden, [["none"]]), source: "App.swift:3")]
    let error = #expect(throws: SettingsStoreError.self) {
      try StoreEngine(form: FormIndex(form), layers: SettingsLayers(storage: MemoryStorage("{}")))
    }
    #expect(error?.description.hasPrefix("App.swift:3: ") == true)
  }

  @Test("A store gives its context to the rules")
  func context() throws {
    let form = try Self.form(
      #"{"when": {"==": [{"var": "$context.platform"}, "watch"]}, "set": "period", "to": 3}"#)
    let store = try StoreEngine(
      form: form, layers: SettingsLayers(storage: MemoryStorage("{}")), context: ["platform": "watch"])
    #expect(store.draft().value(at: ["period"]) == 3)
    #expect(
      try StoreEngine(form: form, layers: SettingsLayers(storage: MemoryStorage("{}"))).draft().value(at: [
        "period"
      ]) == 7)
  }

  @MainActor
  @Test("A group of rules is switched as one, and the view model follows")
  func groups() async throws {
    let form = try Self.form(
      #"{"set": "period", "to": 3, "group": "small"}, {"hide": ["color"], "group": "small"}"#)
    let store = try StoreEngine(
      form: form, layers: SettingsLayers(storage: MemoryStorage("{}")))
    let model = FormViewModel(store)
    #expect(model.value(at: ["period"]) == 3)
    #expect(model.isHidden(["color"]))
    try model.stage(9, at: ["pool", "min"])
    try store.switchRules(in: "small", on: false)
    await Task.yield()
    #expect(model.value(at: ["period"]) == 7)
    #expect(!model.isHidden(["color"]))
    #expect(model.value(at: ["pool", "min"]) == 9)
    #expect(model.canUndo)
    try store.switchRules(in: "small", on: true)
    await Task.yield()
    #expect(model.value(at: ["period"]) == 3)
  }

  @MainActor
  @Test("An observer of a view model's setting is notified of its changes through rules")
  func observation() throws {
    let model = FormViewModel(try store(Self.derived, Self.limits, Self.visibility))
    func isTold(of read: () -> Void, by change: () throws -> Void) throws -> Bool {
      let hasChanged = Mutex(false)
      withObservationTracking(read, onChange: { hasChanged.withLock { $0 = true } })
      try change()
      return hasChanged.withLock { $0 }
    }
    #expect(
      try isTold(of: { _ = model.value(at: ["period"]) }, by: { try model.stage("exact", at: ["mode"]) }))
    #expect(
      try isTold(
        of: { _ = model.problems(at: ["pool", "max"]) }, by: { try model.stage(9, at: ["pool", "min"]) }))
    #expect(
      try isTold(
        of: { _ = model.isHidden(["proxy", "host"]) }, by: { try model.stage(true, at: ["proxy", "isUsed"]) })
    )
    #expect(
      try !isTold(of: { _ = model.value(at: ["color"]) }, by: { try model.stage(10, at: ["pool", "max"]) }))
    try model.stage(5, at: ["period"])
    #expect(
      try isTold(
        of: { _ = model.defaultValue(at: ["period"]) }, by: { try model.stage(11, at: ["pool", "max"]) }))
    // A setting that is set doesn't change through a rule, so it isn't marked as changed.
    #expect(model.draft.changedByRules.isEmpty)
  }

  @Test("Observers receive derived values that change with a commit")
  func observers() async throws {
    let store = try store(Self.derived)
    var changeSets = try store.changes(of: ["period"]).makeAsyncIterator()
    var draft = store.draft()
    try draft.stage("exact", at: ["mode"])
    try await store.apply(draft)
    let changes = await changeSets.next()
    #expect(changes?.map(\.newText) == ["24"])
  }
}
