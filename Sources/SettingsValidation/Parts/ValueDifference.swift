/// How two values of one setting differ, part by part.
///
/// Lists and objects are compared inside; other values, ranges, alternatives of different kinds, and values that are secret as a whole
/// replace each other as a whole. The rows of a review, the JSON Patch and the value without some of the changes
/// are all made from this one comparison.
///
/// Objects are compared by their keys, lists by ``ListDifference``.
///
/// Cost: n log n in the size of the values.
package indirect enum ValueDifference: Sendable {
  /// A value replaces another as a whole.
  case whole(old: JSONValue, new: JSONValue)
  /// Lists with different elements.
  case list(ListDifference)
  /// Objects with different members.
  case object(ObjectDifference)

  /// Compares two values; `nil` if they are equal.
  ///
  /// - Parameter setting: The form's description of both values.
  package init?(_ old: JSONValue, _ new: JSONValue, _ setting: FormSetting) {
    guard old != new else { return nil }
    switch (old, new) {
    case (.array(let before), .array(let after)) where setting.showsParts(of: old, new):
      self = .list(ListDifference(before, after, setting))
    case (.object(let before), .object(let after)) where setting.showsParts(of: old, new):
      self = .object(ObjectDifference(before, after, setting))
    default: self = .whole(old: old, new: new)
    }
  }
}

extension FormSetting {
  /// Returns whether two lists or two objects are compared inside.
  fileprivate func showsParts(of old: JSONValue, _ new: JSONValue) -> Bool {
    // The number of parts and the keys of a secret are secret, too.
    if isSecret || secrecy.hides(JSONType(of: old)) { return false }
    return switch kind {
    case .list(_, let limits): !limits.isRange
    case .variants(let variants): variants.variant(of: old) == variants.variant(of: new)
    case .boolean, .integer, .number, .string, .choice, .flags, .dictionary, .object, .recursive, .json: true
    }
  }
}

/// How the members of two objects differ.
package struct ObjectDifference: Sendable {
  /// A member with what happened to it.
  enum Member: Sendable {
    case removed(String, JSONValue)
    case added(String, JSONValue)
    case changed(String, ValueDifference)
  }

  let old: JSONObject
  let new: JSONObject
  /// The differing members, in the order of the form and then of the values.
  let members: [Member]
  /// The number of members that are equal.
  let equalCount: Int

  fileprivate init(_ old: JSONObject, _ new: JSONObject, _ setting: FormSetting) {
    self.old = old
    self.new = new
    var members: [Member] = []
    var equalCount = 0
    for key in setting.orderedKeys(of: old, new) {
      switch (old[key], new[key]) {
      case (let before?, let after?):
        let part = setting.part(key, of: .object(new))
        if let difference = ValueDifference(before, after, part) {
          members.append(.changed(key, difference))
        } else {
          equalCount += 1
        }
      case (let before?, nil): members.append(.removed(key, before))
      case (nil, let after?): members.append(.added(key, after))
      case (nil, nil): break
      }
    }
    self.members = members
    self.equalCount = equalCount
  }
}

extension FormSetting {
  /// Returns the keys of two objects, each once: those of a struct in form order, then the others as they are in the values.
  fileprivate func orderedKeys(of old: JSONObject, _ new: JSONObject) -> [String] {
    var keys: [String] = []
    if case .object(let section) = kind { keys = section.items.map(\.key) }
    var seen = Set(keys.map(ExactText.init))
    for member in old.members + new.members where seen.insert(ExactText(member.key)).inserted {
      keys.append(member.key)
    }
    return keys
  }
}

extension ValueDifference {
  /// The place of a part of the new value in the old one.
  package struct OldPlace: Sendable {
    package let path: SettingPath
    /// Whether the part, with everything in it, is the old one.
    package let isUnchanged: Bool
    /// Whether the part has no parts, or has replaced the old one as a whole.
    package let isScalar: Bool

    package init(path: SettingPath, isUnchanged: Bool, isScalar: Bool) {
      (self.path, self.isUnchanged, self.isScalar) = (path, isUnchanged, isScalar)
    }
  }
}

extension ValueDifference? {
  /// Returns where a part of the new value was in the old one; `nil` if the part is new. Equal values have no difference.
  package func place(of keys: ArraySlice<String>, at path: SettingPath) -> ValueDifference.OldPlace? {
    guard let self else {
      return ValueDifference.OldPlace(path: SettingPath(path.keys + keys), isUnchanged: true, isScalar: false)
    }
    guard let key = keys.first else {
      if case .whole = self {
        return ValueDifference.OldPlace(path: path, isUnchanged: false, isScalar: true)
      }
      return ValueDifference.OldPlace(path: path, isUnchanged: false, isScalar: false)
    }
    let rest = keys.dropFirst()
    switch self {
    case .whole(let old, let new):
      let inside = SettingPath(Array(keys))
      guard let before = old.value(at: inside) else { return nil }
      return ValueDifference.OldPlace(
        path: SettingPath(path.keys + keys), isUnchanged: before == new.value(at: inside), isScalar: true)
    case .object(let difference):
      for member in difference.members {
        switch member {
        case .added(key, _): return nil
        case .changed(key, let inner):
          return ValueDifference?.some(inner).place(of: rest, at: path.appending(key))
        default: break
        }
      }
      return ValueDifference?.none.place(of: rest, at: path.appending(key))
    case .list(let difference):
      guard let index = SettingPath.elementIndex(key) else { return nil }
      for slot in difference.slots {
        switch slot {
        case .kept(let old, index, let inner), .target(let old, index, let inner):
          return inner.place(of: rest, at: path.appending(old))
        default: break
        }
      }
      return nil
    }
  }
}
