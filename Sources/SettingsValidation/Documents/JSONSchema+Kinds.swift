extension JSONSchema {
  /// Returns the kind of the schema's values of one type; `nil` for a type whose values have parts, and for `null`.
  /// Keywords about other types have no effect on it.
  package func scalarKind(of type: JSONType, _ extras: SettingKeyword) -> FormKind? {
    switch type {
    case .boolean: .boolean
    case .integer: .integer(NumberLimits(self, extras))
    case .number: .number(NumberLimits(self, extras))
    case .string: .string(TextLimits(self, extras))
    case .array, .object, .null: nil
    }
  }

  /// Returns the kind of a list. A list of choices is a set of flags only if the form says so: order and repetition can matter.
  package func listKind(of element: FormKind, limits: ListLimits, extras: SettingKeyword) -> FormKind {
    guard extras.flags, case .choice(let choices) = element else { return .list(element, limits) }
    return .flags(choices.withBits(extras.bits.count == choices.count ? extras.bits : []))
  }

  /// Returns the keywords that a kind doesn't write, or writes with another value. They stay with the setting as they
  /// are: a form that is read and written again has lost nothing.
  ///
  /// For `{"type": "integer", "minimum": 1, "x-color": 3}` and the kind of whole numbers from 1 on, it is only
  /// `x-color`.
  ///
  /// - Parameter consumed: The keywords whose schemas became parts of the kind, and were compared there.
  func keywords(
    notWrittenBy kind: FormKind, isOptional: Bool, _ consumed: Set<String>
  ) -> [SchemaKeyword] {
    if case .json = kind, !isOptional { return keywords }
    var own: [SchemaKeyword] = []
    var setting = SettingKeyword()
    kind.shallow.add(to: &own, &setting, isOptional: isOptional)
    return keywords.filter { keyword in
      if !consumed.isEmpty, consumed.contains(keyword.name) { return false }
      guard case .type(let types) = keyword else { return !own.contains(keyword) }
      if case .number = kind {
        return types.filter { $0 != .integer }.sorted() != (isOptional ? [.null, .number] : [.number])
      }
      return !own.contains { own in
        if case .type(let ownTypes) = own { return ownTypes.sorted() == types.sorted() }
        return false
      }
    }
  }
}

extension FormKind {
  /// The kind without its elements and items. Their keywords are compared separately.
  fileprivate var shallow: FormKind {
    switch self {
    case .list(_, let limits): .list(.json, limits)
    case .dictionary: .dictionary(.json)
    case .object: .object(FormSection(key: "", title: ""))
    case .flags: .flags([])
    // `variants` reads all of its keywords itself.
    default: self
    }
  }
}
