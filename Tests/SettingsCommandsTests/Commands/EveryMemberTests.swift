import Foundation
import SettingsEditing
import TestSupport
import Testing

/// Every member of a file can be listed, read, set, removed and rolled back, whether a form describes it or not.
@Suite struct EveryMemberTests {
  enum Form: CaseIterable {
    case none, open, closed
  }

  @Test(
    "In any document, with any form, every leaf is reached, and only its own bytes change",
    arguments: Form.allCases)
  func everyLeaf(form: Form) async throws {
    for seed in SeededRandom.testSeeds(8) {
      var random = SeededRandom(seed: seed)
      let document = RandomDocument(&random)
      let comment = Comment("SETTINGS_SEED=\(seed), \(form):\n\(document.text)")
      let workspace = try Workspace(content: document.text)
      var options: [String] = []
      if form != .none {
        try workspace.write(document.schema(isClosed: form == .closed, &random), to: "other.json")
        options = ["--schema", "other.json"]
      }
      func run(_ words: String...) async -> CommandResult { await workspace.run(words + options) }

      let list = try JSONSerialization.jsonObject(
        with: Data(await run("list", "settings.json", "--json").output.utf8))
      let rows = try #require(list as? [[String: Any]], comment)
      for leaf in document.leaves {
        #expect(Self.isListed(leaf, in: rows), "\(leaf.pointer) \(comment)")
      }
      for leaf in document.leaves.shuffled(using: &random).prefix(4) {
        let get = await run("get", "settings.json", leaf.pointer, "--json")
        // The exit status of a key that a closed schema forbids is 1.
        #expect(form == .closed || get.status == 0, "\(leaf.pointer) \(get) \(comment)")
        #expect(get.output.contains(leaf.text), "\(leaf.pointer) \(get) \(comment)")
        let same = await run("set", "settings.json", "\(leaf.dottedPath):=\(leaf.text)", "--yes")
        #expect(same.status == 0 && workspace.content == document.text, "\(leaf.pointer) \(same) \(comment)")
        let set = await run("set", "settings.json", "\(leaf.dottedPath):=\(leaf.otherText)", "--yes")
        #expect(set.status == 0, "\(leaf.pointer) \(set) \(comment)")
        let expected = document.text.replacing(leaf.text, with: leaf.otherText)
        #expect(workspace.content == expected, "\(leaf.pointer) \(comment)")
        let back = await run("rollback", "settings.json", "--yes")
        #expect(back.status == 0 && workspace.content == document.text, "\(leaf.pointer) \(back) \(comment)")
        let reset = await run("reset", "settings.json", leaf.pointer, "--yes")
        #expect(reset.status == 0, "\(leaf.pointer) \(reset) \(comment)")
        #expect(
          try object(workspace.content) == object(document.text(without: leaf)), "\(leaf.pointer) \(comment)")
        let again = await run("rollback", "settings.json", "--yes")
        #expect(
          again.status == 0 && workspace.content == document.text, "\(leaf.pointer) \(again) \(comment)")
      }
      let new = await run("set", "settings.json", "quite new=1", "--yes")
      #expect(new.status == (form == .closed ? 1 : 0), "\(new) \(comment)")
    }
  }

  @Test(
    "An object that is assigned to a section replaces the section's settings, and members that the form doesn't describe"
  )
  func section() async throws {
    let form = #"""
      {"type": "object", "properties": {"net": {"type": "object", "properties": {
        "port": {"type": "integer", "maximum": 9000}, "host": {"type": "string"}}}}}
      """#
    let workspace = try Workspace(content: #"{"net": {"port": 1, "mine": 2, "own": 3}, "rest": 4}"#)
    try workspace.write(form, to: "other.json")
    func run(_ words: String...) async -> CommandResult {
      await workspace.run(words + ["--schema", "other.json", "--yes"])
    }
    let refused = await run("set", "settings.json", #"net:={"port": 9001}"#)
    #expect(refused.status == 1 && refused.errors.contains("9000"), "\(refused)")
    let unknown = await run("set", "settings.json", #"net:={"hots": "x"}"#)
    #expect(unknown.status == 1 && unknown.errors.contains("perhaps you mean net.host."), "\(unknown)")
    let set = await run("set", "settings.json", #"net:={"host": "x", "mine": 5}"#)
    #expect(set.status == 0, "\(set)")
    #expect(workspace.content == #"{"net": {"mine": 5, "host": "x"}, "rest": 4}"#)
  }

  @Test(
    "A section that the file has without members is listed as an empty object, and can be set to it again")
  func emptySection() async throws {
    let workspace = try Workspace(content: #"{"$schema": "server.form.json", "network": {}}"#)
    let list = await workspace.run("list", "settings.json", "--changed")
    #expect(list.output.contains("network    {}"), "\(list)")
    let set = await workspace.run("set", "settings.json", "network:={}")
    #expect(set.status == 0 && set.output == "settings.json: nothing to change.\n", "\(set)")
  }

  /// Whether a row, or a part of its value, is the leaf.
  private static func isListed(_ leaf: RandomDocument.Leaf, in rows: [[String: Any]]) -> Bool {
    let holder = rows.first { row in
      guard let pointer = row["pointer"] as? String else { return false }
      return leaf.pointer == pointer || leaf.pointer.hasPrefix(pointer + "/")
    }
    let number = leaf.text.filter { $0 != "\"" }
    return holder?["value"].map { "\($0)".contains(number) } == true
  }

  /// The document as Foundation reads it, without the comments.
  private func object(_ text: String?) throws -> NSObject? {
    let plain = try #require(text).replacing(#/// note \d+/#, with: "")
    return try JSONSerialization.jsonObject(with: Data(plain.utf8)) as? NSObject
  }
}

/// A document of objects and lists in which the text of each leaf occurs once, so that plain text replacement says what an edit has to do.
private struct RandomDocument {
  struct Leaf {
    let pointer: String
    let text: String
    /// A value of the same type.
    let otherText: String

    /// The path with quotes around keys, because a pointer in an assignment can't have a key with an equals sign.
    var dottedPath: String {
      pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
        "\"\($0.replacing("~1", with: "/").replacing("~0", with: "~"))\""
      }.joined(separator: ".")
    }
  }

  /// A member or an element.
  private indirect enum Node {
    case leaf(Leaf)
    case object([(key: String, node: Node)])
    case list([Node])
  }

  private static let keys = [
    "name", "a.b", "a", "with space", "slash/tilde~", "größe", "servers", "0", "-", "x=y", "日本", "\u{1F600}",
    "url", "level", "plugins",
  ]

  private let root: [(key: String, node: Node)]
  private(set) var leaves: [Leaf] = []
  private(set) var text = ""

  init(_ random: inout SeededRandom) {
    var leaves: [Leaf] = []
    root = Self.members(at: "", depth: 0, &random, &leaves)
    self.leaves = leaves
    let hasComments = Bool.random(using: &random)
    text = Self.object(root, indent: "\n", hasComments: hasComments, without: nil) + "\n"
  }

  /// The text without a leaf, in a layout of its own.
  func text(without leaf: Leaf) -> String {
    Self.object(root, indent: "\n", hasComments: false, without: leaf.pointer)
  }

  /// A schema that describes some members of the root and of its objects.
  func schema(isClosed: Bool, _ random: inout SeededRandom) -> String {
    func schema(of node: Node) -> String {
      switch node {
      case .leaf(let leaf): leaf.text.first == "\"" ? #"{"type": "string"}"# : #"{"type": "integer"}"#
      case .list: #"{"type": "array"}"#
      case .object(let members): object(members)
      }
    }
    func object(_ members: [(key: String, node: Node)]) -> String {
      let described = members.filter { _ in Bool.random(using: &random) }
      let properties = described.map { "\(Self.string($0.key)): \(schema(of: $0.node))" }.joined(
        separator: ", ")
      return
        #"{"type": "object", "properties": {\#(properties)}\#(isClosed ? #", "additionalProperties": false"# : "")}"#
    }
    return object(root)
  }

  private static func members(
    at pointer: String, depth: Int, _ random: inout SeededRandom, _ leaves: inout [Leaf]
  ) -> [(key: String, node: Node)] {
    Self.keys.shuffled(using: &random).prefix(.random(in: 1...4, using: &random)).map { key in
      let escaped = key.replacing("~", with: "~0").replacing("/", with: "~1")
      return (key, node(at: "\(pointer)/\(escaped)", depth: depth + 1, &random, &leaves))
    }
  }

  private static func node(
    at pointer: String, depth: Int, _ random: inout SeededRandom, _ leaves: inout [Leaf]
  ) -> Node {
    switch Int.random(in: depth > 3 ? 6...9 : 0...9, using: &random) {
    case 0...2: return .object(members(at: pointer, depth: depth, &random, &leaves))
    case 3...5:
      return .list(
        (0..<Int.random(in: 1...3, using: &random)).map {
          node(at: "\(pointer)/\($0)", depth: depth + 1, &random, &leaves)
        })
    default:
      let number = 1_000 + leaves.count
      let quote = Bool.random(using: &random) ? "\"" : ""
      leaves.append(
        Leaf(
          pointer: pointer, text: "\(quote)\(number)\(quote)", otherText: "\(quote)\(number + 5_000)\(quote)")
      )
      return .leaf(leaves[leaves.count - 1])
    }
  }

  private static func string(_ text: String) -> String { JSONValue.string(text).description }

  private static func object(
    _ members: [(key: String, node: Node)], indent: String, hasComments: Bool, without left: String?
  ) -> String {
    let inner = indent + "  "
    let parts = members.compactMap { member -> String? in
      text(member.node, indent: inner, hasComments: hasComments, without: left).map {
        "\(string(member.key)): \($0)"
      }
    }
    var result = "{"
    for (number, part) in parts.enumerated() {
      if hasComments, number.isMultiple(of: 2) { result += "\(inner)// note \(number)" }
      result += inner + part + (number + 1 < parts.count ? "," : "")
    }
    return result + indent + "}"
  }

  private static func text(_ node: Node, indent: String, hasComments: Bool, without left: String?) -> String?
  {
    switch node {
    case .leaf(let leaf): return leaf.pointer == left ? nil : leaf.text
    case .object(let members): return object(members, indent: indent, hasComments: hasComments, without: left)
    case .list(let nodes):
      return "["
        + nodes.compactMap { text($0, indent: indent, hasComments: hasComments, without: left) }.joined(
          separator: ", ") + "]"
    }
  }
}
