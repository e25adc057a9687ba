/// Finds members of an object that are asked for in about the order in which they stand.
///
/// A member that is the last found one, or the one after it, is found in constant time and without a hash; any other
/// as by the node's subscript.
package struct MemberCursor {
  private let storage: JSONStorage
  private let object: Int
  private let end: Int
  /// The entry of the key found last.
  private var current: Int

  /// Starts at the first member; `nil` for a node that is no object.
  package init?(_ node: JSONNode) {
    guard node.kind == .object else { return nil }
    storage = node.storage
    object = node.entry
    end = storage.entries[node.entry].payload
    current = node.entry + 1
  }

  /// The value of a key; `nil` if there is none.
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
