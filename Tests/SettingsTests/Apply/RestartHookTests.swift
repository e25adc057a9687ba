import Synchronization
import Testing

@testable import Settings

@Suite("The restart hook")
struct RestartHookTests {
  private let hooks = RestartHooks()

  private func draft(
    _ store: SettingsStore<Fixture>, _ edits: [SettingPath: JSONValue]
  ) throws -> SettingsDraft<Fixture> {
    var draft = store.draft()
    for (path, value) in edits { try draft.untyped.stage(value, at: path) }
    return draft
  }

  @Test(
    "is called once after an apply, with the changes that wait, when they are stored and side effects ran")
  func once() async throws {
    let (store, storage) = try Fixture.store(hooks: hooks)
    hooks.onRestart { #expect(storage.text?.contains("average") == true) }
    try await store.apply(draft(store, [modePath: "average", timePeriodPath: 9, ["name"]: "x"]))
    #expect(hooks.calls == ["recalculate", "restart calculation.mode"])
  }

  @Test("is not called for changes that need no restart")
  func notNeeded() async throws {
    let (store, _) = try Fixture.store(hooks: hooks)
    try await store.apply(draft(store, [timePeriodPath: 9]))
    #expect(hooks.calls == ["recalculate"])
  }

  @Test("is not called when the apply fails, whenever it does")
  func failed() async throws {
    struct Failing: SettingsParticipant {
      let name = "failing"
      let isEarly: Bool
      func prepare(_ review: FormReview) async throws { if isEarly { throw CancellationError() } }
      func commit(_ review: FormReview) async throws { throw CancellationError() }
    }
    for isEarly in [true, false] {
      let (store, _) = try Fixture.store(participants: [Failing(isEarly: isEarly)], hooks: hooks)
      await #expect(throws: ApplyError.self) {
        try await store.apply(draft(store, [modePath: "average"]))
      }
    }
    #expect(hooks.calls.isEmpty)
  }

  @Test("is called for an expired apply that the next apply rolls back first")
  func overdue() async throws {
    let (store, _) = try Fixture.store(hooks: hooks)
    try await store.apply(
      draft(store, [modePath: "average"]), options: ApplyOptions(confirmWithin: .zero))
    try await store.apply(draft(store, [["name"]: "x"]))
    #expect(hooks.calls == ["restart calculation.mode", "restart calculation.mode"])
    #expect(store.saved.name == "x")
  }

  @Test("is not called when the content may not be durable")
  func notDurable() async throws {
    // The last call that can fail without undoing the apply is the one that makes the file's name durable.
    var outcomes: [Bool: Int] = [:]
    for call in 0..<100 {
      let hooks = RestartHooks()
      let fileSystem = SimulatedFileSystem(
        SimulatedDisk(content: nil), fault: .failure(at: call, code: 5))
      guard
        let store = try? SettingsStore<Fixture>(
          storage: FileStorage("folder/a.json", fileSystem: fileSystem), hooks: hooks,
          options: StoreOptions(refresh: .manual)),
        let outcome = try? await store.apply(draft(store, [modePath: "average"]))
      else { continue }
      #expect(hooks.calls == (outcome.isDurable ? ["restart calculation.mode"] : []))
      outcomes[outcome.isDurable, default: 0] += 1
    }
    #expect(outcomes[false, default: 0] > 0)
    #expect(outcomes[true, default: 0] > 0)
  }

  @Test("can apply other changes")
  func applies() async throws {
    let (store, storage) = try Fixture.store(hooks: hooks)
    let draft = try draft(store, [modePath: "average"])
    var second = store.draft()
    try second.untyped.stage("again", at: ["name"])
    let another = second
    hooks.onRestart { _ = try? await store.apply(another) }
    try await store.apply(draft)
    #expect(storage.text?.contains("again") == true)
  }
}

/// Hooks that record their calls.
private final class RestartHooks: SettingsSideEffects {
  private let recorded = Mutex<[String]>([])
  private let action = Mutex<(@Sendable () async -> Void)?>(nil)

  var calls: [String] { recorded.withLock { $0 } }

  func onRestart(_ body: @escaping @Sendable () async -> Void) {
    action.withLock { $0 = body }
  }

  func run(_ sideEffect: String, for changes: [SettingChange]) async throws {
    recorded.withLock { $0.append(sideEffect) }
  }

  func restart(for changes: [SettingChange]) async {
    recorded.withLock { $0.append("restart " + changes.map(\.path.description).joined(separator: " ")) }
    await action.withLock { $0 }?()
  }
}
