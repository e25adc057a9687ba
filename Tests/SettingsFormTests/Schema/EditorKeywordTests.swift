import TestSupport
import Testing

@testable import SettingsForm
@testable import SettingsSchemas
@testable import SettingsValidation

@Suite("Keywords of other editors")
struct EditorKeywordTests {
  private func index(_ property: JSONValue) throws -> FormIndex {
    let schema: JSONValue = ["properties": ["a": property]]
    return try FormIndex(parsingSchema: schema.bytes(.compact))
  }

  private func setting(_ property: JSONValue) throws -> FormSetting {
    try #require(try index(property)[["a"]]).setting
  }

  private func problems(_ property: JSONValue, _ value: JSONValue) throws -> [String] {
    FormValidator(try index(property)).problems(in: ["a": value]).map(\.description)
  }

  // MARK: - Help

  @Test(
    "The help of a setting is the first that its schema has",
    arguments: [
      (["description": "D", "markdownDescription": "M"], "D"),
      (
        ["markdownDescription": "Use `x`.\n\nSee [y](z).", "x-intellij-html-description": "H"],
        "Use `x`.\n\nSee [y](z)."
      ),
      (
        ["x-intellij-html-description": "<p>Use <code>a &lt; b</code>.</p>\n<p>Or&nbsp;not.</p>"],
        "Use a < b.\nOr not."
      ),
      (["markdownDescription": 3, "x-intellij-html-description": []], ""),
      (["markdownDescription": "", "x-intellij-html-description": "<br>"], ""),
    ] as [(JSONValue, String)])
  func help(_ example: (texts: JSONValue, help: String)) throws {
    guard case .object(var schema) = example.texts else { return }
    schema["type"] = "string"
    let index = try index(.object(schema))
    #expect(index[["a"]]?.setting.help == example.help)
    #expect(index[["a"]]?.setting.kind == .string(TextLimits()))
    #expect(index.form.warnings == [])
  }

  @Test("The text beside a reference describes the place, whatever keyword it has")
  func helpBesideReference() throws {
    let index = try FormIndex(
      parsingSchema: Array(
        ##"""
        {"markdownDescription": "The app.",
         "properties": {"a": {"markdownDescription": "Place", "$ref": "#/$defs/b"}, "c": {"$ref": "#/$defs/b"},
          "s": {"markdownDescription": "Section", "properties": {"x": {}}}},
         "$defs": {"b": {"type": "string", "description": "Type"}}}
        """##.utf8))
    #expect(index[["a"]]?.setting.help == "Place")
    #expect(index[["c"]]?.setting.help == "Type")
    #expect(index.section(at: ["s"])?.help == "Section")
    #expect(index.form.root.help == "The app.")
  }

  @Test(
    "HTML becomes text",
    arguments: [
      ("a<br/>b", "a\nb"), ("<ul><li>one</li><li>two</li></ul>", "one\ntwo"), ("a   b\n c", "a b c"),
      ("&lt;b&gt; &amp;amp; &#65;&#x42;", "<b> &amp; AB"), ("a < b && c", "a < b && c"), ("<!-- x -->a", "a"),
      ("a &unknown; &#xFFFFFFFF;", "a &unknown; &#xFFFFFFFF;"), ("<a href='x'", "<a href='x'"), ("", ""),
    ])
  func html(_ html: String, _ text: String) {
    #expect(HTMLText.plain(html) == text)
  }

  // MARK: - Choices

  @Test("The values of an enum have titles and help, by position or by value")
  func choices() throws {
    let texts: [(JSONValue, [FormChoice])] = [
      (
        ["enum": ["a", "b"], "enumDescriptions": ["A.", "B."], "enumItemLabels": ["Ay", 3]],
        [FormChoice(value: "a", title: "Ay", help: "A."), FormChoice(value: "b", title: "b", help: "B.")]
      ),
      (
        ["enum": ["a", 2, "c"], "markdownEnumDescriptions": ["*A*"], "enumDescriptions": [""]],
        [
          FormChoice(value: "a", title: "a", help: "*A*"), FormChoice(value: 2, title: "2"),
          FormChoice(value: "c", title: "c"),
        ]
      ),
      (
        [
          "enum": ["a", 2],
          "x-intellij-enum-metadata": ["a": ["description": "A."], "2": ["description": "Two."], "x": 1],
        ],
        [FormChoice(value: "a", title: "a", help: "A."), FormChoice(value: 2, title: "2", help: "Two.")]
      ),
      (
        ["enum": ["a"], "enumDescriptions": "A.", "x-intellij-enum-metadata": [1]],
        [FormChoice(value: "a", title: "a")]
      ),
    ]
    for (schema, choices) in texts {
      let index = try index(schema)
      #expect(index[["a"]]?.setting.kind == .choice(choices))
      #expect(index.form.warnings == [])
      #expect(try FormSchema(parsingSchema: index.form.bytes).source == index.form.source)
    }
  }

  @Test("Titles and help stay with their values if the enum is nullable, in a list, or beside another one")
  func otherChoices() throws {
    let nullable = try setting(["enum": [.null, "b"], "enumDescriptions": ["None.", "B."]])
    #expect(nullable.isOptional)
    #expect(nullable.kind == .choice([FormChoice(value: "b", title: "b", help: "B.")]))
    let list = try setting(["type": "array", "items": ["enum": ["b"], "enumDescriptions": ["B."]]])
    #expect(list.kind == .list(.choice([FormChoice(value: "b", title: "b", help: "B.")]), ListLimits()))
    let two = try setting([
      "anyOf": [
        ["enum": ["b"], "enumDescriptions": ["B."]], ["enum": ["c", "d"], "enumDescriptions": ["", "D."]],
      ]
    ])
    #expect(
      two.kind
        == .choice([
          FormChoice(value: "b", title: "b", help: "B."), FormChoice(value: "c", title: "c"),
          FormChoice(value: "d", title: "d", help: "D."),
        ]))
  }

  // MARK: - Deprecation

  @Test("A deprecation message marks the setting, and is shown with its value")
  func deprecation() throws {
    let schema: JSONValue = [
      "type": "string", "deprecationMessage": "Use b.", "markdownDeprecationMessage": "Use `b`.",
    ]
    let setting = try setting(schema)
    #expect(setting.traits.contains(.deprecated))
    #expect(setting.deprecationMessage == "Use b.")
    #expect(
      try problems(schema, "x") == ["warning: a: Stop using this setting, which is deprecated: Use b."])
    #expect(
      try self.setting(["type": "string", "markdownDeprecationMessage": "Use `b`."]).deprecationMessage
        == "Use `b`.")
    #expect(try self.setting(["type": "string", "deprecated": true]).deprecationMessage == nil)
    #expect(try !self.setting(["type": "string", "deprecationMessage": 3]).traits.contains(.deprecated))
    #expect(
      try !self.setting(["type": "string", "deprecationMessage": "x", "deprecated": false]).traits
        .contains(.deprecated))
    #expect(
      try self.setting(["type": ["string", "number"], "deprecationMessage": "Gone."]).deprecationMessage
        == "Gone.")
  }

  // MARK: - Messages

  @Test(
    "A failed check has the schema's own message",
    arguments: [
      (
        ["type": "string", "pattern": "^a", "patternErrorMessage": "Begin with a."], "b",
        ["error: a: Begin with a."]
      ),
      (
        ["type": "string", "pattern": "^a", "errorMessage": "Begin with a."], "b", ["error: a: Begin with a."]
      ),
      (
        ["type": "string", "pattern": "^a", "patternErrorMessage": "P.", "errorMessage": "E."], 3,
        ["error: a: E."]
      ),
      (["type": "string", "patternErrorMessage": "P."], 3, ["error: a: Use text instead of 3."]),
      (["minimum": 3, "multipleOf": 2, "errorMessage": "E."], 1, ["error: a: E."]),
      (["anyOf": [["type": "string"], ["type": "null"]], "errorMessage": "E."], 3, ["error: a: E."]),
      (
        ["allOf": [["maximum": 1, "errorMessage": "Inner."], ["multipleOf": 2]], "errorMessage": "Outer."], 5,
        ["error: a: Inner.", "error: a: Outer."]
      ),
      (["items": ["type": "string"], "errorMessage": "E."], [1], ["error: a.0: Use text instead of 1."]),
      (["items": ["type": "string", "errorMessage": "E."]], [1], ["error: a.0: E."]),
      (["type": "string", "errorMessage": ["type": "E."]], 1, ["error: a: Use text instead of 1."]),
    ] as [(JSONValue, JSONValue, [String])])
  func messages(_ schema: JSONValue, _ value: JSONValue, _ expected: [String]) throws {
    #expect(try problems(schema, value) == expected)
    #expect(try index(schema).form.warnings == [])
  }

  @Test("A message doesn't show a secret")
  func secretMessage() throws {
    let schema: JSONValue = [
      "type": "string", "writeOnly": true, "maxLength": 2, "errorMessage": "Too long.",
    ]
    #expect(try problems(schema, "hunter2") == ["error: a: Too long."])
  }

  @Test("In a form that this library has written, these keywords are kept and mean nothing")
  func ownForm() throws {
    let property: JSONValue = [
      "title": "a", "type": "string", "maxLength": 1, "errorMessage": "E.", "markdownDescription": "M",
      "deprecationMessage": "D",
    ]
    let form = try FormSchema(["type": "object", "properties": ["a": property]])
    let index = FormIndex(form)
    #expect(index[["a"]]?.setting.help == "")
    #expect(index[["a"]]?.setting.traits == [])
    #expect(
      FormValidator(index).problems(in: ["a": "xx"]).map(\.message) == [
        "Use at most 1 character instead of 2."
      ])
    #expect(form.json.member("properties")?.member("a")?.member("errorMessage") == "E.")
  }

  // MARK: - Suggestions

  @Test(
    "Suggestions are the listed values of an open choice, snippets and examples of the setting's type",
    arguments: [
      (
        ["type": "string", "examples": ["a", 1, "b", "a"]],
        [FormChoice(value: "a", title: "a"), FormChoice(value: "b", title: "b")]
      ),
      (["type": "integer", "examples": [1, 1.5, "2"]], [FormChoice(value: 1, title: "1")]),
      (
        ["type": "number", "examples": [1, 1.5]],
        [FormChoice(value: 1, title: "1"), FormChoice(value: 1.5, title: "1.5")]
      ),
      (["type": "string", "examples": "a"], []),
      (["type": "string", "writeOnly": true, "examples": ["a"]], []),
      (["type": "array", "examples": [["a"]]], []),
      (
        [
          "type": "string",
          "defaultSnippets": [
            ["label": "Local", "description": "Here.", "body": "http://${1:localhost}:${2:80}$0"],
            ["body": "x"],
            ["label": "none"], 3, ["label": "list", "body": ["a"]],
          ],
        ],
        [
          FormChoice(value: "http://localhost:80", title: "Local", help: "Here."),
          FormChoice(value: "x", title: "x"),
        ]
      ),
      (
        ["type": "integer", "defaultSnippets": [["label": "P", "body": "${1:80}"], ["body": 81]]],
        [FormChoice(value: 80, title: "P"), FormChoice(value: 81, title: "81")]
      ),
      (
        [
          "type": "string", "defaultSnippets": [["body": "^\"$1a\""], ["bodyText": "\"b\""], ["body": "^x"]],
        ], [FormChoice(value: "a", title: "a"), FormChoice(value: "b", title: "b")]
      ),
      (
        [
          "type": "string",
          "anyOf": [
            ["enum": ["a", "b"], "enumDescriptions": ["A."]],
            ["const": "c", "title": "C", "description": "See.", "deprecated": true], ["pattern": "x"],
          ],
        ],
        [
          FormChoice(value: "a", title: "a", help: "A."), FormChoice(value: "b", title: "b"),
          FormChoice(value: "c", title: "C", help: "See.", isDeprecated: true),
        ]
      ),
    ] as [(JSONValue, [FormChoice])])
  func suggestions(_ schema: JSONValue, _ expected: [FormChoice]) throws {
    #expect(try setting(schema).suggestions == expected)
    #expect(try index(schema).form.warnings == [])
  }

  @Test("Other values than the suggested ones stay valid")
  func otherValues() throws {
    let schema: JSONValue = [
      "type": "string", "anyOf": [["enum": ["a"]], ["type": "string"]], "examples": ["b"],
    ]
    #expect(try problems(schema, "c") == [])
    #expect(try setting(schema).suggestions.map(\.value) == ["a", "b"])
  }

  @Test("An open choice is a string with suggestions, except for values that two alternatives of oneOf allow")
  func openChoice() throws {
    let any = try setting(["anyOf": [["enum": ["a", "b"], "enumDescriptions": ["A."]], ["type": "string"]]])
    #expect(any.kind == .string(TextLimits()))
    #expect(
      any.suggestions == [FormChoice(value: "a", title: "a", help: "A."), FormChoice(value: "b", title: "b")])
    let one = try setting(["oneOf": [["enum": ["a", "x1"]], ["type": "string", "pattern": "^x"]]])
    #expect(one.suggestions.map(\.value) == ["a"])
    let index = try FormIndex(
      parsingSchema: Array(
        ##"""
        {"properties": {"a": {"anyOf": [{"$ref": "#/$defs/known"}, {"type": "string"}]}},
         "$defs": {"known": {"type": "string", "enum": ["a", "b"]}}}
        """##.utf8))
    #expect(index[["a"]]?.setting.suggestions.map(\.value) == ["a", "b"])
  }

  @Test(
    "Placeholders of snippets are replaced with their defaults",
    arguments: [
      ("a", "a"), ("$1", ""), ("${1}", ""), ("a$12b", "ab"), ("${1:x}", "x"), ("${1:x${2:y}}z", "xyz"),
      ("${1|one,two|}", "one"), (#"\$1 \} \\ \n"#, #"$1 } \ \n"#), ("$", "$"), ("${", "${"), ("${1:x", "x"),
      ("${1|x", "${1|x"), ("a}", "a}"), ("$TM_FILENAME x", " x"), ("${TM_FILENAME:x}", "x"), ("US$", "US$"),
    ])
  func snippets(_ snippet: String, _ text: String) {
    #expect(SnippetText.plain(snippet) == text)
  }

  @Test("A hostile text takes linear time")
  func hostileTexts() {
    let count = 100_000
    #expect(SnippetText.plain(String(repeating: "${1:", count: count)) == "")
    #expect(SnippetText.plain(String(repeating: "${1|", count: count)).count == 4 * count)
    #expect(HTMLText.plain(String(repeating: "<a", count: count)).count == 2 * count)
    #expect(HTMLText.plain(String(repeating: "<!--", count: count)).count == 4 * count)
  }
}
