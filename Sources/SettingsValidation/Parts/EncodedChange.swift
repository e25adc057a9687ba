/// The change that typed code makes in a value: what the app's type encodes before the change and afterwards.
///
/// The stored value can have members that the type doesn't know, because a newer version of the app or a person has written them, and can
/// lack members that have a default. So the encoded value never replaces the stored one. Only what differs between both encodings changes
/// in it:
///
/// ```swift
/// // stored: [{"name": "a", "note": "mine"}, {"name": "b"}]
/// // before: [{"name": "a", "size": 1}, {"name": "b", "size": 1}]
/// // after:  [{"name": "b", "size": 4}, {"name": "a", "size": 1}]
/// // result: [{"name": "b", "size": 4}, {"name": "a", "note": "mine"}]
/// ```
///
/// Which elements of two lists are the same is decided by ``ListDifference``, as in a review, so that the other members of an element
/// move with it and are removed with it.
package struct EncodedChange: Sendable {
  /// The maximum number of elements that are compared with each other to find the order of a set.
  private static let maxUnordered = 1024

  /// What the app's value was encoded as, before and after the change.
  private let before: JSONValue
  private let after: JSONValue

  /// Compares two encodings; `nil` if they are equal. Then nothing is stored, even if the file spells the value in another way.
  package init?(from before: JSONValue, to after: JSONValue) {
    guard before != after else { return nil }
    (self.before, self.after) = (before, after)
  }

  /// Returns a stored value with the change.
  ///
  /// If the stored value has another type than the encodings, or a list another number of elements, it can't be what
  /// was decoded, and the new encoding replaces it.
  ///
  /// Cost: n log n in the size of the values.
  ///
  /// - Parameters:
  ///   - stored: The stored value, which the app has decoded and, before the change, encoded again.
  ///   - setting: The form's description of the value.
  package func applied(to stored: JSONValue, _ setting: FormSetting) -> JSONValue {
    switch (stored, before, after) {
    case (.object(let stored), .object(let before), .object(let after)):
      .object(Self.object(stored, from: before, to: after, for: setting))
    case (.array(let stored), .array(let before), .array(let after)) where stored.count == before.count:
      .array(Self.elements(stored, from: before, to: after, for: setting))
    default: after
    }
  }

  /// Returns a stored value with a change of a part; the stored one if the part hasn't changed.
  private static func value(
    _ stored: JSONValue, from before: JSONValue, to after: JSONValue,
    for setting: @autoclosure () -> FormSetting
  ) -> JSONValue {
    EncodedChange(from: before, to: after)?.applied(to: stored, setting()) ?? stored
  }

  /// Returns a stored object with a change. Members that the type doesn't know stay; the other members change only if their encodings
  /// differ.
  private static func object(
    _ stored: JSONObject, from before: JSONObject, to after: JSONObject, for setting: FormSetting
  ) -> JSONObject {
    var object = stored
    for member in before.members where after[member.key] == nil { object[member.key] = nil }
    for member in after.members {
      guard let old = before[member.key], let kept = stored[member.key] else {
        // A member that isn't stored has its default, unless it changes.
        if before[member.key] != member.value { object[member.key] = member.value }
        continue
      }
      object[member.key] = value(
        kept, from: old, to: member.value, for: setting.part(member.key, of: .object(after)))
    }
    return object
  }

  /// Returns stored elements with a change. Each new element that was there before is the stored one with the changes
  /// inside it; the others are written as they are encoded.
  private static func elements(
    _ stored: [JSONValue], from before: [JSONValue], to after: [JSONValue], for setting: FormSetting
  ) -> [JSONValue] {
    // A set encodes its elements in any order, so each one is looked for among the stored ones.
    let order = places(of: before, in: stored)
    let difference = ListDifference(before, after, setting: setting, origins: PartOrigins(), at: .root)
    let descriptions = ElementDescriptions(of: setting)
    let elements = after.indices.map { index -> (place: Int?, value: JSONValue) in
      guard let source = difference.source(of: index)?.old else { return (nil, after[index]) }
      let place = order?[source] ?? source
      return (
        place, value(stored[place], from: before[source], to: after[index], for: descriptions[index])
      )
    }
    guard order != nil else { return elements.map(\.value) }
    // The elements of a set are encoded in an order of their own; elements that stay keep their order in the file.
    let staying = elements.filter { $0.place != nil }.sorted { ($0.place ?? 0) < ($1.place ?? 0) }
    return (staying + elements.filter { $0.place == nil }).map(\.value)
  }

  /// Returns where each encoded element is in the stored list if the orders differ, as they do for a set; `nil` if both orders are the
  /// same.
  ///
  /// Elements that are equal are found by a table. What is left, because the type knows only some of its members, is
  /// compared one by one, up to 1024 elements; more are taken as they stand.
  private static func places(of encoded: [JSONValue], in stored: [JSONValue]) -> [Int]? {
    if zip(stored, encoded).allSatisfy({ $0.agrees(with: $1) }) { return nil }
    var free: [JSONValue: [Int]] = [:]
    for place in stored.indices.reversed() { free[stored[place], default: []].append(place) }
    var places: [Int?] = encoded.map { free[$0]?.popLast() }
    var rest = free.values.joined().sorted()
    guard rest.count <= maxUnordered else { return nil }
    for index in places.indices where places[index] == nil {
      guard let found = rest.firstIndex(where: { stored[$0].agrees(with: encoded[index]) }) else {
        return nil
      }
      places[index] = rest.remove(at: found)
    }
    return places.compactMap(\.self)
  }
}

extension JSONValue {
  /// Whether the app can have decoded this stored value to the encoded one: the members that both have are equal. The others belong to a
  /// newer app, or have their defaults.
  fileprivate func agrees(with encoded: JSONValue) -> Bool {
    switch (self, encoded) {
    case (.object(let stored), .object(let encoded)):
      encoded.members.allSatisfy { member in stored[member.key]?.agrees(with: member.value) ?? true }
    case (.array(let stored), .array(let encoded)):
      stored.count == encoded.count && zip(stored, encoded).allSatisfy { $0.agrees(with: $1) }
    default: self == encoded
    }
  }
}
