import SettingsForm

extension FormBuilder {
  /// Reports settings that have the same name as an environment variable or an option, so that a layer couldn't tell them apart.
  ///
  /// A setting has several names: `TOKEN_FILE` names the file with the value of `token`, and `--no-cache` switches `cache` off.
  mutating func checkNames(_ section: FormSection) {
    var owners: [String: SettingPath] = [:]
    checkNames(section, at: .root, named: nil, &owners)
    var flags: [String: SettingPath] = [:]
    collectFlags(section, at: .root, &flags)
    for (name, path) in owners.sorted(by: { $0.key < $1.key }) {
      if name.hasSuffix("_FILE"), let owner = owners[String(name.dropLast("_FILE".count))] {
        diagnostics.error(
          "'\(path)' and the file with the value of '\(owner)' have the same name as an environment variable, \(name); rename one of them",
          at: places[path])
      }
      let option = path.optionName
      if option.hasPrefix("no-"), let owner = flags[String(option.dropFirst("no-".count))] {
        diagnostics.error(
          "'\(path)' and the opposite of '\(owner)' have the same name as an option, --\(option); rename one of them",
          at: places[path])
      }
    }
  }

  /// Collects the Boolean settings by their names as options.
  private func collectFlags(
    _ section: FormSection, at path: SettingPath, _ flags: inout [String: SettingPath]
  ) {
    for item in section.items {
      let path = path.appending(item.key)
      switch item {
      case .section(let inner): collectFlags(inner, at: path, &flags)
      case .setting(let setting):
        if setting.kind == .boolean, !setting.traits.contains(.skipped) { flags[path.optionName] = path }
      }
    }
  }

  private mutating func checkNames(
    _ section: FormSection, at path: SettingPath, named name: String?, _ owners: inout [String: SettingPath]
  ) {
    for item in section.items {
      let path = path.appending(item.key)
      let name = item.key.variableName(in: name)
      switch item {
      case .section(let inner): checkNames(inner, at: path, named: name, &owners)
      case .setting(let setting):
        // Only the app's code sets it.
        if setting.traits.contains(.skipped) { continue }
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
