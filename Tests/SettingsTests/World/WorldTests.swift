import Foundation
import Synchronization
import TestSupport
import Testing

/// Random histories of several processes, another program, crashes and failures: see ``World``.
///
/// `SETTINGS_WORLDS` is the number of histories, `SETTINGS_FIRST_WORLD` the seed of the first one, and `SETTINGS_SEED` the only one. A failure
/// tells the smallest history that was found.
@Suite("Whatever happens to a settings file and to the processes that use it")
struct WorldTests {
  private static let count =
    ProcessInfo.processInfo.environment["SETTINGS_WORLDS"].flatMap(UInt64.init) ?? 10_000
  /// Other numbers in each run would let a test fail by chance.
  private static let start =
    ProcessInfo.processInfo.environment["SETTINGS_FIRST_WORLD"].flatMap(UInt64.init) ?? 1

  @Test(
    "each change is there once, each participant hears one outcome, and everything opens again",
    .timeLimit(.minutes(600)), arguments: 0..<2 as Range<UInt64>)
  func histories(part: UInt64) async throws {
    let half = Self.count / 2
    let seeds = SeededRandom.testSeeds(
      (Self.start + part * half)..<(Self.start + (part + 1) * half))
    let finding = try await WorldSearch().run(seeds)
    #expect(finding == nil, "\(finding.map { "\($0)" } ?? "")")
  }

  @Test("happens the same way again for a seed")
  func sameAgain() async throws {
    let processors = try (0..<3).map { _ in try Processor() }
    defer { for processor in processors { processor.end() } }
    var events = 0
    for seed in 1..<40 as Range<UInt64> {
      var traces: [[String]] = []
      for _ in 0..<2 {
        let world = World(WorldPlan(seed: seed), isTracing: true, on: processors)
        #expect(await world.run() == [])
        traces.append(world.state.withLock { $0.trace })
      }
      #expect(traces[0] == traces[1])
      events += traces[0].count
    }
    #expect(events > 1_000)
  }

  @Test("shows a fault that is planted", arguments: World.Plant.allCases)
  func planted(plant: World.Plant) async throws {
    #expect(try await WorldSearch(plant: plant).run(1..<10_000) != nil)
  }
}
