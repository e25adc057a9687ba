import Synchronization

/// A value that is created when it is first used. Copies of a value that contains it share it.
final class Lazy<Value: Sendable>: Sendable {
  private let created = Mutex<Value?>(nil)

  /// Returns the value; the closure creates it the first time, and must not call this method.
  func value(_ make: () -> Value) -> Value {
    created.withLock { created in
      if let created { return created }
      let value = make()
      created = value
      return value
    }
  }
}
