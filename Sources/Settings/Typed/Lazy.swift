import Synchronization

/// A value that is made when it is first asked for. What is copied together with it shares the value.
final class Lazy<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)

  /// The value; the closure makes it the first time, and must not ask for it.
  func value(_ make: () -> Value) -> Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
