extension SettingsStore {
  /// The committed changes from now on, in order, those of other processes included.
  public func changes() -> AsyncStream<[SettingChange]> {
    untyped.changes()
  }

  /// The value of a setting, or of a whole section, that the process uses after each commit that changed it.
  ///
  /// ```swift
  /// for await period in store.changes(of: \.calculation.timePeriod) { timer.restart(every: period) }
  /// ```
  ///
  /// The values come in the order of the commits, those of other processes included, until the store is gone. A setting
  /// that requires a restart keeps its value, so its changes are not heard of here; see `pendingRestart`. A content
  /// that the app can't read, which only another program can store, is left out. The key path leads to a setting or a
  /// section of the form; nothing is ever heard of another one.
  /// Cost: commits of other settings cost nothing; one of this setting, a reading of all settings.
  public func changes<Value: Sendable>(
    of keyPath: any KeyPath<Root, Value> & Sendable
  ) -> some AsyncSequence<Value, Never> & Sendable {
    let path = path(of: keyPath)
    let commits =
      path.map { path in
        untyped.commits(of: path) { snapshot, changes in
          changes.allSatisfy(\.requiresRestart) ? nil : snapshot
        }
      } ?? AsyncStream { $0.finish() }
    return commits.compactMap { [weak self] snapshot in
      guard let self, let snapshot else { return nil }
      return self.values(at: snapshot)?[keyPath: keyPath]
    }
  }
}
