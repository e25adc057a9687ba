extension FormSection {
  /// Whether the section, or an item inside it, has values that only a merged schema describes: members that aren't its items, or
  /// alternatives without keys.
  var needsMerging: Bool {
    otherKeywords.combinesSchemas || otherKeywords.describesOthers
      || items.contains { item in
        switch item {
        case .section(let section): section.needsMerging
        case .setting(let setting): setting.needsMerging
        }
      }
  }
}

extension FormSetting {
  fileprivate var needsMerging: Bool {
    if otherKeywords.members.isEmpty { return kind.needsMerging }
    switch kind {
    case .json:
      return otherKeywords.combinesSchemas || ["type", "properties"].contains { otherKeywords[$0] != nil }
    case .list(.json, _): return otherKeywords.hasAlternatives || otherKeywords["items"] != nil
    case .dictionary(.json):
      return otherKeywords.hasAlternatives || otherKeywords["additionalProperties"] != nil
    case .object: return otherKeywords.describesOthers || kind.needsMerging
    default: return kind.needsMerging
    }
  }
}

extension FormKind {
  fileprivate var needsMerging: Bool {
    switch self {
    case .list(let element, _), .dictionary(let element): element.needsMerging
    case .object(let section): section.needsMerging
    case .variants(let variants): variants.contains { $0.kind.needsMerging }
    case .boolean, .integer, .number, .string, .choice, .flags, .recursive, .json: false
    }
  }
}

extension JSONObject {
  fileprivate var combinesSchemas: Bool {
    !members.isEmpty
      && (hasAlternatives
        || ["allOf", "if", "dependentSchemas", "patternProperties"].contains { self[$0] != nil })
  }

  var hasAlternatives: Bool { self["anyOf"] != nil || self["oneOf"] != nil }

  /// Whether the members that no item describes have a schema.
  fileprivate var describesOthers: Bool {
    if case .object? = self["additionalProperties"] { true } else { false }
  }
}
