extension RuleEngine {
  /// Returns the settings and sections that rules read, derive or restrict, in no particular order.
  ///
  /// Cost: linear in the number of rules.
  package func paths(in index: FormIndex) -> [SettingPath] {
    Set(readers.keys).union(derivations.map(\.position)).map { index.settings[$0].path }
      + restrictions.keys.map(index.path(of:))
  }
}
