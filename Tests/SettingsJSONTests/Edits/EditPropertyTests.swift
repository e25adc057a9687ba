@testable import SettingsJSON
import TestSupport
import Testing

/// Random edits of random documents, the same ones in each run. A failure prints its seed.
@Suite("Edits of random documents")
struct EditPropertyTests {
  static let seeds = SeededRandom.testSeeds(0..<2000)

  private static func document(_ random: RandomLayout) throws -> JSONDocument {
    try JSONDocument(parsing: Array(random.text.utf8))
  }

  private static func randomValue(_ random: inout SeededRandom, depth: Int = 0) -> JSONValue {
    switch Int.random(in: 0..<(depth < 2 ? 10 : 7), using: &random) {
    case 0: return .null
    case 1: return true
    case 2: return 1
    case 3:
      return .number(random.pick([JSONNumber(2), JSONNumber("1.00"), JSONNumber("1e400")].compactMap { $0 }))
    case 4...6: return .string(random.pick(["", "x", "\"quoted\" \\ \n", "// no comment"]))
    case 7: return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in 7 })
    case 8:
      return .array(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in randomValue(&random, depth: depth + 1) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        object[random.pick(["a0", "a1", "key1", "key2", "new"])] = randomValue(&random, depth: depth + 1)
      }
      return .object(object)
    }
  }

  private static func randomEdits(of document: RandomLayout, _ random: inout SeededRandom) -> JSONEdits {
    var edits = JSONEdits()
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      var path =
        random.chance(60) && !document.paths.isEmpty
        ? random.pick(document.paths) : random.pick(document.containers)
      if !document.paths.contains(path) || random.chance(15) {
        path = path.appending(random.pick(["new", "newer", "new.est", "0", "1", "a0"]))
      }
      if random.chance(10) { path = path.appending("deep") }
      if random.chance(30) { edits.remove(at: path) } else { edits.set(randomValue(&random), at: path) }
    }
    return edits
  }

  private static func keyOrder(_ path: SettingPath) -> [String] {
    path.keys.count % 2 == 0 ? ["newer", "a0", "key0", "a1", "new", "key1", "a2", "key2"] : []
  }

  @Test("The position of a comment determines the item it belongs to")
  func ownership() throws {
    for seed in Self.seeds {
      let random = RandomLayout(seed: seed)
      #expect(
        try Self.document(random).commentOwners == random.owners, "SETTINGS_SEED=\(seed)\n\(random.text)")
    }
  }

  @Test("Edits yield the requested values and keep all other bytes and comments")
  func edits() throws {
    for seed in Self.seeds {
      let random = RandomLayout(seed: seed)
      var generator = random.random
      let document = try Self.document(random)
      let edits = Self.randomEdits(of: random, &generator)
      let trace = Comment(rawValue: "SETTINGS_SEED=\(seed) \(Array(edits))\n\(random.text)")
      let expected = EditModel.apply(edits, to: document.root.value)
      let bytes: [UInt8]
      do throws(JSONEditError) {
        bytes = try document.bytes(applying: edits, keyOrder: Self.keyOrder)
      } catch {
        #expect(expected == nil, trace)
        continue
      }
      guard let edited = try? JSONDocument(parsing: bytes) else {
        Issue.record("The result does not parse. \(trace)\n\(String(decoding: bytes, as: UTF8.self))")
        continue
      }
      let result = Comment(rawValue: "\(trace)\n\(String(decoding: bytes, as: UTF8.self))")
      #expect(edited.root.value == expected, result)
      if expected == document.root.value { #expect(bytes == document.bytes, result) }

      // Removing elements changes the indices of others; another test covers that.
      let changed = edits.map(\.path)
      let shifted = random.arrays.filter { array in
        changed.contains { $0.parent == array || $0.contains(array) }
      }
      for path in random.paths {
        let isTouched = changed.contains { $0.contains(path) || path.contains($0) }
        if isTouched || shifted.contains(where: { $0.contains(path) }) { continue }
        guard let before = document.node(at: path), before.kind != .array, before.kind != .object else {
          continue
        }
        let after = edited.node(at: path)
        #expect(
          after.map { bytes[$0.byteRange] } == document.bytes[before.byteRange], "\(path) \(result)")
      }
      let owners = edited.commentOwners
      for (id, owner) in random.owners {
        let path =
          switch owner {
          case .child(let path), .container(let path): path
          }
        if shifted.contains(where: { $0.contains(path) }) { continue }
        let isRemoved: Bool
        let isReplaced = changed.contains { $0.contains(path) && edited.node(at: path) != nil }
        switch owner {
        case .child:
          isRemoved = edited.node(at: path) == nil
          if isReplaced, changed.contains(where: { $0.contains(path) && $0 != path }) { continue }
        case .container:
          if isReplaced { continue }
          isRemoved = edited.node(at: path) == nil
        }
        if !isRemoved, owner.isHeading(insteadOf: owners[id]) { continue }
        #expect(owners[id] == (isRemoved ? nil : owner), "comment \(id) \(result)")
      }
    }
  }

  @Test("Removing added members restores the original bytes, also after parsing the text again")
  func addAndReset() throws {
    for seed in Self.seeds {
      let random = RandomLayout(seed: seed)
      var generator = random.random
      let document = try Self.document(random)
      var edits = JSONEdits()
      for path in random.containers where generator.chance(50) {
        guard let node = document.node(at: path), node.count > 0 else { continue }
        for place in 0..<Int.random(in: 1...2, using: &generator) {
          let key =
            node.kind == .array ? String(node.count + place) : generator.pick(["new", "newer", "new.est"])
          edits.set(Self.randomValue(&generator), at: path.appending(key))
        }
      }
      let edited = try document.bytes(applying: edits, keyOrder: Self.keyOrder)
      var resets = JSONEdits()
      for (path, _) in edits { resets.remove(at: path) }
      let reset = try JSONDocument(parsing: edited).bytes(applying: resets)
      #expect(
        String(decoding: reset, as: UTF8.self) == random.text,
        "SETTINGS_SEED=\(seed) \(Array(edits))\n\(String(decoding: edited, as: UTF8.self))")
      for (path, _) in edits { edits.unstage(at: path) }
      #expect(edits.isEmpty)
      #expect(try document.bytes(applying: edits) == document.bytes)
    }
  }

  @Test(
    "Replacing an array by an array keeps the text and the comments of equal elements, also of those that move"
  )
  func arrays() throws {
    for seed in Self.seeds {
      var random = SeededRandom(seed: seed)
      let old = (0..<Int.random(in: 0...8, using: &random)).map { _ in Int.random(in: 0...5, using: &random) }
      let new = (0..<Int.random(in: 0...8, using: &random)).map { _ in Int.random(in: 0...5, using: &random) }
      let separator = random.pick([",", ", ", ",\n  ", " ,"])
      // Each element has a comment and a spelling that identify it.
      let text = "[" + old.enumerated().map { "\($1).0/* #\($0)# */" }.joined(separator: separator) + "]"
      let document = try JSONDocument(parsing: Array(text.utf8))
      var edits = JSONEdits()
      edits.set(.array(new.map { JSONValue.number(JSONNumber($0)) }), at: .root)
      let bytes = try document.bytes(applying: edits)
      let result = String(decoding: bytes, as: UTF8.self)
      guard let edited = try? JSONDocument(parsing: bytes) else {
        Issue.record("SETTINGS_SEED=\(seed) \(text) \(new) \(result)")
        continue
      }
      #expect(
        edited.root.elements.map { $0.integer(as: Int.self) } == new,
        "SETTINGS_SEED=\(seed) \(text) \(result)")
      let kept = edited.root.elements.filter { edited.bytes[$0.byteRange].contains(UInt8(ascii: ".")) }.count
      let common = Set(old).reduce(0) { sum, value in
        sum + min(old.filter { $0 == value }.count, new.filter { $0 == value }.count)
      }
      #expect(kept == common, "SETTINGS_SEED=\(seed) \(text) \(new) \(result)")
      for (place, value) in old.enumerated() where result.contains("#\(place)#") {
        let isChanged = !result.contains("\(value).0/* #\(place)# */")
        // An element that is changed in place keeps its comment; then no element had its text.
        if isChanged {
          #expect(!result.contains(".0/* #\(place)#"), "SETTINGS_SEED=\(seed) \(text) \(new) \(result)")
        }
      }
    }
  }
}

extension RandomLayout.Owner {
  /// Whether a comment above an item is a heading according to one owner, and describes the item according to the other. That changes
  /// with the number of items below it.
  fileprivate func isHeading(insteadOf other: Self?) -> Bool {
    switch (self, other) {
    case (.child(let path), .container(let parent)?), (.container(let parent), .child(let path)?):
      path.parent == parent
    default: false
    }
  }
}
