import Foundation
import Settings

/// A settings file as a person would write it.
private func file<Root: SampleSettings>(_ type: Root.Type) throws -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .withoutEscapingSlashes
  let text = String(decoding: try encoder.encode(Root()), as: UTF8.self)
  return try JSONValue(parsing: text).bytes(.pretty()) + [UInt8(ascii: "\n")]
}

func runParsing() throws -> [Summary.Row] {
  try forEachSize { try runParsing($0) }
  return try runFormParsing()
}

/// A form has long strings and much white space, unlike a document of short values.
private func runFormParsing() throws -> [Summary.Row] {
  let bytes = Array(TenThousand.formSource.utf8)
  let data = Data(bytes)
  var contest = Contest("Reading the JSON of a form of 10000 settings, \(bytes.count) bytes")
  contest.add("JSONDocument", bytes: bytes.count, summarizedAs: "reading the JSON of a form") {
    use(try JSONDocument(parsing: bytes))
  }
  contest.add("JSONSerialization", bytes: bytes.count) { use(try JSONSerialization.jsonObject(with: data)) }
  return try contest.run(insteadOf: "JSONSerialization")
}

private func runParsing<Root: SampleSettings>(_ type: Root.Type) throws {
  let bytes = try file(Root.self)
  let data = Data(bytes)
  var contest = Contest("Reading \(Root.count) settings, \(bytes.count) bytes")
  contest.add("JSONDocument", bytes: bytes.count) { use(try JSONDocument(parsing: bytes)) }
  contest.add("JSONDocument, all values", bytes: bytes.count) {
    use(try JSONDocument(parsing: bytes).root.value)
  }
  contest.add("JSONDecoder into structs", bytes: bytes.count) {
    use(try JSONDecoder().decode(Root.self, from: data))
  }
  contest.add("JSONSerialization", bytes: bytes.count) { use(try JSONSerialization.jsonObject(with: data)) }
  contest.add("copying the bytes", bytes: bytes.count) {
    var copy = bytes
    copy[0] = 0
    use(copy)
  }
  try contest.run()
}

func runEditing() throws {
  try forEachSize { try runEditing($0) }
  try runManyEdits()
}

private func runEditing<Root: SampleSettings>(_ type: Root.Type) throws {
  let bytes = try file(Root.self)
  let data = Data(bytes)
  var edits = JSONEdits()
  edits.set(14, at: SettingPath(Root.path))
  var contest = Contest("Reading, changing one setting, writing: \(Root.count) settings")
  contest.add("JSONDocument", bytes: bytes.count) {
    use(try JSONDocument(parsing: bytes).bytes(applying: edits))
  }
  contest.add("JSONDecoder, JSONEncoder", bytes: bytes.count) {
    var root = try JSONDecoder().decode(Root.self, from: data)
    root.change()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    use(try encoder.encode(root))
  }
  try contest.run()
}

private func runManyEdits() throws {
  let document = try JSONDocument(parsing: try file(TenThousand.self))
  let paths = document.leafPaths
  var contest = Contest("Edits of an open document of \(paths.count) settings")
  for count in [1, 10, 100, 1_000, 10_000] {
    var edits = JSONEdits()
    for place in 0..<count { edits.set("changed", at: paths[place * paths.count / count]) }
    contest.add("\(count) changed") { use(try document.bytes(applying: edits)) }
    edits = JSONEdits()
    for place in 0..<count {
      let section = paths[place * paths.count / count].parent ?? .root
      edits.set("new", at: section.appending("new\(place)"))
    }
    contest.add("\(count) added") { use(try document.bytes(applying: edits)) }
    edits = JSONEdits()
    for place in 0..<count { edits.remove(at: paths[place * paths.count / count]) }
    contest.add("\(count) removed") { use(try document.bytes(applying: edits)) }
  }
  try contest.run()

  var lookUps = Contest("Looking up all settings of an open document of \(paths.count)")
  lookUps.add("by path, as a value") { for path in paths { use(document.node(at: path)?.value) } }
  lookUps.add("in order, as a value") { use(document.root.value) }
  lookUps.add("positions of all") { for path in paths { use(document.node(at: path)?.position) } }
  try lookUps.run()

  let flat = (0..<100_000).map { "\"setting.number.\($0)\": \($0)" }.joined(separator: ",\n  ")
  let flatBytes = Array("{\n  \(flat)\n}\n".utf8)
  let flatDocument = try JSONDocument(parsing: flatBytes)
  var flatEdits = JSONEdits()
  for place in 0..<1_000 { flatEdits.remove(at: ["setting.number.\(place * 100)"]) }
  for place in 0..<1_000 { flatEdits.set(true, at: ["new.\(place)"]) }
  var one = Contest("One object of 100 000 members")
  one.add("read", bytes: flatBytes.count) { use(try JSONDocument(parsing: flatBytes)) }
  one.add("look up one member") { use(flatDocument.root["setting.number.50000"]) }
  one.add("remove 1 000, add 1 000") { use(try flatDocument.bytes(applying: flatEdits)) }
  try one.run()
}

extension JSONDocument {
  /// The paths of all scalars.
  fileprivate var leafPaths: [SettingPath] {
    var paths: [SettingPath] = []
    var open: [(JSONNode, SettingPath)] = [(root, .root)]
    while let (node, path) = open.popLast() {
      if node.kind == .object {
        for (key, child) in node.members { open.append((child, path.appending(key))) }
      } else {
        paths.append(path)
      }
    }
    return paths
  }
}

func runMemory() throws {
  print(
    "\n  \(pad("settings", 12))\(pad("file", -12))\(pad("index", -12))\(pad("of the file", -14))\(pad("a setting", -12))"
  )
  try forEachSize { try runMemory($0) }
}

private func runMemory<Root: SampleSettings>(_ type: Root.Type) throws {
  let bytes = try file(Root.self)
  let memory = try JSONDocument(parsing: bytes).indexMemory
  let share = rounded(Double(memory) / Double(bytes.count), 2)
  let each = rounded(Double(memory) / Double(Root.count), 1)
  print(
    "  \(pad("\(Root.count)", 12))\(pad("\(bytes.count)", -12))\(pad("\(memory)", -12))\(pad("× " + share, -14))\(pad(each, -12))"
  )
}
