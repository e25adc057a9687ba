import SettingsForm

extension FormBuilder {
  /// Reports settings that have the same name as an environment variable, so that a layer couldn't tell them apart.
  mutating func checkNames(_ section: FormSection) {
    var owners: [String: SettingPath] = [:]
    checkNames(section, at: .root, named: nil, &owners)
  }

  private mutating func checkNames(
    _ section: FormSection, at path: SettingPath, named name: String?, _ owners: inout [String: SettingPath]
  ) {
    for item in section.items {
      let path = path.appending(item.key)
      let name = item.key.variableName(in: name)
      switch item {
      case .section(let inner): checkNames(inner, at: path, named: name, &owners)
      case .setting:
        guard let owner = owners.updateValue(path, forKey: name) else { continue }
        diagnostics.error(
          "'\(path)' and '\(owner)' have the same name as an environment variable, \(name); rename one of them",
          at: places[path])
      }
    }
  }

  /// Reports the annotation of a section that belongs to the root.
  mutating func refuseLayers(_ sets: AnnotationSet...) {
    for set in sets {
      guard let annotation = set[.app] else { continue }
      let error = set.error("'app' belongs to the root of the settings", at: annotation)
      diagnostics.error(error.message, at: error.location)
    }
  }

  /// Returns the layers that the annotation of a root names.
  mutating func layers(_ annotations: AnnotationSet) -> FormLayers? {
    first(of: [annotations]) { set throws(AnnotationError) -> FormLayers? in
      guard let annotation = set[.app], let name = try set.text(.app) else { return nil }
      guard FormLayers.isName(name) else {
        throw set.error("'app' needs the name of a folder: app = \"trend\"", at: annotation)
      }
      return FormLayers(app: name)
    }
  }
}
