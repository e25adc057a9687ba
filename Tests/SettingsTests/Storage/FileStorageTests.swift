@testable import SettingsSystem
import CSystem
import Foundation
import Testing

@testable import Settings

@Suite("A settings file")
struct FileStorageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func replace(_ name: String, with text: String) throws -> StorageCommitResult {
    let storage = FileStorage(folder.path + "/" + name)
    return try storage.commit(Array(text.utf8), expecting: storage.read()?.revision)
  }

  @Test("keeps its mode", arguments: [0o600, 0o644, 0o640, 0o755])
  func mode(mode: Int) throws {
    try folder.write("{}", to: "a.json", mode: mode)
    _ = try replace("a.json", with: "{ }")
    #expect(try folder.mode("a.json") == mode)
    #expect(try folder.text("a.json") == "{ }")
  }

  @Test("has a history folder again that its owner may write, if somebody took that right away")
  func folderMode() throws {
    try folder.write("{}", to: "a.json", mode: 0o644)
    _ = try replace("a.json", with: "{ }")
    let name = ".a.json.history"
    #expect(chmod(folder.path + "/" + name, 0o500) == 0)
    _ = try replace("a.json", with: "{  }")
    #expect(try folder.mode(name) == 0o700)
  }

  @Test(
    "has the mode that the umask leaves when it is new, and so have missing folders, unless it is private")
  func newFile() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/folder", withIntermediateDirectories: false)
    try #require(FileManager.default.createFile(atPath: folder.path + "/file", contents: nil))
    _ = try replace("x/y/a.json", with: "{}")
    #expect(try folder.mode("x/y/a.json") == folder.mode("file"))
    #expect(try folder.mode("x/y") == folder.mode("folder"))
    var commit = StorageCommit(Array("{}".utf8), expecting: nil)
    commit.isPrivate = true
    _ = try FileStorage(folder.path + "/x/b.json").commit(commit)
    #expect(try folder.mode("x/b.json") == 0o600)
  }

  #if os(Linux)
    @Test(
      "is there by the last event that a watcher of its folder hears of each apply", arguments: [false, true])
    func lastEvent(isNew: Bool) throws {
      if !isNew { try folder.write("{}", to: "a.json") }
      let watcher = try #require(Inotify())
      let all = try watcher.add(Array(folder.path.utf8), as: .files)
      _ = try replace("a.json", with: "{ }")
      let events = watcher.nextEvents().filter { $0.watch == all && $0.name == Array("a.json".utf8) }
      #expect(events.last?.kinds == .content)
    }
  #endif

  @Test("has a history that Git ignores, also after the disk was full when it was created")
  func ignored() throws {
    let history = folder.path + "/.a.json.history"
    try FileManager.default.createDirectory(atPath: history, withIntermediateDirectories: false)
    try folder.write("", to: ".a.json.history/.gitignore")
    _ = try replace("a.json", with: "{}")
    #expect(try folder.text(".a.json.history/.gitignore") == "*\n")
  }

  @Test("has a history that can't be read, and no damaged record, if a call fails while a record is read")
  func unreadableRecord() throws {
    let content = Array("{}".utf8)
    let fileSystem = SimulatedFileSystem(SimulatedDisk(content: content))
    var commit = StorageCommit(Array("[]".utf8), expecting: SettingsRevision(of: content))
    commit.records = [StorageRecord(header: Array("mine".utf8), content: .version(Array("[]".utf8)))]
    _ = try FileStorage(SimulatedDisk.file, fileSystem: fileSystem).commit(commit)
    let smooth = SimulatedFileSystem(fileSystem.disk)
    guard case .found = try FileStorage(SimulatedDisk.file, fileSystem: smooth).logRecord(1) else {
      Issue.record("There is no record.")
      return
    }
    for call in 0..<smooth.calls {
      let failing = SimulatedFileSystem(fileSystem.disk, fault: .failure(at: call, code: EIO))
      do throws(SettingsStorageError) {
        // Some calls only spare work.
        guard case .found = try FileStorage(SimulatedDisk.file, fileSystem: failing).logRecord(1) else {
          Issue.record("call \(call)")
          continue
        }
      } catch {
        #expect(failing.calls > call)
      }
    }
  }

  @Test("isn't a path that names a folder, even if there is none", arguments: ["x/", "x/.", "x/y/.."])
  func folderName(name: String) throws {
    #expect(throws: SettingsStorageError.notAFile(path: "\(folder.path)/\(name)")) {
      try replace(name, with: "{}")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/x"))
  }

  @Test("can be used by its values if its name is too long for a history")
  func longName() throws {
    let name = String(repeating: "n", count: 250)
    try folder.write("{}", to: name)
    let store = try StoreEngine(
      form: FormIndex(FormSchema(written: Array(#"{"type": "object", "properties": {}}"#.utf8))),
      layers: SettingsLayers(storage: FileStorage(folder.path + "/" + name)))
    #expect(try store.pendingConfirmation() == nil)
  }

  @Test("is not written when nothing changes")
  func unchanged() throws {
    try folder.write("{}", to: "a.json")
    let before =
      try FileManager.default.attributesOfItem(atPath: folder.path + "/a.json")[.systemFileNumber] as? Int
    _ = try replace("a.json", with: "{}")
    let after =
      try FileManager.default.attributesOfItem(atPath: folder.path + "/a.json")[.systemFileNumber] as? Int
    #expect(before == after)
  }

  @Test("behind a chain of links is replaced at its place, and the links stay")
  func links() throws {
    try folder.write("{}", to: "real.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/one.json", withDestinationPath: "real.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/two.json", withDestinationPath: folder.path + "/one.json")
    _ = try replace("two.json", with: "{ }")
    #expect(try folder.text("real.json") == "{ }")
    for link in ["one.json", "two.json"] {
      let type = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + link)[.type]
      #expect(type as? FileAttributeType == .typeSymbolicLink)
    }
  }

  @Test("is made at the target of a link that leads to nothing yet")
  func danglingLink() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.json", withDestinationPath: "real.json")
    _ = try replace("link.json", with: "{}")
    #expect(try folder.names == ["link.json", "real.json"])
    #expect(try folder.text("real.json") == "{}")
  }

  @Test("behind links in a circle is refused")
  func linkLoop() throws {
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/a.json", withDestinationPath: "b.json")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/b.json", withDestinationPath: "a.json")
    let path = folder.path + "/a.json"
    #expect(throws: SettingsStorageError.linkLoop(path: path)) { try FileStorage(path).read() }
  }

  @Test("that is read-only is refused and stays")
  func readOnly() throws {
    try folder.write("{}", to: "a.json", mode: 0o444)
    #expect(throws: SettingsStorageError.readOnly(path: folder.path + "/a.json")) {
      try replace("a.json", with: "{ }")
    }
    #expect(try folder.text("a.json") == "{}")
    #expect(try folder.names == ["a.json"])
  }

  @Test("that is a folder is refused")
  func isFolder() throws {
    #expect(throws: SettingsStorageError.notAFile(path: folder.path)) { try FileStorage(folder.path).read() }
  }

  @Test(
    "Too many open files are told as that, not as missing permissions",
    arguments: [
      SettingsStorageError.unreadable, SettingsStorageError.notCreatable, SettingsStorageError.notWritten,
      SettingsStorageError.historyUnreadable,
      SettingsStorageError.historyUnwritable,
    ])
  func tooManyOpenFiles(make: @Sendable (String, SystemCallError) -> SettingsStorageError) {
    let told = make("a.json", SystemCallError(call: "openat", code: EMFILE)).description
    #expect(told.hasPrefix("a.json can't be opened, because too many files are open; nothing was changed."))
    #expect(
      !make("a.json", SystemCallError(call: "openat", code: EACCES)).description.contains("files are open"))
  }

  @Test("keeps its extended attributes", .enabled(if: supportsAttributes, "no extended attributes here"))
  func attributes() throws {
    try folder.write("{}", to: "a.json")
    try setAttribute(at: folder.path + "/a.json")
    _ = try replace("a.json", with: "{ }")
    #expect(try attribute(at: folder.path + "/a.json") == "hello")
  }

  @Test("has one hidden folder beside it, which ignores itself, and nothing else")
  func neighbors() throws {
    try folder.write("{}", to: "a.json")
    try folder.write("other's", to: ".a.json.abc123.tmp")
    _ = try replace("a.json", with: "{ }")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == [".a.json.abc123.tmp", ".a.json.history", "a.json"])
    #expect(try folder.mode(".a.json.history") == 0o700)
    #expect(try folder.text(".a.json.history/.gitignore") == "*\n")
  }

  @Test("that another process has changed since isn't replaced")
  func stale() throws {
    try folder.write("{}", to: "a.json")
    let storage = FileStorage(folder.path + "/a.json")
    let revision = try storage.read()?.revision
    try folder.write("{ \"a\": 1 }", to: "a.json")
    let result = try storage.commit(Array("{ }".utf8), expecting: revision)
    #expect(result == .conflict(current: StoredContent(Array("{ \"a\": 1 }".utf8))))
    #expect(try folder.text("a.json") == "{ \"a\": 1 }")
  }

  @Test("loses no increment of many writers at once")
  func increments() async throws {
    let path = folder.path + "/counter"
    try folder.write("0", to: "counter")
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let storage = FileStorage(path)
          var done = 0
          while done < 25 {
            guard let content = try? storage.read(),
              let count = Int(String(decoding: content.bytes, as: UTF8.self)),
              case .committed? = try? storage.commit(Array("\(count + 1)".utf8), expecting: content.revision)
            else { continue }
            done += 1
          }
        }
      }
    }
    #expect(try folder.text("counter") == "200")
  }
}

private func setAttribute(at path: String) throws {
  guard setxattr(path, "user.note", "hello", 5, 0) == 0 else {
    throw SystemCallError(call: "setxattr", code: errno)
  }
}

private func attribute(at path: String) throws -> String {
  var value = [UInt8](repeating: 0, count: 64)
  let length = getxattr(path, "user.note", &value, value.count)
  guard length >= 0 else { throw SystemCallError(call: "getxattr", code: errno) }
  return String(decoding: value[..<length], as: UTF8.self)
}

/// Whether the file system of temporary files has extended attributes.
private let supportsAttributes: Bool = {
  guard let folder = try? TemporaryFolder(), (try? folder.write("", to: "a")) != nil else { return false }
  return (try? setAttribute(at: folder.path + "/a")) != nil
}()
