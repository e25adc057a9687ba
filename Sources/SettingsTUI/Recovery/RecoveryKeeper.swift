import Dispatch
import Settings
import SettingsSystem

/// Saves the draft in a recovery file shortly after each change, while the editor is open.
///
/// It waits for a pause between keys, but no longer than a second. The main actor decides what to write, and a serial queue writes it
/// in that order, so an older draft never replaces a newer one. ``saveNow()`` waits in the same queue: when it returns, all
/// earlier drafts are written, too.
@MainActor
final class RecoveryKeeper {
  private let folder: RecoveryFolder
  /// The settings file, as an absolute path.
  private let settingsFile: String
  private let file: RecoveryFile
  private let queue = DispatchQueue(label: "settings.recovery")
  private var timer: (any DispatchSourceTimer)?
  private var waitsSince: ContinuousClock.Instant?
  private var kept: RecoveryRecord?
  private let draft: @MainActor () -> RecoveryDraft
  /// Called once if the file can't be written.
  private let onFailure: @MainActor () -> Void
  private var hasFailed = false

  init(
    _ folder: RecoveryFolder, settingsFile: String, draft: @escaping @MainActor () -> RecoveryDraft,
    onFailure: @escaping @MainActor () -> Void
  ) {
    self.folder = folder
    self.settingsFile = settingsFile
    self.draft = draft
    self.onFailure = onFailure
    file = folder.file(for: settingsFile)
  }

  /// Creates a keeper; returns `nil` if drafts aren't saved, or if there is no folder for them.
  convenience init?(
    _ recovery: EditorOptions.Recovery, of store: UntypedStore,
    draft: @escaping @MainActor () -> RecoveryDraft, onFailure: @escaping @MainActor () -> Void
  ) {
    let folder: RecoveryFolder? =
      switch recovery {
      case .standard: .standard
      case .folder(let path): RecoveryFolder(path: path)
      case .none: nil
      }
    // Content that is neither in a file nor at an address has no name that the next start would recognize.
    let place = store.identity
    guard let folder, place.hasPrefix("/") || place.contains("://") else { return nil }
    self.init(folder, settingsFile: place, draft: draft, onFailure: onFailure)
  }

  /// Returns the recovery files that other editors of the settings file left behind.
  func leftovers() -> [RecoveryFolder.Leftover] { folder.leftovers(of: settingsFile) }

  func remove(_ leftover: RecoveryFolder.Leftover) { folder.remove(leftover) }

  /// Records that the draft changed.
  func noteChange() {
    let now = ContinuousClock.now
    let since = waitsSince ?? now
    waitsSince = since
    timer?.cancel()
    let timer = DispatchSource.makeTimerSource(queue: .main)
    let patience = max(.zero, min(.milliseconds(200), .seconds(1) - (now - since)))
    timer.schedule(deadline: .now() + .milliseconds(Int(patience.milliseconds)))
    timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.save() } }
    timer.activate()
    self.timer = timer
  }

  /// Saves the draft in the background.
  private func save() {
    guard let change = take() else { return }
    queue.async { [file, weak self] in
      let isWritten = Self.write(change, to: file)
      if !isWritten { DispatchQueue.main.async { MainActor.assumeIsolated { self?.fail() } } }
    }
  }

  /// Saves the draft, and returns when it is durable; returns `false` if it couldn't be saved.
  @discardableResult
  func saveNow() -> Bool {
    let change = take()
    return queue.sync { change.map { Self.write($0, to: file) } ?? !hasFailed }
  }

  private enum Change: Sendable {
    case write(RecoveryRecord)
    case remove
  }

  /// Returns what has to be done with the file; `nil` if there is nothing to do.
  private func take() -> Change? {
    timer?.cancel()
    timer = nil
    waitsSince = nil
    let record = RecoveryRecord(draft(), file: settingsFile, time: Timestamp.now.milliseconds / 1_000)
    guard !record.isEmpty else {
      defer { kept = nil }
      return kept == nil ? nil : .remove
    }
    if let kept, record.hasSameContent(as: kept) { return nil }
    kept = record
    return .write(record)
  }

  private nonisolated static func write(_ change: Change, to file: RecoveryFile) -> Bool {
    switch change {
    case .write(let record): return file.write(record.bytes)
    case .remove:
      file.remove()
      return true
    }
  }

  private func fail() {
    guard !hasFailed else { return }
    hasFailed = true
    onFailure()
  }
}
