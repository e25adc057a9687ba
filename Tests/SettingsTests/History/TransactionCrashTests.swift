@testable import SettingsSystem
import Foundation
import Synchronization
import Testing

@testable import Settings

/// Operations on a store that a crash of the machine may interrupt.
private enum Operation: String, CaseIterable, CustomTestStringConvertible {
  case apply, confirmedApply, secondConfirmedApply, confirm, cancel, rollback, takeBackAtStart

  var testDescription: String { rawValue }
}

/// The form of the process that performs an operation, or that recovers.
private enum FormNow: String, CaseIterable, CustomTestStringConvertible {
  /// The form of the versions.
  case own
  /// None is left, so an empty one is used.
  case gone
  /// One that refuses every version, whose rules and types are others.
  case refusing

  var testDescription: String { rawValue }

  func index() throws -> FormIndex {
    switch self {
    case .own: try #require(SmallForm.index)
    case .gone: FormIndex(FormSchema(describingNothingIn: nil))
    case .refusing:
      FormIndex(
        try FormSchema(
          written: Array(
            #"{"type": "object", "properties": {"a": {"type": "string", "title": "A"}}, "required": ["z"]}"#
              .utf8)))
    }
  }
}

@Suite("A transaction, whatever happens while it runs")
struct TransactionCrashTests {
  private static let path = "folder/a.json"
  private static let first = Array(#"{"a": 1}"#.utf8)

  private func open(_ fileSystem: SimulatedFileSystem, _ form: FormNow = .own) throws -> StoreEngine {
    try SmallForm.store(on: FileStorage(Self.path, fileSystem: fileSystem), form: form.index())
  }

  private func content(_ disk: SimulatedDisk) -> [UInt8]? { disk.contents[Self.path] }

  /// A disk on which the operation can be done.
  private func disk(for operation: Operation, _ content: [UInt8]?) async throws -> SimulatedDisk {
    let fileSystem = SimulatedFileSystem(SimulatedDisk(content: content))
    switch operation {
    case .apply, .confirmedApply: break
    case .rollback: try await open(fileSystem).set(SmallForm.a, 2)
    case .secondConfirmedApply, .confirm, .cancel: try await open(fileSystem).set(SmallForm.a, 2, anHour)
    case .takeBackAtStart: try await open(fileSystem).set(SmallForm.a, 2, noTime)
    }
    // The acknowledged operation is durable: make the disk's state durable, too.
    #expect(Set(fileSystem.disk.disksAfterCrash.map { self.content($0) }).count == 1)
    var disk = fileSystem.disk
    disk.synchronizeAll()
    return disk
  }

  private func perform(
    _ operation: Operation, on fileSystem: SimulatedFileSystem, _ form: FormNow = .own
  ) async throws {
    let store = try open(fileSystem, form)
    switch operation {
    case .apply: try await store.set(SmallForm.a, 2)
    case .confirmedApply: try await store.set(SmallForm.a, 2, anHour)
    case .secondConfirmedApply: try await store.set(SmallForm.a, 3, anHour)
    case .confirm: try store.confirm(pending(in: store))
    case .cancel: try await store.cancel(pending(in: store))
    case .rollback: try await store.rollback(to: #require(try store.history().last))
    case .takeBackAtStart: break
    }
  }

  private func pending(in store: StoreEngine) throws -> ConfirmationID {
    guard let pending = try store.pendingConfirmation() else { throw ApplyError.nothingPending }
    return pending.id
  }

  /// The state that a store finds: the content, the pending confirmation, and the last entry of the history.
  private struct Finding: Hashable {
    var content: [UInt8]?
    var waits: Bool
    var restores: [UInt8]?
    var isOnRecord: Bool
  }

  private func look(at disk: SimulatedDisk) throws -> Finding {
    let storage = FileStorage(Self.path, fileSystem: SimulatedFileSystem(disk))
    let log = SettingsLog(of: storage)
    let stored = try storage.read()
    let pending = try log.state().pending
    let former = try pending?.restores.flatMap { try log.content(of: $0) } ?? nil
    let last = try log.entries(stored: stored?.revision, at: .now, externalChanges: { _ in [] }).first
    return Finding(
      content: stored?.bytes, waits: pending != nil, restores: former, isOnRecord: last?.id != 0)
  }

  /// The calls of an operation without failures, and the state afterwards.
  private func smoothRun(
    _ operation: Operation, from disk: SimulatedDisk, _ form: FormNow = .own
  ) async throws -> (calls: SimulatedFileSystem, after: Finding) {
    let fileSystem = SimulatedFileSystem(disk)
    try await perform(operation, on: fileSystem, form)
    return (fileSystem, try look(at: fileSystem.disk))
  }

  /// Expects that the next apply succeeds and is durable.
  private func expectNextApplyWorks(on disk: SimulatedDisk, _ comment: Comment) async throws {
    let fileSystem = SimulatedFileSystem(disk)
    let store = try open(fileSystem)
    if let pending = try store.pendingConfirmation() { try await store.cancel(pending.id) }
    let outcome = try await store.set(SmallForm.a, 9)
    #expect(outcome.isDurable, comment)
    #expect(try look(at: fileSystem.disk).isOnRecord, comment)
    #expect(fileSystem.disk.unfinished.isEmpty, comment)
    let remains = fileSystem.disk.names.keys.filter { FileLocation($0).folder == SimulatedDisk.folder }
    #expect(Set(remains) == [SimulatedDisk.file, SimulatedDisk.history], comment)
  }

  /// The disks on which the next apply was tried. Crashes of several operations, and with several forms, leave equal disks.
  private static let tried = Mutex<Set<[String: String]>>([])

  private func expectNextApplyWorksOnce(
    on disk: SimulatedDisk, _ operation: Operation, _ comment: Comment
  ) async throws {
    // Times aren't compared, and only here is that of the confirmation over.
    var state = disk.comparedState
    state["is over"] = "\(operation == .takeBackAtStart)"
    guard Self.tried.withLock({ $0.insert(state).inserted }) else { return }
    try await expectNextApplyWorks(on: disk, comment)
  }

  @Test(
    "is done or not done after a crash at any call, and after another one while the next start recovers",
    arguments: Operation.allCases, [first, nil])
  fileprivate func crashes(operation: Operation, content: [UInt8]?) async throws {
    guard content != nil || operation != .rollback else { return }
    try await expectDoneOrNot(operation, content, .own)
  }

  @Test(
    "that decides about an apply, or goes back, is done or not done, with a form that is gone or that refuses every version",
    arguments: [Operation.confirm, .cancel, .rollback, .takeBackAtStart], [FormNow.gone, .refusing])
  fileprivate func crashesWithoutForm(operation: Operation, form: FormNow) async throws {
    try await expectDoneOrNot(operation, Self.first, form)
  }

  private func expectDoneOrNot(_ operation: Operation, _ content: [UInt8]?, _ form: FormNow) async throws {
    let start = try await disk(for: operation, content)
    let before = try look(at: start)
    let (calls, after) = try await smoothRun(operation, from: start, form)
    #expect(before != after)
    var findings: Set<Finding> = []
    var explored: Set<[String: String]> = []

    for call in calls.crashPoints {
      // Other tests have time limits.
      await Task.yield()
      let fileSystem = SimulatedFileSystem(start, fault: .crash(at: call))
      try? await perform(operation, on: fileSystem, form)
      for disk in fileSystem.disk.disksAfterCrash where explored.insert(disk.comparedState).inserted {
        let found = try look(at: disk)
        findings.insert(found)
        #expect(
          found == before || found == after, "\(operation), crash at call \(call): \(disk.comparedState)")
        try await expectNextApplyWorksOnce(on: disk, operation, "\(operation), crash at call \(call)")

        // The next start recovers, and may be interrupted, too.
        let smooth = SimulatedFileSystem(disk)
        _ = try open(smooth, form)
        let recovered = try look(at: smooth.disk)
        for second in smooth.crashPoints {
          let again = SimulatedFileSystem(disk, fault: .crash(at: second))
          _ = try? open(again, form)
          for disk in again.disk.disksAfterCrash where explored.insert(disk.comparedState).inserted {
            let second = try look(at: disk)
            findings.insert(second)
            #expect(second == found || second == recovered, "\(operation), crash at call \(call) and again")
            try await expectNextApplyWorksOnce(
              on: disk, operation, "\(operation), crash at call \(call) and again")
          }
        }
      }
    }
    // Both outcomes have to occur, or else the test proves nothing.
    #expect(findings == [before, after])
  }

  @Test(
    "has the result that it reports after a failure of any call",
    arguments: Operation.allCases, [EIO, ENOSPC, EACCES, EINTR])
  fileprivate func failures(operation: Operation, code: Int32) async throws {
    let start = try await disk(for: operation, Self.first)
    let before = try look(at: start)
    let (calls, after) = try await smoothRun(operation, from: start)

    for call in 0..<calls.calls {
      await Task.yield()
      let fileSystem = SimulatedFileSystem(start, fault: .failure(at: call, code: code))
      let isDone = (try? await perform(operation, on: fileSystem)) != nil
      let found = try look(at: fileSystem.disk)
      // A store that can't take something back at its start opens all the same, and tries again.
      #expect(
        found == after || (found == before && (!isDone || operation == .takeBackAtStart)),
        "\(operation), failure of call \(call), done: \(isDone)")
      try await expectNextApplyWorksOnce(
        on: fileSystem.disk, operation, "\(operation), failure of call \(call)")
    }
  }

  @Test("is reported as durable only if no crash can undo it", arguments: Operation.allCases)
  fileprivate func durable(operation: Operation) async throws {
    let start = try await disk(for: operation, Self.first)
    let fileSystem = SimulatedFileSystem(start)
    try await perform(operation, on: fileSystem)
    let after = try look(at: fileSystem.disk)
    for disk in fileSystem.disk.disksAfterCrash { #expect(try look(at: disk) == after) }
  }

  @Test("fails these tests if the file system only pretends to synchronize")
  func dishonestDisk() async throws {
    // After an earlier apply, there are fewer files to lose, and so fewer disks to look at.
    let start = try await disk(for: .rollback, Self.first)
    let before = try look(at: start).content
    let fileSystem = SimulatedFileSystem(start, fraud: [.files, .folders])
    try await perform(.secondConfirmedApply, on: fileSystem)
    let isFoundOut = fileSystem.disk.disksAfterCrash.contains { disk in
      let found = try? look(at: disk)
      return found?.content != before && found?.waits != true
    }
    #expect(isFoundOut)
  }
}
