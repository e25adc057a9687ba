import SettingsJSON
import Testing

@Suite("Errors in JSON text")
struct JSONParseErrorTests {
  struct Fault: CustomTestStringConvertible {
    let text: [UInt8]
    let description: String
    var dialect = JSONDialect.jsonc
    var testDescription: String { description }

    init(_ text: String, _ description: String, _ dialect: JSONDialect = .jsonc) {
      self.init(Array(text.utf8), description, dialect)
    }

    init(_ text: [UInt8], _ description: String, _ dialect: JSONDialect = .jsonc) {
      self.text = text
      self.description = description
      self.dialect = dialect
    }
  }

  @Test(
    "An error has its position, what was expected and what was found",
    arguments: [
      Fault("{\n  \"a\": ,\n}", "2:8: Expected a value, but found “,”."),
      Fault("[1 2]", "1:4: Expected a comma or the closing ], but found “2”."),
      Fault("{\"é\" 1}", "1:6: Expected a colon after the key, but found “1”."),
      Fault("{\"a\": 1 \"b\": 2}", "1:9: Expected a comma or the closing }, but found “\"”."),
      Fault(
        "{a: 1}",
        "1:2: Expected a key in double quotes, but found “a”; this seems to be JSON5; write keys and text in double quotes, and numbers as in JSON."
      ),
      Fault(
        "{'a': 1}",
        "1:2: Expected a key in double quotes, but found “'a'”; this seems to be JSON5; write keys and text in double quotes, and numbers as in JSON."
      ),
      Fault("{,}", "1:2: Expected a key in double quotes, but found “,”."),
      Fault("[,]", "1:2: Expected a value, but found “,”."),
      Fault("[1,,]", "1:4: Expected a value, but found “,”."),
      Fault("{\"a\":1,,}", "1:8: Expected a key in double quotes, but found “,”."),
      Fault("[1}", "1:3: Expected a comma or the closing ], but found “}”."),
      Fault("{\"a\": [1}", "1:9: Expected a comma or the closing ], but found “}”."),
      Fault("[1]\r\nnull", "2:1: Expected nothing more, but found “null”."),
      Fault("{", "1:2: Expected a key in double quotes, but found the end of the text."),
      Fault("[", "1:2: Expected a value, but found the end of the text."),
      Fault("[1", "1:3: Expected a comma or the closing ], but found the end of the text."),
      Fault("{\"a\"", "1:5: Expected a colon after the key, but found the end of the text."),
      Fault("{\"a\":", "1:6: Expected a value, but found the end of the text."),
      Fault("tru", "1:1: Expected a value, but found “tru”."),
      Fault("[trux]", "1:2: Expected a value, but found “t…”."),
      Fault("[truex]", "1:6: Expected a comma or the closing ], but found “x”."),
      Fault("True", "1:1: Expected a value, but found “True”."),
      Fault("NaN", "1:1: Expected a value, but found “NaN”."),
      Fault("/ 1", "1:1: Expected a value, but found “/”."),
      Fault("1 /", "1:3: Expected nothing more, but found “/”."),
      Fault("[\u{200b}1]", "1:2: Expected a value, but found “<U+200B>…”."),
      Fault("[\u{1}]", "1:2: Expected a value, but found “^A”."),
      Fault(
        "[" + String(repeating: "wörd", count: 30) + "]",
        "1:2: Expected a value, but found “w…”."),
      Fault("[01]", "1:2: “0…” isn't a valid JSON number."),
      Fault("[1.]", "1:2: “1…” isn't a valid JSON number."),
      Fault("[-]", "1:2: “-” isn't a valid JSON number."),
      Fault("[1e+]", "1:2: “1…” isn't a valid JSON number."),
      Fault(
        "[0x1F]",
        "1:2: “0…” isn't a valid JSON number; this seems to be JSON5; write keys and text in double quotes, and numbers as in JSON."
      ),
      Fault("[1_000]", "1:2: “1…” isn't a valid JSON number."),
      Fault("[\"é\\x41\"]", "1:4: “\\x” isn't an escape in JSON strings."),
      Fault("\"\\u12G4\"", "1:2: “\\u12G4” isn't an escape in JSON strings."),
      Fault("\"\\u12\"", "1:2: “\\u12” isn't an escape in JSON strings."),
      Fault(
        "\"\\ud800\"", "1:2: The escape “\\ud800” is half of a surrogate pair; write both halves.", .strict),
      Fault(
        "\"\\ud800\\ud800\"", "1:2: The escape “\\ud800” is half of a surrogate pair; write both halves.",
        .strict),
      Fault(
        "\"\\ud800\\n\"", "1:2: The escape “\\ud800” is half of a surrogate pair; write both halves.", .strict
      ),
      Fault(
        "\"\\udc00\"", "1:2: The escape “\\udc00” is half of a surrogate pair; write both halves.", .strict),
      Fault([0xFF, 0xFE, 0x7B, 0x00], "1:1: This is UTF-16, not UTF-8; save it as UTF-8."),
      Fault([0x7B, 0x00, 0x7D, 0x00], "1:2: This is UTF-16, not UTF-8; save it as UTF-8."),
      Fault(
        [0, 0, 0],
        "1:1: This is nothing but zero bytes, as after a loss of power; restore an earlier version, by rollback or from a backup."
      ),
      Fault(
        "{\n  \"a\": 1,\n<<<<<<< HEAD\n  \"b\": 2\n=======\n",
        "3:1: This is the conflict of a merge; keep one of its sides, and remove the lines with <<<<<<<, ======= and >>>>>>>."
      ),
      Fault(
        "<<<<<<< HEAD\n{}\n=======\n",
        "1:1: This is the conflict of a merge; keep one of its sides, and remove the lines with <<<<<<<, ======= and >>>>>>>."
      ),
      Fault("\"a\tb\"", "1:3: The control character U+0009 in a string must be escaped."),
      Fault("\"a\u{0}b\"", "1:3: The control character U+0000 in a string must be escaped."),
      Fault("{\n\"a\": \"b\n}", "2:6: The string that starts here has no closing quote."),
      Fault("\"a\\\"", "1:1: The string that starts here has no closing quote."),
      Fault("\"a\\", "1:1: The string that starts here has no closing quote."),
      Fault("[1, /* 2]", "1:5: The comment that starts here has no end."),
      Fault("/*/", "1:1: The comment that starts here has no end."),
      Fault("{\"a\": 1, \"a\": 2}", "1:10: The key “a” is already at 1:2."),
      Fault("// x\n1", "1:1: Strict JSON allows no comments.", .strict),
      Fault("[1, /* x */ 2]", "1:5: Strict JSON allows no comments.", .strict),
      Fault("[1,\n]", "1:3: Strict JSON allows no comma after the last item.", .strict),
      Fault("{\"a\": 1,}", "1:8: Strict JSON allows no comma after the last item.", .strict),
      Fault(" ", "1:2: Expected a value, but found the end of the text.", .strict),
      Fault([0x22, 0x61, 0xff, 0x22], "1:3: The byte 0xFF is not UTF-8."),
      Fault([0x22, 0xc0, 0xaf, 0x22], "1:2: The byte 0xC0 is not UTF-8."),
      Fault([0x22, 0xe0, 0x80, 0xaf, 0x22], "1:2: The byte 0xE0 is not UTF-8."),
      Fault([0x22, 0xed, 0xa0, 0x80, 0x22], "1:2: The byte 0xED is not UTF-8."),
      Fault([0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], "1:2: The byte 0xF4 is not UTF-8."),
      Fault([0x22, 0xf0, 0x9f, 0x98, 0x22], "1:2: The byte 0xF0 is not UTF-8."),
      Fault([0x22, 0xf0, 0x9f], "1:2: The byte 0xF0 is not UTF-8."),
      Fault([0x22, 0x80, 0x22], "1:2: The byte 0x80 is not UTF-8."),
      Fault([0x2f, 0x2f, 0xff], "1:3: The byte 0xFF is not UTF-8."),
      Fault([0xff], "1:1: Expected a value, but found “\u{fffd}”."),
    ])
  func messages(_ fault: Fault) throws {
    let error = try #require(throws: JSONParseError.self) {
      try JSONDocument(parsing: fault.text, dialect: fault.dialect)
    }
    #expect(error.description == fault.description)
  }

  @Test(
    "Only the first character of an unquoted value is reported, since the value may be a secret",
    arguments: [
      #"{"token": hunter2}"#, #"{"token": 'hunter2'}"#, #"{"token": "x"hunter2"}"#, #"{"pin": 0hunter2}"#,
      #"{"token": x, hunter2}"#,
    ])
  func secrets(text: String) throws {
    let error = try #require(throws: JSONParseError.self) { try JSONDocument(parsing: Array(text.utf8)) }
    #expect(!error.description.contains("unter2"), "\(error)")
  }

  @Test("Every well-formed scalar is read, raw or escaped, and every truncated one is refused")
  func scalars() throws {
    for start in stride(from: 0x20, to: 0x110000, by: 0x61) {
      guard let scalar = Unicode.Scalar(UInt32(start)), scalar != "\"", scalar != "\\" else { continue }
      let raw = Array("\"\(scalar)\"".utf8)
      #expect(try JSONDocument(parsing: raw).root.string == String(scalar))
      let escaped =
        "\""
        + String(scalar).utf16.map { unit in
          let digits = String(unit, radix: 16)
          return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }.joined() + "\""
      #expect(try JSONValue(parsing: escaped) == .string(String(scalar)))
      if raw.count > 3 {
        #expect(throws: JSONParseError.self) { try JSONDocument(parsing: raw.dropLast(2) + raw.suffix(1)) }
      }
    }
  }
}
