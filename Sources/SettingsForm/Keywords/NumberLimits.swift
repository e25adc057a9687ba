/// The limits of a number.
///
/// The numbers are exact decimals and not binary fractions, so a step of 0.1 divides 0.3. They are kept as they are
/// spelled, so a form is written with the limits that its author wrote.
package struct NumberLimits: Hashable, Sendable {
  package typealias Bound = RangeLimit<JSONNumber>

  /// The lower end; `nil` for no limit.
  package var lower: Bound?
  /// The upper end; `nil` for no limit.
  package var upper: Bound?
  /// The distance between neighboring values; positive. It is counted from the lower end, or from zero without a lower end.
  package var step: JSONNumber?
  /// Whether the step is counted from zero even with a lower end, as `multipleOf` in a schema of somebody else. `false` if both mean the same.
  package var stepsFromZero: Bool

  package init(
    lower: Bound? = nil, upper: Bound? = nil, step: JSONNumber? = nil, stepsFromZero: Bool = false
  ) {
    self.lower = lower
    self.upper = upper
    self.step = step
    self.stepsFromZero = stepsFromZero
  }

  /// The number from which the step is counted; `nil` for zero, also if the lower end is a multiple of the step.
  package var stepOrigin: JSONNumber? {
    guard !stepsFromZero, let lower else { return nil }
    return step.map(lower.value.isMultiple) == true ? nil : lower.value
  }

  /// Whether the values are the lower end and whole steps after it.
  package var stepsFromLowerEnd: Bool {
    guard stepsFromZero, let step, let lower else { return true }
    return lower.value.isMultiple(of: step)
  }

  /// The least limit of a type of 64 bits. Limits from there on say only what the type is.
  package static let widest = 0x1p63

  /// The limits without those of a type of 64 or more bits, which tell a person nothing.
  package var withoutWidth: NumberLimits {
    func isWidth(_ bound: Bound?) -> Bool { bound.map { $0.value.double.magnitude >= Self.widest } ?? false }
    var limits = self
    if isWidth(lower) { limits.lower = nil }
    if isWidth(upper) { limits.upper = nil }
    return limits
  }

  /// Sets the step to a `multipleOf`, which counts from zero.
  package mutating func setMultiple(of multiple: JSONNumber) {
    step = multiple
    stepsFromZero = !countsFromZero(multiple)
  }
}

extension NumberLimits {
  /// Reads the limits of a schema. `multipleOf` counts from zero, and a step of a form from the lower end. The limits know which it is, so
  /// that an editor steps from one valid value to the next with either.
  package init(_ schema: JSONSchema, _ setting: SettingKeyword) {
    self = schema.range
    if let step = setting.step {
      self.step = step
    } else if let multiple = schema[.multipleOf] {
      setMultiple(of: multiple)
    }
  }

  /// Adds the limits of a number. An end becomes one of two keywords, and a step one of two as well, according to
  /// ``countsFromZero(_:)``.
  func add(to keywords: inout [SchemaKeyword], _ setting: inout SettingKeyword) {
    switch lower {
    case .inclusive(let number)?: keywords.append(.limit(.minimum, number))
    case .exclusive(let number)?: keywords.append(.limit(.exclusiveMinimum, number))
    case nil: break
    }
    switch upper {
    case .inclusive(let number)?: keywords.append(.limit(.maximum, number))
    case .exclusive(let number)?: keywords.append(.limit(.exclusiveMaximum, number))
    case nil: break
    }
    guard let step else { return }
    if stepsFromZero || countsFromZero(step) {
      keywords.append(.limit(.multipleOf, step))
    } else {
      setting.step = step
    }
  }

  /// Whether a step can be written as `multipleOf`, which validators compute in binary and from zero: the step is a
  /// multiple of 2^-10, so it is exact in binary, and the lower limit is a multiple of the step.
  ///
  /// A step of 5 from 10 on is `multipleOf: 5`. A step of 5 from 1 on (1, 6, 11), and one of 0.1, are written in
  /// `x-setting`.
  package func countsFromZero(_ step: JSONNumber) -> Bool {
    let isExact = JSONNumber(0x1p-10).map(step.isMultiple) ?? false
    return isExact && lower.map { $0.value.isMultiple(of: step) } ?? true
  }

  /// Throws for limits that no number meets, and for a step that isn't positive. `1...1` has one value; with an excluded end, it has none.
  func check() throws(FormSchemaError) {
    if let step, step <= JSONNumber(0) {
      throw FormSchemaError(path: ["multipleOf"], reason: .wrongValue(expected: "a number above zero"))
    }
    // Only two ends can exclude each other.
    guard let lower, let upper else { return }
    let isOpen = lower.isExclusive || upper.isExclusive
    if lower.value > upper.value || lower.value == upper.value && isOpen {
      throw FormSchemaError(path: [upper.upperKeyword], reason: .emptyRange)
    }
  }
}

extension JSONSchema {
  /// The narrowest range that the keywords define. `minimum: 1` beside `exclusiveMinimum: 1` is above 1; of two lower
  /// limits, the higher one counts.
  package var range: NumberLimits {
    var limits = NumberLimits()
    for keyword in keywords {
      switch keyword {
      case .limit(.minimum, let number): limits.raise(to: .inclusive(number))
      case .limit(.exclusiveMinimum, let number): limits.raise(to: .exclusive(number))
      case .limit(.maximum, let number): limits.lower(to: .inclusive(number))
      case .limit(.exclusiveMaximum, let number): limits.lower(to: .exclusive(number))
      default: break
      }
    }
    return limits
  }
}

extension NumberLimits {
  /// Makes the lower end narrower, if the other bound is.
  fileprivate mutating func raise(to bound: Bound) {
    guard let lower else { return self.lower = bound }
    if bound.value > lower.value || bound.value == lower.value && bound.isExclusive { self.lower = bound }
  }

  /// Makes the upper end narrower, if the other bound is.
  fileprivate mutating func lower(to bound: Bound) {
    guard let upper else { return self.upper = bound }
    if bound.value < upper.value || bound.value == upper.value && bound.isExclusive { self.upper = bound }
  }
}
