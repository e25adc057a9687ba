import PollerCore
import SettingsEditing
import Testing

/// The settings themselves, in memory.
@Suite struct SettingsTests {
  private typealias Store = SettingsStore<PollerSettings>

  /// The messages of the problems when some settings are changed.
  private func problems(_ changes: (inout SettingsDraft<PollerSettings>) -> Void) throws -> [String] {
    var draft = try Store().draft()
    changes(&draft)
    return draft.review().problems.map { "\($0.path): \($0.message)" }
  }

  @Test("The form is valid: defaults meet their limits, and rules match the settings")
  func form() throws {
    // Each of the 45 settings has an option, except the one that only the code uses.
    let options = Store.help().split(separator: "\n").filter { $0.hasPrefix("  --") }
    #expect(options.count == 44)
  }

  @Test("The quiet hours of earlier versions, two settings, become one")
  func quietHours() throws {
    let text = try PollerSettings.migrated(
      #"{"alerts": {"quiet": {"from": 1, "to": 5}}, "request": {"agent": "p"}}"#)
    #expect(text == #"{"alerts": {"quiet": {"hours": [1, 5]}}, "request": {"userAgent": "p"}}"#)
  }

  @Test("Intervals must be possible: minimum ≤ interval ≤ backoff, timeout ≤ interval, slow ≤ timeout")
  func intervals() throws {
    #expect(
      try problems { $0[\.polling.minimumInterval] = .seconds(31) }.contains {
        $0.hasPrefix("polling.interval: ")
      })
    #expect(try problems { $0[\.polling.timeout] = .seconds(31) }.contains { $0.contains("A poll must end") })
    let short = try problems { $0[\.polling.backoff.maximum] = .seconds(29) }
    #expect(short.contains { $0.hasPrefix("polling.backoff.maximum: ") })
    let long = try problems { draft in
      draft[\.polling.backoff.maximum] = .seconds(29)
      draft[\.polling.backoff.isEnabled] = false
    }
    #expect(long == [])
    #expect(try problems { $0[\.judging.slowAfter] = .seconds(6) }.count == 2)
  }

  @Test("Much jitter is a warning, which doesn't prevent an apply")
  func jitter() async throws {
    let store = try Store()
    var draft = store.draft()
    draft[\.polling.jitter] = 0.35
    let review = draft.review()
    #expect(review.problems.map(\.severity) == [.warning] && review.isApplicable)
    try await store.apply(draft)
    #expect(store.values.polling.jitter == 0.35)
  }

  @Test("If slow answers count as failures, slow targets alert, unless the events are set")
  func derivedEvents() throws {
    #expect(try Store { $0.judging.slowIsFailure = true }.values.alerts.events == [.down, .up, .slow])
    let store = try Store {
      $0.judging.slowIsFailure = true
      $0.alerts.events = [.down]
    }
    #expect(store.values.alerts.events == [.down])
  }

  @Test("A target needs a name and an address that can be polled")
  func targets() throws {
    func problems(_ change: (inout PollerSettings.Target) -> Void) throws -> [String] {
      var target = PollerSettings.Target()
      change(&target)
      return try self.problems { $0[\.targets] = [target] }
    }
    #expect(try problems { _ in } == [])
    #expect(try problems { $0.name = "My Server" }.count == 1)
    #expect(try problems { $0.url = "ftp://host/" }.count == 1)
    #expect(try problems { $0.expectedStatus = 42 }.count == 1)
  }

  @Test("Settings without an effect are hidden or disabled")
  @MainActor func visibility() throws {
    let model = try SettingsViewModel(Store())
    #expect(model.isHidden(\.server.port) && model.isHidden(\.alerts.quiet.hours))
    #expect(!model.isEnabled(\.alerts.webhook))
    model[\.server.isEnabled] = true
    #expect(!model.isHidden(\.server.port))
  }

  @Test("A file of an earlier version is read, and the next apply moves its values")
  func earlierFile() async throws {
    let storage = MemoryStorage(#"{"request": {"agent": "monitor/1"}}"#)
    let store = try Store(inMemory: storage)
    #expect(store.values.request.userAgent == "monitor/1")
    try await store.update { $0.request.followsRedirects = false }
    #expect(storage.text == #"{"request": {"userAgent": "monitor/1", "followsRedirects": false}}"#)
  }

  @Test("The token is in no review")
  func secret() throws {
    var draft = try Store().draft()
    draft[\.request.token] = "s3cret"
    let review = draft.review()
    #expect(review.changes.count == 1 && !"\(review)".contains("s3cret"))
  }

  @Test("The number of workers and the server wait for a restart")
  func restart() async throws {
    let store = try Store()
    try await store.update { settings in
      settings.polling.workers = 8
      settings.server.port = 80
      settings.log.level = .polls
    }
    #expect(store.values.polling.workers == 4 && store.saved.polling.workers == 8)
    #expect(store.pendingRestart == [["polling", "workers"], ["server", "port"]])
    #expect(store.values.log.level == .polls)
  }

  @Test("What isn't in the form can be set by the provisioning and by code")
  func fleet() async throws {
    // The form has the name, so that other programs don't take it for a mistake, and no setting.
    #expect(try !PollerSettings.form().json.text().contains(#""fleet":"#))
    let storage = MemoryStorage(#"{"fleet": "lab"}"#)
    let store = try Store(inMemory: storage)
    #expect(store.values.fleet == "lab")
    try await store.update { $0.fleet = "field" }
    #expect(storage.text == #"{"fleet": "field"}"#)
  }
}
