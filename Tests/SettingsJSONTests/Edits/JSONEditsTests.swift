import SettingsJSON
import Testing

@Suite("Collections of edits")
struct JSONEditsTests {
  @Test("A path has at most one edit, the one added last")
  func oneChange() {
    var edits = JSONEdits()
    #expect(edits.isEmpty)
    edits.set(1, at: ["a"])
    edits.set(2, at: ["a"])
    #expect(edits[["a"]] == .set(2))
    edits.remove(at: ["a"])
    #expect(edits[["a"]] == .remove)
    #expect(edits.count == 1)
    edits.unstage(at: ["a"])
    edits.unstage(at: ["b"])
    #expect(edits.isEmpty)
    #expect(edits == JSONEdits())
  }

  @Test("An edit removes the edits inside it, and later edits inside it are kept")
  func nesting() {
    var edits = JSONEdits()
    edits.set(1, at: ["a", "b", "c"])
    edits.set(1, at: ["ab"])
    edits.remove(at: ["a"])
    #expect(edits.map(\.path) == [["ab"], ["a"]])
    edits.set(2, at: ["a", "b"])
    #expect(edits.map(\.path) == [["ab"], ["a"], ["a", "b"]])
    edits.unstage(at: ["a", "b"])
    edits.set(3, at: ["a"])
    #expect(edits[["a"]] == .set(3))
    edits.set([:], at: .root)
    #expect(edits.map(\.path) == [.root])
  }

  @Test("An edit that isn't there can be unstaged, and the others still count")
  func unstagedAbsent() {
    var edits = JSONEdits()
    edits.set(1, at: ["a", "x"])
    edits.unstage(at: ["a", "y"])
    edits.set([:], at: ["a"])
    #expect(edits.map(\.path) == [["a"]])
    var others = JSONEdits()
    others.set(1, at: ["a", "x"])
    others.set(1, at: ["a", "y"])
    others.unstage(at: ["a", "x"])
    others.unstage(at: ["a", "x"])
    others.set([:], at: ["a"])
    #expect(others.map(\.path) == [["a"]])
  }

  @Test("Equality and hash don't depend on the order in which edits are added")
  func equality() {
    var left = JSONEdits()
    var right = JSONEdits()
    left.set(1, at: ["a"])
    left.remove(at: ["b"])
    right.remove(at: ["b"])
    right.set(.number(JSONNumber("1.0") ?? 0), at: ["a"])
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    right.set(2, at: ["a"])
    #expect(left != right)
  }

  @Test("Half of a surrogate pair stays where it is, and only its own text can't be edited")
  func halfPairs() throws {
    let text = #"{"a": "x\ud800y", "b": 1, "k\udfff": 2, "l": ["\udc00\ud83d\ude00"]}"#
    let document = try JSONDocument(parsing: Array(text.utf8))
    #expect(
      document.root["a"]?.string == "x\u{FFFD}y"
        && document.root["l"]?.elements.first { _ in true }?.string == "\u{FFFD}😀")
    func edited(_ path: SettingPath, _ value: JSONValue) throws -> String {
      var edits = JSONEdits()
      edits.set(value, at: path)
      return String(decoding: try document.bytes(applying: edits), as: UTF8.self)
    }
    #expect(try edited(["b"], 2) == text.replacing("1,", with: "2,"))
    #expect(try edited(["a"], "x\u{FFFD}y") == text)
    #expect(try edited(["a"], "new") == text.replacing(#"x\ud800y"#, with: "new"))
    #expect(try edited(["l"], ["\u{FFFD}😀", "more"]) == text.replacing(#"00"]"#, with: #"00", "more"]"#))
    #expect(throws: JSONEditError.halfPair(SourcePosition(line: 1, column: 7))) {
      try edited(["a"], "x\u{FFFD}z")
    }
  }
}
