import Foundation
import Settings
import Testing

@testable import PollerCore

/// The lines that other programs read.
@Suite struct ReportTests {
  @Test("A change is reported with its path and its values, a restart with its path")
  func changes() throws {
    var draft = try SettingsStore<PollerSettings>().draft()
    draft[\.polling.interval] = .seconds(10)
    draft[\.polling.workers] = 8
    let lines = ChangeReport.takenOver(draft.review().changes)
    #expect(lines.map(\.text) == ["took over: polling.interval 30 s → 10 s"])
    let restarts = ChangeReport.restarts(from: [["a"], ["b"]], to: [["b"], ["c", "d"]])
    #expect(restarts.map(\.text) == ["restart pending: c.d", "restart no longer pending: a"])
  }

  @Test("A line is text or an object, with or without the time")
  func lines() throws {
    var log = PollerSettings.Logging()
    let line = LogLine(.info, "took over: a \"x\" → y")
    let date = Date(timeIntervalSince1970: 0)
    #expect(log.text(of: line, at: date) == line.text)
    log.showsTime = true
    #expect(log.text(of: line, at: date) == "1970-01-01T00:00:00Z \(line.text)")
    log.format = .json
    let object = try JSONDecoder().decode(
      [String: String].self, from: Data(log.text(of: line, at: date).utf8))
    #expect(object == ["time": "1970-01-01T00:00:00Z", "level": "info", "text": line.text])
  }

  @Test("The status is one line for each target, each pending restart and each problem")
  func status() {
    var status = DaemonStatus(startedAt: .now, fleet: "")
    status.targets = [
      DaemonStatus.Target(name: "home", phase: .up, last: "200 in 4 ms", availability: 0.995),
      DaemonStatus.Target(name: "b", phase: .unknown),
    ]
    status.restartPending = ["server.port"]
    status.health = .healthy
    #expect(
      StatusReport.text(of: status) == """
        health: healthy
        home  up  100 %  200 in 4 ms
        b     unknown  -  not polled yet
        restart pending: server.port

        """)
  }
}
