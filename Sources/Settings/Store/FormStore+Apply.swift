extension FormStore {
  /// Applies a draft: validates it, prepares the participants, stores the content, commits the participants; all or
  /// nothing.
  ///
  /// If somebody else has stored something since, the draft is merged first; where both changed the same setting, it
  /// throws `ApplyError.conflicts`. A draft that changes no byte writes nothing and asks nobody.
  @discardableResult
  public func apply(_ draft: Draft) async throws(ApplyError) -> ApplyOutcome {
    guard beginApply() else { throw .underWay }
    defer { endApply() }

    var draft = draft
    for _ in 0..<32 {
      if let outcome = try await applyOnce(&draft) { return outcome }
    }
    throw .contended
  }

  /// One try; `nil` if somebody else stored something in the middle of it.
  private func applyOnce(_ draft: inout Draft) async throws(ApplyError) -> ApplyOutcome? {
    do throws(StoreError) { try reload() } catch { throw .storage(error) }
    let base = snapshot
    draft.rebase(onto: base)

    var review = draft.review(of: name)
    guard review.conflicts.isEmpty else { throw .conflicts(review.conflicts) }
    guard review.isApplicable else { throw .invalid(review.problems) }
    let candidate = try candidate(of: draft)
    guard candidate.bytes != base.document.bytes else {
      return ApplyOutcome(changes: [], revision: base.revision, isDurable: true)
    }

    review.candidate = candidate.bytes
    let transaction = Transaction(review: review, participants: participants)
    try await transaction.prepare()
    let result: CommitResult
    do throws(StorageError) {
      result = try storage.commit(candidate.bytes, expecting: base.revision)
    } catch {
      await transaction.abort()
      throw .storage(.storage(error))
    }
    guard case .committed(let revision, let isDurable) = result else {
      await transaction.abort()
      return nil
    }
    try await transaction.commit(orElse: { restore(base, over: revision) })
    let problems = validator.problems(in: candidate)
    publish(Snapshot(document: candidate, revision: revision, problems: problems), review.changes)
    return ApplyOutcome(changes: review.changes, revision: revision, isDurable: isDurable)
  }

  /// The document as it would be, fit for the form and for the app.
  private func candidate(of draft: Draft) throws(ApplyError) -> JSONDocument {
    let bytes: [UInt8]
    do throws(JSONEditError) { bytes = try draft.candidate() } catch { throw .uneditable(error) }
    let candidate: JSONDocument
    do throws(JSONParseError) {
      candidate = try JSONDocument(parsing: bytes)
    } catch {
      throw .storage(.malformed(file: name, error))
    }
    do throws(SettingsDecodingError) { try check(candidate) } catch { throw .undecodable(error) }
    return candidate
  }

  /// Puts the old content back, unless somebody else has stored something since; says whether it could.
  private func restore(_ old: Snapshot, over revision: Revision?) -> Bool {
    let bytes = old.revision == nil ? nil : old.document.bytes
    guard case .committed? = try? storage.commit(bytes, expecting: revision) else { return false }
    return true
  }
}
