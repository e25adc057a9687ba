import SettingsForm

/// What an apply is to store.
enum Proposal: Sendable {
  /// Changes that are merged with those of others.
  case draft(Draft)
  /// Changes that are applied to the version that they were made for, or not at all.
  case plan(Draft, version: Int)
  /// A version as it was.
  case version(Restoration)

  /// What the history calls it.
  var kind: HistoryEntry.Kind {
    switch self {
    case .draft, .plan: .apply
    case .version: .rollback
    }
  }

  /// Whether what its review finds fine is fine as a whole: nothing but values of settings changes, and the form asks
  /// nothing of a section, nor does it hide anything from the review.
  var isCheckedByParts: Bool {
    switch self {
    case .draft(let draft), .plan(let draft, _):
      draft.isCheckedByParts && draft.index.form.rules.isEmpty
    case .version: false
    }
  }

  /// Moves it onto the stored content.
  ///
  /// - Parameter version: The number of the last version on record.
  mutating func rebase(onto base: Snapshot, version: Int) throws(ApplyError) {
    switch self {
    case .draft(var draft):
      draft.rebase(onto: base)
      self = .draft(draft)
    case .plan(let draft, let planned):
      guard draft.revision == base.revision, planned == version else { throw .plan(.stale) }
    case .version(let restoration):
      guard restoration.base.revision == base.revision else { throw .stale }
    }
  }

  /// What it would do.
  func review(of file: String) -> Review {
    switch self {
    case .draft(let draft), .plan(let draft, _): draft.review(of: file)
    case .version(let restoration): restoration.review(of: file)
    }
  }

  /// The bytes to store; `nil` to store nothing any more.
  func candidate() throws(ApplyError) -> [UInt8]? {
    switch self {
    case .draft(let draft), .plan(let draft, _):
      let bytes: [UInt8]
      do throws(JSONEditError) { bytes = try draft.candidate() } catch { throw .uneditable(error) }
      // An empty document stands for nothing stored until something is set.
      return bytes == draft.base.document.bytes ? draft.base.content?.bytes : bytes
    case .version(let restoration):
      return restoration.bytes
    }
  }
}
