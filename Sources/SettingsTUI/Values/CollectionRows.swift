import Settings

/// The rows of a list's elements, a dictionary's entries or an object's fields.
///
/// They are computed once for a value: finding the entries beside an object's fields, and reading the value from the document,
/// takes time in proportion to its size.
struct CollectionRows {
  private let place: ValuePlace
  /// The value of the collection.
  private let value: JSONValue?
  /// The keys of the entries: all of a dictionary's, or those that are no fields of an object, whether the form describes them or not.
  private let keys: [String]
  /// An object's fields, which are before the entries.
  private let fields: [FormItem]
  let count: Int

  /// - Parameters:
  ///   - library: The definitions to which the conditions of fields refer.
  ///   - onlySet: Whether to leave out fields that aren't set.
  init(_ place: ValuePlace, _ value: JSONValue?, _ library: SchemaLibrary, onlySet: Bool = false) {
    self.place = place
    self.value = value
    switch (place.setting.kind, value) {
    case (.object(let section), let value):
      let shown = section.shownItems(of: value, library)
      fields = onlySet ? shown.filter { value?.member($0.key) != nil } : shown
      keys = section.otherKeys(of: value)
      count = fields.count + keys.count
    case (.dictionary, .object(let object)?):
      fields = []
      keys = object.members.map(\.key)
      count = keys.count
    case (.list, .array(let elements)?):
      (fields, keys, count) = ([], [], elements.count)
    default: (fields, keys, count) = ([], [], 0)
    }
  }

  /// Whether a row is a field of an object, whose key can't change.
  func isField(_ row: Int) -> Bool { row < fields.count }

  /// Returns the place of a row's value, or of the element after the last one.
  func place(at row: Int) -> ValuePlace {
    switch place.setting.kind {
    case .object(let section):
      guard fields.indices.contains(row) else {
        let entry = row - fields.count
        let key = keys.indices.contains(entry) ? keys[entry] : ""
        return placeOfEntry(key, kind: section.kind(ofEntry: key) ?? .anything)
      }
      switch fields[row] {
      case .setting(let setting): return place.member(setting)
      case .section(let inner): return place.section(inner)
      }
    case .list(let kind, _): return shown(place.element(.index(row), kind: kind))
    case .dictionary(let kind): return placeOfEntry(keys.indices.contains(row) ? keys[row] : "", kind: kind)
    default: return place
    }
  }

  private func placeOfEntry(_ key: String, kind: FormKind) -> ValuePlace {
    shown(place.element(.key(key), kind: kind))
  }

  /// Returns the place of an element; a Boolean value, a list or an object about which the form says nothing is edited as what it is.
  private func shown(_ element: ValuePlace) -> ValuePlace {
    guard element.setting.kind.isAnything, let value = ownValue(of: element),
      value.hasParts || value.kind == .bool
    else { return element }
    return element.described(by: value)
  }

  /// Returns the value of a row, or the default of a field that isn't set.
  func value(of element: ValuePlace) -> JSONValue? { ownValue(of: element) ?? element.setting.defaultValue }

  /// Returns the value that the collection has at a row; `nil` for a field that isn't set.
  func ownValue(of element: ValuePlace) -> JSONValue? {
    switch (element.steps.last, value) {
    case (.index(let index)?, .array(let elements)?):
      elements.indices.contains(index) ? elements[index] : nil
    case (.key(let key)?, .object(let object)?): object[key]
    default: nil
    }
  }

  /// Whether a place is that of a field.
  func hasField(_ place: ValuePlace) -> Bool {
    guard case .key(let key)? = place.steps.last else { return false }
    return fields.contains { $0.key == key }
  }

  /// Whether the key of a row can be changed: the form doesn't list it.
  func hasOpenKey(_ row: Int) -> Bool {
    guard case .key? = place(at: row).steps.last else { return false }
    return !isField(row) || place.setting.traits.contains(.anyType)
  }

  /// Returns the name of a row: its number, as in paths, and what tells it apart; its title; or its key.
  func label(_ row: Int, _ element: ValuePlace) -> String {
    if case .before? = element.steps.last { return "\(row)" }
    guard case .index? = element.steps.last else { return element.setting.title }
    if case .list(_, let limits) = place.setting.kind, limits.isRange { return row == 0 ? "From" : "To" }
    let name = value(of: element).flatMap { element.setting.nameOfElement($0) }
    return name.map { "\(row)  \($0)" } ?? "\(row)"
  }
}

extension FormSection {
  /// The items that an object has now: those without conditions, those with one that holds, and those that are set.
  fileprivate func shownItems(of value: JSONValue?, _ library: SchemaLibrary) -> [FormItem] {
    guard !conditionalMembers.isEmpty else { return items }
    let object: JSONObject = if case .object(let object)? = value { object } else { [:] }
    let hidden = Set(
      conditionalMembers.lazy.filter { object[$0.key] == nil && !$0.holds(for: object, library) }.map(\.key))
    return items.filter { !hidden.contains($0.key) }
  }

  /// The keys of an object that no item has.
  fileprivate func otherKeys(of value: JSONValue?) -> [String] {
    guard case .object(let object)? = value else { return [] }
    let known = Set(items.map(\.key))
    return object.members.map(\.key).filter { !known.contains($0) }
  }
}
