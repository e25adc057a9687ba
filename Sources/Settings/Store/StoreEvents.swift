/// What a store tells its observers.
///
///     another process stores ──▶ content ──▶ usable? ──▶ side effects (progress) ──▶ use
///                                              └─ no ──▶ rejections
///
/// A screen that edits the file follows `content`, and the app follows `use`.
struct StoreEvents: Sendable {
  /// The content in use has changed.
  let use = StoreObservers<UsedContent>()
  /// The stored content has changed, with the changes since the content that was read before. View models move onto it, whether or not the
  /// process uses it.
  let content = StoreObservers<[SettingChange]>()
  /// Another process has stored content that this one doesn't use.
  let rejections = StoreObservers<RejectedContent>()
  /// The problems of the other layers have changed.
  let layers = StoreObservers<[SettingsLayerProblem]>()
  /// A participant or a side effect has begun, reported or ended.
  let progress = StoreObservers<ApplyProgress>()
}

/// Content that the process uses from now on, with its changes.
struct UsedContent: Sendable {
  let snapshot: Snapshot
  let changes: [SettingChange]
}

extension StoreEngine {
  /// Returns the changes that are committed from now on, in order, including the changes that other processes make.
  package func changes() -> AsyncStream<[SettingChange]> {
    commits(of: .root) { _, changes in changes }
  }

  /// Returns the changes of a setting, or of all settings of a section, that are committed from now on, in order, including the changes
  /// that other processes make.
  ///
  /// One element is one commit. The stream ends with the store. Cost: a comparison of paths for each changed setting.
  ///
  /// Throws if the path names no setting or section, and isn't inside a setting.
  package func changes(of path: SettingPath) throws(UnknownSettingError) -> AsyncStream<[SettingChange]> {
    guard index.entry(containing: path) != nil || index.section(at: path) != nil else {
      throw UnknownSettingError(path, in: index)
    }
    return commits(of: path) { _, changes in changes }
  }

  /// Returns an element for each commit from now on that changes the settings at a path, in order. A path inside a setting, such as
  /// `tags.0`, stands for the setting.
  func commits<Element: Sendable>(
    of path: SettingPath, _ element: @escaping @Sendable (Snapshot, [SettingChange]) -> Element
  ) -> AsyncStream<Element> {
    let path = index.entry(containing: path)?.path ?? path
    return events.use.stream { commit in
      let changes = commit.changes.filter { path.contains($0.path) }
      return changes.isEmpty ? nil : element(commit.snapshot, changes)
    }
  }

  /// Returns the changes of the stored content from now on, even while this process doesn't use them yet.
  package func contentChanges() -> AsyncStream<[SettingChange]> { events.content.stream() }

  /// Calls an observer with each change of the stored content, until the returned observation is released.
  package func observeContent(_ observer: @escaping @Sendable () -> Void) -> StoreObservation {
    events.content.add { _ in observer() }
  }

  /// Returns the progress of this store's applies from now on, and of side effects that run for other processes' changes.
  package func applyProgress() -> AsyncStream<ApplyProgress> { events.progress.stream() }

  /// Returns the content that other processes store from now on and that this process doesn't use.
  package func rejections() -> AsyncStream<RejectedContent> { events.rejections.stream() }

  /// Returns the problems of the other layers from now on, each time they have changed.
  ///
  /// The stream ends with the store.
  package func layerProblemChanges() -> AsyncStream<[SettingsLayerProblem]> { events.layers.stream() }
}
