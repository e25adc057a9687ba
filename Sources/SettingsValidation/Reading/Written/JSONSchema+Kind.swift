extension JSONSchema {
  /// Whether a property with this schema is a section rather than a setting.
  package var describesSection: Bool {
    guard properties != nil, types.isEmpty || types == [.object] else { return false }
    return !keywords.contains { keyword in
      if case .setting(let setting) = keyword { return setting.object != nil }
      return false
    }
  }

  package func textLimits(_ extras: SettingKeyword) -> TextLimits {
    var limits = TextLimits(times: extras.times, isMultiline: extras.multiline)
    for keyword in keywords {
      switch keyword {
      case .minLength(let count): limits.minLength = count
      case .maxLength(let count): limits.maxLength = count
      case .pattern(let pattern): limits.pattern = pattern
      case .format(let name) where name != TextLimits.Format.base64.rawValue:
        limits.format = limits.format ?? TextLimits.Format(rawValue: name)
      case .contentEncoding(TextLimits.Format.base64.rawValue): limits.format = .base64
      default: break
      }
    }
    return limits
  }

  package func listLimits(_ extras: SettingKeyword) -> ListLimits {
    var limits = ListLimits(isRange: extras.range)
    for keyword in keywords {
      switch keyword {
      case .minItems(let count): limits.minCount = count
      case .maxItems(let count): limits.maxCount = count
      case .uniqueItems(let flag): limits.isUnique = flag
      default: break
      }
    }
    return limits
  }

  /// Returns the keywords that a kind doesn't write, or writes with another value.
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
    case .boolean, .integer, .number, .string, .choice, .variants, .recursive, .json: self
    }
  }
}
