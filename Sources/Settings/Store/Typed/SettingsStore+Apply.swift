extension SettingsStore {
  /// Creates an empty draft on top of the stored content.
  public func draft() -> SettingsDraft<Root> {
    SettingsDraft(untyped.draft(), of: self)
  }

  /// Applies a draft: all or nothing.
  ///
  /// Throws `ApplyError.applyInProgress` if the store is applying something else; ``update(options:_:)`` waits instead.
  @discardableResult
  public func apply(
    _ draft: SettingsDraft<Root>, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    try await untyped.apply(draft.untyped, options: options)
  }

  /// Changes settings: stages what the body changes in the stored values, and applies it, all or nothing.
  ///
  /// ```swift
  /// try await store.update { $0.calculation.timePeriod = 14 }
  /// ```
  ///
  /// If another process stores something at the same time, the body is called again with the new values. So
  /// `{ $0.count += 1 }` in several processes counts each call. Updates of one store run one after the other; in a participant
  /// or a side effect of the store's own apply, `update` throws `ApplyError.applyInProgress`. Cost: linear in the size of the form.
  @discardableResult
  public func update(
    options: ApplyOptions = ApplyOptions(), _ body: @Sendable (inout Root) -> Void
  ) async throws(ApplyError) -> ApplyOutcome {
    for _ in 0..<StorageCommit.maxAttempts {
      do throws(ApplyError) {
        return try await untyped.apply(options, whenApplying: .wait) { () throws(ApplyError) in
          do throws(StoreError) { _ = try untyped.readStorage() } catch { throw .storage(error) }
          var draft = draft()
          draft.untyped.stage(valuesToStage(changing: saved(at: draft.untyped.base), body))
          return .computed(draft.untyped)
        }
      } catch .stale {
        continue
      }
    }
    throw .contended
  }

  /// Creates a plan of the changes that a draft makes, to be applied later.
  ///
  /// Throws `PlanError.secret` if the draft changes secrets.
  public func plan(_ draft: SettingsDraft<Root>) throws(PlanError) -> SettingsPlan {
    try SettingsPlan(draft.untyped, for: untyped)
  }

  /// Applies a plan.
  ///
  /// Throws `ApplyError.plan` if the plan is stale, or if it is for another file or form.
  @discardableResult
  public func apply(
    _ plan: SettingsPlan, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    try await untyped.apply(plan, options: options)
  }
}
