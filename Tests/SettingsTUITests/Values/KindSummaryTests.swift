import Settings
import Testing

@testable import SettingsTUI

@Suite("The summary of a kind")
struct KindSummaryTests {
  @Test(
    "names the numbers of characters and elements",
    arguments: [
      (FormKind.string(TextLimits(minLength: 1)), "Text, at least 1 character"),
      (.string(TextLimits(maxLength: 20)), "Text, at most 20 characters"),
      (.string(TextLimits(minLength: 1, maxLength: 3)), "Text, 1 to 3 characters"),
      (.list(.string(TextLimits()), ListLimits(minCount: 2)), "List of at least 2 strings"),
      (.list(.string(TextLimits()), ListLimits(isUnique: true)), "List of strings, no two the same"),
      (.dictionary(.boolean), "True or false under keys"),
    ])
  func counts(_ kind: FormKind, _ text: String) {
    #expect(KindSummary.text(kind) == text)
  }
}
