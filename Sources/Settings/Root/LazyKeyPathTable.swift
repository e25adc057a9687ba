extension KeyPathTable where Root: SettingsRoot {
  /// Creates the table of the root's sections and settings.
  init(of root: Root.Type) {
    self.init()
    root.addKeyPaths(to: &self)
  }
}

/// A table of key paths that is created when it is first used: a process that only reads its values never needs it.
struct LazyKeyPathTable<Root: SettingsRoot>: Sendable {
  private let created = Lazy<KeyPathTable<Root>>()

  /// The table. Cost: linear in the number of settings the first time.
  var table: KeyPathTable<Root> { created.value { KeyPathTable(of: Root.self) } }
}
