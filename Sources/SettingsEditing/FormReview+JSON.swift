import Settings

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

extension SettingChange {
  /// The change of a version as JSON, with the changes of its parts. A record has no unit, so the unit comes from today's form.
  package var historyJSON: JSONValue {
    var object = record
    (object["from"], object["comment"]) = (nil, nil)
    object["pointer"] = .string(path.pointer)
    if let unit = setting.unit { object["unit"] = .string(unit) }
    let parts = parts
    if !parts.isEmpty { object["parts"] = .array(parts.map(\.json)) }
    return .object(object)
  }
}
