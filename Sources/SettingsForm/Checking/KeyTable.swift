/// Distinct keys in order, found by text.
package struct KeyTable: Sendable {
  /// With more keys than this, comparing all of them costs more than hashing one.
  private static let fewKeys = 16

  package let keys: [String]
  /// The position of each key; empty for few keys.
  private let places: [ExactText: Int]

  package init(_ keys: [String]) {
    self.keys = keys
    let table = keys.count > Self.fewKeys ? keys : []
    places = Dictionary(uniqueKeysWithValues: table.enumerated().map { (ExactText($0.element), $0.offset) })
  }

  /// The position of a key; `nil` for an unknown key.
  package func place(of key: String) -> Int? {
    places.isEmpty ? keys.firstIndex { $0.hasSameScalars(as: key) } : places[ExactText(key)]
  }
}

/// Finds keys that are nearly in the order of a table, as the keys of a settings file are, without a look-up for each.
struct KeyCursor {
  /// How many keys of the table may be skipped before a key is looked up.
  private static let reach = 3

  private let table: KeyTable
  private var next = 0

  init(_ table: KeyTable) {
    self.table = table
  }

  /// The position of a key; `nil` for an unknown key.
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
