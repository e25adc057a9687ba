import Testing

@testable import SettingsForm
@testable import SettingsSchemas
@testable import SettingsValidation

@Suite("Values with alternatives of a foreign schema")
struct AlternativeTests {
  private func index(_ schema: String, _ definitions: String = "{}") throws -> FormIndex {
    try FormIndex(parsingSchema: Array(#"{"properties": {"a": \#(schema)}, "$defs": \#(definitions)}"#.utf8))
  }

  private func setting(_ schema: String, _ definitions: String = "{}") throws -> FormSetting {
    try #require(try index(schema, definitions)[["a"]]).setting
  }

  private static let union =
    #"{"anyOf": [{"enum": ["auto", "off"]}, {"type": "boolean"}, {"type": "number"}, {"type": "string", "pattern": "^/"}, "#
    + #"{"type": "array", "items": {"type": "string"}}, {"type": "null"}]}"#

  @Test(
    "Given a union, typed text is the value of the first alternative that reads it",
    arguments: [
      ("auto", "auto"), ("true", true), ("1.5", 1.5), ("/tmp", "/tmp"), (#"["x"]"#, ["x"]), (#""12""#, "12"),
      ("null", .null),
    ] as [(String, JSONValue)])
  func parsing(text: String, value: JSONValue) throws {
    let setting = try setting(Self.union)
    #expect(try setting.value(parsing: text) == value)
    #expect(try setting.value(parsing: setting.typedText(for: value)) == value)
  }

  @Test("Given objects with a constant each, a value belongs to the one whose constant it has")
  func discriminators() throws {
    let setting = try setting(
      #"""
      {"oneOf": [
        {"type": "object", "properties": {"kind": {"const": "file"}, "path": {"type": "string"}}, "required": ["kind", "path"]},
        {"type": "object", "properties": {"kind": {"const": "http"}, "url": {"type": "string"}}, "required": ["kind", "url"]}]}
      """#)
    guard case .variants(let variants) = setting.kind else {
      Issue.record("no alternatives")
      return
    }
    #expect(variants.map(\.title) == ["file", "http"])
    #expect(variants.variant(of: ["kind": "http", "path": "x"])?.title == "http")
    #expect(variants.variant(of: ["path": "x"])?.title == "file")
    #expect(variants.variant(of: "x") == nil)
  }

  private func titles(_ schema: String, _ definitions: String = "{}") throws -> [String] {
    guard case .variants(let variants) = try setting(schema, definitions).kind else { return [] }
    return variants.map(\.title)
  }

  @Test("Without a title of its own, an alternative is named by what tells it apart")
  func titles() throws {
    // The events of a workflow.
    let events = #"{"enum": ["push", "pull_request"]}"#
    let byEvent = #"{"type": "object", "properties": {"branch_protection_rule": {}, "pull_request": {}}}"#
    #expect(
      try titles(
        ##"{"oneOf": [{"$ref": "#/$defs/event"}, {"type": "array", "items": {"$ref": "#/$defs/event"}}, \##(byEvent)]}"##,
        #"{"event": \#(events)}"#) == ["Choice", "List", "Object"])
    // Profiles as a list, or as an object with a member that is called list.
    #expect(
      try titles(
        #"""
        {"oneOf": [
          {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}},
          {"type": "object", "properties": {"list": {"type": "array"}, "defaults": {"type": "object"}}}]}
        """#) == ["List", "Object"])
    #expect(
      try titles(
        #"""
        {"anyOf": [
          {"type": "object", "properties": {"version": {"const": 1}, "path": {"type": "string"}}, "required": ["version", "path"]},
          {"type": "object", "properties": {"version": {"const": 1}, "url": {"type": "string"}}, "required": ["version", "url"]}]}
        """#) == ["path", "url"])
    // A title that all alternatives have, or that is the value's own, tells nothing apart.
    #expect(
      try titles(
        #"{"title": "Options", "anyOf": [{"title": "Options", "type": "object", "properties": {"b": {}}}, {"type": "string"}]}"#
      )
        == ["Object", "Text"])
    #expect(
      try titles(#"{"anyOf": [{"title": "A", "type": "string"}, {"title": "A", "type": "number"}]}"#)
        == ["Text", "Number"])
  }

  @Test("An object that only its type tells apart is shown by its members")
  func shownObject() throws {
    let setting = try setting(
      #"{"oneOf": [{"type": "string"}, {"type": "object", "properties": {"contents": {"type": "string"}, "issues": {"type": "string"}}}]}"#
    )
    #expect(setting.text(for: ["contents": "read"]) == "contents: read")
  }

  @Test("The title of a whole document isn't that of a member that refers to it")
  func rootTitles() throws {
    let form = try FormSchema(
      parsingSchema: Array(
        ##"""
        {"title": "JSON schema for all", "type": "object", "properties": {
          "docker": {"$ref": "#"}, "enabled": {"type": "boolean"}, "other": {"allOf": [{"$ref": "#"}], "title": "Other"}}}
        """##.utf8))
    #expect(form.root.title == "JSON schema for all")
    #expect(
      form.root.items.map { item in
        switch item {
        case .section(let section): section.title
        case .setting(let setting): setting.title
        }
      } == ["docker", "enabled", "Other"])
  }

  @Test(
    "A problem tells what is wrong in the alternative that fits best",
    arguments: [
      ("5", #"error: a: Use true or false or a list instead of 5."#),
      (#"[1]"#, "error: a.0: Use text instead of 1."),
      (#"{"kind": "http"}"#, #"error: a: In "HTTP", add the key "url", which is missing."#),
      (#"{"kind": "ftp"}"#, #"error: a.kind: Use one of "file", "http" instead of "ftp"."#),
    ])
  func problems(value: String, problem: String) throws {
    let index = try index(
      value.first == "{"
        ? #"""
        {"anyOf": [
          {"type": "object", "properties": {"kind": {"const": "file"}}, "required": ["kind"]},
          {"title": "HTTP", "type": "object", "properties": {"kind": {"const": "http"}, "url": {"type": "string"}}, "required": ["kind", "url"]}]}
        """#
        : #"{"anyOf": [{"type": "boolean"}, {"type": "array", "items": {"type": "string"}}]}"#)
    let problems = FormValidator(index).problems(in: ["a": try JSONValue(parsing: value)])
    #expect(problems.map(\.description) == [problem])
  }

  @Test("One becomes a list of one, and a list its first element")
  func oneOrList() throws {
    guard
      case .variants(let variants) = try setting(
        #"{"type": ["string", "array"], "items": {"type": "string"}}"#
      ).kind
    else {
      Issue.record("no alternatives")
      return
    }
    let one = try #require(variants.variant(of: "x"))
    let list = try #require(variants.variant(of: ["x"]))
    #expect(list.value([], keeping: "x", of: one) == ["x"])
    #expect(one.value("", keeping: ["x", "y"], of: list) == "x")
    #expect(list.value([], keeping: "", of: one) == [])
  }

  @Test("A definition that is one of its own alternatives is compared in finite time")
  func recursion() throws {
    let setting = try setting(
      ##"{"$ref": "#/$defs/rule"}"##,
      ##"{"rule": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/rule"}}, {"$ref": "#/$defs/rule"}]}}"##
    )
    let deep: JSONValue = [[[[["x"], "y"]]]]
    #expect(!setting.text(for: deep).isEmpty)
    #expect(try setting.value(parsing: setting.typedText(for: deep)) == deep)
  }

  @Test("Objects with different keys are alternatives, even if null is named first among the types")
  func nullableObjects() throws {
    let setting = try setting(
      #"""
      {"type": ["null", "object"], "anyOf": [
        {"properties": {"path": {"type": "string"}}, "required": ["path"]},
        {"properties": {"url": {"type": "string"}}, "required": ["url"]}]}
      """#)
    guard case .variants(let variants) = setting.kind else {
      Issue.record("no alternatives")
      return
    }
    #expect(variants.map(\.title) == ["path", "url"])
    #expect(setting.isOptional)
  }

  @Test("A definition with an empty name isn't a value of any kind")
  func emptyName() throws {
    let form = try FormIndex(
      parsingSchema: Array(
        ##"{"properties": {"a": {"type": "array", "items": {"$ref": "#/$defs/"}}}, "$defs": {"": {"properties": {"b": {"$ref": "#/$defs/"}}}}}"##
          .utf8))
    guard case .list(let element, _)? = form[["a"]]?.setting.kind else {
      Issue.record("not a list")
      return
    }
    #expect(element != .anything)
  }

  @Test("Properties beside entries are the fields of one object, and the keys of a pattern have its kind")
  func entries() throws {
    let setting = try setting(
      #"""
      {"type": "object", "properties": {"known": {"type": "boolean"}},
       "patternProperties": {"^n": {"type": "integer"}}, "additionalProperties": {"type": "string"}}
      """#)
    guard case .object(let section) = setting.kind else {
      Issue.record("not an object")
      return
    }
    #expect(section.items.map(\.key) == ["known"])
    #expect(section.kind(ofEntry: "number") == .integer(NumberLimits()))
    #expect(section.kind(ofEntry: "text") == .string(TextLimits()))
  }

  @Test("The entries of the outermost section are settings if the document or a path has them")
  func listedEntries() throws {
    let schema = try FormSchema(
      parsingSchema: Array(
        #"{"properties": {"a": {"type": "string"}}, "patternProperties": {"^x-": {"type": "integer"}}}"#.utf8)
    )
    let document = try JSONDocument(parsing: Array(#"{"x-one": 1, "y": 2, "a": "b"}"#.utf8))
    let form = FormIndex(schema)
    let index = form.listing(
      FormIndex.Members(named: [["x-two"], ["z"]], includesAll: true, new: .described), of: document)
    #expect(index.settings.map(\.path) == [["a"], ["x-one"], ["y"], ["x-two"]])
    #expect(index[["x-two"]]?.setting.kind == .integer(NumberLimits()))
    #expect(index[["x-two"]]?.setting.traits.contains(.undescribed) == false)
    #expect(index[["y"]]?.setting.traits.contains(.undescribed) == true)
    let open = form.listing(FormIndex.Members(named: [["z"]], new: .unmistakable), of: document)
    #expect(open.settings.map(\.path) == [["a"], ["z"]])
  }

  @Test("A section is what the form describes again after a value of another type in its place was corrected")
  func correctedSection() throws {
    let form = FormIndex(
      try FormSchema(
        parsingSchema: Array(
          #"{"properties": {"proxy": {"type": "object", "properties": {"port": {"type": "integer"}}}}}"#.utf8)
      ))
    func document(_ text: String) throws -> JSONDocument { try JSONDocument(parsing: Array(text.utf8)) }
    let wrong = form.listing(.all, of: try document(#"{"proxy": "x", "y": 2}"#))
    #expect(wrong.settings.map(\.path) == [["proxy"], ["y"]])
    let corrected = wrong.relisting(.all, of: try document(#"{"proxy": {"port": 80}, "z": 2}"#))
    #expect(corrected.settings.map(\.path) == [["proxy", "port"], ["z"]])
    #expect(corrected[["proxy", "port"]]?.setting.traits.contains(.undescribed) == false)
  }

  @Test("A list or a map as the whole document is one setting at the root")
  func root() throws {
    for (schema, kind) in [
      (
        #"{"type": "array", "items": {"type": "string"}}"#, FormKind.list(.string(TextLimits()), ListLimits())
      ),
      (#"{"type": "object", "additionalProperties": {"type": "boolean"}}"#, .dictionary(.boolean)),
    ] {
      let index = try FormIndex(parsingSchema: Array(schema.utf8))
      #expect(index.settings.map(\.path) == [.root])
      #expect(index.settings.first?.setting.kind == kind)
      #expect(index[.root] != nil)
      #expect(index.section(at: .root) == nil)
      #expect(index.entry(containing: ["0"])?.path == .root)
    }
  }

  @Test("The elements of a tuple have the titles, kinds and help of their places")
  func tuples() throws {
    let setting = try setting(
      #"""
      {"type": "array", "items": {"type": "boolean"}, "prefixItems": [
        {"title": "Severity", "enum": ["off", "warn"]}, {"type": "integer", "description": "How many."}]}
      """#)
    guard case .list(let element, _) = setting.kind else {
      Issue.record("not a list")
      return
    }
    let elements = (0..<3).map { setting.element($0, kind: element) }
    #expect(elements.map(\.title) == ["Severity", "a 1", "a 2"])
    #expect(elements.map(\.help) == [setting.help, "How many.", setting.help])
    #expect(
      elements[0].kind
        == .choice([FormChoice(value: "off", title: "off"), FormChoice(value: "warn", title: "warn")]))
    #expect(elements[1].kind == .integer(NumberLimits()))
    #expect(elements[2].kind == .boolean)
  }

  @Test("A tuple without further elements has at most as many elements as places")
  func closedTuple() throws {
    let setting = try setting(
      #"{"type": "array", "items": false, "prefixItems": [{"type": "string"}, {"type": "integer"}]}"#)
    guard case .list(_, let limits) = setting.kind else {
      Issue.record("not a list")
      return
    }
    #expect(limits.maxCount == 2)
  }

  @Test("The elements of a list have the suggestions of an open choice")
  func suggestionsOfElements() throws {
    let setting = try setting(
      #"{"type": "array", "items": {"anyOf": [{"enum": ["dom", "es2022"]}, {"type": "string"}], "examples": ["esnext"]}}"#
    )
    guard case .list(let element, _) = setting.kind else {
      Issue.record("not a list")
      return
    }
    #expect(setting.element(0, kind: element).suggestions.map(\.title) == ["dom", "es2022", "esnext"])
  }
}
