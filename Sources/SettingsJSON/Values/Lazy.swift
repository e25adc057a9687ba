import Synchronization

/// A value that is made when it is first used, and kept: compiled patterns, the default values of an app, the identity of a form's settings.
///
/// Most processes open a file, read a few values and end. What only a change, a review or an error needs must not cost them anything, so it
/// is made on demand, at most once:
///
/// ```text
/// private let lazyNames = Lazy<[String]>()
/// var names: [String] { lazyNames.value { settings.map(\.title) } }
/// ```
///
/// A lazy stored property of Swift would need a variable, which a value that several threads read can't have. This is an object, so all
/// copies of a value that contains it share what one of them has made. It has no part in comparisons: what is made follows from the rest of
/// the value. A value that changes replaces it by a new one.
///
/// Threads that need the value at the same time wait for the first of them. Therefore the closure must not ask for the same value again,
/// not even through others, and one that could be called recursively needs another way (`RecursiveKind`). Cost: a lock for each use; what is
/// read for each value of a document keeps its own pointer (`FormShape`).
package final class Lazy<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)

  package init() {}

  /// Returns the value; the closure makes it the first time.
  package func value(_ make: () -> Value) -> Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }

  /// The value if it was made; otherwise `nil`.
  package var valueIfMade: Value? { made.withLock(\.self) }
}

/// A value that is made when it is first used, with the closure that makes it.
package final class Deferred<Value: Sendable>: Sendable {
  private let made = Lazy<Value>()
  private let make: @Sendable () -> Value

  package init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  package var value: Value { made.value(make) }
}
