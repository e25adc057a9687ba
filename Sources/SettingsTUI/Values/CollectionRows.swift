import SettingsEditing

/// The rows of a list's elements, a dictionary's entries or an object's fields.
///
/// They are computed once for a value: finding the entries beside an object's fields, and reading the value from the document, takes time
/// in proportion to its size. After that, a row is made when it is drawn, so a list of 100 000 elements costs as much as its visible rows.
///
///     list        [10, 20]                                      0, 1
///     dictionary  {"a": 1, "b": 2}                              a, b, in the order of the document
///     object      {"x": 1, "port": 80}, fields port and host    port, host, x: fields first, in the order of the form
///
/// A row that isn't set shows its default. The row after the last element isn't counted; its place is that of a new element.
struct CollectionRows {
  private let place: ValuePlace
  private let value: JSONValue?
  /// The keys of the entries: all keys of a dictionary, or the keys of an object that are none of its fields, whether the form describes
  /// them or not.
  private let keys: [String]
  /// An object's fields, which are before the entries.
  ///
  /// Which fields an object has can depend on its value (`if`, `then`), so they are determined for a value and not for a kind.
  private let fields: [FormItem]
  let count: Int

  /// Finds the rows of a value. A value of another type than the place's kind has no rows, except for the fields of an object, which
  /// needn't be set.
  ///
  /// - Parameters:
  ///   - library: The definitions to which the conditions of fields refer.
  ///   - onlySet: Whether to leave out fields that aren't set.
  init(_ place: ValuePlace, value: JSONValue?, library: SchemaLibrary, onlySet: Bool = false) {
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

  /// Whether a row is a field of an object, whose key can't change. Other rows of an object are entries.
  func isField(_ row: Int) -> Bool { row < fields.count }

  /// Returns the place of a row's value, or of the place after the last element.
  ///
  /// For an entry behind the last one, the key is empty, because it isn't typed yet.
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

  /// Whether the key of a row can be changed: the form doesn't list it.
  ///
  /// If the form doesn't describe an object, its own members are shown as if they were fields, so their keys can change, too.
  func hasOpenKey(_ row: Int) -> Bool {
    guard case .key? = place(at: row).steps.last else { return false }
    return !isField(row) || place.setting.traits.contains(.anyType)
  }

  /// Returns the name of a row: its number, as in paths, and what tells it apart; its title; or its key.
  ///
  /// `0  eu` for an element with a name, `From` and `To` for a range, `Port` for a field, `x` for an entry.
  func label(_ row: Int, element: ValuePlace) -> String {
    // Numbers of several digits end in one column.
    let digits = max(0, String(count - 1).count - String(row).count)
    let number = String(repeating: " ", count: digits) + "\(row)"
    if case .before? = element.steps.last { return number }
    guard case .index? = element.steps.last else {
      // The key of a new entry isn't typed yet.
      let hasEmptyKey = element.setting.title.isEmpty && value(of: element) != nil
      return hasEmptyKey ? SettingPath.shown(key: "") : element.setting.title
    }
    if case .list(_, let limits) = place.setting.kind, limits.isRange { return row == 0 ? "From" : "To" }
    let name = value(of: element).flatMap { element.setting.nameOfElement($0) }
    return name.map { "\(number)  \($0)" } ?? number
  }
}

extension FormSection {
  /// The items that an object has now: without conditions, with a condition that holds, or because they are set.
  ///
  /// A field that is set stays visible while its condition doesn't hold. Otherwise, nobody could see or remove it.
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

/// The initial value of a new element or entry, before anything is typed.
///
///     boolean                false
///     integer from 5         5
///     integer to -1          -1
///     duration from 10 s     the lower limit, as it is spelled
///     choice                 the first
///     object                 its required members, with their defaults
///     alternatives           the first
///
/// It is a start, not a valid value: a check follows when it is edited, and again in the review.
package enum NewValue {
  /// Returns a simple value to start from. It may violate limits, such as a minimum length or an exclusive bound.
  package static func of(_ kind: FormKind) -> JSONValue { finite(kind, inside: []) ?? .null }

  /// Returns a simple value, or `nil` if each value of the kind contains another one of the kind, without an end.
  ///
  /// Of the alternatives `{"not": EXPRESSION}` and `{"is": TEXT}` of an expression, the first needs an expression again, which is then the
  /// second: `{"not": {"is": ""}}`. A node that requires its next node has no value at all; people start from `null`, and see what is wrong.
  ///
  /// - Parameter open: The names of the recursive kinds around the value.
  private static func finite(_ kind: FormKind, inside open: Set<String>) -> JSONValue? {
    switch kind {
    case .boolean: .bool(false)
    case .integer(let limits), .number(let limits): .number(number(limits))
    case .string(let limits): .string(text(limits))
    case .choice(let choices): choices.first?.value ?? .null
    case .list(let element, let limits) where limits.isRange:
      finite(element, inside: open).map { .array([$0, $0]) }
    case .flags, .list: .array([])
    case .dictionary: .object(JSONObject())
    case .object(let section): object(section, inside: open).map(JSONValue.object)
    case .variants(let variants):
      variants.isEmpty ? .null : variants.lazy.compactMap { finite($0.kind, inside: open) }.first
    case .recursive(let recursive):
      if let name = recursive.name {
        open.contains(name) ? nil : finite(recursive.kind, inside: open.union([name]))
      } else {
        finite(recursive.kind, inside: open)
      }
    case .json: .null
    }
  }

  /// Returns the value after an alternative was chosen. Keeps the parts of the current value that are valid in the alternative, unless
  /// they are secrets that the alternative would show.
  ///
  /// `{"file": {"path": "a"}}` becomes `{"link": {"path": "a", "token": ""}}`. The alternative that is chosen already changes nothing.
  static func of(
    _ variant: FormVariant, among variants: [FormVariant], current: JSONValue?, secrecy: Secrecy
  ) -> JSONValue {
    guard let current, let old = variants.variant(of: current) else { return of(variant.kind) }
    guard old != variant else { return current }
    let kept = variant.value(of(variant.kind), keeping: current, of: old)
    return secrecy.shows(kept, hiddenIn: current) ? of(variant.kind) : kept
  }

  /// Returns 0, or else the inclusive limit that is nearest to it.
  private static func number(_ limits: NumberLimits) -> JSONNumber {
    let zero = JSONNumber(0)
    if case .inclusive(let lower)? = limits.lower, lower > zero { return lower }
    if case .inclusive(let upper)? = limits.upper, upper < zero { return upper }
    return zero
  }

  private static func text(_ limits: TextLimits) -> String {
    guard limits.format == .duration else { return "" }
    if case .inclusive(let lower)? = limits.times.lower { return lower }
    return "PT0S"
  }

  /// Returns an object with the members that it needs; for others, the defaults apply.
  private static func object(_ section: FormSection, inside open: Set<String>) -> JSONObject? {
    let required = Set(section.requiredKeys)
    var object = JSONObject()
    for item in section.items where required.contains(item.key) {
      switch item {
      case .section(let inner):
        guard let members = self.object(inner, inside: open) else { return nil }
        object[inner.key] = .object(members)
      case .setting(let setting):
        // ``FormSetting/kind`` would hide that the kind is a recursive one.
        let kind = setting.shape.values.kind
        let value = setting.defaultValue ?? (setting.isOptional ? .null : finite(kind, inside: open))
        guard let value else { return nil }
        object[setting.key] = value
      }
    }
    return object
  }
}

/// The next number up or down, for the keys `+` and `-`.
///
/// Whole numbers are on a grid that starts at the lower limit: with a minimum of 1 and steps of 5, the grid is 1, 6, 11. A number beside
/// the grid goes to its next number. Decimals have no grid and are added exactly, in decimal digits: 0.1 + 0.2 is 0.3.
enum NumberStep {
  /// Returns the value one step further, within the limits and on the grid of the step; `nil` if the limits allow none.
  ///
  /// If the number isn't one of the grid, returns the one that the step passed: 7 with steps of 5 goes to 10, and not to 12. It is also `nil`
  /// for what isn't a number, for an integer of more than 64 bits, and where 64 bits end.
  static func next(_ value: JSONValue, up: Bool, kind: FormKind) -> JSONValue? {
    guard case .number(let number) = value else { return nil }
    switch kind {
    case .integer(let limits):
      func whole(_ number: JSONNumber?) -> Int64? { number?.integer(as: Int64.self) }
      guard whole(number) != nil else { return nil }
      let (step, origin) = (max(1, whole(limits.step) ?? 1), whole(limits.stepOrigin) ?? 0)
      let new = next(number, by: JSONNumber(step), from: step > 1 ? JSONNumber(origin) : nil, up: up, limits)
      return whole(new) == nil ? nil : new.map(JSONValue.number)
    case .number(let limits):
      let origin = limits.step == nil ? nil : limits.stepOrigin ?? 0
      return next(number, by: limits.step ?? defaultStep(limits), from: origin, up: up, limits)
        .map(JSONValue.number)
    default:
      return nil
    }
  }

  /// Returns a number with a step added or subtracted, in decimal digits; `nil` if the result is outside of the limits, or can't be
  /// computed exactly.
  ///
  /// - Parameter origin: Where the grid of the step begins; `nil` without a grid.
  private static func next(
    _ number: JSONNumber, by step: JSONNumber, from origin: JSONNumber?, up: Bool, _ limits: NumberLimits
  ) -> JSONNumber? {
    let (old, step) = (JSONDecimal(number), JSONDecimal(step))
    guard let moved = up ? old.adding(step) : old.subtracting(step) else { return nil }
    let new = JSONNumber(origin.map { snap(moved, step: step, from: JSONDecimal($0), up: up) } ?? moved)
    return isInside(new, limits: limits) ? new : nil
  }

  /// Returns the nearest number of the grid on the way to a value; the value itself if it is one, or if it is too many steps away to tell.
  private static func snap(
    _ value: JSONDecimal, step: JSONDecimal, from origin: JSONDecimal, up: Bool
  ) -> JSONDecimal {
    guard let distance = value.subtracting(origin), !distance.isMultiple(of: step),
      let steps = distance.divided(by: step, digits: 17)
    else { return value }
    let count = JSONNumber(steps).double.rounded(up ? .down : .up)
    guard let count = Int64(exactly: count), abs(count) < 1 << 50 else { return value }
    return (JSONDecimal(JSONNumber(count)) * step).adding(origin) ?? value
  }

  /// Returns the largest power of ten, from 1 down to 0.0001, that fits at least twenty times into the range; 1 without a range.
  ///
  /// From 0 to 1, it is 0.01, since 0.1 fits only ten times; from 0 to 100, it is 1.
  private static func defaultStep(_ limits: NumberLimits) -> JSONNumber {
    var step = 1.0
    if let lower = limits.lower?.value.double, let upper = limits.upper?.value.double, upper > lower {
      while step > (upper - lower) / 20, step > 0.0001 { step /= 10 }
    }
    return JSONNumber(step) ?? JSONNumber(1)
  }

  private static func isInside(_ number: JSONNumber, limits: NumberLimits) -> Bool {
    switch limits.lower {
    case .inclusive(let bound) where number < bound, .exclusive(let bound) where number <= bound: return false
    default: break
    }
    switch limits.upper {
    case .inclusive(let bound) where number > bound, .exclusive(let bound) where number >= bound: return false
    default: return true
    }
  }
}

extension FormChoice {
  /// The title, and the help without marks after it.
  var titleWithHelp: String { help.isEmpty ? shownTitle : "\(shownTitle): \(MarkdownText(help).plain)" }
}
