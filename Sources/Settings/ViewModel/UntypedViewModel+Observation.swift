import Observation

// Who reads a setting reads, for `Observation`, a property that a key path with the setting's position in the form leads
// to; so a change tells nobody but those who read that setting, or a section around it.

/// The parts of a view model that somebody has read, with what stands for each.
struct ObservedParts {
  /// A setting, or a section for all settings inside, by its position in the form.
  enum Part: Hashable {
    case setting(Int)
    case section(Int)
  }

  private var keyPaths: [Part: KeyPath<UntypedViewModel, Void>] = [:]

  /// What stands for a part that is being read. Making a key path takes longer than all the rest, so it is kept.
  @MainActor
  mutating func keyPath(of part: Part) -> KeyPath<UntypedViewModel, Void> {
    if let known = keyPaths[part] { return known }
    let made: KeyPath<UntypedViewModel, Void> = \.[observed: part]
    keyPaths[part] = made
    return made
  }

  /// What stands for a part; `nil` if nobody has ever read it.
  subscript(part: Part) -> KeyPath<UntypedViewModel, Void>? { keyPaths[part] }
}

extension UntypedViewModel {
  /// What stands for a setting or a section. Nobody reads it.
  fileprivate nonisolated subscript(observed part: ObservedParts.Part) -> Void { () }

  /// What stands for all settings together. Nobody reads it.
  private nonisolated var observedWhole: Void { () }

  /// Says that somebody reads a setting, a section, or a part of a setting.
  func observe(_ path: SettingPath) {
    let (sections, setting) = index.positions(around: path)
    let part: ObservedParts.Part
    if let setting {
      part = .setting(setting)
    } else if let section = sections.last, sections.count == path.keys.count + 1 {
      part = .section(section)
    } else {
      // What the form doesn't know never changes.
      return
    }
    observation.access(self, keyPath: observedParts.keyPath(of: part))
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
    var told: Set<ObservedParts.Part> = []
    var isAnything = false
    for path in paths {
      isAnything = true
      let (sections, setting) = index.positions(around: path)
      for part in sections.map(ObservedParts.Part.section) + (setting.map { [.setting($0)] } ?? []) {
        guard let keyPath = observedParts[part], told.insert(part).inserted else { continue }
        observation.withMutation(of: self, keyPath: keyPath) {}
      }
    }
    guard isAnything else { return }
    observation.withMutation(of: self, keyPath: \.observedWhole) {}
  }
}
