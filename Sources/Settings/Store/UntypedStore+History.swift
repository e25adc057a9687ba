import SettingsForm

extension UntypedStore {
  /// Returns the versions of the content, newest first; the first is the stored content.
  ///
  /// Throws `StoreError` if the content or the log can't be read. Cost: reads the header of each of at most 50 records; if
  /// another program has stored the current content, compares it with the last one on record.
  package func history() throws(StoreError) -> [HistoryEntry] {
    do throws(StorageError) {
      let content = try storage.read()
      return try log.entries(
        stored: content?.revision, at: environment.now().wall,
        externalChanges: { confirmations.externalChanges(to: content, since: $0) }
      ).map { $0.masked(by: index) }
    } catch {
      throw .storage(error)
    }
  }

  /// Reviews what a rollback to a version changes.
  ///
  /// Throws `ApplyError.noVersion` if the history no longer has its content.
  package func review(restoring entry: HistoryEntry) throws(ApplyError) -> Review {
    do throws(StoreError) { try refresh() } catch { throw .storage(error) }
    return completed(try restoration(of: entry).review(of: name))
  }

  /// Reviews what changed from one version to another.
  ///
  /// If one of them isn't JSON, the review has no changes, and the error is a problem. Throws `ApplyError.noVersion` if the history
  /// no longer has the content of one of them.
  package func review(from old: HistoryEntry, to new: HistoryEntry) throws(ApplyError) -> Review {
    let (old, new) = (try snapshot(of: old), try snapshot(of: new))
    let malformed = [old, new].compactMap(\.malformed)
    guard malformed.isEmpty else {
      return Review(
        file: name, revision: old.revision, changes: [],
        findings: malformed.map { .obstacle($0.problem) }, conflicts: [], patchSteps: [])
    }
    return Restoration(new, over: old, validator: validator).review(of: name)
  }

  /// Returns the lines in which two versions differ; `nil` if they are equal or both are JSON.
  package func changedLines(
    from old: HistoryEntry, to new: HistoryEntry
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
    to entry: HistoryEntry, reviewed review: Review? = nil, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    if review == nil { do throws(StoreError) { try refresh() } catch { throw .storage(error) } }
    let restoration = try restoration(of: entry)
    if let review, review.revision != restoration.base.revision { throw .stale }
    return try await apply(options) { .version(restoration) }
  }

  private func restoration(of entry: HistoryEntry) throws(ApplyError) -> Restoration {
    Restoration(try content(of: entry), over: snapshot, validator: validator)
  }

  private func snapshot(of entry: HistoryEntry) throws(ApplyError) -> Snapshot {
    // The history may not have the stored content, because another program has stored it.
    if entry.revision == snapshot.revision { return snapshot }
    return Snapshot(ofVersion: try content(of: entry), layers: snapshot.layers, validator: validator)
  }

  /// Returns the content of a version; `nil` if nothing was stored.
  ///
  /// Throws `ApplyError.noVersion` if the history no longer has its content.
  package func content(of entry: HistoryEntry) throws(ApplyError) -> [UInt8]? {
    // The history may not have the stored content, because another program has stored it.
    if entry.id == 0, entry.revision == snapshot.revision { return snapshot.content?.bytes }
    let content: [UInt8]??
    do throws(StorageError) { content = try log.content(of: entry.id) } catch {
      throw .storage(.storage(error))
    }
    guard let content else { throw .noVersion }
    return content
  }
}
