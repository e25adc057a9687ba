extension UntypedStore {
  /// The committed changes from now on, in order, those of other processes included.
  public func changes() -> AsyncStream<[SettingChange]> {
    changes(of: .root)
  }

  /// The committed changes from now on of a setting, or of all settings of a section, in order, those of other
  /// processes included.
  ///
  /// One element is one commit. The stream ends with the store, and says nothing of a path that the form doesn't know.
  /// Commits of other settings cost nothing.
  public func changes(of path: SettingPath) -> AsyncStream<[SettingChange]> {
    commits(of: path) { _, changes in changes }
  }

  /// What a function says of the commits from now on that change the settings at a path, in order.
  func commits<Element: Sendable>(
    of path: SettingPath, _ element: @escaping @Sendable (Snapshot, [SettingChange]) -> Element
  ) -> AsyncStream<Element> {
    let setting = index.entry(containing: path)?.path
    return observers.stream(of: setting ?? path, watch: watch, element: element)
  }

  /// Takes over what others store, until it is cancelled.
  private func watch() -> Task<Void, Never> {
    let signals = storage.changes()
    return Task { [weak self] in
      _ = try? self?.refresh()
      for await _ in signals { _ = try? self?.refresh() }
    }
  }
}
