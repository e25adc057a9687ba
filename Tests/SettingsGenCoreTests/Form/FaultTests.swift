import SettingsForm
import Testing

@testable import SettingsGenCore

/// Tests that errors are reported at the declaration that causes them.
@Suite struct FaultTests {
  @Test(
    "An error is reported at its declaration",
    arguments: [
      (
        "var a = 1, b = 2\nenum CodingKeys: String, CodingKey { case a = \"x\", b = \"x\" }", "",
        "2:12: error: 'x' is the key"
      ),
      ("var m = M.a", "enum M: String, Codable { case a = \"x\", b = \"x\" }", "4:41: error: another case"),
      ("var m: F.Options = []", "enum F: OptionsBinding {}", "4:6: error: 'F' has no case"),
      (
        "var m = M.a", "enum M: String, Codable {\n// setting: skipSetting\ncase a }",
        "4:6: error: 'M' has no case"
      ),
      (
        "// setting: was = old\nvar a = 1\n// setting: was = old\nvar b = 2", "",
        "4:19: error: 'old' is the earlier key of another setting here, too"
      ),
      ("var a = 1\nstruct CodingKeys: CodingKey {}", "", "3:8: error: 'CodingKeys' is not an enum"),
      (
        "var a = 1\nenum CodingKeys: CodingKey { case a; var stringValue: String { \"\" } }", "",
        "3:6: error: the keys are computed by 'stringValue'"
      ),
    ])
  func places(members: String, more: String, message: String) {
    let made = Generated.members(members, more)
    #expect(made.messages.contains { $0.hasPrefix(message) }, "\(made.messages)")
    #expect(made.form == nil)
  }

  @Test("A pattern is an error, whether keys are declared or not")
  func patterns() {
    for keys in ["", "\nenum CodingKeys: CodingKey { case k, l }"] {
      let made = Generated.members("var (k, l) = (1, 2)\(keys)")
      #expect(
        made.messages == ["2:5: error: a pattern cannot declare settings; write a separate 'var' for each"])
    }
    let made = Generated.members("var (u) = 3\nvar ((v)): Int = 4 // setting: unit = \"s\"")
    #expect(made.messages == [])
    #expect(made.setting("u")?.defaultValue == 3)
    #expect(made.setting("v")?.defaultValue == 4)
    #expect(made.setting("v")?.unit == "s")
  }

  @Test(
    "A generic type that contains itself with other arguments is edited as JSON",
    arguments: ["var x: [B<[T]>] = []", "var x: B<B<T>>? = nil", "var x: [String: B<T?>] = [:]"])
  func endlessTypes(member: String) {
    let made = Generated.members(
      "var a = B<Int>()", "struct B<T: Codable & Sendable>: SettingsGroup { \(member) }")
    #expect(made.messages.count == 1, "\(made.messages)")
    #expect(made.messages.first?.contains("note: 'x' is edited as JSON because a value of 'B'") == true)
    #expect(made.setting("a", "x")?.kind == .json)
  }

  @Test("A no-break space is a space, as for the compiler")
  func noBreakSpaces() {
    let made = Generated(
      "struct App:\u{A0}SettingsGroup {\n\u{A0}var a\u{A0}=\u{A0}1\n\u{A0}\u{A0}public\u{A0}var b = \"\u{A0}\"\n}"
    )
    #expect(made.messages == [])
    #expect(made.keys == ["a", "b"])
    #expect(made.setting("b")?.defaultValue == "\u{A0}")
    let types = Generated(
      "struct App: SettingsGroup { var m = Mode.x; var n = Other.y }",
      "\u{A0}enum\u{A0}Mode:\u{A0}String, Codable { case x }",
      "enum Other {}", "extension Main::Other { static let y = 3 }")
    #expect(types.messages == [])
    #expect(types.setting("n")?.defaultValue == 3)
  }

  @Test("A class, an enum or an actor can't be the root", arguments: ["class", "enum", "actor"])
  func roots(keyword: String) {
    let source = "\(keyword) App: SettingsGroup { var a = 1 }"
    for made in [
      Generated(source), Generated(source, root: "App"), Generated(files: [source], allowsNone: true),
    ] {
      #expect(made.messages.count == 1)
      #expect(made.messages.first?.contains("'App' is a") == true)
      #expect(made.messages.first?.hasPrefix("1:\(keyword.count + 2): error:") == true)
    }
  }

  @Test("Sources that could take quadratic time are rejected or read quickly", .timeLimit(.minutes(5)))
  func largeSources() {
    let nested = String(repeating: "struct S { ", count: 20_000) + String(repeating: "}", count: 20_000)
    #expect(Generated("struct App: SettingsGroup { var a = 1 }", nested + "// OptionsBinding").keys == ["a"])
    let effects = (0..<20_000).map { "sideEffect = \"f(\($0))\"" }.joined(separator: ", ")
    #expect(Generated.members("// setting: \(effects)\nvar a = 1").form?.hooks.count == 20_000)
    let twice = (0..<22).map { "struct S\($0): SettingsGroup { var a = S\($0 + 1)(); var b = S\($0 + 1)() }" }
    let made = Generated.members(
      "var s = S0()", (twice + ["struct S22: SettingsGroup { var x = 1 }"]).joined(separator: "\n"))
    #expect(made.messages.contains { $0.contains("error: the form would have more than") })
    let repeated = String(repeating: "secret, ", count: 20_000) + "secret"
    #expect(Generated.members("// setting: \(repeated)\nvar a = 1").form == nil)
  }
}
