import Foundation

/// Random numbers determined by a seed (SplitMix64, G. Steele and others, 2014).
///
///     let seed = SeededRandom.testSeed
///     var random = SeededRandom(seed: seed)
///     #expect(…, "SETTINGS_SEED=\(seed)")
///
/// The system's generator can't be repeated, and a failure that can't be repeated is hard to correct. With the variable `SETTINGS_SEED`,
/// every random test runs with that seed alone.
public struct SeededRandom: RandomNumberGenerator {
  @usableFromInline var state: UInt64

  /// The seed of a random test: `SETTINGS_SEED`, or else a random number. Failures name it.
  public static var testSeed: UInt64 {
    environmentSeed ?? .random(in: .min ... .max)
  }

  private static var environmentSeed: UInt64? {
    ProcessInfo.processInfo.environment["SETTINGS_SEED"].flatMap(UInt64.init)
  }

  /// The seeds of a test with several rounds: `SETTINGS_SEED` alone, or else random numbers, which are others in each run.
  public static func testSeeds(_ count: Int) -> [UInt64] {
    environmentSeed.map { [$0] } ?? (0..<count).map { _ in .random(in: .min ... .max) }
  }

  /// The seeds of a test of the same cases in each run: `SETTINGS_SEED` alone, or else these. For tests that must not fail by chance.
  public static func testSeeds(_ seeds: Range<UInt64>) -> [UInt64] {
    environmentSeed.map { [$0] } ?? Array(seeds)
  }

  /// Starts with a seed; the same seed gives the same numbers.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next number.
  @inlinable
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// `true` once in a number of times on average.
  public mutating func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }

  /// A random element.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }
}
