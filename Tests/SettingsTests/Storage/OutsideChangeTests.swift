import Foundation
import Testing

@testable import Settings

/// Changes of a settings file by other programs.
@Suite("A settings file that another program writes")
struct OutsideChangeTests {
  /// How a program replaces a document.
  enum Manner: String, CaseIterable { case rename, truncate, sameTimeAndSize, removeAndCreate }

  private let folder: TemporaryFolder
  private let path: String
  private let store: StoreEngine
  private let watchingStore: StoreEngine

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/a.json"
    try folder.write(#"{"a": 1}"#, to: "a.json")
    store = try SmallForm.store(on: FileStorage(path))
    watchingStore = try SmallForm.store(on: FileStorage(path), refresh: .automatic)
  }

  private func write(_ text: String, _ manner: Manner) throws {
    switch manner {
    case .rename:
      try folder.write(text, to: "b.json")
      guard Foundation.rename(folder.path + "/b.json", path) == 0 else { throw POSIXError(.EIO) }
    case .truncate:
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    case .sameTimeAndSize:
      let times = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try handle.write(contentsOf: Data(text.utf8))
      try handle.close()
      try FileManager.default.setAttributes([.modificationDate: times as Any], ofItemAtPath: path)
    case .removeAndCreate:
      try FileManager.default.removeItem(atPath: path)
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
  }

  @Test("is read again", arguments: Manner.allCases)
  func refresh(manner: Manner) throws {
    try write(#"{"a": 2}"#, manner)
    #expect(try store.refresh().map(\.new) == [2])
    try write(#"{"a": 3}"#, manner)
    #expect(try store.refresh().map(\.new) == [3])
  }

  @Test("is noticed by a store that watches", .timeLimit(.minutes(5)), arguments: Manner.allCases)
  func noticed(manner: Manner) async throws {
    var changes = watchingStore.changes().makeAsyncIterator()
    for value in [2, 3] {
      try write(#"{"a": \#(value)}"#, manner)
      // A program that writes in place, or removes first, may be seen in the middle of it.
      var seen: [JSONValue?] = []
      while seen.last != .number(JSONNumber(value)) { seen += try #require(await changes.next()).map(\.new) }
    }
  }

  @Test("is noticed after all that was removed, replaced or malformed in between", .timeLimit(.minutes(5)))
  func disturbed() async throws {
    let files = FileManager.default
    var changes = watchingStore.changes().makeAsyncIterator()
    let disturbances: [() throws -> Void] = [
      { try files.removeItem(atPath: path) },
      { try write("{", .truncate) },
      { try files.removeItem(atPath: folder.path) },
      { try files.moveItem(atPath: folder.path, toPath: folder.path + "-old") },
      {
        try files.removeItem(atPath: path)
        try files.createDirectory(atPath: path, withIntermediateDirectories: false)
      },
    ]
    defer { try? files.removeItem(atPath: folder.path + "-old") }
    for (number, disturb) in disturbances.enumerated() {
      try disturb()
      // A reader may see the file while it is being restored.
      try? files.removeItem(atPath: path)
      try files.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
      try write(#"{"a": \#(number + 2)}"#, .truncate)
      var seen: [JSONValue?] = []
      while seen.last != .number(JSONNumber(number + 2)) {
        seen += try #require(await changes.next()).map(\.new)
      }
    }
  }

  @Test("replaces values of a draft only where nothing is staged", arguments: Manner.allCases)
  func merges(manner: Manner) async throws {
    var other = store.draft()
    try other.stage("mine", at: SmallForm.b)
    var same = store.draft()
    try same.stage(7, at: SmallForm.a)
    try write(#"{"a": 2}"#, manner)
    await #expect(throws: ApplyError.self) { try await store.apply(same) }
    try await store.apply(other)
    #expect(store.draft().value(at: SmallForm.a) == 2)
    #expect(store.draft().value(at: SmallForm.b) == "mine")
  }

  @Test("under another hard link has the new content there, too")
  func hardLink() async throws {
    try FileManager.default.linkItem(atPath: path, toPath: folder.path + "/other.json")
    try await store.set(SmallForm.a, 2)
    #expect(try folder.text("a.json") == #"{"a": 2}"#)
    #expect(try folder.text("other.json") == #"{"a": 2}"#)
  }

  @Test("under another hard link can't wait for a confirmation, which users of the other name wouldn't see")
  func unconfirmableHardLink() async throws {
    try FileManager.default.linkItem(atPath: path, toPath: folder.path + "/other.json")
    await #expect(throws: ApplyError.self) { try await store.set(SmallForm.a, 2, anHour) }
    #expect(try folder.text("a.json") == #"{"a": 1}"#)
  }

  @Test(
    "and that looks like the beginning of an interrupted write is completed, but stays if it is valid and later",
    arguments: [0, 20])
  func beginningOfAWrite(seconds: Double) async throws {
    try await store.set(SmallForm.a, 5)
    let (old, new, save) = (#"{"a": 1, "b": 1}"#, #"{"a": 2, "b": 2}"#, #"{"a": 2, "b": 1}"#)
    let record = InPlaceRecord(CommitID(1), from: Array(old.utf8), to: Array(new.utf8))
    let recordPath = folder.path + "/.a.json.history/writing"
    try Data(record.parts.joined()).write(to: URL(fileURLWithPath: recordPath + ".new"))
    try write(save, .truncate)
    // The times are set, because a busy machine can wait for seconds between the two writes. The record gets its name only then, because
    // the watching store would complete a write of its own time at once.
    let saved = try #require(
      try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
    try FileManager.default.setAttributes(
      [.modificationDate: saved.addingTimeInterval(-seconds)], ofItemAtPath: recordPath + ".new")
    try FileManager.default.moveItem(atPath: recordPath + ".new", toPath: recordPath)
    _ = try FileStorage(path).read()
    #expect(try folder.text("a.json") == (seconds == 0 ? new : save))
    #expect(!FileManager.default.fileExists(atPath: recordPath))
  }
}
