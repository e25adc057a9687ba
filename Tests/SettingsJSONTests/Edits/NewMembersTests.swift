import SettingsJSON
import Testing

@Suite("New members")
struct NewMembersTests {
  @Test(
    "are in the order of the form, whatever the order of staging",
    arguments: [
      "", "{}", "// mine\n", #"{"s": {}}"#, #"{"s": null}"#, #"{"s": {"b": 0}}"#, #"{"a": 0, "s": {"x": 1}}"#,
    ])
  func order(text: String) throws {
    let document = try JSONDocument(parsing: Array(text.utf8))
    var edits = JSONEdits()
    for key in ["z", "c", "a", "b"] { edits.set(1, at: ["s", key]) }
    edits.set(2, at: ["a"])
    let bytes = try document.bytes(applying: edits) { path in
      path.isRoot ? ["a", "s"] : ["a", "b", "c"]
    }
    let result = try JSONDocument(parsing: bytes)
    #expect(result.root.members.map(\.key) == ["a", "s"])
    let section = try #require(result.root["s"])
    #expect(section.members.map(\.key).filter { $0 != "x" } == ["a", "b", "c", "z"])
  }
}
