import TestSupport
import Testing

@testable import SettingsForm
@testable import SettingsSchemas
@testable import SettingsValidation

/// Forms of files without one: their members are listed with the types of their values.
@Suite struct InferenceTests {
  private func index(_ text: String) throws -> FormIndex {
    let document = try JSONDocument(parsing: Array(text.utf8))
    return FormIndex(FormSchema(describingNothingIn: document)).listing(.all, of: document)
  }

  private func kind(_ value: String) throws -> FormKind? {
    try index(#"{"x": \#(value)}"#)[["x"]]?.setting.shape.values.kind
  }

  @Test("Objects are sections, in the order of the file, and $schema is a member like any other")
  func sections() throws {
    let index = try index(#"{"$schema": "x", "b": 1, "a": {"c": {"d": true}, "e": ""}}"#)
    #expect(index.settings.map(\.path) == [["$schema"], ["b"], ["a", "c", "d"], ["a", "e"]])
    #expect(index.form.describesNothing)
    #expect(index.form.warnings.isEmpty)
  }

  @Test("Each value has the kind by which it is edited")
  func kinds() throws {
    #expect(try kind("true") == .boolean)
    #expect(try kind("-12") == .integer(NumberLimits()))
    #expect(try kind("1.0") == .number(NumberLimits()))
    #expect(try kind("1e3") == .number(NumberLimits()))
    #expect(try kind(#""a""#) == .string(TextLimits()))
    #expect(try kind(#""a\nb""#) == .string(TextLimits(isMultiline: true)))
    #expect(try kind("null") == .anything)
    #expect(try kind("{}") == .dictionary(.anything))
    #expect(try kind("[]") == .list(.anything, ListLimits()))
    #expect(try kind("[1, 2]") == .list(.integer(NumberLimits()), ListLimits()))
    #expect(try kind("[1, 2.5, null]") == .list(.number(NumberLimits()), ListLimits()))
    #expect(try kind(#"[1, "a"]"#) == .list(.anything, ListLimits()))
    #expect(try kind("[[1], [], [2]]") == .list(.list(.integer(NumberLimits()), ListLimits()), ListLimits()))
    #expect(try kind("[{}, {}]") == .list(.dictionary(.anything), ListLimits()))
  }

  @Test("Objects in a list are structs with the keys of all of them")
  func structs() throws {
    let kind = try kind(
      #"[{"a": 1, "s": {"x": 1}}, {"b": "t", "s": {"y": 2}}, {"a": null, "m": {}}, {"a": 2.5, "m": {"k": 1}}]"#
    )
    guard case .list(.object(let section), _)? = kind else {
      Issue.record("\(String(describing: kind))")
      return
    }
    #expect(section.items.map(\.key) == ["a", "s", "b", "m"])
    guard case .setting(let first) = section.items[0], case .section(let inner) = section.items[1] else {
      Issue.record("\(section)")
      return
    }
    #expect(first.kind == .number(NumberLimits()) && first.isOptional)
    #expect(inner.items.map(\.key) == ["x", "y"])
  }

  @Test("Every value is valid, and typed text that isn't of the inferred type is JSON or a string")
  func openness() throws {
    let index = try index(#"{"n": 1, "on": true, "list": [1], "section": {"x": 1}}"#)
    let validator = FormValidator(index)
    for value: JSONValue in [1, 2.5, "text", true, .null, [1, "a"], ["k": 1]] {
      for path: SettingPath in [["n"], ["on"], ["list"], ["section", "x"], ["list", "0"], ["section"]] {
        #expect(validator.problems(of: value, at: path).isEmpty, "\(value) at \(path)")
      }
      #expect(validator.problems(in: ["n": value, "new": value, "section": value]).isEmpty)
    }
    let setting = try #require(index[["n"]]?.setting)
    #expect(try setting.value(parsing: "7") == 7)
    #expect(try setting.value(parsing: "seven") == "seven")
    #expect(try setting.value(parsing: #"{"a": [1]}"#) == ["a": [1]])
    let element = try #require(index[["list"]]?.setting).element(0, kind: .integer(NumberLimits()))
    #expect(try element.value(parsing: "x") == "x")
  }

  @Test("A list as the whole document is one setting")
  func list() throws {
    let index = try index(#"[{"a": 1}, {"b": 2}]"#)
    #expect(index.settings.map(\.path) == [.root])
    guard case .list(.object(let section), _)? = index.settings.first?.setting.kind else {
      Issue.record("\(index.settings)")
      return
    }
    #expect(section.items.map(\.key) == ["a", "b"])
  }

  @Test(
    "A document that is neither an object nor a list is one setting, too", arguments: [#""a""#, "7", "null"])
  func roots(text: String) throws {
    let index = try index(text)
    #expect(index.settings.map(\.path) == [.root])
    #expect(index.settings.allSatisfy { $0.setting.traits.contains(.undescribed) })
  }

  @Test("A deeply nested document has a form, whose innermost objects aren't described")
  func depth() throws {
    let depth = 500
    let text = String(repeating: #"{"a": "#, count: depth) + "1" + String(repeating: "}", count: depth)
    let settings = try index(text).settings
    #expect(settings.count == 1 && settings[0].setting.shape.values.kind == .anything)
    let lists = try index(
      #"{"a": \#(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))}"#)
    #expect(lists.settings.count == 1)
  }

  @Test(
    "The form of a file of SchemaStore has all its values",
    .enabled(if: TestData.has("schemastore"), "no data"))
  func files() throws {
    for folder in try TestData.names(in: "schemastore/test") {
      for name in try TestData.names(in: "schemastore/test/\(folder)") where name.hasSuffix(".json") {
        let document = try JSONDocument(parsing: TestData.bytes("schemastore/test/\(folder)/\(name)"))
        guard document.root.kind == .object else { continue }
        let index = FormIndex(FormSchema(describingNothingIn: document)).listing(.all, of: document)
        for entry in index.settings { #expect(document.node(at: entry.path) != nil, "\(name) \(entry.path)") }
        #expect(FormValidator(index).problems(in: document).isEmpty)
      }
    }
  }
}
