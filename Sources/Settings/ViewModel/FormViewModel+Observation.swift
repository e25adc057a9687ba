import Observation

// Who reads a setting reads, for `Observation`, the property that a key path with the setting's path as its argument
// leads to; so a change tells nobody but those who read that setting, or a section around it.

extension FormViewModel {
  /// What stands for a setting, or for all settings of a section. Nobody reads it.
  private nonisolated subscript(observed path: SettingPath) -> Void { () }

  /// What stands for all settings together. Nobody reads it.
  private nonisolated var observedWhole: Void { () }

  /// Says that somebody reads a setting, a section, or a part of a setting.
  func observe(_ path: SettingPath) {
    observation.access(self, keyPath: \.[observed: index.entry(containing: path)?.path ?? path])
  }

  /// Says that somebody reads something about all settings.
  func observeAll() {
    observation.access(self, keyPath: \.observedWhole)
  }

  /// Tells those who observe settings, or sections around them, that the settings read differently now.
  ///
  /// It is called when the change is made, as it may not be known before what changes: whoever observes reads again
  /// afterwards anyway. Cost: constant for each setting and each section around one; nothing for other settings.
  func tell(_ paths: some Sequence<SettingPath>) {
    var told: Set<SettingPath> = []
    for path in paths {
      var path: SettingPath? = path
      while let current = path, told.insert(current).inserted {
        observation.withMutation(of: self, keyPath: \.[observed: current]) {}
        path = current.parent
      }
    }
    guard !told.isEmpty else { return }
    observation.withMutation(of: self, keyPath: \.observedWhole) {}
  }
}
