/// One operation of a JSON Patch, RFC 6902, such as `{"op": "move", "from": "/tags/2", "path": "/tags/0"}`. Secrets are
/// masked when it is created, so it can be printed.
package struct PatchOperation: Hashable, Sendable {
  package let kind: SettingPartChange.Kind
  /// The place in the document after the operations before this one.
  package let path: SettingPath
  /// The place that a moved element leaves.
  package let from: SettingPath?
  /// The value to store, secrets masked; `nil` for an operation without one.
  package let value: JSONValue?

  /// Creates an operation.
  ///
  /// - Parameter secrecy: The parts of the value to mask.
  package init(
    _ kind: SettingPartChange.Kind, path: SettingPath, from: SettingPath? = nil, value: JSONValue? = nil,
    secrecy: Secrecy = .none
  ) {
    self.kind = kind
    self.path = path
    self.from = from
    self.value = value.map(secrecy.masked)
  }

  /// The operation in the JSON of RFC 6902.
  package var json: JSONValue {
    var object: JSONObject = ["op": .string(kind.rawValue)]
    if let from { object["from"] = .string(from.pointer) }
    object["path"] = .string(path.pointer)
    object["value"] = value
    return .object(object)
  }
}

extension ValueDifference {
  /// Returns the operations that turn the old value into the new one, to be performed in this order (RFC 6902, section
  /// 3).
  ///
  /// - Parameters:
  ///   - path: The path of the values in the document.
  ///   - setting: The form's description of the values. It says which parts of new values are secret and have to be masked.
  package func patch(at path: SettingPath, _ setting: FormSetting) -> [PatchOperation] {
    switch self {
    case .whole(_, let new):
      return [PatchOperation(.replace, path: path, value: new, secrecy: setting.secrecy)]
    case .list(let list): return list.patch(at: path, setting)
    case .object(let object):
      return object.members.flatMap { member in
        switch member {
        case .removed(let key, _): return [PatchOperation(.remove, path: path.appending(key))]
        case .added(let key, let value):
          let secrecy = setting.part(key, of: .object(object.new)).secrecy
          return [PatchOperation(.add, path: path.appending(key), value: value, secrecy: secrecy)]
        case .changed(let key, let difference):
          return difference.patch(at: path.appending(key), setting.part(key, of: .object(object.new)))
        }
      }
    }
  }
}

extension ListDifference {
  /// Returns operations on elements, from the first place to the last.
  ///
  /// RFC 6902 applies operations one after the other, so an index counts the elements that are there at that moment:
  /// removing element 0 makes element 5 element 4. Each slot of the difference is a place that is occupied or not, and
  /// the index of an operation is the number of occupied places before it (``OccupiedPlaces``).
  ///
  /// For `[a, b, c]` → `[b, x, c]`: `remove /0`, then `add /1 x`.
  ///
  /// Cost: n log n in the number of slots.
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
        operations.append(PatchOperation(.remove, path: path.appending(occupied.count(before: place))))
        occupied.set(false, at: place)
      case .added(let new):
        let index = occupied.count(before: place)
        operations.append(
          PatchOperation(
            .add, path: path.appending(index), value: self.new[new], secrecy: elements[new].secrecy))
        occupied.set(true, at: place)
      case .target(_, let new, let change):
        // The element leaves its old place first, so it isn't counted before its new one.
        guard let source = sources[new] else { continue }
        let from = occupied.count(before: source)
        occupied.set(false, at: source)
        let index = occupied.count(before: place)
        // Elements that are removed or added around a moved one might have left it at its index.
        if from != index {
          operations.append(PatchOperation(.move, path: path.appending(index), from: path.appending(from)))
        }
        occupied.set(true, at: place)
        if let change { operations += change.patch(at: path.appending(index), elements[new]) }
      }
    }
    return operations
  }
}

/// Which places of a sequence are occupied.
///
/// The number of occupied places before a place is found in logarithmic time (P. Fenwick, "A New Data Structure for
/// Cumulative Frequency Tables", 1994): `sums[n]` counts the occupied places among the `n & -n` places before place n.
/// With an array of counts, each removal from a list of 100 000 elements would change all counts after it.
private struct OccupiedPlaces {
  /// Whether each place is occupied; the sums alone don't say it directly.
  private var isOccupied: [Bool]
  /// Partial sums: the element n counts the places that the lowest bit of n covers. The element 0 isn't used.
  private var sums: [Int]

  /// Computes all sums in linear time: each sum is added to the next one that covers it.
  init(_ isOccupied: [Bool]) {
    self.isOccupied = isOccupied
    sums = Array(repeating: 0, count: isOccupied.count + 1)
    for place in isOccupied.indices {
      sums[place + 1] += isOccupied[place] ? 1 : 0
      let next = (place + 1) + ((place + 1) & -(place + 1))
      if next < sums.count { sums[next] += sums[place + 1] }
    }
  }

  /// Returns the number of occupied places before a place. Each step takes off the lowest bit of the number, which is
  /// the part that the sum there covers.
  func count(before place: Int) -> Int {
    var (sum, node) = (0, place)
    while node > 0 {
      sum += sums[node]
      node &= node - 1
    }
    return sum
  }

  /// Occupies a place, or frees it. Each step goes to the next sum that covers the place.
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
