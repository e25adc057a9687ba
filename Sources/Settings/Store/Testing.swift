import SettingsSystem
import Synchronization

extension SettingsStore {
  /// Opens a store in memory, for a test.
  ///
  /// ```swift
  /// let store = try SettingsStore<AppSettings> { $0.times = 2 }
  /// assert(store.values.times == 2)
  /// ```
  ///
  /// It behaves like a store with a file: it has the same checks, participants, history and confirmations. A second store on the same
  /// storage behaves like another process. Time limits end only when the test advances the clock.
  ///
  /// Throws ``SettingsStoreError`` if the settings are invalid.
  ///
  /// - Parameters:
  ///   - storage: The storage, with the text of a file or without content.
  ///   - hooks: The side effects and actions; `nil` to run none.
  ///   - participants: What takes part in each apply.
  ///   - context: The values that rules read in addition to the settings.
  ///   - sideEffects: Whose changes run the side effects of the hooks.
  ///   - clock: The clock for all time limits.
  ///   - overrides: Changes values. The changes are stored before the store is opened, without participants and side effects.
  public convenience init(
    inMemory storage: MemoryStorage = MemoryStorage(), hooks: (any SettingsHooks)? = nil,
    participants: [any SettingsParticipant] = [], context: RuleContext = RuleContext(),
    sideEffects: SideEffectScope = .allChanges, clock: SettingsTestClock = SettingsTestClock(),
    overrides: (inout Root) -> Void = { _ in }
  ) throws(SettingsStoreError) {
    let store = try SettingsStore(
      SettingsLayers(storage: storage), hooks: nil, context: context, options: StoreOptions(refresh: .manual),
      environment: clock.environment)
    var draft = store.untyped.draft()
    draft.stage(
      store.valuesToStage(changing: store.saved(at: store.untyped.snapshot), in: draft, overrides))
    if !draft.isEmpty {
      do throws(JSONEditError) {
        _ = storage.commit(try draft.candidate(), expecting: store.untyped.revision)
      } catch {
        throw .defaults(reason: "\(error)")
      }
    }
    try self.init(
      SettingsLayers(storage: storage), hooks: hooks, participants: participants, context: context,
      options: StoreOptions(sideEffects: sideEffects), environment: clock.environment)
  }
}

/// A clock that only a test advances.
///
/// In a store with this clock, the time limits of confirmations, participants and side effects end only when the test advances the clock.
/// So a test of a minute takes milliseconds, and never depends on the load of the machine.
///
/// ```swift
/// let clock = SettingsTestClock()
/// let store = try SettingsStore<AppSettings>(clock: clock)
/// try await store.update(options: ApplyOptions(confirmWithin: .seconds(60))) { $0.network.port = 80 }
/// await clock.advance(by: .seconds(60))
/// ```
///
/// The rollback that follows runs in a task of the store. Wait for it by ``SettingsStore/changes(of:)``, as the article about testing
/// shows.
///
/// The times in the history of such a store begin at a fixed point, and confirmations have the IDs 00000001, 00000002 and so on, which a
/// test can compare. One clock can serve several stores. It can be used from any thread.
public final class SettingsTestClock: Sendable {
  private struct Sleeper {
    let deadline: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var time = Duration.zero
    var sleepers: [Int: Sleeper] = [:]
    /// The durations of all sleeps, in order.
    var sleeps: [Duration] = []
    /// The callers of ``waitForSleep()``, which continue when something sleeps.
    var observers: [CheckedContinuation<Void, Never>] = []
    var nextID: UInt32 = 1
  }

  private let state = Mutex(State())

  /// Creates a clock, which stands still.
  public init() {}

  /// Waits until a store waits for this clock, advances the clock, and ends the time limits that are over.
  ///
  /// What the store does then, such as a rollback, isn't finished when the function returns: wait for the change. If no store has a time
  /// limit, the function doesn't return, so use it only after an apply with `confirmWithin`, or while a participant prepares or a side
  /// effect runs.
  public func advance(by duration: Duration) async {
    await waitForSleep()
    advanceNow(by: duration)
  }

  /// The environment of a store that uses the clock: its time, and sleeps that only end when the test advances it.
  var environment: StoreEnvironment {
    StoreEnvironment(
      now: { self.now }, sleep: { try await self.sleep($0) }, makeConfirmationID: { self.makeID() })
  }

  var now: Moment { Moment(wall: WallTime(milliseconds: 1_000_000)) + state.withLock { $0.time } }

  var sleeps: [Duration] { state.withLock { $0.sleeps } }

  private func makeID() -> ConfirmationID {
    state.withLock { state in
      defer { state.nextID += 1 }
      return ConfirmationID(state.nextID)
    }
  }

  private func sleep(_ duration: Duration) async throws {
    let id = state.withLock { state in
      state.sleeps.append(duration)
      return state.sleeps.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let observers = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
          // The task can be canceled before the sleeper is added. Then the handler, which takes the same lock, has run or will run without
          // finding a sleeper.
          guard !Task.isCancelled else { return nil }
          state.sleepers[id] = Sleeper(deadline: state.time + duration, continuation: continuation)
          defer { state.observers = [] }
          return state.observers
        }
        guard let observers else { return continuation.resume(throwing: CancellationError()) }
        for observer in observers { observer.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Waits until something sleeps.
  func waitForSleep() async {
    await withCheckedContinuation { continuation in
      let isSleeping = state.withLock { state in
        if state.sleepers.isEmpty { state.observers.append(continuation) }
        return !state.sleepers.isEmpty
      }
      if isSleeping { continuation.resume() }
    }
  }

  /// Advances the clock, and wakes what has slept long enough.
  func advanceNow(by duration: Duration) {
    let woken = state.withLock { state in
      state.time += duration
      let time = state.time
      let woken = state.sleepers.filter { $0.value.deadline <= time }
      for id in woken.keys { state.sleepers[id] = nil }
      return woken.values
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }
}

/// A participant that records its calls, and fails in the steps that a test chooses.
///
/// Put it after your own participant to test how yours behaves when a later one fails, or alone to test what an apply asks of participants:
///
/// ```swift
/// let recorder = SettingsParticipantRecorder(failing: [.commit: "no power"])
/// let store = try SettingsStore<AppSettings>(participants: [recorder])
/// do {
///   try await store.update { $0.network.port = 80 }
/// } catch {
///   print(error)  // recorder failed: no power. The old settings are restored.
/// }
/// assert(recorder.calls.map(\.step) == [.prepare, .commit, .revert])
/// ```
///
/// The calls are in their order, each with its review. The recorder can be read from any thread, also while an apply runs.
public final class SettingsParticipantRecorder: SettingsParticipant {
  /// A step of an apply in which a participant is called; see ``SettingsParticipant``.
  ///
  /// An apply that succeeds calls `prepare` and `commit`. A veto leads from `prepare` to `abort`, and a failure after the content was
  /// stored leads from `commit` to `revert`. A recorder fails in the steps that its `failing` names:
  ///
  /// ```swift
  /// let vetoes = SettingsParticipantRecorder(failing: [.prepare: "not today"])
  /// let failsTwice = SettingsParticipantRecorder(failing: [.commit: "no power", .revert: "still no power"])
  /// ```
  public enum Step: Hashable, Sendable {
    /// The participant prepares, and may veto.
    case prepare
    /// The participant puts the changes into effect.
    case commit
    /// The participant drops what it has prepared.
    case abort
    /// The participant undoes its commit.
    case revert
  }

  /// A call of the participant: the step and what it was asked to do.
  ///
  /// ```swift
  /// let recorder = SettingsParticipantRecorder()
  /// let store = try SettingsStore<AppSettings>(participants: [recorder])
  /// try await store.update { $0.times = 3 }
  /// print(recorder.calls.map { "\($0.step): \($0.review.changes)" })
  /// if let call = recorder.calls.last { print(try SettingsReview<AppSettings>(call.review).after.times) }  // 3
  /// ```
  public struct Call: Sendable {
    /// The step.
    public let step: Step
    /// The review that the participant received; for ``SettingsParticipantRecorder/Step/revert``, the review of the rollback.
    public let review: FormReview
  }

  /// The failure that a test asked for.
  private struct ExpectedFailure: Error, CustomStringConvertible {
    let description: String
  }

  /// The participant's name in messages.
  public let name: String
  private let failures: [Step: String]
  private let recorded = Mutex<[Call]>([])

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - name: The participant's name in messages.
  ///   - failures: The steps that fail, with their reasons. Without any, the recorder agrees to everything.
  public init(name: String = "recorder", failing failures: [Step: String] = [:]) {
    self.name = name
    self.failures = failures
  }

  /// The calls so far, in order, from all applies of the stores that the recorder takes part in.
  public var calls: [Call] { recorded.withLock { $0 } }

  /// Records the call. Throws an error if the recorder was created to fail in this step.
  public func prepare(_ review: FormReview) async throws { try record(.prepare, review: review) }
  /// Records the call. Throws an error if the recorder was created to fail in this step.
  public func commit(_ review: FormReview) async throws { try record(.commit, review: review) }
  /// Records the call. Throws an error if the recorder was created to fail in this step.
  public func abort(_ review: FormReview) async throws { try record(.abort, review: review) }
  /// Records the call. Throws an error if the recorder was created to fail in this step.
  public func revert(_ review: FormReview) async throws { try record(.revert, review: review) }

  private func record(_ step: Step, review: FormReview) throws {
    recorded.withLock { $0.append(Call(step: step, review: review)) }
    if let reason = failures[step] { throw ExpectedFailure(description: reason) }
  }
}
