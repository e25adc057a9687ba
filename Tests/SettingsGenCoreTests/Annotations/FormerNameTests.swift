import SettingsForm
import SettingsValidation
import Testing

@testable import SettingsGenCore

@Suite("Former names, wherever a name can stand")
struct FormerNameTests {
  @Test("Cases, associated values and members of elements keep their former names in the form")
  func everywhere() throws {
    let made = Generated(
      """
      enum Level: String, CaseIterable, Codable {
        case low
        // setting: was = ["high", "top"]
        case urgent
        // setting: was = 2
        case numbered
      }
      enum Code: Int, CaseIterable, Codable {
        // setting: was = ["7", 8, -1]
        case one = 1
        // setting: was = 3, was = two
        case two = 2
      }
      enum Plain: Codable {
        // setting: was = [0, zero]
        case none
      }
      enum Key: String, CaseIterable, Codable, CodingKeyRepresentable {
        case low
        // setting: was = "top"
        case high
      }
      enum Target: Codable {
        case none
        // setting: was = "file"
        case disk(
          // setting: was = "path"
          place: String)
      }
      struct App: SettingsGroup {
        var level = Level.low
        var code = Code.one
        var target = Target.none
        var plain = Plain.none
        var keys: [Key: Int] = [:]
        var key = Key.low
      }
      """)
    let form = try #require(made.form?.schema, "\(made.text)")
    let settings = form.root.items.compactMap { if case .setting(let setting) = $0 { setting } else { nil } }
    guard case .choice(let levels) = settings[0].kind, case .choice(let codes) = settings[1].kind,
      case .variants(let targets) = settings[2].kind, case .choice(let plain) = settings[3].kind
    else {
      Issue.record("\(settings.map(\.kind))")
      return
    }
    #expect(levels[1].formerValues == ["high", "top"])
    #expect(levels[2].formerValues == [2])
    #expect(codes[0].formerValues == [7, 8, -1])
    #expect(codes[1].formerValues == [3, "two"])
    #expect(plain[0].formerValues == [0, ["zero": [:]]])
    #expect(
      settings[4].otherKeywords["propertyNames"]?.json
        == ["oneOf": [["const": "low"], ["const": "high", "x-setting": ["was": ["top"]]]]])
    #expect(targets[1].formerKeys == ["file"])
    #expect(targets[1].members?.section.items.first?.key == "place")
    let written = String(decoding: form.bytes, as: UTF8.self)
    #expect(written.contains(#""was": ["#) || written.contains(#""was": "#))
  }

  @Test(
    "Where a former name can't be read, it is an error",
    arguments: [
      (
        "enum Level: String, CaseIterable, Codable { case low\n// setting: was = \"low\"\ncase high }\nstruct App: SettingsGroup { var a = Level.low }",
        "two cases of 'Level' have or had the name '\"low\"'"
      ),
      (
        "enum Level: Int, Codable { case low\n// setting: was = 0\ncase high }\nstruct App: SettingsGroup { var a = Level.low }",
        "two cases of 'Level' have or had the name '0'"
      ),
      (
        "enum Level: Int, Codable { case low\n// setting: was = 1...2\ncase high }\nstruct App: SettingsGroup { var a = Level.low }",
        "'was' needs a name or a number: was = \"period\""
      ),
      (
        "struct App: SettingsGroup {\n// setting: was = 1\nvar a = 1 }",
        "'was' needs a name: was = \"period\""
      ),
      (
        "struct Odd: Codable { \n// setting: was = \"y\"\nvar x = 1\nfunc encode(to encoder: any Encoder) throws {} }\nstruct App: SettingsGroup {\n// setting: json\nvar a: Odd? = nil }",
        "'was' has no effect inside of this value, which is edited as JSON; write a migration"
      ),
      (
        "struct Item: Codable {\n// setting: was = y\nvar x = 1 }\nstruct App: SettingsGroup { var a: [[UInt8: Item]] = [] }",
        "'was' has no effect inside of this value, which is edited as JSON; write a migration"
      ),
      (
        "struct Item: SettingsGroup {\n// setting: was = \"a.b\"\nvar x = 1 }\nstruct App: SettingsGroup { var a: [Item] = [] }",
        "inside of a value, 'was' needs a key, not a path"
      ),
    ])
  func refused(source: String, message: String) throws {
    let made = Generated(source)
    #expect(made.messages.contains { $0.contains("error: ") && $0.contains(message) }, "\(made.messages)")
  }
}
