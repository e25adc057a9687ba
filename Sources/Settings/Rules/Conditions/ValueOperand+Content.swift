/// Tests of membership, content and size.
extension ValueOperand {
  /// Whether the value is one of several: `s.mode.isIn([.exact, .fast])`.
  public func isIn(_ values: [Value]) -> RuleCondition {
    RuleCondition(RuleTerm(constant: values).with(_ruleTerm) { .contains($0, $1) })
  }

  /// Whether the value is an element of a list setting: `s.language.isIn(s.languages)`.
  public func isIn<List: ValueOperand>(_ list: List) -> RuleCondition
  where List.Value: Sequence<Value> {
    RuleCondition(list._ruleTerm.with(_ruleTerm) { .contains($0, $1) })
  }
}

extension ValueOperand where Value: Sequence, Value.Element: Encodable {
  /// Whether the list contains an element.
  public func contains(_ element: Value.Element) -> RuleCondition {
    RuleCondition(_ruleTerm.with(RuleTerm(constant: element)) { .contains($0, $1) })
  }

  /// Whether the list contains the value of another setting.
  public func contains<Other: ValueOperand>(_ element: Other) -> RuleCondition
  where Other.Value == Value.Element {
    RuleCondition(_ruleTerm.with(element._ruleTerm) { .contains($0, $1) })
  }
}

extension ValueOperand where Value: OptionSet, Value.Element == Value {
  /// Whether all of the flags are set: `s.show.contains([.border, .labels])`.
  public func contains(_ flags: Value) -> RuleCondition {
    let constant = RuleTerm(constant: flags)
    guard case .value(.array(let names)) = constant.expression else {
      return RuleCondition(
        RuleTerm(.value(false), defects: _ruleTerm.defects + constant.defects + [.noFlagNames("\(flags)")]))
    }
    return RuleCondition(_ruleTerm.map { flags in .all(names.map { .contains(flags, .value($0)) }) })
  }

  /// The number of flags that are set.
  public var count: NumberExpression { NumberExpression(_ruleTerm.map { .count($0) }) }

  /// Whether no flag is set.
  public var isEmpty: RuleCondition { RuleCondition(_ruleTerm.map { .isEmpty($0) }) }
}

/// A type whose values have a count: strings, lists and dictionaries.
@_documentation(visibility: internal)
public protocol CountedValue {}

extension String: CountedValue {}
extension Array: CountedValue {}
extension Set: CountedValue {}
extension Dictionary: CountedValue {}
extension Optional: CountedValue where Wrapped: CountedValue {}

extension ValueOperand where Value: CountedValue {
  /// The number of a list's elements, a dictionary's members or a string's grapheme clusters.
  public var count: NumberExpression { NumberExpression(_ruleTerm.map { .count($0) }) }

  /// Whether the list, the dictionary or the string is empty.
  public var isEmpty: RuleCondition { RuleCondition(_ruleTerm.map { .isEmpty($0) }) }
}

/// A string, or an optional string.
@_documentation(visibility: internal)
public protocol TextValue {}

extension String: TextValue {}
extension Optional: TextValue where Wrapped: TextValue {}

extension ValueOperand where Value: TextValue {
  /// Whether the string contains another.
  public func contains(_ part: String) -> RuleCondition {
    RuleCondition(_ruleTerm.map { .contains($0, .value(.string(part))) })
  }

  /// Whether a part of the string matches a regular expression of ECMA-262, which isn't anchored implicitly.
  ///
  /// A malformed pattern is an error when the form is created.
  public func matches(_ pattern: String) -> RuleCondition {
    RuleCondition(_ruleTerm.map { .matches($0, pattern) })
  }
}

extension NumberTerm {
  /// Whether the number is in a closed range: `s.port.isIn(1024...65535)`.
  public func isIn<Bound: RuleNumber>(_ range: ClosedRange<Bound>) -> RuleCondition {
    range.lowerBound <= self && self <= range.upperBound
  }

  /// Whether the number is in a half-open range.
  public func isIn<Bound: RuleNumber>(_ range: Range<Bound>) -> RuleCondition {
    range.lowerBound <= self && self < range.upperBound
  }
}
