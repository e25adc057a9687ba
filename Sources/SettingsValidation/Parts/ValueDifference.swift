/// How two values of one setting differ, part by part.
///
/// Lists and objects are compared inside, so a review says that the port of the second server has changed, and not that
/// the list is another. Some values only make sense whole, and one is simply replaced by the other: numbers and
/// strings; a range, whose two ends belong together; an enum that has become another case; a secret, of which even the
/// number of elements says too much.
///
/// Three things are made from this one comparison, so they can't contradict each other: the rows of a review, the JSON
/// Patch of its machine-readable form, and the value that results if a person leaves some of the changes out.
///
///     [{name: a, port: 1}, {name: b, port: 2}]  →  [{name: b, port: 3}, {name: a, port: 1}]
///
///     list
///     ├─ target  old 1 → new 0     b has moved, and inside it
///     │          └─ object: changed port 2 → 3
///     └─ kept    old 0 → new 1     a
///
/// Objects are compared by their keys, lists by ``ListDifference``.
///
/// Leaving out all changes gives the old value, leaving out none gives the new one, and the patch applied to the old
/// value gives the new one.
///
/// Cost: n log n in the size of the values.
package indirect enum ValueDifference: Sendable {
  /// A value replaces another as a whole.
  case whole(old: JSONValue, new: JSONValue)
  /// Lists with different elements.
  case list(ListDifference)
  /// Objects with different members.
  case object(ObjectDifference)

  /// Compares two values; `nil` if they are equal, as JSON Schema compares them: `1` and `1.0` don't differ.
  ///
  /// - Parameters:
  ///   - setting: The form's description of both values.
  ///   - origins: Which parts were named by position or have another key.
  ///   - path: The path of the old value, for the paths of these parts.
  package init?(
    _ old: JSONValue, _ new: JSONValue, setting: FormSetting, origins: PartOrigins = PartOrigins(),
    at path: SettingPath = .root
  ) {
    guard old != new || origins.moveParts(of: path) else { return nil }
    switch (old, new) {
    case (.array(let before), .array(let after)) where setting.showsParts(of: old, new):
      self = .list(ListDifference(before, after, setting: setting, origins: origins, at: path))
    case (.object(let before), .object(let after)) where setting.showsParts(of: old, new):
      self = .object(ObjectDifference(before, after, setting: setting, origins: origins, at: path))
    default: self = .whole(old: old, new: new)
    }
  }
}

extension FormSetting {
  /// Returns whether two lists or two objects are compared inside. They aren't if they belong to different alternatives: the members of one
  /// case have nothing to do with those of another.
  fileprivate func showsParts(of old: JSONValue, _ new: JSONValue) -> Bool {
    // The number of parts and the keys of a secret are secret, too.
    if isSecret || secrecy.hides(JSONType(of: old)) { return false }
    return switch kind {
    case .list(_, let limits): !limits.isRange
    case .variants(let variants): variants.variant(of: old) == variants.variant(of: new)
    default: true
    }
  }
}

/// How the members of two objects differ. Their order doesn't matter; a member under another key is removed and added, also if another
/// member has its old key now.
///
///     {a: 1, b: 2}  →  {a: 2, b: 1}     changed a and b; if they have exchanged their keys, both are removed and added
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
  /// The number of members that are in both and equal.
  let equalCount: Int

  /// Compares two objects, key by key. A member is described by the new object, since alternatives depend on it.
  fileprivate init(
    _ old: JSONObject, _ new: JSONObject, setting: FormSetting, origins: PartOrigins, at path: SettingPath
  ) {
    self.old = old
    self.new = new
    var members: [Member] = []
    var equalCount = 0
    let isRenaming = origins.renameMembers(in: path)
    for key in setting.orderedKeys(of: old, new) {
      switch (old[key], new[key]) {
      case (let before?, let after?) where isRenaming && origins.renameMember(at: path.appending(key)):
        members += [.removed(key, before), .added(key, after)]
      case (let before?, let after?):
        let part = setting.part(key, of: .object(new))
        let place = origins.isEmpty ? path : path.appending(key)
        if let difference = ValueDifference(before, after, setting: part, origins: origins, at: place) {
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
  /// Returns the keys of two objects, each once: first the keys of a struct in form order, then the others as they are
  /// in the values. A review of two versions of a file lists changes in the same order, however the file is arranged.
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
  /// Where a part of the new value was in the old value. An editor uses it to mark the parts of a list that a draft has changed.
  package struct OldPlace: Sendable {
    /// The path of the part in the old value.
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
  /// Returns where a part of the new value was in the old one; `nil` if the part is new. Equal values have no
  /// difference, and each part of them is where it was.
  ///
  /// In the example of ``ValueDifference``, the port of element 0 was the port of element 1.
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
    // From here on, the part is inside one of the differences, or in a member or element that hasn't changed.
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
      guard let source = SettingPath.elementIndex(key).flatMap(difference.source) else { return nil }
      return source.change.place(of: rest, at: path.appending(source.old))
    }
  }
}

extension ValueDifference? {
  /// Returns where a part of the old value is in the new one; `nil` if an element around it is gone. Equal values have no difference.
  ///
  /// A member that was removed keeps its path, at which nothing is set. The path behind the last element leads behind the last element of
  /// the new list.
  package func newPlace(of keys: ArraySlice<String>, at path: SettingPath) -> SettingPath? {
    guard let self, let key = keys.first else { return SettingPath(path.keys + keys) }
    let rest = keys.dropFirst()
    switch self {
    case .whole(let old, let new):
      return new.hasElements(of: old, on: keys) ? SettingPath(path.keys + keys) : nil
    case .object(let difference):
      var inner: ValueDifference?
      for case .changed(key, let found) in difference.members { inner = found }
      guard inner != nil || (difference.new[key] ?? .null).hasElements(of: difference.old[key], on: rest)
      else { return nil }
      return inner.newPlace(of: rest, at: path.appending(key))
    case .list(let list):
      guard let index = SettingPath.elementIndex(key) else { return nil }
      guard index < list.old.count else {
        return SettingPath(path.appending(list.new.count).keys + rest)
      }
      for slot in list.slots {
        switch slot {
        case .kept(index, let new, let inner), .target(index, let new, let inner):
          return inner.newPlace(of: rest, at: path.appending(new))
        // If even the identity of an element was changed in place, a person still looks at the same element.
        case .added(index) where list.old.count == list.new.count && list.removes(index):
          return SettingPath(path.keys + keys)
        default: break
        }
      }
      return nil
    }
  }
}

extension JSONValue {
  /// Whether every list element on a path that an old value has is in this value, too.
  fileprivate func hasElements(of old: JSONValue?, on keys: ArraySlice<String>) -> Bool {
    guard let key = keys.first, let old else { return true }
    let part = SettingPath([key])
    if case .array = old, old.value(at: part) != nil, value(at: part) == nil { return false }
    return (value(at: part) ?? .null).hasElements(of: old.value(at: part), on: keys.dropFirst())
  }
}

extension ListDifference {
  /// Whether an element of the old list is removed.
  fileprivate func removes(_ index: Int) -> Bool {
    slots.contains { if case .removed(index) = $0 { true } else { false } }
  }
}

extension ValueDifference {
  /// The numbers of elements or members before and afterwards, and how many are equal and stay in place:
  /// `5 elements instead of 6, 4 unchanged`.
  ///
  /// An element that has moved isn't among the unchanged, even if it is equal.
  package struct Counts: Hashable, Sendable {
    package let old: Int
    package let new: Int
    package let unchanged: Int
  }

  /// The numbers of parts; `nil` without parts.
  package var counts: Counts? {
    switch self {
    case .whole: nil
    case .list(let list):
      Counts(
        old: list.old.count, new: list.new.count,
        unchanged: list.slots.count { if case .kept(_, _, nil) = $0 { true } else { false } })
    case .object(let object):
      Counts(old: object.old.members.count, new: object.new.members.count, unchanged: object.equalCount)
    }
  }

  /// Returns the changes of the parts, in the order of the values; empty without parts. An element that has moved and
  /// has changed inside has several.
  ///
  /// - Parameters:
  ///   - path: The path of the values.
  ///   - setting: The form's description of the values.
  package func changes(at path: SettingPath, _ setting: FormSetting) -> [SettingPartChange] {
    var changes: [SettingPartChange] = []
    add(to: &changes, at: path, names: [], setting)
    return changes
  }

  /// Adds the changes of a value's parts.
  ///
  /// - Parameter names: The names of the part that the value is, for people; empty for the value of the setting, whose
  ///   replacement is no change of a part.
  fileprivate func add(
    to changes: inout [SettingPartChange], at path: SettingPath, names: [String], _ setting: FormSetting
  ) {
    switch self {
    case .whole(let old, let new):
      if !names.isEmpty {
        changes.append(
          SettingPartChange(.replace, path: path, names: names, setting: setting, old: old, new: new))
      }
    case .list(let list): list.add(to: &changes, at: path, names: names, setting)
    case .object(let object):
      for member in object.members {
        switch member {
        case .removed(let key, let value):
          let part = setting.part(key, of: .object(object.old))
          let names = names + [part.partName(key)]
          changes.append(
            SettingPartChange(
              .remove, path: path.appending(key), names: names, setting: part, old: value, new: nil))
        case .added(let key, let value):
          let part = setting.part(key, of: .object(object.new))
          let names = names + [part.partName(key)]
          changes.append(
            SettingPartChange(
              .add, path: path.appending(key), names: names, setting: part, old: nil, new: value))
        case .changed(let key, let difference):
          let part = setting.part(key, of: .object(object.new))
          difference.add(to: &changes, at: path.appending(key), names: names + [part.partName(key)], part)
        }
      }
    }
  }
}

extension ListDifference {
  /// Adds the changes of a list's elements. An element is named by its number and by what people would call it: `3 eu`.
  fileprivate func add(
    to changes: inout [SettingPartChange], at path: SettingPath, names: [String], _ setting: FormSetting
  ) {
    let elements = ElementDescriptions(of: setting)
    func name(_ index: Int, value: JSONValue) -> [String] {
      names + [elements[index].nameOfElement(value).map { "\(index) \($0)" } ?? "\(index)"]
    }
    for slot in slots {
      switch slot {
      case .kept(_, _, nil), .source: break
      case .kept(_, let index, let difference?):
        difference.add(
          to: &changes, at: path.appending(index), names: name(index, value: new[index]), elements[index])
      case .removed(let index):
        changes.append(
          SettingPartChange(
            .remove, path: path.appending(index), names: name(index, value: old[index]),
            setting: elements[index], old: old[index],
            new: nil))
      case .added(let index):
        changes.append(
          SettingPartChange(
            .add, path: path.appending(index), names: name(index, value: new[index]),
            setting: elements[index], old: nil,
            new: new[index]))
      case .target(let source, let index, let difference):
        let part = elements[index]
        changes.append(
          SettingPartChange(
            .move, path: path.appending(index), names: name(index, value: new[index]), setting: part,
            old: old[source], new: new[index],
            from: path.appending(source)))
        difference?.add(to: &changes, at: path.appending(index), names: name(index, value: new[index]), part)
      }
    }
  }
}

extension FormSetting {
  /// The name of a member for people: its title, or its key if the form gives it none.
  fileprivate func partName(_ key: String) -> String { title.isEmpty ? key : title }
}

extension SettingPartChange {
  fileprivate init(
    _ kind: Kind, path: SettingPath, names: [String], setting: FormSetting, old: JSONValue?,
    new: JSONValue?, from: SettingPath? = nil
  ) {
    self.init(
      id: ID(path: path, kind: kind), from: from, names: names, setting: setting, old: old, new: new)
  }
}

extension ValueDifference {
  /// Returns the new value without the changes of some parts.
  ///
  /// A removed or moved element that is left out keeps its place among the elements that stay. For `[a, b]` → `[b, x]`
  /// without the removal of `a`, the result is `[a, b, x]`.
  ///
  /// The members of an object keep the order of the old one, and added ones come last: leaving out a change never
  /// reorders the rest.
  ///
  /// - Parameters:
  ///   - parts: The changes to leave out. IDs that ``changes(at:_:)`` doesn't return have no effect.
  ///   - path: The path of the values.
  package func value(leavingOut parts: Set<SettingPartChange.ID>, at path: SettingPath) -> JSONValue {
    switch self {
    case .whole(let old, let new):
      return parts.contains(.init(path: path, kind: .replace)) ? old : new
    case .list(let list): return .array(list.elements(leavingOut: parts, at: path))
    case .object(let difference):
      var object = difference.old
      var removed: Set<ExactText> = []
      for member in difference.members {
        switch member {
        case .removed(let key, _):
          if !parts.contains(.init(path: path.appending(key), kind: .remove)) {
            removed.insert(ExactText(key))
          }
        case .added(let key, let value):
          if !parts.contains(.init(path: path.appending(key), kind: .add)) {
            object[key] = value
            removed.remove(ExactText(key))
          }
        case .changed(let key, let change):
          object[key] = change.value(leavingOut: parts, at: path.appending(key))
        }
      }
      object.remove(removed)
      return .object(object)
    }
  }
}

extension ListDifference {
  /// Returns the elements without the changes of some parts. One walk over the slots decides for each whether its element is in the result.
  fileprivate func elements(leavingOut parts: Set<SettingPartChange.ID>, at path: SettingPath) -> [JSONValue]
  {
    func isLeftOut(_ kind: SettingPartChange.Kind, index: Int) -> Bool {
      parts.contains(.init(path: path.appending(index), kind: kind))
    }
    func element(_ index: Int, place: Int, change: ValueDifference?) -> JSONValue {
      change?.value(leavingOut: parts, at: path.appending(place)) ?? old[index]
    }
    // Where no element may move, a removal that is left out keeps the elements before it, and an addition the elements behind it out.
    let lastKept = keepsPlaces ? old.indices.last { isLeftOut(.remove, index: $0) } : nil
    let firstMissing = keepsPlaces ? new.indices.first { isLeftOut(.add, index: $0) } : nil
    var changes: [Int: ValueDifference] = [:]
    for case .target(_, let place, let change?) in slots { changes[place] = change }
    var elements: [JSONValue] = []
    elements.reserveCapacity(max(old.count, new.count))
    for slot in slots {
      switch slot {
      case .kept(let index, let place, let change):
        elements.append(element(index, place: place, change: change))
      case .removed(let index):
        if isLeftOut(.remove, index: index) || lastKept.map({ index < $0 }) == true {
          elements.append(old[index])
        }
      case .added(let place):
        if !isLeftOut(.add, index: place), firstMissing.map({ place < $0 }) ?? true {
          elements.append(new[place])
        }
      case .source(let index, let place):
        if isLeftOut(.move, index: place) {
          elements.append(element(index, place: place, change: changes[place]))
        }
      case .target(let index, let place, let change):
        if !isLeftOut(.move, index: place) { elements.append(element(index, place: place, change: change)) }
      }
    }
    return elements
  }
}
