import Foundation
import Testing

@testable import Settings
@testable import SettingsSystem

@Suite("A settings file, whatever happens while it is replaced")
struct CrashTests {
  private static let old = Array(#"{"a": 1}"#.utf8)
  private static let new = Array(#"{"a": 2, "b": 3}"#.utf8)
  private static let path = "folder/a.json"

  /// Replaces the content, however far it gets.
  private func commit(_ fileSystem: SimulatedFileSystem, from old: [UInt8]?) throws(SettingsStorageError)
    -> StorageCommitResult
  {
    try FileStorage(Self.path, fileSystem: fileSystem)
      .commit(Self.new, expecting: old.map(SettingsRevision.init(of:)))
  }

  /// The state of a disk for a reader.
  private func content(_ disk: SimulatedDisk) throws -> [UInt8]? {
    try FileStorage(Self.path, fileSystem: SimulatedFileSystem(disk)).read()?.bytes
  }

  /// The number of calls of a commit without failures.
  private func callCount(from old: [UInt8]?, canExchange: Bool = true) throws -> Int {
    let fileSystem = SimulatedFileSystem(SimulatedDisk(content: old), canExchange: canExchange)
    _ = try commit(fileSystem, from: old)
    return fileSystem.calls
  }

  @Test(
    "is the old or the new one after a crash at any call, and the next apply works", arguments: [old, nil],
    [true, false])
  func crashes(old: [UInt8]?, canExchange: Bool) throws {
    var states = 0
    for call in 0..<(try callCount(from: old, canExchange: canExchange)) {
      let fileSystem = SimulatedFileSystem(
        SimulatedDisk(content: old), fault: .crash(at: call), canExchange: canExchange)
      _ = try? commit(fileSystem, from: old)
      for disk in fileSystem.disk.disksAfterCrash {
        states += 1
        let found = try content(disk)
        #expect(found == old || found == Self.new, "crash at call \(call)")
        let next = SimulatedFileSystem(disk)
        let result = try FileStorage(Self.path, fileSystem: next)
          .commit(Array("{}".utf8), expecting: found.map(SettingsRevision.init(of:)))
        #expect(result == .committed(SettingsRevision(of: Array("{}".utf8)), isDurable: true))
        #expect(next.disk.unfinished.isEmpty)
      }
    }
    #expect(states > 20)
  }

  @Test(
    "is the new one after a commit that was called durable, whatever crash follows", arguments: [old, nil])
  func durable(old: [UInt8]?) throws {
    let fileSystem = SimulatedFileSystem(SimulatedDisk(content: old))
    #expect(try commit(fileSystem, from: old) == .committed(SettingsRevision(of: Self.new), isDurable: true))
    for disk in fileSystem.disk.disksAfterCrash { #expect(try content(disk) == Self.new) }
  }

  @Test("fails these tests if the file system only pretends to synchronize")
  func dishonestDisk() throws {
    let fileSystem = SimulatedFileSystem(SimulatedDisk(content: Self.old), fraud: [.files, .folders])
    _ = try commit(fileSystem, from: Self.old)
    let found = try fileSystem.disk.disksAfterCrash.map(content)
    #expect(found.contains { $0 != Self.old && $0 != Self.new })
  }

  @Test(
    "is the old one after a failed call, or the new one if the commit succeeded",
    arguments: [EIO, ENOSPC, EDQUOT, EACCES, EROFS, EPERM, EMFILE, EINTR], [old, nil])
  func failures(code: Int32, old: [UInt8]?) throws {
    for call in 0..<(try callCount(from: old)) {
      let fileSystem = SimulatedFileSystem(
        SimulatedDisk(content: old), fault: .failure(at: call, code: code))
      let expected: [UInt8]?
      do throws(SettingsStorageError) {
        guard case .committed = try commit(fileSystem, from: old) else {
          Issue.record("a conflict out of nothing at call \(call)")
          continue
        }
        expected = Self.new
      } catch {
        expected = old
      }
      #expect(try content(fileSystem.disk) == expected, "failure of call \(call)")
      let next = FileStorage(Self.path, fileSystem: SimulatedFileSystem(fileSystem.disk))
      let result = try next.commit(Array("{}".utf8), expecting: expected.map(SettingsRevision.init(of:)))
      #expect(result == .committed(SettingsRevision(of: Array("{}".utf8)), isDurable: true))
    }
  }

  @Test(
    "has each version in the history that it had, and no other, if the machine stops while a killed commit is completed",
    arguments: [true, false])
  func stoppedRecovery(canExchange: Bool) throws {
    func apply(_ content: [UInt8], from old: [UInt8], on fileSystem: SimulatedFileSystem) throws {
      let records = [old, content].map { StorageRecord(header: Array("x".utf8), content: .version($0)) }
      _ = try FileStorage(Self.path, fileSystem: fileSystem)
        .commit(StorageCommit(content, expecting: SettingsRevision(of: old), records: records))
    }
    var states = 0
    for call in 0..<200 {
      let killed = SimulatedFileSystem(
        SimulatedDisk(content: Self.old), fault: .kill(at: call) { _, _ in }, canExchange: canExchange)
      _ = try? apply(Self.new, from: Self.old, on: killed)
      guard killed.disk.content == Self.new else { continue }
      // The file doesn't have the content that this commit expects, so it only completes the one that was killed.
      for later in 0..<60 {
        let stopped = SimulatedFileSystem(killed.disk, fault: .crash(at: later), canExchange: canExchange)
        _ = try? apply(Array("{}".utf8), from: Self.old, on: stopped)
        for disk in stopped.disk.disksAfterCrash {
          states += 1
          let storage = FileStorage(
            Self.path, fileSystem: SimulatedFileSystem(disk, canExchange: canExchange))
          let count = try storage.logNumbers().count
          let isNew = try storage.read()?.bytes == Self.new
          #expect(count == (isNew ? 2 : 0), "killed at call \(call), stopped at call \(later)")
        }
      }
    }
    #expect(states > 20)
  }

  @Test("is whole when the system takes one byte at a time")
  func shortWrites() throws {
    let fileSystem = SimulatedFileSystem(SimulatedDisk(content: Self.old), fault: .shortWrites)
    _ = try commit(fileSystem, from: Self.old)
    #expect(try content(fileSystem.disk) == Self.new)
  }

  @Test(
    "is replaced although another process creates the hidden folder, or files in it, at any call",
    arguments: 1...3)
  func sharedHistory(count: Int) throws {
    let made: [(name: String, kind: FileStatus.Kind, mode: UInt32)] = [
      ("", .folder, 0o700), ("/.gitignore", .file, 0o600), ("/lock", .file, 0o600),
    ]
    for call in 0..<(try callCount(from: Self.old)) {
      let fileSystem = SimulatedFileSystem(
        SimulatedDisk(content: Self.old),
        fault: .interference { number, disk in
          guard number == call else { return }
          for file in made.prefix(count) where disk.names[SimulatedDisk.history + file.name] == nil {
            _ = disk.make(SimulatedDisk.history + file.name, file.kind, mode: file.mode)
          }
        })
      let result = try commit(fileSystem, from: Self.old)
      #expect(result == .committed(SettingsRevision(of: Self.new), isDurable: true), "call \(call)")
      #expect(fileSystem.disk.names[SimulatedDisk.history + "/lock"] != nil, "call \(call)")
    }
  }

  @Test("keeps its mode")
  func mode() throws {
    let fileSystem = SimulatedFileSystem(SimulatedDisk(content: Self.old))
    _ = try commit(fileSystem, from: Self.old)
    let file = fileSystem.disk.names[Self.path].flatMap { fileSystem.disk.files[$0] }
    #expect(file?.status.mode == 0o640)
  }
}
