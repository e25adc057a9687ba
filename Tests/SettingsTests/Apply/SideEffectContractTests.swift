import Synchronization
import Testing

@testable import Settings

/// What the app's side effects can rely on: order, time limit, progress and cancellation.
@Suite("A side effect", .timeLimit(.minutes(5)))
struct SideEffectContractTests {
  private let log = CallLog()

  private func draft(_ store: SettingsStore<Fixture>) throws -> SettingsDraft<Fixture> {
    var draft = store.draft()
    try draft.untyped.stage(9, at: timePeriodPath)
    return draft
  }

  @Test("that fails runs again for the restored values, and so do those before it")
  func revert() async throws {
    let hooks = ScriptedHooks { [log] name, changes in
      log.add("\(name) \(changes.first?.new ?? .null)")
      if changes.first?.new == 9, name == "recalculate" { throw Refusal(description: "broke") }
    }
    let (store, storage) = try Fixture.store(#"{"calculation": {"timePeriod": 3}}"#, hooks: hooks)
    let error = await #expect(throws: ApplyError.self) { try await store.apply(draft(store)) }
    #expect(log.calls == ["recalculate 9", "recalculate 3"])
    #expect(error?.description == "side effects failed: broke. The old settings are restored.")
    #expect(storage.text == #"{"calculation": {"timePeriod": 3}}"#)
    #expect(store.values.calculation.timePeriod == 3)
  }

  @Test("that exceeds its time limit is canceled and fails the apply")
  func timeLimit() async throws {
    let (canceled, continuation) = AsyncStream.makeStream(of: Void.self)
    let hooks = ScriptedHooks(limit: .milliseconds(20)) { _, changes in
      guard changes.first?.new == 9 else { return }
      do {
        try await Task.sleep(for: .seconds(3_600))
      } catch {
        continuation.yield()
        throw error
      }
    }
    let (store, storage) = try Fixture.store(hooks: hooks)
    let error = await #expect(throws: ApplyError.self) { try await store.apply(draft(store)) }
    #expect(
      error?.description
        == "side effects failed: recalculate took longer than 20 ms. The old settings are restored.")
    #expect(storage.text == nil)
    for await _ in canceled { break }
  }

  @Test("of another process's change that exceeds its time limit leaves the last good values in use")
  func timeLimitOfOthers() async throws {
    let hooks = ScriptedHooks(limit: .milliseconds(20)) { _, _ in try await Task.sleep(for: .seconds(3_600)) }
    let (store, storage) = try Fixture.store(hooks: hooks)
    let rejections = store.untyped.rejections()
    _ = storage.commit(Array(#"{"calculation": {"timePeriod": 5}}"#.utf8), expecting: nil)
    for await rejection in rejections {
      #expect("\(rejection)".contains("recalculate took longer than 20 ms"))
      break
    }
    #expect(store.values.calculation.timePeriod == 7)
  }

  @Test("reports its progress with its name")
  func progress() async throws {
    let hooks = ScriptedHooks { _, _ in
      ApplyProgress.report("1 of 2")
      ApplyProgress.report("2 of 2")
    }
    let (store, _) = try Fixture.store(participants: [RecordingParticipant("port", log)], hooks: hooks)
    let steps = store.applyProgress()
    try await store.apply(draft(store))
    var received: [String] = []
    for await progress in steps {
      received.append("\(progress.step) \(progress.name) \(progress.text)")
      if progress.text == "2 of 2" { break }
    }
    #expect(
      received == [
        "prepare port ", "prepare side effects ", "commit port ", "commit side effects ",
        "sideEffect recalculate ",
        "sideEffect recalculate 1 of 2", "sideEffect recalculate 2 of 2",
      ])
    ApplyProgress.report("Outside of an apply, this has no effect.")
  }

  @Test("of a canceled apply is canceled, and the old content is restored")
  func cancellation() async throws {
    let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
    let hooks = ScriptedHooks { [log] _, changes in
      guard changes.first?.new == 9 else { return log.add("restored") }
      continuation.yield()
      try await Task.sleep(for: .seconds(3_600))
    }
    let (store, storage) = try Fixture.store(
      participants: [RecordingParticipant("port", log)], hooks: hooks)
    let draft = try draft(store)
    let apply = Task { try await store.apply(draft) }
    for await _ in begun { break }
    apply.cancel()
    let error = await #expect(throws: ApplyError.self) { try await apply.value }
    #expect(error?.description == "side effects failed: it was canceled. The old settings are restored.")
    #expect(log.calls == ["port prepare", "port commit", "restored", "port revert"])
    #expect(storage.text == nil)
    try await store.update { $0.name = "later" }
    #expect(store.values.name == "later")
  }

  @Test(
    "isn't reached by an apply that is canceled while a participant prepares: all abort, nothing is stored")
  func cancellationWhilePreparing() async throws {
    let (store, storage) = try Fixture.store(
      participants: [
        RecordingParticipant("first", log), HangingParticipant(log), RecordingParticipant("last", log),
      ], hooks: ScriptedHooks { [log] name, _ in log.add(name) })
    let draft = try draft(store)
    let steps = store.applyProgress()
    let apply = Task { try await store.apply(draft) }
    for await step in steps where step.name == "hanging" { break }
    apply.cancel()
    await #expect(throws: ApplyError.canceled) { try await apply.value }
    #expect(log.calls == ["first prepare", "hanging canceled", "hanging abort", "first abort"])
    #expect(storage.text == nil)
  }
}

/// Hooks with one closure for all side effects.
struct ScriptedHooks: SettingsSideEffects {
  var limit = Duration.seconds(30)
  let body: @Sendable (String, [SettingChange]) async throws -> Void

  func run(_ sideEffect: String, for changes: [SettingChange]) async throws {
    try await body(sideEffect, changes)
  }
  func timeLimit(of sideEffect: String) -> Duration { limit }
}

/// A participant that prepares until it is canceled.
private struct HangingParticipant: SettingsParticipant {
  let name = "hanging"
  let log: CallLog

  init(_ log: CallLog) { self.log = log }

  func prepare(_ review: FormReview) async throws {
    do {
      try await Task.sleep(for: .seconds(3_600))
    } catch {
      log.add("hanging canceled")
      throw error
    }
  }

  /// Its own work isn't canceled.
  func abort(_ review: FormReview) async throws {
    try Task.checkCancellation()
    log.add("hanging abort")
  }
}
