/// Several numbers that are compared one by one: `each(s.left, s.right)`, or a section of numbers.
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   s.display.size <= s.display.screen * 2
///   // the same as size.width <= screen.width * 2 and size.height <= screen.height * 2
///   s.display.size >= 10
///   s.display.size == Size(width: 80, height: 24) => .hide(s.display.screen)
/// }
/// ```
///
/// Composite operands can be compared if they have the same arity: the same number of operands, or sections of the same type. Each can be
/// compared with one number, and arithmetic with one number applies to each. All settings of a section and of its inner sections have to be
/// numbers for that.
public protocol CompositeOperand<Arity> {
  /// The number and the meaning of the operands. Only operands of the same arity can be compared.
  associatedtype Arity
  /// The numbers.
  var _eachTerm: EachOperand<Arity> { get }
}

extension CompositeOperand {
  /// Adds a number to each.
  public static func + <Right: NumberOperand>(left: Self, right: Right) -> EachOperand<Arity> {
    left._eachTerm.computing(.add, number: right)
  }

  /// Subtracts a number from each.
  public static func - <Right: NumberOperand>(left: Self, right: Right) -> EachOperand<Arity> {
    left._eachTerm.computing(.subtract, number: right)
  }

  /// Multiplies each by a number.
  public static func * <Right: NumberOperand>(left: Self, right: Right) -> EachOperand<Arity> {
    left._eachTerm.computing(.multiply, number: right)
  }

  /// Divides each by a number.
  public static func / <Right: NumberOperand>(left: Self, right: Right) -> EachOperand<Arity> {
    left._eachTerm.computing(.divide, number: right)
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

extension SettingReference where Value: SettingsGroup {
  /// Returns numbers that take the places of the section's settings, sorted by key. The generated comparisons with tuples use it.
  @_documentation(visibility: internal)
  public func _each(_ numbers: any NumberOperand...) -> EachOperand<Value> {
    EachOperand(terms: numbers.map(\._ruleTerm))
  }
}

/// Comparisons of several numbers with one number, or one by one with the same number of others.
extension CompositeOperand {
  /// Whether each number is less than or equal to another.
  public static func <= <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    left._eachTerm.comparing(.lessOrEqual, number: right)
  }

  /// Whether each number is less than or equal to its counterpart.
  public static func <= <Right: CompositeOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Arity == Arity {
    left._eachTerm.comparing(.lessOrEqual, other: right._eachTerm)
  }

  /// Whether each number is greater than or equal to another.
  public static func >= <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    left._eachTerm.comparing(.greaterOrEqual, number: right)
  }

  /// Whether each number is greater than or equal to its counterpart.
  public static func >= <Right: CompositeOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Arity == Arity {
    left._eachTerm.comparing(.greaterOrEqual, other: right._eachTerm)
  }

  /// Whether each number is less than another.
  public static func < <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    left._eachTerm.comparing(.less, number: right)
  }

  /// Whether each number is less than its counterpart.
  public static func < <Right: CompositeOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Arity == Arity {
    left._eachTerm.comparing(.less, other: right._eachTerm)
  }

  /// Whether each number is greater than another.
  public static func > <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    left._eachTerm.comparing(.greater, number: right)
  }

  /// Whether each number is greater than its counterpart.
  public static func > <Right: CompositeOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Arity == Arity {
    left._eachTerm.comparing(.greater, other: right._eachTerm)
  }
}

/// Comparisons of one number with several.
extension CompositeOperand {
  /// Whether a number is less than or equal to each.
  public static func <= <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition { right >= left }

  /// Whether a number is greater than or equal to each.
  public static func >= <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition { right <= left }

  /// Whether a number is less than each.
  public static func < <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition { right > left }

  /// Whether a number is greater than each.
  public static func > <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition { right < left }
}

// Equality isn't declared for all composite operands, because the compiler would explain mistakes in other comparisons by it.

extension SettingReference where Value: SettingsGroup {
  /// Whether each number of the section is equal to its counterpart.
  public static func == (left: Self, right: Self) -> RuleCondition {
    left._eachTerm.comparing(.equal, other: right._eachTerm)
  }

  /// Whether each number of the section is equal to its counterpart.
  public static func == (left: Self, right: EachOperand<Value>) -> RuleCondition {
    left._eachTerm.comparing(.equal, other: right)
  }

  /// Whether each number of the section is equal to another.
  public static func == <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    left._eachTerm.comparing(.equal, number: right)
  }

  /// Whether the numbers of the section equal the numbers of a constant: `s.size == Size(width: 10, height: 20)`.
  ///
  /// Only settings of the section are compared, so properties of the constant with `skipSetting` don't matter.
  public static func == (left: Self, right: Value) -> RuleCondition {
    left.comparing(.equal, constant: right)
  }

  /// Whether any number of the section differs from its counterpart.
  public static func != (left: Self, right: Self) -> RuleCondition { !(left == right) }

  /// Whether any number of the section differs from its counterpart.
  public static func != (left: Self, right: EachOperand<Value>) -> RuleCondition { !(left == right) }

  /// Whether any number of the section differs from the constant's: `s.size != Size(width: 10, height: 20)`.
  public static func != (left: Self, right: Value) -> RuleCondition { !(left == right) }
}

extension EachOperand {
  /// Whether each number is equal to its counterpart.
  public static func == (left: Self, right: Self) -> RuleCondition { left.comparing(.equal, other: right) }

  /// Whether any number differs from its counterpart.
  public static func != (left: Self, right: Self) -> RuleCondition { !(left == right) }
}

extension EachOperand {
  /// Whether each number is equal to another, which is for operands of the same meaning: opposite sides and edges are seldom the same number.
  public static func == <First, Second, each More, Right: NumberOperand>(
    left: Self, right: Right
  ) -> RuleCondition where Arity == (First, Second, repeat each More) {
    left.comparing(.equal, number: right)
  }
}

extension EachOperand where Arity: SettingsGroup {
  /// Whether each number of a section is equal to another.
  public static func == <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    left.comparing(.equal, number: right)
  }
}

extension SettingReference where Value: SettingsGroup {
  /// Compares the settings of the section with the values that a constant has at the same keys.
  fileprivate func comparing(_ comparison: RuleOperation, constant: Value) -> RuleCondition {
    let (own, target, whole) = (_eachTerm, settingTarget, RuleTerm(constant: constant))
    guard case .value(let json) = whole.expression, own.defects.isEmpty, whole.defects.isEmpty else {
      return .comparing(comparison, [], [], defects: own.defects + whole.defects)
    }
    // The struct is one setting.
    if own.terms.isEmpty { return RuleCondition(comparison, self, whole) }
    let numbers = own.terms.map { term -> RuleTerm in
      guard case .setting(let path, _, _) = term.expression else { return term }
      let keys = path.keys.dropFirst(target.path.keys.count)
      return RuleTerm(.value(json.member(at: keys) ?? .null))
    }
    return own.comparing(comparison, other: EachOperand(terms: numbers))
  }
}

extension EachOperand {
  fileprivate func comparing(_ comparison: RuleOperation, number: some NumberOperand) -> RuleCondition {
    comparing(comparison, other: EachOperand(terms: terms.map { _ in number._ruleTerm }))
  }

  fileprivate func comparing(_ comparison: RuleOperation, other: Self) -> RuleCondition {
    .comparing(comparison, terms, other.terms, defects: defects + other.defects)
  }
}

extension RuleCondition {
  /// Compares corresponding terms; all have to hold. Operands of one arity have the same number of terms.
  fileprivate static func comparing(
    _ comparison: RuleOperation, _ left: [RuleTerm], _ right: [RuleTerm], defects: [RuleDefect] = []
  ) -> RuleCondition {
    var term = RuleTerm(.all, zip(left, right).map { RuleTerm(comparison, [$0, $1]) })
    term.defects += defects
    return RuleCondition(term)
  }
}
