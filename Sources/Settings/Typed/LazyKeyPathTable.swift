import Synchronization

/// A table of key paths that is made when it is first asked for: a process that only reads its values never needs it.
final class LazyKeyPathTable<Root: SettingsRoot>: Sendable {
  private let made = Mutex<KeyPathTable<Root>?>(nil)

  /// The table. Cost: linear in the number of settings the first time.
  var table: KeyPathTable<Root> {
    made.withLock { made in
      if let made { return made }
      let table = KeyPathTable(of: Root.self)
      made = table
      return table
    }
  }
}
