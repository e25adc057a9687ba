extension UntypedStore {
  /// Returns the changes that are committed from now on, in order, those of other processes included.
  public func changes() -> AsyncStream<[SettingChange]> {
    changes(of: .root)
  }

  /// Returns the changes of a setting, or of all settings of a section, that are committed from now on, in order, those of
  /// other processes included.
  ///
  /// One element is one commit. The stream ends with the store. For a path that the form doesn't have, it has no elements.
  /// Commits of other settings cost nothing.
  public func changes(of path: SettingPath) -> AsyncStream<[SettingChange]> {
    commits(of: path) { _, changes in changes }
  }

  /// Returns an element for each commit from now on that changes the settings at a path, in order.
  func commits<Element: Sendable>(
    of path: SettingPath, _ element: @escaping @Sendable (Snapshot, [SettingChange]) -> Element
  ) -> AsyncStream<Element> {
    let setting = index.entry(containing: path)?.path
    return observers.stream(of: setting ?? path, element: element)
  }

  /// Returns the changes of the stored content from now on, those that this process doesn't use yet included.
  package func contentChanges() -> AsyncStream<[SettingChange]> { contentObservers.stream() }
}
