import SettingsSystem

extension SettingsLayers {
  /// Returns the same layers with another one of their files as the written layer; `nil` if it isn't among them.
  package func writing(_ path: String) -> SettingsLayers? {
    let identity = FileStorage(path).identity
    guard identity != written.identity else { return self }
    // A storage that isn't a file can't be a layer of another file.
    guard written is FileStorage else { return nil }
    // The schema's path is relative to the file that it was given for.
    let own = [SettingsLayer.file(written.name)]
    for (index, layer) in below.enumerated() {
      guard let (lower, upper) = layer.split(at: path, identity) else { continue }
      return SettingsLayers(
        below: below[..<index] + lower, file: path, above: upper + below[(index + 1)...] + own + above)
    }
    for (index, layer) in above.enumerated() {
      guard let (lower, upper) = layer.split(at: path, identity) else { continue }
      return SettingsLayers(
        below: below + own + above[..<index] + lower, file: path, above: upper + above[(index + 1)...])
    }
    return nil
  }
}

extension SettingsLayer {
  /// Returns the parts of the layer below and above a file in it; `nil` if the layer doesn't have the file.
  fileprivate func split(
    at path: String, _ identity: String
  ) -> (lower: [SettingsLayer], upper: [SettingsLayer])? {
    switch source {
    case .file(let file):
      return FileStorage(file).identity == identity ? ([], []) : nil
    case .folder(let folder, let names):
      guard let name = path.split(separator: "/").last.map(String.init), names.contains(name),
        FileStorage("\(folder)/\(name)").identity == identity
      else { return nil }
      var (lower, upper) = (names, names)
      (lower.end, upper.start) = (name, name)
      return (
        [SettingsLayer(source: .folder(folder, lower))], [SettingsLayer(source: .folder(folder, upper))]
      )
    case .secrets, .environment, .arguments, .values: return nil
    }
  }
}

/// The names of the files in a folder that are a layer.
struct LayerFileNames: Hashable {
  /// The name before the first one; `nil` for no bound.
  var start: String?
  /// The name after the last one; `nil` for no bound.
  var end: String?

  /// Whether a file is part of the layer: it is named `*.json`, isn't hidden, and is between the bounds.
  func contains(_ name: String) -> Bool {
    name.hasSuffix(".json") && !name.hasPrefix(".") && start.map { $0 < name } ?? true
      && end.map { name < $0 } ?? true
  }
}
