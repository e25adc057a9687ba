import Settings

/// A change of the stored content.
enum StoreRequest: Equatable, Sendable {
  /// Applies the draft without some of its changes, which stay staged.
  case apply(leavingOut: Set<Review.Item>, ApplyOptions)
  /// Rolls back to a version, as reviewed.
  case rollBack(HistoryEntry, Review, ApplyOptions)
  /// Cancels a pending confirmation.
  case cancel(ConfirmationID)

  /// The result of a request.
  enum Report: Sendable {
    case applied(Result<ApplyOutcome, ApplyError>)
    case rolledBack(Result<ApplyOutcome, ApplyError>)
    case canceled(Result<ApplyOutcome, ConfirmationError>)
  }

  /// Performs the request on the model's store.
  @MainActor
  func perform(on model: UntypedViewModel) async -> Report {
    switch self {
    case .apply(let leavingOut, let options):
      return .applied(
        await Self.result { () async throws(ApplyError) in
          try await model.apply(leavingOut: leavingOut, options: options)
        })
    case .rollBack(let entry, let review, let options):
      return .rolledBack(
        await Self.result { () async throws(ApplyError) in
          try await model.rollback(to: entry, reviewed: review, options: options)
        })
    case .cancel(let id):
      return .canceled(
        await Self.result { () async throws(ConfirmationError) in try await model.cancel(id) })
    }
  }

  @MainActor
  private static func result<Thrown: Error>(
    of body: @MainActor () async throws(Thrown) -> ApplyOutcome
  ) async -> Result<ApplyOutcome, Thrown> {
    do throws(Thrown) {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}
