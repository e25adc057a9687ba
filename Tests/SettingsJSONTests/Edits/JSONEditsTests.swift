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
}
