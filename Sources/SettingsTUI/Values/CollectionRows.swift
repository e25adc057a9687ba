import Settings

/// The rows of a list's elements, a dictionary's entries or an object's fields.
///
/// They are computed once for a value: finding the entries beside an object's fields, and reading the value from the document,
/// takes time in proportion to its size.
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

  /// Whether a row is a field of an object, whose key can't change.
  func isField(_ row: Int) -> Bool { row < fields.count }

  /// Returns the place of a row's value, or of the place after the last element.
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
  func label(_ row: Int, element: ValuePlace) -> String {
    if case .before? = element.steps.last { return "\(row)" }
    guard case .index? = element.steps.last else { return element.setting.title }
    if case .list(_, let limits) = place.setting.kind, limits.isRange { return row == 0 ? "From" : "To" }
    let name = value(of: element).flatMap { element.setting.nameOfElement($0) }
    return name.map { "\(row)  \($0)" } ?? "\(row)"
  }
}

extension FormSection {
  /// The items that an object has now: without conditions, with a condition that holds, or because they are set.
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

/// The initial value of a new element or entry.
enum NewValue {
  /// Returns a simple value to start from. It may violate limits, such as a minimum length or an exclusive bound.
  static func of(_ kind: FormKind) -> JSONValue {
    switch kind {
    case .boolean: .bool(false)
    case .integer(let limits), .number(let limits): .number(number(limits))
    case .string(let limits): .string(text(limits))
    case .choice(let choices): choices.first?.value ?? .null
    case .list(let element, let limits) where limits.isRange: .array([of(element), of(element)])
    case .flags, .list: .array([])
    case .dictionary: .object(JSONObject())
    case .object(let section): .object(object(section))
    case .variants(let variants): variants.first.map { of($0.kind) } ?? .null
    case .recursive(let recursive): of(recursive.kind)
    case .json: .null
    }
  }

  /// Returns the value after an alternative was chosen. Keeps the parts of the current value that are valid in the alternative.
  static func of(_ variant: FormVariant, among variants: [FormVariant], current: JSONValue?) -> JSONValue {
    guard let current, let old = variants.variant(of: current) else { return of(variant.kind) }
    return old == variant ? current : variant.value(of(variant.kind), keeping: current, of: old)
  }

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
  private static func object(_ section: FormSection) -> JSONObject {
    let required = Set(section.requiredKeys)
    var object = JSONObject()
    for item in section.items where required.contains(item.key) {
      switch item {
      case .section(let inner): object[inner.key] = .object(self.object(inner))
      case .setting(let setting):
        object[setting.key] = setting.defaultValue ?? (setting.isOptional ? .null : of(setting.kind))
      }
    }
    return object
  }
}

/// The next number up or down, for the keys `+` and `-`.
enum NumberStep {
  /// Returns the value one step further, within the limits and on the grid of the step; `nil` if the limits allow none.
  static func next(_ value: JSONValue, up: Bool, kind: FormKind) -> JSONValue? {
    guard case .number(let number) = value else { return nil }
    switch kind {
    case .integer(let limits):
      guard let old = number.integer(as: Int64.self) else { return nil }
      let step = max(1, limits.step?.integer(as: Int64.self) ?? 1)
      let (moved, overflows) = up ? old.addingReportingOverflow(step) : old.subtractingReportingOverflow(step)
      guard !overflows else { return nil }
      let new = JSONNumber(snap(moved, step: step, limits: limits, up: up))
      guard isInside(new, limits: limits) else { return nil }
      return .number(new)
    case .number(let limits):
      return decimal(number, up: up, limits: limits)
    default:
      return nil
    }
  }

  /// Returns the value after a step. If it isn't a number of the grid, returns the number that the step passed: 7 with steps of 5 goes to
  /// 10, and not to 12.
  private static func snap(_ value: Int64, step: Int64, limits: NumberLimits, up: Bool) -> Int64 {
    let origin = limits.stepOrigin?.integer(as: Int64.self) ?? 0
    let (distance, overflows) = value.subtractingReportingOverflow(origin)
    guard step > 1, !overflows else { return value }
    // The remainder of `%` has the sign of the distance.
    let rest = ((distance % step) + step) % step
    return rest == 0 ? value : up ? value - rest : value + (step - rest)
  }

  private static func decimal(_ number: JSONNumber, up: Bool, limits: NumberLimits) -> JSONValue? {
    let old = JSONDecimal(number)
    let step = JSONDecimal(limits.step ?? defaultStep(limits))
    guard let moved = up ? old.adding(step) : old.subtracting(step) else { return nil }
    let onGrid = limits.step == nil ? moved : snap(moved, step: step, limits: limits, up: up)
    let new = JSONNumber(onGrid)
    return isInside(new, limits: limits) ? .number(new) : nil
  }

  /// Returns the nearest number of the grid on the way to a value; the value itself if it is one, or if it is too many steps away to tell.
  private static func snap(
    _ value: JSONDecimal, step: JSONDecimal, limits: NumberLimits, up: Bool
  ) -> JSONDecimal {
    let origin = JSONDecimal(limits.stepOrigin ?? 0)
    guard let distance = value.subtracting(origin), !distance.isMultiple(of: step),
      let steps = distance.divided(by: step, digits: 17)
    else { return value }
    let count = JSONNumber(steps).double.rounded(up ? .down : .up)
    guard let count = Int64(exactly: count), abs(count) < 1 << 50 else { return value }
    return (JSONDecimal(JSONNumber(count)) * step).adding(origin) ?? value
  }

  /// Returns the largest power of ten, from 1 down to 0.0001, that fits at least twenty times into the range; 1 without a range.
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
  var titleWithHelp: String { help.isEmpty ? title : "\(title): \(MarkdownText(help).plain)" }
}
