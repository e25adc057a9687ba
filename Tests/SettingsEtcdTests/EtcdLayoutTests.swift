import Foundation
import Settings
import SettingsEtcd
import TestSupport
import Testing

/// What other programs see and do in etcd.
@Suite(
  "A document in etcd, for other programs",
  .enabled(if: EtcdCluster.isInstalled, "etcd or etcdctl isn't installed"), .timeLimit(.minutes(2)))
struct EtcdLayoutTests {
  private let prefix = EtcdCluster.newPrefix()
  private let cluster: EtcdCluster
  private let storage: EtcdStorage

  init() throws {
    cluster = try EtcdCluster.shared.get()
    storage = try EtcdStorage(endpoints: cluster.endpoints, prefix: prefix)
  }

  private func get(_ key: String) throws -> String {
    try cluster.etcdctl(["get", "--print-value-only", "\(prefix)/\(key)"])
  }

  @Test("is readable with etcdctl: the document, the head, headers and contents of records")
  func readable() throws {
    let text = "{\n  \"a\": 1 // ü\n}\n"
    let header = #"{"kind":"apply"}"#
    _ = try storage.commit(
      StorageCommit(
        Array(text.utf8), expecting: nil,
        records: [StorageRecord(header: Array(header.utf8), content: .version(Array(text.utf8)))]))
    #expect(try get("document") == text)
    #expect(try get("head") == #"{"format":1,"record":1,"commit":1}"#)
    #expect(try get("headers/0000000000000000001") == "version\n\(header)")
    #expect(try get("contents/0000000000000000001") == text)
    #expect(
      try cluster.etcdctl(["get", "--prefix", "--keys-only", "\(prefix)/"]).split(separator: "\n").sorted()
        == [
          "\(prefix)/commits/0000000000000000001", "\(prefix)/contents/0000000000000000001",
          "\(prefix)/document",
          "\(prefix)/head", "\(prefix)/headers/0000000000000000001",
        ])
  }

  @Test("can be changed with etcdctl, and a commit on top of the older content is refused")
  func changedByOthers() throws {
    try cluster.etcdctl(["put", "\(prefix)/document", "by hand"])
    #expect(try storage.read() == StoredContent(Array("by hand".utf8)))
    try cluster.etcdctl(["put", "\(prefix)/document", "again"])
    #expect(
      try storage.commit(StorageCommit([1], expecting: SettingsRevision(of: Array("by hand".utf8))))
        == .conflict(current: StoredContent(Array("again".utf8))))
    try cluster.etcdctl(["del", "\(prefix)/document"])
    #expect(try storage.read() == nil)
    _ = try storage.commit(StorageCommit([1], expecting: nil))
    try cluster.etcdctl(["del", "\(prefix)/document"])
    #expect(try storage.read() == nil)
    #expect(
      try storage.commit(StorageCommit([1], expecting: SettingsRevision(of: [1]))) == .conflict(current: nil))
  }

  @Test("is damaged, not lost, if a key of a record is missing")
  func damaged() throws {
    let records = ["a", "b"].map { StorageRecord(header: Array($0.utf8), content: .version([1])) }
    _ = try storage.commit(StorageCommit([1], expecting: nil, records: records))
    try cluster.etcdctl(["del", "\(prefix)/contents/0000000000000000001"])
    try cluster.etcdctl(["put", "\(prefix)/headers/0000000000000000002", "unknown"])
    #expect(try storage.logRecord(1) == .damaged)
    #expect(try storage.logHeader(1) == .found(Array("a".utf8)))
    #expect(try storage.logHeader(2) == .damaged)
    #expect(try storage.logRecord(2) == .damaged)
  }

  @Test("of a later format is refused")
  func laterFormat() throws {
    try cluster.etcdctl(["put", "\(prefix)/head", #"{"format":2}"#])
    let error = remoteError {
      try storage.read()
    }
    #expect(error?.kind == .incompatible)
  }

  @Test("near etcd's limit is stored, and above it refused before it is sent, with both sizes")
  func limit() throws {
    let fitting = [UInt8](repeating: 0x20, count: (3 << 19) - 2_000)
    #expect(
      try storage.commit(StorageCommit(fitting, expecting: nil))
        == .committed(SettingsRevision(of: fitting), isDurable: true))
    #expect(try storage.read()?.bytes == fitting)
    let tooLarge = [UInt8](repeating: 0x20, count: 3 << 19)
    let error = remoteError {
      try storage.commit(StorageCommit(tooLarge, expecting: SettingsRevision(of: fitting)))
    }
    #expect(error?.kind == .tooLarge)
    #expect(error?.reason.contains("1572864") == true)
  }

  @Test("is listed by one request, with all headers, however many versions there are")
  func requests() throws {
    let records = (1...40).map { StorageRecord(header: [UInt8($0)], content: .version([UInt8($0)])) }
    _ = try storage.commit(StorageCommit([1], expecting: nil, records: Array(records[..<39])))
    _ = try storage.commit(
      StorageCommit([2], expecting: SettingsRevision(of: [1]), records: Array(records[39...])))
    try cluster.etcdctl(["del", "\(prefix)/contents/0000000000000000007"])
    // Keys of another program are no records.
    for key in ["7", "+7", "00000000000000000007", "x"] {
      try cluster.etcdctl(["put", "\(prefix)/headers/\(key)", "note\n{}"])
    }
    let other = try EtcdStorage(endpoints: cluster.endpoints, prefix: prefix)
    #expect(try other.logNumbers() == Array(1...40))
    // What the one request has brought stays when the keys are gone.
    try cluster.etcdctl(["del", "--prefix", prefix])
    for number in 1...40 {
      #expect(try other.logHeader(number) == .found([UInt8(number)]))
      #expect(try other.isRecordDamaged(number) == (number == 7))
    }
  }

  @Test("that a rollback couldn't store again, with its version, isn't replaced until a confirmation")
  func largeRollback() throws {
    let large = [UInt8](repeating: 32, count: 800_000)
    _ = try storage.commit(StorageCommit(large, expecting: nil))
    var commit = StorageCommit([1], expecting: SettingsRevision(of: large))
    commit.confirmationLimit = .seconds(30)
    let error = remoteError { try storage.commit(commit) }
    #expect(error?.kind == .tooLarge, "\(String(describing: error))")
    #expect(try storage.read()?.bytes == large)
    commit.confirmationLimit = nil
    #expect(try storage.commit(commit) == .committed(SettingsRevision(of: [1]), isDurable: true))
  }

  @Test("that etcd itself refuses as too large is the same error")
  func lowerLimit() throws {
    let small = try EtcdCluster(options: ["--max-request-bytes", "10000"])
    let storage = try EtcdStorage(endpoints: small.endpoints, prefix: prefix)
    let error = remoteError {
      try storage.commit(StorageCommit([UInt8](repeating: 1, count: 20_000), expecting: nil))
    }
    #expect(error?.kind == .tooLarge)
    #expect(error?.reason.contains("--max-request-bytes") == true)
  }

  @Test("in a database without space is refused, and can be read")
  func quota() throws {
    let small = try EtcdCluster(options: ["--quota-backend-bytes", "300000"])
    let storage = try EtcdStorage(endpoints: small.endpoints, prefix: prefix)
    var last: SettingsRevision?
    let error = remoteError {
      for round in UInt8.min...UInt8.max {
        let content = [UInt8](repeating: round, count: 50_000)
        _ = try storage.commit(StorageCommit(content, expecting: last))
        last = SettingsRevision(of: content)
      }
    }
    #expect(error?.kind == .full)
    #expect(try storage.read()?.revision == last)
  }
}
