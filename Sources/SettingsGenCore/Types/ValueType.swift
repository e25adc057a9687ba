import SettingsForm

/// The type of a value, as far as a form distinguishes types.
///
/// `TypeReference` is what a type looks like, and this is what it is: names are resolved, sugar is gone, and everything
/// that has no shape in JSON that the form can describe is `.other`. Two properties of equal value types have the same
/// kind, up to their annotations.
indirect enum ValueType: Hashable, Sendable {
  case boolean
  case integer(IntegerType)
  case number(FractionType)
  case string
  /// A string with a format, such as a `URL`, a `UUID`, a `Date`, `Data` or a `Duration`.
  case text(TextFormat)
  /// A type that the sources declare, with its generic arguments.
  case declared(TypeTable.ID, [ValueType])
  /// The option set that is generated from an enum with `OptionsBinding`; the ID is the enum's.
  case options(TypeTable.ID)
  case optional(ValueType)
  /// An array, or with `isUnique` a set.
  case list(ValueType, isUnique: Bool)
  /// A dictionary with string keys.
  case dictionary(ValueType)
  /// A dictionary whose keys are `Int` or cases of an enum, coded as an object.
  case keyed(by: ValueType, ValueType)
  /// A closed or a half-open range of numbers, coded as its two ends.
  case range(ValueType)
  /// The library's `Secret` of a type, coded as the value. An optional inside of it is outside of it here.
  case secret(ValueType)
  /// Any other type, with the types of the sources that it consists of, each once: of `[UInt8: Mode]`, `Mode`. A
  /// setting of it is edited as JSON, with a note unless it has the annotation `json`.
  case other([TypeTable.ID])

  /// The type inside of all optionals. An alias can add a second optional, which `resolve` has merged already.
  var unwrapped: ValueType {
    if case .optional(let wrapped) = self { wrapped.unwrapped } else { self }
  }

  var isOptional: Bool {
    if case .optional = self { true } else { false }
  }

  /// Returns the optional of a type. An optional of an optional is the same type: JSON has one `null`.
  static func optional(to type: ValueType) -> ValueType { type.isOptional ? type : .optional(type) }

  var isNumber: Bool {
    switch self {
    case .integer, .number: true
    default: false
    }
  }

  var isOther: Bool {
    if case .other = self { true } else { false }
  }

  /// Returns a type that forms don't describe, such as `Box<Mode>` where `Box` is unknown: it is made of `Mode`.
  static func other(of parts: [ValueType]) -> ValueType {
    .other(Set(parts.flatMap(\.declaredTypes)).sorted())
  }
}

/// What is inside of a type. All searches for types use these two, so that none of them forgets a container.
extension ValueType {
  /// The types that the type is made of, keys and generic arguments included. The properties of a declared type aren't among them;
  /// `TypeTable.codedTypes(of:)` returns their types.
  var parts: [ValueType] {
    switch self {
    case .boolean, .integer, .number, .string, .text, .options: []
    case .optional(let inner), .list(let inner, _), .dictionary(let inner), .range(let inner),
      .secret(let inner):
      [inner]
    case .keyed(let key, let value): [key, value]
    case .declared(_, let arguments): arguments
    case .other(let ids): ids.map { .declared($0, []) }
    }
  }

  /// The type of the innermost values of optionals, lists and dictionaries: of `[Int: [Mode?]]`, `Mode`. The keys of a
  /// dictionary aren't values.
  var element: ValueType {
    switch self {
    case .optional(let inner), .list(let inner, _), .dictionary(let inner), .keyed(_, let inner),
      .secret(let inner):
      inner.element
    case .boolean, .integer, .number, .string, .text, .declared, .options, .range, .other: self
    }
  }

  /// Whether the type is a `Secret`, or made of one: `[Secret<String>]?`.
  var isSecret: Bool {
    if case .secret = self { true } else { parts.contains(where: \.isSecret) }
  }

  /// The types of the sources in a type: of `[String: Pair<Mode>?]`, `Pair` and `Mode`, the outer first.
  var declaredTypes: [TypeTable.ID] {
    let inner = parts.flatMap(\.declaredTypes)
    return if case .declared(let id, _) = self { [id] + inner } else { inner }
  }
}

/// A type of numbers with a fraction. It decides how a default is computed, since `Float` rounds where `Double`
/// doesn't, and `Decimal` counts in tenths.
enum FractionType: Hashable, Sendable {
  case half, single, double, decimal

  /// The limits that a form states: the finite values of the type.
  var limits: NumberLimits {
    let largest: JSONNumber? =
      switch self {
      case .half: 65504
      case .single: JSONNumber(Float.greatestFiniteMagnitude)
      case .double: JSONNumber(Double.greatestFiniteMagnitude)
      // A significand of 128 bits, times ten to the power of 127.
      case .decimal: JSONNumber("\(UInt128.max)e127")
      }
    return NumberLimits(
      lower: largest.flatMap { JSONNumber("-\($0)") }.map { .inclusive($0) },
      upper: largest.map { .inclusive($0) })
  }
}

/// A type of whole numbers.
///
/// `Int` and `Int64` have the same values, since all platforms of the package have 64 bits, but they are different
/// types: `[Int: String]` is coded as an object, and `[Int64: String]` as a list.
struct IntegerType: Hashable, Sendable {
  /// The width: 8, 16, 32, 64 or 128.
  var bits: Int
  var isSigned: Bool
  /// Whether the name of the type has no width: `Int` or `UInt`.
  var isWord = false

  static let int = IntegerType(bits: 64, isSigned: true, isWord: true)

  /// The values of the type, with which each step of a calculation is compared; for `UInt128`, only as far as an
  /// `Int128` can represent them.
  var values: ClosedRange<Int128> {
    if bits == 128 { return (isSigned ? .min : 0)...(.max) }
    let limit = Int128(1) << Int128(isSigned ? bits - 1 : bits)
    return (isSigned ? -limit : 0)...(limit - 1)
  }

  /// The limits that a form states: `UInt8` → 0 and 255.
  var limits: NumberLimits {
    let largest = bits == 128 && !isSigned ? JSONNumber(UInt128.max) : JSONNumber(values.upperBound)
    return NumberLimits(lower: .inclusive(JSONNumber(values.lowerBound)), upper: .inclusive(largest))
  }
}

extension ValueType {
  /// The types of the standard library and Foundation whose coding is known, by their names; generic types aren't among them. A type that is
  /// missing here, such as `Locale`, is edited as JSON.
  static let standard: [String: ValueType] = {
    var types: [String: ValueType] = [
      "Bool": .boolean, "String": .string, "URL": .text(.uri), "UUID": .text(.uuid), "Date": .text(.dateTime),
      "Data": .text(.base64), "Duration": .text(.duration),
      "Int": .integer(.int),
      "UInt": .integer(IntegerType(bits: 64, isSigned: false, isWord: true)),
    ]
    for bits in [8, 16, 32, 64, 128] {
      types["Int\(bits)"] = .integer(IntegerType(bits: bits, isSigned: true))
      types["UInt\(bits)"] = .integer(IntegerType(bits: bits, isSigned: false))
    }
    for name in ["Double", "Float64", "CGFloat", "TimeInterval"] { types[name] = .number(.double) }
    for name in ["Float", "Float32"] { types[name] = .number(.single) }
    types["Float16"] = .number(.half)
    types["Decimal"] = .number(.decimal)
    return types
  }()
}
