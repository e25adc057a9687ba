extension RuleProgram {
  /// Computes the value.
  ///
  /// Cost: linear in the size of the expression and of the values that it reads.
  func run(from source: RuleSource) -> RuleResult {
    do throws(RuleGap) {
      return .value(try value(from: source))
    } catch {
      return .nothing(error)
    }
  }

  private func value(from source: RuleSource) throws(RuleGap) -> JSONValue {
    switch self {
    case .constant(let value):
      if value == .null { throw .null }
      return value
    case .setting(let position, let type):
      guard let value = source(.setting(position)) else { throw .notSet(position) }
      if case .null = value { throw .notSet(position) }
      guard type.holds(value) else { throw .unfit(position) }
      return value
    case .context(let name):
      guard let value = source(.context(name)), value != .null else { throw .noContext(name) }
      return value
    case .comparison(let comparison, let left, let right):
      return .bool(
        try Self.compare(comparison, try left.value(from: source), try right.value(from: source)))
    case .presence(let operand): return .bool(try operand.isPresent(from: source))
    case .arithmetic(let arithmetic, let left, let right):
      return .number(try arithmetic(try left.number(from: source), try right.number(from: source)))
    case .minimum(let operands): return .number(try Self.extreme(of: operands, from: source, by: <))
    case .maximum(let operands): return .number(try Self.extreme(of: operands, from: source, by: >))
    case .all(let operands): return .bool(try Self.logic(operands, from: source, decidedBy: false))
    case .any(let operands): return .bool(try Self.logic(operands, from: source, decidedBy: true))
    case .not(let operand): return .bool(!(try operand.bool(from: source)))
    case .contains(let container, let element):
      return .bool(
        try Self.contains(try container.value(from: source), try element.value(from: source)))
    case .matches(let operand, let pattern): return .bool(pattern.matches(try operand.text(from: source)))
    case .count(let operand):
      return .number(JSONNumber(try Self.count(of: try operand.value(from: source))))
    case .isEmpty(let operand): return .bool(try Self.isEmpty(try operand.value(from: source)))
    case .fallback(let first, let second):
      if case .value(let value) = first.run(from: source) { return value }
      return try second.value(from: source)
    case .conditional(let condition, let then, let otherwise):
      return try condition.bool(from: source)
        ? try then.value(from: source) : try otherwise.value(from: source)
    case .seconds(let operand): return try operand.seconds(.duration, from: source)
    case .instant(let operand): return try operand.seconds(.dateTime, from: source)
    case .durationText(let operand):
      guard let duration = FixedDuration(try operand.number(from: source)) else { throw .outOfRange }
      return .string(duration.text)
    }
  }

  // MARK: - Typed values

  private func bool(from source: RuleSource) throws(RuleGap) -> Bool {
    guard case .bool(let value) = try value(from: source) else { throw .type(expected: .boolean) }
    return value
  }

  private func number(from source: RuleSource) throws(RuleGap) -> JSONNumber {
    guard case .number(let value) = try value(from: source) else { throw .type(expected: .number) }
    return value
  }

  private func text(from source: RuleSource) throws(RuleGap) -> String {
    guard case .string(let value) = try value(from: source) else { throw .type(expected: .text) }
    return value
  }

  private func isPresent(from source: RuleSource) throws(RuleGap) -> Bool {
    switch run(from: source) {
    case .value: true
    case .nothing(.notSet), .nothing(.noContext), .nothing(.null): false
    case .nothing(let gap): throw gap
    }
  }

  private func seconds(_ type: RuleType, from source: RuleSource) throws(RuleGap) -> JSONValue {
    let value = try value(from: source)
    if case .number = value { return value }
    guard case .string(let text) = value, let seconds = type.seconds(of: text) else {
      if case .setting(let position, _) = self { throw .unfit(position) }
      throw .type(expected: type)
    }
    return .number(seconds)
  }
}
