import Synchronization

/// Keeps a settings document in memory: for tests and previews.
public final class MemoryStorage: SettingsStorage {
  private struct State {
    var content: StoredContent?
    var observers: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextObserver = 0
  }

  /// What messages call this place.
  public let name: String
  private let state: Mutex<State>

  /// Makes a storage that holds a text, or nothing yet.
  public init(_ text: String? = nil, name: String = "settings.json") {
    self.name = name
    state = Mutex(State(content: text.map { StoredContent(Array($0.utf8)) }))
  }

  /// The content as it is now; `nil` if nothing has ever been stored.
  public func read() -> StoredContent? {
    state.withLock { $0.content }
  }

  /// Replaces the content if it still has the expected revision.
  public func commit(_ bytes: [UInt8]?, expecting revision: Revision?) -> CommitResult {
    state.withLock { state in
      guard state.content?.revision == revision else { return .conflict(current: state.content) }
      state.content = bytes.map(StoredContent.init)
      for observer in state.observers.values { observer.yield() }
      return .committed(state.content?.revision, isDurable: true)
    }
  }

  /// Says that the content may have changed.
  public func changes() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let id = state.withLock { state in
        state.nextObserver += 1
        state.observers[state.nextObserver] = continuation
        return state.nextObserver
      }
      continuation.onTermination = { [self] _ in
        _ = state.withLock { $0.observers.removeValue(forKey: id) }
      }
    }
  }
}
