import Foundation
import SettingsSystem
import TestSupport
import Testing

@testable import Settings
@testable import SettingsEtcd

/// Confirmed applies on machines whose clocks differ, and after the death of the machine that applied.
@Suite(
  "A confirmed apply in etcd", .enabled(if: EtcdCluster.isInstalled, "etcd or etcdctl isn't installed"),
  .timeLimit(.minutes(2)))
struct EtcdConfirmationTests {
  private let index: FormIndex
  private let storage: EtcdStorage

  init() throws {
    index = FormIndex(try FormSchema(written: Array(Workspace.form.utf8)))
    storage = try EtcdStorage(
      endpoints: EtcdCluster.shared.get().endpoints, prefix: EtcdCluster.newPrefix())
  }

  private static func now(hoursAhead hours: Int64) -> Moment {
    let now = Moment.now
    return Moment(
      wall: now.wall + .seconds(hours * 3_600),
      sinceBoot: Moment.SinceBoot(boot: "machine \(hours)", milliseconds: Boot.elapsedMilliseconds + hours))
  }

  /// A machine whose wall clock is off, and which has another boot than the others.
  private func machine(hoursAhead hours: Int64) throws -> StoreEngine {
    var environment = StoreEnvironment.system
    environment.now = { Self.now(hoursAhead: hours) }
    return try StoreEngine(
      form: StoreForm(index), layers: SettingsLayers(storage: storage), participants: [], hooks: nil,
      options: StoreOptions(), environment: environment, check: nil)
  }

  @Test(
    "stays until its time is over, whatever the clocks of the other machines say",
    arguments: [-1, 1] as [Int64])
  func clocks(hours: Int64) async throws {
    let other = try machine(hoursAhead: hours)
    let store = try machine(hoursAhead: 0)
    var draft = store.draft()
    try draft.stage(9_001, at: ["network", "port"])
    let outcome = try await store.apply(draft, options: ApplyOptions(confirmWithin: .seconds(60)))
    let pending = try #require(outcome.confirmation)
    // The other machine opens the document and looks at the confirmation, as every process does.
    let third = try machine(hoursAhead: hours)
    for machine in [other, third] {
      #expect(try await machine.rollBackIfExpired() == nil)
      let seen = try #require(try machine.pendingConfirmation())
      #expect(seen.id == pending.id)
      #expect(seen.remaining(at: Self.now(hoursAhead: hours)) > .seconds(30))
    }
    try third.confirm(pending.id)
    #expect(try store.pendingConfirmation() == nil)
    #expect(try storage.read() != nil)
  }

  @Test("has no head start on any machine once the cluster has forgotten its time")
  func forgotten() async throws {
    let store = try machine(hoursAhead: 0)
    var draft = store.draft()
    try draft.stage(9_001, at: ["network", "port"])
    try await store.apply(draft, options: ApplyOptions(confirmWithin: .seconds(60)))
    let keys = storage.keys
    let number = try #require(try storage.logNumbers().last)
    let cluster = try EtcdCluster.shared.get()
    let time = try #require(try storage.timeToConfirm(number))
    #expect(time > .seconds(30) && time <= .seconds(61))
    // A record of an earlier version has the lease, and nothing that outlasts it.
    let lease = try storage.client.grantLease(.seconds(40))
    try cluster.etcdctl([
      "put", keys.deadline(number), "", "--lease=\(String(lease, radix: 16))",
    ])
    let earlier = try #require(try storage.timeToConfirm(number))
    #expect(earlier > .seconds(20) && earlier <= .seconds(41))
    try cluster.etcdctl(["del", keys.deadline(number)])
    let pending = try #require(try storage.pendingConfirmation())
    #expect(pending.remaining() == .zero && pending.headStartLeft() == .zero)
    #expect(try await machine(hoursAhead: -1).rollBackIfExpired() != nil || storage.read() == nil)
    #expect(try storage.read() == nil)
  }

  @Test("is rolled back by another machine if the one that applied dies")
  func death() async throws {
    var store: StoreEngine? = try machine(hoursAhead: 0)
    var draft = try #require(store).draft()
    try draft.stage(9_001, at: ["network", "port"])
    try await store?.apply(draft, options: ApplyOptions(confirmWithin: .seconds(2)))
    store = nil
    #expect(try storage.read() != nil)
    let other = try machine(hoursAhead: -1)
    let changes = other.changes()
    if try storage.read() != nil { for await _ in changes { break } }
    #expect(try storage.read() == nil)
    #expect(try other.pendingConfirmation() == nil)
  }
}
