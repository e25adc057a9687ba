import SettingsForm

extension StoreEngine {
  /// Returns the versions of the content, newest first; the first is the stored content.
  ///
  /// Throws `SettingsStoreError` if the content or the log can't be read. Cost: reads the header of each of at most 50 records; if another program
  /// has stored the current content, compares it with the last version on record.
  package func history() throws(SettingsStoreError) -> [SettingsHistoryEntry] {
    do throws(SettingsStorageError) {
      let content = try storage.read()
      return try log.entries(
        stored: content?.revision, at: environment.now().wall,
        externalChanges: { confirmations.externalChanges(to: content, since: $0) }
      ).map { $0.described(by: index) }
    } catch {
      throw .storage(error)
    }
  }

  /// Reviews what a rollback to a version changes.
  ///
  /// Throws `ApplyError.noVersion` if the history no longer has its content.
  package func review(restoring entry: SettingsHistoryEntry) throws(ApplyError) -> FormReview {
    try refreshToApply()
    return shown(try restoration(of: entry).review(of: name), with: snapshot.rules.conditions)
  }

  /// Reviews what changed from one version to another.
  ///
  /// If one of them isn't JSON, the review has no changes, and the error is a problem. Throws `ApplyError.noVersion` if the history
  /// no longer has the content of one of them.
  package func review(from old: SettingsHistoryEntry, to new: SettingsHistoryEntry) throws(ApplyError)
    -> FormReview
  {
    let (old, new) = (try snapshot(of: old), try snapshot(of: new))
    let malformed = [old, new].compactMap(\.malformed)
    guard malformed.isEmpty else {
      return FormReview(
        file: name, revision: old.revision, changes: [],
        findings: malformed.map { .obstacle($0.problem) }, conflicts: [], findPatch: PatchFinder { [] })
    }
    return Restoration(new, over: old).review(of: name)
  }

  /// Returns the lines in which two versions differ; `nil` if they are equal or both are JSON. It is all that can be said of content that
  /// isn't JSON, since a part of it could be secret.
  package func changedLines(
    from old: SettingsHistoryEntry, to new: SettingsHistoryEntry
  ) throws(ApplyError) -> ClosedRange<Int>? {
    let versions = [try snapshot(of: old), try snapshot(of: new)]
    guard versions.contains(where: { $0.malformed != nil }) else { return nil }
    let bytes = versions.map { $0.content?.bytes ?? [] }
    return ChangedLines.range(from: bytes[0], to: bytes[1])
  }

  /// Applies a version, byte for byte.
  ///
  /// - Parameter review: The review that was shown to the user. Throws `ApplyError.stale` if the content has changed since.
  @discardableResult
  package func rollback(
    to entry: SettingsHistoryEntry, reviewed review: FormReview? = nil, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    if review == nil { try refreshToApply() }
    let restoration = try restoration(of: entry)
    if let review, review.revision != restoration.base.revision { throw .stale }
    return try await apply(options) { .version(restoration) }
  }

  /// Reviews content of another place that replaces what is stored, byte for byte, comments and layout included.
  package func review(copying content: StoredContent) -> FormReview { copy(of: content).review(of: name) }

  /// Applies content of another place, byte for byte, as an apply that the form can refuse.
  ///
  /// - Parameter review: The review that was shown. Throws `ApplyError.stale` if other content has been stored here since.
  package func apply(
    copying content: StoredContent, reviewed review: FormReview, options: ApplyOptions
  ) async throws(ApplyError) -> ApplyOutcome {
    let copy = copy(of: content)
    guard review.revision == copy.base.revision else { throw .stale }
    return try await apply(options) { .version(copy) }
  }

  private func copy(of content: StoredContent) -> Restoration {
    Restoration(content.bytes, from: .elsewhere, over: snapshot)
  }

  private func restoration(of entry: SettingsHistoryEntry) throws(ApplyError) -> Restoration {
    Restoration(try content(of: entry), over: snapshot)
  }

  private func snapshot(of entry: SettingsHistoryEntry) throws(ApplyError) -> Snapshot {
    // The history might not have the stored content: another program could have stored it.
    if entry.revision == snapshot.revision { return snapshot }
    return Snapshot(ofVersion: try content(of: entry), layers: snapshot.layers, form: form)
  }

  /// Returns the content of a version; `nil` if nothing was stored.
  ///
  /// Throws `ApplyError.noVersion` if the history no longer has its content.
  package func content(of entry: SettingsHistoryEntry) throws(ApplyError) -> [UInt8]? {
    // The history might not have the stored content: another program could have stored it.
    if entry.id == 0, entry.revision == snapshot.revision { return snapshot.content?.bytes }
    guard let content = try confirmations.content(of: entry.id) else { throw .noVersion }
    return content
  }
}

extension StoreEngine {
  /// Plans to forget the values of some settings, or whole versions, for a review.
  ///
  /// Returns `nil` if what is stored now can't be read: the file is missing or empty, or isn't JSON. Its last version may have the only copy
  /// of the values then. Throws `ApplyError.awaitingConfirmation` while an apply isn't confirmed, because its rollback needs the history as
  /// it is.
  ///
  /// Cost: reads all records.
  ///
  /// - Parameters:
  ///   - paths: The settings; empty for whole versions. A setting's former names count as well.
  ///   - isSelected: Whether a version loses them. The stored content never does.
  package func forgetting(
    _ paths: [SettingPath], in isSelected: (SettingsHistoryEntry) -> Bool
  ) throws(ApplyError) -> Forgetting? {
    let versions: [SettingsHistoryEntry]
    do throws(SettingsStoreError) {
      try refresh()
      versions = try history()
    } catch {
      throw .storage(error)
    }
    if let pending = versions.lazy.compactMap(\.confirmation).first { throw .awaitingConfirmation(pending) }
    let isText = snapshot.content?.bytes.contains { $0 > 0x20 } ?? false
    guard versions.isEmpty || isText && snapshot.malformed == nil else { return nil }
    do throws(SettingsStorageError) {
      return try Forgetting(
        paths.flatMap { [$0] + index.allFormerPaths(of: $0) }, of: versions,
        selected: Set(versions.filter(isSelected).map(\.id)), stored: snapshot.content,
        head: try storage.logNumbers().last ?? 0, record: storage.logRecord)
    } catch {
      throw .storage(.storage(error))
    }
  }

  /// Forgets what was planned, for good.
  ///
  /// If another program has stored the content, that becomes a version first: the last record is never removed, so no number is used for two
  /// versions. Throws `ApplyError.stale` if something was stored since it was planned. After another error, a part may be forgotten; the same
  /// command forgets the rest.
  package func forget(_ forgetting: Forgetting) throws(ApplyError) {
    // Also if all records are as planned: a crash may have left the displaced content of an apply.
    guard forgetting.head > 0 else { return }
    let isCurrent: Bool
    do throws(SettingsStorageError) { isCurrent = try rewrite(forgetting) } catch {
      throw .storage(.storage(error))
    }
    guard isCurrent else { throw .stale }
  }

  /// Returns `false` if something was stored since the plan.
  private func rewrite(_ forgetting: Forgetting) throws(SettingsStorageError) -> Bool {
    let content = try storage.read()
    let state = try log.state()
    guard state.head == forgetting.head, content?.revision == snapshot.revision else { return false }
    var head = forgetting.head
    if !forgetting.losses.isEmpty, state.version?.revision != content?.revision {
      let record = LogStep.recordOfBase(
        content, changes: confirmations.externalChanges(to: content, since: state), form: form,
        at: environment.now().wall)
      let commit = StorageCommit(
        content?.bytes, expecting: content?.revision, head: head, records: [forgetting.masked(record)])
      guard case .committed = try storage.commit(commit) else { return false }
      head += 1
    }
    return try storage.rewriteLog(forgetting.records, head: head)
  }
}

extension StoreEngine {
  /// Returns the settings that an update of the app has added: this form has them, and the form of the last apply didn't.
  ///
  /// A setting at a new path (`was`) isn't new. Nothing is new if no apply has been recorded, if there is no form,
  /// or if no setting of the last form is left. A key that a section allows by a pattern is never new.
  ///
  /// ```swift
  /// let paths = store.newSettings()
  /// for entry in store.index.settings where paths.contains(entry.path) { print(entry.setting.title) }
  /// ```
  ///
  /// Cost: linear in the number of settings.
  package func newSettings() -> Set<SettingPath> {
    guard formSettings.isRecordable,
      let recorded = storage.recordedSettings(otherThan: formSettings.known.revision)
    else { return [] }
    return formSettings.settings(newSince: recorded)
  }

  /// Records the form's settings after an apply that has succeeded.
  ///
  /// An apply that the history doesn't record keeps the marks of new settings, because no person has seen these settings then. So does
  /// a rollback of an apply that expired or was canceled.
  func recordSettings(appliedBy step: LogStep) {
    guard !step.commit.records.isEmpty, formSettings.isRecordable else { return }
    storage.recordSettings(formSettings.known)
  }
}
