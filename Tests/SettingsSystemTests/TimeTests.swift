import Testing

@testable import SettingsSystem

@Suite("Times")
struct TimeTests {
  @Test("A time is written in UTC to the second")
  func text() {
    #expect(WallTime(milliseconds: 1_763_717_400_999).description == "2025-11-21T09:30:00Z")
    #expect(WallTime(milliseconds: 0).description == "1970-01-01T00:00:00Z")
  }

  @Test("A short text has the date only if it is not today's")
  func shortText() {
    let noon = WallTime(milliseconds: 1_763_726_400_000)
    #expect(noon.shortLocalText(now: noon) == noon.localText.dropFirst(11).prefix(5))
    #expect(noon.shortLocalText(now: noon + .seconds(86_400 * 2)) == noon.localText.prefix(16))
  }

  @Test("A sum out of range is the latest or the earliest time")
  func overflow() {
    #expect((WallTime(milliseconds: 5) + .seconds(Int64.max)).milliseconds == .max)
    #expect((WallTime(milliseconds: 5) + .seconds(Int64.min)).milliseconds == .min)
    #expect((WallTime(milliseconds: .max) + .milliseconds(1)).milliseconds == .max)
  }

  @Test("The wall clock and the boot clock run")
  func clocks() {
    #expect(WallTime.now > WallTime(milliseconds: 1_700_000_000_000))
    let boot = Boot.elapsedMilliseconds
    #expect(boot > 0 && Boot.elapsedMilliseconds >= boot)
  }
}
