/// A point in time on both clocks of a machine.
///
/// Time limits use the boot clock, which can't be set and which also runs while the machine sleeps. It starts again with the
/// machine, so after a restart only the wall clock shows how much time has passed.
package struct Moment: Hashable, Sendable {
  /// A point in time on the boot clock.
  package struct SinceBoot: Hashable, Sendable {
    /// The identity of the boot. Two points in time can be compared only if it is the same.
    package var boot: String
    /// Milliseconds since the boot.
    package var milliseconds: Int64

    package init(boot: String, milliseconds: Int64) {
      self.boot = boot
      self.milliseconds = milliseconds
    }
  }

  package var wall: Timestamp
  /// The point in time on the boot clock; `nil` if the system doesn't identify a boot.
  package var sinceBoot: SinceBoot?

  package init(wall: Timestamp, sinceBoot: SinceBoot? = nil) {
    self.wall = wall
    self.sinceBoot = sinceBoot
  }

  /// The current time.
  package static var now: Moment {
    Moment(
      wall: .now,
      sinceBoot: Boot.identity.map { SinceBoot(boot: $0, milliseconds: Boot.elapsedMilliseconds) })
  }

  /// Returns the moment after a duration.
  package static func + (moment: Moment, duration: Duration) -> Moment {
    var later = moment
    later.wall = moment.wall + duration
    later.sinceBoot?.milliseconds =
      (Timestamp(milliseconds: moment.sinceBoot?.milliseconds ?? 0) + duration).milliseconds
    return later
  }

  /// Returns the time from another moment to this one: on the boot clock if both have the same boot, otherwise on the wall
  /// clock.
  package func since(_ other: Moment) -> Duration {
    guard let sinceBoot, let start = other.sinceBoot, sinceBoot.boot == start.boot else {
      return wall.since(other.wall)
    }
    return .milliseconds(sinceBoot.milliseconds.subtractingReportingOverflow(start.milliseconds).partialValue)
  }
}
