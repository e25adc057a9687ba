import Foundation
import Synchronization
import Testing

@testable import Settings
@testable import SettingsEditing

@Suite("A change by another process", .timeLimit(.minutes(5)))
struct ExternalChangesTests {
  private let storage = MemoryStorage("{}")
  private let hooks = SideEffectRecorder()

  private func open(_ sideEffects: SideEffectScope = .allChanges) throws -> SettingsStore<Fixture> {
    try SettingsStore(
      storage: storage, hooks: hooks, options: StoreOptions(refresh: .manual, sideEffects: sideEffects))
  }

  private func write(_ text: String) {
    _ = storage.commit(Array(text.utf8), expecting: storage.read()?.revision)
  }

  @Test("runs its side effects once each, in the order of an apply, with the new values")
  func sideEffects() async throws {
    let store = try open()
    hooks.onRun { [store] _ in #expect(store.values.calculation.timePeriod == 9) }
    write(#"{"calculation": {"timePeriod": 9, "ratio": 0.25}}"#)
    try await store.refresh()
    #expect(hooks.calls == ["recalculate timePeriod ratio", "redraw ratio"])
    #expect(store.values.calculation.timePeriod == 9)
    #expect(store.lastRejected == nil)
  }

  @Test("runs no side effect if the app wants those of its own changes only")
  func ownChanges() async throws {
    let store = try open(.ownChanges)
    write(#"{"calculation": {"timePeriod": 9}}"#)
    try await store.refresh()
    #expect(hooks.calls == [])
    #expect(store.values.calculation.timePeriod == 9)
    try await store.update { $0.calculation.timePeriod = 10 }
    #expect(hooks.calls == ["recalculate timePeriod"])
  }

  @Test("that requires a restart is reported to the restart hook, and the value stays as it was at the start")
  func restart() async throws {
    let store = try open()
    write(#"{"calculation": {"mode": "average"}}"#)
    try await store.refresh()
    #expect(hooks.calls == ["restart mode"])
    #expect(store.values.calculation.mode == .regression)
    #expect(store.pendingRestart == [modePath])
  }

  @Test(
    "with an error keeps the last good values in use, and is in use once it is corrected",
    arguments: [
      #"{"calculation": {"timePeriod": 99}}"#, #"{"calculation": {"timePeriod": "x"}}"#, #"{"name": "x"#,
      #"{"calculation": {"mode": "other"}}"#,
    ])
  func rejected(text: String) async throws {
    let store = try open()
    try await store.update { $0.calculation.timePeriod = 9 }
    var rejections = store.rejections().makeAsyncIterator()
    write(text)
    _ = try? await store.refresh()
    #expect(store.values.calculation.timePeriod == 9)
    let rejected = try #require(store.lastRejected)
    #expect(await rejections.next() == rejected)
    #expect(rejected.description.hasSuffix("The previous values stay in use."), "\(rejected)")
    write(#"{"calculation": {"timePeriod": 10}}"#)
    try await store.refresh()
    #expect(store.values.calculation.timePeriod == 10)
    #expect(store.lastRejected == nil)
  }

  @Test("and is rejected doesn't count among the settings that wait for a restart")
  func rejectedBeforeRestart() async throws {
    let store = try open()
    write(#"{"calculation": {"mode": "average", "timePeriod": 99}}"#)
    try await store.refresh()
    #expect(store.lastRejected != nil && store.pendingRestart.isEmpty)
    write(#"{"calculation": {"mode": "average", "timePeriod": 9}}"#)
    try await store.refresh()
    #expect(store.lastRejected == nil && store.pendingRestart == [modePath])
  }

  @Test(
    "that removes the content puts the defaults into use, or keeps the last good values if a setting is required"
  )
  func removed() async throws {
    for required in [false, true] {
      let keyword = required ? #", "required": ["a"]"# : ""
      let source = #"{"type": "object", "properties": {"a": {"type": "integer", "default": 1}}\#(keyword)}"#
      let storage = MemoryStorage(#"{"a": 2}"#)
      let store = try StoreEngine(
        form: FormIndex(FormSchema(written: Array(source.utf8))), layers: SettingsLayers(storage: storage),
        options: StoreOptions(refresh: .manual))
      _ = storage.commit(nil, expecting: storage.read()?.revision)
      try store.refresh()
      #expect((store.lastRejected != nil) == required)
      var draft = store.draft()
      try draft.stage(3, at: ["a"])
      try await store.apply(draft)
      #expect(store.lastRejected == nil)
    }
  }

  @Test("whose side effect fails keeps the last good values in use, and says why")
  func failure() async throws {
    let store = try open()
    hooks.onRun { name in if name == "redraw" { throw SideEffectRecorder.Failure() } }
    write(#"{"calculation": {"ratio": 0.25}, "name": "x"}"#)
    try await store.refresh()
    #expect(hooks.calls == ["recalculate ratio", "redraw ratio"])
    #expect(store.values.name == "trend" && store.saved.name == "x")
    #expect(
      store.lastRejected?.description == "side effects failed: no paper. The previous values stay in use.")
    // Refreshing again changes nothing.
    try await store.refresh()
    #expect(hooks.calls.count == 2)
  }

  @Test("that an apply finds runs its side effects, too, before those of the apply")
  func duringApply() async throws {
    let store = try open()
    var draft = store.draft()
    draft[\.calculation.timePeriod] = 9
    write(#"{"calculation": {"ratio": 0.25}}"#)
    try await store.apply(draft)
    #expect(hooks.calls == ["recalculate ratio", "redraw ratio", "recalculate timePeriod"])
    #expect(store.values.calculation == Fixture.Calculation(timePeriod: 9, ratio: 0.25))
  }

  @Test("makes an apply wait for its side effects; a side effect that applies is refused")
  func waiting() async throws {
    let store = try open()
    let nested = Mutex<ApplyError?>(nil)
    hooks.onRun { [store] name in
      guard name == "redraw" else { return }
      do throws(ApplyError) { try await store.update { $0.name = "nested" } } catch {
        nested.withLock { $0 = error }
      }
    }
    write(#"{"calculation": {"ratio": 0.25}}"#)
    try store.untyped.refresh()
    try await store.update { $0.calculation.timePeriod = 9 }
    #expect(nested.withLock(\.self) == .applyInProgress)
    #expect(hooks.calls == ["recalculate ratio", "redraw ratio", "recalculate timePeriod"])
  }

  @Test("never replaces what the store itself applies while the change is examined")
  func interleaving() async throws {
    let (examined, examination) = AsyncStream.makeStream(of: Void.self)
    let (refreshed, refresh) = AsyncStream.makeStream(of: Void.self)
    let applying = DispatchSemaphore(value: 0)
    let isFirst = Mutex(true)
    write(#"{"name": "first"}"#)
    let store = try StoreEngine(
      form: StoreForm(FormIndex(FormSchema(written: Array(Fixture.formSource.utf8)))),
      layers: SettingsLayers(storage: storage), participants: [], hooks: nil,
      options: StoreOptions(refresh: .manual),
      check: { _ in
        guard
          isFirst.withLock({ isFirst in
            defer { isFirst = false }
            return isFirst
          })
        else { return }
        examination.yield()
        applying.wait()
      })
    write(#"{"name": "theirs"}"#)
    // A thread, since the check blocks it.
    Thread.detachNewThread {
      _ = try? store.refresh()
      refresh.yield()
    }
    _ = await examined.first { true }
    var draft = store.draft()
    try draft.stage("mine", at: ["name"])
    async let outcome = store.apply(draft)
    while store.state.withLock({ $0.waiting.isEmpty }), storage.text == #"{"name": "theirs"}"# {
      await Task.yield()
    }
    applying.signal()
    _ = await refreshed.first { true }
    _ = try await outcome
    #expect(store.accepted.value(of: try #require(store.index[["name"]])) == "mine")
    #expect(storage.text == #"{"name": "mine"}"#)
  }

  @Test("is in all view models of the store at once, with their staged changes on top")
  @MainActor
  func viewModels() async throws {
    let store = try open()
    let (first, second) = (SettingsViewModel(store), SettingsViewModel(store))
    second[\.name] = "mine"
    first[\.calculation.timePeriod] = 9
    try await first.apply()
    #expect(second[\.calculation.timePeriod] == 9)
    #expect(second[\.name] == "mine" && second.isStaged(\.name))
    write(#"{"calculation": {"timePeriod": 10}, "name": "theirs"}"#)
    try await store.refresh()
    await Task.yield()
    #expect(first[\.calculation.timePeriod] == 10 && first[\.name] == "theirs")
    #expect(second.conflicts.map(\.path) == [["name"]])
  }

  @Test("is read when a view model is refreshed, and is a version of its history")
  @MainActor
  func refreshedViewModel() throws {
    let model = SettingsViewModel(try open())
    model[\.calculation.timePeriod] = 9
    write(#"{"name": "theirs"}"#)
    #expect(try model.refresh().map(\.path) == [["name"]])
    #expect(model[\.name] == "theirs" && model[\.calculation.timePeriod] == 9)
    #expect(try model.history().first?.revision == SettingsRevision(of: Array(#"{"name": "theirs"}"#.utf8)))
  }
}

/// Hooks that record their calls with the changed settings.
private final class SideEffectRecorder: SettingsSideEffects {
  struct Failure: Error, CustomStringConvertible {
    var description: String { "no paper" }
  }

  private let recorded = Mutex<[String]>([])
  private let action = Mutex<(@Sendable (String) async throws -> Void)?>(nil)

  var calls: [String] { recorded.withLock { $0 } }

  func onRun(_ body: @escaping @Sendable (String) async throws -> Void) {
    action.withLock { $0 = body }
  }

  func run(_ sideEffect: String, for changes: [SettingChange]) async throws {
    record(sideEffect, changes)
    try await action.withLock { $0 }?(sideEffect)
  }

  func restart(for changes: [SettingChange]) async { record("restart", changes) }

  private func record(_ name: String, _ changes: [SettingChange]) {
    recorded.withLock { $0.append(([name] + changes.compactMap(\.path.keys.last)).joined(separator: " ")) }
  }
}
