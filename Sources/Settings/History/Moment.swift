import CSystem

/// A moment by both clocks of a machine.
///
/// A time limit counts by the boot clock, which no one sets and which goes on while the machine sleeps. It starts again with the
/// machine, so across a restart only the wall clock tells how much time has passed.
struct Moment: Hashable, Sendable {
  /// A moment by the boot clock.
  struct SinceBoot: Hashable, Sendable {
    /// The identity of the boot; two moments can be compared only if it is the same.
    var boot: String
    /// Milliseconds since then.
    var milliseconds: Int64
  }

  var wall: Timestamp
  /// `nil` if the system has no identity for a boot.
  var sinceBoot: SinceBoot?

  /// The present moment.
  static var now: Moment {
    Moment(
      wall: .now,
      sinceBoot: Login.boot.map { SinceBoot(boot: $0, milliseconds: Int64(csystem_boot_milliseconds())) })
  }

  /// The moment some time later.
  static func + (moment: Moment, duration: Duration) -> Moment {
    var later = moment
    later.wall = moment.wall + duration
    later.sinceBoot?.milliseconds =
      (Timestamp(milliseconds: moment.sinceBoot?.milliseconds ?? 0) + duration).milliseconds
    return later
  }

  /// How long it is from another moment to this one: by the boot clock if the boot is the same, else by the wall clock.
  func since(_ other: Moment) -> Duration {
    guard let sinceBoot, let start = other.sinceBoot, sinceBoot.boot == start.boot else {
      return wall.since(other.wall)
    }
    return .milliseconds(sinceBoot.milliseconds.subtractingReportingOverflow(start.milliseconds).partialValue)
  }
}
