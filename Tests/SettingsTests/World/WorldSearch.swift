import Synchronization
import TestSupport

/// A search for a history of a ``World`` that shows a fault.
struct WorldSearch: Sendable {
  /// A fault, with the smallest plan that was found for it.
  struct Finding: Sendable {
    let seed: UInt64
    let plan: WorldPlan
    let violations: [String]
    /// What happened.
    let trace: [String]
  }

  var plant: World.Plant?

  /// Returns the first fault in the histories of some seeds; `nil` if there is none.
  func run(_ seeds: some Sequence<UInt64>) async throws -> Finding? {
    let processors = try (0..<3).map { _ in try Processor() }
    defer { for processor in processors { processor.end() } }
    for seed in seeds {
      let plan = WorldPlan(seed: seed)
      if let plant, !plant.matters(in: plan) { continue }
      let violations = await World(plan, plant: plant, on: processors).run()
      if !violations.isEmpty { return await finding(of: seed, plan, processors) }
    }
    return nil
  }

  /// Makes a plan smaller as long as it shows a fault, and tells its history. The order is another then, so each is tried with some seeds.
  private func finding(of seed: UInt64, _ plan: WorldPlan, _ processors: [Processor]) async
    -> Finding
  {
    var plan = plan
    // A planted fault has no story to tell.
    var isSmaller = plant == nil
    while isSmaller {
      isSmaller = false
      search: for var candidate in plan.smaller {
        for seed in [plan.seed] + Array(0..<20) {
          candidate.seed = seed
          if await !World(candidate, plant: plant, on: processors).run().isEmpty {
            plan = candidate
            isSmaller = true
            break search
          }
        }
      }
    }
    let world = World(plan, plant: plant, isTracing: true, on: processors)
    let found = await world.run()
    return Finding(
      seed: seed, plan: plan, violations: found, trace: world.state.withLock { $0.trace })
  }
}

extension World.Plant {
  /// Whether the fault can show in a history of a plan. Most plans lack what it takes, and running them would take most of the time.
  fileprivate func matters(in plan: WorldPlan) -> Bool {
    let epochs = plan.epochs
    let deeds = epochs.flatMap(\.apps).flatMap(\.deeds)
    func hasTrouble(_ isMeant: (WorldPlan.Trouble) -> Bool) -> Bool {
      epochs.contains { $0.troubles.values.contains(where: isMeant) }
    }
    let hasOthers = epochs.contains { $0.apps.count > 1 || !$0.saves.isEmpty }
    return switch self {
    case .contentNotDurable, .namesNotDurable: epochs.contains { $0.powerLoss != nil }
    case .lockNotTaken, .contentNotCompared, .logNotCompared: hasOthers
    case .comparedTooEarly: epochs.contains { !$0.saves.isEmpty }
    case .recordAfterFile:
      hasOthers || hasTrouble { if case .kill = $0 { true } else { false } }
        || epochs.contains { $0.powerLoss != nil }
    case .abortLost: deeds.contains { if case .apply(_, _, .some) = $0 { true } else { false } }
    case .timerNotStarted: deeds.contains { if case .wait = $0 { true } else { false } }
    case .wallClock: hasTrouble { if case .clock = $0 { true } else { false } }
    case .noReservation: hasTrouble { $0 == .fullDisk }
    case .equalIDs: true
    }
  }
}

extension WorldSearch.Finding: CustomStringConvertible {
  var description: String {
    (["SETTINGS_SEED=\(seed)"] + violations + ["\(plan)"] + trace.suffix(400)).joined(
      separator: "\n")
  }
}
