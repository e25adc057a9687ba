import Testing

@testable import Settings

/// What any storage has to do, run over each that there is.
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

  @Test("tells an empty content from none", arguments: Backend.allCases)
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

  @Test("says that something changed", .timeLimit(.minutes(1)), arguments: Backend.allCases)
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
