import Observation

// For `Observation`, each setting and each section is a separate property, with a key path that contains its position in the
// form. So a change invalidates only observers of that setting, or of a section that contains it.

/// The key paths of the settings and sections that have been observed.
struct ObservedParts {
  /// A setting, or a section with all its settings, by its position in the form.
  enum Part: Hashable {
    case setting(Int)
    case section(Int)
  }

  private var keyPaths: [Part: KeyPath<UntypedViewModel, Void>] = [:]

  /// Returns the key path of a part that is being read. Creating it takes most of the time of an access, so it is cached.
  @MainActor
  mutating func keyPath(of part: Part) -> KeyPath<UntypedViewModel, Void> {
    if let known = keyPaths[part] { return known }
    let keyPath: KeyPath<UntypedViewModel, Void> = \.[observed: part]
    keyPaths[part] = keyPath
    return keyPath
  }

  /// The key path of a part; `nil` if it has never been observed.
  subscript(part: Part) -> KeyPath<UntypedViewModel, Void>? { keyPaths[part] }
}

extension UntypedViewModel {
  /// Identifies a setting or a section in a key path. It is never read.
  fileprivate nonisolated subscript(observed part: ObservedParts.Part) -> Void { () }

  /// Identifies all settings in a key path. It is never read.
  private nonisolated var observedWhole: Void { () }

  /// Records an access to a setting, a section, or a part of a setting.
  func observe(_ path: SettingPath) {
    let (sections, setting) = index.positions(around: path)
    let part: ObservedParts.Part
    if let setting {
      part = .setting(setting)
    } else if let section = sections.last, sections.count == path.keys.count + 1 {
      part = .section(section)
    } else {
      // A path that the form doesn't have never changes.
      return
    }
    observation.access(self, keyPath: observedParts.keyPath(of: part))
  }

  /// Records an access to something that depends on all settings.
  func observeAll() {
    observation.access(self, keyPath: \.observedWhole)
  }

  /// Notifies the observers of settings, and of the sections that contain them.
  ///
  /// Call it after the change, because which settings change may be unknown before. Cost: constant for each setting and each
  /// section that contains it; nothing for other settings.
  func notifyObservers(of paths: some Sequence<SettingPath>) {
    var notified: Set<ObservedParts.Part> = []
    var isEmpty = true
    for path in paths {
      isEmpty = false
      let (sections, setting) = index.positions(around: path)
      for part in sections.map(ObservedParts.Part.section) + (setting.map { [.setting($0)] } ?? []) {
        guard let keyPath = observedParts[part], notified.insert(part).inserted else { continue }
        observation.withMutation(of: self, keyPath: keyPath) {}
      }
    }
    guard !isEmpty else { return }
    observation.withMutation(of: self, keyPath: \.observedWhole) {}
  }
}
