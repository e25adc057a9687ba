import Settings
import SettingsSystem

/// An offer to restore the draft of an editor that was terminated.
@MainActor
struct RecoveryOffer {
  let leftover: RecoveryFolder.Leftover
  /// The changes that can be staged in this form and that aren't staged already.
  let values: [StagedValue]
  /// What was left out of the review.
  let leftOut: [Review.Item]
  /// The edit of the text that couldn't be staged; otherwise `nil`.
  let edit: ExternalEdit?
  /// The changes in sentences.
  let text: String

  /// Creates an offer; returns `nil` if the draft already has all the changes.
  init?(_ leftover: RecoveryFolder.Leftover, _ core: EditorCore) {
    self.leftover = leftover
    let record = leftover.record
    let model = core.model
    let known = record.changes.filter { change in
      core.index[change.path].map { !$0.setting.traits.contains(.readOnly) } ?? false
    }
    values = known.compactMap { change in
      let now = model.isSet(change.path) ? model.value(at: change.path) : nil
      return now == change.value ? nil : core.index[change.path].map { StagedValue($0, change.value) }
    }
    let secrets = record.secrets.filter { core.index[$0] != nil && !model.isStaged($0) }
    edit = record.text.flatMap { core.edit(of: $0) }
    guard !values.isEmpty || !secrets.isEmpty || edit != nil else { return nil }
    let count = values.count + secrets.count
    var sentences =
      count == 0
      ? []
      : [
        "\(Phrase.count(count, "unsaved change")) from \(Timestamp(milliseconds: record.time * 1_000).shortLocalText()) "
          + "\(count == 1 ? "was" : "were") not applied"
          + (values.isEmpty ? "." : ": \(Self.list(values.map(\.path))).")
      ]
    if !secrets.isEmpty {
      sentences.append(
        secrets.count == 1
          ? "\(secrets[0]) is a secret, which was not saved; type it again."
          : "\(secrets.count) are secrets, which were not saved; type them again.")
    }
    let moved = known.filter { change in
      let stored = model.savedValue(at: change.path)
      return change.base != nil && stored != change.base && stored != change.value
    }
    leftOut = record.leftOut.map { item in
      // A part of another value may be another part.
      moved.first { $0.path.contains(item.path) }.map { .setting($0.path) } ?? item
    }
    if !leftOut.isEmpty {
      let settings = Set(leftOut.map { core.index.entry(containing: $0.path)?.path ?? $0.path })
      sentences.append(
        "What was left out of the review stays left out: \(Self.list(settings.sorted { $0.description < $1.description }))."
      )
    }
    if edit != nil {
      sentences.append("Text from your editor that couldn't be staged was saved, too; it opens again.")
    }
    if !moved.isEmpty {
      sentences.append(
        "The file now has other values for \(Self.list(moved.map(\.path))).")
    }
    let gone = record.changes.count - known.count
    if gone > 0 {
      sentences.append("\(Phrase.count(gone, "unsaved change")) can't be made in this form anymore.")
    }
    text = sentences.joined(separator: " ")
  }

  /// The question whether to restore it.
  var question: Question {
    Question(
      name: "Unsaved changes", text: text,
      buttons: [
        .init("Restore", key: "r", restoring),
        .init("Discard", key: "d", [.removeRecovery(leftover)]),
        .init("Not now", key: "n"),
      ])
  }

  private var restoring: [EditorAction] {
    [.edit(.restore(values, leavingOut: leftOut))] + (edit.map { [.editExternally($0)] } ?? [])
      + [.removeRecovery(leftover)]
  }

  private static func list(_ paths: [SettingPath]) -> String {
    let shown = paths.prefix(3).map(\.description).joined(separator: ", ")
    return paths.count > 3 ? shown + " and \(paths.count - 3) more" : shown
  }
}
