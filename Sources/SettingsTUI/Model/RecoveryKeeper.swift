import Dispatch
import SettingsEditing
import SettingsSystem

/// Saves the draft in a recovery file shortly after each change, while the editor is open.
///
///     key ─▶ noteChange ─▶ timer (0.2 s after the last key, 1 s after the first) ─▶ take ─▶ queue ─▶ file
///                                                      saveNow (before a program runs, at the end) ───┘  and waits
///
/// It waits for a pause of 0.2 s between keys, but no longer than a second. Fast typing doesn't write a file for each key, and a crash
/// loses at most a second. The main actor decides what to write, and a serial queue writes it in that order, so an older draft never
/// replaces a newer one. ``saveNow()`` waits in the same queue: when it returns, all earlier drafts are written, too.
///
/// A draft without changes has no file: when the last change is undone or applied, the file is removed. A failure to write is reported once
/// and not again, because a full disk shouldn't interrupt every key press.
@MainActor
final class RecoveryKeeper {
  private let folder: RecoveryFolder
  /// The settings file, as an absolute path.
  private let settingsFile: String
  private let file: RecoveryFile
  private let queue = DispatchQueue(label: "settings.recovery")
  private var waiting: Task<Void, Never>?
  /// When the oldest change that isn't saved yet was made. From it, `noteChange` knows how much of the second is left.
  private var waitsSince: ContinuousClock.Instant?
  /// What the file contains, or will contain when the queue is done; `nil` without a file. A record with the same content isn't written
  /// again: an edit and its undo write nothing.
  private var kept: RecoveryRecord?
  /// Makes the record of the draft, for a settings file at a time.
  private let record: @MainActor (_ file: String, _ time: Int64) -> RecoveryRecord
  /// Called once if the file can't be written.
  private let onFailure: @MainActor (SystemCallError) -> Void
  private var hasFailed = false

  /// Fails if there is no folder for drafts, or no name for the settings by which the next start would find them.
  init?(
    _ folder: RecoveryFolder?, settingsFile: String,
    record: @escaping @MainActor (_ file: String, _ time: Int64) -> RecoveryRecord,
    onFailure: @escaping @MainActor (SystemCallError) -> Void
  ) {
    guard let folder, settingsFile.hasPrefix("/") || settingsFile.contains("://") else { return nil }
    self.folder = folder
    self.settingsFile = settingsFile
    self.record = record
    self.onFailure = onFailure
    file = folder.file(for: settingsFile)
  }

  /// Returns the recovery files that other editors of the settings file left behind.
  func leftovers() -> [RecoveryFolder.Leftover] { folder.leftovers(of: settingsFile) }

  func remove(_ leftover: RecoveryFolder.Leftover) { folder.remove(leftover) }

  /// Records that the draft changed.
  func noteChange() {
    let now = ContinuousClock.now
    let since = waitsSince ?? now
    waitsSince = since
    waiting?.cancel()
    waiting = Task { [weak self] in
      let patience = max(.zero, min(.milliseconds(200), .seconds(1) - (now - since)))
      if (try? await Task.sleep(for: patience)) != nil { self?.save() }
    }
  }

  /// Saves the draft in the background.
  private func save() {
    guard let record = take() else { return }
    queue.async { [file, weak self] in
      if let error = Self.write(record, to: file) {
        DispatchQueue.main.async { MainActor.assumeIsolated { self?.fail(error) } }
      }
    }
  }

  /// Saves the draft, and returns when it is durable; returns `false` if it couldn't be saved.
  @discardableResult
  func saveNow() -> Bool {
    let record = take()
    return queue.sync { record.map { Self.write($0, to: file) == nil } ?? !hasFailed }
  }

  /// Returns the record that the file has to have, or an empty one if it has to be removed; `nil` if there is nothing to do.
  ///
  /// Only the main actor calls this, and each result goes to the queue before the next call. `kept` changes here, not after the write,
  /// since the next decision must see this one.
  private func take() -> RecoveryRecord? {
    waiting?.cancel()
    waitsSince = nil
    let record = self.record(settingsFile, WallTime.now.milliseconds / 1_000)
    guard !record.isEmpty else {
      defer { kept = nil }
      return kept == nil ? nil : record
    }
    if let kept, record.hasSameContent(as: kept) { return nil }
    kept = record
    return record
  }

  /// Only called in the queue. A file that can't be removed isn't a failure; it is offered at the next start.
  private nonisolated static func write(_ record: RecoveryRecord, to file: RecoveryFile) -> SystemCallError? {
    guard record.isEmpty else { return file.write(record.bytes) }
    file.remove()
    return nil
  }

  /// Tells the editor, the first time.
  private func fail(_ error: SystemCallError) {
    guard !hasFailed else { return }
    hasFailed = true
    onFailure(error)
  }
}

/// An offer to restore the draft of an editor that was terminated.
///
/// The record is older than the file and maybe than the form, so it can't be staged as it is. Each staged change falls into one of these
/// groups:
///
/// | The change | What the offer does |
/// | --- | --- |
/// | is of a setting that the form has and allows to change, with another value than now | stages it again |
/// | has the value that the setting has now | leaves it out |
/// | removes a member that the form doesn't describe and the file still has | removes it again |
/// | is of a setting that the form no longer has, or that is read-only | counts it in a sentence, and keeps the file |
/// | is a secret, whose value was never written | asks the person to type it again |
/// | only gives members other keys, also of secrets | stages it again, with the values that are stored now |
/// | was made when the file had another value | stages it, and says that the file has changed since |
@MainActor
struct RecoveryOffer {
  let leftover: RecoveryFolder.Leftover
  /// The changes that can be staged in this form and that aren't staged already.
  let values: [StagedValue]
  /// The members to remove that the form doesn't describe.
  let removals: [SettingPath]
  /// What they do to the text around values, without the comments that are staged already.
  let textChanges: TextChanges
  /// What was left out of the review.
  let leftOut: [FormReview.Item]
  /// The edit of the text that couldn't be staged; otherwise `nil`.
  let edit: ExternalEdit?
  /// The text of a section that was being typed; otherwise `nil`.
  let sectionText: UnstagedText?
  /// When the changes were made, each of them in a few words, and what else there is to know.
  let text: String

  /// Whether there is something to stage again.
  var canBeRestored: Bool { !values.isEmpty || !removals.isEmpty || !textChanges.comments.isEmpty || hasText }

  private var hasText: Bool { edit != nil || sectionText != nil }

  /// Creates an offer; returns `nil` if the draft already has all the changes.
  ///
  /// Changes that can't be made anymore are an offer, too: only a person may decide that they are lost.
  init?(_ leftover: RecoveryFolder.Leftover, core: EditorCore) {
    self.leftover = leftover
    let record = leftover.record
    let model = core.model
    func isKnown(_ change: RecoveryRecord.Change) -> Bool {
      core.index[change.path].map { !$0.setting.traits.contains(.readOnly) } ?? false
    }
    let renamedSecrets = record.renamedSecrets(in: core.index).map { path in
      let stored = model.draft.storedMember(at: record.textChanges.origins[path] ?? path)
      let value = stored.flatMap { record.textChanges.renamingMembers(of: $0, at: path) }
      return RecoveryRecord.Change(path: path, value: value, base: nil)
    }
    let recorded =
      record.changes.map { $0.following(record, in: model.draft) } + renamedSecrets.filter { $0.value != nil }
    let known = recorded.filter(isKnown)
    values = known.compactMap { change in
      let now = model.isSet(change.path) ? model.value(at: change.path) : nil
      // Of members with equal values that exchange their keys, only the moves say something.
      let moves = record.textChanges.origins.filter {
        change.path.contains($0.key) && model.draft.textChanges.origins[$0.key] != $0.value
      }
      return now == change.value && !model.draft.movesStored(moves)
        ? nil : core.index[change.path].map { StagedValue($0, value: change.value) }
    }
    let secrets = record.secrets.filter { core.index[$0] != nil && !model.isStaged($0) }
    sectionText = record.text?.path.flatMap { core.index.section(at: $0) } == nil ? nil : record.text
    edit = sectionText == nil ? record.text.flatMap { core.edit(of: $0) } : nil
    let hasText = sectionText != nil || edit != nil
    let moved = known.filter { change in
      let stored = model.savedValue(at: change.path)
      return change.base != nil && stored != change.base && stored != change.value
    }
    let staged = model.draft.review()
    var textChanges = record.textChanges
    textChanges.comments = textChanges.comments.filter { staged.text.comments[$0.key] != $0.value }
    // Which element is which was said of the list that the file had then.
    textChanges.elementOrigins = textChanges.elementOrigins.filter { list, _ in
      !moved.contains { $0.path.contains(list) }
    }
    let others = recorded.filter { !isKnown($0) }
    func isRemovable(_ path: SettingPath) -> Bool {
      model.draft.isUndescribed(path)
        || record.textChanges.commentSwitches.contains(path) && model.draft.hasStoredMember(at: path)
    }
    removals = others.filter { $0.value == nil && isRemovable($0.path) }.map(\.path)
      .filter { !model.isStaged($0) }
    // If a member is to be removed and the file no longer has it, there is nothing left to do.
    let lost = others.filter { change in
      change.value != nil
        || model.draft.hasStoredMember(at: change.path) && !isRemovable(change.path)
    }
    let unnamed = renamedSecrets.filter {
      $0.value == nil && !model.isSet($0.path) && !record.secrets.contains($0.path)
    }
    // A member that isn't there anymore can't have a comment.
    var restored = model.draft
    restored.stage(values, removing: removals, storesDefaults: true, with: textChanges)
    let orphans = textChanges.comments.keys.filter { restored.textChanges.comments[$0] == nil }
    for path in orphans { textChanges.comments[path] = nil }
    let comments = textChanges.comments.sorted { $0.key.pointer < $1.key.pointer }
    self.textChanges = textChanges
    let gone = lost.count + unnamed.count + orphans.count
    guard
      !values.isEmpty || !removals.isEmpty || !secrets.isEmpty || !comments.isEmpty || hasText
        || gone > 0
    else { return nil }
    let stagedChanges = Set(staged.changes.listed)
    let listed = restored.review().changes.listed.filter { !stagedChanges.contains($0) }
    let count = listed.count + secrets.count + comments.count
    let summary =
      count == 0
      ? ""
      : "\(Phrase.count(count, noun: "unsaved change")) from \(WallTime(milliseconds: record.time * 1_000).shortLocalText()) "
        + "\(count == 1 ? "was" : "were") not applied\(count == secrets.count ? "." : ":")"
    let lines =
      listed.prefix(Self.mostChanges).map { Self.line(about: $0, with: textChanges) }
      + comments.prefix(Self.mostChanges).map { "\($0.key): comment \(Self.shortened($0.value))" }
    let more = listed.count + comments.count - lines.count
    let changes = lines + (more > 0 ? ["and \(more) more"] : [])
    var sentences: [String] = []
    if !secrets.isEmpty {
      sentences.append(
        secrets.count == 1
          ? "\(secrets[0]) is a secret, which was not saved; type it again."
          : "\(secrets.count) are secrets, which were not saved; type them again.")
    }
    leftOut = record.leftOut.map { item in
      // The value has changed since, so a part that was left out can be another part now. Leave out the whole setting.
      moved.first { $0.path.contains(item.path) }.map { .setting($0.path) } ?? item
    }
    if !leftOut.isEmpty {
      let settings = Set(leftOut.map { core.index.entry(containing: $0.path)?.path ?? $0.path })
      sentences.append(
        "What was left out of the review stays left out: \(Self.list(settings.sorted { $0.description < $1.description }))."
      )
    }
    if let path = sectionText?.path {
      sentences.append("What was being typed in \(path) was saved, too; it opens again.")
    }
    if edit != nil {
      sentences.append("Text from your editor that couldn't be staged was saved, too; it opens again.")
    }
    if !moved.isEmpty {
      sentences.append(
        "The file now has other values for \(Self.list(moved.map(\.path))).")
    }
    if gone > 0 {
      sentences.append(
        "\(Phrase.count(gone, noun: "unsaved change")) can't be made anymore, since the file or its form has changed."
      )
    }
    text = ([summary] + changes + [sentences.joined(separator: " ")]).filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  /// Describes a change in one line. A renamed member is named by both keys, and its values follow only if they differ.
  private static func line(about change: SettingChange, with text: TextChanges) -> String {
    let members = text.origins.filter { $0.key != change.path && change.path.contains($0.key) }
    let isRenamed = change.old.map { text.renamingMembers(of: $0, at: change.path) == change.new } ?? false
    if !members.isEmpty, isRenamed {
      return members.map { "\($0.value) renamed to \($0.key)" }.sorted().joined(separator: ", ")
    }
    let name = change.formerPath.map { "\($0) renamed to \(change.path)" } ?? change.path.description
    let values =
      change.old == change.new ? "" : ": \(shortened(change.oldText)) → \(shortened(change.newText))"
    return name + values + (change.keyNote.map { " (\($0))" } ?? "")
  }

  /// Returns the first line of a value or a comment, which tells it apart from others; the question has to fit on a screen.
  private static func shortened(_ text: String) -> String {
    let line = text.isEmpty ? "empty" : text.firstLine
    return line.count > longestValue ? line.prefix(longestValue) + "…" : line
  }

  private static let mostChanges = 100
  private static let longestValue = 60

  private static func list(_ paths: [SettingPath]) -> String {
    let shown = paths.prefix(3).map(\.description).joined(separator: ", ")
    return paths.count > 3 ? shown + " and \(paths.count - 3) more" : shown
  }
}
