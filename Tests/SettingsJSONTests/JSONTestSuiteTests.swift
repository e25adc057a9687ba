import SettingsJSON
import TestSupport
import Testing

@Suite("JSONTestSuite", .enabled(if: TestData.has("JSONTestSuite"), "the test data has no JSONTestSuite"))
struct JSONTestSuiteTests {
  /// The optional cases that strict mode accepts: numbers of any size, which keep their spelling, and a
  /// byte order mark, which is skipped. Text that isn't valid UTF-8 or is nested deeper than 512 levels is refused.
  static let acceptedByChoice: Set = [
    "i_number_double_huge_neg_exp.json", "i_number_huge_exp.json",
    "i_number_neg_int_huge_exp.json", "i_number_pos_double_huge_exp.json",
    "i_number_real_neg_overflow.json", "i_number_real_pos_overflow.json",
    "i_number_real_underflow.json", "i_number_too_big_neg_int.json",
    "i_number_too_big_pos_int.json", "i_number_very_big_negative_int.json",
    "i_structure_500_nested_arrays.json", "i_structure_UTF-8_BOM_empty_object.json",
  ]

  @Test("Strict mode accepts and refuses JSON text as RFC 8259 requires")
  func parsing() throws {
    let names = try TestData.names(in: "JSONTestSuite/test_parsing")
    #expect(names.count > 300)
    for name in names {
      let bytes = try TestData.bytes("JSONTestSuite/test_parsing/" + name)
      let isAccepted = name.hasPrefix("y_") || Self.acceptedByChoice.contains(name)
      do throws(JSONParseError) {
        let document = try JSONDocument(parsing: bytes, dialect: .strict, duplicateKeys: .lastWins)
        #expect(isAccepted, "\(name) was accepted")
        let value = document.root.value
        #expect(try JSONValue(parsing: value.text()) == value, "\(name)")
        #expect(try JSONValue(parsing: value.text(.pretty())) == value, "\(name)")
        let reread = try JSONDocument(parsing: bytes, dialect: .jsonc, duplicateKeys: .lastWins)
        #expect(reread.root.value == value, "\(name)")
      } catch {
        #expect(!isAccepted, "\(name) was refused: \(error)")
        #expect(error.message.hasSuffix("."))
      }
    }
  }
}
