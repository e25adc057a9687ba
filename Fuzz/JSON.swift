// Sources: Sources/SettingsJSON Tests/SettingsJSONTests/Edits/EditModel.swift Tests/TestSupport/SeededRandom.swift

/// Parses bytes as a document and, if they are valid, applies edits that are derived from the bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let strict = try? JSONDocument(parsing: bytes, dialect: .strict)
  let lenient = try? JSONDocument(parsing: bytes, duplicateKeys: .lastWins)
  guard let document = try? JSONDocument(parsing: bytes) else {
    require(strict == nil, "The strict dialect accepts what the other one rejects", bytes)
    return 0
  }
  let value = document.root.value
  require(lenient?.root.value == value, "Last-wins parsing changes a document without duplicates", bytes)
  require(strict.map { $0.root.value == value } ?? true, "The dialects differ", bytes)
  require((try? JSONValue(parsing: value.text())) == value, "The compact text reads differently", bytes)
  require(
    (try? JSONValue(parsing: value.text(.pretty()))) == value, "The pretty text reads differently", bytes)

  // The seed is a hash of the input (FNV-1a), so that the same input always gets the same edits and a failure can be reproduced.
  let seed = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  var random = SeededRandom(seed: seed)
  let nodes = collectNodes(document)
  for _ in 0..<4 { checkEdits(document, nodes, &random) }
  checkReset(document, nodes, &random)
  return 0
}

private typealias Place = (path: SettingPath, node: JSONNode)

private func collectNodes(_ document: JSONDocument) -> [Place] {
  var found: [Place] = []
  var open: [Place] = [(.root, document.root)]
  while let (path, node) = open.popLast() {
    found.append((path, node))
    for (key, child) in node.members {
      require(
        document.node(at: path.appending(key))?.byteRange == child.byteRange, "A member is lost",
        document.bytes)
      open.append((path.appending(key), child))
    }
    for (index, child) in node.elements.enumerated() { open.append((path.appending(index), child)) }
  }
  return found
}

private func randomValue(_ random: inout SeededRandom) -> JSONValue {
  random.pick([
    .null, true, 1, "", "// x", "\n\"\\", [], [:], [1, 2], [[], [:]], ["a": 1],
    ["b": ["a": [1]], "key": .null],
    [1, ["a": 2]], ["a": 1, "b": 2],
  ])
}

private let keyOrder = ["new", "b", "a", "", "key"]

/// The result of random edits parses, has the values of the model, and keeps all other bytes.
private func checkEdits(_ document: JSONDocument, _ nodes: [Place], _ random: inout SeededRandom) {
  var edits = JSONEdits()
  for _ in 0..<Int.random(in: 1...4, using: &random) {
    var path = random.pick(nodes).path
    if random.once(in: 3) { path = path.appending(random.pick(["new", "a", "b", "0", "1", "2", ""])) }
    if random.once(in: 3) { edits.remove(at: path) } else { edits.set(randomValue(&random), at: path) }
  }
  let story = Array(edits)
  let expected = EditModel.apply(edits, to: document.root.value)
  guard let bytes = try? document.bytes(applying: edits, keyOrder: { _ in keyOrder }) else {
    let isTooDeep = nodes.contains { $0.path.keys.count > 500 }
    return require(expected == nil || isTooDeep, "The edits \(story) are rejected", document.bytes)
  }
  guard let edited = try? JSONDocument(parsing: bytes) else {
    return require(false, "The edits \(story) give \(String(decoding: bytes, as: UTF8.self))", document.bytes)
  }
  require(
    edited.root.value == expected, "\(story) give \(String(decoding: bytes, as: UTF8.self))", document.bytes)

  let arrays = nodes.filter { place in
    place.node.kind == .array && story.contains { $0.path.parent == place.path }
  }
  for (path, node) in nodes where node.kind != .array && node.kind != .object {
    if story.contains(where: { $0.path.contains(path) || path.contains($0.path) }) { continue }
    if arrays.contains(where: { $0.path.contains(path) }) { continue }
    let after = edited.node(at: path).map { bytes[$0.byteRange] }
    require(after == document.bytes[node.byteRange], "\(story) change \(path)", document.bytes)
  }
}

/// Adding a member to a nonempty container and removing it again restores the original bytes.
private func checkReset(_ document: JSONDocument, _ nodes: [Place], _ random: inout SeededRandom) {
  var edits = JSONEdits()
  var resets = JSONEdits()
  for (path, node) in nodes where node.count > 0 && random.once(in: 2) && path.keys.count < 500 {
    let new = path.appending(node.kind == .array ? "\(node.count)" : "new")
    guard document.node(at: new) == nil else { continue }
    edits.set(randomValue(&random), at: new)
    resets.remove(at: new)
  }
  guard let bytes = try? document.bytes(applying: edits, keyOrder: { _ in keyOrder }),
    let reset = try? JSONDocument(parsing: bytes).bytes(applying: resets)
  else { return require(false, "The edits \(Array(edits)) can't be made and reset", document.bytes) }
  require(
    reset == document.bytes,
    "\(Array(edits)) don't restore the bytes after \(String(decoding: bytes, as: UTF8.self).debugDescription)",
    document.bytes)
}

/// Ends the process if a property does not hold, so that the fuzzer keeps the input.
private func require(_ condition: Bool, _ property: @autoclosure () -> String, _ bytes: [UInt8]) {
  if !condition { fatalError("\(property()) in \(String(decoding: bytes, as: UTF8.self).debugDescription)") }
}
