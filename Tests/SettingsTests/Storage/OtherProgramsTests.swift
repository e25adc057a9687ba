import Foundation
import Synchronization
import Testing

@testable import Settings
@testable import SettingsSystem

/// Another program that saves once, each step of it right before a call.
private final class OtherProgram: Sendable {
  let save: Save
  let content: [UInt8]
  let calls: [Int]
  // Only read and written by the simulated file system, which runs one call at a time.
  private nonisolated(unsafe) var opened: Int?

  init(_ save: Save, _ content: [UInt8], at calls: [Int]) {
    self.save = save
    self.content = content
    self.calls = calls
  }

  func act(before call: Int, on disk: inout SimulatedDisk) {
    for (step, own) in calls.enumerated() where own == call {
      save.step(step, of: content, on: &disk, &opened)
    }
  }
}

@Suite("A settings file that other programs save, too")
struct OtherProgramsTests {
  static let old = Array(#"{"a": 1}"#.utf8)
  static let new = Array(#"{"a": 2, "b": 3}"#.utf8)
  static let theirs = Array(#"{"a": 1, "theirs": true}"#.utf8)

  func commit(
    _ content: [UInt8]?, from old: [UInt8]?, on fileSystem: SimulatedFileSystem
  ) throws(SettingsStorageError) -> StorageCommitResult {
    var commit = StorageCommit(
      content, expecting: old.map(SettingsRevision.init(of:)),
      records: [StorageRecord(header: Array("mine".utf8), content: content.map { .version($0) } ?? .removal)])
    commit.makeRecordOfSave = { StorageRecord(header: Array("save".utf8), content: .version($0)) }
    return try FileStorage(SimulatedDisk.file, fileSystem: fileSystem).commit(commit)
  }

  /// A disk on which a file has been committed once, so that everything is in place.
  var disk: SimulatedDisk {
    get throws {
      let fileSystem = SimulatedFileSystem(SimulatedDisk(content: Array("{}".utf8)))
      _ = try commit(Self.old, from: Array("{}".utf8), on: fileSystem)
      var disk = fileSystem.disk
      disk.synchronizeAll()
      return disk
    }
  }

  /// The versions on record.
  func versions(on disk: SimulatedDisk) throws -> [[UInt8]] {
    let storage = FileStorage(SimulatedDisk.file, fileSystem: SimulatedFileSystem(disk))
    return try storage.logNumbers().compactMap { number in
      guard case .found(let record) = try storage.logRecord(number), case .version(let bytes) = record.content
      else { return nil }
      return bytes
    }
  }

  @Test("has the last of two saves by other programs, whichever calls of a removal they come before")
  func removal() throws {
    let start = try disk
    let smooth = SimulatedFileSystem(start)
    #expect(try commit(nil, from: Self.old, on: smooth) == .committed(nil, isDurable: true))
    #expect(smooth.disk.content == nil)
    let saves = ["first", "second"].map { Array(#"{"save": "\#($0)"}"#.utf8) }
    for first in 0..<smooth.calls {
      for second in first..<(smooth.calls + 4) {
        let fileSystem = SimulatedFileSystem(
          start,
          fault: .interference { call, disk in
            for (place, save) in zip([first, second], saves) where place == call {
              let file = disk.make("folder/other.tmp", .file, mode: 0o640)
              disk.write(save, to: file)
              disk.rename("folder/other.tmp", to: SimulatedDisk.file)
            }
          })
        _ = try commit(nil, from: Self.old, on: fileSystem)
        // A removal may be over before the second save.
        let last = second < fileSystem.calls ? saves[1] : first < fileSystem.calls ? saves[0] : nil
        #expect(fileSystem.disk.content == last, "before the calls \(first) and \(second)")
      }
    }
  }

  @Test(
    "is stored although another program removes the new history folder, whichever call of its creation that comes before"
  )
  func removedFolder() throws {
    let start = SimulatedDisk(content: Self.old)
    let smooth = SimulatedFileSystem(start)
    _ = try commit(Self.new, from: Self.old, on: smooth)
    var stored = 0
    for place in 0...smooth.calls {
      let fileSystem = SimulatedFileSystem(
        start,
        fault: .interference { call, disk in
          guard call == place else { return }
          for name in disk.names.keys where name.hasSuffix(".history") || name.contains(".history/") {
            disk.unlink(name)
          }
        })
      do throws(SettingsStorageError) {
        // Otherwise it is a conflict, and the apply is repeated.
        guard case .committed = try commit(Self.new, from: Self.old, on: fileSystem) else { continue }
        #expect(fileSystem.disk.content == Self.new)
        stored += 1
      } catch {
        if case .notCreatable = error { Issue.record("before call \(place): \(error)") }
      }
    }
    #expect(stored > 0)
  }

  @Test(
    "never loses a save, whichever two calls of a commit its steps come between", arguments: Save.allCases)
  fileprivate func saves(save: Save) throws {
    let start = try disk
    let smooth = SimulatedFileSystem(start)
    _ = try commit(Self.new, from: Self.old, on: smooth)
    let calls = smooth.calls
    var conflicts = 0

    for first in 0...calls {
      for second in save.steps == 1 ? first...first : first...calls {
        let program = OtherProgram(save, Self.theirs, at: [first, second])
        let fileSystem = SimulatedFileSystem(start, fault: .interference(program.act))
        let comment: Comment = "\(save), before calls \(first) and \(second) of \(calls)"
        let result = try? commit(Self.new, from: Self.old, on: fileSystem)
        var disk = fileSystem.disk
        // The program may be slower than the commit.
        for late in fileSystem.calls...max(fileSystem.calls, second) { program.act(before: late, on: &disk) }

        if case .conflict? = result { conflicts += 1 }
        if disk.content == Self.theirs { continue }
        // The other way in which nothing is lost: the program wrote to the file that the commit had displaced, and the next
        // commit finds it there.
        let next = SimulatedFileSystem(disk)
        _ = try commit(Array("{}".utf8), from: disk.content, on: next)
        _ = try commit(Array("{}".utf8), from: disk.content, on: next)
        #expect(try versions(on: next.disk).contains(Self.theirs), comment)
        // And only a program that had the file open before the exchange can do that.
        #expect(save == .inPlace || save == .truncate, comment)
      }
    }
    #expect(conflicts > 0)
  }

  @Test("is not replaced while a program that has emptied it is writing it")
  func waits() throws {
    var start = try disk
    let file = try #require(start.names[SimulatedDisk.file])
    start.files[file]?.isOpenForWriting = true
    let fileSystem = SimulatedFileSystem(
      start,
      fault: .interference { _, disk in
        // The end of the save, as soon as the commit waits for it.
        guard let file = disk.names[SimulatedDisk.file], disk.files[file]?.isOpenForWriting == true else {
          return
        }
        disk.write(Self.theirs, to: file)
        disk.files[file]?.isOpenForWriting = false
      })
    #expect(
      try commit(Self.new, from: Self.old, on: fileSystem) == .conflict(current: StoredContent(Self.theirs)))
    #expect(fileSystem.disk.content == Self.theirs)
  }

  @Test("is replaced although a program keeps it open, if the program doesn't write")
  func openForLong() throws {
    var start = try disk
    let file = try #require(start.names[SimulatedDisk.file])
    start.files[file]?.isOpenForWriting = true
    let fileSystem = SimulatedFileSystem(start)
    #expect(
      try commit(Self.new, from: Self.old, on: fileSystem)
        == .committed(SettingsRevision(of: Self.new), isDurable: true))
  }

  @Test(
    "isn't waited for without end, whichever call another program removes it or opens it for good before",
    .timeLimit(.minutes(5)), arguments: [true, false])
  func endless(removes: Bool) throws {
    let start = try disk
    let file = try #require(start.names[SimulatedDisk.file])
    let smooth = SimulatedFileSystem(start)
    _ = try commit(Self.new, from: Self.old, on: smooth)
    for place in 0..<smooth.calls {
      let fileSystem = SimulatedFileSystem(
        start,
        fault: .interference { call, disk in
          guard call == place else { return }
          if removes { disk.unlink(SimulatedDisk.file) } else { disk.files[file]?.isOpenForWriting = true }
        })
      let result = try commit(Self.new, from: Self.old, on: fileSystem)
      if case .committed = result, !removes { #expect(fileSystem.disk.content == Self.new, "call \(place)") }
      if case .conflict(let current) = result {
        #expect(current?.bytes == (removes ? nil : Self.old), "call \(place)")
      }
    }
  }

  @Test("gets no empty version if another program has emptied the displaced file")
  func emptied() throws {
    var start = try disk
    let file = try #require(start.names[SimulatedDisk.file])
    start.files[file]?.isOpenForWriting = true
    let first = SimulatedFileSystem(start)
    _ = try commit(Self.new, from: Self.old, on: first)
    var disk = first.disk
    disk.write([], to: file)
    disk.files[file]?.isOpenForWriting = false
    let next = SimulatedFileSystem(disk)
    let last = Array("{}".utf8)
    _ = try commit(last, from: Self.new, on: next)
    let found = try versions(on: next.disk)
    #expect(!found.contains([]) && found.last == last)
  }

  @Test(
    "isn't lost if a call fails while another program still writes to the displaced file",
    arguments: [EIO, EACCES])
  func failureWhileOpen(code: Int32) throws {
    var start = try disk
    let file = try #require(start.names[SimulatedDisk.file])
    start.files[file]?.isOpenForWriting = true
    let first = SimulatedFileSystem(start)
    _ = try commit(Self.new, from: Self.old, on: first)
    let last = Array("{}".utf8)
    let smooth = SimulatedFileSystem(first.disk)
    _ = try commit(last, from: Self.new, on: smooth)
    for call in 0..<smooth.calls {
      let failing = SimulatedFileSystem(first.disk, fault: .failure(at: call, code: code))
      _ = try? commit(last, from: Self.new, on: failing)
      // The program writes what it has to write, and closes the file.
      var disk = failing.disk
      disk.write(Self.theirs, to: file)
      disk.files[file]?.isOpenForWriting = false
      let next = SimulatedFileSystem(disk)
      _ = try commit(Array("[]".utf8), from: disk.content, on: next)
      #expect(try versions(on: next.disk).contains(Self.theirs), "failure of call \(call)")
    }
  }

  @Test(
    "keeps a save after a kill, and determines the result of the killed apply by its files",
    arguments: Save.allCases)
  fileprivate func kills(save: Save) throws {
    let start = try disk
    let smooth = SimulatedFileSystem(start)
    _ = try commit(Self.new, from: Self.old, on: smooth)
    var outcomes: [Bool: Int] = [:]

    for call in 0..<smooth.calls {
      let killed = SimulatedFileSystem(start, fault: .kill(at: call) { _, _ in })
      _ = try? commit(Self.new, from: Self.old, on: killed)
      var disk = killed.disk
      let wasVisible = disk.content == Self.new
      outcomes[wasVisible, default: 0] += 1
      let program = OtherProgram(save, Self.theirs, at: [0, 1])
      for step in 0...1 { program.act(before: step, on: &disk) }
      // Files of other programs that look like ours mean nothing.
      _ = disk.make("folder/.a.json.abc.tmp", .file, mode: 0o600)
      _ = disk.make(SimulatedDisk.history + "/0123456789abcdef.none.none.tmp", .file, mode: 0o600)

      #expect(try versions(on: disk).contains(Self.new) == wasVisible, "\(save), killed at call \(call)")
      let next = SimulatedFileSystem(disk)
      _ = try commit(Array("{}".utf8), from: Self.theirs, on: next)
      #expect(next.disk.content == Array("{}".utf8))
      #expect(try versions(on: next.disk).contains(Self.new) == wasVisible, "\(save), killed at call \(call)")
      #expect(next.disk.unfinished.isEmpty)
    }
    #expect(outcomes[true, default: 0] > 0 && outcomes[false, default: 0] > 0)
  }

  /// The disks on which a killed commit has exchanged the files, where another program has saved right before, whichever call that is.
  private func disksAfterKill(saving save: Save, on start: SimulatedDisk) -> [SimulatedDisk] {
    (0..<200).flatMap { call in
      let program = OtherProgram(save, Self.theirs, at: [call])
      return (1...4).map { later in
        let fileSystem = SimulatedFileSystem(start, fault: .kill(at: call + later, program.act))
        _ = try? commit(Self.new, from: Self.old, on: fileSystem)
        return fileSystem.disk
      }
    }
    .filter { $0.content == Self.new }
  }

  @Test("gets back a save that a commit displaced if the commit was killed before it could restore it")
  func killedInBetween() throws {
    let disks = try disksAfterKill(saving: .rename, on: disk).filter {
      $0.contents.values.contains(Self.theirs)
    }
    #expect(!disks.isEmpty)
    for disk in disks {
      let next = SimulatedFileSystem(disk)
      let result = try commit(Array("{}".utf8), from: Self.new, on: next)
      #expect(result == .conflict(current: StoredContent(Self.theirs)))
      #expect(next.disk.content == Self.theirs)
      #expect(try !versions(on: next.disk).contains(Self.new))
    }
  }

  @Test("gets back a save that a removal displaced if the removal was killed before it could put it back")
  func killedRemoval() throws {
    let start = try disk
    var found = 0
    for call in 0..<100 {
      let program = OtherProgram(.rename, Self.theirs, at: [call])
      for later in 1...4 {
        let killed = SimulatedFileSystem(start, fault: .kill(at: call + later, program.act))
        _ = try? commit(nil, from: Self.old, on: killed)
        guard killed.disk.content == nil, killed.disk.contents.values.contains(Self.theirs) else { continue }
        found += 1
        let next = SimulatedFileSystem(killed.disk)
        #expect(try commit(nil, from: Self.old, on: next) == .conflict(current: StoredContent(Self.theirs)))
        #expect(next.disk.content == Self.theirs, "\(call), killed \(later) calls later")
      }
    }
    #expect(found > 0)
  }

  @Test("isn't taken back to old content if a call fails while a killed commit is completed")
  func failedRecovery() throws {
    let start = try disk
    var found = 0
    for call in 0..<100 {
      let killed = SimulatedFileSystem(start, fault: .kill(at: call) { _, _ in })
      _ = try? commit(Self.new, from: Self.old, on: killed)
      guard killed.disk.content == Self.new, !killed.disk.unfinished.isEmpty else { continue }
      found += 1
      for failing in 0..<60 {
        let next = SimulatedFileSystem(killed.disk, fault: .failure(at: failing, code: EIO))
        _ = try? commit(Array("{}".utf8), from: Self.new, on: next)
        let content = next.disk.content
        #expect(content == Self.new || content == Array("{}".utf8), "killed at \(call), failed at \(failing)")
        #expect(try versions(on: next.disk).contains(Self.new), "killed at \(call), failed at \(failing)")
      }
    }
    #expect(found > 0)
  }

  @Test("keeps a save that came after the kill, and has the displaced one as a version")
  func savedAfterKill() throws {
    let last = Array(#"{"last": true}"#.utf8)
    let disks = try disksAfterKill(saving: .rename, on: disk).filter {
      $0.contents.values.contains(Self.theirs)
    }
    #expect(!disks.isEmpty)
    for var disk in disks {
      let file = disk.make("folder/other.tmp", .file, mode: 0o640)
      disk.write(last, to: file)
      disk.rename("folder/other.tmp", to: SimulatedDisk.file)
      let next = SimulatedFileSystem(disk)
      let result = try commit(Array("{}".utf8), from: Self.new, on: next)
      #expect(result == .conflict(current: StoredContent(last)))
      #expect(next.disk.content == last)
      #expect(try versions(on: next.disk).contains(Self.theirs))
    }
  }

  @Test(
    "keeps the new content if another program emptied the displaced file and never wrote it",
    arguments: [true, false])
  func cutOff(hasEnded: Bool) throws {
    let start = try disk
    let file = try #require(start.names[SimulatedDisk.file])
    let disks = disksAfterKill(saving: .truncate, on: start).filter { $0.files[file]?.bytes == [] }
    #expect(!disks.isEmpty)
    for var disk in disks {
      if hasEnded { disk.files[file]?.isOpenForWriting = false }
      let next = SimulatedFileSystem(disk)
      let last = Array("{}".utf8)
      let result = try commit(last, from: Self.new, on: next)
      if hasEnded {
        #expect(result == .committed(SettingsRevision(of: last), isDurable: true))
        #expect(try versions(on: next.disk) == versions(on: start) + [Self.new, last])
      } else {
        // It has the file open, so what it is about to write must end up in the settings file.
        #expect(next.disk.names[SimulatedDisk.file] == file)
      }
    }
  }

  @Test("gets back a save that is larger than a document, if the commit that displaced it was killed")
  func killedOverLargeSave() throws {
    let start = try disk
    var found = 0
    for call in 0..<200 {
      let killed = SimulatedFileSystem(start, fault: .kill(at: call) { _, _ in })
      _ = try? commit(Self.new, from: Self.old, on: killed)
      var disk = killed.disk
      guard disk.content == Self.new, !disk.unfinished.isEmpty,
        let name = disk.names.keys.first(where: { TemporaryName(FileLocation($0).name) != nil }),
        let save = disk.names[name]
      else { continue }
      found += 1
      disk.files[save]?.status.size = InputLimits.documentSize + 1
      let next = SimulatedFileSystem(disk)
      _ = try? commit(Array("{}".utf8), from: Self.new, on: next)
      #expect(next.disk.names[SimulatedDisk.file] == save, "killed at call \(call)")
    }
    #expect(found > 0)
  }

  @Test("has only versions that a program has saved, wherever a commit was killed or the machine stopped")
  func noInventedVersions() throws {
    let start = try disk
    let smooth = SimulatedFileSystem(start)
    _ = try commit(Self.new, from: Self.old, on: smooth)
    let known = Set([Array("{}".utf8), Self.old, Self.new])
    var states = 0
    for call in 0..<smooth.calls {
      let stopped = SimulatedFileSystem(start, fault: .crash(at: call))
      _ = try? commit(Self.new, from: Self.old, on: stopped)
      for disk in [stopped.disk] + stopped.disk.disksAfterCrash {
        states += 1
        let next = SimulatedFileSystem(disk)
        _ = try commit(Array("{}".utf8), from: disk.content, on: next)
        #expect(try Set(versions(on: next.disk)).isSubset(of: known), "stopped at call \(call)")
      }
    }
    #expect(states > 50)
  }

  @Test("has a durable change although another program hasn't synchronized what it has saved before")
  func unsynchronizedSave() throws {
    var start = try disk
    start.write(Self.theirs, to: try #require(start.names[SimulatedDisk.file]))
    let fileSystem = SimulatedFileSystem(start)
    let result = try commit(Self.new, from: Self.theirs, on: fileSystem)
    #expect(result == .committed(SettingsRevision(of: Self.new), isDurable: true))
    for disk in fileSystem.disk.disksAfterCrash {
      let next = SimulatedFileSystem(disk)
      _ = try commit(Array("{}".utf8), from: Self.new, on: next)
      #expect(next.disk.content == Array("{}".utf8))
      #expect(try versions(on: next.disk).contains(Self.new))
    }
  }

  @Test("is safe from a deleted lock and from a replaced hidden folder", arguments: ["/lock", ""])
  func lockDeleted(what: String) throws {
    let start = try disk
    let smooth = SimulatedFileSystem(start)
    _ = try commit(Self.new, from: Self.old, on: smooth)
    for call in 0..<smooth.calls {
      // Someone deletes the lock, and another process commits right away.
      let fileSystem = SimulatedFileSystem(
        start,
        fault: .interference { now, disk in
          guard now == call else { return }
          let doomed = disk.names.keys.filter { $0.hasPrefix(SimulatedDisk.history + what) }
          for name in doomed { disk.unlink(name) }
          let other = SimulatedFileSystem(disk)
          let bytes = disk.content
          _ = try? FileStorage(SimulatedDisk.file, fileSystem: other)
            .commit(Self.theirs, expecting: bytes.map(SettingsRevision.init(of:)))
          disk = other.disk
        })
      let result = try? commit(Self.new, from: Self.old, on: fileSystem)
      let content = fileSystem.disk.content
      if case .committed? = result {
        // Ours first, or theirs on top of ours; never ours on top of theirs.
        #expect(content == Self.theirs || content == Self.new, "call \(call)")
      } else {
        #expect(content == Self.theirs, "call \(call)")
      }
      let lost = content == Self.new && fileSystem.disk.contents.values.contains(Self.theirs) == false
      #expect(!lost, "call \(call)")
    }
  }

  @Test("says to try again, and changes nothing, if a program removes its temporary file again and again")
  func temporaryFileRemoved() throws {
    let fileSystem = SimulatedFileSystem(
      try disk,
      fault: .interference { _, disk in
        for name in disk.names.keys.filter({ $0.hasSuffix(".tmp") }) { disk.unlink(name) }
      })
    let error = #expect(throws: SettingsStorageError.self) {
      try commit(Self.new, from: Self.old, on: fileSystem)
    }
    guard case .historyRemoved? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(fileSystem.disk.content == Self.old)
  }

  @Test("doesn't inherit the access list of its folder")
  func accessLists() throws {
    for content in [Self.old, nil] {
      var start = SimulatedDisk(content: content)
      start.files[0]?.givesAccessList = true
      let fileSystem = SimulatedFileSystem(start)
      _ = try commit(Self.new, from: content, on: fileSystem)
      let disk = fileSystem.disk
      let opened = disk.names.filter { disk.files[$0.value]?.hasAccessList == true }.keys
      #expect(opened.filter { !$0.hasSuffix(".gitignore") }.isEmpty, "\(opened)")
    }
  }

  @Test("keeps its access list")
  func ownAccessList() throws {
    var start = try disk
    let file = try #require(start.names[SimulatedDisk.file])
    start.files[file]?.hasAccessList = true
    let fileSystem = SimulatedFileSystem(start)
    _ = try commit(Self.new, from: Self.old, on: fileSystem)
    let disk = fileSystem.disk
    #expect(disk.names[SimulatedDisk.file].flatMap { disk.files[$0]?.hasAccessList } == true)
  }
}

@Suite("A file without a history that another program empties and then writes")
struct EmptiedFileTests {
  fileprivate static let (old, new) = (Array(#"{"a": 1}"#.utf8), Array(#"{"a": 2}"#.utf8))

  /// The steps of the other program: it empties the file before the next call, and writes it some calls later.
  private final class Writer: Sendable {
    private struct State {
      var callsUntilWritten: Int?
      var isEmptied = false
      var calls = 0
    }

    private let state = Mutex(State())

    func save(after calls: Int?) {
      state.withLock { $0 = State(callsUntilWritten: calls, isEmptied: true, calls: 0) }
    }

    func act(on disk: inout SimulatedDisk) {
      let content: [UInt8]? = state.withLock { state in
        guard state.isEmptied else { return nil }
        state.calls += 1
        return state.callsUntilWritten.map { state.calls > $0 } == true ? EmptiedFileTests.new : []
      }
      if let content, let file = disk.names[SimulatedDisk.file] { disk.write(content, to: file) }
    }
  }

  private func storage(_ writer: Writer) -> FileStorage {
    let interference = SimulatedFileSystem.Fault.interference { _, disk in writer.act(on: &disk) }
    return FileStorage(
      "folder/a.json",
      fileSystem: SimulatedFileSystem(SimulatedDisk(content: Self.old), fault: interference))
  }

  @Test("is read when it is written, and the empty content in between isn't used")
  func filledLater() throws {
    let writer = Writer()
    let storage = storage(writer)
    #expect(try storage.read()?.bytes == Self.old)
    writer.save(after: 60)
    #expect(try storage.read()?.bytes == Self.new)
  }

  @Test("is refused while it stays empty, and is read later")
  func staysEmpty() throws {
    let writer = Writer()
    let storage = storage(writer)
    _ = try storage.read()
    writer.save(after: nil)
    #expect(throws: SettingsStorageError.beingSaved(path: "folder/a.json")) { try storage.read() }
    writer.save(after: 0)
    #expect(try storage.read()?.bytes == Self.new)
  }

  @Test("is empty for a process that hasn't read anything else")
  func firstRead() throws {
    let writer = Writer()
    writer.save(after: nil)
    #expect(try storage(writer).read()?.bytes == [])
  }
}
