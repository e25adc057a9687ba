import SettingsForm
import SettingsValidation
import Testing

@testable import SettingsGenCore

/// Types that name themselves and their values.
@Suite struct DisplayableTests {
  private func titles(_ made: Generated, _ keys: String...) -> [String] {
    guard case .choice(let choices)? = index(made)[SettingPath(keys)]?.setting.kind else { return [] }
    return choices.map { $0.help.isEmpty ? $0.title : "\($0.title): \($0.help)" }
  }

  private func index(_ made: Generated) -> FormIndex {
    FormIndex(made.form?.schema ?? FormSchema(root: FormSection(key: "", title: "")))
  }

  @Test("A text of a struct needs the names of its properties, and becomes that of its keys")
  func format() {
    func made(_ format: String) -> Generated {
      .members(
        "var size = Size()",
        """
        struct Size: SettingsGroup, SettingsDisplayable {
          var width = 1
          var height = 2
          enum CodingKeys: String, CodingKey { case width = "w", height }
          static \(format)
        }
        """)
    }
    let good = made("let settingsFormat = \"{width} by {height}\"")
    #expect(good.messages == [] && good.setting("size")?.textTemplate == "{w} by {height}")
    for (format, message) in [
      (
        "let settingsFormat = \"{width} by {hight}\"",
        "'settingsFormat' of 'Size' has '{hight}', which is no setting of it; use the name of a property"
      ),
      (
        "let settingsFormat = \"{width}{height}\"",
        "'settingsFormat' of 'Size' needs the names of properties in braces, with other characters between them: \"{width} × {height}\""
      ),
      (
        "let settingsFormat = \"size\"",
        "'settingsFormat' of 'Size' needs the names of properties in braces, with other characters between them: \"{width} × {height}\""
      ),
      (
        "var settingsFormat: String { text() }",
        "the form needs 'settingsFormat' of 'Size' as a string literal"
      ),
    ] {
      #expect(made(format).messages == ["4:8: error: \(message)"])
    }
  }

  @Test("Literal titles and helps of cases are in the form, and nothing is left to the running app")
  func literals() {
    let made = Generated.members(
      "var mode = Mode.a",
      """
      enum Mode: String, Codable {
        case a, b
        /// Documented.
        case c
        case d  // setting: title = "Annotated"
        case fullScan
      }
      extension Mode: SettingsDisplayable {
        static let settingsTitle = "Method"
        var settingsTitle: String {
          switch self {
          case .a: return "First"
          case .b, .c: "Another"
          case .d: "Unused"
          default: ""
          }
        }
        var settingsHelp: String { switch self { case .a: "Helps."; default: "" } }
      }
      """)
    #expect(made.messages == [])
    #expect(made.setting("mode")?.title == "Method")
    #expect(
      titles(made, "mode") == ["First: Helps.", "Another", "Another: Documented.", "Annotated", "Full Scan"])
    #expect(!made.swift.contains("addTitles"))
  }

  @Test("The title of an annotation comes before that of the type, which comes before the name in words")
  func precedence() {
    let made = Generated.members(
      """
      var first = Part()
      // setting: title = "Mine"
      var second = Part()
      var third = Named()
      var list = [Part()]
      """,
      """
      struct Part: SettingsGroup, SettingsDisplayable { static var settingsTitle: String { "Piece" }; var a = 1 }
      // setting: title = "By Comment"
      struct Named: SettingsGroup, SettingsDisplayable { static let settingsTitle = "By Type"; var a = 1 }
      """)
    #expect(made.messages == [])
    #expect(made.section("first")?.title == "Piece")
    #expect(made.section("second")?.title == "Mine")
    #expect(made.section("third")?.title == "By Comment")
    guard case .list(.object(let element), _)? = made.setting("list")?.kind else {
      Issue.record("not a list of structs")
      return
    }
    #expect(element.title == "Piece")
  }

  @Test("Strings that aren't literals are added by generated code, for each place where they are shown")
  func computed() {
    let made = Generated.members(
      "var mode = Mode.a\nvar more: [Mode] = []\nvar byNumber: [Int: [Mode]] = [:]\nvar part = Part()",
      """
      enum Mode: String, Codable, SettingsDisplayable {
        case a
        case b  // setting: title = "Annotated"
        var settingsTitle: String { rawValue.uppercased() }
      }
      struct Part: SettingsGroup, SettingsDisplayable { static var settingsTitle: String { name }; var a = 1 }
      """)
    #expect(made.messages == [])
    #expect(titles(made, "mode") == ["A", "Annotated"])
    for line in [
      "    titles.add(Part.settingsTitle, at: \"/part\")",
      "    titles.add(Mode.a.settingsTitle, nil, ofChoice: \"\\\"a\\\"\", at: \"/mode\")",
      "    titles.add(Mode.a.settingsTitle, nil, ofChoice: \"\\\"a\\\"\", at: \"/more\")",
      "    titles.add(Mode.a.settingsTitle, nil, ofChoice: \"\\\"a\\\"\", at: \"/byNumber\")",
    ] {
      #expect(made.swift.contains(line + "\n"), "\(line)")
    }
    #expect(!made.swift.contains("Mode.b"))
  }

  @Test("A private type can only have literal strings, and a note says so once")
  func invisible() {
    let made = Generated.members(
      "private var mode = Mode.a",
      "private enum Mode: String, Codable, SettingsDisplayable { case a, b\nvar settingsTitle: String { rawValue } }"
    )
    #expect(made.messages.count { $0.contains("'Mode' is private, so only its string literals") } == 1)
    #expect(!made.swift.contains("addTitles"))
  }

  @Test("Other types may have properties of the same names")
  func notDisplayable() {
    let made = Generated.members(
      "var mode = Mode.a",
      "enum Mode: String, Codable { case a\nvar settingsTitle: String { \"No\" } }")
    #expect(titles(made, "mode") == ["A"])
  }
}
