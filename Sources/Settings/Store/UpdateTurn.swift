import Synchronization

/// The turn of an update. In a process, the updates of the same content run in the order of the calls.
///
/// Without turns, the updates of two stores of one file would compete like two processes, and each would compute and prepare its changes
/// again whenever the other was faster.
///
/// A turn is about fairness only; correctness depends on the comparison of revisions. So an update whose turn doesn't come, for example
/// because a side effect of the update before it waits for this update in a task of its own, begins all the same after a while.
struct UpdateTurn {
  private struct State {
    /// The updates of each content in their order, by its identity; the first has the turn. The others have a signal that ends their wait.
    var queues: [String: [(number: Int, signal: AsyncStream<Never>.Continuation?)]] = [:]
    var lastNumber = 0
  }

  /// The time after which an update begins without its turn, for example because the update before it waits for it.
  private static let patience = Duration.seconds(5)
  private static let state = Mutex(State())

  private let identity: String
  private let number: Int

  /// Waits for the turn: until the updates before it have ended, for five seconds, or until the task is canceled.
  init(for identity: String) async {
    self.identity = identity
    let turn: AsyncStream<Never>?
    let signal: AsyncStream<Never>.Continuation?
    (number, turn, signal) = Self.state.withLock { state in
      state.lastNumber += 1
      // Most updates have nothing to wait for.
      let stream = state.queues[identity] == nil ? nil : AsyncStream.makeStream(of: Never.self)
      state.queues[identity, default: []].append((state.lastNumber, stream?.continuation))
      return (state.lastNumber, stream?.stream, stream?.continuation)
    }
    guard let turn else { return }
    let impatience = Task {
      try await Task.sleep(for: Self.patience)
      signal?.finish()
    }
    for await _ in turn {}
    impatience.cancel()
  }

  /// Passes the turn on.
  func end() {
    Self.state.withLock { state in
      state.queues[identity]?.removeAll { $0.number == number }
      if state.queues[identity]?.isEmpty == true { state.queues[identity] = nil }
      state.queues[identity]?.first?.signal?.finish()
    }
  }
}
