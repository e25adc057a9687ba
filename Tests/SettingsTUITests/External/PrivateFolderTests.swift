import SettingsSystem
import Testing

@testable import SettingsTUI

@Suite("A folder for temporary files")
struct PrivateFolderTests {
  private let files = POSIXFileSystem()

  @Test("It is removed with everything in it")
  func privateFolder() throws {
    let inner = try PrivateFolder(for: .candidate)
    #expect(try files.resolvedStatus(atPath: inner.path).mode == 0o700)
    let file = try inner.write([1], as: "a")
    #expect(try files.resolvedStatus(atPath: file).mode == 0o600)
    _ = try files.makeFolders(inner.path + "/nested")
    try files.replaceFile(atPath: inner.path + "/nested/b", with: [1])
    inner.remove()
    #expect(!files.exists(inner.path))
  }

  @Test("Sweeping leaves a candidate whose process is alive")
  func sweeping() throws {
    let inner = try PrivateFolder(for: .candidate)
    defer { inner.remove() }
    let file = try inner.write([1], as: "a")
    PrivateFolder.sweep()
    #expect(files.exists(file))
  }
}
