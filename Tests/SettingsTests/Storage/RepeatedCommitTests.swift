import Foundation
import Synchronization
import Testing

@testable import Settings
@testable import SettingsSystem

/// Commits of a storage that has committed before, so that it knows its files and doesn't read all of them again.
@Suite("A settings file that one storage replaces again and again")
struct RepeatedCommitTests {
  private static let path = "folder/a.json"
  private static let first = Array(#"{"a": 1}"#.utf8)
  private static let second = Array(#"{"a": 2}"#.utf8)
  private static let third = Array(#"{"b": 3, "c": 3}"#.utf8)
  /// As long as the second content.
  private static let theirs = Array(#"{"a": 9}"#.utf8)

  /// Whether the commits append records, and where and how.
  enum Kind: CaseIterable {
    case recorded, unrecorded
    /// The history isn't beside the file.
    case elsewhere
    case inPlace, inPlaceUnrecorded
    case inPlaceElsewhere

    static let beside = [recorded, unrecorded]

    var isRecorded: Bool { self != .unrecorded && self != .inPlaceUnrecorded }
    var isElsewhere: Bool { self == .elsewhere || self == .inPlaceElsewhere }

    /// A disk with the first content.
    func disk(_ content: [UInt8]) -> SimulatedDisk {
      var disk = SimulatedDisk(content: content)
      let isInPlace = self == .inPlace || self == .inPlaceUnrecorded || self == .inPlaceElsewhere
      // A file with two names isn't replaced.
      if isInPlace, let file = disk.names[SimulatedDisk.file] { disk.files[file]?.status.linkCount = 2 }
      return disk
    }

    func files(
      on disk: SimulatedDisk, _ fault: SimulatedFileSystem.Fault = .none, canExchange: Bool = true
    ) -> SimulatedFileSystem {
      SimulatedFileSystem(disk, fault: fault, canExchange: canExchange, isWorkTree: isElsewhere)
    }
  }

  private func commit(
    _ content: [UInt8], from old: [UInt8], _ kind: Kind, in storage: FileStorage
  ) throws(SettingsStorageError) -> StorageCommitResult {
    var commit = StorageCommit(
      content, expecting: SettingsRevision(of: old),
      records: kind.isRecorded
        ? [StorageRecord(header: Array("mine".utf8), content: .version(content))] : [])
    commit.makeRecordOfSave = { StorageRecord(header: Array("save".utf8), content: .version($0)) }
    return try storage.commit(commit)
  }

  /// Replaces the first content with the second one, and reads the file as an apply does.
  private func start(_ kind: Kind, in storage: FileStorage) throws {
    _ = try commit(Self.second, from: Self.first, kind, in: storage)
    _ = try storage.read()
  }

  /// The numbers of the calls of the second commit.
  private func calls(_ kind: Kind, canExchange: Bool = true) throws -> Range<Int> {
    let fileSystem = kind.files(on: kind.disk(Self.first), canExchange: canExchange)
    let storage = FileStorage(Self.path, fileSystem: fileSystem)
    try start(kind, in: storage)
    let before = fileSystem.calls
    _ = try commit(Self.third, from: Self.second, kind, in: storage)
    return before..<fileSystem.calls
  }

  private func versions(on disk: SimulatedDisk, _ kind: Kind = .recorded) throws -> [[UInt8]] {
    let storage = FileStorage(Self.path, fileSystem: kind.files(on: disk))
    return try storage.logNumbers().compactMap { number in
      guard case .found(let record) = try storage.logRecord(number), case .version(let bytes) = record.content
      else { return nil }
      return bytes
    }
  }

  @Test(
    "has the old content or the new one after a crash at any call of a later commit, and the next one works",
    arguments: Kind.allCases.map { ($0, true) } + Kind.beside.map { ($0, false) })
  func crashes(kind: Kind, canExchange: Bool) throws {
    var found: Set<[UInt8]> = []
    var torn = 0
    for call in try calls(kind, canExchange: canExchange) {
      let fileSystem = kind.files(on: kind.disk(Self.first), .crash(at: call), canExchange: canExchange)
      let storage = FileStorage(Self.path, fileSystem: fileSystem)
      try start(kind, in: storage)
      let result = try? commit(Self.third, from: Self.second, kind, in: storage)
      for disk in fileSystem.disk.disksAfterCrash {
        if let content = disk.content, content != Self.second, content != Self.third { torn += 1 }
        // Whoever looks next finds no part of a content.
        let next = kind.files(on: disk)
        let content = try #require(try FileStorage(Self.path, fileSystem: next).read()?.bytes)
        found.insert(content)
        // The old content is possible unless the commit was called durable.
        let isDurable = result == .committed(SettingsRevision(of: Self.third), isDurable: true)
        #expect(content == Self.third || content == Self.second && !isDurable, "crash at call \(call)")
        if kind.isRecorded {
          #expect(try versions(on: disk, kind).last == content, "crash at call \(call)")
        } else {
          #expect(try versions(on: disk, kind).isEmpty, "crash at call \(call)")
        }
        let empty = Array("{}".utf8)
        let outcome = try commit(empty, from: content, kind, in: FileStorage(Self.path, fileSystem: next))
        #expect(outcome == .committed(SettingsRevision(of: empty), isDurable: true), "crash at call \(call)")
        #expect(next.disk.unfinished.isEmpty)
        // Content that was never finished can stay after a power loss.
        let beside = next.disk.names.keys.filter {
          FileLocation($0).name.hasPrefix(".settings-") && !$0.hasSuffix(".part")
        }
        #expect(beside.isEmpty, "crash at call \(call)")
      }
    }
    #expect(found == [Self.second, Self.third])
    #expect((torn > 0) == [.inPlace, .inPlaceUnrecorded, .inPlaceElsewhere].contains(kind))
  }

  @Test(
    "has the content and the versions of what succeeded after two failed calls of a later commit",
    arguments: Kind.allCases)
  func failures(kind: Kind) throws {
    let calls = try calls(kind)
    var left = 0
    for first in calls {
      for second in (first + 1)..<min(first + 12, calls.upperBound + 6) {
        let fileSystem = kind.files(on: kind.disk(Self.first), .failures(at: [first, second], code: EIO))
        let storage = FileStorage(Self.path, fileSystem: fileSystem)
        try start(kind, in: storage)
        let place: Comment = "failures of the calls \(first) and \(second)"
        var expected = Self.second
        var isLeft = false
        do throws(SettingsStorageError) {
          if case .committed = try commit(Self.third, from: Self.second, kind, in: storage) {
            expected = Self.third
          }
        } catch {
          // New content that a failed commit can't take back is a change from outside: its record was removed. The error says so.
          if case .notRestored = error { isLeft = true }
          if isLeft { expected = Self.third }
        }
        left += isLeft ? 1 : 0
        let disk = fileSystem.disk
        let next = kind.files(on: disk)
        let content = try #require(try FileStorage(Self.path, fileSystem: next).read()?.bytes)
        // What was written in part is completed or taken back by the next program, as the record says.
        let isEither = isLeft && [.inPlace, .inPlaceUnrecorded, .inPlaceElsewhere].contains(kind)
        #expect(content == expected || isEither && content == Self.second, place)
        let last = try versions(on: disk, kind).last
        #expect(
          !kind.isRecorded ? last == nil : last == content || isLeft && last == Self.second, place)
        let empty = Array("{}".utf8)
        let outcome = try commit(empty, from: content, kind, in: FileStorage(Self.path, fileSystem: next))
        #expect(outcome == .committed(SettingsRevision(of: empty), isDurable: true), place)
        #expect(next.disk.unfinished.isEmpty, place)
        #expect(next.disk.temporaries.count <= 1, place)
      }
    }
    #expect(left > 0)
  }

  @Test(
    "has its history in /var/tmp where a file or a link that leads nowhere is in place of the state folder",
    arguments: [FileStatus.Kind.file, .link], ["", "/settings", "/settings/history"])
  func blockedState(kind: FileStatus.Kind, inside: String) throws {
    var disk = SimulatedDisk(content: Self.first)
    let state = SimulatedDisk.folder + "/state"
    for name in ["", "/settings"] where name.count < inside.count {
      _ = disk.make(state + name, .folder, mode: 0o700)
    }
    _ = disk.make(state + inside, kind, mode: 0o777)
    _ = disk.make("/var/tmp", .folder, mode: 0o777)
    disk.synchronizeAll()
    let fileSystem = Kind.elsewhere.files(on: disk)
    try start(.elsewhere, in: FileStorage(Self.path, fileSystem: fileSystem))
    #expect(try versions(on: fileSystem.disk, .elsewhere) == [Self.second])
    #expect(fileSystem.disk.names.keys.contains { $0.hasPrefix("/var/tmp/settings-1/settings/history/") })
  }

  @Test(
    "has the content that the error names if each call fails from one of them on", arguments: Kind.beside)
  func failingDisk(kind: Kind) throws {
    let calls = try calls(kind)
    var left = 0
    for first in calls {
      let fileSystem = SimulatedFileSystem(
        SimulatedDisk(content: Self.first), fault: .failures(at: Set(first..<(first + 1_000)), code: EIO))
      let storage = FileStorage(Self.path, fileSystem: fileSystem)
      try start(kind, in: storage)
      var expected = Self.second
      do throws(SettingsStorageError) {
        if case .committed = try commit(Self.third, from: Self.second, kind, in: storage) {
          expected = Self.third
        }
      } catch {
        if case .notRestored = error {
          expected = Self.third
          left += 1
        }
      }
      #expect(fileSystem.disk.content == expected, "failures from call \(first) on")
    }
    #expect(left > 0)
  }

  @Test(
    "leaves at most one temporary file, however many commits follow each other", arguments: Kind.beside,
    [true, false])
  func leftovers(kind: Kind, isSameStorage: Bool) throws {
    let fileSystem = SimulatedFileSystem(SimulatedDisk(content: Self.first))
    var storage = FileStorage(Self.path, fileSystem: fileSystem)
    var old = Self.first
    for number in 1...6 {
      if !isSameStorage { storage = FileStorage(Self.path, fileSystem: fileSystem) }
      _ = try storage.read()
      let content = Array(#"{"b": \#(number)}"#.utf8)
      _ = try commit(content, from: old, kind, in: storage)
      old = content
      #expect(fileSystem.disk.temporaries.count <= 1, "commit \(number)")
    }
  }

  @Test("reserves space on the disk until a commit that needs none")
  func reservation() throws {
    let fileSystem = SimulatedFileSystem(SimulatedDisk(content: Self.first))
    let storage = FileStorage(Self.path, fileSystem: fileSystem)
    func reservations() -> Int {
      fileSystem.disk.names.keys.filter { DiskReservation.id(FileLocation($0).name) != nil }.count
    }
    for (old, new) in [(Self.first, Self.second), (Self.second, Self.first)] {
      var commit = StorageCommit(new, expecting: SettingsRevision(of: old))
      commit.reservation = 1_000
      _ = try storage.commit(commit)
      #expect(reservations() == 1)
    }
    _ = try storage.commit(StorageCommit(Self.third, expecting: SettingsRevision(of: Self.first)))
    #expect(reservations() == 0)
  }

  @Test("is the new content after a later commit that was called durable", arguments: Kind.allCases)
  func durable(kind: Kind) throws {
    let fileSystem = kind.files(on: kind.disk(Self.first))
    let storage = FileStorage(Self.path, fileSystem: fileSystem)
    try start(kind, in: storage)
    #expect(
      try commit(Self.third, from: Self.second, kind, in: storage)
        == .committed(SettingsRevision(of: Self.third), isDurable: true))
    for disk in fileSystem.disk.disksAfterCrash { #expect(disk.content == Self.third) }
  }

  @Test("keeps a save that leaves the status of the file as it was", arguments: [true, false])
  func sameStatus(canExchange: Bool) throws {
    // The calls between the last read and the moment at which a file system without exchanges compares the content.
    let calls = try calls(.recorded, canExchange: canExchange)
    for call in canExchange ? calls : calls.prefix(5) {
      let fileSystem = SimulatedFileSystem(
        SimulatedDisk(content: Self.first),
        fault: .interference { now, disk in
          guard now == call, let file = disk.names[Self.path], let status = disk.files[file]?.status,
            disk.content == Self.second
          else { return }
          disk.write(Self.theirs, to: file)
          disk.files[file]?.status = status
        }, canExchange: canExchange)
      let storage = FileStorage(Self.path, fileSystem: fileSystem)
      try start(.recorded, in: storage)
      let result = try commit(Self.third, from: Self.second, .recorded, in: storage)
      if fileSystem.disk.content == Self.theirs {
        #expect(result == .conflict(current: StoredContent(Self.theirs)), "before call \(call)")
      } else {
        #expect(fileSystem.disk.content == Self.third, "before call \(call)")
        #expect(
          fileSystem.disk.files.values.filter { $0.bytes == Self.theirs }.isEmpty, "before call \(call)")
      }
    }
  }

  @Test("keeps a save between any two calls of a later commit", arguments: Kind.allCases)
  func saves(kind: Kind) throws {
    var conflicts = 0
    for call in try calls(kind) {
      let fileSystem = kind.files(
        on: kind.disk(Self.first),
        .interference { now, disk in
          guard now == call else { return }
          let file = disk.make("folder/other.tmp", .file, mode: 0o640)
          disk.write(Self.theirs, to: file)
          disk.rename("folder/other.tmp", to: Self.path)
        })
      let storage = FileStorage(Self.path, fileSystem: fileSystem)
      try start(kind, in: storage)
      if case .conflict = try commit(Self.third, from: Self.second, kind, in: storage) { conflicts += 1 }
      #expect(fileSystem.disk.content == Self.theirs, "before call \(call)")
    }
    #expect(conflicts > 0)
  }

  @Test("records a save to the displaced file")
  func savedAfterwards() throws {
    let call = try calls(.recorded).lowerBound
    let fileSystem = SimulatedFileSystem(
      SimulatedDisk(content: Self.first),
      fault: .interference { now, disk in
        guard now == call, let file = disk.names.first(where: { $0.key.hasSuffix(".tmp") })?.value else {
          return
        }
        disk.write(Self.theirs, to: file)
      })
    let storage = FileStorage(Self.path, fileSystem: fileSystem)
    try start(.recorded, in: storage)
    _ = try commit(Self.third, from: Self.second, .recorded, in: storage)
    #expect(try versions(on: fileSystem.disk).contains(Self.theirs))
  }

  @Test("records a save by a program that has kept the file open, although the status doesn't show it")
  func savedUnseen() throws {
    var disk = SimulatedDisk(content: Self.first)
    let file = try #require(disk.names[SimulatedDisk.file])
    disk.files[file]?.isOpenForWriting = true
    let started = Mutex(false)
    let fileSystem = SimulatedFileSystem(
      disk,
      fault: .interference { _, disk in
        guard started.withLock({ $0 }), let status = disk.files[file]?.status else { return }
        disk.write(Self.theirs, to: file)
        disk.files[file]?.status = status
        disk.files[file]?.isOpenForWriting = false
      })
    let storage = FileStorage(Self.path, fileSystem: fileSystem)
    try start(.recorded, in: storage)
    started.withLock { $0 = true }
    _ = try commit(Self.third, from: Self.second, .recorded, in: storage)
    #expect(try versions(on: fileSystem.disk).contains(Self.theirs))
  }

  @Test(
    "has what a program writes to the displaced file, wherever the history is",
    arguments: [Kind.recorded, .elsewhere])
  func writtenLate(kind: Kind) throws {
    var disk = kind.disk(Self.first)
    let file = try #require(disk.names[SimulatedDisk.file])
    disk.files[file]?.isOpenForWriting = true
    let fileSystem = kind.files(on: disk)
    _ = try commit(Self.second, from: Self.first, kind, in: FileStorage(Self.path, fileSystem: fileSystem))
    disk = fileSystem.disk
    disk.write(Self.theirs, to: file)
    disk.files[file]?.isOpenForWriting = false
    let later = kind.files(on: disk)
    _ = try commit(Self.third, from: Self.second, kind, in: FileStorage(Self.path, fileSystem: later))
    #expect(try versions(on: later.disk, kind).contains(Self.theirs))
  }

  @Test(
    "isn't replaced by the rest of another program's save that a power loss has cut, whichever call has failed before",
    arguments: [EIO, EINTR])
  func cutAfterFailure(code: Int32) throws {
    // The program hasn't synchronized its file.
    var disk = SimulatedDisk(content: nil)
    let file = disk.make(Self.path, .file, mode: 0o640)
    disk.write(Self.first, to: file)
    var committed = 0
    for call in 0..<100 {
      let fileSystem = SimulatedFileSystem(disk, fault: .failure(at: call, code: code))
      let result = try? commit(
        Self.second, from: Self.first, .recorded, in: FileStorage(Self.path, fileSystem: fileSystem))
      guard case .committed = result else { continue }
      committed += 1
      for disk in fileSystem.disk.disksAfterCrash where disk.content == Self.second {
        let next = SimulatedFileSystem(disk)
        _ = try commit(Self.third, from: Self.second, .recorded, in: FileStorage(Self.path, fileSystem: next))
        #expect(next.disk.content == Self.third, "failure of call \(call)")
      }
    }
    #expect(committed > 10)
  }

  @Test("is replaced with fewer calls than by a storage that commits for the first time")
  func fewerCalls() throws {
    let fileSystem = SimulatedFileSystem(SimulatedDisk(content: Self.first))
    try start(.unrecorded, in: FileStorage(Self.path, fileSystem: fileSystem))
    let before = fileSystem.calls
    let other = FileStorage(Self.path, fileSystem: fileSystem)
    _ = try commit(Self.third, from: Self.second, .unrecorded, in: other)
    // It opens, reads and closes the displaced file, reads the content, and synchronizes the hidden folder.
    #expect(try calls(.unrecorded).count + 6 <= fileSystem.calls - before)
  }

  @Test("isn't read again for the numbers and the header of the log")
  func log() throws {
    let fileSystem = SimulatedFileSystem(SimulatedDisk(content: Self.first))
    let storage = FileStorage(Self.path, fileSystem: fileSystem)
    try start(.recorded, in: storage)
    let before = fileSystem.calls
    #expect(try storage.logNumbers(.lastRead) == [1])
    #expect(try storage.logHeader(1, .lastRead) == .found(Array("mine".utf8)))
    #expect(fileSystem.calls - before <= 3)
  }
}
