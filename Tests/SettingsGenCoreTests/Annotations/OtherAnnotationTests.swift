import Foundation
import SettingsForm
import Testing

@testable import SettingsGenCore

@Suite struct OtherAnnotationTests {
  @Test(
    "A name that can't be a function is an error at its annotation",
    arguments: ["sideEffect = self", "sideEffect = [reload, Self]", "choices = self"])
  func selfAsFunction(annotation: String) {
    let made = Generated.members("// setting: \(annotation)\nvar a = \"\"")
    #expect(made.form == nil && made.messages.count == 1)
    #expect(
      made.messages[0].hasPrefix("2:") && made.messages[0].contains("needs the name of a function")
        || made.messages[0].contains("isn't the name of a function"))
  }

  @Test("An enum whose raw values aren't Codable is an error at its line")
  func characters() {
    let made = Generated.members(
      "var a = Level.low", "enum Level: Character, CaseIterable { case low = \"l\", high = \"h\" }")
    #expect(
      made.messages == ["4:6: error: 'Level' has raw values of 'Character', which isn't Codable; use String"])
  }

  @Test("Annotations of sections apply from the type and from the property")
  func sections() {
    let made = Generated.members(
      """
      // setting: title = "Numbers", requiresRestart, injectHeader, injectFooter = numbersFoot
      struct Inner: SettingsGroup {
        var a = 1
        // setting: requiresRestart = false
        var b = 1
      }
      var first = Inner()
      // setting: title = "More", requiresRestart = false, order = 1
      var second = Inner()
      // setting: skipSetting
      var third = Inner()
      """)
    #expect(made.messages == [])
    #expect(made.keys == ["second", "first", "third"])
    #expect(made.form?.schema.exported.root.items.map(\.key) == ["second", "first"])
    #expect(made.setting("third", "a")?.traits == [.requiresRestart, .skipped])
    #expect(made.section("first")?.title == "Numbers")
    #expect(made.section("first")?.header == "innerSectionHeader")
    #expect(made.section("first")?.footer == "numbersFoot")
    #expect(made.section("second")?.title == "More")
    #expect(made.setting("first", "a")?.traits == .requiresRestart)
    #expect(made.setting("first", "b")?.traits == [])
    #expect(made.setting("second", "a")?.traits == [])
    #expect(made.swift.contains("func innerSectionHeader() -> String"))
    #expect(made.swift.contains("func numbersFoot() -> String"))
  }

  @Test("requiresRestart at the root applies to all settings")
  func rootRestart() {
    let made = Generated("// setting: requiresRestart\nstruct App: SettingsGroup { var a = 1 }")
    #expect(made.setting("a")?.traits == .requiresRestart)
  }

  @Test("Cases can have titles, be deprecated, and be skipped")
  func cases() {
    let made = Generated.members(
      "var mode = Mode.a",
      """
      enum Mode: String, Codable {
        /// The first.
        case a // setting: title = "One"
        // setting: deprecated
        case b
        // setting: skipSetting
        case c
        @available(*, deprecated) case d
      }
      """)
    #expect(made.messages == [])
    #expect(
      made.setting("mode")?.kind
        == .choice([
          FormChoice(value: "a", title: "One", help: "The first."),
          FormChoice(value: "b", title: "B", isDeprecated: true),
          FormChoice(value: "d", title: "D", isDeprecated: true),
        ]))
  }

  @Test("A default that is skipped as a choice is an error")
  func skippedDefault() {
    let made = Generated.members(
      "var mode = Mode.a", "enum Mode: String, Codable {\n// setting: skipSetting\ncase a\ncase b }")
    #expect(made.messages.contains { $0.hasPrefix("2:12: error: the default of 'mode' is not allowed") })
  }

  @Test(
    "An annotation at the wrong kind of declaration is an error",
    arguments: [
      ("// setting: range = 1...2\nvar s = S()", "2:13: error: 'range' has no meaning for a section"),
      ("// setting: injectHeader\nvar a = 1", "2:13: error: 'injectHeader' has no meaning for a setting"),
      ("// setting: OptionsBinding\nvar a = 1", "2:13: error: 'OptionsBinding' has no meaning for a setting"),
      (
        "// setting: secret\nstruct T: SettingsGroup { var a = 1 }\nvar t = T()",
        "2:13: error: 'secret' has no meaning"
      ),
      (
        "enum E: String, Codable { // setting: title = x\n case a }\nvar e = E.a",
        "2:39: error: 'title' has no meaning"
      ),
      (
        "enum E: String, Codable { case a /* setting: unit = x */ }\nvar e = E.a",
        "2:46: error: 'unit' has no meaning"
      ),
    ])
  func wrongPlace(members: String, message: String) {
    let made = Generated.members(members, "struct S: Codable { var a = 1 }")
    #expect(made.messages.contains { $0.hasPrefix(message) }, "\(made.messages)")
    #expect(made.form == nil)
  }

  @Test(
    "An annotation of a property that isn't a setting is an error",
    arguments: [
      ("var a: Int { 1 }", "it is computed"), ("static let a = 1", "it is static"),
      ("lazy var a = 1", "it is lazy"),
    ])
  func noSetting(property: String, reason: String) {
    let made = Generated.members("// setting: secret\n\(property)\nvar b = 1")
    #expect(made.messages == ["2:13: error: 'a' is not a setting: \(reason)"])
  }

  @Test(
    "A misspelled annotation is an error with the nearest name",
    arguments: [
      ("requireRestart", "requiresRestart"), ("rnage = 1...2", "range"), ("Secret", "secret"),
      ("sideeffect = x", "sideEffect"), ("tittle = x", "title"), ("skipSettings", "skipSetting"),
    ])
  func misspelled(annotation: String, nearest: String) {
    let key = annotation.prefix { $0 != " " }
    let made = Generated.members("// setting: \(annotation)\nvar a = 1")
    #expect(made.messages == ["2:13: error: '\(key)' is unknown; perhaps you mean '\(nearest)'"])
    #expect(made.form == nil)
  }

  @Test("An unknown annotation is an error, except after sourcery:, which other generators use")
  func unknown() {
    #expect(
      Generated.members("// setting: zebra\nvar a = 1").messages
        == ["2:13: error: 'zebra' is unknown; there is no annotation of that name"])
    #expect(Generated.members("// sourcery: AutoMockable\nvar a = 1").messages == [])
    #expect(
      Generated.members("// sourcery: requireRestart\nvar a = 1").messages
        == ["2:14: warning: 'requireRestart' is unknown; perhaps you mean 'requiresRestart'"])
  }

  @Test(
    "Malformed annotations are reported at their place",
    arguments: [
      ("range =", "2:13: error: 'range' has no value after its '='"),
      ("= 3", "2:13: error: expected the name of an annotation here"),
      ("secret advanced", "2:20: error: expected ',' between annotations"),
      ("secret,", "2:19: error: an annotation is missing after this ','"),
      ("title = \"open", "2:21: error: this text has no closing quote"),
      ("was = [a, b", "2:19: error: this list has no closing ']'"),
      ("", "2:4: error: there is no annotation here"),
      ("range = 1...2 of days", "2:21: error: 'range' needs a range of numbers"),
    ])
  func malformed(annotation: String, message: String) {
    let made = Generated.members("// setting: \(annotation)\nvar a = 1")
    #expect(made.messages.contains { $0.hasPrefix(message) }, "\(made.messages)")
    #expect(made.form == nil)
  }

  @Test(
    "A comment that looks like an annotation is a warning, or, for a secret, an error",
    arguments: [
      ("// Setting: KEY\nvar a = 1", 2), ("// settings: KEY\nvar a = 1", 2), ("// setting KEY\nvar a = 1", 2),
      ("// SETTING : KEY\nvar a = 1", 2), ("// text // setting: KEY\nvar a = 1", 2),
      ("/* Setting: KEY */ var a = 1", 2),
      ("/// Settings: KEY\nvar a = 1", 2), ("var a = [ // setting: KEY\n1]", 2),
      ("var a = [\n1, // setting: KEY\n2]", 3),
      ("// setting: KEY\n#if DEBUG\nvar a = 1\n#else\nvar a = 2\n#endif", 2),
      ("// setting: KEY\n#if os(Linux)\nvar a = 1\nvar b = 2\n#endif", 2),
    ])
  func lookalikes(members: String, line: Int) {
    for (key, severity) in [("secret", "error"), ("advanced", "warning")] {
      let made = Generated.members(members.replacing("KEY", with: key) + "\nvar z = 1")
      let found = made.messages.filter { !$0.contains(": note:") }
      #expect(
        found.count == 1 && found[0].hasPrefix("\(line):") && found[0].contains(": \(severity): "),
        "\(made.messages)")
      #expect((made.form == nil) == (severity == "error"))
    }
  }

  @Test(
    "A comment of a word like the marker and 'secret' is an error",
    arguments: [
      "// seting: secret", "// @setting: secret", "// setting： secret", "// \u{455}etting: secret",
      "// setting - secret", "// [setting] secret", "/// setíng: secret",
      // Blocks and files.
      "// settings: begin: secret", "// Setting: begin: secret", "// setting begin: secret",
      "// Settings: file: secret", "// setting : begin: secret", "// settings: begin : secret",
      "// settings: settings: secret",
      // Text behind it.
      "// settings: secret // note", "// settings: secret because", "// setting secret: true",
      "// Setting: secret; advanced", "// Setting: secret.", "// seting: secret = true",
      "// Settings: Secret, x",
      // Text in front of it.
      "// Settings: unknown, secret", "// Settings: title = \"A b\", secret", "// setting title, secret",
      "// text // settings: secret", "// text // Setting: secret",
      // Signs.
      "// seting: secret, advanced", "// @setting: secret, advanced", "// setting- secret, advanced",
      "// setting = secret, advanced", "//! setting: secret", "// - setting: secret", "// setting; secret",
      "// setting\u{A0}secret", "// setting:\u{A0}secret",
      // Spelling.
      "// Settings: secrets", "// setting: sekret", "// Setting sekret",
      // Without a marker.
      "/* setting: advanced\n secret */", "/**\n * setting: advanced\n * secret, order = 1\n */",
    ])
  func hiddenSecrets(comment: String) {
    let made = Generated.members("\(comment)\nvar a = 1")
    let line = 1 + comment.split(separator: "\n").count
    #expect(
      made.messages.count == 1 && made.messages[0].contains(": error: ")
        && (2...line).contains(Int(made.messages[0].prefix { $0 != ":" }) ?? 0), "\(made.messages)")
    #expect(made.form == nil)
  }

  @Test(
    "A comment that looks like another annotation is a warning",
    arguments: [
      "// seting: range = 1...3", "// - setting: advanced", "// @setting: advanced", "//! setting: advanced",
      "// setting; advanced", "// Settings: begin: advanced", "// setting file: advanced",
      "// setting- advanced",
      "/* setting: order = 1\n advanced */",
    ])
  func otherLookalikes(comment: String) {
    let made = Generated.members("\(comment)\nvar a = 1")
    #expect(made.messages.count == 1 && made.messages[0].contains(": warning: "), "\(made.messages)")
    #expect(made.setting("a")?.traits == [])
  }

  @Test(
    "Prose about settings isn't an annotation",
    arguments: [
      "/// Settings: these are all.", "// setting title of the page", "/// Setting it has no effect.",
      "// settings",
      "/// Write `// setting: secret` above it.", "// Setting: advanced users only", "// see setting: x",
      "// getting secret",
      "// getting the secret", "// a secret", "// setting this to secret values is wrong",
      "// Setting secret values is wrong", "// Setting secrets and keys", "// setting tokens, secret and not",
      "// Settings: the user, secret and token",
      "// getting - secret ones first", "// sitting secret", "// string: title", "// Setting's secret values",
      "/// - setting: The setting with the secret.", "/// - setting: secret values are hidden",
      "// https://settings secret", "// settings/title", "// settings.title",
      "// `settings: secret` is wrong",
      "// The secret setting", "// sourcery: secrecy: secret",
      "/* setting: order = 1\n The first of them. */",
    ])
  func prose(comment: String) {
    #expect(Generated.members("\(comment)\nvar a = 1").messages == [])
  }

  @Test("An unknown annotation of a block or of a file is an error")
  func regions() {
    #expect(
      Generated.members("// setting: begin: sekret\nvar a = 1\n// setting: end").messages
        == ["2:20: error: 'sekret' is unknown; perhaps you mean 'secret'"])
  }

  @Test("An annotation that belongs to no declaration is a warning")
  func detached() {
    let made = Generated.members("// setting: advanced\n\nvar a = 1\n// setting: advanced")
    #expect(made.setting("a")?.traits == [])
    #expect(made.messages.map { $0.prefix(14) } == ["2:4: warning: ", "5:4: warning: "])
  }

  @Test(
    "An annotation where no declaration reads it is a warning, or, for a secret, an error",
    arguments: [
      ("}\n// setting: KEY\nextension App {", 4), ("}\nextension App { // setting: KEY", 4),
      ("}\n// setting: KEY\nprotocol P {}\nextension App {", 4),
      ("enum CodingKeys: CodingKey {\n// setting: KEY\ncase z\n}", 4),
      ("enum CodingKeys: String, CodingKey {\ncase z // setting: KEY\n}", 4),
      ("// setting: KEY\nenum CodingKeys: String, CodingKey {\ncase z\n}", 3),
      ("var y = \"\" {\n// setting: KEY\ndidSet {} }", 4),
      ("var y = \"\" {\nwillSet {} // setting: KEY\n}", 4),
      ("var y = \"\" {\nwillSet {\n/* Settings: KEY */ } }", 5),
    ])
  func withoutDeclaration(members: String, line: Int) {
    for (key, severity) in [("secret", "error"), ("advanced", "warning")] {
      let made = Generated.members("var z = 1\n" + members.replacing("KEY", with: key))
      #expect(
        made.messages.count == 1 && made.messages[0].hasPrefix("\(line):")
          && made.messages[0].contains(": \(severity): "), "\(made.messages)")
    }
  }

  @Test("A comment behind the brace of observers belongs to the property")
  func observers() {
    let made = Generated.members("var a = \"\" { // setting: secret\n// why\ndidSet {} }")
    #expect(made.messages == [])
    #expect(made.setting("a")?.traits == .secret)
  }

  @Test("A secret that belongs to no declaration is an error")
  func detachedSecret() {
    let made = Generated.members("// setting: secret\n\nvar a = 1\n// setting: title = x, secret")
    #expect(made.messages.map { $0.prefix(12) } == ["2:4: error: ", "5:4: error: "])
    #expect(made.form == nil)
  }

  @Test(
    "The generator accepts the examples of the page about annotations", arguments: ["Forecast", "Network"])
  func documentation(root: String) throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Documentation/Annotations.md")
    let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```").enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element.dropFirst("swift".count)) }
    let made = Generated(
      blocks.filter { $0.contains("struct ") || $0.contains("enum ") }.joined(), root: root)
    #expect(!made.messages.contains { $0.contains("error") || $0.contains("warning") }, "\(made.messages)")
    #expect(made.form != nil)
  }
}
