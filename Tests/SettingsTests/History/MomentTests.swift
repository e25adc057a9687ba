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

  /// A moment as a process sees it, and what is left at it of 60 s to confirm and of the 5 s that other commands wait after that.
  struct Sight: CustomTestStringConvertible, Sendable {
    /// What the clocks say, and how.
    let testDescription: String
    /// Milliseconds on the wall clock since the apply.
    let wall: Int64
    /// The boot, and milliseconds on its clock, which was at 50 s when the apply was made; `nil` if it can't be read.
    let boot: (id: String, milliseconds: Int64)?
    /// The time left by the storage's own clock; `nil` if it has none.
    var storage: Duration?
    let remaining: Duration
    let headStart: Duration
  }

  private static let year: Int64 = 31_536_000_000

  static let sights: [Sight] = [
    Sight("at the apply", 0, ("b", 50_000), .seconds(60), .seconds(5)),
    Sight("half-way", 30_000, ("b", 80_000), .seconds(30), .seconds(5)),
    Sight("half-way, the wall clock set back", -year, ("b", 80_000), .seconds(30), .seconds(5)),
    Sight("half-way, the wall clock set ahead", year, ("b", 80_000), .seconds(30), .seconds(5)),
    Sight("at the deadline", 60_000, ("b", 110_000), .zero, .seconds(5)),
    Sight("at the deadline, the wall clock set back", -year, ("b", 110_000), .zero, .seconds(5)),
    Sight("after it", 62_000, ("b", 112_000), .zero, .seconds(3)),
    Sight("after it, the wall clock set back", -year, ("b", 112_000), .zero, .seconds(3)),
    Sight("long after it", 120_000, ("b", 170_000), .zero, .zero),
    Sight("restarted", 20_000, ("c", 3_000), .seconds(40), .seconds(5)),
    Sight("restarted after the deadline", 60_000, ("c", 3_000), .zero, .zero),
    Sight("restarted, the clock behind", -year, ("c", 3_000), .seconds(57), .seconds(5)),
    Sight("restarted, the clock behind, the limit over", -year, ("c", 60_000), .zero, .zero),
    Sight("restarted, the clock ahead", year, ("c", 3_000), .zero, .zero),
    Sight("without a boot", 20_000, nil, .seconds(40), .seconds(5)),
    Sight("without a boot, after it", 62_000, nil, .zero, .seconds(3)),
    Sight("without a boot, the clock behind", -year, nil, .seconds(60), .seconds(5)),
    Sight("by the storage", year, ("c", 3_000), storage: .seconds(30), .seconds(30), .seconds(5)),
    Sight(
      "by the storage, which says more", 0, ("c", 3_000), storage: .seconds(99), .seconds(60), .seconds(5)),
    Sight("by the storage, just over", -year, ("c", 3_000), storage: .zero, .zero, .seconds(5)),
    Sight("by the storage, over", -year, ("c", 3_000), storage: .seconds(-2), .zero, .seconds(3)),
    Sight("by the storage, over for ever", 0, ("b", 3_000), storage: .seconds(Int64.min), .zero, .zero),
  ]

  @Test("is one function of the clocks, the boot and the deadline", arguments: sights)
  func timeLeft(_ sight: Sight) {
    let now = Moment(
      wall: WallTime(milliseconds: 1_000_000 + sight.wall),
      sinceBoot: sight.boot.map { .init(boot: $0.id, milliseconds: $0.milliseconds) })
    var pending = pending(.seconds(60))
    if let left = sight.storage { pending = pending.ending(at: now + left) }
    #expect(pending.remaining(at: now) == sight.remaining)
    #expect(pending.headStartLeft(at: now) == sight.headStart)
    // Whatever was seen first, a command that waits ends.
    if sight.remaining == .zero { #expect(pending.headStartLeft(at: now + .seconds(5)) == .zero) }
  }

  @Test("can be longer than the clocks can count")
  func longest() {
    let pending = pending(.seconds(Int64.max))
    #expect(pending.remaining(at: Self.start) > .seconds(1_000_000))
  }
}

extension MomentTests.Sight {
  fileprivate init(
    _ name: String, _ wall: Int64, _ boot: (String, Int64)?, storage: Duration? = nil, _ remaining: Duration,
    _ headStart: Duration
  ) {
    self.init(
      testDescription: name, wall: wall, boot: boot, storage: storage, remaining: remaining,
      headStart: headStart)
  }
}
