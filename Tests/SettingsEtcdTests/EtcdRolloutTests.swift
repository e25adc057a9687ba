import Foundation
import Settings
import TestSupport
import Testing

@testable import SettingsEtcd

/// Applies that running instances decide about.
@Suite(
  "A rollout", .enabled(if: EtcdCluster.isInstalled, "etcd or etcdctl isn't installed"),
  .timeLimit(.minutes(2)))
struct EtcdRolloutTests {
  private let storage: EtcdStorage
  private let index: FormIndex

  init() throws {
    index = FormIndex(try FormSchema(written: Array(Workspace.form.utf8)))
    storage = try EtcdStorage(
      endpoints: EtcdCluster.shared.get().endpoints, prefix: EtcdCluster.newPrefix())
  }

  /// A storage with connections of its own, as another process has it.
  private func newStorage() throws -> EtcdStorage {
    EtcdStorage(try EtcdAddress(storage.name))
  }

  /// Runs an instance until `body` returns.
  private func withInstance<Result>(
    _ name: String, _ participants: [any SettingsParticipant] = [], form: FormIndex? = nil,
    _ body: (EtcdInstance) async throws -> Result
  ) async throws -> Result {
    let storage = try newStorage()
    let store = try StoreEngine(form: form ?? index, layers: SettingsLayers(storage: storage))
    let instance = EtcdInstance(of: store, in: storage, name: name, participants: participants)
    try await instance.register()
    let task = Task { await instance.run() }
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(instance)) } catch { result = .failure(error) }
    task.cancel()
    await task.value
    return try result.get()
  }

  /// Applies a value from another process; returns its store.
  @discardableResult
  private func apply(
    _ value: JSONValue, at path: SettingPath = ["network", "port"], limit: Duration = .seconds(30),
    quorum: Double = 1, then participants: [any SettingsParticipant] = []
  ) async throws -> StoreEngine {
    let storage = try newStorage()
    let store = try StoreEngine(
      form: index, layers: SettingsLayers(storage: storage),
      participants: [EtcdRollout(storage, limit: limit, quorum: quorum)] + participants)
    var draft = store.draft()
    try draft.stage(value, at: path)
    try await store.apply(draft)
    return store
  }

  /// Expects that an apply is refused, and returns the sentence.
  private func refusal(
    limit: Duration = .seconds(30), then participants: [any SettingsParticipant] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> String {
    let error = await #expect(throws: ApplyError.self, sourceLocation: sourceLocation) {
      try await apply(9_001, limit: limit, then: participants)
    }
    return error.map { "\($0)" } ?? ""
  }

  private var candidateCount: Int {
    get throws {
      try storage.client.read(EtcdRangeRequest(storage.keys.rollout, keysOnly: true)).found
        .count { storage.keys.instanceID(of: $0.key) == nil }
    }
  }

  // MARK: - Agreement

  @Test("that all instances agree to is stored, and they commit")
  func agreement() async throws {
    let (first, second) = (StepParticipant(), StepParticipant())
    try await withInstance("a", [first]) { _ in
      try await withInstance("b", [second]) { _ in
        let store = try await apply(9_001)
        #expect(try store.history().first?.agreements == ["rollout: a, b agreed"])
        #expect(await first.next(2) == [.prepare, .commit])
        #expect(await second.next(2) == [.prepare, .commit])
      }
    }
    let review = try #require(first.calls.first?.review)
    #expect(review.changes.map(\.path.description) == ["network.port"])
    #expect(try storage.read()?.bytes == review.candidate)
    #expect(try candidateCount == 0)
    // Instances that have ended aren't registered.
    #expect(try storage.instances().isEmpty)
  }

  @Test("without an instance is an apply like any other")
  func alone() async throws {
    try await apply(9_001)
    #expect(try storage.read() != nil)
  }

  @Test("of the process that is an instance itself doesn't ask that instance")
  func own() async throws {
    let participant = StepParticipant()
    try await withInstance("a", [participant]) { instance in
      let storage = try newStorage()
      let store = try StoreEngine(
        form: index, layers: SettingsLayers(storage: storage),
        participants: [EtcdRollout(storage, except: instance)])
      var draft = store.draft()
      try draft.stage(9_001, at: ["network", "port"])
      try await store.apply(draft)
    }
    #expect(participant.calls.isEmpty)
  }

  @Test("is announced to the instances again if a later participant fails after it was stored")
  func reversion() async throws {
    struct NoPower: Error, CustomStringConvertible { let description = "no power" }
    try await apply(9_000)
    let before = try storage.read()
    let participant = StepParticipant()
    try await withInstance("a", [participant]) { _ in
      // The participant fails after the instance has committed.
      let steps = Gate()
      let failing = StepParticipant(
        "fuse",
        commit: {
          try await steps.pass()
          throw NoPower()
        })
      async let sentence = refusal(then: [failing])
      #expect(await participant.next(2) == [.prepare, .commit])
      steps.open()
      #expect(await sentence.contains("no power"))
      #expect(await participant.next(1) == [.revert])
    }
    #expect(try storage.read() == before)
    #expect(participant.calls.last?.review.candidate == before?.bytes)
    #expect(try candidateCount == 0)
  }

  // MARK: - Vetoes

  @Test("that one instance refuses isn't stored, and the error names the instance and its reason")
  func veto() async throws {
    let hasPrepared = Gate()
    let agreeing = StepParticipant(prepare: { hasPrepared.open() })
    let refusing = StepParticipant(veto: "port 9001 is in use", prepare: { try await hasPrepared.pass() })
    try await withInstance("web-1", [agreeing]) { _ in
      try await withInstance("web-2", [refusing]) { _ in
        let sentence = await refusal()
        #expect(sentence == "rollout refuses the changes: web-2: port check: port 9001 is in use")
        #expect(await agreeing.next(2) == [.prepare, .abort])
        #expect(await refusing.next(2) == [.prepare, .abort])
      }
    }
    #expect(try storage.read() == nil)
    #expect(try candidateCount == 0)
  }

  @Test("is refused by an instance whose form doesn't allow the value")
  func otherForm() async throws {
    let form = Workspace.form.replacing("65535", with: "9000")
    try #require(form != Workspace.form)
    let older = FormIndex(try FormSchema(written: Array(form.utf8)))
    try await withInstance("old", form: older) { _ in
      let sentence = await refusal()
      #expect(
        sentence.hasPrefix("rollout refuses the changes: old: ") && sentence.contains("9000"), "\(sentence)")
    }
    #expect(try storage.read() == nil)
  }

  @Test("that an instance doesn't answer to in time isn't stored")
  func silence() async throws {
    let never = Gate()
    let participant = StepParticipant(prepare: { try await never.pass() })
    try await withInstance("web-1", [participant]) { _ in
      let sentence = await refusal(limit: .seconds(1))
      #expect(sentence.contains("web-1 didn't answer within 1 s"), "\(sentence)")
      // The preparation is canceled when the candidate ends.
      #expect(await participant.next(2) == [.prepare, .abort])
    }
    #expect(try storage.read() == nil)
  }

  @Test("that a quorum has answered to is stored, although another instance is silent")
  func quorum() async throws {
    let never = Gate()
    let (silent, other) = (StepParticipant(prepare: { try await never.pass() }), StepParticipant())
    try await withInstance("web-1", [silent]) { _ in
      try await withInstance("web-2", [other]) { _ in
        let store = try await apply(9_001, limit: .seconds(1), quorum: 0.5)
        #expect(
          try store.history().first?.agreements == ["rollout: web-2 agreed; web-1 didn't answer"])
        #expect(await other.next(2) == [.prepare, .commit])
        #expect(await silent.next(2) == [.prepare, .abort])
      }
    }
    #expect(try storage.read() != nil)
  }

  // MARK: - Deaths

  @Test("goes on when the lease of a dead instance has ended")
  func deadInstance() async throws {
    let dead = try EtcdInstance(
      of: StoreEngine(form: index, layers: SettingsLayers(storage: storage)), in: storage, name: "dead",
      leaseTime: .seconds(2))
    // It is registered and doesn't run, as after the death of its process.
    try await dead.register()
    #expect(try storage.instances().map(\.name) == ["dead"])
    try await apply(9_001)
    #expect(try storage.instances().isEmpty)
    #expect(try storage.read() != nil)
  }

  @Test("whose process dies before the commit ends with its lease, and the instances abort")
  func deadApplier() async throws {
    let participant = StepParticipant()
    try await withInstance("a", [participant]) { _ in
      let lease = try storage.client.grantLease(.seconds(2))
      let candidate = EtcdCandidate(.apply, content: Array(#"{"network": {"port": 9001}}"#.utf8))
      _ = try storage.client.run(
        EtcdTransaction(
          expected: [], operations: [.put(storage.keys.candidate, candidate.value, lease: lease)],
          otherwise: []))
      #expect(await participant.next(2) == [.prepare, .abort])
      // The next apply isn't impeded.
      try await apply(9_002)
      #expect(await participant.next(2) == [.prepare, .commit])
    }
  }

  @Test("that an instance of an earlier version can't read is refused with a sentence that says so")
  func laterVersion() async throws {
    let participant = StepParticipant()
    try await withInstance("a", [participant]) { _ in
      let lease = try storage.client.grantLease(.seconds(30))
      let candidate = Array("{\"format\": 2, \"kind\": \"apply\"}\n{}".utf8)
      _ = try storage.client.run(
        EtcdTransaction(
          expected: [], operations: [.put(storage.keys.candidate, candidate, lease: lease)], otherwise: []))
      var votes: [EtcdKeyValue] = []
      for await _ in EtcdWatch.changes(storage.keys.allVotes, client: storage.client) {
        votes = try storage.client.read([EtcdRangeRequest(storage.keys.allVotes)])[0].found
        if !votes.isEmpty { break }
      }
      #expect(EtcdVote(try #require(votes.first).value).veto?.contains("update it first") == true)
      try storage.client.revokeLease(lease)
      // The instance votes on the next apply as ever.
      try await apply(9_003)
      #expect(await participant.next(2) == [.prepare, .commit])
    }
  }

  @Test("isn't stored if the candidate has ended after the instances agreed, because they have dropped it")
  func pausedApplier() async throws {
    let (storage, participant) = (storage, StepParticipant())
    // The process that applies is stopped until its lease has ended.
    let pause = StepParticipant(
      "pause",
      prepare: { try EtcdCluster.shared.get().etcdctl(["del", storage.keys.candidate]) })
    try await withInstance("a", [participant]) { _ in
      let sentence = await refusal(then: [pause])
      #expect(sentence.contains("nothing was changed; try again"), "\(sentence)")
      #expect(await participant.next(2) == [.prepare, .abort])
    }
    #expect(try storage.read() == nil)
  }

  // MARK: - Several applies

  @Test("of two processes at the same time are voted on one after the other, and both are stored")
  func concurrency() async throws {
    let participant = StepParticipant()
    try await withInstance("a", [participant]) { _ in
      async let first = apply(9_001)
      async let second = apply(true, at: ["verbose"])
      _ = try await (first, second)
      // Every preparation has one end. One more apply makes sure that all have arrived.
      try await apply(9_002)
      var steps: [StepParticipant.Step] = []
      while steps.count(where: { $0 == .commit }) < 3 { steps += await participant.next(1) }
      for pair in stride(from: 0, to: steps.count, by: 2) {
        #expect(steps[pair] == .prepare && steps[pair + 1] != .prepare, "\(steps)")
      }
    }
    let text = String(decoding: try #require(try storage.read()).bytes, as: UTF8.self)
    #expect(text.contains("9002") && text.contains("true"), "\(text)")
  }

  // MARK: - Health

  @Test("is decided by the health of all instances if a participant waits for it")
  func health() async throws {
    let content = SettingsRevision(of: [1])
    try await withInstance("a") { first in
      try await withInstance("b") { second in
        try await first.report(.healthy, with: content)
        try await second.report(.healthy, with: SettingsRevision(of: [2]))
        await #expect(throws: EtcdRolloutError.notHealthy(instances: ["b"], limit: .milliseconds(100))) {
          try await storage.waitForHealth(with: content, within: .milliseconds(100))
        }
        async let decision: Void = storage.waitForHealth(with: content, within: .seconds(60))
        try await second.report(.starting, with: content)
        try await second.report(.healthy, with: content)
        try await decision
        try await second.report(.unhealthy, with: content, reason: "no disk")
        await #expect(throws: EtcdRolloutError.unhealthy(instance: "b", reason: "no disk")) {
          try await storage.waitForHealth(with: content, within: .seconds(60))
        }
      }
    }
    try await storage.waitForHealth(with: content, within: .seconds(60))
  }
}
