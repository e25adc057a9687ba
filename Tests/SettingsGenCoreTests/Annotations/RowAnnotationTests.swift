import SettingsForm
import Testing

@testable import SettingsGenCore

/// Rows of sections that aren't settings.
@Suite struct RowAnnotationTests {
  private static let cache = "struct Cache: SettingsGroup { var limit = 64 }\nvar cache = Cache()"

  @Test("Details and actions are rows of their section, in order, with the words of their names as titles")
  func rows() {
    let made = Generated.members(
      "// setting: detail = fileSize, action = forgetCache\n// setting: detail = lastReading, action = [export, undoAll]\n"
        + Self.cache)
    #expect(made.messages == [])
    #expect(
      made.section("cache")?.details == [
        FormRow(name: "fileSize", title: "File Size"), FormRow(name: "lastReading", title: "Last Reading"),
      ])
    #expect(
      made.section("cache")?.actions.map(\.title) == ["Forget Cache", "Export", "Undo All"])
  }

  @Test("Rows of the property replace those of the type, kind by kind, and the root can have rows, too")
  func overriding() {
    let made = Generated(
      """
      // setting: action = quit
      struct App: SettingsGroup {
        // setting: detail = fileSize, action = forgetCache
        struct Cache: SettingsGroup { var limit = 64 }
        var first = Cache()
        // setting: detail = age
        var second = Cache()
      }
      """)
    #expect(made.messages == [])
    #expect(made.form?.schema.root.actions.map(\.name) == ["quit"])
    #expect(made.section("first")?.details.map(\.name) == ["fileSize"])
    #expect(made.section("second")?.details.map(\.name) == ["age"])
    #expect(made.section("second")?.actions.map(\.name) == ["forgetCache"])
  }

  @Test("They become requirements of the hooks, each once")
  func requirements() {
    let made = Generated.members(
      "// setting: detail = fileSize, action = `repeat`\n" + Self.cache
        + "\n// setting: detail = fileSize\nvar other = Cache()")
    #expect(made.swift.contains("  /// The text of the row “File Size” of `cache`, `other`.\n"))
    for line in [
      "  func fileSize() async -> String", "  func `repeat`(_ progress: ActionProgress) async throws",
      "    case \"fileSize\": await fileSize()", "    case \"repeat\": try await `repeat`(progress)",
    ] {
      #expect(made.swift.split(separator: "\n").count { $0 == line } == 1, "\(line)")
    }
  }

  @Test("Choices of the running app become a keyword of the setting, and a requirement of the hooks")
  func choices() {
    let made = Generated.members(
      "// setting: choices = columns\nvar a = \"kg\"\n// setting: choices = columns\nvar b: Int?")
    #expect(made.messages == [])
    #expect(made.setting("a")?.choicesHook == "columns")
    #expect(made.setting("b")?.choicesHook == "columns")
    #expect(made.swift.contains("\"choices\": \"columns\""))
    #expect(
      made.swift.contains(
        "  /// The values to offer for `a`, `b`.\n  func columns() async throws -> [SettingsChoice]\n"))
    #expect(made.swift.contains("    case \"columns\": try await columns()\n    default: nil\n"))
  }

  @Test(
    "Choices that can't be offered are an error at their place",
    arguments: [
      (
        "// setting: choices\nvar a = 1",
        "2:13: error: 'choices' needs the name of a function: choices = columns"
      ),
      (
        "// setting: choices = [a, b]\nvar a = 1",
        "2:23: error: 'choices' needs one function: choices = columns"
      ),
      (
        "// setting: choices = x\nvar a = true",
        "2:13: error: 'choices' offers strings or numbers, and this is"
      ),
      (
        "// setting: choices = x\nvar a = [1]",
        "2:13: error: 'choices' offers strings or numbers, and this is"
      ),
      ("// setting: choices = x\n" + Self.cache, "2:13: error: 'choices' has no meaning for a section"),
    ])
  func wrongChoices(members: String, message: String) {
    let made = Generated.members(members)
    #expect(made.messages.count == 1 && made.messages[0].hasPrefix(message), "\(made.messages)")
  }

  @Test(
    "A row that can't exist is an error at its place",
    arguments: [
      ("// setting: detail\n", "2:13: error: 'detail' needs the name of a function: detail = fileSize"),
      (
        "// setting: action = \"a b\"\n",
        "2:22: error: 'action' needs the name of a function: action = forgetCache"
      ),
      ("// setting: action = false\n", "2:22: error: 'action' needs the name of a function"),
      ("// setting: detail = [a, b, a]\n", "2:22: error: 'a' is another row of this section already"),
      ("// setting: detials = a\n", "2:13: error: 'detials' is unknown; perhaps you mean 'detail'"),
    ])
  func errors(annotation: String, message: String) {
    let made = Generated.members(annotation + Self.cache)
    #expect(made.messages.count == 1 && made.messages[0].hasPrefix(message), "\(made.messages)")
  }

  @Test("A row at a setting is above the setting, and those of headers and footers are below their text")
  func places() {
    let made = Generated(
      """
      // setting: injectHeader = greeting, headerAction = showHelp, injectFooter = state, footerAction = renew
      struct App: SettingsGroup {
        var host = ""
        // setting: detail = latency
        // setting: action = [test, trace]
        var port = 80
        // setting: skipSetting, action = count
        var launches = 0
      }
      """)
    #expect(made.messages == [])
    #expect(
      made.form?.schema.root.details == [
        FormRow(name: "latency", title: "Latency", place: .before("port"))
      ])
    #expect(
      made.form?.schema.root.actions == [
        FormRow(name: "showHelp", title: "Show Help", place: .header),
        FormRow(name: "renew", title: "Renew", place: .footer),
        FormRow(name: "test", title: "Test", place: .before("port")),
        FormRow(name: "trace", title: "Trace", place: .before("port")),
        FormRow(name: "count", title: "Count", place: .before("launches")),
      ])
    #expect(made.swift.contains("  func trace(_ progress: ActionProgress) async throws\n"))
  }

  @Test("A section is shown in place or as a link, as its property or else its type says")
  func inline() {
    let made = Generated(
      """
      struct App: SettingsGroup {
        // setting: inline
        struct Cache: SettingsGroup { var limit = 64 }
        var first = Cache()
        // setting: inline = false
        var second = Cache()
        var third = Other()
      }
      struct Other: SettingsGroup { var limit = 1 }
      """)
    #expect(made.messages == [])
    #expect(["first", "second", "third"].map { made.section($0)?.isInline } == [true, false, nil])
  }

  @Test("Rows and places of values, which aren't sections, are warnings, and the root has no place")
  func wrongPlace() {
    let inList = Generated.members(
      "// setting: action = a, inline\n" + Self.cache.replacing("= Cache()", with: "= [Cache()]"))
    #expect(
      inList.messages == [
        "2:13: warning: 'action' has no effect where 'App.Cache' is a value, since only sections have rows",
        "2:25: warning: 'inline' has no effect where 'App.Cache' is a value, since only sections have rows",
      ])
    let inElement = Generated.members(
      Self.cache.replacing("{ var", with: "{\n// setting: detail = a\nvar").replacing(
        "= Cache()", with: "= [Cache()]"))
    #expect(
      inElement.messages == [
        "3:13: warning: 'detail' has no effect where 'limit' is a value, since only sections have rows"
      ])
    let root = Generated("// setting: inline\nstruct App: SettingsGroup { var a = 1 }")
    #expect(
      root.messages == [
        "1:13: error: 'inline' has no meaning for the root of the settings; it belongs to a section"
      ])
  }
}
