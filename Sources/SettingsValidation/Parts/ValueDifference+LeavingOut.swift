extension ValueDifference {
  /// Returns the new value without the changes of some parts.
  ///
  /// A removed or moved element that is left out keeps its place among the elements that stay.
  ///
  /// - Parameters:
  ///   - parts: The changes to leave out. Others than those of ``changes(at:_:)`` have no effect.
  ///   - path: The path of the values.
  package func value(leavingOut parts: Set<PartChange.ID>, at path: SettingPath) -> JSONValue {
    switch self {
    case .whole(let old, let new):
      return parts.contains(.init(path: path, kind: .replace)) ? old : new
    case .list(let list): return .array(list.elements(leavingOut: parts, at: path))
    case .object(let difference):
      var object = difference.old
      for member in difference.members {
        switch member {
        case .removed(let key, _):
          if !parts.contains(.init(path: path.appending(key), kind: .remove)) { object[key] = nil }
        case .added(let key, let value):
          if !parts.contains(.init(path: path.appending(key), kind: .add)) { object[key] = value }
        case .changed(let key, let change):
          object[key] = change.value(leavingOut: parts, at: path.appending(key))
        }
      }
      return .object(object)
    }
  }
}

extension ListDifference {
  fileprivate func elements(leavingOut parts: Set<PartChange.ID>, at path: SettingPath) -> [JSONValue] {
    func isLeftOut(_ kind: PartChange.Kind, _ index: Int) -> Bool {
      parts.contains(.init(path: path.appending(index), kind: kind))
    }
    func element(_ index: Int, _ place: Int, _ change: ValueDifference?) -> JSONValue {
      change?.value(leavingOut: parts, at: path.appending(place)) ?? old[index]
    }
    var changes: [Int: ValueDifference] = [:]
    for case .target(_, let place, let change?) in slots { changes[place] = change }
    var elements: [JSONValue] = []
    elements.reserveCapacity(max(old.count, new.count))
    for slot in slots {
      switch slot {
      case .kept(let index, let place, let change): elements.append(element(index, place, change))
      case .removed(let index): if isLeftOut(.remove, index) { elements.append(old[index]) }
      case .added(let place): if !isLeftOut(.add, place) { elements.append(new[place]) }
      case .source(let index, let place):
        if isLeftOut(.move, place) { elements.append(element(index, place, changes[place])) }
      case .target(let index, let place, let change):
        if !isLeftOut(.move, place) { elements.append(element(index, place, change)) }
      }
    }
    return elements
  }
}
