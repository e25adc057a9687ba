import Settings

extension EditorEffect {
  /// How an effect went that changes what is stored.
  enum Report: Sendable {
    case applied(Result<ApplyOutcome, ApplyError>)
    case takenBack(Result<ApplyOutcome, ConfirmationError>)
  }

  /// Whether the effect changes what is stored.
  var isStoring: Bool {
    switch self {
    case .apply, .rollBack, .takeBack: true
    case .edit, .settle, .copy, .suspend, .repaint, .close: false
    }
  }

  /// Does what changes what is stored, and says how it went; `nil` for any other effect.
  @MainActor
  func store(in form: UntypedViewModel) async -> Report? {
    switch self {
    case .apply(let leavingOut, let options):
      return await Self.applied { () async throws(ApplyError) in
        try await form.apply(leavingOut: leavingOut, options: options)
      }
    case .rollBack(let entry, let review, let options):
      return await Self.applied { () async throws(ApplyError) in
        try await form.rollback(to: entry, reviewed: review, options: options)
      }
    case .takeBack(let id):
      do throws(ConfirmationError) {
        return .takenBack(.success(try await form.cancel(id)))
      } catch {
        return .takenBack(.failure(error))
      }
    case .edit, .settle, .copy, .suspend, .repaint, .close: return nil
    }
  }

  @MainActor
  private static func applied(
    _ body: @MainActor () async throws(ApplyError) -> ApplyOutcome
  ) async -> Report {
    do throws(ApplyError) {
      return .applied(.success(try await body()))
    } catch {
      return .applied(.failure(error))
    }
  }
}
