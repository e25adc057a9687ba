import Foundation

/// Random numbers determined by a seed (SplitMix64, G. Steele and others, 2014).
public struct SeededRandom: RandomNumberGenerator {
  @usableFromInline var state: UInt64

  /// The seed of a random test: `SETTINGS_SEED`, or else a random number. Failures name it.
  public static var testSeed: UInt64 {
    environmentSeed ?? .random(in: .min ... .max)
  }

  private static var environmentSeed: UInt64? {
    ProcessInfo.processInfo.environment["SETTINGS_SEED"].flatMap(UInt64.init)
  }

  /// The seeds of a test with several rounds: `SETTINGS_SEED` alone, or else random numbers.
  public static func testSeeds(_ count: Int) -> [UInt64] {
    environmentSeed.map { [$0] } ?? (0..<count).map { _ in .random(in: .min ... .max) }
  }

  /// The seeds of a test of the same cases in each run: `SETTINGS_SEED` alone, or else these.
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
