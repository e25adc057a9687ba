import SettingsForm

/// A version that is to be stored again, byte for byte, in the place of the present content.
struct Restoration: Sendable {
  /// The content that it would replace.
  let base: Snapshot
  /// The version; `nil` if nothing was stored.
  let bytes: [UInt8]?
  let version: Snapshot
  private let index: FormIndex

  /// Throws if the version is no JSON: then somebody else had stored it.
  init(_ bytes: [UInt8]?, over base: Snapshot, validator: FormValidator) throws(JSONParseError) {
    self.base = base
    self.bytes = bytes
    index = validator.index
    version = try Snapshot(parsing: bytes, validator: validator)
  }

  /// Returns to a version that is at hand.
  init(_ version: Snapshot, over base: Snapshot, validator: FormValidator) {
    self.base = base
    self.version = version
    bytes = version.content?.bytes
    index = validator.index
  }

  /// What storing it would do.
  func review(of file: String) -> Review {
    Review(
      file: file, revision: base.revision, changes: version.changes(since: base, in: index),
      derivedChanges: version.derivedChanges(since: base, in: index),
      problems: version.problems, conflicts: [], patch: patch)
  }

  /// The operations that make the one document's values the other's.
  private var patch: [PatchOperation] {
    difference(base.document.root.value, version.document.root.value, at: .root)
  }

  private func difference(_ old: JSONValue, _ new: JSONValue, at path: SettingPath) -> [PatchOperation] {
    guard old != new else { return [] }
    guard index[path] == nil, case .object(let before) = old, case .object(let after) = new else {
      return [operation(.replace, new, at: path)]
    }
    let removed = before.members.filter { after[$0.key] == nil }
      .map { operation(.remove, nil, at: path.appending($0.key)) }
    let others = after.members.flatMap { member -> [PatchOperation] in
      let path = path.appending(member.key)
      guard let value = before[member.key] else { return [operation(.add, member.value, at: path)] }
      return difference(value, member.value, at: path)
    }
    return removed + others
  }

  /// An operation; the value is masked as soon as a secret is anywhere inside.
  private func operation(_ kind: SettingChange.Kind, _ value: JSONValue?, at path: SettingPath)
    -> PatchOperation
  {
    PatchOperation(kind: kind, path: path, value: value, isSecret: value != nil && holdsSecret(path))
  }

  private func holdsSecret(_ path: SettingPath) -> Bool {
    if let entry = index.entry(containing: path) { return entry.setting.traits.contains(.secret) }
    return index.section(at: path)?.holdsSecret ?? false
  }
}

extension FormSection {
  fileprivate var holdsSecret: Bool {
    items.contains { item in
      switch item {
      case .section(let section): section.holdsSecret
      case .setting(let setting): setting.traits.contains(.secret)
      }
    }
  }
}
