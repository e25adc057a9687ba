import Testing

@testable import Settings
@testable import SettingsSystem

/// What a storage knows of the content that it has stored itself.
@Suite("The content that a commit has stored")
struct StoredContentTests {
  private static let first = Array(#"{"a": 1}"#.utf8)
  private static let second = Array(#"{"a": 2}"#.utf8)
  private static let theirs = Array(#"{"a": 9}"#.utf8)

  private func commit(on fileSystem: SimulatedFileSystem) throws -> FileStorage {
    let storage = FileStorage(SimulatedDisk.file, fileSystem: fileSystem)
    _ = try storage.read()
    _ = try storage.commit(Self.second, expecting: SettingsRevision(of: Self.first))
    return storage
  }

  @Test("is known without being read")
  func known() throws {
    let fileSystem = SimulatedFileSystem(SimulatedDisk(content: Self.first))
    let storage = try commit(on: fileSystem)
    let before = fileSystem.calls
    #expect(try storage.read(.lastRead) == StoredContent(Self.second))
    #expect(fileSystem.calls - before == 1)
  }

  @Test("is read again if another program has saved since, whichever call of the commit that comes before")
  func savedSince() throws {
    let smooth = SimulatedFileSystem(SimulatedDisk(content: Self.first))
    _ = try commit(on: smooth)
    for isReplaced in [true, false] {
      for call in 0...smooth.calls {
        let fileSystem = SimulatedFileSystem(
          SimulatedDisk(content: Self.first),
          fault: .interference { now, disk in
            guard now == call, let file = disk.names[SimulatedDisk.file] else { return }
            if isReplaced {
              let other = disk.make("folder/other.tmp", .file, mode: 0o640)
              disk.write(Self.theirs, to: other)
              disk.rename("folder/other.tmp", to: SimulatedDisk.file)
            } else {
              disk.write(Self.theirs, to: file)
            }
          })
        let storage = try commit(on: fileSystem)
        #expect(try storage.read(.lastRead)?.bytes == fileSystem.disk.content, "before call \(call)")
      }
    }
  }

  @Test("is known only by its storage, and only until another storage commits")
  func otherStorage() throws {
    let fileSystem = SimulatedFileSystem(SimulatedDisk(content: Self.first))
    let storage = try commit(on: fileSystem)
    let other = FileStorage(SimulatedDisk.file, fileSystem: fileSystem)
    #expect(try other.read(.lastRead) == StoredContent(Self.second))
    _ = try other.commit(Self.theirs, expecting: SettingsRevision(of: Self.second))
    #expect(try storage.read(.lastRead) == StoredContent(Self.theirs))
  }
}
