import SettingsForm

extension FormReview {
  /// The review as JSON, for other programs and machine-readable output. Secrets are masked.
  ///
  /// ```json
  /// {
  ///   "file": "settings.json",
  ///   "revision": "0f5c3c1f0e2b9d4c6b3f0a9d8e7c6b5a",
  ///   "changes": [
  ///     {"path": "calculation.timePeriod", "pointer": "/calculation/timePeriod", "title": "Time Period", "old": 7, "new": 14,
  ///       "kind": "add", "unit": "days", "requiresRestart": false, "sideEffects": []}
  ///   ],
  ///   "problems": [],
  ///   "conflicts": [],
  ///   "requiresRestart": false,
  ///   "sideEffects": [],
  ///   "patch": [
  ///     {"op": "add", "path": "/calculation", "value": {"timePeriod": 14}}
  ///   ]
  /// }
  /// ```
  ///
  /// `revision` is `null` if nothing is stored. `patch` is a JSON Patch (RFC 6902) for the stored document. There is `derived` if rules
  /// derive changes; `upgrades` if values of an earlier version are stored as this one reads them, with `from` for a value that moves;
  /// `kind` in a conflict if it is about a `comment`; `foreignLinks` if symbolic links of other users are on the path of the file; and
  /// `missingContext` if rules weren't evaluated because only the app knows the values that they read. A change can have `parts`,
  /// `overriddenBy`, and `stored` if the app takes a part of the new value from a default; a problem that the stored content has
  /// already has `remains`.
  public var json: JSONValue {
    var object: JSONObject = [
      "file": .string(file),
      "revision": revision.map { .string($0.description) } ?? .null,
      "changes": .array(changes.map(\.json)),
      "problems": .array(findings.map(\.json)),
      "conflicts": .array(conflicts.map(\.json)),
      "requiresRestart": .bool(requiresRestart),
      "sideEffects": .array(sideEffects.map(JSONValue.string)),
      "patch": .array(patch.map(\.json)),
    ]
    if !derivedChanges.isEmpty { object["derived"] = .array(derivedChanges.map(\.json)) }
    if !upgrades.isEmpty { object["upgrades"] = .array(upgrades.map(\.json)) }
    if !foreignLinks.isEmpty { object["foreignLinks"] = .array(foreignLinks.map(\.json)) }
    if !missingContext.isEmpty { object["missingContext"] = .array(missingContext.map(JSONValue.string)) }
    return .object(object)
  }
}

extension SettingChange {
  package var json: JSONValue {
    var object = JSONObject(changeOf: setting, at: path, title, from: old, to: new, kind: kind.rawValue)
    object["requiresRestart"] = .bool(requiresRestart)
    object["sideEffects"] = .array(sideEffects.map(JSONValue.string))
    object["stored"] = stored.map { setting.masked($0) }
    if let formerPath { object["from"] = .string(formerPath.pointer) }
    if let overriddenBy { object["overriddenBy"] = overriddenBy.json }
    let parts = parts
    if !parts.isEmpty { object["parts"] = .array(parts.map(\.json)) }
    return .object(object)
  }
}

extension SettingPartChange {
  package var json: JSONValue {
    var object = JSONObject(changeOf: setting, at: path, title, from: old, to: new, kind: kind.rawValue)
    if let from { object["from"] = .string(from.pointer) }
    return .object(object)
  }
}

extension JSONObject {
  /// Creates the members that changes of settings and changes of parts have in common. A value of a secret is masked here, for both.
  fileprivate init(
    changeOf setting: FormSetting, at path: SettingPath, _ title: String, from old: JSONValue?,
    to new: JSONValue?, kind: String
  ) {
    self = [
      "path": .string(path.description),
      "pointer": .string(path.pointer),
      "title": .string(title),
      "old": setting.masked(old),
      "new": setting.masked(new),
      "kind": .string(kind),
    ]
    if let unit = setting.unit { self["unit"] = .string(unit) }
  }
}

extension ReviewFinding {
  fileprivate var json: JSONValue {
    guard case .remaining(let problem) = self, case .object(var object) = problem.json else {
      return problem.json
    }
    object["remains"] = true
    return .object(object)
  }
}

extension FormProblem {
  package var json: JSONValue {
    var object: JSONObject = [
      "path": .string(shownPath.description),
      "severity": .string(severity.rawValue),
      "message": .string(message),
    ]
    if let position {
      object["line"] = .number(JSONNumber(position.line))
      object["column"] = .number(JSONNumber(position.column))
    }
    return .object(object)
  }
}

extension SettingConflict {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "path": .string(path.description),
      "pointer": .string(path.pointer),
      "title": .string(setting.title),
      "base": setting.masked(base),
      "mine": setting.masked(mine),
      "theirs": setting.masked(theirs),
    ]
    if isAboutComment { object["kind"] = "comment" }
    return .object(object)
  }
}

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
    difference(old.root.value, new.root.value, at: .root, origins)
  }

  /// Compares member by member as long as both documents have objects. Where the form has a setting, its value is compared by
  /// ``ValueDifference``, as in a review.
  private func difference(
    _ old: JSONValue, _ new: JSONValue, at path: SettingPath, _ origins: ElementOrigins
  ) -> [PatchOperation] {
    guard !old.isSpelled(like: new) else { return [] }
    if let setting = self[path]?.setting {
      return ValueDifference(old, new, setting: setting, origins: origins, at: path)?.patch(at: path, setting)
        // Another spelling of a number is no difference of values.
        ?? [PatchOperation(.replace, path: path, value: new, secrecy: setting.secrecy)]
    }
    let secrecy = secrecy(at: path)
    // The keys inside a value that is secret as a whole are secret, too.
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
      return difference(value, member.value, at: path, origins)
    }
    return removed + others
  }
}
