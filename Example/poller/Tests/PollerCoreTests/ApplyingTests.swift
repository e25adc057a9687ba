import Foundation
import Settings
import Testing

@testable import PollerCore

/// What happens when the editor applies changes, in memory: vetoes, failures and confirmations.
@Suite(.timeLimit(.minutes(1)))
struct ApplyingTests {
  private typealias Store = SettingsStore<PollerSettings>

  private let storage = MemoryStorage()

  private func target(_ name: String, _ server: HTTPServer) -> PollerSettings.Target {
    PollerSettings.Target(name, "http://127.0.0.1:\(server.port)/")
  }

  private func server(answering status: Int) throws -> HTTPServer {
    try HTTPServer(port: 0) { _ in HTTPServer.Response(status) }
  }

  // MARK: - The veto

  @Test("A target that doesn't answer as expected is refused, and nothing is stored")
  func veto() async throws {
    let (good, bad) = (try server(answering: 200), try server(answering: 503))
    let recorder = SettingsParticipantRecorder()
    let store = try Store(inMemory: storage, participants: [recorder, TargetCheck()]) {
      $0.log.level = .polls
    }
    let before = storage.read()
    let targets = [target("good", good), target("bad", bad)]
    let error = await #expect(throws: ApplyError.self) { try await store.update { $0.targets = targets } }
    #expect(
      "\(try #require(error))".contains("bad: http://127.0.0.1:\(bad.port)/ answers with 503 instead of 200"))
    #expect(storage.read()?.bytes == before?.bytes)
    // Participants before the check dropped what they had prepared.
    #expect(recorder.calls.map(\.step) == [.prepare, .abort])
  }

  @Test("Targets that answer are accepted; so are any if the check is off")
  func accepted() async throws {
    let (good, bad) = (try server(answering: 200), try server(answering: 503))
    let store = try Store(inMemory: storage, participants: [TargetCheck()])
    let (first, second) = (target("good", good), target("bad", bad))
    try await store.update { $0.targets = [first] }
    try await store.update { settings in
      settings.targets = [first, second]
      settings.applying.checksTargets = false
    }
    #expect(store.values.targets == [first, second])
  }

  @Test("Only targets that are new, changed or enabled are checked")
  func checkedTargets() {
    let (a, b) = (PollerSettings.Target("a", "http://a/"), PollerSettings.Target("b", "http://b/"))
    var disabled = b
    disabled.isEnabled = false
    var settings = PollerSettings()
    settings.targets = [a, b]
    #expect(TargetCheck.targets(toCheck: settings, since: [a]) == [b])
    #expect(TargetCheck.targets(toCheck: settings, since: [a, disabled]) == [b])
    settings.targets = [a, disabled]
    #expect(TargetCheck.targets(toCheck: settings, since: [b]) == [a])
  }

  @Test("Two targets with one name are refused")
  func duplicates() async throws {
    let store = try Store(participants: [TargetCheck()])
    let target = PollerSettings.Target("a", "http://127.0.0.1:1/")
    let error = await #expect(throws: ApplyError.self) {
      try await store.update { $0.targets = [target, target] }
    }
    #expect("\(try #require(error))".contains("rename one"))
  }

  // MARK: - The daemon

  private func status(
    revision: String?, health: Health = .healthy, rejected: String? = nil
  ) -> DaemonStatus {
    var status = DaemonStatus(startedAt: .now, fleet: "")
    status.revision = revision
    status.health = health
    status.rejectedRevision = rejected
    status.rejected = rejected.map { _ in "no disk" }
    return status
  }

  @Test("An apply waits until the daemon uses the settings and has polled")
  func answers() {
    #expect(DaemonCheck.answer(nil, to: "r") == .accepted)
    #expect(DaemonCheck.answer(status(revision: "q"), to: "r") == .wait)
    #expect(DaemonCheck.answer(status(revision: "r", health: .starting), to: "r") == .wait)
    #expect(DaemonCheck.answer(status(revision: "r"), to: "r") == .accepted)
    #expect(
      DaemonCheck.answer(status(revision: "r", health: .unhealthy), to: "r")
        == .refused("too few targets answer"))
    #expect(DaemonCheck.answer(status(revision: "q", rejected: "r"), to: "r") == .refused("no disk"))
  }

  @Test(
    "If the daemon is unhealthy with the settings, the old ones are restored, and later participants drop theirs"
  )
  func unhealthy() async throws {
    let storage = storage
    let check = DaemonCheck {
      status(revision: storage.read()?.revision.description, health: .unhealthy)
    }
    let recorder = SettingsParticipantRecorder()
    let store = try Store(inMemory: storage, participants: [recorder, check]) { $0.log.level = .polls }
    let before = storage.read()
    await #expect {
      try await store.update { $0.polling.interval = .seconds(10) }
    } throws: { error in
      if case ApplyError.commitFailed(let failures, true) = error {
        failures.map(\.participant) == ["daemon"] && failures[0].reason == "too few targets answer"
      } else {
        false
      }
    }
    #expect(storage.read()?.bytes == before?.bytes)
    #expect(store.values.polling.interval == .seconds(30))
    #expect(recorder.calls.map(\.step) == [.prepare, .commit, .revert])
    #expect(recorder.calls.last?.review.changes.map(\.newText) == ["30 s"])
  }

  // MARK: - Confirmation

  @Test("Without a confirmation in time, the old settings are restored")
  func expiry() async throws {
    let clock = SettingsTestClock()
    let store = try Store(inMemory: storage, clock: clock)
    var intervals = store.changes(of: \.polling.interval).makeAsyncIterator()
    try await store.update(options: ApplyOptions(confirmWithin: .seconds(60))) {
      $0.polling.interval = .seconds(10)
    }
    #expect(try await intervals.next() == .seconds(10))
    await clock.advance(by: .seconds(59))
    #expect(try store.pendingConfirmation() != nil)
    await clock.advance(by: .seconds(1))
    #expect(try await intervals.next() == .seconds(30))
  }

  @Test("The daemon rolls back what another process has applied, even if that process has ended")
  func expiryElsewhere() async throws {
    let clock = SettingsTestClock()
    let daemon = try Store(inMemory: storage, clock: clock)
    var intervals = daemon.changes(of: \.polling.interval).makeAsyncIterator()
    try await Store(inMemory: storage, clock: SettingsTestClock())
      .update(options: ApplyOptions(confirmWithin: .seconds(60))) { $0.polling.interval = .seconds(10) }
    #expect(try await intervals.next() == .seconds(10))
    await clock.advance(by: .seconds(60))
    #expect(try await intervals.next() == .seconds(30))
  }

  // MARK: - Hooks

  @Test("A log that can't be opened is refused, and the old settings stay")
  func log() async throws {
    let (_, inbox) = AsyncStream.makeStream(of: Daemon.Event.self)
    let hooks = DaemonHooks(log: try Log(PollerSettings.Logging()), inbox: inbox)
    let store = try Store(inMemory: storage, hooks: hooks)
    let error = await #expect(throws: ApplyError.self) {
      try await store.update { $0.log.file = "/no folder/log" }
    }
    #expect("\(try #require(error))".contains("can't open the log /no folder/log"))
    #expect(store.values.log.file == nil)
  }

  @Test("The definition of down changes once, regardless of the number of changed settings")
  func countAgain() async throws {
    let (events, inbox) = AsyncStream.makeStream(of: Daemon.Event.self)
    let hooks = DaemonHooks(log: try Log(PollerSettings.Logging()), inbox: inbox)
    try await Store(inMemory: storage, hooks: hooks).update { settings in
      (settings.judging.failuresUntilDown, settings.judging.alsoExpected) = (5, [404])
    }
    inbox.finish()
    var count = 0
    for await case .engine(.countAgain) in events { count += 1 }
    #expect(count == 1)
  }

  @Test("Times are shown in their largest two units")
  func times() {
    func text(_ seconds: Double) -> String {
      EditorHooks.text(since: .init(timeIntervalSince1970: 0), now: .init(timeIntervalSince1970: seconds))
    }
    #expect([0, 59, 61, 3_600, 90_061].map(text) == ["0 s", "59 s", "1 min 1 s", "1 h 0 min", "1 d 1 h"])
  }
}
