import Foundation
import Testing

@testable import SettingsSystem

@Suite("Atomic replacement")
struct ReplacingTests {
  private let folder: TemporaryFolder
  private let files = POSIXFileSystem()

  init() throws { folder = try TemporaryFolder() }

  @Test("A file is replaced as a whole by one that only its owner can read, and nothing else is left")
  func replacing() throws {
    let path = try folder.write("old content", as: "a")
    let old = try files.resolvedStatus(atPath: path)
    try files.replaceFile(atPath: path, with: Array("new".utf8))
    let new = try files.resolvedStatus(atPath: path)
    #expect(try folder.text("a") == "new")
    #expect(new.identity != old.identity && new.mode == 0o600)
    #expect(try folder.names == ["a"])
  }

  @Test("When the new name can't be given, the error names the call, and the temporary file is removed")
  func refused() throws {
    let folderPath = folder.path("taken")
    _ = try files.makeFolders(folderPath)
    let error = try #require(throws: SystemCallError.self) {
      try files.replaceFile(atPath: folderPath, with: [1])
    }
    #expect(error.call == "renameat" && error.isWrongKind)
    #expect(try folder.names == ["taken"])
  }

  @Test("A symbolic link is followed and stays a link")
  func link() throws {
    let target = try folder.write("old content", as: "a")
    let link = folder.path("link")
    try #require(symlink(target, link) == 0)
    try files.replaceFile(atPath: link, with: Array("new".utf8))
    #expect(try folder.text("a") == "new")
    #expect(try files.status(atPath: link)?.kind == .link)
  }

  @Test("A FIFO is written to and stays a FIFO")
  func special() throws {
    let fifo = folder.path("fifo")
    try #require(mkfifo(fifo, 0o600) == 0)
    // A descriptor for reading and writing keeps the FIFO open without another process.
    let reader = open(fifo, O_RDWR)
    defer { close(reader) }
    try files.replaceFile(atPath: fifo, with: Array("new".utf8))
    #expect(try files.status(atPath: fifo)?.kind == .other)
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(reader, &bytes, bytes.count) == 3)
    #expect(bytes.starts(with: Array("new".utf8)))
    #expect(try folder.names == ["fifo"])
  }

  @Test("In a folder that doesn't exist, the error names the folder")
  func missingFolder() throws {
    let error = try #require(throws: SystemCallError.self) {
      try files.replaceFile(atPath: folder.path("missing/a"), with: [])
    }
    #expect(error.isAbsence && error.path == folder.path("missing"))
  }

  @Test("A locked replacement stays locked until it is released")
  func locked() throws {
    let location = FileLocation(folder.path("a"))
    var held: OpenFile? = try files.replaceLockedFile(location, with: [1])
    #expect(held != nil)
    let other = try files.openFile(atPath: location.path).file
    #expect(try !files.lock(other.descriptor))
    held = nil
    #expect(try files.lock(other.descriptor))
  }
}
