import Foundation
import PollerCore
import Settings
import SettingsEtcd
import Testing

/// Daemons that share their settings in etcd: each a process with a home of its own.
@Suite(
  "Daemons with shared settings", .enabled(if: EtcdMember.isInstalled, "etcd isn't installed"),
  .timeLimit(.minutes(2)))
struct FleetTests {
  private let etcd: EtcdMember
  private let address: String
  private let storage: EtcdStorage
  private let server: TestServer

  init() throws {
    etcd = try EtcdMember()
    address = etcd.newAddress()
    var options = EtcdOptions()
    // The member has just been started.
    options.timeout = .seconds(60)
    storage = EtcdStorage(try EtcdAddress(address), options: options)
    server = try TestServer()
  }

  /// Changes the shared settings in this process, without asking the daemons.
  private func store(_ body: @Sendable (inout PollerSettings) -> Void) async throws {
    let url = server.url
    try await SettingsStore<PollerSettings>(
      storage: storage, hooks: nil, options: StoreOptions(refresh: .manual)
    ).update {
      settings in
      settings.log.level = .polls
      settings.polling.jitter = 0
      settings.targets = [PollerSettings.Target("home", url)]
      body(&settings)
    }
  }

  /// Starts a daemon that is healthy and has joined the others.
  private func daemon(_ variables: [String: String] = [:]) async throws -> (Program, Home) {
    let home = try await Home(variables: variables)
    let daemon = try Program(["run", address], at: home)
    try await daemon.line(with: "joined: ")
    try await daemon.line(with: "health: ")
    return (daemon, home)
  }

  /// Applies changes as another process does that asks the daemons.
  private func apply(
    options: ApplyOptions = ApplyOptions(), _ body: @Sendable (inout PollerSettings) -> Void
  ) async throws {
    let storage = EtcdStorage(try EtcdAddress(address))
    try await SettingsStore<PollerSettings>(
      storage: storage, hooks: nil, participants: [EtcdRollout(storage)],
      options: StoreOptions(refresh: .manual)
    ).update(options: options, body)
  }

  private var confirmation: ApplyOptions { ApplyOptions(confirmWithin: .seconds(100)) }

  @Test("take over a change that all of them agree to")
  func agreement() async throws {
    try await store { _ in }
    let (first, second) = (try await daemon(), try await daemon())
    let home = try await Home()
    let editor = try await Program.run(
      "settings", address, "--plain", at: home, input: ["2", "1", "10 s", "s", "s", "q"])
    #expect(editor.status == 0 && editor.output.contains("Applied 1 change."), "\(editor.output)")
    for daemon in [first.0, second.0] {
      try await daemon.line(with: "took over: polling.interval 30 s → 10 s")
    }
  }

  @Test("don't get a change that one of them refuses, and the editor names that one and its reason")
  func veto() async throws {
    try await store { _ in }
    let (first, _) = try await daemon()
    // This machine's requests go to a proxy that doesn't exist, so it can't reach any target.
    let (second, _) = try await daemon(["http_proxy": try TestServer.deadURL()])
    let before = try storage.read()
    let home = try await Home()
    let other = try TestServer()
    let targets = #"[{"name": "other", "url": "\#(other.url)"}]"#
    let editor = try await Program.run(
      "settings", address, "--plain", at: home, input: ["J 1", targets, "s", "s", "q", "d"])
    let member = try #require(try storage.instances().first { $0.health == .unhealthy })
    #expect(
      editor.output.contains(
        "rollout refuses the changes: \(member.name): target check: other: \(other.url)"),
      "\(editor.output)")
    #expect(try storage.read() == before)
    // The editor has polled it. The veto may have stopped the first daemon's poll.
    #expect(!other.requests.isEmpty)
    for daemon in [first, second] {
      daemon.signal(SIGTERM)
      let status = await daemon.status()
      #expect(status == 0, "\(daemon.output)")
      #expect(!daemon.output.contains("took over"))
    }
    // A daemon that ends as it should leaves the others at once.
    #expect(try storage.instances().isEmpty)
  }

  @Test("confirm a change once all of them are healthy with it")
  func confirmed() async throws {
    try await store { $0.applying.confirmedBy = .daemon }
    let (first, second) = (try await daemon(), try await daemon())
    try await apply(options: confirmation) { $0.polling.interval = .seconds(10) }
    for daemon in [first.0, second.0] { try await daemon.line(with: "waiting for confirmation: ") }
    let store = try SettingsStore<PollerSettings>(
      storage: storage, hooks: nil, options: StoreOptions(refresh: .manual))
    while try store.pendingConfirmation() != nil { try await Task.sleep(for: .milliseconds(5)) }
    try await store.refresh()
    #expect(store.values.polling.interval == .seconds(10))
  }

  @Test("roll back a change that waits for its confirmation if one of them isn't healthy with it")
  func unhealthy() async throws {
    try await store { settings in
      settings.applying.confirmedBy = .daemon
      settings.applying.checksTargets = false
      settings.targets = []
    }
    let (first, _) = try await daemon()
    let (second, _) = try await daemon(["http_proxy": try TestServer.deadURL()])
    let before = try storage.read()
    let url = server.url
    do {
      try await apply(options: confirmation) { $0.targets = [PollerSettings.Target("home", url)] }
    } catch ApplyError.confirmationCanceled {
      // The unhealthy daemon has canceled the change before this process was done with it.
    }
    for daemon in [first, second] { try await daemon.line(with: "took over: targets") }
    try await Program.waitUntil { (try? storage.read()) == before }
    for daemon in [first, second] { try await daemon.line(with: "took over: targets") }
    #expect(
      try SettingsStore<PollerSettings>(storage: storage, hooks: nil, options: StoreOptions(refresh: .manual))
        .pendingConfirmation()
        == nil)
  }

  @Test("don't stop an apply for longer than its lease after one of them was killed")
  func killed() async throws {
    try await store { _ in }
    let (first, _) = try await daemon()
    let (second, _) = try await daemon()
    second.signal(SIGKILL)
    #expect(await second.status() == 128 + SIGKILL)
    #expect(try storage.instances().count == 2)
    try await apply { $0.polling.interval = .seconds(10) }
    try await first.line(with: "took over: polling.interval 30 s → 10 s")
    #expect(try storage.instances().count == 1)
  }
}
