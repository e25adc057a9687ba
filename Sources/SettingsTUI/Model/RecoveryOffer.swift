import Settings
import SettingsSystem

/// An offer to restore the draft of an editor that was terminated.
@MainActor
struct RecoveryOffer {
  let leftover: RecoveryFolder.Leftover
  /// The changes that can be staged in this form and that aren't staged already.
  let values: [StagedValue]
  /// The comments that aren't staged already.
  let comments: [Review.Comment]
  /// What was left out of the review.
  let leftOut: [Review.Item]
  /// The edit of the text that couldn't be staged; otherwise `nil`.
  let edit: ExternalEdit?
  /// When they were made, and how many there are; empty if there is only text from the person's own editor.
  let summary: String
  /// Each change in a few words: the setting, its unsaved value, and the value that it has now.
  let changes: [String]
  /// What else there is to know, in sentences.
  let remarks: String

  /// The whole offer.
  var text: String {
    ([summary] + changes + [remarks]).filter { !$0.isEmpty }.joined(separator: "\n")
  }

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
    let stagedComments = model.review().comments
    comments = record.comments.filter { !stagedComments.contains($0) }
    guard !values.isEmpty || !secrets.isEmpty || !comments.isEmpty || edit != nil else { return nil }
    let count = values.count + secrets.count + comments.count
    summary =
      count == 0
      ? ""
      : "\(Phrase.count(count, "unsaved change")) from \(Timestamp(milliseconds: record.time * 1_000).shortLocalText()) "
        + "\(count == 1 ? "was" : "were") not applied\(values.isEmpty && comments.isEmpty ? "." : ":")"
    let lines =
      values.prefix(Self.mostChanges).map { Self.line(about: $0, model) }
      + comments.prefix(Self.mostChanges).map { "\($0.path): comment \(Phrase.shown($0.text))" }
    let others = values.count + comments.count - lines.count
    changes = lines + (others > 0 ? ["and \(others) more"] : [])
    var sentences: [String] = []
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
    remarks = sentences.joined(separator: " ")
  }

  private static func line(about change: StagedValue, _ model: UntypedViewModel) -> String {
    let setting = change.entry.setting
    func text(_ value: JSONValue?) -> String {
      let text = Phrase.shown(setting.text(for: value))
      return text.count > longestValue ? text.prefix(longestValue) + "…" : text
    }
    guard let value = change.value else { return "\(change.path): the default" }
    let now = model.value(at: change.path)
    return "\(change.path): \(text(value))" + (now.map { ", now \(text($0))" } ?? "")
  }

  private static let mostChanges = 100
  private static let longestValue = 60

  /// The question whether to restore it.
  var question: Question {
    Question(
      name: "Unsaved changes", text: text,
      buttons: [
        .init("Restore", key: "r", restoring),
        .init("Discard", key: "d", [.discardRecovery(self)], loses: true),
        .init("Not now", key: "n"),
      ], comesUnasked: true)
  }

  private var restoring: [EditorAction] {
    [.edit(.restore(values, leavingOut: leftOut))] + comments.map { .edit(.comment($0.text, above: $0.path)) }
      + (edit.map { [.editExternally($0)] } ?? [])
      + [.removeRecovery(leftover)]
  }

  private static func list(_ paths: [SettingPath]) -> String {
    let shown = paths.prefix(3).map(\.description).joined(separator: ", ")
    return paths.count > 3 ? shown + " and \(paths.count - 3) more" : shown
  }
}
