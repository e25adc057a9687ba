/// What a schema says about values of any type.
indirect enum ValueCheck: Sendable {
  case never
  case choice(ChoiceList)
  case const(JSONValue)
  /// A deprecated setting, and the reason if the schema gives one.
  case deprecated(String?)

  /// Compiles a keyword; returns `nil` for a keyword that lists no values and refuses none.
  init?(_ keyword: SchemaKeyword, in schema: JSONSchema, context: SchemaContext) {
    switch keyword {
    case .never: self = .never
    case .const(let value): self = .const(value)
    case .enumeration(let values):
      self = .choice(ChoiceList(values: values, deprecated: [], isExclusive: false))
    // The most precise reading of `oneOf` first: constants are choices.
    case .list(.oneOf, let schemas):
      guard let list = JSONSchema.choices(schemas) else { return nil }
      self = .choice(list)
    case .flag(.deprecated, true):
      self = .deprecated(context.library.formats != nil ? schema.text(of: .deprecationMessage) : nil)
    default: return nil
    }
  }
}

/// The values of an `enum`, or of a `oneOf` of constants.
///
/// A short list is searched from its start, and a string of the document is compared where it stands, without being
/// decoded. Catalogs have lists of thousands of choices (time zones, icons); those have a dictionary. In a `oneOf`, a
/// value that is listed twice matches twice and is therefore invalid, which the dictionary alone wouldn't notice;
/// `repeated` remembers these values.
///
/// For the choices `"a"`, `"b"`, `"a"` of a `oneOf`, `"b"` is at place 1, and `"a"` is a problem, although it is in
/// the list.
struct ChoiceList: Sendable {
  let values: [JSONValue]
  /// The places of the choices that are deprecated.
  let deprecated: Set<Int>
  /// Whether more than one match is a problem, as in `oneOf`.
  let isExclusive: Bool
  /// The first place of each value, if there are so many that looking a value up takes less time than comparing it with all.
  let places: [JSONValue: Int]?
  /// The first places of the values that are listed more than once, if ``places`` isn't `nil`.
  let repeated: Set<Int>

  init(values: [JSONValue], deprecated: Set<Int>, isExclusive: Bool) {
    self.values = values
    self.deprecated = deprecated
    self.isExclusive = isExclusive
    guard values.count > Self.longestSearched else {
      (places, repeated) = (nil, [])
      return
    }
    var places: [JSONValue: Int] = [:]
    var repeated: Set<Int> = []
    places.reserveCapacity(values.count)
    for (place, value) in values.enumerated() {
      if let first = places[value] { repeated.insert(first) } else { places[value] = place }
    }
    (self.places, self.repeated) = (places, repeated)
  }

  /// The number of values up to which a value is compared with all of them.
  private static let longestSearched = 32
}

extension JSONSchema {
  /// Returns the choices of `oneOf` if each of its schemas allows only one value; otherwise `nil`.
  ///
  /// `[{"const": "a", "title": "First"}, {"const": "b", "deprecated": true}]` gives `"a"` and `"b"`, the second one
  /// deprecated. Any keyword besides those four, such as a condition, means that the schema is more than a choice.
  fileprivate static func choices(_ schemas: [JSONSchema]) -> ChoiceList? {
    schemas.mapAll { FormChoice($0) }.map { choices in
      ChoiceList(
        values: choices.map(\.value), deprecated: Set(choices.indices.filter { choices[$0].isDeprecated }),
        isExclusive: true)
    }
  }

  /// The values that `enum` or `oneOf` lists; `nil` for a schema that lists none. An `anyOf` of constants isn't a list.
  var listedValues: [JSONValue]? {
    for keyword in keywords {
      switch keyword {
      case .enumeration(let values): return values
      case .list(.oneOf, let schemas):
        if let list = Self.choices(schemas) { return list.values }
      default: break
      }
    }
    return nil
  }
}

extension SchemaChecker {
  mutating func checkAny(_ instance: some SchemaInstance, check: ValueCheck) {
    switch check {
    case .never: report(.keyword("false"), instance: instance)
    case .const(let value): if instance.value != value { reportNoChoice([value], instance: instance) }
    case .choice(let list): checkChoice(instance, list: list)
    case .deprecated(let message): reportDeprecated(instance, message: message)
    }
  }

  /// Checks a number of characters, elements or members. The length of a secret isn't part of its problem, because the
  /// length of a password is a secret, too.
  mutating func checkCount(_ instance: some SchemaInstance, keyword: SchemaKeyword.Count, limit: Int) {
    let isText = instance.kind == .string
    let count = isText ? instance.scalarCount : instance.count
    guard keyword.isUpper ? count > limit : count < limit else { return }
    report(
      .count(
        of: isText ? "character" : "element", limit: limit, isUpper: keyword.isUpper,
        found: isText && hides(instance) ? nil : count),
      instance: instance)
  }

  /// Checks that a value is one of a list.
  ///
  /// A long list has a table (`places`); a short one is searched. For `oneOf`, a value that is listed twice matches two
  /// schemas and is therefore invalid. A value that matches a deprecated choice is valid and gets a warning.
  mutating func checkChoice(_ instance: some SchemaInstance, list: ChoiceList) {
    // A string is only decoded for a look-up in the table.
    let value = instance.kind == .string && list.places == nil ? nil : instance.value
    var found: Int?
    if let places = list.places {
      found = value.flatMap { places[$0] }
      if let found, list.isExclusive, list.repeated.contains(found) {
        return report(.keyword("oneOf"), instance: instance)
      }
    } else {
      for (place, choice) in list.values.enumerated() where isChoice(instance, value: value, choice: choice) {
        if found != nil { return report(.keyword("oneOf"), instance: instance) }
        found = place
        if !list.isExclusive { break }
      }
    }
    guard let found else { return reportNoChoice(list.values, instance: instance) }
    if list.deprecated.contains(found) { reportDeprecated(instance, choice: list.values[found]) }
  }

  /// Whether a value is a choice. A string of a document is compared byte by byte, without being decoded.
  ///
  /// - Parameter value: The decoded value; `nil` for a string.
  private func isChoice(_ instance: some SchemaInstance, value: JSONValue?, choice: JSONValue) -> Bool {
    if let value { return choice == value }
    guard case .string(let text) = choice else { return false }
    return instance.isText(text)
  }
}
