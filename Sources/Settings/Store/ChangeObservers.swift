import Synchronization

/// The observers of committed changes, by the path that each observes.
///
/// A commit costs a look-up for each changed setting and for each section around it; observers of other settings cost
/// nothing.
final class ChangeObservers: Sendable {
  private struct Observer: Sendable {
    let path: SettingPath
    let notify: @Sendable (Snapshot, [SettingChange]) -> Void
    let finish: @Sendable () -> Void
  }

  private struct State {
    var observers: [Int: Observer] = [:]
    var idsByPath: [SettingPath: Set<Int>] = [:]
    var lastID = 0
  }

  private let state = Mutex(State())

  deinit {
    let rest = state.withLock { state in
      defer { state.observers = [:] }
      return state.observers.values.map(\.finish)
    }
    for finish in rest { finish() }
  }

  /// Returns an element for each commit from now on that changes the settings at a path, in order, as far as the reader isn't more than
  /// 1,000 elements late.
  ///
  /// - Parameter element: Creates the stream's element for a commit. Called while the store is locked.
  func stream<Element: Sendable>(
    of path: SettingPath, element: @escaping @Sendable (Snapshot, [SettingChange]) -> Element
  ) -> AsyncStream<Element> {
    AsyncStream(bufferingPolicy: .bufferingNewest(streamCapacity)) { continuation in
      let observer = Observer(
        path: path, notify: { continuation.yield(element($0, $1)) }, finish: { continuation.finish() })
      let id = state.withLock { state in
        state.lastID += 1
        state.observers[state.lastID] = observer
        state.idsByPath[path, default: []].insert(state.lastID)
        return state.lastID
      }
      continuation.onTermination = { [weak self] _ in self?.remove(id) }
    }
  }

  /// Notifies the observers of the changed settings of a commit.
  ///
  /// An observer of a section gets all changes inside it as one element: the changes are collected for each observer before anybody is
  /// notified.
  func notify(_ snapshot: Snapshot, changes: [SettingChange]) {
    state.withLock { state in
      guard !state.observers.isEmpty else { return }
      var changesByID: [Int: [SettingChange]] = [:]
      for change in changes {
        var path: SettingPath? = change.path
        while let current = path {
          for id in state.idsByPath[current] ?? [] { changesByID[id, default: []].append(change) }
          path = current.parent
        }
      }
      for (id, changes) in changesByID { state.observers[id]?.notify(snapshot, changes) }
    }
  }

  private func remove(_ id: Int) {
    state.withLock { state in
      guard let observer = state.observers.removeValue(forKey: id) else { return }
      state.idsByPath[observer.path]?.remove(id)
      if state.idsByPath[observer.path]?.isEmpty == true { state.idsByPath[observer.path] = nil }
    }
  }
}

extension StoreEngine {
  /// Returns the changes that are committed from now on, in order, including the changes that other processes make.
  package func changes() -> AsyncStream<[SettingChange]> {
    commits(of: .root) { _, changes in changes }
  }

  /// Returns the changes of a setting, or of all settings of a section, that are committed from now on, in order, including the changes
  /// that other processes make.
  ///
  /// One element is one commit. The stream ends with the store. Commits of other settings cost nothing.
  ///
  /// Throws if the path names no setting or section, and isn't inside a setting.
  package func changes(of path: SettingPath) throws(UnknownSettingError) -> AsyncStream<[SettingChange]> {
    guard index.entry(containing: path) != nil || index.section(at: path) != nil else {
      throw UnknownSettingError(path, in: index)
    }
    return commits(of: path) { _, changes in changes }
  }

  /// Returns an element for each commit from now on that changes the settings at a path, in order. A path inside a setting, such as
  /// `tags.0`, stands for the setting.
  func commits<Element: Sendable>(
    of path: SettingPath, _ element: @escaping @Sendable (Snapshot, [SettingChange]) -> Element
  ) -> AsyncStream<Element> {
    let setting = index.entry(containing: path)?.path
    return observers.stream(of: setting ?? path, element: element)
  }

  /// Returns the changes of the stored content from now on, even while this process doesn't use them yet.
  package func contentChanges() -> AsyncStream<[SettingChange]> { contentObservers.stream() }

  /// Returns the progress of this store's applies from now on, and of side effects that run for other processes' changes.
  package func applyProgress() -> AsyncStream<ApplyProgress> { progressObservers.stream() }
}
