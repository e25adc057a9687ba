extension UntypedStore {
  /// Returns the changes that are committed from now on, in order, those of other processes included.
  package func changes() -> AsyncStream<[SettingChange]> {
    commits(of: .root) { _, changes in changes }
  }

  /// Returns the changes of a setting, or of all settings of a section, that are committed from now on, in order, those of
  /// other processes included.
  ///
  /// One element is one commit. The stream ends with the store. Commits of other settings cost nothing.
  ///
  /// Throws if the path names no setting or section, and isn't inside a setting.
  package func changes(of path: SettingPath) throws(UnknownSettingError) -> AsyncStream<[SettingChange]> {
    guard index.entry(containing: path) != nil || index.section(at: path) != nil else {
      throw UnknownSettingError(path, in: index)
    }
    return commits(of: path) { _, changes in changes }
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

  /// Returns the progress of this store's applies from now on, and that of side effects of other processes' changes.
  package func applyProgress() -> AsyncStream<ApplyProgress> { progressObservers.stream() }
}
