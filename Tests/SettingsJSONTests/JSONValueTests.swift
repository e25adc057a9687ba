import SettingsJSON
import Testing

@Suite("Values")
struct JSONValueTests {
  @Test("Objects with the same members in different orders are equal and have the same hash")
  func order() {
    let left: JSONValue = ["a": 1, "b": [true, .null], "c": ["x": "y", "z": 1.5]]
    let right: JSONValue = ["c": ["z": 1.5, "x": "y"], "b": [true, .null], "a": 1]
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(left != ["a": 1, "b": [true, .null]])
    #expect(JSONValue.array([1, 2]) != [2, 1])
    #expect(left != ["c": ["z": 1.5, "x": "y"], "b": [true, .null], "d": 1])
  }

  @Test("Objects whose members have swapped values are different and have different hashes")
  func hash() {
    #expect(JSONValue.object(["a": 1, "b": 2]).hashValue != JSONValue.object(["a": 2, "b": 1]).hashValue)
    #expect(JSONValue.object(["a": "a"]).hashValue != JSONValue.object(["b": "b"]).hashValue)
  }

  @Test("Numbers inside values are compared by their values")
  func comparesByValue() throws {
    #expect(try JSONValue(parsing: "[1.0, {\"a\": 1e2}]") == [1, ["a": 100]])
    #expect(JSONValue.number(1) != .bool(true))
    #expect(JSONValue.string("1") != .number(1))
  }

  @Test("Strings and keys are compared scalar by scalar")
  func scalars() {
    let composed = "\u{e9}"
    let decomposed = "e\u{301}"
    #expect(JSONValue.string(composed) != .string(decomposed))
    var object = JSONObject()
    object[composed] = 1
    object[decomposed] = 2
    #expect(object.members.count == 2)
    #expect(object[composed] == 1)
    #expect(SettingPath([composed]) != SettingPath([decomposed]))
    #expect(!SettingPath([composed]).contains([decomposed, "a"]))
  }

  @Test(
    "A large object finds, replaces, appends and removes its members by key", arguments: [3, 16, 17, 1000])
  func members(_ count: Int) {
    var object = JSONObject()
    for number in 0..<count { object["key \(number)"] = .number(JSONNumber(number)) }
    #expect(object.members.map(\.key) == (0..<count).map { "key \($0)" })
    object["key 1"] = nil
    object["key 2"] = "two"
    object["key 1"] = "one"
    object["missing"] = nil
    #expect(object.members.count == count)
    #expect(object.members.last?.key == "key 1")
    #expect(object["key 1"] == "one")
    #expect(object["key 2"] == "two")
    #expect(object["key 0"] == 0)
    #expect(object["missing"] == nil)
    for number in 0..<count { object["key \(number)"] = nil }
    #expect(object == JSONObject())
  }

  @Test("A large object is parsed and searched in linear time")
  func largeObject() throws {
    let count = 100_000
    let text = "{" + (0..<count).map { "\"key \($0)\": \($0)" }.joined(separator: ",") + "}"
    guard case .object(let object) = try JSONValue(parsing: text) else {
      Issue.record("The value has another type.")
      return
    }
    #expect(object.members.count == count)
    for number in 0..<count { #expect(object["key \(number)"] == .number(JSONNumber(number))) }
    var reversed = JSONObject()
    for member in object.members.reversed() { reversed[member.key] = member.value }
    #expect(reversed == object)
    #expect(reversed.hashValue == object.hashValue)
  }

  @Test("Text escapes only the characters that JSON requires")
  func escapes() throws {
    let value: JSONValue = "\"\\/\u{8}\u{9}\n\u{c}\r\u{0}\u{1f}\u{7f}\u{2028}é😀"
    let text = #""\"\\/\b\t\n\f\r\u0000\u001f"# + "\u{7f}\u{2028}é😀\""
    #expect(value.text() == text)
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test("Text is compact, on one line with spaces, or on several lines")
  func layouts() {
    let value: JSONValue = ["a": [1, 2.50], "b": [:], "c": [], "d": ["e": .null]]
    #expect(value.text() == #"{"a":[1,2.5],"b":{},"c":[],"d":{"e":null}}"#)
    #expect(value.description == #"{"a": [1, 2.5], "b": {}, "c": [], "d": {"e": null}}"#)
    #expect(
      value.text(.pretty(indent: 1)) == """
        {
         "a": [
          1,
          2.5
         ],
         "b": {},
         "c": [],
         "d": {
          "e": null
         }
        }
        """)
    #expect(String(decoding: value.bytes(.compact), as: UTF8.self) == value.text(.compact))
  }

  @Test("Literals create values")
  func literals() {
    let value: JSONValue = ["a": true, "a": false, "b": -1, "c": 0.25, "d": "x", "e": [1]]
    #expect(
      value
        == .object([
          "a": .bool(false), "b": .number(-1), "c": JSONNumber("0.25").map(JSONValue.number) ?? .null,
          "d": .string("x"), "e": .array([.number(1)]),
        ]))
    #expect(JSONValue(floatLiteral: .infinity) == .null)
  }

  @Test("Blank text is an error in strict JSON and an empty object in the dialect with comments")
  func blank() throws {
    #expect(throws: JSONParseError.self) { try JSONValue(parsing: " ") }
    #expect(try JSONValue(parsing: "// nothing", dialect: .jsonc) == [:])
  }
}
