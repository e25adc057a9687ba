import Testing

@testable import SettingsForm
@testable import SettingsValidation

@Suite("Values as text")
struct SettingTextTests {
  private static let choices = [
    FormChoice(value: "linear", title: "Linear Regression"), FormChoice(value: "weighted", title: "Weighted"),
  ]

  private static let values = [
    FormChoice(value: ["k": 1], title: "Object"), FormChoice(value: 1, title: "One"),
    FormChoice(value: "", title: "Nothing"),
  ]

  private static let typedTexts: [(FormKind, String, JSONValue)] = [
    (FormKind.boolean, "yes", true), (.boolean, "False", false),
    (.integer(NumberLimits()), "-12", -12), (.number(NumberLimits()), "1e3", 1000),
    (.string(TextLimits()), " as is ", " as is "), (.string(TextLimits()), "", ""),
    (.choice(choices), "linear", "linear"), (.choice(choices), "linear regression", "linear"),
    (.choice(values), #"{"k":1}"#, ["k": 1]), (.choice(values), "1.0", 1), (.choice(values), "", ""),
    (.flags(choices), "weighted, linear", ["weighted", "linear"]), (.flags(choices), "none", []),
    (.flags(choices), "all", ["linear", "weighted"]), (.flags(choices), #"["linear"]"#, ["linear"]),
    (.list(.string(TextLimits()), ListLimits()), "a, b c", ["a", "b c"]),
    (.list(.string(TextLimits()), ListLimits()), "", []),
    (.list(.string(TextLimits()), ListLimits()), #"["a,b"]"#, ["a,b"]),
    (.list(.integer(NumberLimits()), ListLimits()), "1,2", [1, 2]),
    (.dictionary(.boolean), #"{"a": true}"#, ["a": true]), (.json, "[null]", [.null]),
  ]

  private func setting(_ kind: FormKind, optional: Bool = false, unit: String? = nil, secret: Bool = false)
    -> FormSetting
  {
    FormSetting(
      key: "s", title: "S", kind: kind, isOptional: optional, traits: secret ? .secret : [],
      attributes: SettingKeyword.Attributes(unit: unit))
  }

  @Test(
    "Typed text is parsed by the setting's type",
    arguments: typedTexts)
  func parses(kind: FormKind, text: String, expected: JSONValue) throws {
    #expect(try setting(kind).value(parsing: text) == expected)
  }

  @Test(
    "Text that isn't a value of the type is refused with what to type",
    arguments: [
      (FormKind.boolean, "maybe", "Use true or false."),
      (.integer(NumberLimits()), "twelve", "Use a whole number, such as 12."),
      (.number(NumberLimits()), "", "Use a number, such as 0.5."),
      (.choice(choices), "cubic", "Use linear or weighted."),
      (.choice(values), "two", #"Use {"k": 1}, 1 or ""."#),
      (.flags(choices), "linear, cubic", "Use linear or weighted."),
      (.list(.integer(NumberLimits()), ListLimits()), "1,,2", "Use a whole number, such as 12."),
    ])
  func refuses(kind: FormKind, text: String, message: String) {
    let error = #expect(throws: ValueTextError.self) { try setting(kind).value(parsing: text) }
    #expect(error?.description == message)
  }

  @Test("For an optional setting, refused text is answered with how to type no value")
  func refusesForOptional() throws {
    let optional = setting(.number(NumberLimits()), optional: true)
    let error = #expect(throws: ValueTextError.self) { try optional.value(parsing: "none") }
    #expect(error?.description == "Use a number, such as 0.5. Use null for no value.")
    #expect(try optional.value(parsing: "null") == .null)
  }

  @Test("Malformed JSON is refused with its position")
  func refusesJSON() {
    let error = #expect(throws: ValueTextError.self) { try setting(.json).value(parsing: "[1,") }
    #expect(
      error?.description.hasPrefix("Use a value in JSON: 1:4: ") == true, "\(String(describing: error))")
  }

  @Test("An optional setting accepts null")
  func null() throws {
    #expect(try setting(.integer(NumberLimits()), optional: true).value(parsing: "null") == .null)
    #expect(throws: ValueTextError.self) { try setting(.integer(NumberLimits())).value(parsing: "null") }
    #expect(try setting(.string(TextLimits())).value(parsing: "null") == "null")
  }

  @Test("Values are shown with titles, units and commas")
  func texts() {
    #expect(setting(.choice(Self.choices)).text(for: "linear") == "Linear Regression")
    #expect(setting(.integer(NumberLimits()), unit: "days").text(for: 7) == "7 days")
    #expect(setting(.list(.string(TextLimits()), ListLimits())).text(for: ["a", "b"]) == "a, b")
    #expect(setting(.flags(Self.choices)).text(for: []) == "none")
    #expect(setting(.integer(NumberLimits()), optional: true).text(for: .null) == "none")
  }

  @Test(
    "Text that could be read as another type is quoted, in lists, too",
    arguments: [
      ("1", #""1""#), (1, "1"), ("true", #""true""#), (true, "true"), ("none", #""none""#), (.null, "none"),
      ("", "empty"), ("empty", #""empty""#), (" ", #"" ""#), ("[1]", #""[1]""#), ([1, "1"], #"1, "1""#),
      ("1.0.0", "1.0.0"), ("a b", "a b"), ("a^Jb", #""a^Jb""#), ("<U+200B>", #""<U+200B>""#),
      (#"^[a-z]+^\d"#, #"^[a-z]+^\d"#), ("a\u{A0}b", "a<U+00A0>b"), ([.null, "none"], #"none, "none""#),
    ] as [(JSONValue, String)])
  func quotes(_ value: JSONValue, _ shown: String) {
    let kind =
      value.elements == nil ? FormKind.json : .list(.string(TextLimits()), ListLimits())
    #expect(setting(kind, optional: true).text(for: value) == shown)
    #expect(setting(kind, optional: true).text(for: value, .byValue) == shown)
  }

  @Test("Choices that differ only in their type are told apart, shown and typed")
  func choicesOfSeveralTypes() throws {
    let values: [JSONValue] = [true, "true", "false", false]
    let choices = values.map { FormChoice(value: $0, title: $0.plainText) }
    #expect(choices.map(\.shownTitle) == ["true", #""true""#, #""false""#, "false"])
    let choice = setting(.choice(choices))
    for value in values { #expect(try choice.value(parsing: choice.typedText(for: value)) == value) }
    #expect(try choice.value(parsing: "false") == false)
  }

  @Test(
    "What can't be seen is shown by its code where it makes a difference",
    arguments: [
      ("admin", "admin\u{E0041}", "admin", "admin<U+E0041>"), ("\u{E9}", "e\u{301}", "<U+00E9>", "e<U+0301>"),
      ("\u{2764}", "\u{2764}\u{FE0F}", "<U+2764>", "<U+2764><U+FE0F>"),
      ("a b", "a\u{A0}b", "a b", "a<U+00A0>b"),
      // Of these emoji, an editor shows the first scalar; flags are two letters.
      ("a 👍🏽", "a 👍🏿", "a <U+1F44D><U+1F3FD>", "a <U+1F44D><U+1F3FF>"),
      ("👍", "👍🏿", "<U+1F44D>", "<U+1F44D><U+1F3FF>"),
      ("paypal", "p\u{430}ypal", "paypal", "p<U+0430>ypal"), ("\u{430}", "\u{431}", "\u{430}", "\u{431}"),
      ("👍", "👎🏿", "👍", "👎🏿"), ("🇩🇪", "🇩🇰", "🇩🇪", "🇩🇰"),
      ("\u{E9}", "\u{E8}", "\u{E9}", "\u{E8}"), ("a", "b", "a", "b"),
      ("a\u{1B}", "a^[", #""a\u001b""#, #""a^[""#), ("a\u{200B}", "a<U+200B>", "a\u{200B}", #""a<U+200B>""#),
    ])
  func unseen(_ old: String, _ new: String, _ shownOld: String, _ shownNew: String) {
    let text = setting(.string(TextLimits()))
    let shown = [
      text.text(for: .string(old), besides: .string(new)),
      text.text(for: .string(new), besides: .string(old)),
    ]
    #expect(shown == [shownOld, shownNew])
  }

  @Test("Long text is shown by a part with its length, where it differs from another text")
  func longText() {
    let text = setting(.string(TextLimits()))
    let long = String(repeating: "iVBORw0KGgo", count: 20_000)
    #expect(text.text(for: .string(long)).hasPrefix("iVBORw0KGgo"))
    #expect(text.text(for: .string(long)).hasSuffix("… (220 kB)"))
    #expect(text.typedText(for: .string(long)) == long)
    #expect(text.text(for: .string(long + "!"), besides: .string(long)) == "…w0KGgo! (220 kB)")
  }

  @Test("A typed text reads back as the same value")
  func roundTrip() throws {
    let list = setting(.list(.string(TextLimits()), ListLimits()))
    for value: JSONValue in [["a", "b"], ["a,b"], ["", "x"], [" a"], ["[x"], [], ["a\nb"], ["é 日本"]] {
      #expect(try list.value(parsing: list.typedText(for: value)) == value, "\(value)")
    }
    let numbers = setting(.list(.integer(NumberLimits()), ListLimits()))
    let lists: [(JSONValue, String)] = [
      ([1, 2], "1, 2"), ([1, .null, 2], "[1, null, 2]"), ([true], "[true]"),
    ]
    for (value, text) in lists {
      #expect(numbers.typedText(for: value) == text)
      #expect(try numbers.value(parsing: text) == value)
    }
    let choice = setting(.choice(Self.choices))
    #expect(try choice.value(parsing: choice.typedText(for: "linear")) == "linear")
    let flags = setting(.flags(Self.choices))
    #expect(try flags.value(parsing: flags.typedText(for: ["weighted"])) == ["weighted"])
  }

  @Test("A secret is masked unless it is empty")
  func secret() {
    let secret = setting(.string(TextLimits()), secret: true)
    #expect(secret.text(for: "hunter2") == "********")
    #expect(secret.typedText(for: "hunter2") == "********")
    #expect(secret.masked("hunter2") == "********")
    #expect(secret.typedText(for: "") == "")
  }

  @Test(
    "A whole number in a review has plain digits, and other numbers stay as they were typed",
    arguments: [
      (FormKind.integer(NumberLimits()), "1e1", "10"), (.integer(NumberLimits()), "10.0", "10"),
      (.integer(NumberLimits()), "-2.50e2", "-250"), (.integer(NumberLimits()), "1.5", "1.5"),
      (.integer(NumberLimits()), "1e999999", "1e999999"), (.number(NumberLimits()), "1e1", "1e1"),
      (.list(.integer(NumberLimits()), ListLimits()), "1e1, 2", "10, 2"),
    ])
  func plainDigits(_ example: (kind: FormKind, typed: String, text: String)) throws {
    let setting = setting(example.kind)
    let value = try setting.value(parsing: example.typed)
    #expect(setting.text(for: value) == example.text)
    #expect(setting.typedText(for: value) == example.typed)
  }
}
