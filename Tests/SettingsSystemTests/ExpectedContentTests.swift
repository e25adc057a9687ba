import Testing

@testable import SettingsSystem

@Suite("Reading a file that is expected to have some content")
struct ExpectedContentTests {
  private let folder: TemporaryFolder
  private let files = POSIXFileSystem()

  init() throws { folder = try TemporaryFolder() }

  private func read(_ text: String, expecting expected: [UInt8]) throws -> [UInt8] {
    let name = String(files.randomNumber())
    let location = FileLocation(try folder.write(text, as: name))
    let parent = OpenFile(try files.openFolder(atPath: location.folder), in: files)
    let (file, status) = try files.openFile(name, in: parent.descriptor)
    return try files.readAll(file.descriptor, expecting: expected, size: status.size, atMost: 1 << 20)
  }

  @Test(
    "What it has is read, whatever was expected", arguments: [0, 1, 100, 65_535, 65_536, 65_537, 200_000])
  func anyContent(size: Int) throws {
    let text = String(repeating: "a", count: size)
    let bytes = Array(text.utf8)
    var expected = [
      bytes, [], Array(bytes.dropLast()), bytes + [0x61], bytes + bytes, Array(bytes.prefix(65_536)),
    ]
    for place in [0, 1, 65_535, 65_536, 131_072, size - 1] where bytes.indices.contains(place) {
      var other = bytes
      other[place] = 0x62
      expected.append(other)
    }
    for expected in expected { #expect(try read(text, expecting: expected) == bytes) }
  }
}
