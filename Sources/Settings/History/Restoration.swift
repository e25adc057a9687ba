import SettingsForm

/// A version that replaces the current content, byte for byte.
struct Restoration: Sendable {
  /// The content that it replaces.
  let base: Snapshot
  /// The version's bytes; `nil` if nothing was stored.
  let bytes: [UInt8]?
  let version: Snapshot
  private let index: FormIndex

  /// Restores a version from its bytes. Throws if they aren't JSON, because another program stored them.
  init(_ bytes: [UInt8]?, over base: Snapshot, validator: FormValidator) throws(JSONParseError) {
    self.base = base
    self.bytes = bytes
    index = validator.index
    version = try Snapshot(parsing: bytes, validator: validator)
  }

  /// Restores a version that has been read already.
  init(_ version: Snapshot, over base: Snapshot, validator: FormValidator) {
    self.base = base
    self.version = version
    bytes = version.content?.bytes
    index = validator.index
  }

  /// Reviews what restoring the version changes.
  func review(of file: String) -> Review {
    let changes = version.changes(since: base, in: index)
    return Review(
      file: file, revision: base.revision, changes: changes,
      derivedChanges: version.derivedChanges(since: base, in: index),
      findings: [ReviewFinding](version.problems, over: base, changing: Set(changes.map(\.path))),
      conflicts: [], patch: patch)
  }

  /// The operations that turn the values of the base into those of the version.
  private var patch: [PatchOperation] {
    difference(base.document.root.value, version.document.root.value, at: .root)
  }

  private func difference(_ old: JSONValue, _ new: JSONValue, at path: SettingPath) -> [PatchOperation] {
    guard old != new else { return [] }
    let secrecy = index.secrecy(at: path)
    // The keys inside a value that is secret as a whole are secret, too.
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
