import TestSupport
import Testing

@testable import Settings

@Suite("Durations in ISO 8601")
struct DurationTests {
  @Test(
    "A duration is read in weeks, days, hours, minutes and seconds",
    arguments: [
      ("PT0S", Duration.zero), ("PT90S", .seconds(90)), ("PT1M30S", .seconds(90)),
      ("PT1.5S", .milliseconds(1_500)),
      ("P1D", .seconds(86_400)), ("P1W", .seconds(604_800)), ("P1DT2H3M4S", .seconds(93_784)),
      ("-PT1.5S", .milliseconds(-1_500)), ("PT0.000000000000000001S", Duration(attoseconds: 1)),
    ])
  func reads(text: String, expected: Duration) throws {
    #expect(try FixedDuration(text).attoseconds == expected.attoseconds)
  }

  @Test(
    "A string that isn't a duration of fixed length is refused",
    arguments: [
      "", "P", "PT", "T1S", "1S", "PT1", "P1Y", "P1M", "PT1S1M", "PT1.5M", "PT-1S", "PT+1S", "PT1.2.3S",
      "P1DT", "PT1s",
      "PTS", "PT.S", "PT99999999999999999999S", "P99999999999999999D", "PT0.0000000000000000001S", "P1H",
      "--PT1S", "P1W2D", "PT1,5S",
    ])
  func refuses(text: String) {
    #expect(throws: FixedDuration.Fault.self) { try FixedDuration(text) }
  }

  @Test(
    "Years and months are refused because they have no fixed length",
    arguments: ["P1Y", "P1M", "P1Y2M3DT4H", "-P1Y"])
  func calendar(text: String) throws {
    #expect(throws: FixedDuration.Fault.noFixedLength) { try FixedDuration(text) }
    let form = FormSetting(key: "pause", title: "Pause", kind: .string(TextLimits(format: .duration)))
    let problems = FormValidator(
      FormIndex(FormSchema(root: FormSection(key: "", title: "", items: [.setting(form)])))
    )
    .problems(of: .string(text), at: ["pause"])
    #expect(problems.first?.message.contains("weeks, or in days, hours, minutes and seconds") == true)
    let document = try JSONDocument(parsing: Array("[\"\(text)\"]".utf8))
    let error = #expect(throws: SettingsDecodingError.self) {
      try SettingsDecoder(document).decode([Duration].self)
    }
    #expect(error?.reason.contains("no fixed length") == true)
  }

  @Test("A duration made of numbers of units is exact, or there is no duration")
  func numbers() throws {
    #expect(FixedDuration(1_500, places: 3)?.text == "PT1.5S")
    #expect(try FixedDuration(#require(JSONNumber("-0.25")))?.text == "-PT0.25S")
    #expect(try FixedDuration(#require(JSONNumber("1e3")))?.text == "PT1000S")
    #expect(
      try FixedDuration(#require(JSONNumber("12.345678901234567891")))?.text == "PT12.345678901234567891S")
    #expect(FixedDuration(1, places: 19) == nil)
    #expect(try FixedDuration(#require(JSONNumber("1e30"))) == nil)
    #expect(try FixedDuration(#require(JSONNumber("9223372036854775808"))) == nil)
    #expect(FixedDuration(0, places: 30)?.text == "PT0S")
  }

  @Test("A duration that is written reads back")
  func roundTrip() throws {
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    for _ in 0..<1_000 {
      let seconds = Int64.random(in: -1_000_000...1_000_000, using: &random)
      let attoseconds = Int64.random(in: 0..<1_000_000_000_000_000_000, using: &random)
      let duration = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
      let text = try #require(FixedDuration(attoseconds: duration.attoseconds)?.text)
      #expect(try FixedDuration(text).attoseconds == duration.attoseconds, "\(text), SETTINGS_SEED=\(seed)")
    }
  }
}
