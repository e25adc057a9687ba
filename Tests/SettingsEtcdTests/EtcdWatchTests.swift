import Foundation
import Settings
import SettingsEtcd
import TestSupport
import Testing

/// The stream of changes while members fail.
@Suite(
  "The changes of a document in etcd",
  .enabled(if: EtcdCluster.isInstalled, "etcd or etcdctl isn't installed"),
  .serialized, .timeLimit(.minutes(3)))
struct EtcdWatchTests {
  private let cluster: EtcdCluster
  private let storage: EtcdStorage
  private let writer: EtcdStorage

  init() throws {
    cluster = try EtcdCluster(members: 3)
    var options = EtcdOptions()
    options.checkInterval = .milliseconds(500)
    options.requestTimeout = .seconds(1)
    storage = try EtcdStorage(endpoints: cluster.endpoints, prefix: "p", options: options)
    writer = try EtcdStorage(endpoints: cluster.endpoints, prefix: "p", options: options)
  }

  /// Stores new content, and waits until a reader that reads after each signal has it.
  private func expectChange(_ number: UInt8, _ signals: inout AsyncStream<Void>.Iterator) async throws {
    let old = try writer.read()
    _ = try writer.commit(StorageCommit([number], expecting: old?.revision))
    while try storage.read(.lastSignal) != StoredContent([number]) {
      try #require(await signals.next() != nil)
    }
  }

  @Test("go on after each member was killed, and after each was paused")
  func failover() async throws {
    var signals = storage.changes().makeAsyncIterator()
    var number: UInt8 = 1
    for member in 0..<3 {
      cluster.kill(member)
      try await expectChange(number, &signals)
      try cluster.start(member)
      try await expectChange(number + 1, &signals)
      cluster.pause(member)
      try await expectChange(number + 2, &signals)
      cluster.resume(member)
      try await expectChange(number + 3, &signals)
      number += 4
    }
  }

  @Test("go on after a compaction of what a reader has missed")
  func compaction() async throws {
    var signals = storage.changes().makeAsyncIterator()
    try await expectChange(1, &signals)
    for member in 0..<3 { cluster.pause(member) }
    for member in 0..<3 { cluster.kill(member) }
    for member in 0..<3 { try cluster.start(member) }
    // The members answer when they have elected a leader, which takes longer than a request on a busy machine.
    while (try? writer.read()) == nil {}
    for number in UInt8(2)...9 {
      _ = try writer.commit(StorageCommit([number], expecting: SettingsRevision(of: [number - 1])))
    }
    let state = try cluster.etcdctl(["get", "p/document", "-w", "fields"])
    let revision = try #require(state.firstMatch(of: /"Revision" : (\d+)/)?.1)
    try cluster.etcdctl(["compact", String(revision)])
    try await expectChange(10, &signals)
  }
}
