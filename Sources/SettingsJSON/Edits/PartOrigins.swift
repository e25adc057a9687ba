/// Which parts of an old value the parts of a new one are, where a person or a command has said so.
package struct PartOrigins: Hashable, Sendable {
  /// The elements that were named by position.
  package let elements: ElementOrigins
  /// The old paths of the members that get another key in their object, by the new paths.
  package let members: [SettingPath: SettingPath]
  /// The old and the new paths of these members.
  private let moved: Set<SettingPath>
  /// The paths of the values that such a member is in.
  private let around: Set<SettingPath>

  package init(elements: ElementOrigins = [:], moves: [SettingPath: SettingPath] = [:]) {
    self.elements = elements
    members = moves.filter { $0.key != $0.value && $0.key.parent == $0.value.parent }
    moved = Set(members.keys).union(members.values)
    around = members.keys.reduce(into: []) { $0.formUnion($1.prefixes.dropLast()) }
  }

  package var isEmpty: Bool { elements.isEmpty && members.isEmpty }

  /// Whether parts of a value only change places or keys. If they are equal, the value stays the same, but their comments move.
  package func moveParts(of path: SettingPath) -> Bool {
    around.contains(path) || elements.moveElements(in: path)
  }

  /// Whether members get other keys somewhere in a value.
  package func renameMembers(in path: SettingPath) -> Bool { around.contains(path) }

  /// Whether the member at a path gets another key, or another one gets this key.
  package func renameMember(at path: SettingPath) -> Bool { moved.contains(path) }

  /// Returns what is known of the parts of one value.
  package func inside(_ path: SettingPath) -> PartOrigins {
    PartOrigins(
      elements: elements.isEmpty ? elements : elements.filter { path.contains($0.key) },
      moves: around.contains(path) ? members.filter { path.contains($0.key) } : [:])
  }
}
