import Foundation
import Testing

@testable import Settings

@Suite("Reading and writing values")
struct CodingTests {
  private struct Everything: Codable, Equatable {
    var flag = true
    var small: Int8 = -128
    var large = UInt64.max
    var single: Float = 0.1
    var double = 1e300
    var price = Decimal(string: "12345678901234567890.123456789")
    var text = "a \"quoted\"\n\u{1F980}"
    var address = URL(string: "https://example.com/a?b=c")
    var id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    var date = Date(timeIntervalSinceReferenceDate: 700_000_000)
    var moment = Date(timeIntervalSinceReferenceDate: 700_000_000.25)
    var bytes = Data([0, 1, 255])
    var pause = Duration.milliseconds(250)
    var none: Int?
    var some: Int? = 3
    var list = [1, 2, 3]
    var table = ["a": 1.5, "b": 2.5]
    var nested = [["x"], []]
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, _ text: String, over defaults: String? = nil
  ) throws -> Value {
    let base = try defaults.map { try JSONDocument(parsing: Array($0.utf8)) }
    return try SettingsDecoder(try JSONDocument(parsing: Array(text.utf8)), defaults: base).decode(type)
  }

  @Test("Every type that is written reads back the same")
  func roundTrip() throws {
    let value = Everything()
    let json = try SettingsEncoder().encode(value)
    #expect(try decode(Everything.self, json.description) == value)
  }

  @Test("Special types have their text forms")
  func textForms() throws {
    guard case .object(let object) = try SettingsEncoder().encode(Everything()) else {
      Issue.record("no object")
      return
    }
    #expect(object["date"] == "2023-03-08T20:26:40Z")
    #expect(object["moment"] == "2023-03-08T20:26:40.250Z")
    #expect(object["bytes"] == "AAH/")
    #expect(object["pause"] == "PT0.25S")
    #expect(object["id"] == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    #expect(object["none"] == .null)
    #expect(object["single"]?.description == "0.1")
  }

  @Test("A set is always written in the same order")
  func setOrder() throws {
    let words = Set((0..<50).map { "word\($0)" })
    let json = try SettingsEncoder().encode(words)
    #expect(json == .array(words.sorted().map(JSONValue.string)))
  }

  @Test("A dictionary is always written in the order of its keys, as an object or as a list")
  func dictionaries() throws {
    let keys = (0..<40).map { "k\($0)" }
    let object = try SettingsEncoder().encode(Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) }))
    guard case .object(let members) = object else {
      Issue.record("no object")
      return
    }
    #expect(members.members.map(\.key) == keys.sorted())
    let list = try SettingsEncoder().encode([3: "c", 1: "a", 2: "b"] as [UInt8: String])
    #expect(list == [1, "a", 2, "b", 3, "c"])
  }

  @Test("Keys that differ only in their Unicode scalars are different members, among few and among many keys")
  func scalarKeys() throws {
    for count in [2, 40] {
      var values: [String: Int] = ["\u{E9}": 1]
      for number in 2..<count { values["key\(number)"] = number }
      struct Pair: Encodable {
        let values: [String: Int]
        func encode(to encoder: any Encoder) throws {
          var members = encoder.container(keyedBy: PathKey.self)
          for (key, value) in values { try members.encode(value, forKey: PathKey(key)) }
          try members.encode(2, forKey: PathKey("e\u{301}"))
          // A key that is encoded again keeps its place, with the last value.
          try members.encode(3, forKey: PathKey("\u{E9}"))
        }
      }
      guard case .object(let object) = try SettingsEncoder().encode(Pair(values: values)) else {
        Issue.record("not an object")
        return
      }
      #expect(object.members.count == count)
      #expect(object["\u{E9}"] == 3 && object["e\u{301}"] == 2)
    }
  }

  @Test("A number that is not finite can't be written")
  func notFinite() {
    #expect(throws: EncodingError.self) { try SettingsEncoder().encode(["x": Double.infinity]) }
  }

  @Test("A missing key is read from the defaults, also deep inside")
  func overlay() throws {
    let defaults = try SettingsEncoder().encode(Fixture()).description
    let value = try decode(Fixture.self, #"{"calculation": {"timePeriod": 9}}"#, over: defaults)
    var expected = Fixture()
    expected.calculation.timePeriod = 9
    #expect(value == expected)
  }

  @Test("A list in the file replaces the default list whole")
  func listReplaces() throws {
    let value = try decode([String: [Int]].self, #"{"a": [9]}"#, over: #"{"a": [1, 2, 3], "b": [4]}"#)
    #expect(value == ["a": [9]])
  }

  @Test("A struct in a list takes missing keys from its type's defaults")
  func elementDefaults() throws {
    let value = try decode(
      Fixture.self, #"{"servers": [{"port": 1}, {}]}"#, over: SettingsEncoder().encode(Fixture()).description)
    #expect(value.servers == [Fixture.Server(host: "localhost", port: 1), Fixture.Server()])
  }

  @Test("A null in the file overrides an optional's default")
  func nullCounts() throws {
    struct Optionals: Codable, Equatable { var value: Int? = 3 }
    #expect(try decode(Optionals.self, #"{"value": null}"#, over: #"{"value": 3}"#) == Optionals(value: nil))
    #expect(try decode(Optionals.self, "{}", over: #"{"value": 3}"#) == Optionals(value: 3))
  }

  @Test(
    "A wrong type is an error with path, position, what was expected and what was found",
    arguments: [
      (#"{"name": 3}"#, "name", 1, 10, "should be a string, but it is a number."),
      ("{\n  \"tags\": [\"a\", 1]\n}", "tags.1", 2, 17, "should be a string, but it is a number."),
      (#"{"calculation": 1}"#, "calculation", 1, 17, "should be a section in braces, but it is a number."),
      (#"{"tags": {}}"#, "tags", 1, 10, "should be a list in brackets, but it is a section."),
      (
        #"{"servers": [{"port": 65536}]}"#, "servers.0.port", 1, 23,
        "should be a whole number from 0 to 65535, but this number isn't."
      ),
    ])
  func wrongType(text: String, path: String, line: Int, column: Int, reason: String) throws {
    let defaults = try SettingsEncoder().encode(Fixture()).description
    let error = #expect(throws: SettingsDecodingError.self) {
      try decode(Fixture.self, text, over: defaults)
    }
    #expect(error?.path.description == path)
    #expect(error?.position == SourcePosition(line: line, column: column))
    #expect(error?.reason == reason)
  }

  @Test("An enum's unknown case is an error with its path")
  func unknownCase() throws {
    let defaults = try SettingsEncoder().encode(Fixture()).description
    let error = #expect(throws: SettingsDecodingError.self) {
      try decode(Fixture.self, #"{"calculation": {"mode": "x"}}"#, over: defaults)
    }
    #expect(error?.path == ["calculation", "mode"])
  }

  @Test("Integers of 128 bits are written and read exactly, and a missing one is null")
  func wideIntegers() throws {
    struct Wide: Codable, Equatable {
      var signed = Int128.min
      var unsigned = UInt128(UInt64.max) + 1
      var none: UInt128?
      var list: [Int128] = [1, -2]
    }
    let json = try SettingsEncoder().encode(Wide())
    #expect(
      json == [
        "signed": .number(JSONNumber(Int128.min)), "unsigned": .number(JSONNumber(UInt128(UInt64.max) + 1)),
        "none": .null, "list": [1, -2],
      ])
    #expect(try SettingsDecoder(JSONDocument(parsing: json.bytes())).decode(Wide.self) == Wide())
  }
}
