import Synchronization

/// A value that is created when it is first used. Copies of what contains it share the value.
final class Lazy<Value: Sendable>: Sendable {
  private let created = Mutex<Value?>(nil)

  /// Returns the value; the closure creates it the first time, and must not use it.
  func value(_ make: () -> Value) -> Value {
    created.withLock { created in
      if let created { return created }
      let value = make()
      created = value
      return value
    }
  }
}
