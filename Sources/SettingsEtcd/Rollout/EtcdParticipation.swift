import Settings

/// The participation of an instance in one apply: it prepares, votes, and commits or aborts when the candidate ends.
struct EtcdParticipation: Sendable {
  /// The revision of the candidate's key.
  let revision: Int64
  private let content: Revision
  /// Prepares and votes; returns what is prepared.
  private let task: Task<RemoteApply?, Never>

  /// Begins to prepare.
  ///
  /// - Parameters:
  ///   - last: The last apply that the instance has committed.
  ///   - prepare: Asks the participants to prepare.
  ///   - vote: Sends the vote to etcd.
  init(
    in candidate: EtcdCandidate, at revision: Int64, after last: RemoteApply?,
    prepare: @escaping @Sendable ([UInt8]) async throws(ApplyError) -> RemoteApply,
    vote: @escaping @Sendable (EtcdVote) async -> Void
  ) {
    self.revision = revision
    content = Revision(of: candidate.content)
    task = Task {
      switch candidate.kind {
      case .revert:
        await last?.revert()
        await vote(EtcdVote(veto: nil))
        return nil
      case .apply:
        do throws(ApplyError) {
          let apply = try await prepare(candidate.content)
          await vote(EtcdVote(veto: nil))
          return apply
        } catch {
          if !Task.isCancelled { await vote(EtcdVote(veto: error.veto)) }
          return nil
        }
      }
    }
  }

  /// Refuses a candidate that this version of the library can't read.
  init(refusing revision: Int64, vote: @escaping @Sendable (EtcdVote) async -> Void) {
    self.revision = revision
    content = Revision(of: [])
    task = Task {
      await vote(
        EtcdVote(
          veto: "it can't read this proposal, which a later version of the program has made; update it first")
      )
      return nil
    }
  }

  /// Ends the participation when the candidate has ended; returns the apply if it was committed.
  ///
  /// - Parameter stored: The identity of the content that is stored now.
  func end(stored: Revision?) async -> RemoteApply? {
    task.cancel()
    guard let apply = await task.value else { return nil }
    guard stored == content else {
      await apply.abort()
      return nil
    }
    await apply.commit()
    return apply
  }
}

extension ApplyError {
  /// The reason of a veto.
  fileprivate var veto: String {
    if case .vetoed(let failure) = self { "\(failure.participant): \(failure.reason)" } else { description }
  }
}
