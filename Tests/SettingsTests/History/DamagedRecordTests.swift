import Foundation
import Testing

@testable import Settings

@Suite("A history with a changed byte")
struct DamagedRecordTests {
  private let folder: TemporaryFolder
  private var history: String { folder.path + "/.a.json.history" }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(#"{"a": 1}"#, to: "a.json")
  }

  private func open() throws -> StoreEngine {
    try SmallForm.store(on: FileStorage(folder.path + "/a.json"))
  }

  /// Changes each byte of each record, and of the temporary file, in turn, and does something with the history each time.
  private func forEachFlip(_ body: (Comment) throws -> Void) throws {
    var flips = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: history)
    where RecordName(name) != nil || TemporaryName(name) != nil {
      let path = history + "/" + name
      let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
      for position in bytes.indices {
        var damaged = bytes
        damaged[position] ^= 1 << (position % 8)
        try Data(damaged).write(to: URL(fileURLWithPath: path))
        try body("\(name), byte \(position)")
        flips += 1
      }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
    }
    #expect(flips > 500)
  }

  @Test("keeps an apply that waits for its confirmation, and the version that it restores")
  func pending() async throws {
    let id = try #require(try await open().set(SmallForm.a, 2, anHour).confirmation).id
    let log = SettingsLog(of: FileStorage(folder.path + "/a.json"))
    let former = Array(#"{"a": 1}"#.utf8)
    try forEachFlip { comment in
      let pending = try log.state().pending
      #expect(pending?.id == id, comment)
      // The content itself may be damaged; then that is known.
      if let number = pending?.restores, let content = try log.content(of: number) {
        #expect(content == former, comment)
      }
    }
  }

  @Test("does not let a confirmed apply wait again")
  func confirmed() async throws {
    let store = try open()
    let id = try #require(try await store.set(SmallForm.a, 2, anHour).confirmation).id
    try store.confirm(id)
    let log = SettingsLog(of: FileStorage(folder.path + "/a.json"))
    try forEachFlip { comment in
      let pending = try log.state().pending
      #expect(pending == nil, comment)
    }
  }

  @Test("lists the damaged version, and isn't rolled back to wrong content")
  func listed() async throws {
    let store = try open()
    try await store.set(SmallForm.a, 2)
    let contents = Set(try store.history().map { try #require($0.revision) })
    var damaged = 0
    try forEachFlip { comment in
      let entries = try store.history()
      damaged += entries.count(where: \.isDamaged)
      #expect(entries.count == 2, comment)
      for entry in entries where !entry.isDamaged {
        let content = try #require(try store.log.content(of: entry.id))
        #expect(content.map { contents.contains(SettingsRevision(of: $0)) } == true, comment)
      }
    }
    #expect(damaged > 0)
  }

  @Test("keeps its versions next to a file with a record's name that somebody has put into the folder")
  func foreignRecord() async throws {
    let store = try open()
    for value in 2...6 { try await store.set(SmallForm.a, .number(JSONNumber(value))) }
    let versions = try store.history().map(\.id)
    try folder.write("junk", to: ".a.json.history/00000099")
    try await open().set(SmallForm.a, 7)
    let kept = try open().history().filter { !$0.isDamaged }.map(\.id)
    #expect(kept == [100] + versions)
    // Beyond 50 records, the oldest go, and only those.
    for value in 8...60 { try await open().set(SmallForm.a, .number(JSONNumber(value))) }
    #expect(try open().history().map(\.id) == Array((104...153).reversed()))
  }

  @Test("is not read if the newest record is lost altogether, so nothing is rolled back on a guess")
  func lost() async throws {
    let store = try open()
    try await store.set(SmallForm.a, 2, noTime)
    for name in try FileManager.default.contentsOfDirectory(atPath: history).filter({ RecordName($0) != nil })
      .sorted()
      .suffix(1)
    { try folder.write("garbage", to: ".a.json.history/" + name) }
    #expect(try open().draft().value(at: SmallForm.a) == 2)
    #expect(try open().history().contains(where: \.isDamaged))
  }
}
