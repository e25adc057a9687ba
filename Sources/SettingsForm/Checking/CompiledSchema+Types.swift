extension CompiledSchema {
  /// Whether the type of a value is allowed.
  ///
  /// - Parameter decimal: The value of a number.
  func allowsType(_ instance: some SchemaInstance, _ decimal: JSONDecimal?) -> Bool {
    if typeSet.contains(JSONTypeSet(instance.kind)) { return true }
    return allowsWholeNumbers && decimal?.isWhole == true
  }
}

extension CompiledSchema {
  /// What text of the schema's format looks like, in words; `nil` without a format.
  var textFormat: String? {
    for check in checks {
      switch check {
      case .format(let format): return "\(format.name) such as \"\(format.example)\""
      case .annotatedFormat(let format): return "\(format.name) such as \"\(format.example)\""
      case .calendarDuration:
        return "\(SchemaFormat.duration.name) such as \"\(SchemaFormat.duration.example)\""
      default: continue
      }
    }
    return nil
  }
}
