import Observation
import Synchronization
import Testing

@testable import Settings
@testable import SettingsEditing

@MainActor
@Suite("Observers of a view model")
struct ObservationTests {
  @Test("of a setting is invalidated only by its changes")
  func setting() throws {
    let model = FormViewModel(try Fixture.store().store.untyped)
    let (period, ratio) = (Ear { model.value(at: timePeriodPath) }, Ear { model.problems(at: ratioPath) })
    try model.stage(9, at: timePeriodPath)
    #expect(period.hasHeard && !ratio.hasHeard)
    try model.stage(2, at: ratioPath)
    #expect(ratio.hasHeard)
  }

  @Test("is invalidated by unstaging, undo and redo of its setting only")
  func undo() throws {
    let model = FormViewModel(try Fixture.store().store.untyped)
    let acts: [(String, (FormViewModel) throws -> Void)] = [
      ("stage", { try $0.stage(9, at: timePeriodPath) }), ("undo", { $0.undo() }), ("redo", { $0.redo() }),
      ("unstage", { $0.unstage([$0.index[timePeriodPath]!]) }),
      ("stage again", { try $0.stage(9, at: timePeriodPath) }),
      ("discard", { $0.discard() }),
    ]
    for (name, act) in acts {
      let (period, mode) = (Ear { model.isStaged(timePeriodPath) }, Ear { model.isStaged(modePath) })
      try act(model)
      #expect(period.hasHeard && !mode.hasHeard, "\(name)")
    }
    let period = Ear { model.value(at: timePeriodPath) }
    model.undo()
    model.redo()
    #expect(period.hasHeard)
  }

  @Test("of all settings is invalidated by any change")
  func whole() throws {
    let model = FormViewModel(try Fixture.store().store.untyped)
    let ears = [
      Ear { model.hasChanges }, Ear { model.review() }, Ear { model.stagedCount }, Ear { model.canUndo },
      Ear { model.canRedo }, Ear { model.draft },
    ]
    try model.stage("x", at: ["name"])
    #expect(ears.map(\.hasHeard) == ears.map { _ in true })
  }

  @Test("isn't invalidated when nothing changes")
  func nothing() throws {
    let model = FormViewModel(try Fixture.store().store.untyped)
    let (period, all) = (Ear { model.value(at: timePeriodPath) }, Ear { model.hasChanges })
    try model.stage(7, at: timePeriodPath)
    model.undo()
    model.discard()
    #expect(!period.hasHeard && !all.hasHeard)
  }

  @Test("of a section is invalidated only by the settings in it")
  func section() throws {
    let model = SettingsViewModel(try Fixture.store().store)
    let (calculation, name) = (Ear { model[\.calculation] }, Ear { model[\.name] })
    let part = Ear { model.untyped.problems(at: ["servers", "0", "port"]) }
    model[\.calculation.ratio] = 0.25
    #expect(calculation.hasHeard && !name.hasHeard && !part.hasHeard)
    model[\.servers] = [Fixture.Server(host: "a", port: 1)]
    #expect(part.hasHeard && !name.hasHeard)
  }

  @Test("is invalidated by an apply, by other processes, and by the end of a conflict")
  func stored() async throws {
    let (store, storage) = try Fixture.store()
    let model = FormViewModel(store.untyped)
    try model.stage(9, at: timePeriodPath)
    let applied = (period: Ear { model.isStaged(timePeriodPath) }, mode: Ear { model.value(at: modePath) })
    try await model.apply()
    #expect(applied.period.hasHeard && !applied.mode.hasHeard)

    try model.stage("mine", at: ["name"])
    let others = (
      name: Ear { model.savedValue(at: ["name"]) }, period: Ear { model.value(at: timePeriodPath) },
      mode: Ear { model.value(at: modePath) }
    )
    _ = storage.commit(Array(#"{"name": "theirs"}"#.utf8), expecting: storage.read()?.revision)
    try model.refresh()
    #expect(others.name.hasHeard && others.period.hasHeard && !others.mode.hasHeard)

    let conflict = Ear { model.value(at: ["name"]) }
    model.resolve(["name"], keeping: .theirs)
    #expect(conflict.hasHeard)
    #expect(model.value(at: ["name"]) == "theirs")
  }

  @Test("of settings in rules hears of an apply only if the rules' results change")
  func rules() async throws {
    let index = try DraftRulesTests.form(
      #"{"when": {"!": [{"var": "proxy.isUsed"}]}, "hide": ["proxy.host"]}, "#
        + #"{"require": {"<=": [{"var": "pool.min"}, {"var": "pool.max"}]}}, "#
        + #"{"when": {"==": [{"var": "mode"}, "exact"]}, "set": "period", "to": {"*": [{"var": "pool.max"}, 3]}}"#
    )
    let storage = MemoryStorage("{}")
    let model = FormViewModel(try StoreEngine(form: index, layers: SettingsLayers(storage: storage)))
    func ears() -> [String: Ear] {
      Dictionary(
        uniqueKeysWithValues: index.settings.map { entry in
          (entry.path.description, Ear { (model.value(at: entry.path), model.problems(at: entry.path)) })
        })
    }
    var heard = ears()
    try model.stage("blue", at: ["color"])
    heard = ears()
    try await model.apply()
    #expect(heard.filter(\.value.hasHeard).keys.sorted() == ["color"])
    // What other processes store has effects by rules.
    heard = ears()
    _ = storage.commit(
      Array(#"{"color": "blue", "mode": "exact"}"#.utf8), expecting: storage.read()?.revision)
    try model.refresh()
    #expect(heard.filter(\.value.hasHeard).keys.sorted() == ["mode", "period"])
    heard = ears()
    _ = storage.commit(
      Array(#"{"color": "blue", "mode": "exact", "pool": {"min": 9}}"#.utf8),
      expecting: storage.read()?.revision)
    try model.refresh()
    #expect(heard.filter(\.value.hasHeard).keys.sorted() == ["pool.max", "pool.min"])
  }
}

/// Observes the first change of the properties that a function reads.
private final class Ear: Sendable {
  private let state = Mutex(false)

  var hasHeard: Bool { state.withLock { $0 } }

  @MainActor
  init<Value>(_ read: () -> Value) {
    withObservationTracking {
      _ = read()
    } onChange: { [weak self] in
      self?.state.withLock { $0 = true }
    }
  }
}
