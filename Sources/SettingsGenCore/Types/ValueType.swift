import SettingsForm

/// The type of a value, as far as a form distinguishes types.
indirect enum ValueType: Hashable, Sendable {
  case boolean
  case integer(IntegerType)
  case number(FractionType)
  case string
  /// A string with a format, such as a URL.
  case text(TextLimits.Format)
  /// A type that the sources declare, with its generic arguments.
  case declared(TypeTable.ID, [ValueType])
  /// The option set that is generated from an enum.
  case options(TypeTable.ID)
  case optional(ValueType)
  case list(ValueType, isUnique: Bool)
  /// A dictionary with string keys.
  case dictionary(ValueType)
  /// A dictionary whose keys are integers or cases of an enum, coded as an object.
  case keyed(by: ValueType, ValueType)
  /// A closed or a half-open range of numbers, coded as its two ends.
  case range(ValueType)
  /// Any other type.
  case other

  /// The type inside of all optionals.
  var unwrapped: ValueType {
    if case .optional(let wrapped) = self { wrapped.unwrapped } else { self }
  }

  var isOptional: Bool {
    if case .optional = self { true } else { false }
  }
}

/// A type of numbers with a fraction.
enum FractionType: Hashable, Sendable {
  case half, single, double, decimal
}

/// A type of whole numbers.
struct IntegerType: Hashable, Sendable {
  var bits: Int
  var isSigned: Bool

  static let int = IntegerType(bits: 64, isSigned: true)

  /// The values of the type; for `UInt128`, only as far as an `Int128` can represent them.
  var values: ClosedRange<Int128> {
    if bits == 128 { return (isSigned ? .min : 0)...(.max) }
    let limit = Int128(1) << Int128(isSigned ? bits - 1 : bits)
    return (isSigned ? -limit : 0)...(limit - 1)
  }

  /// The limits that a form states: both limits of types narrower than 64 bits, and zero for unsigned types.
  var limits: NumberLimits {
    NumberLimits(
      lower: isSigned && bits >= 64 ? nil : .inclusive(JSONNumber(values.lowerBound)),
      upper: bits >= 64 ? nil : .inclusive(JSONNumber(values.upperBound)))
  }
}

extension ValueType {
  /// Returns the type of the standard library or Foundation that has this name.
  static func standard(_ name: String) -> ValueType? { standardTypes[name] }

  private static let standardTypes: [String: ValueType] = {
    var types: [String: ValueType] = [
      "Bool": .boolean, "String": .string, "URL": .text(.uri), "UUID": .text(.uuid), "Date": .text(.dateTime),
      "Data": .text(.base64), "Duration": .text(.duration),
      "Int": .integer(.int),
      "UInt": .integer(IntegerType(bits: 64, isSigned: false)),
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
