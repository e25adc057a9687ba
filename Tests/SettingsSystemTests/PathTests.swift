import Foundation
import Testing

@testable import SettingsSystem

@Suite("Files by path")
struct PathTests {
  private let folder: TemporaryFolder
  private let files = POSIXFileSystem()

  init() throws { folder = try TemporaryFolder() }

  @Test("A file of at most the limit is read whole", arguments: [0, 1, 65_535, 65_536, 200_000])
  func reading(size: Int) throws {
    let text = String(repeating: "x", count: size)
    let path = try folder.write(text, as: "a")
    for limit in [size, size + 1, .max] {
      #expect(try files.readFile(atPath: path, atMost: limit) == Array(text.utf8))
    }
  }

  @Test(
    "A file that is read into memory of its own has every byte",
    arguments: [1 << 18, (1 << 20) + 1, 3_000_001])
  func large(size: Int) throws {
    var state: UInt32 = 1
    let bytes = (0..<size).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    let path = folder.path("large")
    try files.createFile(atPath: path, with: bytes, mode: 0o600)
    ProcessMemory.populate(size, after: size)
    let place = OpenFile(try files.openFolder(atPath: FileLocation(path).folder), in: files)
    let file = try files.openFile("large", in: place.descriptor).file
    #expect(try files.readAll(file.descriptor, expecting: size, atMost: size) == bytes)
  }

  @Test("A file above the limit is an error, not a part of the file")
  func tooLarge() throws {
    let path = try folder.write("four", as: "a")
    for path in [path, "/dev/zero"] {
      let error = try #require(throws: SystemCallError.self) {
        try files.readFile(atPath: path, mayBeStream: true, atMost: 3)
      }
      #expect(error.isTooLarge)
    }
  }

  @Test("What isn't a regular file is refused without waiting")
  func wrongKinds() throws {
    let fifo = folder.path("fifo")
    try #require(mkfifo(fifo, 0o600) == 0)
    for path in [fifo, "/dev/zero", folder.path("")] {
      let error = try #require(throws: SystemCallError.self) { try files.readFile(atPath: path, atMost: 3) }
      #expect(error.isWrongKind && error.description == "Not a regular file")
    }
    let parent = OpenFile(try files.openFolder(atPath: folder.path("")), in: files)
    #expect(throws: SystemCallError.self) { try files.openFile("fifo", in: parent.descriptor) }
  }

  @Test("The end of a file is read, or all of a short one")
  func end() throws {
    let path = try folder.write("0123456789", as: "a")
    #expect(try files.readEnd(ofFileAtPath: path, atMost: 3) == Array("789".utf8))
    #expect(try files.readEnd(ofFileAtPath: path, atMost: 30) == Array("0123456789".utf8))
  }

  @Test("A missing file and a file in the place of a folder are missing paths; the error has the path")
  func missing() throws {
    let path = try folder.write("", as: "a")
    for missing in [folder.path("b"), path + "/c"] {
      let error = try #require(throws: SystemCallError.self) {
        try files.readFile(atPath: missing, atMost: 3)
      }
      #expect(error.isMissingPath && error.call == "open" && error.path == missing)
      #expect(!files.exists(missing))
    }
    #expect(files.exists(path))
  }

  @Test("A work tree at the place of a removed one has another identity")
  func workTree() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("tree")
    func make() throws -> String? {
      try FileManager.default.createDirectory(atPath: path + "/.git", withIntermediateDirectories: true)
      return POSIXFileSystem().workTree(atPath: path)
    }
    let first = try make()
    #expect(first != nil && POSIXFileSystem().workTree(atPath: path) == first)
    #expect(POSIXFileSystem().workTree(atPath: path + "/.git") == nil)
    try FileManager.default.removeItem(atPath: path)
    #expect(try make() != first)
  }
}
