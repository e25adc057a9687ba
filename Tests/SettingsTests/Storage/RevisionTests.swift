import Testing

@testable import Settings

@Suite("Revisions")
struct RevisionTests {
  @Test(
    "A revision is the reference hash of the bytes",
    arguments: [
      ("", "00000000000000000000000000000000"),
      ("hello", "cbd8a7b341bd9b025b1e906a48ae1d19"),
      ("The quick brown fox jumps over the lazy dog", "e34bbc7bbc071b6c7a433ca9c49a9347"),
    ])
  func reference(text: String, digits: String) {
    #expect(SettingsRevision(of: Array(text.utf8)).description == digits)
  }

  @Test("Contents that differ in one bit have different revisions")
  func oneBit() {
    let bytes = [UInt8](repeating: 7, count: 100)
    var seen: Set<SettingsRevision> = [SettingsRevision(of: bytes)]
    for bit in 0..<800 {
      var other = bytes
      other[bit / 8] ^= 1 << (bit % 8)
      #expect(seen.insert(SettingsRevision(of: other)).inserted)
    }
  }

  @Test("A revision that is written reads back, and other strings don't")
  func text() {
    let revision = SettingsRevision(of: [1, 2, 3])
    #expect(SettingsRevision(revision.description) == revision)
    for text in ["", "12", String(repeating: "g", count: 32), String(repeating: "+", count: 32)] {
      #expect(SettingsRevision(text) == nil)
    }
  }
}
