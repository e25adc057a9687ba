@testable import SettingsJSON
import TestSupport
import Testing

@Suite("Members in comments")
struct CommentedMemberTests {
  private func document(_ text: String) throws -> JSONDocument {
    try JSONDocument(parsing: Array(text.utf8), duplicateKeys: .lastWins)
  }

  private func text(_ document: JSONDocument) -> String { String(decoding: document.bytes, as: UTF8.self) }

  @Test(
    "A member becomes a comment line for line, with the commas around it, and comes back with the same bytes",
    arguments: [
      ("{\n  \"a\": 1,\n  \"b\": 2\n}\n", "a", "{\n  // \"a\": 1,\n  \"b\": 2\n}\n"),
      ("{\n  \"a\": 1,\n  \"b\": 2\n}\n", "b", "{\n  \"a\": 1\n  // \"b\": 2\n}\n"),
      ("{\n  \"a\": 1,\n  \"b\": 2,\n}\n", "b", "{\n  \"a\": 1,\n  // \"b\": 2,\n}\n"),
      (
        "{\n  \"a\": 1, // one\n\n  // About b.\n  \"b\": 2  // two\n}\n", "b",
        "{\n  \"a\": 1 // one\n\n  // About b.\n  // \"b\": 2  // two\n}\n"
      ),
      (
        "{\r\n\t\"a\": {\r\n\t\t\"x\": [\r\n\r\n\t\t]\r\n\t},\r\n\t\"b\": 2\r\n}\r\n", "a",
        "{\r\n\t// \"a\": {\r\n\t// \t\"x\": [\r\n//\r\n\t// \t]\r\n\t// },\r\n\t\"b\": 2\r\n}\r\n"
      ),
      (
        "{\n  \"a\": {\n    // One\n    /* Two */\n    \"x\": 1 // three\n  },\n  \"b\": 2\n}\n", "a",
        "{\n  // \"a\": {\n  //   // One\n  //   /* Two */\n  //   \"x\": 1 // three\n  // },\n  \"b\": 2\n}\n"
      ),
    ])
  func roundTrip(_ before: String, _ key: String, _ after: String) throws {
    let document = try document(before)
    let path: SettingPath = [key]
    let value = try #require(document.node(at: path)?.value)
    let commented = document.commenting(path, unless: nil)
    #expect(text(commented) == after)
    #expect(commented.node(at: path) == nil)
    #expect(text(commented.commenting(path, unless: value)) == before)
  }

  @Test("All members become comments and come back, in any order, and the text stays valid in between")
  func sequences() throws {
    let before = "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": 2\n  },\n  \"d\": [3]\n}\n"
    let original = try document(before)
    for out in [["a", "b", "d"], ["d", "b", "a"], ["b", "d", "a"], ["d", "a", "b"]] {
      for back in [["a", "b", "d"], ["d", "b", "a"], ["b", "a", "d"]] {
        var document = original
        for key in out { document = document.commenting([key], unless: nil) }
        #expect(document.root.count == 0 && document.root.commentedMembers.map(\.key) == ["a", "b", "d"])
        for key in back {
          document = document.commenting([key], unless: original.node(at: [key])?.value)
          let members = text(document).split(separator: "\n").filter { !$0.contains("//") }
          let strict = try? JSONDocument(
            parsing: Array(members.joined(separator: "\n").utf8), dialect: .strict)
          #expect(strict != nil, "\(out) \(back): \(text(document))")
        }
        #expect(text(document) == before, "\(out) \(back)")
      }
    }
  }

  @Test("Of two values, the one in the comment takes the place of the one that is there")
  func exchange() throws {
    let document = try document("{\n  // \"size\": 12,\n  \"size\": 14, // px\n  \"face\": \"Mono\"\n}\n")
    let swapped = document.commenting(["size"], unless: 12)
    #expect(text(swapped) == "{\n  \"size\": 12,\n  // \"size\": 14, // px\n  \"face\": \"Mono\"\n}\n")
    #expect(text(swapped.commenting(["size"], unless: 14)) == text(document))
    let other = document.commenting(["size"], unless: 13)
    #expect(
      other.node(at: ["size"]) == nil && other.commentedMembers(at: ["size"]).map(\.node.value) == [12, 14])
  }

  @Test(
    "What wouldn't be a comment of its own stays as it is: a member on a line with others, or an element",
    arguments: ["{ \"a\": \"*/\", \"b\": 1 }", "{ \"b\": 2, \"a\": 1 }", "{\"a\": 1}", "[\n  1,\n  2\n]\n"])
  func impossible(_ before: String) throws {
    let document = try document(before)
    let path: SettingPath = document.root.kind == .array ? ["0"] : ["a"]
    #expect(text(document.commenting(path, unless: nil)) == before)
  }

  @Test("Comments of other editors are members, too, and prose isn't")
  func others() throws {
    let document = try document(
      """
      {
        //"a": 1
        /* "b": 2, */
        // "c" and "d" are for later
        // "e": 5, "f": 6
        "g": 7
        //     "h": {
        //         "i": 8
        //     }
      }

      """)
    let members = document.root.commentedMembers
    #expect(members.map(\.key) == ["a", "b", "h"] && members.map(\.place) == [0, 0, 1])
    #expect(text(document.commenting(["a"], unless: 1)).contains("  \"a\": 1,\n"))
    #expect(text(document.commenting(["b"], unless: 2)).contains("\n  \"b\": 2,\n"))
    #expect(
      text(document.commenting(["h"], unless: ["i": 8])).hasSuffix(
        "  \"g\": 7,\n      \"h\": {\n          \"i\": 8\n      }\n}\n"))
  }

  @Test(
    "Edits make members comments where they remove them, and take them out of comments where they set them")
  func edits() throws {
    let document = try document("{\n  \"a\": 1,\n  // \"b\": 2,\n  \"c\": {\n    \"d\": 3\n  }\n}\n")
    var edits = JSONEdits()
    edits.remove(at: ["a"])
    edits.set(2, at: ["b"])
    edits.set([:], at: ["c"])
    edits.text.commentSwitches = [["a"], ["b"], ["c", "d"]]
    #expect(
      String(decoding: try document.bytes(applying: edits), as: UTF8.self)
        == "{\n  // \"a\": 1,\n  \"b\": 2,\n  \"c\": {\n    // \"d\": 3\n  }\n}\n")
    // A new value beside the comment.
    edits.set(5, at: ["a"])
    let result = try JSONDocument(parsing: document.bytes(applying: edits))
    #expect(result.node(at: ["a"])?.value == 5 && result.commentedMembers(at: ["a"]).map(\.node.value) == [1])
  }

  @Test("Text that can't keep a value in a comment beside the other edits is refused, and none is lost")
  func refused() throws {
    var edits = JSONEdits()
    edits.remove(at: ["a"])
    edits.text.commentSwitches = [["a"]]
    // Another program has put the members on one line.
    let document = try document("{\"a\": \"x*/y\", \"d\": 6}")
    #expect(throws: JSONEditError.notCommented(["a"])) { try document.bytes(applying: edits) }
    // A part of the section that becomes a comment stays a value.
    edits = JSONEdits()
    edits.set(9, at: ["net", "b"])
    edits.text.commentSwitches = [["net"]]
    let section = try self.document("{\n  \"net\": {\"a\": 1},\n  \"z\": 1\n}\n")
    #expect(throws: JSONEditError.notCommented(["net"])) { try section.bytes(applying: edits) }
  }

  @Test(
    "In random layouts, a member that becomes a comment leaves the others, and comes back",
    arguments: [true, false])
  func layouts(hasComments: Bool) throws {
    var count = 0
    for seed in SeededRandom.testSeeds(0..<600) {
      let layout = RandomLayout(seed: seed, hasComments: hasComments)
      let original = try JSONDocument(parsing: Array(layout.text.utf8))
      for path in layout.paths where !path.isRoot {
        guard let value = original.node(at: path)?.value else { continue }
        let commented = original.commenting(path, unless: nil)
        guard commented.node(at: path) == nil else {
          #expect(commented.bytes == original.bytes)
          continue
        }
        count += 1
        var removal = JSONEdits()
        removal.remove(at: path)
        let note: Comment = "SETTINGS_SEED=\(seed) \(path)\n\(layout.text)\n\(text(commented))"
        #expect(try commented.root.value == original.root.value.applying(removal), note)
        let back = commented.commenting(path, unless: value)
        #expect(back.root.value == original.root.value, note)
        // A comma that goes and comes back stands directly behind its value.
        if !hasComments {
          let spaces = #/[ \t]*,[ \t]*/#
          #expect(text(back).replacing(spaces, with: ",") == layout.text.replacing(spaces, with: ","), note)
        }
      }
    }
    #expect(count > 500)
  }
}
