import Synchronization

/// Who hears of committed changes, by the path that each looks at, and the watch on the storage that they share.
///
/// A commit costs a look-up for each changed setting and for each section around it; who looks at other settings
/// costs nothing.
final class ChangeObservers: Sendable {
  private struct Observer: Sendable {
    let path: SettingPath
    let tell: @Sendable (Snapshot, [SettingChange]) -> Void
    let finish: @Sendable () -> Void
  }

  private struct State {
    var observers: [Int: Observer] = [:]
    var idsByPath: [SettingPath: Set<Int>] = [:]
    var lastID = 0
    /// Runs as long as anybody looks.
    var watch: Task<Void, Never>?
  }

  private let state = Mutex(State())

  deinit {
    let rest = state.withLock { state in
      defer { state.observers = [:] }
      state.watch?.cancel()
      return state.observers.values.map(\.finish)
    }
    for finish in rest { finish() }
  }

  /// The commits from now on that changed the settings at a path, in order.
  ///
  /// - Parameters:
  ///   - watch: Starts to watch the storage; called if nobody has looked at anything until now.
  ///   - element: What the stream says of a commit. Called while the store is locked.
  func stream<Element: Sendable>(
    of path: SettingPath, watch: () -> Task<Void, Never>,
    element: @escaping @Sendable (Snapshot, [SettingChange]) -> Element
  ) -> AsyncStream<Element> {
    AsyncStream { continuation in
      let observer = Observer(
        path: path, tell: { continuation.yield(element($0, $1)) }, finish: { continuation.finish() })
      let id = state.withLock { state in
        state.lastID += 1
        state.observers[state.lastID] = observer
        state.idsByPath[path, default: []].insert(state.lastID)
        if state.watch == nil { state.watch = watch() }
        return state.lastID
      }
      continuation.onTermination = { [weak self] _ in self?.remove(id) }
    }
  }

  /// Tells of a commit everybody who looks at one of the changed settings.
  func tell(_ snapshot: Snapshot, _ changes: [SettingChange]) {
    state.withLock { state in
      guard !state.observers.isEmpty else { return }
      var heard: [Int: [SettingChange]] = [:]
      for change in changes {
        var path: SettingPath? = change.path
        while let current = path {
          for id in state.idsByPath[current] ?? [] { heard[id, default: []].append(change) }
          path = current.parent
        }
      }
      for (id, changes) in heard { state.observers[id]?.tell(snapshot, changes) }
    }
  }

  private func remove(_ id: Int) {
    state.withLock { state in
      guard let observer = state.observers.removeValue(forKey: id) else { return }
      state.idsByPath[observer.path]?.remove(id)
      if state.idsByPath[observer.path]?.isEmpty == true { state.idsByPath[observer.path] = nil }
      guard state.observers.isEmpty else { return }
      state.watch?.cancel()
      state.watch = nil
    }
  }
}
