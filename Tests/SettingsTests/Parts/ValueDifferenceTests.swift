import SettingsSchemas
import TestSupport
import Testing

@testable import Settings

/// What a person reads of a change.
private func summary(_ change: SettingPartChange) -> String {
  let values =
    switch change.kind {
    case .add: change.newText
    case .remove: change.oldText
    case .replace: "\(change.oldText) → \(change.newText)"
    case .move: "from \(change.from?.description ?? "?")"
    }
  return "\(change.kind) \(change.path): \(values)"
}

@Suite("The difference of two values")
struct ValueDifferenceTests {
  private static let form = """
    {"type": "object", "properties": {
      "any": {"title": "Any"},
      "tags": {"type": "array", "title": "Tags", "items": {"type": "string"}},
      "servers": {"type": "array", "title": "Servers", "items": {"type": "object", "title": "Server", "properties": {
        "weight": {"type": "integer", "title": "Weight"},
        "host": {"type": "string", "title": "Host"},
        "port": {"type": "integer", "title": "Port", "x-setting": {"unit": "ports"}},
        "token": {"type": "string", "title": "Token", "writeOnly": true}}}},
      "secret": {"type": "array", "title": "Secret", "items": {"type": "string"}, "writeOnly": true},
      "tuple": {"type": "array", "title": "Tuple", "prefixItems": [{"type": "string", "writeOnly": true}, {"type": "string"}]},
      "limits": {"type": "object", "title": "Limits", "additionalProperties": {"type": "integer"}}}}
    """

  private func setting(_ key: String) throws -> FormSetting {
    let index = FormIndex(try FormSchema(parsingSchema: Array(Self.form.utf8)))
    return try #require(index[[key]]).setting
  }

  private func changes(of key: String, _ old: JSONValue, _ new: JSONValue) throws -> [String] {
    let setting = try setting(key)
    return ValueDifference(old, new, setting: setting)?.changes(at: [key], setting).map(summary) ?? []
  }

  @Test("Elements are added, removed and changed without their neighbors")
  func strings() throws {
    #expect(try changes(of: "tags", ["a", "b"], ["a", "x", "b"]) == ["add tags.1: x"])
    #expect(try changes(of: "tags", ["a", "b", "c"], ["a", "c"]) == ["remove tags.1: b"])
    #expect(try changes(of: "tags", ["a", "b", "c"], ["a", "x", "c"]) == ["replace tags.1: b → x"])
    #expect(try changes(of: "tags", ["a", "b", "c"], ["b", "c", "a"]) == ["move tags.2: from tags.0"])
    #expect(try changes(of: "tags", [], ["a"]) == ["add tags.0: a"])
    #expect(try changes(of: "tags", ["a"], ["a"]) == [])
  }

  @Test("Structs are identified by their first string, and compared by their members")
  func structs() throws {
    let (a, b, c): (JSONValue, JSONValue, JSONValue) = (
      ["host": "a", "port": 1], ["host": "b", "port": 2], ["host": "c", "port": 3]
    )
    #expect(
      try changes(of: "servers", [a, b, c], [a, ["host": "b", "port": 7], c])
        == ["replace servers.1.port: 2 ports → 7 ports"])
    #expect(
      try changes(of: "servers", [a, b, c], [c, a, ["host": "b", "port": 9]])
        == ["move servers.0: from servers.2", "replace servers.2.port: 2 ports → 9 ports"])
    // One that shares nothing with another is another one, even at its place.
    #expect(
      try changes(of: "servers", [a, b], [a, c])
        == ["remove servers.1: Host: b, Port: 2 ports", "add servers.1: Host: c, Port: 3 ports"])
    // A renamed one is the same.
    #expect(
      try changes(of: "servers", [a, b], [a, ["host": "new", "port": 2]]) == [
        "replace servers.1.host: b → new"
      ])
  }

  @Test("Structs with equal names are compared by their similarity and position")
  func withoutIdentity() throws {
    let same: JSONValue = ["host": "a", "port": 1, "weight": 1]
    let other: JSONValue = ["host": "a", "port": 3, "weight": 3]
    #expect(
      try changes(of: "servers", [same, same, other], [same, ["host": "a", "port": 4, "weight": 3]])
        == [
          "remove servers.1: Weight: 1, Host: a, Port: 1 ports", "replace servers.1.port: 3 ports → 4 ports",
        ])
  }

  @Test("Titles name the element by its identity")
  func titles() throws {
    let setting = try setting("servers")
    let old: JSONValue = [["host": "a", "port": 1], ["host": "b", "port": 2]]
    let new: JSONValue = [["host": "a", "port": 1], ["host": "b", "port": 3]]
    let changes = try #require(ValueDifference(old, new, setting: setting)).changes(at: ["servers"], setting)
    #expect(changes.map(\.title) == ["1 b › Port"])
  }

  @Test("Entries are compared by their keys, in any order")
  func dictionaries() throws {
    #expect(
      try changes(of: "limits", ["a": 1, "b": 2, "c": 3], ["c": 3, "b": 5, "d": 4])
        == ["remove limits.a: 1", "replace limits.b: 2 → 5", "add limits.d: 4"])
  }

  @Test("A secret value has no parts, and secret parts are masked")
  func secrets() throws {
    #expect(try changes(of: "secret", ["a"], ["a", "b"]) == [])
    #expect(
      try changes(
        of: "servers", [["host": "a", "token": "hidden"]], [["host": "a", "token": "other"]])
        == ["replace servers.0.token: ******** → ********"])
    // Elements of a tuple can't change their places: they would lose their secrecy.
    #expect(
      try changes(of: "tuple", ["hidden", "shown"], ["shown", "hidden"])
        == ["replace tuple.0: ******** → ********", "replace tuple.1: shown → hidden"])
  }

  @Test("Values of different types replace each other")
  func types() throws {
    #expect(try changes(of: "any", [1], ["a": 1]) == [])
    #expect(try changes(of: "any", ["a": [1]], ["a": ["b": 1]]) == [#"replace any.a: [1] → {"b": 1}"#])
    #expect(try changes(of: "any", ["a": .null], [:]) == ["remove any.a: none"])
  }

  @Test("The patch of two random values turns the one into the other", arguments: 0..<20)
  func patches(_ round: UInt64) throws {
    let seed = SeededRandom.testSeed &+ round
    var values = RandomValues(random: SeededRandom(seed: seed))
    let any = try setting("any")
    for _ in 0..<200 {
      let old = values.value()
      let new = values.random.once(in: 4) ? values.value() : values.edited(old)
      guard let difference = ValueDifference(old, new, setting: any) else {
        #expect(old == new)
        continue
      }
      let patch = difference.patch(at: .root, any).map(\.json)
      let result = try? JSONPatch.applied(patch, to: old)
      #expect(result == new, "SETTINGS_SEED=\(seed): \(old) → \(new): \(JSONValue.array(patch))")
      let ids = difference.changes(at: .root, any).map(\.id)
      #expect(Set(ids).count == ids.count, "SETTINGS_SEED=\(seed): \(old) → \(new): \(ids)")
      #expect(difference.value(leavingOut: [], at: .root) == new, "SETTINGS_SEED=\(seed): \(old) → \(new)")
      guard difference.counts != nil else { continue }
      #expect(
        difference.value(leavingOut: Set(ids), at: .root) == old, "SETTINGS_SEED=\(seed): \(old) → \(new)")
    }
  }

  /// An element of a list of structs, with what happens to it.
  private enum Cell {
    case stays(JSONValue)
    case changes(JSONValue, JSONValue)
    case goes(JSONValue)
    case comes(JSONValue)
  }

  @Test("Without the change of one element, all others are made", arguments: 0..<20)
  func leavingOut(_ round: UInt64) throws {
    let seed = SeededRandom.testSeed &+ round
    var random = SeededRandom(seed: seed)
    let servers = try setting("servers")
    for _ in 0..<50 {
      let cells = Self.cells(&random)
      func list(isNew: (Int) -> Bool) -> JSONValue {
        .array(
          cells.enumerated().compactMap { index, cell in
            switch cell {
            case .stays(let value): value
            case .changes(let old, let new): isNew(index) ? new : old
            case .goes(let old): isNew(index) ? nil : old
            case .comes(let new): isNew(index) ? new : nil
            }
          })
      }
      let (old, new) = (list { _ in false }, list { _ in true })
      guard let difference = ValueDifference(old, new, setting: servers) else { continue }
      let changed = cells.indices.filter { if case .stays = cells[$0] { false } else { true } }
      let changes = difference.changes(at: ["servers"], servers)
      #expect(changes.count == changed.count, "SETTINGS_SEED=\(seed): \(changes.map(summary))")
      for (change, cell) in zip(changes, changed) {
        let rest = difference.value(leavingOut: [change.id], at: ["servers"])
        #expect(
          rest == list { $0 != cell }, "SETTINGS_SEED=\(seed): \(summary(change)) of \(changes.map(summary))")
      }
    }
  }

  private static func cells(_ random: inout SeededRandom) -> [Cell] {
    var cells: [Cell] = []
    var number = 0
    func server(port: Int) -> JSONValue {
      number += 1
      return [
        "host": .string("h\(number)"), "port": .number(JSONNumber(port + number)),
        "weight": .number(JSONNumber(port - number)),
      ]
    }
    for _ in 0..<Int.random(in: 0..<5, using: &random) {
      // Among elements that stay, those that go come before those that come.
      for _ in 0..<Int.random(in: 0..<3, using: &random) { cells.append(.goes(server(port: 1000))) }
      for _ in 0..<Int.random(in: 0..<3, using: &random) { cells.append(.comes(server(port: 2000))) }
      let element = server(port: 3000)
      if case .object(var object) = element, random.once(in: 2) {
        object["port"] = 1
        cells.append(.changes(element, .object(object)))
      } else {
        cells.append(.stays(element))
      }
    }
    return cells
  }

  @Test("A moved and changed element keeps its place or its value if either is left out")
  func moveLeftOut() throws {
    let servers = try setting("servers")
    let (a, b): (JSONValue, JSONValue) = (["host": "a", "port": 1], ["host": "b", "port": 2])
    let changed: JSONValue = ["host": "a", "port": 9]
    let difference = try #require(ValueDifference([a, b], [b, changed], setting: servers))
    let changes = difference.changes(at: ["servers"], servers)
    #expect(changes.map(\.kind) == [.move, .replace])
    #expect(difference.value(leavingOut: [changes[0].id], at: ["servers"]) == [changed, b])
    #expect(difference.value(leavingOut: [changes[1].id], at: ["servers"]) == [b, a])
  }

  @Test(
    "Where the places of a list differ in what is secret, no element moves to another place when a change is left out"
  )
  func placesOfSecrets() throws {
    let tuple = try setting("tuple")
    let (short, long): (JSONValue, JSONValue) = (["a"], ["a", "b", "c", "d"])
    let removals = try #require(ValueDifference(long, short, setting: tuple))
    let removed = removals.changes(at: ["tuple"], tuple)
    #expect(removed.map(\.kind) == [.remove, .remove, .remove])
    #expect(removals.value(leavingOut: [removed[1].id], at: ["tuple"]) == ["a", "b", "c"])
    let additions = try #require(ValueDifference(short, long, setting: tuple))
    let added = additions.changes(at: ["tuple"], tuple)
    #expect(added.map(\.kind) == [.add, .add, .add])
    #expect(additions.value(leavingOut: [added[1].id], at: ["tuple"]) == ["a", "b"])
  }

  @Test("The cost of long lists isn't quadratic")
  func large() throws {
    let (servers, tags) = (try setting("servers"), try setting("tags"))
    func server(_ number: Int, _ port: Int) -> JSONValue {
      ["host": .string("h\(number)"), "port": .number(JSONNumber(port))]
    }
    var random = SeededRandom(seed: 7)
    let hosts = (0..<5_000).map { server($0, 1) }
    let words = (0..<5_000).map { JSONValue.string("\($0 % 3)") }
    let pairs: [(FormSetting, [JSONValue], [JSONValue])] = [
      (servers, hosts, Array(hosts.reversed())),
      (servers, hosts, (0..<5_000).map { server($0, 2) }),
      (servers, hosts, (0..<5_000).map { server($0 + 5_000, 2) }),
      (tags, words, words.shuffled(using: &random)),
      (tags, words, Array(repeating: "x", count: 5_000)),
      (tags, (0..<50_000).map { .string("\($0)") }, (0..<50_000).map { .string("\($0 + 1)") }),
    ]
    let time = ContinuousClock().measure {
      for (setting, old, new) in pairs {
        let difference = ValueDifference(.array(old), .array(new), setting: setting)
        #expect(difference?.patch(at: ["list"], setting).isEmpty == false)
        let changes = difference?.changes(at: ["list"], setting) ?? []
        #expect(difference?.value(leavingOut: Set(changes.map(\.id)), at: ["list"]) == .array(old))
      }
    }
    // A quadratic algorithm takes many minutes.
    #expect(time < .seconds(300))
  }

  @Test("A part of the old value is found in the new one, unless its element is gone")
  func newPlaces() throws {
    let servers = try setting("servers")
    let old: JSONValue = [["host": "a", "port": 1], ["host": "b", "port": 2]]
    func place(_ keys: [String], in new: JSONValue) -> SettingPath? {
      ValueDifference(old, new, setting: servers).newPlace(of: keys[...], at: ["servers"])
    }
    let a = old.elements?.first ?? .null
    #expect(place(["0", "host"], in: [["host": "new"], a]) == ["servers", "1", "host"])
    #expect(place(["0"], in: [["host": "b", "port": 2], a]) == ["servers", "1"])
    #expect(place(["1", "port"], in: [a]) == nil)
    #expect(place(["1", "port"], in: []) == nil)
    #expect(place(["1", "token"], in: old) == ["servers", "1", "token"])
    // The host, which tells servers apart, was changed in place.
    #expect(place(["1", "port"], in: [a, ["host": "c", "port": 7]]) == ["servers", "1", "port"])
    // The row of a new element stays behind the last one.
    #expect(place(["2"], in: [["host": "new"], a, ["host": "b", "port": 2]]) == ["servers", "3"])
    #expect(place(["0", "host"], in: .null) == nil)
  }
  @Test("A list with many errors is read and compared once, and each error finds its stored place")
  func placesOfErrors() throws {
    let index = FormIndex(try FormSchema(parsingSchema: Array(Self.form.utf8)))
    var reads = 0
    var places = StoredPlaces(index, changed: [["tags"]]) { _ in
      reads += 1
      return (["x", "y"], ["new", "x", "y"])
    }
    #expect((0..<3).map { places.place(of: ["tags", String($0)])?.path.keys.last } == [nil, "0", "1"])
    #expect(reads == 1)
  }
}
