@testable import SettingsSystem
import Foundation
import Testing

@testable import Settings

/// The file in the hidden folder with the settings of the last form. Only marks depend on it.
@Suite("The recorded settings of a file")
struct RecordedSettingsTests {
  private static let path = "folder/a.json"
  private static let file = SimulatedDisk.history + "/settings"
  private static let content = Array(#"{"a": 1}"#.utf8)
  private let old = KnownSettings(Array("/a\n".utf8))
  private let new = KnownSettings(Array("/a\n/b\n".utf8))
  private let none = SettingsRevision(of: [])

  private func storage(_ disk: SimulatedDisk) -> FileStorage {
    FileStorage(Self.path, fileSystem: SimulatedFileSystem(disk))
  }

  /// A disk after an apply with the old settings.
  private func disk() throws -> SimulatedDisk {
    let fileSystem = SimulatedFileSystem(SimulatedDisk(content: nil))
    let storage = FileStorage(Self.path, fileSystem: fileSystem)
    _ = try storage.commit(Self.content, expecting: nil)
    storage.recordSettings(old)
    var disk = fileSystem.disk
    disk.synchronizeAll()
    return disk
  }

  @Test("are in the hidden folder, for their owner only, in the documented format")
  func format() throws {
    try withTemporaryFolder { folder in
      let storage = FileStorage(folder + "/settings.json")
      _ = try storage.commit(Self.content, expecting: nil)
      storage.recordSettings(new)
      let path = folder + "/.settings.json.history/settings"
      #expect(
        try String(contentsOfFile: path, encoding: .utf8) == "settings-list 1\n\(new.revision)\n/a\n/b\n")
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(names == [".settings.json.history", "settings.json"])
      let hidden = try FileManager.default.contentsOfDirectory(atPath: folder + "/.settings.json.history")
      #expect(!hidden.contains { $0.hasSuffix(".part") })
    }
  }

  @Test("are written only if they differ, and never create the hidden folder")
  func unchanged() throws {
    let fileSystem = SimulatedFileSystem(try disk())
    let storage = FileStorage(Self.path, fileSystem: fileSystem)
    let before = fileSystem.disk.names[Self.file]
    storage.recordSettings(old)
    #expect(fileSystem.disk.names[Self.file] == before)
    storage.recordSettings(new)
    #expect(fileSystem.disk.names[Self.file] != before)
    let empty = SimulatedFileSystem(SimulatedDisk(content: Self.content))
    FileStorage(Self.path, fileSystem: empty).recordSettings(new)
    #expect(empty.disk.names[SimulatedDisk.history] == nil)
  }

  @Test("cost the same few calls for a form of any size that hasn't changed")
  func cost() throws {
    func calls(_ settings: KnownSettings) throws -> Int {
      let first = SimulatedFileSystem(try disk())
      FileStorage(Self.path, fileSystem: first).recordSettings(settings)
      let second = SimulatedFileSystem(first.disk)
      FileStorage(Self.path, fileSystem: second).recordSettings(settings)
      return second.calls
    }
    let large = KnownSettings(Array((0..<100_000).map { "/section\($0 / 10)/setting\($0)\n" }.joined().utf8))
    #expect(try calls(large) == calls(old))
  }

  @Test(
    "are unknown if the file is damaged, and are recorded again by the next apply",
    arguments: [
      "", "settings-list 1\n", "settings-list 2\n\(SettingsRevision(of: []))\n", "settings-list 1\nx\n/a\n",
      "settings-list 1\n\(SettingsRevision(of: []))\n/a\n", "\u{0}",
    ])
  func damaged(_ text: String) throws {
    var disk = try disk()
    disk.write(Array(text.utf8), to: try #require(disk.names[Self.file]))
    #expect(storage(disk).recordedSettings(otherThan: none) == nil)
    let fileSystem = SimulatedFileSystem(disk)
    let storage = FileStorage(Self.path, fileSystem: fileSystem)
    storage.recordSettings(new)
    #expect(storage.recordedSettings(otherThan: none) == new)
  }

  @Test("are unknown if the file belongs to another user, or isn't a regular file")
  func untrusted() throws {
    var disk = try disk()
    let file = try #require(disk.names[Self.file])
    disk.files[file]?.status.owner = 2
    #expect(storage(disk).recordedSettings(otherThan: none) == nil)
    disk.files[file]?.status.owner = 0
    #expect(storage(disk).recordedSettings(otherThan: none) == old)
    disk.files[file]?.status.kind = .folder
    #expect(storage(disk).recordedSettings(otherThan: none) == nil)
  }

  @Test("aren't read through a link")
  func link() throws {
    try withTemporaryFolder { folder in
      let storage = FileStorage(folder + "/settings.json")
      _ = try storage.commit(Self.content, expecting: nil)
      storage.recordSettings(old)
      let path = folder + "/.settings.json.history/settings"
      try FileManager.default.moveItem(atPath: path, toPath: folder + "/elsewhere")
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/elsewhere")
      #expect(storage.recordedSettings(otherThan: none) == nil)
      storage.recordSettings(new)
      #expect(storage.recordedSettings(otherThan: none) == new)
      let text = try String(contentsOfFile: folder + "/elsewhere", encoding: .utf8)
      #expect(text.hasSuffix("\n/a\n"))
    }
  }

  @Test("are the old or the new ones after a crash at any call, and the content is untouched")
  func crashes() throws {
    let smooth = SimulatedFileSystem(try disk())
    FileStorage(Self.path, fileSystem: smooth).recordSettings(new)
    for call in 0..<smooth.calls {
      let fileSystem = SimulatedFileSystem(try disk(), fault: .crash(at: call))
      FileStorage(Self.path, fileSystem: fileSystem).recordSettings(new)
      for disk in fileSystem.disk.disksAfterCrash {
        let found = storage(disk).recordedSettings(otherThan: none)
        #expect(found == old || found == new, "crash at call \(call)")
        #expect(disk.content == Self.content)
        // The next commit removes what was left.
        let next = SimulatedFileSystem(disk)
        _ = try FileStorage(Self.path, fileSystem: next).commit(
          [1], expecting: SettingsRevision(of: Self.content))
        _ = try FileStorage(Self.path, fileSystem: next).commit([2], expecting: SettingsRevision(of: [1]))
        #expect(!next.disk.names.keys.contains { $0.hasSuffix(".part") }, "crash at call \(call)")
      }
    }
  }

  @Test("never fail an apply", arguments: [EIO, ENOSPC, EACCES, EROFS])
  func failures(code: Int32) throws {
    let smooth = SimulatedFileSystem(try disk())
    FileStorage(Self.path, fileSystem: smooth).recordSettings(new)
    for call in 0..<smooth.calls {
      let fileSystem = SimulatedFileSystem(try disk(), fault: .failure(at: call, code: code))
      let storage = FileStorage(Self.path, fileSystem: fileSystem)
      storage.recordSettings(new)
      let found = self.storage(fileSystem.disk).recordedSettings(otherThan: none)
      #expect(found == old || found == new, "failure of call \(call)")
      #expect(fileSystem.disk.content == Self.content)
    }
  }

  @Test("of two forms at the same time are those of one of them")
  func concurrent() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/settings.json"
    _ = try FileStorage(path).commit(Self.content, expecting: nil)
    let (old, new) = (old, new)
    await withTaskGroup(of: Void.self) { group in
      for round in 0..<40 {
        group.addTask { FileStorage(path).recordSettings(round.isMultiple(of: 2) ? old : new) }
      }
    }
    let found = FileStorage(path).recordedSettings(otherThan: none)
    #expect(found == old || found == new)
  }
}
