import SettingsForm
import Testing

@testable import SettingsGenCore

/// Tests of the places where annotations can be.
@Suite struct AnnotationPlaceTests {
  /// The names of the settings that are secret.
  private func secrets(_ members: String) -> [String] {
    let made = Generated.members(members)
    #expect(made.messages == [], "\(made.messages)")
    return (made.form?.schema.root.items ?? []).compactMap { item in
      guard case .setting(let setting) = item, setting.traits.contains(.secret) else { return nil }
      return setting.key
    }
  }

  @Test(
    "An annotation can be above, beside and inside of its declaration",
    arguments: [
      "// setting: secret\nvar a = 1\nvar b = 1",
      "/// setting: secret\nvar a = 1\nvar b = 1",
      "/* setting: secret */\nvar a = 1\nvar b = 1",
      "/* setting: secret */ var a = 1\nvar b = 1",
      "/**\n * Help.\n * setting: secret\n */\nvar a = 1\nvar b = 1",
      "/*\n Text.\n setting: secret\n*/\nvar a = 1\nvar b = 1",
      "// setting: secret\n/// Help.\nvar a = 1\nvar b = 1",
      "/// Help.\n// setting: secret\nvar a = 1\nvar b = 1",
      "/// Help.\n// setting: secret\n/// More.\nvar a = 1\nvar b = 1",
      "// setting: secret\n// A plain comment.\nvar a = 1\nvar b = 1",
      "// setting: secret\n@available(*, introduced: 1) @MainActor\nvar a = 1\nvar b = 1",
      "@available(*, introduced: 1)\n// setting: secret\n@MainActor\nvar a = 1\nvar b = 1",
      "@available(\n  *,\n  introduced: 1)\n// setting: secret\nvar a = 1\nvar b = 1",
      "// setting: secret\n@available(\n  *,\n  introduced: 1)\nvar a = 1\nvar b = 1",
      "// setting: secret\npublic\nvar a = 1\nvar b = 1",
      "public // setting: secret\nvar a = 1\nvar b = 1",
      "public private(set) /* setting: secret */ var a = 1\nvar b = 1",
      "// setting: secret\n#if true\nvar a = 1\n#endif\nvar b = 1",
      "var a = 1 // setting: secret\nvar b = 1",
      "var a = 1 // text sourcery: secret\nvar b = 1",
      "var a /* setting: secret */ = 1\nvar b = 1",
      "var a: Int /* setting: secret */ = 1\nvar b = 1",
      "var a = 1 { // setting: secret\n  didSet { _ = 2 }\n}\nvar b = 1",
      "var a = 1, // setting: secret\n  b = 1",
      "var b = 1,\n  a = 1 // setting: secret\n",
      "var b = 1,\n  // setting: secret\n  a = 1\n",
      "var a = 1; // setting: secret\nvar b = 1",
      "var a = [\n  1,\n  2,\n] // setting: secret\nvar b = 1",
      "var b = 1 // plain\n// setting: secret\nvar a = 1",
      "// sourcery: secret\nvar a = 1\nvar b = 1",
      "// sourcery: settings: secret\nvar a = 1\nvar b = 1",
      "// sourcery: other: secret\nvar b = 1\n// setting: secret\nvar a = 1",
      "//setting:secret\nvar a = 1\nvar b = 1",
    ])
  func places(members: String) {
    #expect(secrets(members) == ["a"])
  }

  @Test("A comment at the end of a line belongs to all declarations on the line")
  func sharedLine() {
    #expect(secrets("var a = 1; var b = 2 // setting: secret\nvar c = 3") == ["a", "b"])
    #expect(secrets("// setting: secret\nvar a = 1, b = 2\nvar c = 3") == ["a", "b"])
    #expect(secrets("var a = 1 /* setting: secret */; var b = 2\nvar c = 3") == ["a"])
  }

  @Test("A comment after an opening brace belongs to the type")
  func afterBrace() {
    let made = Generated("struct App: SettingsGroup { // setting: requiresRestart\n  var a = 1\n}")
    #expect(made.setting("a")?.traits == .requiresRestart)
  }

  @Test("Text that mentions a setting isn't an annotation")
  func prose() {
    #expect(secrets("// The default setting: secret\nvar a = 1\nvar b = 1 // a setting: secret") == [])
  }

  @Test("The annotations of several lines are combined")
  func several() {
    let made = Generated.members(
      "// setting: range = 1...9, step = 2\n// setting: unit = \"m, s\", title = 'A, b'\nvar a = 3")
    #expect(made.messages == [])
    #expect(made.setting("a")?.unit == "m, s")
    #expect(made.setting("a")?.title == "A, b")
  }

  @Test("A block annotates the declarations that it can apply to")
  func block() {
    let made = Generated.members(
      """
      // setting: secret
      var zero = 0
      // setting:begin: advanced, range = 0...9
      var a = 1
      // setting: advanced = false
      var b = "x"
      struct Inner: SettingsGroup { var c = 1 }
      var inner = Inner()
      // setting:end
      var d = 10
      """)
    #expect(made.messages == [])
    #expect(made.setting("zero")?.traits == .secret)
    #expect(made.setting("a")?.traits == .advanced)
    #expect(made.setting("a")?.kind == .integer(NumberLimits(lower: .inclusive(0), upper: .inclusive(9))))
    #expect(made.setting("b")?.traits == [])
    #expect(made.setting("inner", "c")?.traits == .advanced)
    #expect(made.setting("d")?.kind == .int)
  }

  @Test("Blocks nest, and the inner overrides the outer")
  func nestedBlocks() {
    let made = Generated.members(
      """
      // setting: begin: secret, unit = "s"
      var a = 1
      // setting: begin: advanced, unit = "m"
      var b = 1
      // setting: end
      var c = 1
      // sourcery:inline:auto:App.X
      var d = 1
      // sourcery:end
      var e = 1
      // setting: end
      var f = 1
      """)
    #expect(made.messages == [])
    #expect(
      made.keys.map { made.setting($0)?.traits } == [
        .secret, [.secret, .advanced], .secret, .secret, .secret, [],
      ])
    #expect(made.keys.map { made.setting($0)?.unit } == ["s", "m", "s", "s", "s", nil])
  }

  @Test("An open block applies to the rest of the file, with a warning")
  func blocks() {
    let made = Generated.members(
      "// sourcery:begin: advanced\nvar a = 1\n// sourcery:begin: secret\nvar b = 1")
    #expect(made.setting("a")?.traits == .advanced)
    #expect(made.setting("b")?.traits == [.secret, .advanced])
    #expect(made.messages.map { $0.prefix(13) } == ["2:4: warning:", "4:4: warning:"])
    #expect(
      Generated.members("var a = 1\n// setting:end").messages
        == ["3:4: warning: this 'end' has no 'begin' above it"])
  }

  @Test(
    "The annotations of a file leave out what they can't apply to",
    arguments: [
      ("secret", "var e = E.x"), ("range = 1...9", "var e = Duration.seconds(5)"),
      ("range = 1...9", "var e: Date?"), ("range = 1s...9s", "var e = 5"),
      ("range = 1s...9s", "var e = \"\""),
      ("range = 1s...9s", "var e: Date?"), ("step = 5", "var e = Duration.seconds(5)"),
      ("step = 5s", "var e = 5"),
      ("unit = px", "var e = Duration.seconds(5)"), ("required", "var e = [Item(name: \"\")]"),
      ("required", "var e: Item?"),
    ])
  func unaffected(annotation: String, member: String) {
    let made = Generated(
      """
      // setting: file: \(annotation)
      struct Item: Codable { var name: String }
      enum E: String, Codable { case x }
      struct App: SettingsGroup { \(member) }
      """)
    #expect(!made.messages.contains { $0.contains("error") || $0.contains("warning") }, "\(made.messages)")
    #expect(made.form != nil)
  }

  @Test("A range of a file that nothing can read is an error")
  func unreadable() {
    let made = Generated.members("// setting: file: range = low...high\nvar a = 1")
    #expect(made.messages == ["2:27: error: 'range' needs a range of numbers: range = 1...30, 0..<1 or 1..."])
  }

  @Test("A file annotation applies from its line on")
  func file() {
    let made = Generated.members("var a = 1\n// setting:file: advanced\nvar b = 1")
    #expect(made.setting("a")?.traits == [])
    #expect(made.setting("b")?.traits == .advanced)
  }

  @Test("Code between the inline marks of another generator is ignored")
  func inline() {
    let made = Generated.members("var a = 1\n// sourcery:inline:auto:App.X\nvar b = 1\n// sourcery:end")
    #expect(made.messages == [])
    #expect(made.keys == ["a", "b"])
  }
}
