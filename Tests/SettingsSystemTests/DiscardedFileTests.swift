import Foundation
import Testing

@testable import SettingsSystem

@Suite("A file that is removed without a wait for its space")
struct DiscardedFileTests {
  private let folder: TemporaryFolder
  private let files = POSIXFileSystem()

  init() throws { folder = try TemporaryFolder() }

  @Test("Its name is gone at once, and its space is free after a wait")
  func removed() throws {
    let size = 8 << 20
    let path = try folder.write(String(repeating: "a", count: size), as: "a")
    let location = FileLocation(path)
    let parent = OpenFile(try files.openFolder(atPath: location.folder), in: files)
    try files.discard(location.name, in: parent.descriptor)
    #expect(try files.status(location.name, in: parent.descriptor) == nil)
    #expect(try folder.names.isEmpty)
    files.waitForDiscardedFiles()
    #if os(Linux)
      // No descriptor of this process keeps the space.
      let open = try files.names(inFolder: "/proc/self/fd")
        .compactMap { try? files.readLink(atPath: "/proc/self/fd/\($0)") }
      #expect(!open.contains { $0.hasPrefix(path) })
    #endif
  }

  @Test("A missing file is an error, and a symbolic link is removed, not its target")
  func otherNames() throws {
    let path = try folder.write("kept", as: "target")
    let parent = OpenFile(try files.openFolder(atPath: FileLocation(path).folder), in: files)
    let error = try #require(throws: SystemCallError.self) {
      try files.discard("missing", in: parent.descriptor)
    }
    #expect(error.isAbsence && error.call == "unlinkat")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "target")
    try files.discard("link", in: parent.descriptor)
    files.waitForDiscardedFiles()
    #expect(try folder.names == ["target"])
  }
}
