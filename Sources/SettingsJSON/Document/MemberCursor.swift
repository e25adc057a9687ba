/// Finds the members of an object when they are requested in approximately the order of the text.
///
/// The member that was found last, and the one after it, are found in constant time and without a hash. Any other
/// member is found as by the subscript of the node.
///
/// A decoder asks for the keys of a struct in the order of its properties, a form for its settings in their order, and
/// files mostly have the same order. For the text `{"host": 1, "port": 2, "user": 3}` and the requests `host`, `port`,
/// `user`, each one is the next member. If `port` is missing in the file, `user` is still the one after `host`.
///
/// With duplicate keys, the neighbor isn't necessarily the member that counts, so each request takes the slow way.
package struct MemberCursor {
  private let storage: JSONStorage
  private let object: Int
  private let end: Int
  /// The entry of the key that was found last.
  private var current: Int

  /// Creates a cursor at the first member; returns `nil` if the node isn't an object. A file can have a number where the form has a
  /// section.
  package init?(_ node: JSONNode) {
    guard node.kind == .object else { return nil }
    storage = node.storage
    object = node.entry
    end = storage.entries[node.entry].payload
    current = node.entry + 1
  }

  /// Returns the value that this object has under the key of another object's member; `nil` if it doesn't have the key.
  ///
  /// If both documents spell the key without escapes, no string is created.
  ///
  /// - Parameter member: The value of the member.
  package mutating func find(keyOf member: JSONNode) -> JSONNode? {
    let key = member.entry - 1
    if storage.duplicateKeys == .refused, current < end {
      var entry = current
      for _ in 0..<2 where entry < end {
        if storage.hasText(at: entry, spelledAs: key, in: member.storage) {
          current = entry
          return JSONNode(storage: storage, entry: entry + 1)
        }
        entry = storage.next(after: entry + 1)
      }
    }
    return find(member.storage.text(of: key))
  }

  /// Returns the value of a key; `nil` if the object doesn't have the key. A key that isn't found leaves the cursor
  /// where it is.
  package mutating func find(_ key: String) -> JSONNode? {
    if storage.duplicateKeys == .refused, current < end {
      if storage.isText(key, at: current) { return JSONNode(storage: storage, entry: current + 1) }
      let next = storage.next(after: current + 1)
      if next < end, storage.isText(key, at: next) {
        current = next
        return JSONNode(storage: storage, entry: next + 1)
      }
    }
    guard let found = storage.key(key, of: object) else { return nil }
    current = found
    return JSONNode(storage: storage, entry: found + 1)
  }
}
