import Testing

@testable import Settings

/// A root of 100 000 settings, whose values take more than a megabyte: a stack has room for only a few copies.
@Suite struct LargeRootTests {
  @Test("A root of 100 000 settings opens, is changed, and is opened again")
  func opening() async throws {
    let storage = MemoryStorage("{\"a\": {\"b\": {\"c\": {\"d\": {\"count\": 1}}}}}")
    let store = try SettingsStore<HundredThousand>(storage: storage)
    #expect(store.untyped.index.settings.count == 100_000)
    #expect(store.values.a.b.c.d.count == 1 && store.values.j.j.j.j.count == 7)

    var draft = store.draft()
    draft[\.j.j.j.j.count] = 8
    try await store.apply(draft)
    #expect(store.saved.j.j.j.j.count == 8)
    #expect(try SettingsStore<HundredThousand>(storage: storage).values.j.j.j.j.count == 8)
  }
}

private typealias HundredThousand = Ten<Ten<Ten<Ten<Leaves>>>>

/// Ten parts of the same type.
private protocol Part: SettingsGroup {
  /// The members of the part in the form.
  static var properties: String { get }

  /// Adds the key paths of the settings inside a root.
  static func addKeyPaths<Root>(
    to table: inout KeyPathTable<Root>, at outer: WritableKeyPath<Root, Self>, _ path: SettingPath)
}

private struct Leaves: Part {
  var count = 7
  var isOn = true
  var name = "name"
  var share = 0.5
  var a = 1
  var b = 2
  var c = 3
  var d = 4
  var e = 5
  var f = "f"

  static let properties = #"""
    "count": {"type": "integer", "default": 7}, "isOn": {"type": "boolean", "default": true},
    "name": {"type": "string", "default": "name"}, "share": {"type": "number", "default": 0.5},
    "a": {"type": "integer", "default": 1}, "b": {"type": "integer", "default": 2},
    "c": {"type": "integer", "default": 3}, "d": {"type": "integer", "default": 4},
    "e": {"type": "integer", "default": 5}, "f": {"type": "string", "default": "f"}
    """#

  static func addKeyPaths<Root>(
    to table: inout KeyPathTable<Root>, at outer: WritableKeyPath<Root, Self>, _ path: SettingPath
  ) {
    table.add(outer.appending(path: \.count), path.appending("count"))
  }
}

private struct Ten<Inner: Part>: Part, SettingsRoot {
  var a = Inner()
  var b = Inner()
  var c = Inner()
  var d = Inner()
  var e = Inner()
  var f = Inner()
  var g = Inner()
  var h = Inner()
  var i = Inner()
  var j = Inner()

  static var properties: String {
    let inner = Inner.properties
    return "abcdefghij".map { "\"\($0)\": {\"type\": \"object\", \"properties\": {\(inner)}}" }
      .joined(separator: ", ")
  }

  static var formSource: String { "{\"type\": \"object\", \"properties\": {\(properties)}}" }

  static func addKeyPaths(to table: inout KeyPathTable<Self>) { addKeyPaths(to: &table, at: \.self, .root) }

  static func addKeyPaths<Root>(
    to table: inout KeyPathTable<Root>, at outer: WritableKeyPath<Root, Self>, _ path: SettingPath
  ) {
    let parts: [(WritableKeyPath<Self, Inner>, String)] = [
      (\.a, "a"), (\.b, "b"), (\.c, "c"), (\.d, "d"), (\.e, "e"), (\.f, "f"), (\.g, "g"), (\.h, "h"),
      (\.i, "i"), (\.j, "j"),
    ]
    for (part, key) in parts {
      Inner.addKeyPaths(to: &table, at: outer.appending(path: part), path.appending(key))
    }
  }
}
