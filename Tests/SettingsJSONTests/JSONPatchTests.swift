import SettingsJSON
import TestSupport
import Testing

/// The public cases of RFC 6902, with each operation as an edit of the text.
@Suite("JSON Patch", .enabled(if: TestData.has("json-patch"), "the test data has no json-patch"))
struct JSONPatchTests {
  private struct PatchFault: Error {}

  @Test("Patches yield the document that RFC 6902 requires", arguments: ["tests.json", "spec_tests.json"])
  func cases(_ name: String) throws {
    // One case has duplicate keys.
    let json = try JSONDocument(
      parsing: TestData.bytes("json-patch/" + name), duplicateKeys: .lastWins
    ).root.value
    guard case .array(let cases) = json else { throw PatchFault() }
    var checked = 0
    for case .object(let example) in cases where example["disabled"] != .bool(true) {
      guard let start = example["doc"], case .array(let patch)? = example["patch"] else { continue }
      for style in [JSONTextStyle.compact, .pretty()] {
        checked += 1
        let comment = Comment(rawValue: "\(example["comment"] ?? .null) \(patch)")
        let result = try? patched(JSONDocument(parsing: start.bytes(style)), patch)
        if example["error"] != nil {
          #expect(result == nil, comment)
        } else {
          #expect(result?.root.value == example["expected"] ?? start, comment)
        }
      }
    }
    #expect(checked > 30)
  }

  private func patched(_ start: JSONDocument, _ patch: [JSONValue]) throws -> JSONDocument {
    var document = start
    for case .object(let operation) in patch {
      let path = try self.path(operation["path"])
      switch operation["op"] {
      case "add": document = try adding(try value(operation), at: path, to: document)
      case "replace":
        guard document.node(at: path) != nil else { throw PatchFault() }
        document = try document.making { try $0.set(value(operation), at: path) }
      case "remove": document = try removing(path, from: document)
      case "copy", "move":
        let source = try self.path(operation["from"])
        guard let node = document.node(at: source) else { throw PatchFault() }
        if operation["op"] == "move" { document = try removing(source, from: document) }
        document = try adding(node.value, at: path, to: document)
      case "test":
        guard document.node(at: path)?.value == (try value(operation)) else { throw PatchFault() }
      default: throw PatchFault()
      }
    }
    return document
  }

  private func path(_ pointer: JSONValue?) throws -> SettingPath {
    guard case .string(let text)? = pointer, text.isEmpty || text.hasPrefix("/") else { throw PatchFault() }
    return try SettingPath(parsing: text)
  }

  private func value(_ operation: JSONObject) throws -> JSONValue {
    guard let value = operation["value"] else { throw PatchFault() }
    return value
  }

  private func adding(_ value: JSONValue, at path: SettingPath, to document: JSONDocument) throws
    -> JSONDocument
  {
    guard let parent = path.parent, let key = path.keys.last else {
      return try document.making { $0.set(value, at: path) }
    }
    switch document.node(at: parent)?.value {
    case .object: return try document.making { $0.set(value, at: path) }
    case .array(var elements):
      let index = key == "-" ? elements.count : key == "0" || !key.hasPrefix("0") ? Int(key) : nil
      guard let index, (0...elements.count).contains(index) else { throw PatchFault() }
      elements.insert(value, at: index)
      return try document.making { $0.set(.array(elements), at: parent) }
    default: throw PatchFault()
    }
  }

  private func removing(_ path: SettingPath, from document: JSONDocument) throws -> JSONDocument {
    guard document.node(at: path) != nil else { throw PatchFault() }
    return try document.making { $0.remove(at: path) }
  }
}

extension JSONDocument {
  /// The document after edits, parsed again.
  fileprivate func making(_ stage: (inout JSONEdits) throws -> Void) throws -> JSONDocument {
    var edits = JSONEdits()
    try stage(&edits)
    return try JSONDocument(parsing: bytes(applying: edits))
  }
}
