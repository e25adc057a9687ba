import SettingsForm
import SettingsSystem

/// The changes that an apply is asked to store.
///
/// It is indirect, because every phase of an apply copies it.
indirect enum Proposal: Sendable {
  /// The changes of a draft, and on which content they may be stored.
  case draft(Draft, Basis = .any)
  /// A version that is restored byte for byte, over the content with which it was compared.
  ///
  /// The stored content doesn't have to be JSON, because nothing of it is kept. So a damaged file can be rolled back.
  case version(Restoration)

  /// What changes are for.
  enum Basis {
    /// Any content: the changes are merged with what other processes have stored.
    case any
    /// The content from which they were computed. If it has changed, the caller computes them again: a counter that was read as 3 must not
    /// be stored as 4 if it is 7 now.
    case computed
    /// The version that they were planned for. Its number also has to match, because after a rollback, the same bytes are another version.
    case planned(version: Int)
  }

  /// The version that is restored; `nil` for an apply.
  var version: Snapshot? {
    if case .version(let restoration) = self { restoration.version } else { nil }
  }

  /// Whether a version of the history is restored.
  var isRollback: Bool {
    if case .version(let restoration) = self { restoration.source == .history } else { false }
  }

  /// Whether the review checks everything that the proposal can change: only values of settings change, and neither rules
  /// nor keywords of sections depend on them.
  var isCheckedByParts: Bool {
    guard case .draft(let draft, _) = self else { return false }
    return draft.isCheckedByParts && draft.index.form.rules.isEmpty
  }

  /// The form's settings, whose positions the results of the rules have.
  var index: FormIndex {
    switch self {
    case .draft(let draft, _): draft.index
    case .version(let restoration): restoration.base.index
    }
  }

  /// The results of the form's rules with the changes.
  private var rules: RuleState {
    switch self {
    case .draft(let draft, _): draft.rules
    case .version(let restoration): restoration.version.rules
    }
  }

  /// Returns the document with the changes, for reading without the form: with the values of other layers and with derived defaults.
  func complete(_ document: JSONDocument, over layers: LayerStack) -> JSONDocument {
    document.withEffectiveValues(of: layers, rules, in: index)
  }

  /// Returns the proposal on top of the stored content.
  ///
  /// - Parameter version: The number of the last version on record.
  func rebased(onto base: Snapshot, version: Int) throws(ApplyError) -> Proposal {
    switch self {
    case .draft(var draft, .any):
      draft.rebase(onto: base)
      return .draft(draft)
    case .draft(let draft, .computed):
      guard draft.revision == base.revision else { throw .stale }
    case .draft(let draft, .planned(let planned)):
      guard draft.revision == base.revision, planned == version else { throw .plan(.stale) }
    case .version(let restoration):
      guard restoration.base.revision == base.revision else { throw .stale }
    }
    return self
  }

  /// Reviews the changes.
  func review(of file: String) -> FormReview {
    switch self {
    case .draft(let draft, _): draft.review(of: file)
    case .version(let restoration): restoration.review(of: file)
    }
  }

  /// Returns the bytes to store; `nil` to store nothing.
  ///
  /// If the changes have no effect on the text, these are the stored bytes, even where the document was read with migrations: an apply
  /// without a change doesn't rewrite a file of an earlier version.
  func candidate() throws(ApplyError) -> [UInt8]? {
    switch self {
    case .draft(let draft, _):
      let bytes: [UInt8]
      do throws(JSONEditError) { bytes = try draft.candidate() } catch { throw .uneditable(error) }
      // While nothing is stored, the base is an empty document, which isn't stored unless a setting is set.
      let read = draft.base.read
      if draft.base.content == nil, bytes.hasSameBytes(as: read.document.bytes) { return nil }
      return bytes.hasSameBytes(as: read.stored.bytes) ? draft.base.content?.bytes : bytes
    case .version(let restoration):
      return restoration.bytes
    }
  }
}

/// An apply of another process that participants of this process have prepared for.
///
/// The participants receive `prepare` before it exists, and then one call: `commit` if the other process has stored the content,
/// `abort` if it hasn't. A failure has no effect on the other process.
package struct RemoteApply: Sendable {
  /// The changes, compared with what was stored before.
  let review: FormReview
  /// The changes back to what was stored before.
  let rollback: FormReview
  let participants: ParticipantGroup

  /// Puts the changes into effect; they are durable by now, and failures of participants can't change that.
  package func commit() async {
    _ = await participants.commitAll(review)
  }

  /// Drops what was prepared.
  package func abort() async {
    await participants.abort(review)
  }

  /// Undoes the commit, because the other process has restored the old content. Participants get the review of the way back.
  package func revert() async {
    _ = await participants.revert(review, by: rollback)
  }
}
