import Settings
import TestSupport

extension AppSettings {
  /// A settings file that fits the form, whatever the rules say: some settings, with values near those that rules ask
  /// for.
  static func randomDocument(_ random: inout SeededRandom) -> JSONValue {
    var document: JSONObject = [:]
    func integer(_ range: ClosedRange<Int>) -> JSONValue {
      .number(JSONNumber(Int.random(in: range, using: &random)))
    }
    // Quarters are exact in binary and in decimal, so that Swift's own arithmetic can be the judge.
    func quarters(_ range: ClosedRange<Int>) -> JSONValue {
      JSONNumber(Double(Int.random(in: range, using: &random)) / 4).map(JSONValue.number) ?? 0
    }
    func subset(_ elements: [JSONValue]) -> JSONValue {
      .array(elements.filter { _ in random.once(in: 2) })
    }
    func set(_ key: String, in section: String? = nil, _ value: () -> JSONValue) {
      guard !random.once(in: 3) else { return }
      guard let section else { return document[key] = value() }
      var inner: JSONObject = [:]
      if case .object(let members)? = document[section] { inner = members }
      inner[key] = value()
      document[section] = .object(inner)
    }
    let texts: [JSONValue] = ["", "a", "abc", "abcd", "xyz", "é", "e\u{301}a"]

    set("mode") { random.pick(["exact", "fast"]) }
    set("fallbackMode") { random.pick([.null, "exact", "fast"]) }
    set("timePeriod") { integer(28...32) }
    set("priority") { random.pick(["high", "low"]) }
    set("color") { random.pick(["red", "green", "blue"]) }
    set("level") { random.pick([1, 3]) }
    set("left") { quarters(-4...160) }
    set("right") { quarters(-4...160) }
    set("width") { integer(0...60) }
    set("height") { random.once(in: 3) ? .null : integer(0...40) }
    set("nickname") { random.once(in: 3) ? .null : random.pick(texts) }
    set("name") { random.pick(texts) }
    set("ratio") { quarters(0...4) }
    set("share") { quarters(0...4) }
    set("timeout") { random.pick(["PT9.5S", "PT10S", "PT59S", "PT1M", "PT1M0.5S"]) }
    set("limits") { random.pick([[:], ["a": 1], ["a": 1, "b": 2]]) }
    set("shown") { subset(["border", "labels", "grid"]) }
    set("modes") { subset(["exact", "fast"]) }
    set("min", in: "pool") { integer(0...9) }
    set("max", in: "pool") { integer(0...9) }
    set("count", in: "pool") { integer(0...9) }
    set("size", in: "cache") { integer(0...64) }
    set("limit", in: "memory") { integer(0...128) }
    set("useProxy", in: "network") { random.pick([true, false]) }
    set("proxyHost", in: "network") { random.pick(texts) }
    set("port", in: "network") { integer(0...90) }
    set("hosts", in: "network") { subset(["a", "b", "localhost"]) }
    for section in ["inner", "outer"] {
      set("left", in: section) { quarters(0...40) }
      set("right", in: section) { quarters(0...40) }
    }
    return .object(document)
  }
}
