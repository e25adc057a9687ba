#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An operand of a rule: a setting, a context value, a constant, or an expression of them.
///
/// Apps don't use the protocol; they write operands, and operators combine them:
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   s.pool.max * 2 <= s.times + 16
///   s.display.title != nil
/// }
/// ```
///
/// Kinds of operands are ``ValueOperand``, ``NumberOperand``, ``ConditionOperand`` and ``CompositeOperand``; their documentation lists what
/// can be done with them.
///
/// Operators are declared in extensions of these protocols, so the type checker considers few of them. Requirements begin with an
/// underscore, because every integer, array and reference in an app has them.
public protocol RuleOperand {
  /// The operand as the form represents it.
  var _ruleTerm: RuleTerm { get }
}

/// An operand with values of one Swift type: a setting, a context value, or an expression.
///
/// It can be compared with constants of that type, and with other operands of it. The tests depend on the type:
///
/// | type | tests |
/// |---|---|
/// | any | `==`, `!=`, `isIn(_:)` |
/// | numbers, durations, dates, strings | `<`, `<=`, `>`, `>=` |
/// | lists | `contains(_:)`, `count`, `isEmpty` |
/// | strings | `contains(_:)`, `matches(_:)`, `count`, `isEmpty` |
/// | option sets | `contains(_:)`, `count`, `isEmpty` |
/// | optionals | all of the above, `== nil`, `??` |
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   s.name.matches("^[a-z]+$")
///   s.timeout <= .seconds(30)
///   s.display.show.contains(.grid) => s.display.size.width >= 80
///   (s.display.title ?? s.name) != ""
/// }
/// ```
///
/// A condition with an optional whose value is missing doesn't apply, except `== nil` and `!= nil`.
public protocol ValueOperand<Value>: RuleOperand {
  /// The type of constants that the operand is compared with.
  associatedtype Value: Encodable
}

/// An operand that is a number: a setting, an expression, or a constant such as `16` or `0.5`.
///
/// Numbers of different types can be combined: an `Int` with a `Double`, or with a `Decimal`. Rules compute with their exact decimal
/// values, so `0.1 + 0.2` is `0.3`, and there is no overflow up to 10^6144.
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   s.display.ratio * 100 <= s.display.size.width
///   s.times <= .minimum(s.pool.max, 16)
/// }
/// ```
///
/// The operators are `+`, `-`, `*`, `/`, `.minimum`, `.maximum` and the comparisons. `7 / 2` is `3.5`, also for whole numbers. A division
/// by zero has no value, so a rule with it doesn't apply.
public protocol NumberOperand: RuleOperand {
  /// The operand among several: `each(_:_:_:)` with two numbers has the arity of two places.
  associatedtype _Place = RuleArity.Number
}

/// An operand that is a number, but not a constant: a setting, a context value, or an expression such as `s.pool.max * 2`.
///
/// Operators need a term on at least one side, so numbers outside of rules keep their own operators. `isIn(_:)` tests a range:
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   s.network.port.isIn(1024...65535)
///   65535 >= s.network.port + s.pool.max
/// }
/// ```
///
/// An optional number is a term, too. While it has no value, a rule with it doesn't apply.
public protocol NumberTerm: NumberOperand {}

/// An expression with a value, such as `s.display.title ?? s.name`.
///
/// Operators return it; an app doesn't create it by its name. It can be used wherever a setting of the type can, and can have a name of its
/// own in the book:
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   let title = s.display.title ?? s.name
///   title != "untitled"
///   title.count <= 40
/// }
/// ```
///
/// The operator `??` gives an optional setting a value for its rules only: the setting itself stays without a value.
public struct ValueExpression<Value: Encodable>: ValueOperand, RuleResult {
  /// The expression as the form represents it.
  public let _ruleTerm: RuleTerm

  init(_ ruleTerm: RuleTerm) {
    _ruleTerm = ruleTerm
  }
}

extension ValueExpression: NumberOperand, NumberTerm where Value: RuleNumericValue {}

/// An expression with a number, such as `s.pool.max * 2 + 16`.
///
/// Arithmetic, `count`, `.minimum` and `.maximum` return it. Name an expression that several rules use:
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   let limit = s.pool.max * 2 + 16
///   s.times <= limit
///   s.tags.count <= limit
/// }
/// ```
///
/// Results have up to 34 significant digits, and are rounded to nearest. A result outside of 10^±6144 has no value.
public struct NumberExpression: NumberTerm, RuleResult {
  /// The expression as the form represents it.
  public let _ruleTerm: RuleTerm

  init(_ ruleTerm: RuleTerm) {
    _ruleTerm = ruleTerm
  }
}

/// What operators return: an operand that is made from others.
protocol RuleResult: RuleOperand {
  init(_ ruleTerm: RuleTerm)
}

extension RuleResult {
  init(_ operation: RuleOperation, _ operands: any RuleOperand...) {
    self.init(RuleTerm(operation, operands))
  }
}

/// An operand as the form represents it. Opaque to apps.
///
/// Requirements of the operand protocols return it, for the operators of the library. It also collects why a form can't express the
/// operand, such as a key path to a computed property; that becomes an error with the rule's position when the form is created.
@_documentation(visibility: internal)
public struct RuleTerm: RuleOperand, Sendable {
  /// The expression in the form.
  var expression: RuleExpression
  /// The reasons why the form can't express it, reported with the rule's position in the source when the form is created. They are
  /// collected from all parts of the term.
  var defects: [RuleDefect] = []

  init(_ expression: RuleExpression, defects: [RuleDefect] = []) {
    self.expression = expression
    self.defects = defects
  }

  /// Creates a constant as it's written in the settings file, so a duration is compared as its text means and an enum by the name of its
  /// case. A constant that JSON can't represent becomes a defect.
  init(constant: some Encodable) {
    do {
      self.init(.value(try SettingsEncoder().encode(constant)))
    } catch {
      self.init(.value(.null), defects: [.notJSON("\(constant)")])
    }
  }

  /// Creates an operation. It has the defects of all its operands.
  ///
  /// A calculation with durations gives a number of seconds, so a constant duration in it, or beside it, is a number of seconds, too.
  init(_ operation: RuleOperation, _ operands: [any RuleOperand]) {
    var terms = operands.map(\._ruleTerm)
    if operation.signature.operands == .number || terms.contains(where: \.expression.isCalculation) {
      for (place, term) in terms.enumerated() {
        guard let seconds = term.expression.constant?.text.flatMap(RuleType.duration.seconds) else {
          continue
        }
        terms[place].expression = .value(.number(seconds))
      }
    }
    self.init(.operation(operation, terms.map(\.expression)), defects: terms.flatMap(\.defects))
  }

  /// The term itself.
  public var _ruleTerm: RuleTerm { self }
}

extension RuleExpression {
  /// Whether the expression is a sum, a product or another calculation.
  fileprivate var isCalculation: Bool {
    if case .operation(let operation, _) = self { operation.signature.operands == .number } else { false }
  }
}

/// The number and the meaning of operands as a type: comparing two numbers with three doesn't compile.
///
/// `each(_:_:_:)` has a tuple with a ``Number`` for each operand, `pair(_:_:)` has ``Sides``, `edges(top:left:bottom:right:)` has ``Edges``,
/// and a section has its own type. The compiler names these types in its messages. Apps don't write them.
@_documentation(visibility: internal)
public enum RuleArity {
  /// One of several operands of the same meaning.
  public enum Number {}
  /// Two operands that are opposite sides.
  public enum Sides {}
  /// The four edges of a rectangle.
  public enum Edges {}
}

/// A type whose values are numbers in the settings file.
///
/// Integers of up to 64 bits, `Float`, `Double` and `Decimal` conform, and so do optionals of them. To use an app's own type as a number in
/// rules, such as an enum with integer raw values, declare its conformance:
///
/// ```swift
/// enum Level: Int, CaseIterable, Codable { case low = 1, high = 2 }
/// extension Level: RuleNumericValue {}
/// ```
///
/// Then a rule can compare levels: `s.level >= 2`. The protocol has no requirements. The values must be numbers in JSON; a rule over a
/// value that isn't a number doesn't apply.
public protocol RuleNumericValue {}

extension Optional: RuleNumericValue where Wrapped: RuleNumericValue {}
extension Secret: RuleNumericValue where Value: RuleNumericValue {}

/// A number that can be a constant in rules: `16`, `0.5`, or a constant of the app.
///
/// Integers of up to 64 bits, `Float`, `Double` and `Decimal` conform. A constant that isn't finite is an error when the form is created.
///
/// ```swift
/// let largestPool = 64
/// let rules = RuleBook(for: AppSettings.self) { s in
///   s.pool.max <= largestPool
///   s.display.ratio >= 0.25
/// }
/// ```
///
/// Rules take the decimal spelling of a constant, so `0.1` is exactly one tenth.
public protocol RuleNumber: RuleNumericValue, NumberOperand, Encodable {}

extension RuleNumber {
  /// The constant.
  public var _ruleTerm: RuleTerm { RuleTerm(constant: self) }
}

extension Int: RuleNumber {}
extension Int8: RuleNumber {}
extension Int16: RuleNumber {}
extension Int32: RuleNumber {}
extension Int64: RuleNumber {}
extension UInt: RuleNumber {}
extension UInt8: RuleNumber {}
extension UInt16: RuleNumber {}
extension UInt32: RuleNumber {}
extension UInt64: RuleNumber {}
extension Float: RuleNumber {}
extension Double: RuleNumber {}
extension Decimal: RuleNumber {}

/// A type other than a number whose values are ordered: durations and dates by time, strings by Unicode scalars.
///
/// Operands with such values have the operators `<`, `<=`, `>` and `>=`. Optionals of them have them, too; a rule doesn't apply while the
/// value is missing.
@_documentation(visibility: internal)
public protocol RuleOrderedValue {}

/// A duration, or an optional duration. Operands with such values can be added, and multiplied by numbers.
@_documentation(visibility: internal)
public protocol RuleDurationValue {}

extension Duration: RuleDurationValue {}
extension Optional: RuleDurationValue where Wrapped: RuleDurationValue {}

extension Duration: RuleOrderedValue {}
extension Date: RuleOrderedValue {}
extension String: RuleOrderedValue {}
extension Secret: RuleOrderedValue where Value: RuleOrderedValue {}
extension Optional: RuleOrderedValue where Wrapped: RuleOrderedValue {}

/// The precedence of `=>`: lower than the logical operators, so a condition needs no parentheses.
precedencegroup RuleImplicationPrecedence {
  higherThan: AssignmentPrecedence
  lowerThan: LogicalDisjunctionPrecedence
}

/// The precedence of `<-`: between `=>` and the logical operators. So `a && b => c <- d` is `(a && b) => (c <- d)`.
precedencegroup RuleAssignmentPrecedence {
  higherThan: RuleImplicationPrecedence
  lowerThan: LogicalDisjunctionPrecedence
}

/// Applies a rule while a condition holds: `s.isLocked => .hide(s.key)`.
infix operator => : RuleImplicationPrecedence

/// Derives a default: `s.color <- .red`.
infix operator <- : RuleAssignmentPrecedence
