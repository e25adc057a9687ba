import SettingsForm

extension SettingsPlan {
  /// Creates a plan of the changes that a draft makes to a store's content.
  ///
  /// Throws `PlanError.secret` if the draft changes secrets.
  package init(_ draft: Draft, for store: UntypedStore) throws(PlanError) {
    let version: Int
    do throws(StorageError) { version = try store.log.state().version?.number ?? 0 } catch {
      throw .storage(error)
    }
    try self.init(
      draft.review(of: store.name), for: store.identity, form: store.formRevision, version: version,
      documentVersion: store.index.form.documentVersion)
  }
}

extension UntypedStore {
  /// The identity of the form in plans.
  fileprivate var formRevision: Revision { Revision(of: Array(index.form.exported.json.description.utf8)) }

  /// Reviews the changes that a plan makes.
  ///
  /// Throws `ApplyError.plan` if the plan is stale, or if it is for another file or form.
  package func review(_ plan: SettingsPlan) throws(ApplyError) -> Review {
    review(try draft(of: plan))
  }

  /// Applies a plan.
  ///
  /// Throws `ApplyError.plan` if the plan is stale, or if it is for another file or form.
  @discardableResult
  package func apply(
    _ plan: SettingsPlan, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    let draft = try draft(of: plan)
    return try await apply(options) { .plan(draft, version: plan.version) }
  }

  private func draft(of plan: SettingsPlan) throws(ApplyError) -> Draft {
    do throws(StoreError) { try refresh() } catch { throw .storage(error) }
    var draft = draft()
    do throws(PlanError) {
      try plan.stage(in: &draft, for: identity, form: formRevision)
    } catch {
      throw .plan(error)
    }
    guard try logState(.now).version?.number ?? 0 == plan.version else { throw .plan(.stale) }
    return draft
  }
}
