extension CompiledSchema {
  /// Whether the type of a value is allowed.
  ///
  /// - Parameter decimal: The value of a number.
  func allowsType(_ instance: some SchemaInstance, _ decimal: JSONDecimal?) -> Bool {
    if typeSet.contains(JSONTypeSet(instance.kind)) { return true }
    return allowsWholeNumbers && decimal?.isWhole == true
  }
}
