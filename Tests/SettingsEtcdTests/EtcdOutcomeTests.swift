import Foundation
import Settings
import SettingsEtcd
import TestSupport
import Testing

/// A commit whose request or reply is lost. The proxy in front of etcd loses it.
@Suite(
  "A commit whose reply is lost", .enabled(if: EtcdCluster.isInstalled, "etcd or etcdctl isn't installed"),
  .timeLimit(.minutes(2)))
struct EtcdOutcomeTests {
  private let prefix = EtcdCluster.newPrefix()
  private let direct: EtcdStorage
  private let endpoint: String

  init() throws {
    endpoint = try #require(try EtcdCluster.shared.get().endpoints.first)
    direct = try EtcdStorage(endpoints: [endpoint], prefix: prefix)
  }

  private func storage(_ proxy: FaultProxy, timeout: Duration = .seconds(30)) throws -> EtcdStorage {
    var options = EtcdOptions()
    options.timeout = timeout
    // A request that waits in the proxy must not be repeated before the test says so.
    options.requestTimeout = .seconds(60)
    return try EtcdStorage(endpoints: [proxy.address], prefix: prefix, options: options)
  }

  private func commit(_ text: String, on old: String?, records: Bool) -> StorageCommit {
    let content = Array(text.utf8)
    return StorageCommit(
      content, expecting: old.map { SettingsRevision(of: Array($0.utf8)) },
      records: records ? [StorageRecord(header: content, content: .version(content))] : [])
  }

  private func committed(_ text: String) -> StorageCommitResult {
    .committed(SettingsRevision(of: Array(text.utf8)), isDurable: true)
  }

  @Test(
    "is done once, whether the request or the reply was lost, with and without records",
    arguments: [[FaultProxy.Action.loseReply], [.loseRequest], [.loseReply, .loseReply, .loseRequest]],
    [true, false])
  func retried(actions: [FaultProxy.Action], records: Bool) throws {
    _ = try direct.commit(commit("old", on: nil, records: records))
    let proxy = try FaultProxy(to: endpoint, actions)
    defer { withExtendedLifetime(proxy) {} }
    let storage = try storage(proxy)
    #expect(try storage.commit(commit("new", on: "old", records: records)) == committed("new"))
    #expect(try direct.read() == StoredContent(Array("new".utf8)))
    #expect(try direct.logNumbers() == (records ? [1, 2] : []))
    #expect(try storage.commit(commit("newer", on: "new", records: records)) == committed("newer"))
  }

  @Test("is done if etcd did it, although it replied that no space is left", arguments: [true, false])
  func noSpace(records: Bool) throws {
    _ = try direct.commit(commit("old", on: nil, records: records))
    let proxy = try FaultProxy(to: endpoint, [.reportNoSpace, .refuseForSpace])
    defer { withExtendedLifetime(proxy) {} }
    let storage = try storage(proxy)
    #expect(try storage.commit(commit("new", on: "old", records: records)) == committed("new"))
    let error = remoteError { _ = try storage.commit(commit("newer", on: "new", records: records)) }
    #expect(error?.kind == .full)
    #expect(try direct.read() == StoredContent(Array("new".utf8)))
  }

  @Test("is reported as done if other commits have followed", arguments: [true, false])
  func followed(records: Bool) async throws {
    _ = try direct.commit(commit("old", on: nil, records: records))
    let proxy = try FaultProxy(to: endpoint, [.loseReplyLater])
    defer { withExtendedLifetime(proxy) {} }
    let storage = try storage(proxy)
    let commit = commit("new", on: "old", records: records)
    let result = onThread { try storage.commit(commit) }
    try await proxy.waitForLoss()
    #expect(try direct.commit(self.commit("newer", on: "new", records: records)) == committed("newer"))
    #expect(try direct.commit(self.commit("newest", on: "newer", records: records)) == committed("newest"))
    proxy.proceed()
    let outcome = try await result.value
    #expect(outcome == committed("new"))
    // The storage knows that its content is no longer the latest.
    #expect(try storage.read() == StoredContent(Array("newest".utf8)))
  }

  @Test("is a conflict if it wasn't done and another commit was first", arguments: [true, false])
  func preceded(records: Bool) async throws {
    _ = try direct.commit(commit("old", on: nil, records: records))
    let proxy = try FaultProxy(to: endpoint, [.loseRequestLater])
    defer { withExtendedLifetime(proxy) {} }
    let storage = try storage(proxy)
    let commit = commit("new", on: "old", records: records)
    let result = onThread { try storage.commit(commit) }
    try await proxy.waitForLoss()
    #expect(try direct.commit(self.commit("other", on: "old", records: records)) == committed("other"))
    proxy.proceed()
    let outcome = try await result.value
    #expect(outcome == .conflict(current: StoredContent(Array("other".utf8))))
  }

  @Test("is done if only the document was changed in the meantime, back to the expected content")
  func unrelated() async throws {
    _ = try direct.commit(commit("old", on: nil, records: true))
    let proxy = try FaultProxy(to: endpoint, [.loseRequestLater])
    defer { withExtendedLifetime(proxy) {} }
    let storage = try storage(proxy)
    let commit = commit("new", on: "old", records: true)
    let result = onThread { try storage.commit(commit) }
    try await proxy.waitForLoss()
    try EtcdCluster.shared.get().etcdctl(["put", "\(prefix)/document", "old"])
    proxy.proceed()
    let outcome = try await result.value
    #expect(outcome == committed("new"))
    #expect(try direct.logNumbers() == [1, 2])
  }

  @Test("is an error that says so, if no member replies until the time limit")
  func unknown() throws {
    _ = try direct.commit(commit("old", on: nil, records: true))
    let proxy = try FaultProxy(to: endpoint, [], then: .loseReply)
    defer { withExtendedLifetime(proxy) {} }
    let storage = try storage(proxy, timeout: .seconds(1))
    let error = remoteError {
      try storage.commit(commit("new", on: "old", records: true))
    }
    #expect(error?.kind == .unknownOutcome)
    #expect(error?.reason.contains("may or may not have been stored") == true)
  }

  @Test("is an error that says that nothing was changed, if no member can be reached")
  func unreachable() throws {
    var options = EtcdOptions()
    options.timeout = .milliseconds(300)
    let address = "127.0.0.1:\(EtcdCluster.freePort())"
    let storage = try EtcdStorage(endpoints: [address], prefix: prefix, options: options)
    let error = remoteError {
      try storage.commit(commit("new", on: nil, records: true))
    }
    #expect(error?.kind == .unreachable)
    #expect(error?.reason.contains("\(address): Failed to connect") == true, "\(error?.reason ?? "")")
  }
}
