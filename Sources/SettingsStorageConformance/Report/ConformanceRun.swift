import Settings

/// Checks all requirements of a storage, and reports each result.
package struct ConformanceRun: Sendable {
  /// The result of one requirement.
  package enum Outcome: Sendable {
    case met
    /// The requirement isn't met, for a reason in one sentence.
    case failed(String)
    /// The check didn't end in time.
    case timedOut(Duration)
  }

  private let timeLimit: Duration
  private let makePlace: @Sendable (Int) -> StoragePlace

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - timeLimit: The time limit of each requirement.
  ///   - makePlace: Returns an empty place for each requirement, by its number.
  package init(timeLimit: Duration = .seconds(30), makePlace: @escaping @Sendable (Int) -> StoragePlace) {
    self.timeLimit = timeLimit
    self.makePlace = makePlace
  }

  /// Checks the requirements one after the other; returns the number of those that aren't met.
  package func run(_ report: @Sendable (StorageRequirement, Outcome) -> Void) async -> Int {
    var failures = 0
    for (number, requirement) in StorageRequirement.all.enumerated() {
      let outcome = await outcome(of: requirement, in: makePlace(number))
      if case .met = outcome {} else { failures += 1 }
      report(requirement, outcome)
    }
    return failures
  }

  /// A check that waits in a system call can't be canceled, so it continues in the background after its time limit.
  private func outcome(of requirement: StorageRequirement, in place: StoragePlace) async -> Outcome {
    let (results, continuation) = AsyncStream<Outcome>.makeStream()
    let check = Task.detached {
      do {
        try await requirement.check(place)
        continuation.yield(.met)
      } catch {
        continuation.yield(.failed("\(error)"))
      }
    }
    let timer = Task.detached { [timeLimit] in
      guard (try? await Task.sleep(for: timeLimit)) != nil else { return }
      continuation.yield(.timedOut(timeLimit))
    }
    defer {
      check.cancel()
      timer.cancel()
    }
    for await outcome in results { return outcome }
    return .timedOut(timeLimit)
  }
}
