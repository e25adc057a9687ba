import Testing

@testable import SettingsSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("Names in a folder, for completion")
struct FolderListingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["b.json", "a\nb", ".hidden"] { _ = try folder.write("", as: name) }
    #expect(mkdir(folder.path("sub"), 0o700) == 0)
    #expect(symlink("sub", folder.path("link")) == 0)
    #expect(symlink("none", folder.path("broken")) == 0)
  }

  /// Removes what the folder's own removal leaves.
  private func clear() { rmdir(folder.path("sub")) }

  @Test("Names are sorted and filtered; folders and links to folders are known")
  func names() throws {
    defer { clear() }
    let all = try FolderListing(ofFolder: folder.path(".")) { _ in true }
    #expect(all.names == [".hidden", "a\nb", "b.json", "broken", "link", "sub"])
    #expect(all.folders == ["link", "sub"] && !all.isCut)
    #expect(
      try FolderListing(ofFolder: folder.path(".")) { $0.hasPrefix("b") }.names == ["b.json", "broken"])
  }

  @Test("No more names than the limit are read")
  func limit() throws {
    defer { clear() }
    let listing = try FolderListing(ofFolder: folder.path("."), atMost: 3) { _ in true }
    #expect(listing.names.count == 3 && listing.isCut)
  }

  @Test("A path that doesn't exist, or isn't a folder, is an error")
  func errors() {
    defer { clear() }
    for path in [folder.path("none"), folder.path("b.json")] {
      #expect(throws: SystemCallError.self) { try FolderListing(ofFolder: path) { _ in true } }
    }
  }
}
