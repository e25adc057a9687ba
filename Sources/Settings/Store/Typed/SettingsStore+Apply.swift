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
  /// Only what the body changes is stored, down to a member of an element of a list: members that the app doesn't know stay.
  ///
  /// `{ $0.count += 1 }` counts each call that returns. The updates of one file run one after the other in this process, in the order of
  /// the calls, also those of several stores. If another process stores something at the same time, the body is called again with the
  /// new values, until it is stored: 30 s long, and then `update` throws `ApplyError.contended`, which means that other processes
  /// have stored something without a pause all that time.
  ///
  /// In a participant or a side effect of the store's own apply, `update` throws `ApplyError.applyInProgress`. Cost: linear in the size
  /// of the form.
  @discardableResult
  public func update(
    options: ApplyOptions = ApplyOptions(), _ body: @Sendable (inout Root) -> Void
  ) async throws(ApplyError) -> ApplyOutcome {
    // A participant or a side effect can't wait for an update that waits for its end.
    let turn = UntypedStore.isInActivity ? nil : await UpdateTurn(for: untyped.identity)
    defer { turn?.end() }
    var attempts = CommitAttempts()
    while attempts.begin() {
      guard !Task.isCancelled else { throw .canceled }
      do throws(ApplyError) {
        return try await untyped.apply(options, whenApplying: .wait) { () throws(ApplyError) in
          do throws(StoreError) { _ = try untyped.readStorage() } catch { throw .storage(error) }
          var draft = draft()
          draft.untyped.stage(
            valuesToStage(changing: saved(at: draft.untyped.base), in: draft.untyped, body))
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
