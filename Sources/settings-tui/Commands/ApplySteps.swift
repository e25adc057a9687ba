import Settings

/// What every command that changes settings does with its draft: review, ask, apply, report.
struct ApplySteps {
  private let isDryRun: Bool
  private let isAgreed: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) {
    isDryRun = arguments.has(.dryRun)
    isAgreed = arguments.has(.yes)
    isJSON = arguments.has(.json)
  }

  func run(_ draft: Draft, in store: FormStore) async throws(Failure) {
    let review = draft.review(of: store.name)
    if isJSON { Output.print(review.json.text(.pretty(indent: 2))) }
    guard review.isApplicable else { throw Failure(.invalid(review.problems), file: store.name) }
    for problem in review.problems { Output.complain("\(store.name):\(problem)") }

    let mustAsk = !isAgreed && !isDryRun && Output.isTerminal && !review.changes.isEmpty
    if !isJSON, isDryRun || mustAsk { Output.print(review.text) }
    if isDryRun { return }
    if mustAsk, !Output.asks("Apply? [y/N] ") {
      throw Failure(.refused, "\(store.name): nothing was changed.")
    }

    let outcome: ApplyOutcome
    do throws(ApplyError) {
      outcome = try await store.apply(draft)
    } catch {
      throw Failure(error, file: store.name)
    }
    if !outcome.isDurable {
      Output.complain("\(store.name): applied, but the system did not confirm that it would survive a crash.")
    }
    if !isJSON, !mustAsk { Output.print(review.text) }
  }
}

extension Review {
  /// The review for people: a line a change.
  fileprivate var text: String {
    guard !changes.isEmpty else { return "\(file): nothing to change." }
    return changes.map { change in
      let marks = (change.requiresRestart ? ["restart"] : []) + change.sideEffects
      let note = marks.isEmpty ? "" : "  (\(marks.joined(separator: ", ")))"
      let shown = { change.setting.typedText(for: $0) }
      return "\(change.path): \(shown(change.old)) → \(shown(change.new))\(note)"
    }.joined(separator: "\n")
  }
}
