import TestSupport
import Testing

@testable import SettingsJSON

@Suite("A cursor over the members of an object")
struct MemberCursorTests {
  @Test(
    "finds by key, and by the member of another document, what the subscript finds",
    arguments: SeededRandom.testSeeds(9_100..<9_140))
  func agreement(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let keys = (0..<Int.random(in: 1...40, using: &random)).map { "key\($0)" } + ["é", "tab\t", "", "a/b~"]
    let (one, other) = (try document(of: keys, &random), try document(of: keys, &random))
    var (byKey, byMember) = (try #require(MemberCursor(one.root)), try #require(MemberCursor(one.root)))
    for (key, member) in other.root.members {
      let expected = one.root[key]?.value
      #expect(byKey.find(key)?.value == expected, "SETTINGS_SEED=\(seed): \(key)")
      #expect(byMember.find(keyOf: member)?.value == expected, "SETTINGS_SEED=\(seed): \(key)")
    }
  }

  @Test("finds keys that the other document spells with escapes")
  func escapes() throws {
    let one = try JSONDocument(parsing: Array(#"{"abc": 1, "\u0064ef": 2}"#.utf8))
    let other = try JSONDocument(parsing: Array(#"{"\u0061bc": 0, "def": 0, "ab": 0, "abcd": 0}"#.utf8))
    var cursor = try #require(MemberCursor(one.root))
    let found = other.root.members.map { cursor.find(keyOf: $0.value)?.value }
    #expect(found == [1, 2, nil, nil])
  }

  @Test("finds the last of several members with one key, as the subscript does")
  func duplicates() throws {
    let one = try JSONDocument(parsing: Array(#"{"a": 1, "b": 2, "a": 3}"#.utf8), duplicateKeys: .lastWins)
    let other = try JSONDocument(parsing: Array(#"{"a": 0}"#.utf8))
    var cursor = try #require(MemberCursor(one.root))
    let member = try #require(other.root["a"])
    #expect(cursor.find(keyOf: member)?.value == one.root["a"]?.value)
  }

  /// Returns an object with most of the keys, in nearly their order, some of them spelled with escapes.
  private func document(of keys: [String], _ random: inout SeededRandom) throws -> JSONDocument {
    var keys = keys.filter { _ in !random.once(in: 5) }
    if keys.count > 2, random.once(in: 2) { keys.swapAt(0, keys.count - 1) }
    if random.once(in: 4) { keys.shuffle(using: &random) }
    let members = keys.map { key in
      let text = JSONValue.string(key).text(.compact)
      let spelled = random.once(in: 4) ? text.replacing("e", with: #"\u0065"#) : text
      return "\(spelled): \(Int.random(in: 0...999, using: &random))"
    }
    return try JSONDocument(parsing: Array("{\(members.joined(separator: ", "))}".utf8))
  }
}
