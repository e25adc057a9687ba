/// Values at paths of earlier versions.
extension FormIndex {
  /// Returns the setting whose value is at a former path; `nil` if the path isn't a former path.
  package func entry(formerlyAt path: SettingPath) -> Entry? {
    former.positions[path].map { settings[$0] }
  }

  /// Whether settings had other paths in earlier versions.
  var hasFormerPaths: Bool { !former.positions.isEmpty }

  /// Whether a document has a value at a former path of a setting. Cost: a lookup for each former path.
  func hasFormerValue(in document: JSONDocument) -> Bool {
    renamed.contains { settings[$0].formerPaths.contains { document.node(at: $0) != nil } }
  }

  /// Whether an object at a path can hold values at former paths, and isn't a section.
  func isFormerContainer(_ path: SettingPath) -> Bool {
    former.containers.contains(path) && sectionPosition(at: path) == nil
  }

  /// Returns the secrecy of a value at a former path, or of an object that holds such values; `nil` if the path is neither.
  func formerSecrecy(at path: SettingPath) -> Secrecy? {
    if let position = former.positions[path] { return settings[position].setting.secrecy }
    guard isFormerContainer(path) else { return nil }
    var members: [ExactText: Secrecy] = [:]
    for place in former.positions.keys where place.keys.count > path.keys.count && path.contains(place) {
      let key = place.keys[path.keys.count]
      if members[ExactText(key)] == nil { members[ExactText(key)] = formerSecrecy(at: path.appending(key)) }
    }
    return Secrecy(ofObjectWith: members)
  }

  /// Returns the keys of a section that can hold values at former paths, without those of its items.
  func formerKeys(inSection position: Int) -> Set<String> {
    guard !former.positions.isEmpty else { return [] }
    let path = nodes[position].path
    let places = former.positions.keys.filter { $0.keys.count > path.keys.count && path.contains($0) }
    return Set(places.map { $0.keys[path.keys.count] }).filter { nodes[position].keys[$0] == nil }
  }
}
