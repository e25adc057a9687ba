import SettingsForm
import Synchronization

/// Says how a store reads and writes the file, and what it does if the settings are invalid at the start.
///
/// Most apps are fine with the defaults: the file has only what somebody has set, what other processes store is used at once, and invalid
/// settings prevent the start. Name only what you want otherwise:
///
/// ```swift
/// let daemon = StoreOptions(reloadsOnHangup: true, startPolicy: .lastGoodVersion)
/// let store = try SettingsStore<AppSettings>(file: "settings.json", options: daemon)
/// ```
///
/// You can't change an option while a store is open.
public struct StoreOptions: Hashable, Sendable {
  /// Which settings the file contains: the settings that are set, or all.
  public var style: SettingsFileStyle
  /// When to read what other processes store.
  public var refresh: SettingsRefreshPolicy
  /// Whether to read it when the process receives `SIGHUP`, too. The signal then doesn't end the process.
  public var reloadsOnHangup: Bool
  /// Whose changes run the side effects of the hooks.
  public var sideEffects: SideEffectScope
  /// What an app does if its settings are invalid when it starts. A ``StoreEngine`` alone opens them, because an editor corrects them.
  public var startPolicy: SettingsStartPolicy
  /// When the values of an earlier version of the app are stored as this version reads them.
  public var storesMigrations: MigrationStorage

  /// Creates options; each has the default that most apps want.
  public init(
    style: SettingsFileStyle = .sparse, refresh: SettingsRefreshPolicy = .automatic,
    reloadsOnHangup: Bool = false,
    sideEffects: SideEffectScope = .allChanges, startPolicy: SettingsStartPolicy = .refuse,
    storesMigrations: MigrationStorage = .atNextApply
  ) {
    self.style = style
    self.refresh = refresh
    self.reloadsOnHangup = reloadsOnHangup
    self.sideEffects = sideEffects
    self.startPolicy = startPolicy
    self.storesMigrations = storesMigrations
  }
}

/// When an app stores the values of its earlier versions at their places and with their types of today.
///
/// An app that stores them at the next apply leaves the file as it is while it only reads, so its earlier version can still use the file.
/// If other programs edit the file, too, store them at the start: `settings-tui` can't convert what only a ``SettingsMigration`` converts,
/// and leaves it.
///
/// ```swift
/// let store = try SettingsStore<AppSettings>(
///   file: "settings.json", hooks: nil, options: StoreOptions(storesMigrations: .atStart))
/// ```
///
/// ``SettingsStore/storeMigrations(options:)`` stores them whenever the app calls it, with both.
public enum MigrationStorage: Hashable, Sendable {
  /// Together with the changes of the next apply.
  case atNextApply
  /// When a ``SettingsStore`` is opened, soon after the initializer returns. If that fails, ``SettingsStore/warnings`` has the reason, and
  /// the next apply stores them. The version before stays in the history.
  case atStart
}

/// When a store reads what other processes store.
///
/// Apps use ``automatic``. A program that reads its settings once, a command, or a test that decides when another process is heard uses
/// ``manual``:
///
/// ```swift
/// let store = try SettingsStore<AppSettings>(file: "settings.json", options: StoreOptions(refresh: .manual))
/// let changes = try await store.refresh()
/// print("\(changes.count) settings have changed since the start.")
/// ```
///
/// With both policies, an apply reads the content first, and never overwrites what another process has stored. In addition, a store can
/// read new content when the process receives `SIGHUP`; see ``StoreOptions/reloadsOnHangup``.
///
/// A store in memory, as tests use it, can be refreshed with both.
public enum SettingsRefreshPolicy: Hashable, Sendable {
  /// The store watches its storage, and the files of its layers, while it is open, and reads new content at once.
  ///
  /// Cost: a watch of the system for each file, and a task that waits.
  case automatic
  /// The store reads the storage when it is opened, when it applies, and when `refresh()` is called.
  case manual
}

/// Whose changes run the app's side effects, and ask for a restart.
///
/// A setting can be changed by this process, or by another: an editor, a command line, another instance of the app. A side effect that
/// brings the process up to date, such as opening another port, has to run for both. A side effect that must happen once for all instances,
/// such as sending a notification, must not.
///
/// ```swift
/// let store = try SettingsStore<AppSettings>(
///   file: "settings.json", hooks: AppHooks(), options: StoreOptions(sideEffects: .ownChanges))
/// ```
///
/// The scope is for all side effects of a store. If one of several must run once, let it check that itself.
///
/// Observers, such as ``SettingsStore/changes(of:)``, hear of all changes in both cases.
public enum SideEffectScope: Hashable, Sendable {
  /// All changes, also the changes of other processes.
  ///
  /// Side effects of other processes' changes run before the values are used. They can't veto: if one fails, the previous values stay in
  /// use, and ``SettingsStore/lastRejected`` has the reason.
  case allChanges
  /// Only the changes that the store itself applies. Changes of other processes are used at once, without side effects.
  case ownChanges
}

extension StoreEngine {
  /// Puts the content into use that the policy chooses, before anything else happens in the store.
  ///
  /// Throws `SettingsStoreError` if the stored content can't be used, and the policy doesn't allow other content, or if values of other
  /// layers break a rule. Cost: constant for valid content; otherwise reads versions of the history, newest first, until one can be used.
  func start(_ policy: SettingsStartPolicy) throws(SettingsStoreError) -> (
    content: Snapshot, problems: [SettingsLayerProblem]
  ) {
    let stored = snapshot
    let layerErrors = layers.errors
    guard let error = error(of: stored) else { return (stored, layerErrors) }
    if policy == .refuse { throw error }
    let violations = stored.layerViolations.filter { $0.severity == .error }
    if !violations.isEmpty { throw .layers(violations) }
    let version = policy == .lastGoodVersion ? lastGoodVersion() : nil
    let content = version ?? contentWithDefaults(insteadOfErrorsIn: stored)
    state.withLock { $0.start(with: content, insteadOf: stored, because: .unusable(error)) }
    return (content, layerErrors + problems(of: stored, error))
  }

  private func problems(of stored: Snapshot, _ error: SettingsStoreError) -> [SettingsLayerProblem] {
    switch error {
    case .undecodable(let file, let error):
      [SettingsLayerProblem("\(error)", in: .file(file, error.position), at: error.path)]
    case .invalid(let file, let problems): problems.map { SettingsLayerProblem($0, inFile: file) }
    case .storage, .malformed, .layers, .form, .defaults, .rules:
      stored.ownProblems.filter { $0.severity == .error }.map { SettingsLayerProblem($0, inFile: name) }
    }
  }

  /// Returns the latest version of the history that the app can use; `nil` if there is none, or if the history can't be read. Cost: parses
  /// and checks versions, newest first, until one is usable.
  private func lastGoodVersion() -> Snapshot? {
    guard let entries = try? history() else { return nil }
    let layers = layers.stack
    for entry in entries where entry.id != 0 {
      guard let bytes = (try? log.content(of: entry.id)) ?? nil,
        let version = try? Snapshot(parsing: bytes, layers: layers, form: form),
        error(of: version) == nil
      else { continue }
      return version
    }
    return nil
  }

  /// Returns content without the values that have errors, so their defaults apply. The file isn't changed.
  private func contentWithDefaults(insteadOfErrorsIn stored: Snapshot) -> Snapshot {
    var content = stored.malformed == nil ? stored : content(of: JSONDocument(), over: stored)
    // Each round removes at least one value; another error can be visible only then.
    while let edits = removals(ofErrorsIn: content) {
      guard let bytes = try? content.document.bytes(applying: edits),
        let document = try? JSONDocument(parsing: bytes), bytes.count < content.document.bytes.count
      else { return self.content(of: JSONDocument(), over: stored) }
      content = self.content(of: document, over: stored)
    }
    return content
  }

  private func content(of document: JSONDocument, over stored: Snapshot) -> Snapshot {
    Snapshot(document, revision: SettingsRevision(of: document.bytes), layers: layers.stack, form: form)
  }

  /// Returns the edits that remove the values with errors; `nil` if there are none. A missing key has nothing to remove. If the app refuses
  /// a value that the form allows, that value is removed.
  private func removals(ofErrorsIn content: Snapshot) -> JSONEdits? {
    var paths = content.ownProblems.filter { $0.severity == .error && !$0.isAboutMissingKey }.map(\.path)
    if paths.isEmpty {
      do throws(SettingsDecodingError) {
        try check?(content.complete)
        return nil
      } catch {
        paths = [error.path]
      }
    }
    var edits = JSONEdits()
    for path in paths {
      let places = index.entry(containing: path).map { [$0.path] + $0.formerPaths } ?? [path]
      let stored = places.filter { content.document.node(at: $0) != nil }
      for place in stored { edits.remove(at: place) }
    }
    // The root itself, or a section around the value, has the error.
    if edits.isEmpty {
      for path in paths {
        var place = path.parent
        while let next = place, content.document.node(at: next) == nil { place = next.parent }
        if let place, !place.isRoot { edits.remove(at: place) }
      }
    }
    return edits
  }
}
