import Testing

@testable import SettingsForm
@testable import SettingsSchemas
@testable import SettingsValidation

@Suite("Secrecy")
struct SecrecyTests {
  private func index(_ properties: String, _ others: String = "") throws -> FormIndex {
    FormIndex(
      try FormSchema(
        parsingSchema: Array(#"{"type": "object", "properties": {\#(properties)}\#(others)}"#.utf8)))
  }

  private func setting(_ schema: String) throws -> FormSetting {
    try #require(try index(#""a": \#(schema)"#)[["a"]]).setting
  }

  private func masked(_ value: String, _ schema: String) throws -> String {
    try index(#""a": \#(schema)"#).secrecy(at: ["a"]).masked(try JSONValue(parsing: value)).description
  }

  private static let account =
    #"{"type": "object", "properties": {"name": {"type": "string"}, "key": {"type": "string", "writeOnly": true}}}"#

  @Test(
    "Unevaluated parts that have the kind of the whole are masked at any depth",
    arguments: [
      (
        ##""properties": {"p": {"writeOnly": true}}, "unevaluatedProperties": {"$ref": "#/$defs/S"}"##,
        #"{"p": "x", "q": {"p": "y", "r": {"p": "z", "s": {}}}}"#,
        #"{"p": "********", "q": {"p": "********", "r": {"p": "********", "s": {}}}}"#
      ),
      (
        ##""prefixItems": [{"writeOnly": true}], "contains": {}, "unevaluatedItems": {"$ref": "#/$defs/S"}"##,
        #"["x", ["y", ["z", []]]]"#, #"["********", ["********", ["********", []]]]"#
      ),
    ])
  func unevaluated(_ keywords: String, _ value: String, _ expected: String) throws {
    let schema = ##"{"properties": {"a": {"$ref": "#/$defs/S"}}, "$defs": {"S": {\##(keywords)}}}"##
    let index = FormIndex(try FormSchema(parsingSchema: Array(schema.utf8)))
    #expect(index.secrecy(at: ["a"]).masked(try JSONValue(parsing: value)).description == expected)
  }

  @Test("The secrets that records name by their paths are masked in each element, and nothing else is")
  func recordedPaths() throws {
    let secrecy = Secrecy(ofPaths: [["servers", "-", "token"]])
    let text = #"{ "servers": [{"name": "a", "token": "s1"}, {"token": null}, {"token": ""}] } // mine"#
    let masked =
      #"{ "servers": [{"name": "a", "token": "********"}, {"token": null}, {"token": ""}] } // mine"#
    let document = try JSONDocument(parsing: Array(text.utf8))
    #expect(String(decoding: secrecy.masked(document), as: UTF8.self) == masked)
    #expect(try secrecy.masked(document.root.value) == JSONDocument(parsing: Array(masked.utf8)).root.value)
    #expect(secrecy.hidesPart(of: document.root.value))
    #expect(!secrecy.hidesPart(of: ["servers": [["name": "a"], ["token": .null], ["token": ""]]]))
    #expect(secrecy.paths(in: document) == [["servers", "-", "token"]])
    // A value of another type hides what was in it.
    #expect(secrecy.masked(["servers": "s1"]) == ["servers": "********"])
  }

  @Test("A key inside a secret value that an edit would move is shown by it, as a value is")
  func shownKey() throws {
    let secrecy = try index(#""a": {"prefixItems": [{"writeOnly": true}, {}]}"#).secrecy(at: ["a"])
    let old: JSONValue = [["s3cret": .null], 1]
    #expect(secrecy.shows([1, ["s3cret": .null]], hiddenIn: old))
    #expect(!secrecy.shows([["s3cret": .null], ["s3cret": .null]], hiddenIn: old))
    #expect(!secrecy.shows([["s3cret": .null], 2], hiddenIn: old))
  }

  @Test(
    "Secrets of a schema are masked, and nothing else is",
    arguments: [
      (
        #"{"type": "array", "items": \#(account)}"#, #"[{"name": "n", "key": "s"}, {"name": "m"}]"#,
        #"[{"name": "n", "key": "********"}, {"name": "m"}]"#
      ),
      (
        #"{"type": "object", "additionalProperties": \#(account)}"#, #"{"x": {"key": "s", "more": 1}}"#,
        #"{"x": {"key": "********", "more": 1}}"#
      ),
      (
        #"{"type": "array", "prefixItems": [{"type": "string"}], "unevaluatedItems": {"writeOnly": true}}"#,
        #"["a", "s", ""]"#, #"["********", "********", ""]"#
      ),
      (
        #"{"type": "array", "items": {"type": "string", "writeOnly": true}}"#, #"["s", "", null]"#,
        #"["********", "", null]"#
      ),
      (
        #"{"type": "array", "prefixItems": [{}, {"writeOnly": true}], "items": {}}"#, "[1, 2, 3]",
        #"[1, "********", 3]"#
      ),
      (
        #"{"type": "object", "patternProperties": {"^s": {"writeOnly": true}}}"#, #"{"s": 1, "t": 2}"#,
        #"{"s": "********", "t": 2}"#
      ),
      (
        #"{"type": "object", "additionalProperties": {"type": "string"}, "writeOnly": true}"#, #"{"x": "s"}"#,
        #""********""#
      ),
      (#"{"anyOf": [{"type": "string", "writeOnly": true}, {"type": "integer"}]}"#, "5", "5"),
      (#"{"anyOf": [{"type": "string", "writeOnly": true}, {"type": "integer"}]}"#, #""s""#, #""********""#),
      (#"{"oneOf": [{"type": "string"}, \#(account)]}"#, #""plain""#, #""plain""#),
      (#"{"oneOf": [{"type": "string"}, \#(account)]}"#, #"{"key": "s"}"#, #"{"key": "********"}"#),
      (
        #"{"type": "object", "if": {"required": ["b"]}, "else": {"properties": {"c": {"writeOnly": true}}}}"#,
        #"{"b": 1, "c": 2}"#, #"{"b": 1, "c": "********"}"#
      ),
      (#"{"type": "array", "contains": {"writeOnly": true}}"#, "[1]", #"["********"]"#),
      (#"{"not": {"writeOnly": true}}"#, "1", "1"),
      (#"{"type": "string", "writeOnly": false}"#, #""plain""#, #""plain""#),
    ])
  func masks(schema: String, value: String, shown: String) throws {
    #expect(try masked(value, schema) == (try JSONValue(parsing: shown)).description)
  }

  @Test(
    "A value of a type that no schema allows is secret as a whole",
    arguments: [#""s""#, "5", #"{"key": "s"}"#])
  func misplaced(value: String) throws {
    let schema = #"{"type": "array", "items": \#(Self.account)}"#
    #expect(try masked(value, schema) == FormSetting.mask.description)
    let problems = FormValidator(try index(#""a": \#(schema)"#)).problems(
      of: try JSONValue(parsing: value), at: ["a"])
    #expect(problems.count == 1 && problems[0].found == nil)
  }

  @Test(
    "The paths of secrets are those of objects around them if there are too many, and mask at least as much",
    arguments: [
      (2, 2, ["/s/g0/k0", "/s/g0/k1", "/s/g1/k0", "/s/g1/k1", "/t/key", "/u/-/key"]),
      (2, 300, ["/s/g0", "/s/g1", "/t/key", "/u/-"]), (600, 1, ["/s", "/t", "/u"]),
    ])
  func paths(groups: Int, keys: Int, expected: [String]) throws {
    let group = #"{"type": "object", "additionalProperties": {"type": "string", "writeOnly": true}}"#
    let index = try index(
      """
      "s": {"type": "object", "additionalProperties": \(group)}, "t": \(Self.account),
      "u": {"type": "array", "items": \(Self.account)}, "v": {"type": "string"}
      """)
    let secrets = (0..<groups).map { group in
      "\"g\(group)\": {\((0..<keys).map { "\"k\($0)\": \"secret\"" }.joined(separator: ", "))}"
    }
    let document = try JSONDocument(
      parsing: Array(
        """
        {"s": {\(secrets.joined(separator: ", "))}, "t": {"name": "n", "key": "secret"},
         "u": [{"key": ""}, {"name": "m", "key": "secret"}, {"name": null}], "v": "public"}
        """.utf8))
    let paths = index.secrecy(at: .root).paths(in: document)
    #expect(paths.map(\.pointer) == expected)
    // The form is gone.
    let masked = String(decoding: Secrecy(ofPaths: paths).masked(document), as: UTF8.self)
    #expect(!masked.contains("secret") && masked.contains(#""v": "public""#))
    #expect(masked.contains(#""name": "n""#) == (groups < 600))
    #expect(String(decoding: Secrecy(ofPaths: []).masked(document), as: UTF8.self).contains("secret"))
    // A secret inside another is one secret.
    let outer = Secrecy(ofPaths: [["t", "key"], ["t"]]).masked(document)
    #expect(!String(decoding: outer, as: UTF8.self).contains(#""name": "n""#))
  }

  @Test("Everything in a secret section is secret, including unknown keys")
  func section() throws {
    let index = try index(
      #""s": {"type": "object", "writeOnly": true, "properties": {"a": {"type": "integer"}, "t": {"type": "object", "properties": {"b": {"type": "string"}}}}}"#
    )
    #expect(index.settings.map(\.setting.isSecret) == [true, true])
    #expect(index.secrecy(at: ["s"]).isWhole && index.secrecy(at: ["s", "unknown", "x"]).isWhole)
    #expect(!index.secrecy(at: ["unknown"]).holdsSecrets)
    let document = try JSONDocument(
      parsing: Array(#"{"s": {"a": "hidden", "hiddenKey": 1, "t": {"b": 12}}}"#.utf8))
    for problem in FormValidator(index).problems(in: document) {
      #expect(!"\(problem)".contains("hidden") && !"\(problem)".contains("12"), "\(problem)")
    }
    // The form is written as it was read.
    #expect(try FormSchema(parsingSchema: index.form.bytes) == index.form)
  }

  @Test("Keywords of a section can make its settings secret, also under a former key")
  func around() throws {
    let index = try index(
      #""a": {"type": "string", "x-setting": {"was": ["old"]}}, "b": {"type": "string"}"#,
      #", "allOf": [{"properties": {"a": {"writeOnly": true}}}], "additionalProperties": {"writeOnly": true}"#
    )
    #expect(index.settings.map(\.setting.isSecret) == [true, false])
    let value = try JSONValue(parsing: #"{"a": "s", "b": "plain", "old": "s", "unknown": "s"}"#)
    #expect(
      index.secrecy(at: .root).masked(value)
        == (try JSONValue(
          parsing: #"{"a": "********", "b": "plain", "old": "********", "unknown": "********"}"#)))
  }

  @Test(
    "A secret in a part of a form that can't be used is hidden",
    arguments: [
      #""patternProperties": {"^(k)\\1?$": {"writeOnly": true}}"#,
      #""patternProperties": {"^(x)\\1?$": {}}, "additionalProperties": {"writeOnly": true}"#,
      ##""patternProperties": {"(?<n>k)\\k<n>": {"$ref": "#/$defs/secret"}, "^k": {}}"##,
      #""patternProperties": {"": {}, "(?{": {"properties": {"x": {"writeOnly": true}}}}"#,
      #""properties": [{"k": {"writeOnly": true}}]"#, #""properties": {"k": [{"writeOnly": true}]}"#,
      #""properties": {"k": {"writeOnly": "yes"}}"#,
      #""properties": {"k": {"writeOnly": 1, "type": "nothing"}}"#,
      ##""allOf": {"$ref": "#/$defs/secret"}"##, #""anyOf": [[{"writeOnly": true}], {}]"#,
      #""if": [{"properties": {"k": {"writeOnly": true}}}]"#,
      #""additionalProperties": [{"writeOnly": true}]"#,
      #""dependencies": {"k": [], "x": 5, "y": [{"writeOnly": true}]}, "properties": {"k": {"writeOnly": true}}"#,
      ##""$ref": "#/$defs/one""##, ##""$ref": "#/$defs/two""##, ##""$ref": "other.json#/x""##,
      #""properties": {"k": {"x-setting": {"wsa": 1}, "writeOnly": true}}"#,
      #""$id": "https://x.org/a", "$schema": "http://json-schema.org/draft-07/schema#", "dependentSchemas": {"k": {"properties": {"k": {"writeOnly": true}}}}"#,
      ##""$id": "https://x.org/a", "$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"s": {"writeOnly": true}}, "$dynamicRef": "#s""##,
      "\(String(repeating: #""if": {"#, count: 300))\"properties\": {\"k\": {\"writeOnly\": true}}\(String(repeating: "}", count: 300))",
    ])
  func unusable(keywords: String) throws {
    let definitions = ##"""
      "$defs": {"secret": {"properties": {"k": {"writeOnly": true}}},
        "one": {"allOf": [{"$ref": "#/$defs/two"}, {"$ref": "#/$defs/secret"}]}, "two": {"allOf": [{"$ref": "#/$defs/one"}]}}
      """##
    let schema = #"{"properties": {"a": {\#(keywords)}}, \#(definitions)}"#
    let documents = SchemaDocuments {
      $0.hasSuffix("other.json") ? Array("{\"writeOnly\": true,,}".utf8) : nil
    }
    let index = try FormIndex(parsingSchema: Array(schema.utf8), at: "/form.json", documents)
    #expect(index.secrecy(at: ["a", "k"]).hides(.string), "\(keywords)")
    #expect(!index.secrecy(at: .root).masked(["a": ["k": "s3cret"]]).description.contains("s3cret"))
    #expect(index.settings.allSatisfy { $0.setting.holdsSecrets })
    #expect(!index.secrecy(at: ["b"]).holdsSecrets)
  }

  @Test("The elements of a secret contains of draft 2019-09 are hidden")
  func oldContains() throws {
    let text =
      #"{"$schema": "https://json-schema.org/draft/2019-09/schema", "properties": {"a": {"contains": {"writeOnly": true}}}}"#
    let index = try FormIndex(parsingSchema: Array(text.utf8))
    #expect(index.secrecy(at: ["a"]).masked([1]) == ["********"])
  }

  @Test(
    "The former key of a secret is hidden beside a faulty attribute, and a faulty rule hides nothing less")
  func faultyBesideSecret() throws {
    let index = try index(
      #""a": {"type": "string", "writeOnly": true, "x-setting": {"was": ["old"], "nonsense": 1}}, "b": {"type": "string"}"#,
      #", "x-rules": [5, {"require": {"var": "nowhere"}}, {"hide": ["b"]}, {"set": "b", "to": {"var": "b"}}]"#
    )
    #expect(
      index.secrecy(at: .root).masked(["a": "s", "old": "s", "b": "c"])
        == ["a": "********", "old": "********", "b": "c"])
    #expect(index.form.warnings.filter(\.isOfRule).map { $0.path.keys[1] }.sorted() == ["0", "1", "3"])
    #expect(index.ruleError == nil && index.form.rules.count == 1)
  }

  @Test("A secret under its former key, in an object that is no section, is found")
  func formerKeyInElement() throws {
    let index = try index(
      #""l": {"type": "array", "items": {"type": "object", "x-setting": {"object": {}}, "properties": {"n": {"type": "string"}, "t": {"type": "string", "writeOnly": true, "x-setting": {"was": "k"}}}}}"#,
      #", "x-form": 1"#)
    let document = try JSONDocument(parsing: Array(#"{"l": [{"n": "a", "k": "secret"}]}"#.utf8))
    #expect(index.secrecy(at: .root).paths(in: document) == [["l", "-", "k"]])
  }

  @Test(
    "A setting that was at the place of a secret is secret",
    arguments: [
      #""t": {"writeOnly": true, "type": "string"}, "a": {"type": "string", "x-setting": {"was": ["t"]}}"#,
      #""v": {"writeOnly": true, "type": "object"}, "a": {"type": "string", "x-setting": {"was": ["v.key"]}}"#,
      #""v": {"properties": {"t": {"writeOnly": true, "x-setting": {"was": ["/o"]}}}}, "a": {"type": "string", "x-setting": {"was": ["o"]}}"#,
      #""t": {"writeOnly": true, "type": "string"}, "b": {"type": "string", "x-setting": {"was": ["t"]}}, "a": {"type": "string", "x-setting": {"was": ["b"]}}"#,
    ])
  func formerSecret(properties: String) throws {
    for mark in ["", #", "x-form": 1"#] {
      let index = try index(properties + #", "z": {"type": "string", "x-setting": {"was": ["y"]}}"#, mark)
      #expect(index.secrecy(at: ["a"]).isWhole && index[["a"]]?.setting.isSecret == true, "\(properties)")
      #expect(!index.secrecy(at: ["z"]).holdsSecrets)
    }
    let recorded = FormIndex(
      try index(#""a": {"type": "string", "x-setting": {"was": ["t"]}}"#).form,
      hiding: Secrecy(ofPaths: [["t"]]))
    #expect(recorded.secrecy(at: ["a"]).isWhole)
  }

  @Test("A member of an element that had the key of a secret is masked")
  func formerSecretMember() throws {
    let element =
      #"{"properties": {"t": {"type": "string", "writeOnly": true}, "n": {"type": "string", "x-setting": {"was": ["t"]}}, "m": {}}}"#
    #expect(
      try masked(#"[{"n": "s", "m": 1}]"#, #"{"items": \#(element)}"#)
        == #"[{"n": "********", "m": 1}]"#)
  }

  @Test("A keyword beside a reference can't reveal a secret target")
  func reference() throws {
    let index = try index(
      ##""a": {"$ref": "#/$defs/key", "writeOnly": false}"##,
      #", "$defs": {"key": {"type": "string", "writeOnly": true}}"#)
    #expect(index.settings[0].setting.isSecret)
  }

  @Test(
    "An edit of the masked text keeps the secrets of unchanged places",
    arguments: [
      (#"[{"name": "x", "key": "********"}, {"name": "b", "key": "********"}]"#, nil),
      (
        #"[{"name": "b", "key": "********"}, {"name": "a", "key": "********"}]"#,
        #"[{"name": "b", "key": "2"}, {"name": "a", "key": "1"}]"#
      ),
      (#"[{"name": "b", "key": "********"}]"#, #"[{"name": "b", "key": "2"}]"#),
      (#"[{"name": "x", "key": "new"}]"#, #"[{"name": "x", "key": "new"}]"#),
      ("[]", "[]"),
    ])
  func unmasking(edited: String, result: String?) throws {
    let secrecy = try setting(#"{"type": "array", "items": \#(Self.account)}"#).secrecy
    let original = try JSONValue(parsing: #"[{"name": "a", "key": "1"}, {"name": "b", "key": "2"}]"#)
    #expect(
      try secrecy.unmasked(JSONValue(parsing: edited), from: original)
        == result.map { try JSONValue(parsing: $0) })
  }

  @Test(
    "A mask under another key has no secret, and isn't stored in its place",
    arguments: [
      (#"{"user": "me", "pwd": "********"}"#, false), (#"{"user": "********", "key": "********"}"#, false),
      (#"{"user": "me", "other": [{"x": "********"}]}"#, false),
      (#"{"user": "you", "key": "********"}"#, true),
    ])
  func movedMasks(edited: String, isRestored: Bool) throws {
    let secrecy = try setting(
      #"""
      {"type": "object", "additionalProperties":
        {"type": "object", "properties": {"key": {"type": "string", "writeOnly": true}}}}
      """#
    ).secrecy
    let value = try JSONValue.object(["o": JSONValue(parsing: edited)])
    #expect((secrecy.unmasked(value, from: ["o": ["user": "me", "key": "hunter2"]]) != nil) == isRestored)
    // Of a value that had these stars before, they are kept.
    #expect(secrecy.unmasked(["o": ["user": "********"]], from: ["o": ["user": "********"]]) != nil)
  }

  @Test("A mask at a place that isn't secret doesn't become the secret of another place")
  func unmaskingInTuple() throws {
    let secrecy = try setting(
      #"{"type": "array", "prefixItems": [{"type": "string"}, {"type": "string", "writeOnly": true}]}"#
    ).secrecy
    #expect(secrecy.unmasked(["********"], from: ["user", "hunter2"]) == nil)
    #expect(secrecy.unmasked(["x", "********"], from: ["user", "hunter2"]) == ["x", "hunter2"])
    #expect(secrecy.unmasked(["user"], from: ["user", "hunter2"]) == ["user"])
  }

  @Test(
    "A value shows what another one hides if a hidden part is at a visible place",
    arguments: [
      (#"["hunter2"]"#, true), (#"["hunter2", "user"]"#, true), (#"["x", "user", "hunter2"]"#, true),
      (#"[["hunter2"]]"#, true),
      (#"["user"]"#, false), (#"["x", "hunter2"]"#, false), (#"["hunter2", "hunter2"]"#, false),
    ])
  func showing(new: String, shows: Bool) throws {
    let secrecy = try setting(
      #"{"type": "array", "prefixItems": [{}, {"writeOnly": true}], "items": {"type": "string"}}"#
    ).secrecy
    #expect(try secrecy.shows(JSONValue(parsing: new), hiddenIn: ["user", "hunter2"]) == shows)
    // Nothing is masked of an empty secret.
    for empty in [JSONValue.null, ""] { #expect(!secrecy.shows([empty], hiddenIn: ["user", empty])) }
  }

  @Test("No rule can copy a secret to a setting that isn't secret")
  func rules() throws {
    let accounts = #""accounts": {"type": "array", "items": \#(Self.account)}"#
    func rule(_ target: String, _ value: String) throws -> FormSchemaError? {
      let others = #", "copy": {"type": "array"}, "count": {"type": "integer"}"#
      return try index(accounts + others, #", "x-rules": [{"set": "\#(target)", "to": \#(value)}]"#)
        .form.warnings.first
    }
    #expect(try rule("copy", #"{"var": "accounts"}"#)?.description.contains("secret") == true)
  }
}
