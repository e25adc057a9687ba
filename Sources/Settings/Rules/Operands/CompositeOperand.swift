/// Several numbers that are compared one by one: `each(s.left, s.right)`, or a section of numbers.
///
/// ```swift
/// s.red.size <= s.blue.size * 2
/// // the same as s.red.size.width <= s.blue.size.width * 2 and s.red.size.height <= s.blue.size.height * 2
/// ```
///
/// Composite operands can be compared if they have the same arity: the same number of operands, or sections of the same type.
public protocol CompositeOperand<Arity> {
  /// The number and the meaning of the operands. Only operands of the same arity can be compared.
  associatedtype Arity
  /// The numbers.
  var _eachTerm: EachOperand<Arity> { get }
}

extension CompositeOperand {
  /// Adds a number to each.
  public static func + <Right: NumberOperand>(left: Self, right: Right) -> EachOperand<Arity> {
    left._eachTerm.computing(.add, right)
  }

  /// Subtracts a number from each.
  public static func - <Right: NumberOperand>(left: Self, right: Right) -> EachOperand<Arity> {
    left._eachTerm.computing(.subtract, right)
  }

  /// Multiplies each by a number.
  public static func * <Right: NumberOperand>(left: Self, right: Right) -> EachOperand<Arity> {
    left._eachTerm.computing(.multiply, right)
  }

  /// Divides each by a number.
  public static func / <Right: NumberOperand>(left: Self, right: Right) -> EachOperand<Arity> {
    left._eachTerm.computing(.divide, right)
  }
}

extension SettingReference: CompositeOperand where Value: SettingsGroup {
  /// The settings of the section, those of inner sections included.
  public var _eachTerm: EachOperand<Value> {
    let target = settingTarget
    let paths = target.defects.isEmpty ? settingTable.settings(in: target.path) : []
    return EachOperand(terms: paths.map { RuleTerm(.setting($0)) }, defects: target.defects)
  }
}
