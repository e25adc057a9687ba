import TestSupport
import Testing

@testable import SettingsGenCore

@Suite struct DeclarationSearchTests {
  private static let keywords = ["struct", "enum", "class", "actor", "extension", "typealias", "protocol"]
  private static let pieces =
    keywords + ["s", "st", "structs", "_", "0", "é", "A", "{", "`", "\n", " ", "  ", "Enum", "ac", "{}", "."]

  @Test("The search for declarations finds what a division into words finds")
  func agreesWithWords() {
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    for round in 0..<2_000 {
      let count = Int.random(in: 0...30, using: &random)
      let text = (0..<count).map { _ in random.pick(Self.pieces) }.joined()
      let found = Self.found(in: text)
      #expect(found == Self.ends(in: text), "SETTINGS_SEED=\(seed), round \(round): \(text)")
    }
  }

  @Test("A keyword is found at each place of a file", arguments: keywords)
  func places(keyword: String) {
    for place in 0..<40 {
      for end in ["", " ", "{"] {
        let text = String(repeating: " ", count: place) + keyword + end
        #expect(Self.found(in: text) == [place + keyword.utf8.count], "\(text)")
      }
    }
  }

  private static func found(in text: String) -> [Int] {
    var found: [Int] = []
    ByteSearch.forEachDeclaration(in: SourceFile(path: "a.swift", text: text)) { found.append($0) }
    return found
  }

  /// Returns the ends of the words that are keywords.
  private static func ends(in text: String) -> [Int] {
    let bytes = Array(text.utf8)
    let words = bytes.indices.split { !bytes[$0].isIdentifier }
    return words.filter {
      keywords.contains(String(decoding: bytes[$0.startIndex..<$0.endIndex], as: UTF8.self))
    }
    .map(\.endIndex)
  }
}
