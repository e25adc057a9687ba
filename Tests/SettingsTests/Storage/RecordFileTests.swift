import Foundation
import Synchronization
import Testing

@testable import Settings
@testable import SettingsSystem

@Suite("A record's file")
struct RecordFileTests {
  private static let records = [
    StorageRecord(
      header: Array(#"{"kind":"apply"}"#.utf8), content: .version(Array("{\n  \"a\": 1\n}\n".utf8))),
    StorageRecord(header: Array("x".utf8), content: .version([])),
    StorageRecord(header: [], content: .removal),
    StorageRecord(header: Array(#"{"kind":"confirm"}"#.utf8), content: .note),
  ]

  private func bytes(of record: StorageRecord) -> [UInt8] {
    Array(RecordFile.parts(of: record, number: 12, KnownFiles()).joined())
  }

  @Test("is read as it was written, from its beginning and from its end", arguments: records)
  func roundTrip(record: StorageRecord) throws {
    let bytes = self.bytes(of: record)
    for file in [RecordFile(beginning: bytes, number: 12), RecordFile(end: bytes, number: 12)] {
      let file = try #require(file)
      #expect(file.header == record.header)
      #expect(file.content(in: bytes) == record.content)
    }
  }

  @Test("of another number is damaged", arguments: records)
  func otherNumber(record: StorageRecord) {
    let bytes = self.bytes(of: record)
    #expect(RecordFile(beginning: bytes, number: 13) == nil)
    #expect(RecordFile(end: bytes, number: 13) == nil)
  }

  @Test("that is damaged is read once, however many there are")
  func damagedOnce() throws {
    var disk = SimulatedDisk(content: Array("{}".utf8))
    _ = disk.make(SimulatedDisk.history, .folder, mode: 0o700)
    for (number, text) in [(1, bytes(of: Self.records[0])), (12, bytes(of: Self.records[0]))] {
      let file = disk.make(
        SimulatedDisk.history + "/" + RecordName(number, stage: .done).text, .file, mode: 0o600)
      disk.write(text, to: file)
    }
    let fileSystem = SimulatedFileSystem(disk)
    let storage = FileStorage(SimulatedDisk.file, fileSystem: fileSystem)
    func calls(_ number: Int) throws -> (StorageLookup<[UInt8]>, Int) {
      let before = fileSystem.calls
      return (try storage.logHeader(number, .now), fileSystem.calls - before)
    }
    let (intact, costOfIntact) = try calls(12)
    let (damaged, costOfDamaged) = try calls(1)
    #expect(intact == .found(Self.records[0].header))
    #expect(damaged == .damaged)
    #expect(costOfDamaged == costOfIntact)
  }

  @Test(
    "that can't be opened is neither missing nor damaged, whichever call begins to fail",
    arguments: [EACCES, EIO, EMFILE])
  func unreadable(code: Int32) throws {
    let record = Self.records[0]
    var disk = SimulatedDisk(content: Array("{}".utf8))
    _ = disk.make(SimulatedDisk.history, .folder, mode: 0o700)
    let file = disk.make(SimulatedDisk.history + "/" + RecordName(12, stage: .done).text, .file, mode: 0o600)
    disk.write(bytes(of: record), to: file)
    func header(on fileSystem: SimulatedFileSystem) throws(SettingsStorageError) -> StorageLookup<[UInt8]> {
      try FileStorage(SimulatedDisk.file, fileSystem: fileSystem).logHeader(12, .now)
    }
    var errors = 0
    for first in 0..<10 {
      // A process without descriptors can still look names up.
      let opened = Mutex(0)
      let failing = SimulatedFileSystem(of: 0, on: SimulatedFileSystem.Machine(disk)) {
        call, _ throws(SystemCallError) in
        guard call.hasPrefix("open") else { return }
        let count = opened.withLock { opened in
          opened += 1
          return opened
        }
        if count > first { throw SystemCallError(call: call, code: code) }
      }
      do throws(SettingsStorageError) {
        let found = try header(on: failing)
        #expect(found == .found(record.header), "call \(first)")
      } catch {
        errors += 1
      }
    }
    #expect((2..<10).contains(errors))
  }

  @Test(
    "keeps its header whichever single byte is changed, and never gives a wrong content", arguments: records)
  func flips(record: StorageRecord) throws {
    let bytes = self.bytes(of: record)
    for position in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[position] ^= 1 << bit
        let file = RecordFile(beginning: damaged, number: 12) ?? RecordFile(end: damaged, number: 12)
        #expect(file?.header == record.header, "byte \(position), bit \(bit)")
        let content = file?.content(in: damaged)
        #expect(content == nil || content == record.content, "byte \(position), bit \(bit)")
      }
    }
  }

  @Test(
    "whose first line is incomplete or of another format is damaged, even if its checksum is right",
    arguments: [
      "", "settings-record", "settings-record 1", "settings-record 1 12", "settings-record 1 12 version 0",
      "settings-record 1 12 version -1 \(SettingsRevision(of: []))", "settings-record 1 12 note 0",
      "settings-record 2 12 note", "record 1 12 note", "settings-record 1 12 other",
    ])
  func otherFrame(start: String) {
    let header = Array("x".utf8)
    let copy = "\(start) \(RecordFile.checksum(of: start, header))"
    #expect(RecordFile(beginning: Array("\(copy)\nx\n".utf8), number: 12) == nil)
    #expect(RecordFile(end: Array("\nx\n\(copy)\n".utf8), number: 12) == nil)
  }

  @Test("that is cut short keeps its header or is damaged", arguments: records)
  func cuts(record: StorageRecord) {
    let bytes = self.bytes(of: record)
    for length in bytes.indices {
      let cut = Array(bytes[..<length])
      for file in [RecordFile(beginning: cut, number: 12), RecordFile(end: cut, number: 12)] {
        #expect(file == nil || file?.header == record.header)
        let content = file?.content(in: cut)
        #expect(content == nil || content == record.content)
      }
    }
  }
}

@Suite("The names in the hidden folder")
struct HistoryNameTests {
  @Test(
    "are those of records, or of none",
    arguments: [
      ("00000012", 12), ("999999999", 999_999_999), ("99999999999999999999", nil), ("0000012", nil),
      ("00000000", nil),
      ("0000001x", nil), ("+0000001", nil), ("00000012.0123456789abcdef.prepared", 12),
      ("00000012.0123456789abcdef.moving", 12), ("00000012.0123456789abcdef.other", nil),
      ("00000012.0123456789ABCDEF.prepared", nil), ("00000012.prepared", nil), ("", nil), ("lock", nil),
      ("00000012.0123456789abcdef.prepared.old", nil),
    ] as [(String, Int?)])
  func records(text: String, number: Int?) {
    #expect(RecordName(text)?.number == number)
    if let name = RecordName(text) { #expect(name.text == text) }
  }

  @Test("identify the two contents of a temporary file")
  func temporaries() throws {
    let revision = SettingsRevision(of: [1])
    for (old, new) in [(revision, nil), (nil, revision), (revision, SettingsRevision(of: [2]))]
      as [(SettingsRevision?, SettingsRevision?)]
    {
      let name = TemporaryName(CommitID(7), from: old, to: new)
      #expect(TemporaryName(name.text) == name)
    }
    for text in ["", "a.b.c.tmp", "0000000000000007.none.none", "0000000000000007.none.x.tmp"] {
      #expect(TemporaryName(text) == nil)
    }
  }
}
