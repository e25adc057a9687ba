import Settings
import TestSupport
import Testing

@testable import SettingsTUI

@Suite("Searching random forms")
struct RandomFormSearchTests {
  private struct Maker {
    var random: SeededRandom

    private static let letters: [String] = [
      "a", "a", "b", "b", "A", "B", "e", "E", "7", " ", " ", ".", "-", "\n", "é", "É", "e\u{301}", "ß", "ẞ",
      "ж", "Ж",
      "İ", "\u{212A}", "k", "日", "本", "👩‍👩‍👧", "🇩🇪", "ا", "ל", "\u{202E}", "ǅ", "Σ", "ς", "_",
    ]

    mutating func text(_ lengths: ClosedRange<Int>) -> String {
      let alphabet = Int.random(in: 0..<3, using: &random) == 0 ? Self.letters.count : 12
      return (0..<Int.random(in: lengths, using: &random))
        .map { _ in Self.letters[Int.random(in: 0..<alphabet, using: &random)] }.joined()
    }

    mutating func section(_ key: String, depth: Int) -> FormSection {
      let items = (0..<Int.random(in: 1...6, using: &random)).map { number in
        let key = "\(text(0...4))\(number)"
        return depth > 0 && Int.random(in: 0..<3, using: &random) == 0
          ? FormItem.section(section(key, depth: depth - 1)) : .setting(setting(key))
      }
      return FormSection(
        key: key, title: text(0...5), help: text(0...10), keywords: keywords(), items: items)
    }

    private mutating func keywords() -> [String] {
      (0..<max(0, Int.random(in: -3...2, using: &random))).map { _ in text(1...6) }
    }

    private mutating func setting(_ key: String) -> FormSetting {
      let kinds: [FormKind] = [
        .boolean, .integer(NumberLimits()), .number(NumberLimits()), .string(TextLimits()),
        .list(.string(TextLimits()), ListLimits()), .json,
        .choice([
          FormChoice(value: .string("a"), title: text(1...4), help: text(0...6)),
          FormChoice(value: .string("b"), title: text(1...4), help: text(0...6)),
        ]),
      ]
      let kind = kinds[Int.random(in: kinds.indices, using: &random)]
      let isSecret = Int.random(in: 0..<8, using: &random) == 0
      return FormSetting(
        key: key, title: text(0...12), help: text(0...40), kind: kind,
        defaultValue: Int.random(in: 0..<4, using: &random) == 0 ? nil : value(of: kind),
        traits: isSecret ? .secret : [], unit: Bool.random(using: &random) ? text(1...2) : nil,
        keywords: keywords())
    }

    mutating func value(of kind: FormKind) -> JSONValue {
      if Int.random(in: 0..<8, using: &random) == 0 { return .null }
      switch kind {
      case .boolean: return .bool(.random(using: &random))
      case .integer, .number: return .number(JSONNumber(Int.random(in: 0...99, using: &random)))
      case .choice: return .string(Bool.random(using: &random) ? "a" : "b")
      case .list: return .array([.string(text(0...5)), .string(text(0...5))])
      default: return .string(text(0...8))
      }
    }

    mutating func values(_ index: FormIndex) -> [Int: JSONValue] {
      var values: [Int: JSONValue] = [:]
      for position in index.settings.indices where Bool.random(using: &random) {
        values[position] = value(of: index.settings[position].setting.kind)
      }
      return values
    }

    /// The letters with a wrong, missing, additional or exchanged one, and sometimes with another ending.
    private mutating func mistyped(_ letters: [Character]) -> [Character] {
      guard letters.count > 1 else { return letters }
      var letters = letters
      let place = Int.random(in: 0..<letters.count - 1, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: letters[place] = "x"
      case 1: letters.remove(at: place)
      case 2: letters.insert("x", at: place)
      case 3: letters.swapAt(place, place + 1)
      case 4: letters.insert("-", at: place)
      default: letters.append("s")
      }
      return letters
    }

    /// A part of one of the form's strings, or random text.
    mutating func query(_ index: FormIndex) -> String {
      guard let entry = index.settings.randomElement(using: &random),
        Int.random(in: 0..<4, using: &random) > 0
      else { return text(1...6) }
      let texts = [
        entry.setting.title, entry.setting.key, entry.setting.help, entry.path.keys.joined(separator: "."),
        entry.setting.title + " " + entry.setting.help, entry.setting.keywords.first ?? "",
        entry.setting.wholeText(for: entry.setting.defaultValue),
      ]
      var part = Array(texts[Int.random(in: texts.indices, using: &random)])
      part.removeFirst(Int.random(in: 0...part.count, using: &random))
      part = Array(part.prefix(Int.random(in: 3...8, using: &random)))
      if Int.random(in: 0..<4, using: &random) == 0 { part = mistyped(part) }
      // Some queries leave letters out.
      if Bool.random(using: &random) { part.removeAll { _ in Int.random(in: 0..<4, using: &random) == 0 } }
      return Bool.random(using: &random) ? String(part) : String(part).uppercased()
    }
  }

  @Test("The results and their order follow the rules, letter by letter and after changes")
  func agreesWithPlainSearch() {
    let seed = SeededRandom.testSeed
    var maker = Maker(random: SeededRandom(seed: seed))
    var foundCount = 0
    for _ in 0..<40 {
      let index = FormIndex(FormSchema(root: maker.section("", depth: 3)))
      var search = SettingSearch(Outline(index), index)
      for _ in 0..<4 {
        let values = maker.values(index)
        search.invalidateValues()
        let plain = PlainSearch(index: index, values: values)
        for _ in 0..<5 {
          var typed = ""
          for character in maker.query(index) {
            typed.append(character)
            let found = search.find(typed) { values }
            foundCount += found.count
            #expect(
              found == plain.find(typed), "“\(typed)” (\(typed.debugDescription)), SETTINGS_SEED=\(seed)")
          }
        }
      }
    }
    #expect(foundCount > 1000, "The queries find too little to try anything, SETTINGS_SEED=\(seed)")
  }

  @Test("Lower case follows Unicode, except for ASCII, whatever letters came before")
  func lowerCase() {
    var lowerCase = LowerCase()
    for _ in 0..<2 {
      for value in UInt32(0)..<0x1_F000 {
        guard let scalar = Unicode.Scalar(value) else { continue }
        var bytes: [UInt8] = []
        lowerCase.append(String(scalar), to: &bytes)
        let expected = scalar.isASCII ? String(scalar) : scalar.properties.lowercaseMapping
        guard bytes != Array(expected.utf8) else { continue }
        Issue.record("U+\(String(value, radix: 16)) became \(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }
}
