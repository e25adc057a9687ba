import Testing

@testable import SettingsForm
@testable import SettingsSchemas

@Suite("Formats of strings")
struct TextFormatTests {
  @Test("Every format allows its own example", arguments: TextFormat.allCases)
  func example(_ format: TextFormat) {
    #expect(format.allows(format.example))
  }

  @Test("Every format of a schema allows its own example, and not every text", arguments: SchemaFormats.all)
  func schemaExample(_ format: (name: String, grammar: TextGrammar)) {
    #expect(format.grammar.allows(format.grammar.example))
    #expect(!format.grammar.allows("[a b"))
  }

  @Test(
    "A URL has a scheme and only the characters of RFC 3986",
    arguments: [
      ("https://example.com", true), ("mailto:a@b.c", true), ("urn:isbn:1", true),
      ("file:///etc/passwd", true),
      ("http://[::1]:80/", true), ("http://[1:2:3:4:5:6:7:8]", true), ("http://[::ffff:1.2.3.4]/", true),
      ("http://[v1.a:b]/", true), ("a:", true), ("http://u:p@h:1/p?q=/?#f?", true), ("x:/", true),
      ("", false), ("/path", false), ("1a:b", false), ("http://a b", false), ("http://a\\b", false),
      ("http://h:8a/", false), ("http://[1::2::3]/", false), ("http://[:1:2]/", false),
      ("http://[1:2]/", false),
      ("http://[::1/", false), ("http://a/%zz", false), ("http://a/é", false), ("http://a#b#c", false),
      ("http://[::256.1.1.1]", false), ("http://[12345::]", false), ("http://[::1]x", false),
      ("http://[:::]", false), ("http://[]", false), (":a", false),
    ])
  func uri(_ example: (text: String, isURI: Bool)) {
    #expect(TextFormat.uri.allows(example.text) == example.isURI)
  }

  @Test(
    "A duration is one of ISO 8601 with a fixed length, with fractions of seconds",
    arguments: [
      ("PT1.5S", true), ("P3DT4H5M6S", true), ("P2W", true), ("PT0S", true), ("PT1H5S", true),
      ("-PT5S", true), ("P1Y2M3DT4H5M6S", false), ("P1Y3D", false),
      ("P", false), ("PT", false), ("P1DT", false), ("PT1.S", false), ("P1S", false), ("1D", false),
      ("P1W2D", false), ("PT1S1M", false), ("P-1D", false), ("PT1.5M", false), ("p1d", false),
      ("P1D ", false),
    ])
  func duration(_ example: (text: String, isDuration: Bool)) {
    #expect(TextFormat.duration.allows(example.text) == example.isDuration)
  }

  @Test(
    "Base64 is padded and has no other characters",
    arguments: [
      ("", true), ("AA==", true), ("AAA=", true), ("ab+/", true), ("A", false), ("A===", false),
      ("A=AA", false),
      ("AA-_", false), ("AA==AA==", false), ("AAA=\n", false),
    ])
  func base64(_ example: (text: String, isBase64: Bool)) {
    #expect(TextFormat.base64.allows(example.text) == example.isBase64)
  }
}
