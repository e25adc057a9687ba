extension ValueDifference {
  /// Returns the operations that turn the old value into the new one, to be performed in this order.
  ///
  /// - Parameters:
  ///   - path: The path of the values in the document.
  ///   - setting: The form's description of the values.
  package func patch(at path: SettingPath, _ setting: FormSetting) -> [PatchOperation] {
    switch self {
    case .whole(_, let new): return [PatchOperation(.replace, path, value: new, secrecy: setting.secrecy)]
    case .list(let list): return list.patch(at: path, setting)
    case .object(let object):
      return object.members.flatMap { member in
        switch member {
        case .removed(let key, _): return [PatchOperation(.remove, path.appending(key))]
        case .added(let key, let value):
          let secrecy = setting.part(key, of: .object(object.new)).secrecy
          return [PatchOperation(.add, path.appending(key), value: value, secrecy: secrecy)]
        case .changed(let key, let difference):
          return difference.patch(at: path.appending(key), setting.part(key, of: .object(object.new)))
        }
      }
    }
  }
}

extension ListDifference {
  /// Returns operations on elements, from the first place to the last. Each index is that in the list after the operations before it.
  fileprivate func patch(at path: SettingPath, _ setting: FormSetting) -> [PatchOperation] {
    var occupied = OccupiedPlaces(
      slots.map { slot in
        switch slot {
        case .kept, .removed, .source: true
        case .added, .target: false
        }
      })
    var sources: [Int: Int] = [:]
    for (place, slot) in slots.enumerated() { if case .source(_, let new) = slot { sources[new] = place } }
    let elements = ElementDescriptions(of: setting)
    var operations: [PatchOperation] = []
    for (place, slot) in slots.enumerated() {
      switch slot {
      case .kept(_, _, nil), .source: break
      case .kept(_, let new, let change?):
        operations += change.patch(at: path.appending(occupied.count(before: place)), elements[new])
      case .removed:
        operations.append(PatchOperation(.remove, path.appending(occupied.count(before: place))))
        occupied.set(false, at: place)
      case .added(let new):
        let index = occupied.count(before: place)
        operations.append(
          PatchOperation(
            .add, path.appending(index), value: self.new[new], secrecy: elements[new].secrecy))
        occupied.set(true, at: place)
      case .target(_, let new, let change):
        guard let source = sources[new] else { continue }
        let from = occupied.count(before: source)
        occupied.set(false, at: source)
        let index = occupied.count(before: place)
        // Elements that are removed or added around a moved one may have left it at its index.
        if from != index {
          operations.append(PatchOperation(.move, path.appending(index), from: path.appending(from)))
        }
        occupied.set(true, at: place)
        if let change { operations += change.patch(at: path.appending(index), elements[new]) }
      }
    }
    return operations
  }
}

/// Which places of a sequence are occupied. The number of occupied places before a place is found in logarithmic time (P. Fenwick,
/// "A New Data Structure for Cumulative Frequency Tables", 1994): `sums[n]` counts the occupied places among the `n & -n`
/// places before place n.
private struct OccupiedPlaces {
  private var isOccupied: [Bool]
  private var sums: [Int]

  init(_ isOccupied: [Bool]) {
    self.isOccupied = isOccupied
    sums = Array(repeating: 0, count: isOccupied.count + 1)
    for place in isOccupied.indices {
      sums[place + 1] += isOccupied[place] ? 1 : 0
      let next = (place + 1) + ((place + 1) & -(place + 1))
      if next < sums.count { sums[next] += sums[place + 1] }
    }
  }

  func count(before place: Int) -> Int {
    var (sum, node) = (0, place)
    while node > 0 {
      sum += sums[node]
      node &= node - 1
    }
    return sum
  }

  mutating func set(_ isNowOccupied: Bool, at place: Int) {
    guard isOccupied[place] != isNowOccupied else { return }
    isOccupied[place] = isNowOccupied
    var node = place + 1
    while node < sums.count {
      sums[node] += isNowOccupied ? 1 : -1
      node += node & -node
    }
  }
}
