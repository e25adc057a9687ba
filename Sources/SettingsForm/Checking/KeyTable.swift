/// Distinct keys in order, which are found by their strings.
package struct KeyTable: Sendable {
  /// The number of keys up to which comparing all of them costs less than hashing one.
  private static let fewKeys = 16

  package let keys: [String]
  /// The position of each key; empty for few keys.
  private let places: [ExactText: Int]

  package init(_ keys: [String]) {
    self.keys = keys
    let table = keys.count > Self.fewKeys ? keys : []
    places = Dictionary(uniqueKeysWithValues: table.enumerated().map { (ExactText($0.element), $0.offset) })
  }

  /// Returns the position of a key; `nil` for an unknown key.
  package func place(of key: String) -> Int? {
    places.isEmpty ? keys.firstIndex { $0.hasSameScalars(as: key) } : places[ExactText(key)]
  }
}

/// Finds keys that are in nearly the same order as in a table, as the keys of a settings file are, without a lookup for each.
struct KeyCursor {
  /// How many keys of the table may be skipped before a key is looked up.
  private static let reach = 3

  private let table: KeyTable
  private var next = 0

  init(_ table: KeyTable) {
    self.table = table
  }

  /// Returns the position of a key; `nil` for an unknown key.
  mutating func place(of key: some SchemaMemberKey) -> Int? {
    for place in next..<min(next + Self.reach, table.keys.count) where key.isText(table.keys[place]) {
      next = place + 1
      return place
    }
    guard let place = table.place(of: key.text) else { return nil }
    next = place + 1
    return place
  }
}
