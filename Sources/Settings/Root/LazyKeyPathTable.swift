/// A table of key paths that is made when it is first asked for: a process that only reads its values never needs it.
struct LazyKeyPathTable<Root: SettingsRoot>: Sendable {
  private let made = Lazy<KeyPathTable<Root>>()

  /// The table. Cost: linear in the number of settings the first time.
  var table: KeyPathTable<Root> {
    made.value {
      var table = KeyPathTable<Root>()
      Root.addKeyPaths(to: &table)
      return table
    }
  }
}
