import CSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A point in time on the wall clock, in milliseconds.
///
/// The history and pending confirmations have such times. Print one, or compare two:
///
/// ```swift
/// for entry in try store.history() {
///   print(entry.time)  // 2026-11-21T09:30:00Z
/// }
/// let newest = try store.history().map(\.time).max()
/// let date = newest.map { Date(timeIntervalSince1970: Double($0.milliseconds) / 1_000) }
/// ```
///
/// Unlike an instant of `ContinuousClock`, it has the same meaning after a restart of the machine. It isn't made for measuring: somebody
/// can set the wall clock, and machines may differ.
///
/// It is a `Sendable` value of eight bytes.
public struct WallTime: Hashable, Sendable {
  /// Milliseconds since the beginning of 1970 in UTC, not counting leap seconds: 1 763 717 400 000 for 2025-11-21T09:30:00Z.
  public let milliseconds: Int64

  /// Creates a point in time.
  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The current time.
  package static var now: WallTime { WallTime(milliseconds: Int64(csystem_wall_milliseconds())) }

  /// Returns the point in time after a duration; the latest or earliest one if the result is out of range.
  ///
  /// A time limit of `Duration.seconds(Int64.max)` therefore means "never" and not a moment in the past.
  package static func + (time: WallTime, duration: Duration) -> WallTime {
    let added = duration.milliseconds
    let (sum, overflows) = time.milliseconds.addingReportingOverflow(added)
    // `milliseconds` clamps a duration that is too long. Added to any time, such a duration is out of range.
    guard !overflows, added != .min, added != .max else {
      return WallTime(milliseconds: added < 0 ? .min : .max)
    }
    return WallTime(milliseconds: sum)
  }

  /// Returns the time from another point in time to this one.
  ///
  /// It is negative if the other point is later. `09:30:05` since `09:30:00` is 5 s.
  package func since(_ other: WallTime) -> Duration {
    .milliseconds(milliseconds.subtractingClamped(other.milliseconds))
  }
}

extension Int64 {
  /// Returns the difference; the largest or smallest number if it is out of range.
  fileprivate func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? (self < other ? .min : .max) : difference
  }
}

extension WallTime: Comparable {
  /// Whether the left point in time is before the right one.
  public static func < (left: WallTime, right: WallTime) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension WallTime: CustomStringConvertible {
  /// The point in time in UTC in ISO 8601 format, to the second: `2026-11-21T09:30:00Z`.
  public var description: String { text("%Y-%m-%dT%H:%M:%SZ", inUTC: true) }

  /// The point in time in the local time zone: `2026-11-21 10:30:00`. It is for tables that people read; files have milliseconds.
  package var localText: String { text("%Y-%m-%d %H:%M:%S", inUTC: false) }

  /// Returns the point in time in the local time zone, to the minute, with the date only if it isn't today: `10:30`.
  package func shortLocalText(now: WallTime = .now) -> String {
    let day = "%Y-%m-%d"
    let isToday = text(day, inUTC: false) == now.text(day, inUTC: false)
    return text(isToday ? "%H:%M" : day + " %H:%M", inUTC: false)
  }

  /// Reads a day or a point in time, as a person writes it: `2026-11-21`, `2026-11-21 10:30` or `2026-11-21T10:30:00` in the local time
  /// zone, `2026-11-21T09:30:00Z` in UTC. Returns `nil` for anything else, such as a day that doesn't exist.
  package init?(_ text: String) {
    var milliseconds: Int64 = 0
    guard csystem_parse_time(text, &milliseconds) else { return nil }
    self.init(milliseconds: milliseconds)
  }

  private func text(_ format: String, inUTC: Bool) -> String {
    var seconds = time_t(milliseconds / 1_000)
    var parts = tm()
    guard (inUTC ? gmtime_r(&seconds, &parts) : localtime_r(&seconds, &parts)) != nil else {
      return "\(milliseconds) ms since 1970"
    }
    var buffer = [CChar](repeating: 0, count: 64)
    let length = strftime(&buffer, buffer.count, format, &parts)
    return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// A point in time on both clocks of a machine.
///
/// Time limits use the boot clock, which can't be set and which also runs while the machine sleeps. It starts again with the
/// machine, so after a restart only the wall clock shows how much time has passed.
///
/// A pending confirmation is stored with both:
///
///     10:00   apply, "confirm within 10 minutes"     end = wall 10:10, boot 7f3… + 3 600 000 ms
///     10:05   somebody sets the wall clock to 12:00  the boot clock counts: 5 minutes are left
///     10:05   or the machine restarts                another boot: the wall clock counts, 5 minutes are left
///
/// Without the boot clock, setting the time would roll back an apply early or never. Without the wall clock, nothing would be known after a
/// restart.
package struct Moment: Hashable, Sendable {
  /// A point in time on the boot clock.
  package struct SinceBoot: Hashable, Sendable {
    /// The identity of the boot. Two points in time can be compared only if it is the same.
    package var boot: String
    package var milliseconds: Int64

    package init(boot: String, milliseconds: Int64) {
      self.boot = boot
      self.milliseconds = milliseconds
    }
  }

  package var wall: WallTime
  /// The point in time on the boot clock; `nil` if the system doesn't identify a boot.
  package var sinceBoot: SinceBoot?

  package init(wall: WallTime, sinceBoot: SinceBoot? = nil) {
    self.wall = wall
    self.sinceBoot = sinceBoot
  }

  /// The current time.
  package static var now: Moment {
    Moment(
      wall: .now,
      sinceBoot: Boot.identity.map { SinceBoot(boot: $0, milliseconds: Boot.elapsedMilliseconds) })
  }

  /// Returns the moment after a duration, on both clocks.
  package static func + (moment: Moment, duration: Duration) -> Moment {
    var later = moment
    later.wall = moment.wall + duration
    later.sinceBoot?.milliseconds =
      (WallTime(milliseconds: moment.sinceBoot?.milliseconds ?? 0) + duration).milliseconds
    return later
  }

  /// Returns the time from another moment to this one: on the boot clock if both have the same boot, otherwise on the wall
  /// clock.
  package func since(_ other: Moment) -> Duration {
    guard let sinceBoot, let start = other.sinceBoot, sinceBoot.boot == start.boot else {
      return wall.since(other.wall)
    }
    return .milliseconds(sinceBoot.milliseconds.subtractingClamped(start.milliseconds))
  }
}

/// The last start of the machine.
package enum Boot {
  /// The identity of the start, a UUID that Linux draws anew at each boot; `nil` if the system doesn't provide one, such as macOS.
  package static let identity: String? = {
    POSIXFileSystem().systemText("/proc/sys/kernel/random/boot_id").map { String($0.prefix { $0 != "\n" }) }
  }()

  /// Milliseconds since the start, including the time during which the machine slept.
  package static var elapsedMilliseconds: Int64 { Int64(csystem_boot_milliseconds()) }
}

/// The pauses between attempts that fail: each is twice as long as the one before, up to a limit.
package struct GrowingPause: Sendable {
  private var current: Duration
  private let limit: Duration

  package init(from first: Duration, to limit: Duration) {
    (current, self.limit) = (first, limit)
  }

  package mutating func next() -> Duration {
    defer { current = min(current * 2, limit) }
    return current
  }
}

extension Duration {
  /// The whole milliseconds, rounded toward zero and clamped to the range of `Int64`.
  ///
  /// `.microseconds(1_999)` → 1, `.microseconds(-1_999)` → -1, `.seconds(Int64.max)` → `Int64.max`.
  package var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000)
    let (sum, overflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    guard !isTooLarge, !overflows else { return seconds < 0 ? .min : .max }
    return sum
  }
}
