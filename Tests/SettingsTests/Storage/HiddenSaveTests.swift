import Synchronization
import Testing

@testable import Settings
@testable import SettingsSystem

/// Saves of other programs within the same tick of the clock as a read, so that the status of the file doesn't show them.
@Suite("A settings file that changes without a change of its status")
struct HiddenSaveTests {
  private static let first = #"{"a": 1, "b": "x"}"#
  private static let second = #"{"a": 2, "b": "x"}"#
  private static let theirs = #"{"a": 9, "b": "x"}"#

  /// A file and another program, which saves at the next call after it is told to.
  private final class Scene: Sendable {
    private let due = Mutex(false)

    func saveAtNextCall() { due.withLock { $0 = true } }

    func makeFileSystem() -> SimulatedFileSystem {
      SimulatedFileSystem(
        SimulatedDisk(content: Array(first.utf8)),
        fault: .interference { [self] _, disk in
          let isDue = due.withLock { due in
            defer { due = false }
            return due
          }
          guard isDue, let file = disk.names[SimulatedDisk.file], let status = disk.files[file]?.status else {
            return
          }
          disk.write(Array(theirs.utf8), to: file)
          disk.files[file]?.status = status
        })
    }
  }

  private func text(_ fileSystem: SimulatedFileSystem) -> String? {
    fileSystem.disk.content.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("is merged with the changes of an apply")
  func merged() async throws {
    let scene = Scene()
    let fileSystem = scene.makeFileSystem()
    let store = try SmallForm.store(on: FileStorage(SimulatedDisk.file, fileSystem: fileSystem))
    scene.saveAtNextCall()
    try await store.set(SmallForm.b, "y")
    #expect(text(fileSystem) == #"{"a": 9, "b": "y"}"#)
    #expect(store.snapshot.document.node(at: SmallForm.a)?.integer() == 9)
  }

  @Test("is a conflict with another value of the same setting, and the draft keeps its change")
  func conflict() async throws {
    let scene = Scene()
    let fileSystem = scene.makeFileSystem()
    let store = try SmallForm.store(on: FileStorage(SimulatedDisk.file, fileSystem: fileSystem))
    scene.saveAtNextCall()
    let error = await #expect(throws: ApplyError.self) { try await store.set(SmallForm.a, 2) }
    guard case .conflicts(let conflicts)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(conflicts.map(\.theirs) == [9])
    #expect(text(fileSystem) == Self.theirs)
  }

  @Test("is a conflict although the content that was read before has the staged value already")
  func conflictOfNothing() async throws {
    let scene = Scene()
    let fileSystem = scene.makeFileSystem()
    let store = try SmallForm.store(on: FileStorage(SimulatedDisk.file, fileSystem: fileSystem))
    var draft = store.draft()
    try draft.stage(2, at: SmallForm.a)
    let other = FileStorage(SimulatedDisk.file, fileSystem: fileSystem)
    _ = try other.commit(Array(Self.second.utf8), expecting: SettingsRevision(of: Array(Self.first.utf8)))
    try store.refresh()
    scene.saveAtNextCall()
    let staged = draft
    let error = await #expect(throws: ApplyError.self) { try await store.apply(staged) }
    guard case .conflicts? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text(fileSystem) == Self.theirs)
  }

  @Test("lets an apply succeed that the content before it doesn't allow")
  func invalidBefore() async throws {
    let scene = Scene()
    let fileSystem = scene.makeFileSystem()
    let store = try SmallForm.store(on: FileStorage(SimulatedDisk.file, fileSystem: fileSystem))
    let draft = store.draft()
    let other = FileStorage(SimulatedDisk.file, fileSystem: fileSystem)
    // The section isn't an object, so nothing can be set in it.
    _ = try other.commit(
      Array(#"["a", "aaaa", 12]"#.utf8) + [0x20], expecting: SettingsRevision(of: Array(Self.first.utf8)))
    try store.refresh()
    var staged = draft
    try staged.stage("y", at: SmallForm.b)
    scene.saveAtNextCall()
    let changed = staged
    try await store.apply(changed)
    #expect(text(fileSystem) == #"{"a": 9, "b": "y"}"#)
  }

  @Test(
    "needs no second read by an apply that changes nothing, if the storage always reads the current content")
  func currentStorage() async throws {
    let storage = CountingStorage(Self.first)
    let store = try SmallForm.store(on: storage)
    var draft = store.draft()
    try draft.stage(2, at: SmallForm.a)
    _ = try storage.commit(Array(Self.second.utf8), expecting: SettingsRevision(of: Array(Self.first.utf8)))
    try store.refresh()
    let before = storage.reads
    let outcome = try await store.apply(draft)
    #expect(outcome.changes.isEmpty)
    #expect(storage.reads == before + 1)
  }
}

/// A storage of an app that counts how often its content is read.
private final class CountingStorage: SettingsStorage {
  private let memory: MemoryStorage
  private let count = Mutex(0)

  init(_ text: String) { memory = MemoryStorage(text) }

  var reads: Int { count.withLock { $0 } }
  var name: String { memory.name }

  func read() -> StoredContent? {
    count.withLock { $0 += 1 }
    return memory.read()
  }

  func commit(_ commit: StorageCommit) -> StorageCommitResult { memory.commit(commit) }
  func logNumbers() -> [Int] { memory.logNumbers() }
  func logHeader(_ number: Int) -> StorageLookup<[UInt8]> { memory.logHeader(number) }
  func logRecord(_ number: Int) -> StorageLookup<StorageRecord> { memory.logRecord(number) }
  func changes() -> AsyncStream<Void> { memory.changes() }
}
