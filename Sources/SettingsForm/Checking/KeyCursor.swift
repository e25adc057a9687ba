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
