extension ValueDifference {
  /// The numbers of elements or members before and afterwards, and of those that are equal and stay in place.
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

  /// Returns the changes of the parts, in the order of the values; empty without parts.
  ///
  /// - Parameters:
  ///   - path: The path of the values.
  ///   - setting: The form's description of the values.
  package func changes(at path: SettingPath, _ setting: FormSetting) -> [PartChange] {
    var changes: [PartChange] = []
    add(to: &changes, at: path, names: [], setting)
    return changes
  }

  fileprivate func add(
    to changes: inout [PartChange], at path: SettingPath, names: [String], _ setting: FormSetting
  ) {
    switch self {
    case .whole(let old, let new):
      if !names.isEmpty { changes.append(PartChange(.replace, path, names, setting, old: old, new: new)) }
    case .list(let list): list.add(to: &changes, at: path, names: names, setting)
    case .object(let object):
      for member in object.members {
        switch member {
        case .removed(let key, let value):
          let part = setting.part(key, of: .object(object.old))
          let names = names + [part.partName(key)]
          changes.append(PartChange(.remove, path.appending(key), names, part, old: value, new: nil))
        case .added(let key, let value):
          let part = setting.part(key, of: .object(object.new))
          let names = names + [part.partName(key)]
          changes.append(PartChange(.add, path.appending(key), names, part, old: nil, new: value))
        case .changed(let key, let difference):
          let part = setting.part(key, of: .object(object.new))
          difference.add(to: &changes, at: path.appending(key), names: names + [part.partName(key)], part)
        }
      }
    }
  }
}

extension ListDifference {
  fileprivate func add(
    to changes: inout [PartChange], at path: SettingPath, names: [String], _ setting: FormSetting
  ) {
    let elements = ElementDescriptions(of: setting)
    func name(_ index: Int, _ value: JSONValue) -> [String] {
      names + [elements[index].nameOfElement(value).map { "\(index) \($0)" } ?? "\(index)"]
    }
    for slot in slots {
      switch slot {
      case .kept(_, _, nil), .source: break
      case .kept(_, let index, let difference?):
        difference.add(
          to: &changes, at: path.appending(index), names: name(index, new[index]), elements[index])
      case .removed(let index):
        changes.append(
          PartChange(
            .remove, path.appending(index), name(index, old[index]), elements[index], old: old[index],
            new: nil))
      case .added(let index):
        changes.append(
          PartChange(
            .add, path.appending(index), name(index, new[index]), elements[index], old: nil,
            new: new[index]))
      case .target(let source, let index, let difference):
        let part = elements[index]
        changes.append(
          PartChange(
            .move, path.appending(index), name(index, new[index]), part, old: old[source], new: new[index],
            from: path.appending(source)))
        difference?.add(to: &changes, at: path.appending(index), names: name(index, new[index]), part)
      }
    }
  }
}

extension FormSetting {
  /// The name of a member among the members of its object.
  fileprivate func partName(_ key: String) -> String { title.isEmpty ? key : title }
}

extension PartChange {
  fileprivate init(
    _ kind: Kind, _ path: SettingPath, _ names: [String], _ setting: FormSetting, old: JSONValue?,
    new: JSONValue?, from: SettingPath? = nil
  ) {
    self.init(
      id: ID(path: path, kind: kind), from: from, names: names, setting: setting, old: old, new: new)
  }
}
