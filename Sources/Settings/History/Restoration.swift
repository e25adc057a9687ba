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
    let changes = version.changes(since: base, in: index)
    return Review(
      file: file, revision: base.revision, changes: changes,
      derivedChanges: version.derivedChanges(since: base, in: index),
      findings: [ReviewFinding](version.problems, over: base, changing: Set(changes.map(\.path))),
      conflicts: [], patch: patch)
  }

  /// The operations that make the one document's values the other's.
  private var patch: [PatchOperation] {
    difference(base.document.root.value, version.document.root.value, at: .root)
  }

  private func difference(_ old: JSONValue, _ new: JSONValue, at path: SettingPath) -> [PatchOperation] {
    guard old != new else { return [] }
    let secrecy = index.secrecy(at: path)
    // Not even the keys of what is secret as a whole are told.
    guard index[path] == nil, !secrecy.isWhole, case .object(let before) = old, case .object(let after) = new
    else { return [PatchOperation(kind: .replace, path: path, value: new, secrecy: secrecy)] }
    let removed = before.members.filter { after[$0.key] == nil }
      .map { PatchOperation(kind: .remove, path: path.appending($0.key), value: nil, secrecy: .none) }
    let others = after.members.flatMap { member -> [PatchOperation] in
      let path = path.appending(member.key)
      guard let value = before[member.key] else {
        return [
          PatchOperation(kind: .add, path: path, value: member.value, secrecy: index.secrecy(at: path))
        ]
      }
      return difference(value, member.value, at: path)
    }
    return removed + others
  }
}
