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

  /// Returns an element for each commit from now on that changes the settings at a path, in order.
  ///
  /// - Parameter element: Creates the stream's element for a commit. Called while the store is locked.
  func stream<Element: Sendable>(
    of path: SettingPath, element: @escaping @Sendable (Snapshot, [SettingChange]) -> Element
  ) -> AsyncStream<Element> {
    AsyncStream { continuation in
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
  func notify(_ snapshot: Snapshot, _ changes: [SettingChange]) {
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
