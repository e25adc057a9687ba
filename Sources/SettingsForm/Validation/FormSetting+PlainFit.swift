// Nearly all values of a settings file are fine, and can be seen to be so without a schema being made of the setting.

extension FormSetting {
  /// Whether a value is fine at first sight; `false` means that it takes a closer look, not that it is wrong.
  ///
  /// A value that is fine here has no problem and no warning by the setting's `checks`.
  func plainlyAllows(_ value: some SchemaInstance, patterns: PatternCache) -> Bool {
    isPlain && kind.plainlyAllows(value, isOptional: isOptional, patterns: patterns)
  }

  /// Whether the kind alone says what is fine.
  var isPlain: Bool { otherKeywords.members.isEmpty && !traits.contains(.deprecated) }
}

extension FormKind {
  /// Whether a value is fine at first sight for a setting that is plain.
  func plainlyAllows(_ value: some SchemaInstance, isOptional: Bool, patterns: PatternCache) -> Bool {
    isOptional && value.kind == .null ? plainlyAllowsNull : plainlyAllows(value, patterns: patterns)
  }

  /// Whether `null` is fine where the setting is optional.
  private var plainlyAllowsNull: Bool {
    switch self {
    case .choice: false
    case .object(let section): section.otherKeywords.members.isEmpty
    case .boolean, .integer, .number, .string, .flags, .list, .dictionary, .json: true
    }
  }

  private func plainlyAllows(_ value: some SchemaInstance, patterns: PatternCache) -> Bool {
    switch self {
    case .boolean: value.kind == .bool
    case .integer(let limits):
      value.decimalValue.map { $0.isPlainlyWhole && limits.plainlyAllow($0) } ?? false
    case .number(let limits): value.decimalValue.map(limits.plainlyAllow) ?? false
    case .string(let limits): value.kind == .string && limits.plainlyAllow(value, patterns: patterns)
    case .choice(let choices): value.kind == .string && choices.plainlyHold(value) != nil
    case .flags(let choices): value.kind == .array && choices.plainlyAllow(value.elementList)
    case .list(let element, let limits):
      value.kind == .array && limits.plainlyAllow(value.count)
        && value.elementList.allSatisfy { element.plainlyAllows($0, patterns: patterns) }
    case .dictionary(let element):
      value.kind == .object
        && value.memberList.allSatisfy { element.plainlyAllows($0.value, patterns: patterns) }
    case .object(let section): value.kind == .object && section.plainlyAllows(value, patterns: patterns)
    case .json: true
    }
  }
}

extension FormSection {
  /// Whether all members are those of a struct, and fine.
  fileprivate func plainlyAllows(_ value: some SchemaInstance, patterns: PatternCache) -> Bool {
    guard otherKeywords.members.isEmpty else { return false }
    // A struct of many settings inside of a list is left to the table of the closer look.
    guard items.count <= 32 else { return false }
    return value.memberList.allSatisfy { member in
      switch items.first(where: { $0.key.hasSameScalars(as: member.key) }) {
      case .setting(let setting)?: setting.plainlyAllows(member.value, patterns: patterns)
      case .section(let section)?:
        member.value.kind == .object && section.plainlyAllows(member.value, patterns: patterns)
      case nil: false
      }
    }
  }
}

extension NumberLimits {
  fileprivate func plainlyAllow(_ value: JSONDecimal) -> Bool {
    switch lower {
    case .inclusive(let limit)?: if value < JSONDecimal(limit) { return false }
    case .exclusive(let limit)?: if value <= JSONDecimal(limit) { return false }
    case nil: break
    }
    switch upper {
    case .inclusive(let limit)?: if value > JSONDecimal(limit) { return false }
    case .exclusive(let limit)?: if value >= JSONDecimal(limit) { return false }
    case nil: break
    }
    guard let step else { return true }
    return value.isPlainMultiple(of: JSONDecimal(step), from: lower.map { JSONDecimal($0.value) })
  }
}

extension JSONDecimal {
  fileprivate var isPlainlyWhole: Bool {
    if case .small(_, let exponent) = self { return exponent >= 0 }
    return false
  }

  /// Whether three small whole numbers stand so; anything else takes a closer look.
  fileprivate func isPlainMultiple(of step: JSONDecimal, from origin: JSONDecimal?) -> Bool {
    guard let value = smallInteger, let step = step.smallInteger, step > 0,
      let origin = origin.map(\.smallInteger) ?? 0
    else { return false }
    return value % step == 0 && origin % step == 0
  }

  /// The value as an integer of at most 18 digits; `nil` if it is none.
  private var smallInteger: Int64? {
    guard case .small(let significand, let exponent) = self, 0...18 ~= exponent else { return nil }
    let (value, overflows) = significand.multipliedReportingOverflow(by: Self.powerOfTen(exponent))
    return overflows ? nil : value
  }
}

extension TextLimits {
  fileprivate func plainlyAllow(_ value: some SchemaInstance, patterns: PatternCache) -> Bool {
    if minLength != nil || maxLength != nil {
      let count = value.scalarCount
      if let minLength, count < minLength { return false }
      if let maxLength, count > maxLength { return false }
    }
    guard pattern != nil || format != nil else { return true }
    guard let text = value.text else { return false }
    if let format, !format.allows(text) { return false }
    guard let pattern else { return true }
    return (try? patterns.pattern(pattern))?.matches(text) == true
  }
}

extension ListLimits {
  fileprivate func plainlyAllow(_ count: Int) -> Bool {
    if let minCount, count < minCount { return false }
    if let maxCount, count > maxCount { return false }
    return !isUnique || count < 2
  }
}

extension [FormChoice] {
  /// The position of the one choice that a text is; `nil` if there is none, or more to say.
  fileprivate func plainlyHold(_ value: some SchemaInstance) -> Int? {
    var place: Int?
    for index in indices {
      guard case .string(let text) = self[index].value, value.isText(text) else { continue }
      guard place == nil, !self[index].isDeprecated else { return nil }
      place = index
    }
    return place
  }

  /// Whether values are choices, none twice.
  fileprivate func plainlyAllow(_ values: [some SchemaInstance]) -> Bool {
    guard count <= 64 else { return false }
    var seen: UInt64 = 0
    for value in values {
      guard value.kind == .string, let place = plainlyHold(value), seen & 1 << UInt64(place) == 0 else {
        return false
      }
      seen |= 1 << UInt64(place)
    }
    return true
  }
}
