import Settings

/// What every command that changes settings does with its draft: review, ask, apply, report.
struct ApplySteps {
  /// The options that all these commands know.
  static let options: [Option] = [.schema, .yes, .dryRun, .prepare, .commit, .timeLimit, .json]

  private let isDryRun: Bool
  private let isAgreed: Bool
  private let isJSON: Bool
  private let interruption = Interruption()
  /// The commands that take part.
  let participants: [any SettingsParticipant]

  init(_ arguments: Arguments) throws(Failure) {
    isDryRun = arguments.has(.dryRun)
    isAgreed = arguments.has(.yes)
    isJSON = arguments.has(.json)
    let limit = try arguments.seconds(.timeLimit) ?? .seconds(30)
    let phases: [(CommandParticipant.Phase, Option)] = [(.prepare, .prepare), (.commit, .commit)]
    participants = phases.compactMap { [interruption] phase, option in
      arguments[option].map {
        CommandParticipant(phase: phase, command: $0, commandLimit: limit, interruption: interruption)
      }
    }
  }

  func run(_ draft: Draft, in store: FormStore) async throws(Failure) {
    let review = draft.review(of: store.name)
    guard review.isApplicable else {
      if isJSON { print(review, isApplied: false) }
      throw Failure(.invalid(review.problems), file: store.name)
    }
    for problem in review.problems { Output.complain("\(store.name):\(problem)") }

    let mustAsk = !isAgreed && !isDryRun && Output.isTerminal && !review.changes.isEmpty
    if isDryRun || mustAsk { print(review, isApplied: false) }
    if isDryRun { return }
    if mustAsk, !Output.asks("Apply? [y/N] ") {
      throw Failure(.refused, "\(store.name): nothing was changed.")
    }

    let outcome: ApplyOutcome
    do throws(Failure) {
      outcome = try await apply(draft, in: store)
    } catch {
      if isJSON, !mustAsk { print(review, isApplied: false) }
      throw error
    }
    if !outcome.isDurable {
      Output.complain("\(store.name): applied, but the system did not confirm that it would survive a crash.")
    }
    if !mustAsk { print(review, isApplied: true) }
  }

  /// Applies, and does not leave a command running or half an apply behind when a signal comes.
  private func apply(_ draft: Draft, in store: FormStore) async throws(Failure) -> ApplyOutcome {
    if !participants.isEmpty { interruption.begin() }
    do throws(ApplyError) {
      return try await store.apply(draft)
    } catch {
      throw Failure(error, file: store.name, signal: interruption.received)
    }
  }

  private func print(_ review: Review, isApplied: Bool) {
    guard isJSON else { return Output.print(review.text) }
    var json = review.json
    if case .object(var object) = json {
      object["isApplied"] = .bool(isApplied && !review.changes.isEmpty)
      json = .object(object)
    }
    Output.print(json.text(.pretty(indent: 2)))
  }
}
