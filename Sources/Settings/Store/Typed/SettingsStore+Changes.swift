extension SettingsStore {
  /// Returns the changes that are committed from now on, in order, those of other processes included.
  ///
  /// The elements are changes, not values: for the value of a setting or section after each commit, use ``changes(of:)``, and for all values
  /// `changes(of: \.self)`.
  public func changes() -> AsyncStream<[SettingChange]> {
    untyped.changes()
  }

  /// Returns the value that the process uses for a setting, or for a whole section, after each commit that changes it.
  ///
  /// ```swift
  /// for await period in store.changes(of: \.calculation.timePeriod) { timer.restart(every: period) }
  /// ```
  ///
  /// The values are in the order of the commits, those of other processes included. The sequence ends with the store.
  ///
  /// A setting that requires a restart keeps its value, so its changes aren't in the sequence; see `pendingRestart`. Content
  /// that the app can't decode, which only another program can store, is skipped.
  ///
  /// Cost: nothing for commits of other settings; a commit of this setting decodes all settings. A key path that refers to
  /// neither a setting nor a section of the form, such as that of a computed property, has its value after each commit.
  public func changes<Value: Sendable>(
    of keyPath: any KeyPath<Root, Value> & Sendable
  ) -> some AsyncSequence<Value, Never> & Sendable {
    let commits = untyped.commits(of: path(of: keyPath) ?? .root) { snapshot, changes in
      changes.allSatisfy(\.requiresRestart) ? nil : snapshot
    }
    return commits.compactMap { [weak self] snapshot in
      guard let self, let snapshot else { return nil }
      return self.values(at: snapshot)?.root[keyPath: keyPath]
    }
  }

  /// Returns the progress of this store's applies from now on, and that of side effects of other processes' changes.
  public func applyProgress() -> AsyncStream<ApplyProgress> { untyped.applyProgress() }
}
