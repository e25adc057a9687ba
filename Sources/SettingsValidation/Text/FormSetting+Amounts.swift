extension JSONNumber {
  /// Parses a number of units, or an amount in other units of the same dimension: `30 min` in minutes is 30.
  init(parsing text: String, unit name: String, isWhole: Bool) throws(ValueTextError) {
    if let number = JSONNumber(text.trimmed.droppingUnit(name)) {
      self = number
      return
    }
    guard let unit = QuantityUnit(name) else { throw .notANumber(isWhole: isWhole) }
    let quantity: Quantity
    do throws(Quantity.Fault) {
      quantity = try Quantity(text)
    } catch {
      throw ValueTextError(
        error, else: .notAnAmount(unit: name, isWhole: isWhole, example: unit.example),
        unit.dimension)
    }
    guard quantity.dimension == unit.dimension else {
      throw .notAnAmount(unit: name, isWhole: isWhole, example: unit.example)
    }
    guard let number = quantity.number(of: unit), !isWhole || number.isWhole else {
      throw .notExact(text, unit: name, isWhole: isWhole)
    }
    self = number
  }
}

extension FixedDuration {
  /// Parses a duration with units, or in ISO 8601, and returns it in ISO 8601.
  static func text(parsing text: String) throws(ValueTextError) -> String {
    // A string that is meant as ISO 8601 stays as it was typed, and is checked like a value of the document.
    if text.hasPrefix("P") || text.hasPrefix("-P") { return text }
    let quantity: Quantity
    do throws(Quantity.Fault) {
      quantity = try Quantity(text)
    } catch {
      throw ValueTextError(error, else: .notADuration, .time)
    }
    guard let duration = quantity.duration else { throw .notADuration }
    return duration.text
  }
}

extension ValueTextError {
  fileprivate init(_ fault: Quantity.Fault, else other: ValueTextError, _ dimension: QuantityUnit.Dimension) {
    switch fault {
    case .unknownUnit(let unit): self = .unknownUnit(unit, known: QuantityUnit.symbols(of: dimension))
    case .malformed, .noUnit, .outOfRange: self = other
    }
  }
}

extension Substring {
  /// Returns the text before the unit and before the spaces in front of the unit.
  fileprivate func droppingUnit(_ unit: String) -> String {
    guard hasSuffix(unit) else { return String(self) }
    return String(dropLast(unit.count).trimmed)
  }
}
