import Testing

@testable import Settings

/// The requirements of a storage, tested with each storage.
@Suite("Every storage")
struct StorageConformanceTests {
  enum Backend: String, CaseIterable { case file, memory }

  /// Hands out an empty storage of a kind.
  private func withStorage(_ backend: Backend, _ body: (any SettingsStorage) throws -> Void) throws {
    switch backend {
    case .memory: try body(MemoryStorage())
    case .file: try withTemporaryFolder { try body(FileStorage($0 + "/settings.json")) }
    }
  }

  @Test("starts with nothing", arguments: Backend.allCases)
  func empty(backend: Backend) throws {
    try withStorage(backend) { storage in
      let content = try storage.read()
      #expect(content == nil)
    }
  }

  @Test("reads back what was committed", arguments: Backend.allCases)
  func readsBack(backend: Backend) throws {
    try withStorage(backend) { storage in
      let result = try storage.commit([1, 2, 3], expecting: nil)
      #expect(result == .committed(Revision(of: [1, 2, 3]), isDurable: true))
      #expect(try storage.read() == StoredContent([1, 2, 3]))
    }
  }

  @Test("refuses a commit that expects another content", arguments: Backend.allCases)
  func conflict(backend: Backend) throws {
    try withStorage(backend) { storage in
      _ = try storage.commit([1], expecting: nil)
      #expect(try storage.commit([2], expecting: nil) == .conflict(current: StoredContent([1])))
      #expect(try storage.commit([2], expecting: Revision(of: [9])) == .conflict(current: StoredContent([1])))
      #expect(try storage.read() == StoredContent([1]))
    }
  }

  @Test("distinguishes an empty content from none", arguments: Backend.allCases)
  func emptyContent(backend: Backend) throws {
    try withStorage(backend) { storage in
      _ = try storage.commit([], expecting: nil)
      #expect(try storage.read() == StoredContent([]))
      #expect(try storage.commit([1], expecting: nil) == .conflict(current: StoredContent([])))
    }
  }

  @Test("removes a content", arguments: Backend.allCases)
  func removes(backend: Backend) throws {
    try withStorage(backend) { storage in
      _ = try storage.commit([1], expecting: nil)
      #expect(try storage.commit(nil, expecting: Revision(of: [1])) == .committed(nil, isDurable: true))
      #expect(try storage.read() == nil)
    }
  }

  // MARK: - The log

  private func record(_ text: String) -> LogRecord {
    LogRecord(header: Array(text.utf8), content: .version(Array("\n\(text)\n\0".utf8)))
  }

  @Test("has an empty log at first", arguments: Backend.allCases)
  func emptyLog(backend: Backend) throws {
    try withStorage(backend) { storage in
      let numbers = try storage.logNumbers()
      #expect(numbers.isEmpty)
      #expect(try storage.logHeader(1) == .missing)
      #expect(try storage.logRecord(1) == .missing)
    }
  }

  @Test("appends records with their content, and counts on", arguments: Backend.allCases)
  func appends(backend: Backend) throws {
    try withStorage(backend) { storage in
      _ = try storage.commit(StorageCommit([1], expecting: nil, records: [record("a"), record("b")]))
      _ = try storage.commit([2], expecting: Revision(of: [1]))
      // A commit that changes no byte only appends.
      let result = try storage.commit(
        StorageCommit([2], expecting: Revision(of: [2]), head: 2, records: [record("c")]))
      #expect(result == .committed(Revision(of: [2]), isDurable: true))
      #expect(try storage.logNumbers() == [1, 2, 3])
      for (number, text) in zip(1...3, ["a", "b", "c"]) {
        #expect(try storage.logRecord(number) == .found(record(text)))
      }
      #expect(try storage.logHeader(2) == .found(Array("b".utf8)))
      #expect(try storage.logRecord(4) == .missing)
    }
  }

  @Test("refuses a commit that expects another end of the log", arguments: Backend.allCases)
  func head(backend: Backend) throws {
    try withStorage(backend) { storage in
      _ = try storage.commit(StorageCommit([1], expecting: nil, head: 0, records: [record("a")]))
      for head in [0, 2] {
        let commit = StorageCommit([2], expecting: Revision(of: [1]), head: head, records: [record("b")])
        #expect(try storage.commit(commit) == .conflict(current: StoredContent([1])))
      }
      #expect(try storage.logNumbers() == [1])
      #expect(try storage.read() == StoredContent([1]))
    }
  }

  @Test("appends nothing with a commit that it refuses", arguments: Backend.allCases)
  func refused(backend: Backend) throws {
    try withStorage(backend) { storage in
      _ = try storage.commit(StorageCommit([1], expecting: Revision(of: [9]), records: [record("a")]))
      #expect(try storage.logNumbers().isEmpty)
    }
  }

  @Test("removes records that are no longer needed, and continues their numbers", arguments: Backend.allCases)
  func forgets(backend: Backend) throws {
    try withStorage(backend) { storage in
      _ = try storage.commit(
        StorageCommit([1], expecting: nil, records: ["a", "b", "c"].map(record)))
      _ = try storage.commit(
        StorageCommit([2], expecting: Revision(of: [1]), head: 3, records: [record("d")], oldest: 3))
      #expect(try storage.logNumbers() == [3, 4])
      #expect(try storage.logRecord(2) == .missing)
    }
  }

  @Test("keeps the log when the content is removed", arguments: Backend.allCases)
  func removedContent(backend: Backend) throws {
    try withStorage(backend) { storage in
      _ = try storage.commit(StorageCommit([1], expecting: nil, records: [record("a")]))
      _ = try storage.commit(StorageCommit(nil, expecting: Revision(of: [1]), records: [record("b")]))
      #expect(try storage.logNumbers() == [1, 2])
    }
  }

  // MARK: - Recorded settings

  @Test("has no recorded settings at first", arguments: Backend.allCases)
  func noSettings(backend: Backend) throws {
    try withStorage(backend) { storage in
      #expect(storage.recordedSettings(otherThan: Revision(of: [])) == nil)
      _ = try storage.commit(StorageCommit([1], expecting: nil, records: [record("a")]))
      #expect(storage.recordedSettings(otherThan: Revision(of: [])) == nil)
    }
  }

  @Test("returns the settings that were recorded last, unless they are known", arguments: Backend.allCases)
  func recordedSettings(backend: Backend) throws {
    try withStorage(backend) { storage in
      _ = try storage.commit(StorageCommit([1], expecting: nil, records: [record("a")]))
      let (old, new) = (KnownSettings(Array("/a\n".utf8)), KnownSettings(Array("/a\n/b\n".utf8)))
      for settings in [old, new, new] {
        storage.recordSettings(settings)
        #expect(storage.recordedSettings(otherThan: settings.revision) == nil)
        #expect(storage.recordedSettings(otherThan: Revision(of: [])) == settings)
      }
      #expect(storage.recordedSettings(otherThan: old.revision) == new)
      #expect(try storage.read() == StoredContent([1]))
      #expect(try storage.logNumbers() == [1])
    }
  }

  @Test("reports a change", .timeLimit(.minutes(5)), arguments: Backend.allCases)
  func watches(backend: Backend) async throws {
    let folder = try TemporaryFolder()
    let storage: any SettingsStorage =
      backend == .memory ? MemoryStorage() : FileStorage(folder.path + "/settings.json")
    var signals = storage.changes().makeAsyncIterator()
    _ = try storage.commit([1], expecting: nil)
    #expect(await signals.next() != nil)
    _ = try storage.commit([2], expecting: Revision(of: [1]))
    #expect(await signals.next() != nil)
  }
}
