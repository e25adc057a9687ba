#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A moment by the wall clock, to the millisecond; it means the same after a restart of the machine.
public struct Timestamp: Hashable, Sendable {
  /// Milliseconds since 1970 began in UTC, leap seconds not counted.
  public let milliseconds: Int64

  /// Makes a moment.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The present moment.
  public static var now: Timestamp {
    // `timespec` can't be named in an optimized build: the compiler takes it for a part of another module.
    Timestamp(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1_000))
  }

  /// The moment some time later; as late as can be told if that is too late to tell.
  public static func + (time: Timestamp, duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = duration.components
    let (whole, hasOverflown) = seconds.multipliedReportingOverflow(by: 1_000)
    guard !hasOverflown else { return Timestamp(milliseconds: seconds < 0 ? .min : .max) }
    let (sum, isTooLate) = time.milliseconds.addingReportingOverflow(
      whole + attoseconds / 1_000_000_000_000_000)
    return Timestamp(milliseconds: isTooLate ? .max : sum)
  }

  /// How long it is from another moment to this one.
  public func since(_ other: Timestamp) -> Duration {
    .milliseconds(milliseconds.subtractingReportingOverflow(other.milliseconds).partialValue)
  }
}

extension Timestamp: Comparable {
  /// Whether a moment comes before another.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Timestamp: CustomStringConvertible {
  /// The moment in UTC as ISO 8601 writes it, to the second: `2026-11-21T09:30:00Z`.
  public var description: String { text("%Y-%m-%dT%H:%M:%SZ", inUTC: true) }

  /// The moment for people, by the clock on the wall: `2026-11-21 10:30:00`.
  public var localText: String { text("%Y-%m-%d %H:%M:%S", inUTC: false) }

  private func text(_ format: String, inUTC: Bool) -> String {
    var seconds = time_t(milliseconds / 1_000)
    var parts = tm()
    guard (inUTC ? gmtime_r(&seconds, &parts) : localtime_r(&seconds, &parts)) != nil else {
      return "\(milliseconds) ms since 1970"
    }
    var buffer = [UInt8](repeating: 0, count: 64)
    let length = buffer.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { strftime($0, characters.count, format, &parts) } ?? 0
      }
    }
    return String(decoding: buffer[..<length], as: UTF8.self)
  }
}
