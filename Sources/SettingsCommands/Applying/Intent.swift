import Settings

/// The changes that a command applies.
enum Intent {
  /// Staged changes.
  case draft(Draft)
  /// The changes of a saved review.
  case plan(SettingsPlan)
  /// A rollback to a version of the history.
  case version(HistoryEntry)

  /// Returns the review of the changes.
  func review(in store: UntypedStore) throws(Failure) -> Review {
    do throws(ApplyError) {
      return switch self {
      case .draft(let draft): store.review(draft)
      case .plan(let plan): try store.review(plan)
      case .version(let entry): try store.review(restoring: entry)
      }
    } catch {
      throw Failure(error, file: store.name)
    }
  }

  /// Whether the file stays unchanged, according to the review.
  func isEmpty(_ review: Review) -> Bool {
    switch self {
    case .draft(let draft): review.changes.isEmpty && !draft.changesComments
    case .plan: review.changes.isEmpty
    // Versions can differ in comments only.
    case .version(let entry): entry.revision == review.revision
    }
  }

  /// Whether the file is removed.
  var removesFile: Bool {
    switch self {
    case .draft, .plan: false
    case .version(let entry): entry.revision == nil
    }
  }

  /// Applies the changes.
  func apply(
    to store: UntypedStore, reviewed review: Review, _ options: ApplyOptions
  ) async throws(ApplyError) -> ApplyOutcome {
    switch self {
    case .draft(let draft): try await store.apply(draft, options: options)
    case .plan(let plan): try await store.apply(plan, options: options)
    case .version(let entry): try await store.rollback(to: entry, reviewed: review, options: options)
    }
  }

  /// Returns a plan to apply the changes later.
  func plan(for store: UntypedStore, _ review: Review) throws(Failure) -> SettingsPlan {
    var draft = store.draft()
    switch self {
    case .draft(let staged): draft = staged
    case .plan(let plan): return plan
    case .version:
      // A plan describes changes of settings. Without the other ones, it would promise a rollback that it isn't.
      guard review.changedLines == nil, review.changes.allSatisfy({ store.index[$0.path] != nil }) else {
        throw Failure(
          .refused,
          "\(store.name): the rollback changes members that no form describes, so it can't be a plan; leave out --plan."
        )
      }
      draft.stage(
        review.changes.compactMap { change in
          store.index[change.path].map { StagedValue($0, change.kind == .remove ? nil : change.new) }
        })
    }
    do throws(PlanError) { return try SettingsPlan(draft, for: store) } catch {
      throw Failure(.plan(error), file: store.name)
    }
  }
}
