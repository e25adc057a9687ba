import SettingsForm

extension UntypedStore {
  /// The versions of the content, newest first; the first is what is stored now.
  ///
  /// Throws `StoreError` if the content or the log can't be read. Cost: reads a line of each of at most 50 records; if
  /// another program has stored the present content, compares it with the last one on record.
  public func history() throws(StoreError) -> [HistoryEntry] {
    do throws(StorageError) {
      let content = try storage.read()
      return try log.entries(
        now: content?.revision, outside: { confirmations.externalChanges(to: content, since: $0) }
      ).map { $0.masked(by: index) }
    } catch {
      throw .storage(error)
    }
  }

  /// What a return to a version would do.
  ///
  /// Throws `ApplyError.noVersion` if its content is not kept any more.
  public func review(restoring entry: HistoryEntry) throws(ApplyError) -> Review {
    do throws(StoreError) { try refresh() } catch { throw .storage(error) }
    return completed(try restoration(of: entry).review(of: name))
  }

  /// Returns to a version, byte for byte: an apply like any other.
  ///
  /// - Parameter review: what was shown to a person. If another content has been stored since, it throws
  ///   `ApplyError.stale`.
  @discardableResult
  public func rollback(
    to entry: HistoryEntry, reviewed review: Review? = nil, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    if review == nil { do throws(StoreError) { try refresh() } catch { throw .storage(error) } }
    let restoration = try restoration(of: entry)
    if let review, review.revision != restoration.base.revision { throw .stale }
    return try await apply(.version(restoration), options)
  }

  private func restoration(of entry: HistoryEntry) throws(ApplyError) -> Restoration {
    let content: [UInt8]??
    do throws(StorageError) { content = try log.content(of: entry.id) } catch {
      throw .storage(.storage(error))
    }
    guard let content else { throw .noVersion }
    do throws(JSONParseError) {
      return try Restoration(content, over: snapshot, validator: validator)
    } catch {
      throw .storage(.malformed(file: name, error))
    }
  }
}
