import Settings

/// Checks all requirements of a storage, and reports each result.
///
/// Each requirement has a time limit, because a storage in development often hangs. A check that waits in a system call can't be canceled:
/// it goes on in the background, in its own place, and its result is ignored.
package struct ConformanceRun: Sendable {
  /// The result of one requirement, as `settings-storage-check` prints it on one line.
  package enum Outcome: Sendable {
    case met
    /// The requirement isn't met, for a reason in one sentence.
    case failed(String)
    /// The check didn't end in time.
    case timedOut(Duration)
  }

  private let timeLimit: Duration
  /// Returns an empty place for each requirement, by its number. Places are made one after the other.
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

  /// Checks the requirements one after the other; returns how many aren't met. A requirement that fails doesn't end the run, so an author
  /// sees all that is wrong at once.
  package func run(_ report: @Sendable (StorageRequirement, Outcome) -> Void) async -> Int {
    var failures = 0
    for (number, requirement) in StorageRequirement.all.enumerated() {
      let outcome = await outcome(of: requirement, in: makePlace(number))
      if case .met = outcome {} else { failures += 1 }
      report(requirement, outcome)
    }
    return failures
  }

  /// Checks one requirement, and returns the first of three: that it is met, that it failed, or that its time is over.
  private func outcome(of requirement: StorageRequirement, in place: StoragePlace) async -> Outcome {
    let (results, continuation) = AsyncStream<Outcome>.makeStream()
    // Detached, so that neither the check nor the timer inherits anything from the caller, and a check that blocks its thread doesn't block
    // this one.
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
