/// The items of a section by their keys, in form order, with the data for the check of a document.
struct SectionKeys: Sendable {
  /// One item.
  struct Item: Sendable {
    let target: FormIndex.Target
    /// The shape of a setting; `nil` for a section. It is stored here, and not only in the setting, so that a check reads less
    /// memory. The settings of the index retain it as long as the table exists.
    let shape: FormShape.Unretained?
    /// Whether the item is listed although no form describes it, so that a check reports its key as unknown.
    let isUndescribed: Bool

    init(target: FormIndex.Target, shape: FormShape.Unretained?, isUndescribed: Bool = false) {
      self.target = target
      self.shape = shape
      self.isUndescribed = isUndescribed
    }
  }

  let table: KeyTable
  let items: [Item]
  /// Whether a keyword of the section constrains members with other keys.
  let constrainsOthers: Bool

  /// Creates the table of a section's items, which have distinct keys.
  init(_ keys: [String] = [], _ items: [Item] = [], constrainsOthers: Bool = false) {
    table = KeyTable(keys)
    self.items = items
    self.constrainsOthers = constrainsOthers
  }

  /// Whether there is an item with a key.
  ///
  /// - Parameter describedOnly: Whether an item that no form describes doesn't count.
  func has(_ key: String, describedOnly: Bool) -> Bool {
    table.place(of: key).map { !(describedOnly && items[$0].isUndescribed) } ?? false
  }

  /// The section or setting of a key.
  subscript(key: String) -> FormIndex.Target? {
    table.place(of: key).map { items[$0].target }
  }
}
