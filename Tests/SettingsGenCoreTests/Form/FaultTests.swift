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
