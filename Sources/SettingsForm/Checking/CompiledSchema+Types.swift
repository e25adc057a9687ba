extension CompiledSchema {
  /// Whether the type of a value is allowed.
  ///
  /// - Parameter decimal: The value of a number.
  func allowsType(_ instance: some SchemaInstance, _ decimal: JSONDecimal?) -> Bool {
    if typeSet.contains(JSONTypeSet(instance.kind)) { return true }
    guard allowsWholeNumbers, let decimal else { return false }
    // Look at the digits only if whole numbers are allowed, but not all numbers.
    return switch decimal {
    case .small(_, let exponent): exponent >= 0
    case .large: instance.exactNumber?.isWhole == true
    }
  }
}
