// A dispatch source can be canceled from any thread, but its type isn't marked as sendable yet.
@preconcurrency import Dispatch
import Synchronization

/// Signals that a reader of one of some paths may get different content than before: the file, or a folder or symbolic link of the path,
/// was written, replaced, removed or created. If the path leads to a folder, so are changes of the files in it.
///
/// Changes from this call on are signaled, also the changes that this process makes. Signals that haven't been read yet are combined into
/// one.
///
/// - Parameter pollingInterval: How often to look for changes where the system can't watch.
func fileChanges(
  at paths: [String], calls: WatchCalls = WatchCalls(), pollingInterval: DispatchTimeInterval = .seconds(2)
) -> AsyncStream<Void> {
  AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
    let watcher = FileWatcher(
      PathWatch(paths, calls: calls), pollingInterval: pollingInterval, continuation: continuation)
    continuation.onTermination = { _ in watcher.stop() }
  }
}

/// Runs a path's watch until it is stopped. Events and polls come on one queue, and the stream ends the watcher from any thread, so its
/// state is behind a lock.
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
    _ watch: PathWatch, pollingInterval: DispatchTimeInterval,
    continuation: AsyncStream<Void>.Continuation
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

  /// Takes a step, signals a change if the step finds one, and schedules the next step: the events of the watch, and a poll while something
  /// can't be watched.
  private func advance(_ step: (inout PathWatch) -> Bool) {
    let isSignal = state.withLock { state in
      guard !state.isStopped else { return false }
      let isSignal = step(&state.watch)
      awaitEvents(&state)
      awaitPoll(&state)
      return isSignal
    }
    // Signal outside of the lock, because the stream may call `stop`, which takes the same lock.
    if isSignal { continuation.yield() }
  }

  private func awaitEvents(_ state: inout State) {
    guard state.source == nil, let inotify = state.watch.inotify else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: inotify.descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.advance { $0.handleEvents() } }
    // The descriptor has to stay open until the source no longer uses it.
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

/// Returns the signals of several streams as one stream, which ends when its task is canceled. Signals that haven't been read yet
/// are combined into one.
func merged(_ streams: [AsyncStream<Void>]) -> AsyncStream<Void> {
  AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
    let tasks = streams.map { stream in
      Task { for await _ in stream { continuation.yield() } }
    }
    continuation.onTermination = { _ in for task in tasks { task.cancel() } }
  }
}
