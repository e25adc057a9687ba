import SettingsEditing
import SettingsTUI

/// The changes that a command applies.
///
/// Each case has a way of its own through the store, because they promise different things: a draft is rebased onto what is stored, a plan
/// is refused if anything has changed since, and a version is restored byte for byte.
enum Intent {
  /// Staged changes.
  case draft(Draft)
  /// The changes of a saved review.
  case plan(SettingsPlan)
  /// A rollback to a version of the history.
  case version(SettingsHistoryEntry)
  /// The content of another place, which is new here.
  case copy(StoredContent)

  /// Returns the review of the changes. Throws if a plan is stale or for another file, or if a version can't be restored.
  func review(in store: StoreEngine) throws(Failure) -> FormReview {
    do throws(ApplyError) {
      return switch self {
      case .draft(let draft): store.review(draft)
      case .plan(let plan): try store.review(plan)
      case .version(let entry): try store.review(restoring: entry)
      case .copy(let content): store.review(copying: content)
      }
    } catch {
      throw Failure(error, file: store.name)
    }
  }

  /// Whether the file stays unchanged, according to the review. Then nobody is asked. A draft that changes only a comment isn't empty.
  func isEmpty(_ review: FormReview) -> Bool {
    switch self {
    case .draft(let draft): review.changes.isEmpty && !draft.changesComments
    case .plan: review.changes.isEmpty && review.comments.isEmpty
    // Versions can differ in comments only.
    case .version(let entry): entry.revision == review.revision
    case .copy(let content): content.revision == review.revision
    }
  }

  /// Whether the version that is restored had no file.
  var removesFile: Bool {
    switch self {
    case .draft, .plan, .copy: false
    case .version(let entry): entry.revision == nil
    }
  }

  /// Whether bytes are stored as they are, and not changes of values.
  var isVersion: Bool {
    switch self {
    case .draft, .plan: false
    case .version, .copy: true
    }
  }

  /// Applies the changes.
  func apply(
    to store: StoreEngine, reviewed review: FormReview, _ options: ApplyOptions
  ) async throws(ApplyError) -> ApplyOutcome {
    switch self {
    case .draft(let draft): try await store.apply(draft, options: options)
    case .plan(let plan): try await store.apply(plan, options: options)
    case .version(let entry): try await store.rollback(to: entry, reviewed: review, options: options)
    case .copy(let content): try await store.apply(copying: content, reviewed: review, options: options)
    }
  }

  /// Returns a plan to apply the changes later.
  ///
  /// A rollback becomes a plan with the changed settings and members. It is refused if values can't say what would change: text that isn't
  /// JSON, comments and layout alone, or the file itself.
  func plan(for store: StoreEngine, _ review: FormReview) throws(Failure) -> SettingsPlan {
    if isVersion {
      guard review.changedLines == nil, !removesFile, !review.changes.isEmpty,
        review.changes.allSatisfy({ !$0.path.isRoot || store.index[$0.path] != nil })
      else {
        throw Failure(
          .refused,
          message:
            "\(store.name): the rollback changes more than values, so it can't be a plan; leave out --plan.")
      }
    }
    do throws(SettingsPlanError) {
      return switch self {
      case .draft(let draft): try SettingsPlan(draft, for: store)
      case .plan(let plan): plan
      case .version, .copy: try SettingsPlan(review, for: store)
      }
    } catch {
      throw Failure(.plan(error), file: store.name)
    }
  }
}
