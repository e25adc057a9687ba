import SettingsForm

/// The type of a value, as far as a form can tell types apart.
indirect enum ValueType: Hashable, Sendable {
  case boolean
  case integer(IntegerType)
  case number(FractionType)
  case string
  /// A string that stands for something else.
  case text(TextLimits.Format)
  /// A type that the sources declare, with its generic arguments.
  case declared(TypeTable.ID, [ValueType])
  /// The option set that is made from an enum.
  case options(TypeTable.ID)
  case optional(ValueType)
  case list(ValueType, isUnique: Bool)
  /// A dictionary with strings for keys.
  case dictionary(ValueType)
  /// Any other type.
  case other

  /// The type inside of an optional.
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

  /// The smallest value, if a form has to say it.
  var minimum: JSONNumber? {
    if !isSigned { return JSONNumber(0) }
    return bits < 64 ? JSONNumber(-1 << (bits - 1)) : nil
  }

  /// The largest value, if a form has to say it.
  var maximum: JSONNumber? {
    guard bits < 64 else { return nil }
    return JSONNumber((1 << (isSigned ? bits - 1 : bits)) - 1)
  }

  /// Whether a number is one of the type's values.
  func holds(_ number: JSONNumber) -> Bool {
    switch (isSigned, bits) {
    case (true, ...64): number.integer(as: Int64.self).map { holds(Int128($0)) } ?? false
    case (false, ...64): number.integer(as: UInt64.self).map { holds(Int128($0)) } ?? false
    case (true, _): number.integer(as: Int128.self) != nil
    case (false, _): number.integer(as: UInt128.self) != nil
    }
  }

  /// Whether a number is one of the values of the type.
  func holds(_ value: Int128) -> Bool {
    // The limits of 128 bits are those of the parameter.
    if bits == 128 { return isSigned || value >= 0 }
    let limit = Int128(1) << Int128(isSigned ? bits - 1 : bits)
    return value < limit && value >= (isSigned ? -limit : 0)
  }
}

extension ValueType {
  /// The standard library's and Foundation's type of this name.
  static func standard(_ name: String) -> ValueType? { standardTypes[name] }

  private static let standardTypes: [String: ValueType] = {
    var types: [String: ValueType] = [
      "Bool": .boolean, "String": .string, "URL": .text(.uri), "UUID": .text(.uuid), "Date": .text(.dateTime),
      "Data": .text(.base64), "Duration": .text(.duration),
      "Int": .integer(IntegerType(bits: 64, isSigned: true)),
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
