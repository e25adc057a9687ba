import TestSupport
import Testing

@testable import Settings

/// Comments follow the elements that the review of a change names, whichever way the change takes.
@Suite("Comments of elements")
struct CommentFollowingTests {
  /// A list with a comment for each element, above it or behind it.
  private static func document(_ elements: [JSONValue], above: Bool) -> String {
    let lines = elements.enumerated().map { place, element in
      let comma = place == elements.count - 1 ? "" : ","
      return above ? "    // c\(place)\n    \(element)\(comma)" : "    \(element)\(comma) // c\(place)"
    }
    return "{\n  \"items\": [\n\(lines.joined(separator: "\n"))\n  ]\n}\n"
  }

  /// The comments of the elements in a document of this form.
  private static func comments(_ text: String) -> [[String]] {
    var (comments, waiting): ([[String]], [String]) = ([], [])
    for line in text.split(separator: "\n").dropFirst(2) {
      let parts = line.split(separator: "// ", maxSplits: 1, omittingEmptySubsequences: false)
      let own = parts.count > 1 ? [String(parts[1])] : []
      guard line.contains("{") else {
        waiting += own
        continue
      }
      comments.append(waiting + own)
      waiting = []
    }
    return comments + (waiting.isEmpty ? [] : [waiting])
  }

  /// The old index of each new element, as the words of a review tell it: those that aren't named are the same, in their order.
  private static func origins(_ parts: [SettingPartChange], old: Int, new: Int) -> [Int?] {
    var (gone, placed): (Set<Int>, [Int: Int?]) = ([], [:])
    for part in parts where part.path.keys.count == 2 {
      guard let index = part.path.keys.last.flatMap(SettingPath.elementIndex) else { continue }
      let from = part.from?.keys.last.flatMap(SettingPath.elementIndex)
      switch part.kind {
      case .remove: gone.insert(index)
      case .add: placed[index] = .some(nil)
      case .move:
        placed[index] = .some(from)
        from.map { _ = gone.insert($0) }
      case .replace: break
      }
    }
    var rest = (0..<old).filter { !gone.contains($0) }[...]
    return (0..<new).map { placed[$0] ?? rest.popFirst() }
  }

  private static func item(_ random: inout SeededRandom) -> JSONValue {
    [
      "name": .string(random.pick(["a", "b", "c", "d", "e", "f", "g", "h"])),
      "size": .number(JSONNumber(Int.random(in: 0..<3, using: &random))),
    ]
  }

  /// A list with some edits as people make them.
  private static func edited(_ list: [JSONValue], _ random: inout SeededRandom) -> [JSONValue] {
    var list = list
    for _ in 0..<Int.random(in: 1..<4, using: &random) {
      let place = Int.random(in: 0...list.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: list.insert(item(&random), at: place)
      case 1 where place < list.count && list.count > 1: list.remove(at: place)
      case 2 where place < list.count:
        let element = list.remove(at: place)
        list.insert(element, at: Int.random(in: 0...list.count, using: &random))
      case 3 where place < list.count:
        guard case .object(var object) = list[place] else { continue }
        if random.once(in: 3) { object["name"] = "z" } else { object["size"] = random.pick([7, 8]) }
        list[place] = .object(object)
      default: break
      }
    }
    return list
  }

  private enum Way: CaseIterable { case whole, plan }

  @Test(
    "They follow the elements that the review names; review, patch, log and text tell the same",
    arguments: 0..<12)
  func follow(_ round: UInt64) async throws {
    let seed = SeededRandom.testSeed &+ round
    var random = SeededRandom(seed: seed)
    for _ in 0..<8 {
      let old = (0..<Int.random(in: 1..<6, using: &random)).map { _ in Self.item(&random) }
      let new = Self.edited(old, &random)
      let text = Self.document(old, above: .random(using: &random))
      let storage = MemoryStorage(text)
      let store: SettingsStore<EditedRoot> = try SettingsStore(storage: storage)
      var draft = store.untyped.draft()
      try draft.stage(.array(new), at: ["items"])
      let review = draft.review()
      let parts = review.changes.flatMap(\.parts)
      if random.pick(Way.allCases) == .plan {
        try await store.untyped.apply(SettingsPlan(parsing: SettingsPlan(draft, for: store.untyped).bytes))
      } else {
        try await store.untyped.apply(draft)
      }
      let what = "SETTINGS_SEED=\(seed)\n\(text)\(JSONValue.array(new))\n\(parts)\n\(storage.text ?? "")"
      let document = try JSONDocument(parsing: Array(#require(storage.text).utf8))
      #expect(document.root["items"]?.value == .array(new), "\(what)")
      let origins = Self.origins(parts, old: old.count, new: new.count)
      #expect(
        Self.comments(storage.text ?? "") == origins.map { $0.map { ["c\($0)"] } ?? [] }, "\(what)")
      let patched = try JSONPatch.applied(
        review.patch.map(\.json), to: JSONDocument(parsing: Array(text.utf8)).root.value)
      #expect(patched == document.root.value, "\(what)")
      if review.changes.isEmpty { continue }
      let logged = try #require(store.untyped.history().first?.changes)
      #expect(
        logged.flatMap { $0.comparison(in: store.untyped.index).parts }.map(\.id) == parts.map(\.id),
        "\(what)")
    }
  }

  private static let servers = """
    {
      "items": [
        // primary
        {"name": "a", "size": 1},
        // backup, do not remove
        {"name": "b", "size": 2}
      ]
    }
    """

  @Test("An element that stays keeps its comment if another one goes, moves or is renamed, set or typed")
  func elements() async throws {
    let backup = "    // backup, do not remove\n    {\"name\": \"b\", \"size\": 3}"
    let primary = "    // primary\n    {\"name\": \"a\", \"size\": 1}"
    for isTyped in [false, true] {
      for keepsFirst in [false, true] {
        let storage = MemoryStorage(Self.servers)
        let store: SettingsStore<EditedRoot> = try SettingsStore(storage: storage)
        if isTyped {
          try await store.update {
            $0.items[1].size = 3
            if keepsFirst { $0.items.swapAt(0, 1) } else { $0.items.removeFirst() }
          }
        } else {
          var draft = store.untyped.draft()
          let b: JSONValue = ["name": "b", "size": 3]
          try draft.stage(.array([b] + (keepsFirst ? [["name": "a", "size": 1]] : [])), at: ["items"])
          try await store.untyped.apply(draft)
        }
        let list = ([backup] + (keepsFirst ? [primary] : [])).joined(separator: ",\n")
        #expect(storage.text == "{\n  \"items\": [\n\(list)\n  ]\n}")
      }
    }
  }

  @Test("Two people's changes of one comment are a conflict, at the place where its element is now")
  func conflicts() async throws {
    let storage = MemoryStorage(Self.servers)
    let store: SettingsStore<EditedRoot> = try SettingsStore(
      storage: storage, options: StoreOptions(refresh: .manual))
    var draft = store.untyped.draft()
    _ = draft.stageComment("my note", above: ["items", "1"])
    let theirs = Self.servers.replacing("backup, do not remove", with: "their note")
      .replacing("    // primary", with: "    {\"name\": \"new\", \"size\": 1},\n    // primary")
    _ = storage.commit(Array(theirs.utf8), expecting: storage.read()?.revision)
    await #expect(throws: ApplyError.self) { try await store.untyped.apply(draft) }
    #expect(storage.text == theirs)

    draft.rebase(onto: store.untyped.snapshot)
    let place: SettingPath = ["items", "2"]
    let conflict = try #require(draft.review().conflicts.first)
    #expect(conflict.path == place && conflict.isAboutComment)
    #expect(
      [conflict.base, conflict.mine, conflict.theirs] == ["backup, do not remove", "my note", "their note"])
    var other = draft
    other.resolve(place, keeping: .theirs)
    #expect(other.isEmpty && other.review().conflicts.isEmpty)
    draft.resolve(place, keeping: .mine)
    try await store.untyped.apply(draft)
    #expect(storage.text == theirs.replacing("their note", with: "my note"))
    let entry = try #require(store.untyped.history().first)
    #expect(entry.changeCount == 1 && entry.commentedPaths == [place] && entry.unlistedCount == 0)
  }

  @Test("The same comment of two people is none, and neither is one that the other person hasn't touched")
  func comments() async throws {
    for theirs in ["my note", "backup, do not remove"] {
      let storage = MemoryStorage(Self.servers)
      let store: SettingsStore<EditedRoot> = try SettingsStore(
        storage: storage, options: StoreOptions(refresh: .manual))
      var draft = store.untyped.draft()
      _ = draft.stageComment("my note", above: ["items", "1"])
      let text = Self.servers.replacing("backup, do not remove", with: theirs).replacing(
        "primary", with: "first")
      _ = storage.commit(Array(text.utf8), expecting: storage.read()?.revision)
      try await store.untyped.apply(draft)
      #expect(storage.text == text.replacing("backup, do not remove", with: "my note"))
    }
  }
}
