/// The items of a section by their keys, in form order, with as much as the check of a document looks at.
struct SectionKeys: Sendable {
  /// One key.
  struct Item: Sendable {
    let key: String
    let target: FormIndex.Target
    /// The kind of a setting of which nothing else says what is fine; `nil` for the others. It stands here, and not
    /// only in the setting, so that a check goes through less memory.
    let plainKind: FormKind?
    let isOptional: Bool

    /// What leads to a section.
    init(section: FormSection, at position: Int) {
      (key, target, plainKind, isOptional) = (section.key, .section(position), nil, false)
    }

    /// What leads to a setting.
    init(setting: FormSetting, at position: Int) {
      (key, target) = (setting.key, .setting(position))
      (plainKind, isOptional) = (setting.isPlain ? setting.kind : nil, setting.isOptional)
    }
  }

  /// With more keys than this, looking through all of them costs more than hashing one.
  private static let fewKeys = 16

  let items: [Item]
  /// Where each key stands; kept for many keys only.
  private var places: [ExactText: Int] = [:]

  /// Takes the items of a section, each key once.
  init(_ items: [Item] = []) {
    self.items = items
    guard items.count > Self.fewKeys else { return }
    places.reserveCapacity(items.count)
    for (place, item) in items.enumerated() { places[ExactText(item.key)] = place }
  }

  /// The position of a key among the section's items; `nil` if it is none of theirs.
  func place(of key: String) -> Int? {
    places.isEmpty ? items.firstIndex { $0.key.hasSameScalars(as: key) } : places[ExactText(key)]
  }

  /// What a key leads to.
  subscript(key: String) -> FormIndex.Target? {
    place(of: key).map { items[$0].target }
  }
}

/// Finds keys that come nearly in form order, as those of a settings file do, without a look-up for each.
struct SectionKeyCursor {
  /// How many keys that a file may lack are passed over before a key is looked up.
  private static let reach = 3

  private let keys: SectionKeys
  private var next = 0

  init(_ keys: SectionKeys) {
    self.keys = keys
  }

  /// The position of a key among the section's items; `nil` for an unknown key.
  mutating func place(of key: some SchemaMemberKey) -> Int? {
    for place in next..<min(next + Self.reach, keys.items.count) where key.isText(keys.items[place].key) {
      next = place + 1
      return place
    }
    guard let place = keys.place(of: key.text) else { return nil }
    next = place + 1
    return place
  }
}

extension SchemaInstance {
  /// Calls the body with each member of an object, in order, and its position among a section's items.
  func forEachMember(of keys: SectionKeys, _ body: (_ place: Int?, MemberKey, Self) -> Void) {
    var cursor = SectionKeyCursor(keys)
    forEachMember { key, value in body(cursor.place(of: key), key, value) }
  }
}
