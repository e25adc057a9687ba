/// The items of a section by their keys, in the order of the form, with what the check of a document needs.
struct SectionKeys: Sendable {
  /// One item.
  struct Item: Sendable {
    let target: FormIndex.Target
    /// The shape of a setting; `nil` for a section. It is here, and not only in the setting, so that a check reads less memory.
    let shape: FormShape?
  }

  let table: KeyTable
  let items: [Item]

  /// Creates the table of a section's items, whose keys differ.
  init(_ keys: [String] = [], _ items: [Item] = []) {
    table = KeyTable(keys)
    self.items = items
  }

  /// What a key leads to.
  subscript(key: String) -> FormIndex.Target? {
    table.place(of: key).map { items[$0].target }
  }
}
