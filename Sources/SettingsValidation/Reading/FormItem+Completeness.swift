// A form that the library wrote represents its whole schema. A foreign schema can describe more, which only a merged schema
// represents, other formats, and descriptions for other editors.

extension FormItem {
  /// Whether the item represents its whole schema.
  var isComplete: Bool {
    switch self {
    case .section(let section): section.isComplete
    case .setting(let setting): setting.isComplete
    }
  }
}

extension FormSection {
  /// Whether the section and its items represent their whole schema.
  var isComplete: Bool { hasCompleteKeywords && items.allSatisfy(\.isComplete) }

  /// Whether the section's own keywords describe no values, such as members that aren't its items or alternatives without keys.
  var hasCompleteKeywords: Bool {
    otherKeywords.members.isEmpty
      || !otherKeywords.combinesSchemas && !otherKeywords.describesOthers
        && !otherKeywords.hasForeignKeywords
  }
}

extension FormSetting {
  /// Whether the setting represents its whole schema.
  var isComplete: Bool {
    kind.isComplete && (otherKeywords.members.isEmpty || hasCompleteKeywords)
  }

  private var hasCompleteKeywords: Bool {
    guard !otherKeywords.hasForeignKeywords else { return false }
    return switch kind {
    case .json:
      !otherKeywords.combinesSchemas
        && !otherKeywords.has(["type", "properties", "contentEncoding"])
    case .list(.json, _): !otherKeywords.hasAlternatives && !otherKeywords.has(["items"])
    case .dictionary(.json): !otherKeywords.hasAlternatives && !otherKeywords.has(["additionalProperties"])
    case .object: !otherKeywords.describesOthers
    default: true
    }
  }
}

extension FormKind {
  fileprivate var isComplete: Bool {
    switch self {
    case .list(let element, _), .dictionary(let element): element.isComplete
    case .object(let section): section.isComplete
    case .variants(let variants): variants.allSatisfy(\.kind.isComplete)
    case .boolean, .integer, .number, .string, .choice, .flags, .recursive, .json: true
    }
  }
}

extension JSONObject {
  var hasAlternatives: Bool { has(["anyOf", "oneOf"]) }

  fileprivate var combinesSchemas: Bool {
    hasAlternatives || has(["allOf", "if", "dependentSchemas", "patternProperties"])
  }

  /// Whether the members that no item describes have a schema.
  fileprivate var describesOthers: Bool {
    if case .object? = self["additionalProperties"] { true } else { false }
  }

  /// Whether the members, or those inside them, include descriptions for other editors, or a format. The formats of this library aren't
  /// among a setting's other keywords. Its forms don't check any other format.
  fileprivate var hasForeignKeywords: Bool {
    members.contains { member in
      EditorKeyword(rawValue: member.key)?.isText == true || member.key == "format"
        || member.value.hasForeignKeywords
    }
  }

  /// Whether one of several keys is present.
  fileprivate func has(_ keys: [String]) -> Bool { keys.contains { self[$0] != nil } }
}

extension JSONValue {
  fileprivate var hasForeignKeywords: Bool {
    switch self {
    case .object(let object): object.hasForeignKeywords
    case .array(let elements): elements.contains(where: \.hasForeignKeywords)
    case .null, .bool, .number, .string: false
    }
  }
}
