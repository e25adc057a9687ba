import Settings
import SettingsEditing
import SettingsValidation
import TestSupport
import Testing

/// A root with values of which another version of the app may know more.
struct EditedRoot: SettingsGroup, Equatable {
  struct Item: SettingsGroup, Equatable {
    struct Limits: SettingsGroup, Equatable {
      var low = 0
      var high = 9
    }

    var name = ""
    var size = 1
    var limits = Limits()
    var tags: [String] = []
  }

  struct Point: SettingsGroup, Hashable {
    var x = 0
    var y = 0
  }

  enum Route: Codable, Hashable, Sendable {
    case direct
    case proxy(host: String, port: Int)
  }

  struct Section: SettingsGroup, Equatable {
    var items: [Item] = []
    var level = 1
  }

  var items: [Item] = []
  var points: [Point] = []
  var marks: Set<Point> = []
  var words: Set<String> = []
  var byName: [String: Item] = [:]
  var route = Route.direct
  var section = Section()
}

extension EditedRoot: SettingsRoot {
  static var formSource: String {
    let item = #"""
      {"type": "object", "title": "Item", "properties": {
        "name": {"type": "string", "title": "Name"}, "size": {"type": "integer", "title": "Size"},
        "limits": {"type": "object", "title": "Limits", "properties": {
          "low": {"type": "integer", "title": "Low"}, "high": {"type": "integer", "title": "High"}}},
        "tags": {"type": "array", "title": "Tags", "items": {"type": "string"}}}}
      """#
    let point = #"""
      {"type": "object", "title": "Point", "properties": {
        "x": {"type": "integer", "title": "X"}, "y": {"type": "integer", "title": "Y"}}}
      """#
    return """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "title": "Edited",
        "properties": {
          "items": {"type": "array", "title": "Items", "items": \(item), "default": []},
          "points": {"type": "array", "title": "Points", "items": \(point), "default": []},
          "marks": {"type": "array", "title": "Marks", "items": \(point), "default": []},
          "words": {"type": "array", "title": "Words", "items": {"type": "string"}, "default": []},
          "byName": {"type": "object", "title": "By Name", "additionalProperties": \(item), "default": {}},
          "route": {"title": "Route", "default": {"direct": {}}},
          "section": {"type": "object", "title": "Section", "properties": {
            "items": {"type": "array", "title": "Items", "items": \(item), "default": []},
            "level": {"type": "integer", "title": "Level", "default": 1}}}
        }
      }
      """
  }

  static func addKeyPaths(to table: inout KeyPathTable<EditedRoot>) {
    table.add(\.items, ["items"])
    table.add(\.points, ["points"])
    table.add(\.marks, ["marks"])
    table.add(\.words, ["words"])
    table.add(\.byName, ["byName"])
    table.add(\.route, ["route"])
    table.add(\.section, ["section"])
    table.add(\.section.items, ["section", "items"])
    table.add(\.section.level, ["section", "level"])
  }

  static func store(_ text: String) throws -> (store: SettingsStore<EditedRoot>, storage: MemoryStorage) {
    let storage = MemoryStorage(text)
    return (try SettingsStore(storage: storage), storage)
  }
}

@Suite("A typed edit keeps what the app's type doesn't know")
struct TypedEditTests {
  @Test("in the other members of an element, and in all other elements")
  func member() async throws {
    let (store, storage) = try EditedRoot.store(
      #"{"items": [{"name": "a", "new": {"x": 1}}, {"name": "b", "size": 2, "new": [1]}]} // mine"#)
    try await store.update { $0.items[0].size = 4 }
    #expect(
      storage.text
        == #"{"items": [{"name": "a", "size": 4, "new": {"x": 1}}, {"name": "b", "size": 2, "new": [1]}]} // mine"#
    )
  }

  @Test("in elements that move, and next to those that are inserted and removed")
  func elements() async throws {
    let (store, storage) = try EditedRoot.store(
      #"{"items": [{"name": "a", "new": 1}, {"name": "b", "new": 2}, {"name": "c", "new": 3}]}"#)
    try await store.update {
      $0.items.swapAt(0, 2)
      $0.items.remove(at: 1)
      $0.items.insert(EditedRoot.Item(name: "d"), at: 0)
      $0.items[1].size = 7
    }
    #expect(
      try storage.value["items"] == [
        ["name": "d", "size": 1, "limits": ["low": 0, "high": 9], "tags": []],
        ["name": "c", "new": 3, "size": 7], ["name": "a", "new": 1],
      ])
  }

  @Test("in an element that gets another name")
  func renamed() async throws {
    let (store, storage) = try EditedRoot.store(
      #"{"items": [{"name": "a", "new": 1}, {"name": "b", "new": 2}]}"#)
    try await store.update { $0.items[1].name = "z" }
    #expect(try storage.value["items"] == [["name": "a", "new": 1], ["name": "z", "new": 2]])
  }

  @Test("in dictionaries, in nested structs, and in payloads of enumerations")
  func nested() async throws {
    let (store, storage) = try EditedRoot.store(
      #"""
      {"byName": {"x": {"size": 2, "new": 1}, "y": {"new": 2}},
       "items": [{"name": "a", "limits": {"low": 1, "new": 3}}],
       "route": {"proxy": {"host": "h", "port": 1, "new": 4}}}
      """#)
    try await store.update {
      $0.byName["x"]?.size = 3
      $0.byName["z"] = EditedRoot.Item(name: "z")
      $0.items[0].limits.high = 5
      $0.route = .proxy(host: "h", port: 2)
    }
    let value = try storage.value
    #expect(value["byName"]?.member("x") == ["size": 3, "new": 1])
    #expect(value["byName"]?.member("y") == ["new": 2])
    #expect(value["items"] == [["name": "a", "limits": ["low": 1, "new": 3, "high": 5]]])
    #expect(value["route"] == ["proxy": ["host": "h", "port": 2, "new": 4]])
  }

  @Test("in sets, whose elements that stay keep their order in the file")
  func sets() async throws {
    let (store, storage) = try EditedRoot.store(
      #"{"words": ["c", "b", "a"], "marks": [{"x": 2, "new": 1}, {"x": 1, "new": 2}]}"#)
    try await store.update {
      $0.words.remove("b")
      $0.words.insert("d")
      $0.marks.insert(EditedRoot.Point(x: 0, y: 5))
    }
    let value = try storage.value
    #expect(value["words"] == ["c", "a", "d"])
    #expect(value["marks"] == [["x": 2, "new": 1], ["x": 1, "new": 2], ["x": 0, "y": 5]])
  }

  @Test(
    "in a draft, in a view model and in a binding, by the key path of a setting, of its part or of a section")
  @MainActor
  func otherWays() async throws {
    let text = #"{"items": [{"name": "a", "new": 1}], "section": {"items": [{"name": "b", "new": 2}]}}"#
    func edited(_ edit: (SettingsViewModel<EditedRoot>) -> Void) async throws -> JSONObject {
      let (store, storage) = try EditedRoot.store(text)
      let model = SettingsViewModel(store)
      edit(model)
      try await model.apply()
      return try storage.value
    }
    let expected: JSONValue = [["name": "a", "new": 1, "size": 3]]
    #expect(try await edited { $0[\.items] = [.init(name: "a", size: 3)] }["items"] == expected)
    #expect(try await edited { $0[\.items[0].size] = 3 }["items"] == expected)
    #expect(try await edited { $0.binding(\.items).value[0].size = 3 }["items"] == expected)
    #expect(
      try await edited {
        $0[\.section].items[0].size = 3
        $0[\.section].level = 2
      }["section"] == ["items": [["name": "b", "new": 2, "size": 3]], "level": 2])
    let (store, storage) = try EditedRoot.store(text)
    var draft = store.draft()
    draft[\.items][0].size = 3
    draft[\.items][0].tags = ["t"]
    try await store.apply(draft)
    #expect(try storage.value["items"] == [["name": "a", "new": 1, "size": 3, "tags": ["t"]]])
  }

  @Test("and a section that is written back stages nothing of a layer above")
  func layers() throws {
    let store = try SettingsStore<EditedRoot>(
      SettingsLayers(storage: MemoryStorage(), above: [.values(["section": ["level": 5]])]))
    var draft = store.draft()
    draft[\.section].items = [EditedRoot.Item(name: "n")]
    #expect(draft.review().changes.map(\.path) == [["section", "items"]])
  }

  @Test(
    "as random edits of lists of structs show, in any order and number", arguments: SeededRandom.testSeeds(20)
  )
  func random(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    var model = (0..<Int.random(in: 0...6, using: &random)).map { ModelItem($0, &random) }
    var nextNumber = model.count
    let (store, storage) = try EditedRoot.store(text(of: model))
    for _ in 0..<12 {
      var items = store.saved.items
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          let place = Int.random(in: 0...items.count, using: &random)
          // Unlike the others: an element that takes the place of a similar one is that one under a new name.
          let item = EditedRoot.Item(
            name: "n\(nextNumber)", size: 100, limits: .init(low: 50, high: 60), tags: ["added"])
          nextNumber += 1
          items.insert(item, at: place)
          model.insert(ModelItem(adding: item), at: place)
        case 1 where !items.isEmpty:
          let place = Int.random(in: items.indices, using: &random)
          items.remove(at: place)
          model.remove(at: place)
        case 2 where items.count > 1:
          let (from, to) = (
            Int.random(in: items.indices, using: &random),
            Int.random(in: items.indices.dropLast(), using: &random)
          )
          items.insert(items.remove(at: from), at: to)
          model.insert(model.remove(at: from), at: to)
        default:
          guard let place = items.indices.randomElement(using: &random) else { continue }
          items[place].size += 1
          model[place].json["size"] = .number(JSONNumber(items[place].size))
        }
      }
      try await store.update { [items] in $0.items = items }
      #expect(try storage.value["items"] ?? [] == .array(model.map { .object($0.json) }), "seed \(seed)")
    }
  }

  /// An element of the list as the file should have it.
  private struct ModelItem {
    var json: JSONObject

    init(_ number: Int, _ random: inout SeededRandom) {
      json = ["name": .string("n\(number)")]
      if Bool.random(using: &random) {
        json["size"] = .number(JSONNumber(Int.random(in: 0..<3, using: &random)))
      }
      if Bool.random(using: &random) { json["new"] = .number(JSONNumber(number)) }
      if Bool.random(using: &random) { json["limits"] = ["later": .number(JSONNumber(number))] }
    }

    init(adding item: EditedRoot.Item) {
      json = [
        "name": .string(item.name), "size": .number(JSONNumber(item.size)),
        "limits": ["low": 50, "high": 60], "tags": ["added"],
      ]
    }
  }

  private func text(of model: [ModelItem]) -> String {
    JSONValue.object(["items": .array(model.map { .object($0.json) })]).text(.pretty())
  }
}

extension MemoryStorage {
  /// The members of the stored document.
  fileprivate var value: JSONObject {
    get throws {
      let value = try JSONValue(parsing: text ?? "{}")
      guard case .object(let object) = value else { return [:] }
      return object
    }
  }
}
