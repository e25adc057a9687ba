import SettingsSystem
import Testing

@testable import Settings

@Suite("A time limit")
struct MomentTests {
  private static let start = Moment(
    wall: WallTime(milliseconds: 1_000_000), sinceBoot: .init(boot: "b", milliseconds: 50_000))

  private func pending(_ limit: Duration) -> PendingConfirmation {
    PendingConfirmation(
      id: ConfirmationID(1), author: "", message: nil, restores: nil, session: "", end: Self.start + limit,
      limit: limit)
  }

  private func later(wall: Int64, boot: String = "b", _ sinceBoot: Int64) -> Moment {
    Moment(
      wall: WallTime(milliseconds: 1_000_000 + wall),
      sinceBoot: .init(boot: boot, milliseconds: sinceBoot))
  }

  @Test("counts by the boot clock while the machine runs, wherever the wall clock is set")
  func setClock() {
    let pending = pending(.seconds(2))
    for wall in [-3_600_000, 0, 3_600_000] as [Int64] {
      #expect(pending.remaining(at: later(wall: wall, 51_000)) == .seconds(1))
      #expect(pending.remaining(at: later(wall: wall, 52_000)) == .zero)
    }
  }

  @Test("counts by the wall clock after a restart")
  func restart() {
    let pending = pending(.seconds(60))
    #expect(pending.remaining(at: later(wall: 20_000, boot: "c", 3)) == .seconds(40))
    #expect(pending.remaining(at: later(wall: 60_000, boot: "c", 3)) == .zero)
    #expect(pending.remaining(at: Moment(wall: WallTime(milliseconds: 1_020_000))) == .seconds(40))
  }

  @Test("never becomes longer, even if the wall clock was set back during a restart")
  func limited() {
    #expect(
      pending(.seconds(60)).remaining(at: later(wall: -9_999_999, boot: "c", 3)) == .milliseconds(59_997))
  }

  @Test("runs out after a restart, too, if the wall clock is far behind")
  func farBehind() {
    let pending = pending(.seconds(60))
    #expect(pending.remaining(at: later(wall: -9_999_999, boot: "c", 20_000)) == .seconds(40))
    #expect(pending.remaining(at: later(wall: -9_999_999, boot: "c", 60_000)) == .zero)
  }

  @Test("counts by the wall clock if the boot of the apply couldn't be read")
  func unknownBoot() {
    var pending = pending(.seconds(60))
    pending = pending.ending(at: Moment(wall: pending.end.wall))
    #expect(pending.remaining(at: later(wall: 20_000, boot: "c", 9_999_999)) == .seconds(40))
  }

  @Test("can be longer than the clocks can count")
  func longest() {
    let pending = pending(.seconds(Int64.max))
    #expect(pending.remaining(at: Self.start) > .seconds(1_000_000))
  }
}
