// A dispatch source may be canceled from any thread; its type does not declare that yet.
@preconcurrency import Dispatch
import Synchronization

/// Signals that a reader of a path may get something else than before: that the file was written, replaced, removed or
/// created, or that a folder or symbolic link of the path was.
///
/// Changes from this call on are signaled, those of this process included. Signals that wait are combined into one.
///
/// - Parameters:
///   - siblings: The names of folders beside the file in which the appearance and disappearance of names is signaled,
///     too, by the file's name.
///   - pollingInterval: How often to look where the system can't watch.
func fileChanges(
  at path: String, siblings: @escaping @Sendable (String) -> [String] = { _ in [] },
  calls: WatchCalls = WatchCalls(), pollingInterval: DispatchTimeInterval = .seconds(2)
) -> AsyncStream<Void> {
  AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
    let watcher = FileWatcher(
      PathWatch(path, siblings: siblings, calls: calls), pollingInterval, continuation)
    continuation.onTermination = { _ in watcher.stop() }
  }
}

/// Runs a path's watch until it is stopped.
private final class FileWatcher: Sendable {
  private struct State {
    var watch: PathWatch
    var source: (any DispatchSourceRead)?
    var isPollDue = false
    var isStopped = false
  }

  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "settings.file-changes")
  private let pollingInterval: DispatchTimeInterval
  private let continuation: AsyncStream<Void>.Continuation

  init(
    _ watch: PathWatch, _ pollingInterval: DispatchTimeInterval,
    _ continuation: AsyncStream<Void>.Continuation
  ) {
    state = Mutex(State(watch: watch))
    self.pollingInterval = pollingInterval
    self.continuation = continuation
    advance { _ in false }
  }

  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.source?.cancel()
      state.source = nil
    }
  }

  private func poll() {
    state.withLock { $0.isPollDue = false }
    advance { $0.poll() }
  }

  /// Takes a step, signals what it says, and sees to it that the next one comes.
  private func advance(_ step: (inout PathWatch) -> Bool) {
    let isSignal = state.withLock { state in
      guard !state.isStopped else { return false }
      let isSignal = step(&state.watch)
      awaitEvents(&state)
      awaitPoll(&state)
      return isSignal
    }
    // Outside of the lock: the stream may call `stop`.
    if isSignal { continuation.yield() }
  }

  private func awaitEvents(_ state: inout State) {
    guard state.source == nil, let inotify = state.watch.inotify else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: inotify.descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.advance { $0.handleEvents() } }
    // The descriptor has to stay open until the source has let go of it.
    source.setCancelHandler { withExtendedLifetime(inotify) {} }
    source.activate()
    state.source = source
  }

  private func awaitPoll(_ state: inout State) {
    guard !state.watch.isComplete, !state.isPollDue else { return }
    state.isPollDue = true
    queue.asyncAfter(deadline: .now() + pollingInterval) { [weak self] in self?.poll() }
  }
}
