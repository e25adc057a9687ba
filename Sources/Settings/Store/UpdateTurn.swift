import Synchronization

/// The turn of an update among those of the same content in this process. They run in the order of the calls.
///
/// Without turns, the updates of two stores of one file would compete as those of two processes do, and each of them would compute and
/// prepare its changes again whenever the other one was faster.
///
/// A turn is about fairness only; correctness depends on the comparison of revisions. So an update whose turn doesn't come, for example
/// because a side effect of the one before it waits for this one in a task of its own, begins all the same after a while.
struct UpdateTurn {
  private struct Waiting {
    let number: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct Queue {
    var waiting: [Waiting] = []
  }

  private struct State {
    /// The updates that wait for their turn, by the identity of the content; a key exists while an update has the turn.
    var queues: [String: Queue] = [:]
    var lastNumber = 0
  }

  /// The time after which an update begins without its turn.
  private static let patience = Duration.seconds(5)
  private static let state = Mutex(State())

  private let identity: String
  /// Whether the update has the turn, which it has to pass on.
  private let isOwn: Bool

  /// Waits for the turn.
  init(for identity: String) async {
    self.identity = identity
    // Most updates have no other one before them.
    isOwn = Self.begin(identity) ? true : await Self.wait(for: identity)
  }

  /// Begins a turn if no update has one.
  private static func begin(_ identity: String) -> Bool {
    state.withLock { state in
      guard state.queues[identity] == nil else { return false }
      state.queues[identity] = Queue()
      return true
    }
  }

  /// Waits for the turn; returns whether it has come.
  private static func wait(for identity: String) async -> Bool {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let impatience = Task {
      try await Task.sleep(for: patience)
      giveUp(number, for: identity)
    }
    defer { impatience.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state in
          guard state.queues[identity] != nil else {
            state.queues[identity] = Queue()
            return true
          }
          state.queues[identity]?.waiting.append(Waiting(number: number, continuation: continuation))
          return false
        }
        if isFree { return continuation.resume(returning: true) }
        // The handler may have run before there was a continuation to resume.
        if Task.isCancelled { giveUp(number, for: identity) }
      }
    } onCancel: {
      giveUp(number, for: identity)
    }
  }

  /// Passes the turn on.
  func end() {
    guard isOwn else { return }
    let next = Self.state.withLock { state -> Waiting? in
      guard state.queues[identity]?.waiting.isEmpty == false else {
        state.queues[identity] = nil
        return nil
      }
      return state.queues[identity]?.waiting.removeFirst()
    }
    next?.continuation.resume(returning: true)
  }

  private static func giveUp(_ number: Int, for identity: String) {
    let waiting = state.withLock { state -> Waiting? in
      guard let place = state.queues[identity]?.waiting.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      return state.queues[identity]?.waiting.remove(at: place)
    }
    waiting?.continuation.resume(returning: false)
  }
}
