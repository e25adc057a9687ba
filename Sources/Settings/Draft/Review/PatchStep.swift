import SettingsForm

/// A part of a review's patch. The operations inside a value are found only when the patch is read.
enum PatchStep: Hashable, Sendable {
  case operation(PatchOperation)
  /// The change of a value that is in the document.
  case change(SettingChange)

  var operations: [PatchOperation] {
    switch self {
    case .operation(let operation): [operation]
    case .change(let change): change.patch
    }
  }
}

extension SettingChange {
  /// The operations that change the setting's value in a document that has it.
  fileprivate var patch: [PatchOperation] {
    guard let new else { return [PatchOperation(.remove, path)] }
    guard let old else { return [PatchOperation(.replace, path, value: new, secrecy: setting.secrecy)] }
    return ValueDifference(old, new, setting)?.patch(at: path, setting) ?? []
  }
}

extension FormIndex {
  /// Returns the operations that turn a document into another one.
  func patch(from old: JSONDocument, to new: JSONDocument) -> [PatchOperation] {
    difference(old.root.value, new.root.value, at: .root)
  }

  private func difference(_ old: JSONValue, _ new: JSONValue, at path: SettingPath) -> [PatchOperation] {
    guard old != new else { return [] }
    if let setting = self[path]?.setting {
      return ValueDifference(old, new, setting)?.patch(at: path, setting) ?? []
    }
    let secrecy = secrecy(at: path)
    // The keys inside a value that is secret as a whole are secret, too.
    guard !secrecy.isWhole, case .object(let before) = old, case .object(let after) = new else {
      return [PatchOperation(.replace, path, value: new, secrecy: secrecy)]
    }
    let removed = before.members.filter { after[$0.key] == nil }
      .map { PatchOperation(.remove, path.appending($0.key)) }
    let others = after.members.flatMap { member -> [PatchOperation] in
      let path = path.appending(member.key)
      guard let value = before[member.key] else {
        return [PatchOperation(.add, path, value: member.value, secrecy: self.secrecy(at: path))]
      }
      return difference(value, member.value, at: path)
    }
    return removed + others
  }
}
