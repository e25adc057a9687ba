import SettingsEditing
import TestSupport
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

@Suite("Titles of choices")
struct ChoiceTitleTests {
  private static func choices(_ count: Int, titled prefix: String) -> [FormChoice] {
    (0..<count).map { FormChoice(value: .number(JSONNumber($0)), title: "\(prefix) \($0)") }
  }

  @Test("Each value has the title of the first such choice, of one list of few or many choices after another")
  func titles() {
    var titles = ChoiceTitles()
    for count in [3, 100] {
      for prefix in ["Old", "New"] {
        var choices = Self.choices(count, titled: prefix)
        choices.append(FormChoice(value: .number(2), title: "Again"))
        for value in 0..<count {
          #expect(titles.title(of: .number(JSONNumber(value)), in: choices) == "\(prefix) \(value)")
        }
        #expect(titles.title(of: .number(JSONNumber(count)), in: choices) == nil)
        #expect(titles.title(of: .string("2"), in: choices) == nil)
      }
    }
  }

  @Test("The titles of many values take a time that hardly depends on the number of choices")
  func cost() {
    let values = (0..<2_000).map { JSONValue.number(JSONNumber($0 + 2_000)) }
    func time(_ count: Int) -> Duration {
      let choices = Self.choices(count, titled: "Choice")
      return ProcessorTime.least {
        var titles = ChoiceTitles()
        for value in values { _ = titles.title(of: value, in: choices) }
      }
    }
    #expect(time(4_000) < time(400) * 6)
  }
}
