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
  func reads(text: String, expected: Duration) {
    #expect(Duration(iso8601: text) == expected)
  }

  @Test(
    "What is no duration of fixed length is refused",
    arguments: [
      "", "P", "PT", "T1S", "1S", "PT1", "P1Y", "P1M", "PT1S1M", "PT1.5M", "PT-1S", "PT+1S", "PT1.2.3S",
      "P1DT", "PT1s",
      "PTS", "PT.S", "PT99999999999999999999S", "P99999999999999999D", "PT0.0000000000000000001S", "P1H",
      "--PT1S",
    ])
  func refuses(text: String) {
    #expect(Duration(iso8601: text) == nil)
  }

  @Test("A duration that is written reads back")
  func roundTrip() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<1_000 {
      let seconds = Int64.random(in: -1_000_000...1_000_000, using: &generator)
      let attoseconds = Int64.random(in: 0..<1_000_000_000_000_000_000, using: &generator)
      let duration = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
      #expect(Duration(iso8601: duration.iso8601) == duration, "\(duration.iso8601)")
    }
  }
}
