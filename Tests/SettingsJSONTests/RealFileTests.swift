import SettingsJSON
import TestSupport
import Testing

/// A file written by people, with comments and CRLF line breaks.
@Suite(
  "A real settings file",
  .enabled(if: TestData.has("windows-terminal"), "the test data has no windows-terminal"))
struct RealFileTests {
  private let document: JSONDocument

  init() throws {
    document = try JSONDocument(parsing: TestData.bytes("windows-terminal/defaults.json"))
  }

  /// All values except the root.
  private var nodes: [(path: SettingPath, node: JSONNode)] {
    var found: [(SettingPath, JSONNode)] = []
    var open = [(SettingPath.root, document.root)]
    while let (path, node) = open.popLast() {
      let members = node.members.map { (path.appending($0.key), $0.value) }
      let elements = node.elements.enumerated().map { (path.appending($0.offset), $0.element) }
      open += members + elements
      found += members + elements
    }
    return found
  }

  @Test("Each value can be changed without changing another byte")
  func changes() throws {
    #expect(nodes.count > 500)
    #expect(document.bytes.contains(0x0d))
    for (path, node) in nodes {
      var edits = JSONEdits()
      edits.set("changed", at: path)
      let range = node.byteRange
      let expected =
        document.bytes[..<range.lowerBound] + Array("\"changed\"".utf8) + document.bytes[range.upperBound...]
      #expect(try document.bytes(applying: edits) == Array(expected), "\(path)")
    }
  }

  @Test("Each value can be removed, which removes only its own lines")
  func removals() throws {
    let known = Set(document.bytes.split(separator: 0x0a))
    for (place, (path, _)) in nodes.enumerated() where place % 7 == 0 {
      var edits = JSONEdits()
      edits.remove(at: path)
      let bytes = try document.bytes(applying: edits)
      let edited = try JSONDocument(parsing: bytes)
      let parent = path.parent ?? .root
      #expect(edited.node(at: parent)?.count == (document.node(at: parent)?.count ?? 0) - 1, "\(path)")
      // At most one line changes: the one whose comma is removed.
      #expect(bytes.split(separator: 0x0a).filter { !known.contains($0) }.count <= 1, "\(path)")
    }
  }

  @Test("All values can be changed together and changed back")
  func roundTrip() throws {
    var edits = JSONEdits()
    var undo = JSONEdits()
    for (path, node) in nodes where node.kind != .object && node.kind != .array {
      // An unnecessary escape isn't restored from the value.
      if document.bytes[node.byteRange].contains(UInt8(ascii: "\\")) { continue }
      edits.set(["was": node.value], at: path)
      undo.set(node.value, at: path)
    }
    let changed = try JSONDocument(parsing: document.bytes(applying: edits))
    #expect(changed.root.value != document.root.value)
    #expect(try changed.bytes(applying: undo) == document.bytes)
  }
}
