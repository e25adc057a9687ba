import SettingsForm

/// Finds the patch of a review. All are equal: the changes and the revision decide what the patch is.
struct PatchFinder: Equatable, Sendable {
  let operations: @Sendable () -> [PatchOperation]

  init(_ operations: @escaping @Sendable () -> [PatchOperation]) {
    self.operations = operations
  }

  static func == (_: PatchFinder, _: PatchFinder) -> Bool { true }
}

extension FormIndex {
  /// Returns the operations that turn a document into another.
  ///
  /// - Parameter origins: Which elements of lists were named by position.
  func patch(
    from old: JSONDocument, to new: JSONDocument, _ origins: ElementOrigins = [:]
  ) -> [PatchOperation] {
    difference(from: old.root.value, to: new.root.value, at: .root, origins)
  }

  /// Compares member by member as long as both documents have objects. Where the form has a setting, its value is compared by
  /// ``ValueDifference``, as in a review.
  private func difference(
    from old: JSONValue, to new: JSONValue, at path: SettingPath, _ origins: ElementOrigins
  ) -> [PatchOperation] {
    guard !old.isSpelled(like: new) else { return [] }
    if let setting = self[path]?.setting {
      return ValueDifference(old, new, setting: setting, origins: PartOrigins(elements: origins), at: path)?
        .patch(at: path, setting)
        // 1.0 and 1 are equal values, but the document still changes.
        ?? [PatchOperation(.replace, path: path, value: new, secrecy: setting.secrecy)]
    }
    let secrecy = secrecy(at: path)
    // If a whole value is secret, so are its keys.
    guard !secrecy.isWhole, case .object(let before) = old, case .object(let after) = new else {
      return [PatchOperation(.replace, path: path, value: new, secrecy: secrecy)]
    }
    // Removals come first, so a renamed member isn't there twice in between.
    let removed = before.members.filter { after[$0.key] == nil }
      .map { PatchOperation(.remove, path: path.appending($0.key)) }
    let others = after.members.flatMap { member -> [PatchOperation] in
      let path = path.appending(member.key)
      guard let value = before[member.key] else {
        return [PatchOperation(.add, path: path, value: member.value, secrecy: self.secrecy(at: path))]
      }
      return difference(from: value, to: member.value, at: path, origins)
    }
    return removed + others
  }
}
