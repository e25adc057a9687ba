import TestSupport
import Testing

@testable import Settings
@testable import SettingsEditing

/// Comments follow the elements that the review of a change names, whichever way the change takes.
@Suite("Comments of elements")
struct CommentFollowingTests {
  /// Where the comments of an element are.
  private enum Layout: CaseIterable { case above, behind, inside, everywhere }

  /// A list with comments for each element.
  private static func document(_ elements: [JSONValue], _ layout: Layout) -> String {
    let lines = elements.enumerated().map { place, element in
      let comma = place == elements.count - 1 ? "" : ","
      let members = (element.object?.members ?? []).map { "      \(JSONValue.string($0.key)): \($0.value)" }
      let inner = "{ // c\(place)\n\(members.joined(separator: ", // c\(place)\n")) // c\(place)\n    }"
      return switch layout {
      case .above: "    // c\(place)\n    \(element)\(comma)"
      case .behind: "    \(element)\(comma) // c\(place)"
      case .inside: "    \(inner)\(comma)"
      case .everywhere: "    // c\(place)\n    \(inner)\(comma) // c\(place)"
      }
    }
    return "{\n  \"items\": [\n\(lines.joined(separator: "\n"))\n  ]\n}\n"
  }

  /// The comments of the elements in a document of this form.
  private static func comments(_ text: String) -> [[String]] {
    var (comments, waiting, isInside): ([[String]], [String], Bool) = ([], [], false)
    for line in text.split(separator: "\n").dropFirst(2) {
      let parts = line.split(separator: "// ", maxSplits: 1, omittingEmptySubsequences: false)
      waiting += parts.count > 1 ? [String(parts[1])] : []
      isInside = isInside || line.contains("{")
      guard isInside, line.contains("}") else { continue }
      comments.append(waiting)
      (waiting, isInside) = ([], false)
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

  private static func item(_ random: inout SeededRandom, names: [String]) -> JSONValue {
    [
      "name": .string(random.pick(names)),
      "size": .number(JSONNumber(Int.random(in: 0..<3, using: &random))),
    ]
  }

  /// A list with some edits as people make them, and the old index of each element; `nil` for a new one.
  private static func edited(
    _ list: [JSONValue], names: [String], renaming: Bool = true, _ random: inout SeededRandom
  ) -> [(value: JSONValue, origin: Int?)] {
    var list = list.enumerated().map { (value: $1, origin: Int?.some($0)) }
    for _ in 0..<Int.random(in: 1..<4, using: &random) {
      let place = Int.random(in: 0...list.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: list.insert((item(&random, names: names), nil), at: place)
      case 1 where place < list.count && list.count > 1: list.remove(at: place)
      case 2 where place < list.count:
        let element = list.remove(at: place)
        list.insert(element, at: Int.random(in: 0...list.count, using: &random))
      case 3 where place < list.count:
        guard case .object(var object) = list[place].value else { continue }
        if renaming, random.once(in: 3) {
          object["name"] = "z"
        } else {
          object["size"] = random.pick([7, 8])
        }
        list[place].value = .object(object)
      default: break
      }
    }
    return list
  }

  private enum Way: CaseIterable { case whole, part, merge, patch, typed, editor, plan }

  private static func untyped(_ item: EditedRoot.Item) -> JSONValue {
    ["name": .string(item.name), "size": .number(JSONNumber(item.size))]
  }

  private static func typed(_ value: JSONValue) -> EditedRoot.Item {
    EditedRoot.Item(
      name: value.object?["name"]?.text ?? "", size: value.object?["size"]?.integer() ?? 0)
  }

  /// Changes the list in one of the ways, and returns the review of that.
  @MainActor
  private static func change(
    _ store: SettingsStore<EditedRoot>, to new: [(value: JSONValue, origin: Int?)], by way: Way
  ) async throws -> FormReview {
    let engine = store.untyped
    let list = JSONValue.array(new.map(\.value))
    let entry = try #require(engine.index[["items"]])
    var draft = engine.draft()
    switch way {
    case .whole, .plan: try draft.stage(list, at: ["items"])
    case .part:
      try draft.stage(list, at: ["items"])
      let count = engine.document.root["items"]?.count ?? 0
      draft.note(elementsOf: ["items"], count: count) { $0 = new.map(\.origin) }
    case .merge: draft.stage([StagedValue(entry, value: list)], storesDefaults: true)
    case .patch:
      var other = engine.draft()
      try other.stage(list, at: ["items"])
      let document = try JSONPatch.applied(other.review().patch.map(\.json), to: engine.document.root.value)
      draft.stage([StagedValue(entry, value: document.object?["items"])], storesDefaults: true)
    case .typed:
      var typed = store.draft()
      typed[\.items] = new.map { Self.typed($0.value) }
      draft = typed.untyped
    case .editor:
      let model = FormViewModel(engine)
      try model.stage(list, at: ["items"])
      let review = model.review()
      try await model.apply()
      return review
    }
    let review = draft.review()
    if way == .plan {
      try await engine.apply(SettingsPlan(parsing: SettingsPlan(draft, for: engine).bytes))
    } else {
      try await engine.apply(draft)
    }
    return review
  }

  @Test(
    "They follow the elements that the review names; review, patch, log and text tell the same",
    arguments: SeededRandom.testSeeds(12))
  func follow(_ seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    for way in Way.allCases {
      // With few names, elements are often equal, or have one name.
      let names = random.pick([["a", "b", "c"], ["a", "b", "c", "d", "e", "f", "g", "h"]])
      let old = (0..<Int.random(in: 1..<6, using: &random)).map { _ in Self.item(&random, names: names) }
      let new = Self.edited(old, names: names, &random)
      let layout = random.pick(Layout.allCases)
      let text = Self.document(old, layout)
      let storage = MemoryStorage(text)
      let store: SettingsStore<EditedRoot> = try SettingsStore(storage: storage)
      let review = try await Self.change(store, to: new, by: way)
      let parts = review.changes.flatMap(\.parts)
      let stored = storage.text ?? ""
      let what = "SETTINGS_SEED=\(seed) \(way)\n\(text)\(new)\n\(parts)\n\(stored)"
      #expect(store.saved.items == new.map { Self.typed($0.value) }, "\(what)")
      let origins = Self.origins(parts, old: old.count, new: new.count)
      if !review.changes.isEmpty || way != .part {
        let known = Self.comments(text)
        #expect(Self.comments(stored) == origins.map { $0.map { known[$0] } ?? [] }, "\(what)")
      }
      let patched = try JSONPatch.applied(
        review.patch.map(\.json), to: JSONDocument(parsing: Array(text.utf8)).root.value)
      #expect(patched == store.untyped.document.root.value, "\(what)")
      if review.changes.isEmpty { continue }
      let logged = try #require(store.untyped.history().first)
      #expect(logged.changeCount == review.changeCount)
      #expect(
        logged.changes.flatMap { $0.parts }.map(\.id) == parts.map(\.id),
        "\(what)")
    }
  }

  @Test(
    "Two people's edits of different elements are merged, or a conflict; comments, also new ones, stay with the elements",
    arguments: SeededRandom.testSeeds(12))
  func twoPeople(_ seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"]
    for _ in 0..<12 {
      let base = names.prefix(Int.random(in: 2..<6, using: &random)).map { name -> JSONValue in
        ["name": .string(name), "size": 1]
      }
      let (mine, theirs) = (
        Self.edited(base, names: names, renaming: false, &random).map(\.value),
        Self.edited(base, names: names, renaming: false, &random).map(\.value)
      )
      let storage = MemoryStorage(Self.document(base, random.pick(Layout.allCases)))
      func store() throws -> SettingsStore<EditedRoot> {
        try SettingsStore(storage: storage, options: StoreOptions(refresh: .manual))
      }
      let (my, their) = (try store().untyped, try store().untyped)
      var (draft, other) = (my.draft(), their.draft())
      try draft.stage(.array(mine), at: ["items"])
      try other.stage(.array(theirs), at: ["items"])
      try await their.apply(other)
      // They also change the comments of one element.
      let noted = random.once(in: 2) ? Int.random(in: 0..<base.count, using: &random) : base.count
      let before = (storage.text ?? "").replacing("// c\(noted)\n", with: "// new\n")
      _ = storage.commit(Array(before.utf8), expecting: storage.read()?.revision)
      var isConflict = false
      do throws(ApplyError) { try await my.apply(draft) } catch {
        guard case .conflicts = error else { throw error }
        isConflict = true
      }
      let after = storage.text ?? ""
      let what = "SETTINGS_SEED=\(seed)\n\(base)\n\(mine)\n\(theirs)\n\(after)"
      let expected = Merged(base, mine, theirs)
      let isNoteLost = noted < base.count && !mine.map(Self.name).contains(Self.name(base[noted]))
      if isConflict {
        #expect(after == before && (!expected.isCertain || isNoteLost), "\(what)")
        continue
      }
      #expect(after.ranges(of: "// new\n").count == before.ranges(of: "// new\n").count, "\(what)")
      let result = try JSONDocument(parsing: Array(after.utf8)).root["items"]?.value.elements ?? []
      if mine == base || mine == theirs {
        #expect(result == theirs)
      } else if theirs == base {
        #expect(result == mine)
      } else {
        let values = try #require(expected.values, "\(what)")
        #expect(Set(result) == Set(values.values) && result.count == values.count, "\(what)")
        // Whoever was before another one for both people still is.
        for pair in zip(result, result.dropFirst()) {
          let orders = [mine, theirs].compactMap { list -> Bool? in
            guard let first = list.firstIndex(where: { Self.name($0) == Self.name(pair.0) }),
              let second = list.firstIndex(where: { Self.name($0) == Self.name(pair.1) })
            else { return nil }
            return first < second
          }
          #expect(orders.isEmpty || orders.contains(true), "\(what)")
        }
        let comments = zip(theirs, Self.comments(before)).map { (Self.name($0), $1) }
        for (element, found) in zip(result, Self.comments(after)) {
          // A new element in place of one that is gone can count as the old one, renamed.
          guard let own = comments.first(where: { $0.0 == Self.name(element) })?.1 else { continue }
          #expect(found == own, "\(what)")
        }
      }
    }
  }

  private static func name(_ element: JSONValue) -> String { element.object?["name"]?.text ?? "" }

  /// What a merge of three lists has to be, element by element.
  private struct Merged {
    /// The values by name; `nil` if the elements have no certain names, or if one was changed by both.
    let values: [String: JSONValue]?
    /// Whether there is no reason for a conflict: nobody has inserted or moved elements, and only different ones were changed.
    let isCertain: Bool

    init(_ base: [JSONValue], _ mine: [JSONValue], _ theirs: [JSONValue]) {
      let lists = [base, mine, theirs].map { Dictionary($0.map { (name($0), $0) }) { first, _ in first } }
      var values: [String: JSONValue]? = [:]
      for key in Set(lists.flatMap(\.keys)) {
        let (before, my, their) = (lists[0][key], lists[1][key], lists[2][key])
        if my == their || their == before {
          values?[key] = my
        } else if my == before {
          values?[key] = their
        } else {
          values = nil
        }
      }
      let isUnique = zip([base, mine, theirs], lists).allSatisfy { $0.count == $1.count }
      self.values = isUnique ? values : nil
      let order = base.map(name)
      let isInOrder = [mine, theirs].allSatisfy { list in
        let names = list.map(name)
        return names == order.filter(names.contains)
      }
      isCertain = self.values != nil && isInOrder
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

  @Test("Equal elements with different comments change places, also if another person changes something else")
  func equalElements() async throws {
    func text(_ first: String, _ second: String, name: String) -> String {
      let element = "    {\"name\": \"a\", \"size\": 1}"
      return "{\n  \"items\": [\n    // \(first)\n\(element),\n    // \(second)\n\(element)\n  ]\(name)\n}"
    }
    let storage = MemoryStorage(text("one", "two", name: ""))
    let store: SettingsStore<EditedRoot> = try SettingsStore(
      storage: storage, options: StoreOptions(refresh: .manual))
    var draft = store.untyped.draft()
    draft.note(elementsOf: ["items"], count: 2) { $0.swapAt(0, 1) }
    let review = draft.review()
    #expect(review.changes.flatMap(\.parts).map(\.kind) == [.move] && review.isApplicable)
    let other = text("one", "two", name: ",\n  \"extra\": 1")
    _ = storage.commit(Array(other.utf8), expecting: storage.read()?.revision)
    try await store.untyped.apply(draft)
    #expect(storage.text == text("two", "one", name: ",\n  \"extra\": 1"))
    let logged = try #require(store.untyped.history().first?.changes.first)
    #expect(logged.parts.map(\.kind) == [.move])

    // A plan has the moves, too, although it sets the value that is stored.
    draft = store.untyped.draft()
    draft.note(elementsOf: ["items"], count: 2) { $0.swapAt(0, 1) }
    try await store.untyped.apply(SettingsPlan(parsing: SettingsPlan(draft, for: store.untyped).bytes))
    #expect(storage.text == other)

    let plain = MemoryStorage("{\"items\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}")
    draft = try SettingsStore<EditedRoot>(storage: plain).untyped.draft()
    draft.note(elementsOf: ["items"], count: 2) { $0.swapAt(0, 1) }
    #expect(draft.isEmpty)
  }

  @Test("Removing an element or a list is a conflict with a new comment about it", arguments: [false, true])
  func removal(removesAll: Bool) async throws {
    let text = removesAll ? "{\n  // mine\n  \"items\": []\n}" : Self.servers
    let old = removesAll ? "mine" : "backup, do not remove"
    let storage = MemoryStorage(text)
    let store: SettingsStore<EditedRoot> = try SettingsStore(
      storage: storage, options: StoreOptions(refresh: .manual))
    var draft = store.untyped.draft()
    if removesAll {
      try draft.reset(["items"])
    } else {
      try draft.stage(.array([["name": "a", "size": 1]]), at: ["items"])
    }
    // Also if the element has another place now.
    let theirs = text.replacing(old, with: "their note")
      .replacing("    // primary", with: "    {\"name\": \"new\", \"size\": 1},\n    // primary")
    _ = storage.commit(Array(theirs.utf8), expecting: storage.read()?.revision)
    await #expect(throws: ApplyError.self) { try await store.untyped.apply(draft) }
    #expect(storage.text == theirs)

    draft.rebase(onto: store.untyped.snapshot)
    let conflict = try #require(draft.review().conflicts.first)
    #expect(conflict.path == ["items"] && conflict.isAboutComment)
    #expect([conflict.base, conflict.mine, conflict.theirs] == [.string(old), nil, "their note"])
    var other = draft
    other.resolve(["items"], keeping: .theirs)
    #expect(other.isEmpty && other.review().conflicts.isEmpty)
    other.undo()
    #expect(other.review().conflicts == [conflict])
    draft.resolve(["items"], keeping: .mine)
    try await store.untyped.apply(draft)
    #expect(storage.text?.contains("their note") == false)
  }

  private static func engine(
    _ text: String, _ form: String
  ) throws -> (engine: StoreEngine, storage: MemoryStorage) {
    let storage = MemoryStorage(text)
    return (
      try StoreEngine(
        form: FormIndex(FormSchema(written: Array(form.utf8))), layers: SettingsLayers(storage: storage),
        options: StoreOptions(refresh: .manual)), storage
    )
  }

  /// A comment that another person has written while a change is staged.
  struct Written: Sendable, CustomTestStringConvertible {
    let name: String
    /// The document with the comment `OLD`, which becomes `NEW`.
    let text: String
    let path: SettingPath
    /// The staged value; `nil` for a reset.
    let value: JSONValue?
    /// Whether the change would lose the comment.
    let isLost: Bool

    var testDescription: String { name }

    init(_ name: String, _ text: String, _ path: SettingPath, _ value: JSONValue?, isLost: Bool) {
      (self.name, self.text, self.path, self.value, self.isLost) = (name, text, path, value, isLost)
    }
  }

  @Test(
    "A comment that another person writes stays at its value, or is a conflict",
    arguments: [
      .init(
        "in an object that goes", "{\"byName\": {\"a\": {\n\"size\": 2 // OLD\n}}}", ["byName"], nil,
        isLost: true),
      .init(
        "in an entry that goes", "{\"byName\": {\"a\": {\n\"size\": 2 // OLD\n}, \"b\": {}}}", ["byName"],
        ["b": [:]],
        isLost: true),
      .init(
        "in an entry beside it", "{\"byName\": {\"a\": {\n\"size\": 2 // OLD\n}, \"b\": {}}}", ["byName"],
        ["a": ["size": 2]], isLost: false),
      .init(
        "at a member that changes", "{\"byName\": {\"a\": {\n\"size\": 2 // OLD\n}}}", ["byName"],
        ["a": ["size": 3]], isLost: false),
      .init(
        "deep in a list that goes", "{\"items\": [{\"limits\": {\n// OLD\n\"low\": 2}}]}", ["items"], nil,
        isLost: true),
      .init("behind the key of a value that goes", "{\"words\": /* OLD */ []}", ["words"], nil, isLost: true),
      .init("behind a value that goes", "{\n\"words\": [\"a\"] // OLD\n}", ["words"], nil, isLost: true),
      .init("behind a value that changes", "{\n\"words\": [\"a\"] // OLD\n}", ["words"], [], isLost: false),
      .init(
        "behind an element that goes", "{\"words\": [\n\"a\", // OLD\n\"b\"]}", ["words"], ["b"], isLost: true
      ),
      .init(
        "behind an element that moves", "{\"words\": [\n\"a\", // OLD\n\"b\"]}", ["words"], ["b", "a"],
        isLost: false),
      .init(
        "at the bracket of a list that goes", "{\"words\": [ // OLD\n\"a\"]}", ["words"], nil, isLost: true),
      .init("at the bracket of a list", "{\"words\": [ // OLD\n\"a\"]}", ["words"], ["b"], isLost: false),
      .init(
        "at the end of a list that goes", "{\"words\": [\n\"a\"\n// OLD\n]}", ["words"], nil, isLost: true),
      .init("at the end of a list", "{\"words\": [\n\"a\"\n// OLD\n]}", ["words"], [], isLost: false),
      .init(
        "in an object that becomes text", "{\"route\": {\n// OLD\n\"proxy\": {\"port\": 1}}}", ["route"],
        "none",
        isLost: true),
      .init(
        "in an object that becomes a list", "{\"route\": {\"proxy\": {\n\"port\": 1 // OLD\n}}}", ["route"],
        [1],
        isLost: true),
      .init(
        "behind text that becomes an object", "{\"route\": \"a\" // OLD\n}", ["route"], ["b": 1],
        isLost: false),
      .init(
        "above two elements, one of which goes", "{\"words\": [\n\n// OLD\n\"a\",\n\"b\",\n\n\"c\"]}",
        ["words"],
        ["a", "c"], isLost: false),
      .init(
        "above one element that becomes two", "{\"words\": [\n\n// OLD\n\"a\",\n\n\"c\"]}", ["words"],
        ["a", "b", "c"], isLost: false),
      .init("behind a member without a form", "{\"more\": 1 // OLD\n}", ["more"], nil, isLost: true),
      .init(
        "at the member before it", "{\"words\": [\"a\"], // OLD\n\"more\": 1}", ["more"], nil, isLost: false),
    ] as [Written])
  func written(_ case: Written) async throws {
    let (engine, storage) = try Self.engine(
      `case`.text,
      #"""
      {"type": "object", "properties": {
        "words": {"type": "array", "items": {"type": "string"}}, "items": {"type": "array"}, "route": {},
        "byName": {"type": "object", "default": {}, "additionalProperties": {"type": "object"}}}}
      """#)
    var draft = engine.draft()
    if let value = `case`.value {
      try draft.stage(value, at: `case`.path)
    } else if draft.removeUndescribed(at: `case`.path).isEmpty {
      try draft.reset(`case`.path)
    }
    let earlier = engine.draft()
    let theirs = `case`.text.replacing("OLD", with: "NEW")
    _ = storage.commit(Array(theirs.utf8), expecting: storage.read()?.revision)
    guard `case`.isLost else {
      try await engine.apply(draft)
      #expect(storage.text?.contains("NEW") == true)
      return
    }
    await #expect(throws: ApplyError.self) { try await engine.apply(draft) }
    #expect(storage.text == theirs)
    draft.rebase(onto: engine.snapshot)
    let conflict = try #require(draft.review().conflicts.first)
    #expect(conflict.path == `case`.path && conflict.isAboutComment)
    #expect([conflict.base, conflict.mine, conflict.theirs] == ["OLD", nil, "NEW"])

    // It is the same for what a person has begun to type before.
    if let entry = engine.index[`case`.path] {
      var typed = engine.draft()
      _ = typed.stage([StagedValue(entry, value: `case`.value)], since: earlier)
      #expect(typed.review().conflicts == [conflict])
    }
    draft.resolve(`case`.path, keeping: .mine)
    try await engine.apply(draft)
    #expect(storage.text?.contains("NEW") == false)
  }

  @Test(
    "A comment in an entry with a new key moves with it, and one above a section goes with its last member")
  func moving() async throws {
    let storage = MemoryStorage("{\"byName\": {\n\"a\": {\n\"size\": 2 // OLD\n} // OLD\n}}")
    let store: SettingsStore<EditedRoot> = try SettingsStore(
      storage: storage, options: StoreOptions(refresh: .manual))
    var draft = store.untyped.draft()
    try draft.stage(["b": ["size": 2]], at: ["byName"])
    draft.note(originOf: ["byName", "b"], ["byName", "a"])
    let theirs = (storage.text ?? "").replacing("OLD", with: "NEW")
    _ = storage.commit(Array(theirs.utf8), expecting: storage.read()?.revision)
    try await store.untyped.apply(draft)
    #expect(storage.text == theirs.replacing("\"a\"", with: "\"b\""))

    let (engine, section) = try Self.engine(
      "{\n  // OLD\n  \"proxy\": {\"host\": \"a\"}\n}",
      #"""
      {"type": "object", "properties": {
        "proxy": {"type": "object", "required": ["host"], "properties": {"host": {"type": "string"}}}}}
      """#)
    var removal = engine.draft()
    try removal.reset(["proxy", "host"])
    let text = (section.text ?? "").replacing("OLD", with: "NEW")
    _ = section.commit(Array(text.utf8), expecting: section.read()?.revision)
    await #expect(throws: ApplyError.self) { try await engine.apply(removal) }
    #expect(section.text == text)
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
