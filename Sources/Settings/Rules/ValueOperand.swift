/// Equality of values of the same type.
extension ValueOperand {
  /// Whether the value is equal to a constant; `nil` tests whether it is missing.
  ///
  /// `s.calculation.mode == .exact`, `s.display.title == nil`. Strings are equal if they are canonically equivalent in Unicode.
  public static func == (left: Self, right: Value) -> RuleCondition {
    RuleCondition(.equal, left, RuleTerm(constant: right))
  }

  /// Whether the value is equal to a constant.
  public static func == (left: Value, right: Self) -> RuleCondition {
    RuleCondition(.equal, RuleTerm(constant: left), right)
  }

  /// Whether both values are equal.
  public static func == <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value {
    RuleCondition(.equal, left, right)
  }

  /// Whether the value differs from a constant; `nil` tests whether there is a value.
  ///
  /// A missing value doesn't differ from a constant: a rule with `s.display.title != "x"` doesn't apply while the title is `nil`.
  public static func != (left: Self, right: Value) -> RuleCondition {
    RuleCondition(.notEqual, left, RuleTerm(constant: right))
  }

  /// Whether the value differs from a constant.
  public static func != (left: Value, right: Self) -> RuleCondition {
    RuleCondition(.notEqual, RuleTerm(constant: left), right)
  }

  /// Whether the values differ.
  public static func != <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value {
    RuleCondition(.notEqual, left, right)
  }
}

/// Equality where one side is optional. The rule doesn't apply while that value is missing.
extension ValueOperand {
  /// Whether both values are equal.
  public static func == <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Value == Right.Value? {
    RuleCondition(.equal, left, right)
  }

  /// Whether both values are equal.
  public static func == <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value? {
    RuleCondition(.equal, left, right)
  }

  /// Whether the values differ.
  public static func != <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Value == Right.Value? {
    RuleCondition(.notEqual, left, right)
  }

  /// Whether the values differ.
  public static func != <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value? {
    RuleCondition(.notEqual, left, right)
  }
}

/// Comparisons of durations, dates and strings: `s.timeout <= .seconds(30)`.
extension ValueOperand where Value: RuleOrderedValue {
  /// Whether the left value is less than the right: `s.timeout < .seconds(30)`.
  ///
  /// Durations and dates are compared by time, and strings by their Unicode scalars, regardless of language.
  public static func < (left: Self, right: Value) -> RuleCondition {
    RuleCondition(.less, left, RuleTerm(constant: right))
  }

  /// Whether the left value is less than the right.
  public static func < <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value {
    RuleCondition(.less, left, right)
  }

  /// Whether the left value is less than the right.
  public static func < (left: Value, right: Self) -> RuleCondition {
    RuleCondition(.less, RuleTerm(constant: left), right)
  }

  /// Whether the left value is less than or equal to the right.
  public static func <= (left: Self, right: Value) -> RuleCondition {
    RuleCondition(.lessOrEqual, left, RuleTerm(constant: right))
  }

  /// Whether the left value is less than or equal to the right.
  public static func <= <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value {
    RuleCondition(.lessOrEqual, left, right)
  }

  /// Whether the left value is less than or equal to the right.
  public static func <= (left: Value, right: Self) -> RuleCondition {
    RuleCondition(.lessOrEqual, RuleTerm(constant: left), right)
  }

  /// Whether the left value is greater than the right.
  public static func > (left: Self, right: Value) -> RuleCondition {
    RuleCondition(.greater, left, RuleTerm(constant: right))
  }

  /// Whether the left value is greater than the right.
  public static func > <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value {
    RuleCondition(.greater, left, right)
  }

  /// Whether the left value is greater than the right.
  public static func > (left: Value, right: Self) -> RuleCondition {
    RuleCondition(.greater, RuleTerm(constant: left), right)
  }

  /// Whether the left value is greater than or equal to the right.
  public static func >= (left: Self, right: Value) -> RuleCondition {
    RuleCondition(.greaterOrEqual, left, RuleTerm(constant: right))
  }

  /// Whether the left value is greater than or equal to the right.
  public static func >= <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value {
    RuleCondition(.greaterOrEqual, left, right)
  }

  /// Whether the left value is greater than or equal to the right.
  public static func >= (left: Value, right: Self) -> RuleCondition {
    RuleCondition(.greaterOrEqual, RuleTerm(constant: left), right)
  }
}

/// Calculations with durations: `s.first * 2 <= s.longest`, `s.pause <- s.timeout - .seconds(1)`.
extension ValueOperand where Value: RuleDurationValue {
  /// Returns the sum of two durations.
  public static func + (left: Self, right: Value) -> ValueExpression<Duration> {
    ValueExpression(.add, left, RuleTerm(constant: right))
  }

  /// Returns the sum of two durations.
  public static func + <Right: ValueOperand>(left: Self, right: Right) -> ValueExpression<Duration>
  where Right.Value: RuleDurationValue {
    ValueExpression(.add, left, right)
  }

  /// Returns the difference of two durations.
  public static func - (left: Self, right: Value) -> ValueExpression<Duration> {
    ValueExpression(.subtract, left, RuleTerm(constant: right))
  }

  /// Returns the difference of two durations.
  public static func - <Right: ValueOperand>(left: Self, right: Right) -> ValueExpression<Duration>
  where Right.Value: RuleDurationValue {
    ValueExpression(.subtract, left, right)
  }

  /// Returns a multiple of a duration.
  public static func * <Right: NumberOperand>(left: Self, right: Right) -> ValueExpression<Duration> {
    ValueExpression(.multiply, left, right)
  }

  /// Returns a multiple of a duration.
  public static func * <Left: NumberOperand>(left: Left, right: Self) -> ValueExpression<Duration> {
    ValueExpression(.multiply, left, right)
  }

  /// Returns a part of a duration.
  public static func / <Right: NumberOperand>(left: Self, right: Right) -> ValueExpression<Duration> {
    ValueExpression(.divide, left, right)
  }
}

/// Rules over the elements of lists and the values of dictionaries.
extension SettingReference {
  /// Requires a condition of each element: `s.routes.forEach { $0.timeout <= s.lifetime }`.
  ///
  /// The condition reads the element, its members, and any other settings. A problem is at the elements that don't meet it. An element
  /// that lacks a value which the condition reads meets it.
  public func forEach<Element: Codable & Sendable, Condition: ConditionOperand>(
    _ condition: (RuleValueReference<Element>) -> Condition
  ) -> RuleCondition where Value == [Element] {
    RuleCondition(.every, self, condition(.element()))
  }

  /// Requires a condition of each value of a dictionary: `s.servers.forEach { $0.port >= 1024 }`.
  public func forEach<Element: Codable & Sendable, Condition: ConditionOperand>(
    _ condition: (RuleValueReference<Element>) -> Condition
  ) -> RuleCondition where Value == [String: Element] {
    RuleCondition(.every, self, condition(.element()))
  }
}

/// Tests of membership, content and size.
extension ValueOperand {
  /// Whether the value is one of several: `s.calculation.mode.isIn([.exact, .linear])`.
  ///
  /// It is the same as a comparison with each, joined by `||`, and makes a shorter message.
  public func isIn(_ values: [Value]) -> RuleCondition {
    RuleCondition(.contained, self, RuleTerm(constant: values))
  }

  /// Whether the value is an element of a list setting: `s.name.isIn(s.tags)`.
  ///
  /// An editor shows the problem at both settings.
  public func isIn<List: ValueOperand>(_ list: List) -> RuleCondition
  where List.Value: Sequence<Value> {
    RuleCondition(.contained, self, list)
  }
}

extension ValueOperand where Value: Sequence, Value.Element: Encodable {
  /// Whether the list contains an element: `s.tags.contains("debug")`.
  public func contains(_ element: Value.Element) -> RuleCondition {
    RuleCondition(.contained, RuleTerm(constant: element), self)
  }

  /// Whether the list contains the value of another setting: `s.tags.contains(s.name)`.
  ///
  /// The condition has no value while the other setting has none.
  public func contains<Other: ValueOperand>(_ element: Other) -> RuleCondition
  where Other.Value == Value.Element {
    RuleCondition(.contained, element, self)
  }
}

extension ValueOperand where Value: OptionSet, Value.Element == Value {
  /// Whether all of some flags are set: `s.display.show.contains([.border, .grid])`. An empty set is contained in every other.
  ///
  /// An option set that is encoded as a number of bits is an error when the form is created, because the form can't name its flags.
  public func contains(_ flags: Value) -> RuleCondition {
    let constant = RuleTerm(constant: flags)
    guard case .value(.array(let names)) = constant.expression else {
      return RuleCondition(
        RuleTerm(.value(false), defects: _ruleTerm.defects + constant.defects + [.noFlagNames("\(flags)")]))
    }
    let flags = _ruleTerm
    let tests = names.map { RuleExpression.operation(.contained, [.value($0), flags.expression]) }
    return RuleCondition(RuleTerm(.operation(.all, tests), defects: flags.defects))
  }

  /// The number of flags that are set: `s.display.show.count <= 2`.
  public var count: NumberExpression { NumberExpression(.count, self) }

  /// Whether no flag is set.
  public var isEmpty: RuleCondition { RuleCondition(.isEmpty, self) }
}

/// A type whose values have a count: strings, lists, sets and dictionaries, and optionals of them.
///
/// Operands with such values have `count` and `isEmpty`. For a missing optional, neither has a value.
@_documentation(visibility: internal)
public protocol RuleCountedValue {}

extension String: RuleCountedValue {}
extension Array: RuleCountedValue {}
extension Set: RuleCountedValue {}
extension Dictionary: RuleCountedValue {}
extension Secret: RuleCountedValue where Value: RuleCountedValue {}
extension Optional: RuleCountedValue where Wrapped: RuleCountedValue {}

extension ValueOperand where Value: RuleCountedValue {
  /// The number of a list's elements, a dictionary's members or a string's characters (grapheme clusters): `s.tags.count <= 8`.
  public var count: NumberExpression { NumberExpression(.count, self) }

  /// Whether the list, the dictionary or the string is empty.
  ///
  /// An optional without a value isn't empty: the rule doesn't apply. Write `== nil` to test for that.
  public var isEmpty: RuleCondition { RuleCondition(.isEmpty, self) }
}

/// A string, or an optional string.
///
/// Operands with such values have `contains(_:)` and `matches(_:)`.
@_documentation(visibility: internal)
public protocol RuleTextValue {}

extension String: RuleTextValue {}
extension Secret: RuleTextValue where Value: RuleTextValue {}
extension Optional: RuleTextValue where Wrapped: RuleTextValue {}

extension ValueOperand where Value: RuleTextValue {
  /// Whether the string contains another: `s.name.contains("@")`. Case matters.
  public func contains(_ part: String) -> RuleCondition {
    RuleCondition(.contained, RuleTerm(constant: part), self)
  }

  /// Whether a part of the string matches a regular expression of ECMA-262, which isn't anchored implicitly: `s.name.matches("^[a-z]+$")`.
  ///
  /// A malformed pattern is an error when the form is created.
  public func matches(_ pattern: String) -> RuleCondition {
    RuleCondition(.matches, self, RuleTerm(constant: pattern))
  }
}

extension NumberTerm {
  /// Whether the number is in a closed range: `s.port.isIn(1024...65535)`.
  ///
  /// For a limit that always holds, the annotation `range` is better, because editors show it with the field.
  public func isIn<Bound: RuleNumber>(_ range: ClosedRange<Bound>) -> RuleCondition {
    range.lowerBound <= self && self <= range.upperBound
  }

  /// Whether the number is in a half-open range: `s.times.isIn(0..<10)`.
  public func isIn<Bound: RuleNumber>(_ range: Range<Bound>) -> RuleCondition {
    range.lowerBound <= self && self < range.upperBound
  }
}

/// Values that replace missing ones.
extension ValueOperand {
  /// Returns the setting's value, or a constant if it is missing: `s.width ?? 80`.
  ///
  /// Only the rule sees the constant. To give the setting itself a default, derive it: `s.width <- 80`.
  public static func ?? <Wrapped>(left: Self, right: Wrapped) -> ValueExpression<Wrapped>
  where Value == Wrapped? {
    ValueExpression(.fallback, left, RuleTerm(constant: right))
  }

  /// Returns the setting's value, or that of another setting if it is missing: `s.nickname ?? s.name`.
  ///
  /// If both are missing, the expression has no value.
  public static func ?? <Right: ValueOperand>(left: Self, right: Right) -> ValueExpression<Right.Value>
  where Value == Right.Value? {
    ValueExpression(.fallback, left, right)
  }
}

/// Error messages of the compiler for arithmetic with anything but numbers.
extension ValueOperand {
  /// Unavailable: the operand isn't a number.
  @available(
    *, unavailable, message: "'+' in a rule needs numbers: settings that are numbers, or sections of numbers"
  )
  @_disfavoredOverload
  public static func + <Right>(left: Self, right: Right) -> NumberExpression {
    NumberExpression(left._ruleTerm)
  }

  /// Unavailable: the operand isn't a number.
  @available(
    *, unavailable, message: "'-' in a rule needs numbers: settings that are numbers, or sections of numbers"
  )
  @_disfavoredOverload
  public static func - <Right>(left: Self, right: Right) -> NumberExpression {
    NumberExpression(left._ruleTerm)
  }

  /// Unavailable: the operand isn't a number.
  @available(
    *, unavailable, message: "'*' in a rule needs numbers: settings that are numbers, or sections of numbers"
  )
  @_disfavoredOverload
  public static func * <Right>(left: Self, right: Right) -> NumberExpression {
    NumberExpression(left._ruleTerm)
  }

  /// Unavailable: the operand isn't a number.
  @available(
    *, unavailable, message: "'/' in a rule needs numbers: settings that are numbers, or sections of numbers"
  )
  @_disfavoredOverload
  public static func / <Right>(left: Self, right: Right) -> NumberExpression {
    NumberExpression(left._ruleTerm)
  }
}
