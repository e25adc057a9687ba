import Testing

@testable import SettingsCommands

@Suite("The running time of a process")
struct RunningTimeTests {
  private let start = ContinuousClock.now

  @Test("is the time that passes")
  func running() {
    var time = RunningTime(from: start)
    for interval in 1...10 { time.advance(to: start + RunningTime.pause * interval) }
    #expect(time.elapsed == RunningTime.pause * 10)
  }

  @Test("excludes the time during which the process was stopped, except for two intervals")
  func stopped() {
    var time = RunningTime(from: start)
    time.advance(to: start + RunningTime.pause)
    time.advance(to: start + .seconds(3_600))
    time.advance(to: start + .seconds(3_600) + RunningTime.pause)
    #expect(time.elapsed == RunningTime.pause * 4)
  }
}
