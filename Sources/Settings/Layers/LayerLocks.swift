import SettingsForm

/// A setting or a section that a layer locks.
struct SettingLock: Hashable, Sendable {
  let path: SettingPath
  /// The place in the layer's list of locks.
  let origin: SettingOrigin
}

/// The settings and sections that layers lock for the layers above them.
struct LayerLocks: Hashable, Sendable {
  /// The key of a layer's list of locked settings and sections.
  static let key = "$locked"

  private var origins: [SettingPath: SettingOrigin] = [:]

  var isEmpty: Bool { origins.isEmpty }

  /// The settings and sections, ordered by their paths.
  var all: [SettingLock] {
    origins.map { SettingLock(path: $0.key, origin: $0.value) }
      .sorted { $0.path.description < $1.path.description }
  }

  /// Adds the locks of a higher layer. A lower lock stays in effect.
  mutating func add(_ locks: [SettingLock]) {
    for lock in locks where origin(at: lock.path) == nil { origins[lock.path] = lock.origin }
  }

  /// Returns the place of the lock of a setting or a section, or of a section around it; `nil` if it isn't locked.
  func origin(at path: SettingPath) -> SettingOrigin? {
    guard !isEmpty else { return nil }
    for count in 0...path.keys.count {
      if let origin = origins[SettingPath(Array(path.keys.prefix(count)))] { return origin }
    }
    return nil
  }
}

extension LayerLocks {
  /// Reads the list of locks in a document; returns the locks in the order of the list, and the list's problems.
  static func read(
    from document: JSONDocument, file: String, _ index: FormIndex
  ) -> (locks: [SettingLock], problems: [FormProblem]) {
    guard let list = document.node(at: [key]) else { return ([], []) }
    guard list.kind == .array, list.elements.allSatisfy({ $0.string != nil }) else {
      let message = "Use a list of paths, such as [\"network\", \"calculation.timePeriod\"]."
      return ([], [FormProblem(path: [key], reason: .message(message), position: list.position)])
    }
    var locks: [SettingLock] = []
    var problems: [FormProblem] = []
    for element in list.elements {
      let paths = element.string.flatMap { try? SettingPath(parsing: $0) }.map(index.lockedPaths) ?? []
      locks += paths.map { SettingLock(path: $0, origin: .file(file, element.position)) }
      if paths.isEmpty {
        // The file may be for another version of the app, which knows the setting.
        let message = "Check the path \(Phrase.excerpt(element.value)), which the form does not know."
        problems.append(
          FormProblem(
            path: [key], severity: .warning, reason: .message(message), position: element.position))
      }
    }
    return (locks, problems)
  }
}

extension FormIndex {
  /// Returns the settings or sections that a list of locks means by a path, which can be that of an earlier version.
  fileprivate func lockedPaths(at path: SettingPath) -> [SettingPath] {
    if self[path] != nil || section(at: path) != nil { return [path] }
    return renamed.map { settings[$0] }.filter { $0.formerPaths.contains(where: path.contains) }.map(\.path)
  }
}
