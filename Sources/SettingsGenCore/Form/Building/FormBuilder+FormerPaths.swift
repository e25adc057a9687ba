import SettingsForm

/// Keys and paths of earlier versions.
extension FormBuilder {
  /// Reports former paths inside of values, which have no path from the root.
  mutating func checkFormerKeysOfElement(_ annotations: AnnotationSet) {
    for annotation in annotations.all(.was) {
      let isPath = annotation.value.strings.contains { name in
        if case .path = FormerPlace(name) { true } else { false }
      }
      guard isPath else { continue }
      let error = annotations.error("inside of a value, 'was' needs a key, not a path", at: annotation)
      diagnostics.error(error.message, at: error.location)
    }
  }

  /// Reports former names inside a value that is edited as JSON: a form can't say where in the JSON they are.
  mutating func refuseFormerNames(inside kind: FormKind, _ type: ValueType, at location: SourceLocation) {
    switch kind {
    case .json, .list(.json, _), .dictionary(.json): break
    default: return
    }
    guard AnnotationFinder.finds(.was, in: type, of: table) else { return }
    diagnostics.error(
      "'was' has no effect inside of this value, which is edited as JSON; write a migration", at: location)
  }

  /// Reports names that two cases of an enum had, or that one has and another had.
  mutating func refuseFormerNames(_ former: [String], among current: [String], of id: TypeTable.ID) {
    var seen = Set(current)
    for name in former where !seen.insert(name).inserted {
      diagnostics.error(
        "two cases of '\(table[id].description)' have or had the name '\(name)'", at: table.location(of: id))
    }
  }

  /// Whether a case had other names.
  func isFormer(_ declaration: CaseDeclaration, in file: Int) -> Bool {
    table.program.annotations(of: declaration, in: file).contains { $0.key == AnnotationKey.was.rawValue }
  }

  /// Reports former paths that other settings have or had.
  mutating func checkFormerPaths(_ section: FormSection) {
    let all = Self.settings(of: section, at: [.root])
    guard all.contains(where: { $0.count > 1 }) else { return }
    let current = Set(places.keys)
    var owners: [SettingPath: SettingPath] = [:]
    for paths in all {
      let path = paths[0]
      for former in paths.dropFirst() {
        if current.contains(former) {
          diagnostics.error(
            "'\(former)' is the path of another setting, so '\(path)' can't have had it", at: places[path])
        } else if let owner = owners[former], owner != path {
          diagnostics.error(
            "'\(former)' is an earlier path of '\(owner)', too, so '\(path)' can't have had it",
            at: places[path])
        }
        owners[former] = owners[former] ?? path
      }
    }
  }

  /// Returns the paths of each setting in a section: the current one, and those of earlier versions.
  ///
  /// - Parameter sections: The paths of the section.
  private static func settings(of section: FormSection, at sections: [SettingPath]) -> [[SettingPath]] {
    section.items.flatMap { item -> [[SettingPath]] in
      switch item {
      case .section(let inner):
        settings(of: inner, at: FormerPlace.paths(of: inner.key, named: inner.formerKeys, in: sections))
      case .setting(let setting):
        [FormerPlace.paths(of: setting.key, named: setting.formerKeys, in: sections)]
      }
    }
  }
}
