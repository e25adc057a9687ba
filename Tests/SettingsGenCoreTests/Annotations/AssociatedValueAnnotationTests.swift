import SettingsForm
import Testing

@testable import SettingsGenCore

@Suite("Annotations of associated values") struct AssociatedValueAnnotationTests {
  /// Returns the members of the first alternative of an enum with these cases.
  private func members(_ cases: String, messages: [String] = []) throws -> [FormSetting] {
    let made = Generated(
      "enum Source: Codable {\n\(cases)\ncase none\n}\nstruct App: SettingsGroup { var a = Source.none }")
    #expect(made.messages == messages)
    guard case .variants(let variants)? = made.setting("a")?.kind else { return [] }
    return try #require(variants.first?.members).section.items.compactMap { member in
      if case .setting(let setting) = member { setting } else { nil }
    }
  }

  private func secrets(_ cases: String) throws -> [String] {
    try members(cases).filter { $0.traits.contains(.secret) }.map(\.key)
  }

  @Test(
    "An annotation can be above, beside and inside of a value",
    arguments: [
      "case x(\n// setting: secret\na: Int, b: Int)",
      "case x(\n/// Help.\n// setting: secret\na: Int,\nb: Int)",
      "case x(\na: Int, // setting: secret\nb: Int)",
      "case x(\nb: Int,\na: Int // setting: secret\n)",
      "case x(/* setting: secret */ a: Int, b: Int)",
      "case x(a: Int /* setting: secret */, b: Int)",
      "case x(a /* setting: secret */: Int, b: Int)",
      "case x(b: Int, /* setting: secret */ a: Int)",
      "case x(b: [String: Int] = [:], a: (Int) /* setting: secret */)",
    ])
  func places(cases: String) throws {
    #expect(try secrets(cases) == ["a"])
  }

  @Test("A comment at the end of a line belongs to all values on the line")
  func sharedLine() throws {
    #expect(try secrets("case x(\na: Int, b: Int, // setting: secret\nc: Int)") == ["a", "b"])
  }

  @Test("A comment after the parenthesis belongs to the case, and a value can differ from it")
  func cases() throws {
    #expect(try secrets("case x(a: Int, b: Int) // setting: secret") == ["a", "b"])
    let one = "// setting: secret\ncase x(\na: Int, // setting: secret = false\nb: Int)"
    #expect(try secrets(one) == ["b"])
  }

  @Test("Values have limits, titles, units and help")
  func limits() throws {
    let values = try members(
      """
      case http(
        /// The address.
        url: String,  // setting: title = "Address", length = 1...200
        // setting: range = 1...5, unit = "times"
        retries: Int = 3,
        // setting: range = 1s...5min
        timeout: Duration)
      """)
    #expect(values.map(\.title) == ["Address", "Retries", "Timeout"])
    #expect(values.map(\.help) == ["The address.", "", ""])
    #expect(values.map(\.unit) == [nil, "times", nil])
    let number = try #require(values[1].kind.numberLimits)
    #expect(number.lower?.value == 1 && number.upper?.value == 5)
    #expect(values[0].kind.textLimits?.maxLength == 200)
    #expect(values[2].kind.textLimits?.times.upper != nil)
  }

  @Test("A default that the limits don't allow is an error at the limits")
  func wrongDefault() throws {
    _ = try members(
      "case http(\n// setting: range = 1...5\nretries: Int = 9)",
      messages: ["3:21: error: the default of 'retries' is not allowed: Use 5 or less instead of 9."])
  }

  @Test("An annotation that has no meaning for a value is an error")
  func misplaced() throws {
    _ = try members(
      "case http(\n// setting: requiresRestart\nretries: Int)",
      messages: [
        "3:13: error: 'requiresRestart' has no meaning for an associated value; it belongs to a setting or a section"
      ])
    _ = try members(
      "case http( // setting: secret\nretries: Int)",
      messages: [
        "2:15: error: this annotation belongs to no declaration; put it directly above a property, a type or a case, without an empty line"
      ])
  }

  @Test("A value that is edited as JSON is secret if a value inside is")
  func json() {
    let made = Generated(
      """
      indirect enum Tree: Codable {
        case leaf(
          // setting: secret
          key: String)
        case node(Tree)
      }
      struct App: SettingsGroup { var a: Tree? = nil }
      """)
    #expect(made.setting("a")?.traits.contains(.secret) == true)
  }
}
