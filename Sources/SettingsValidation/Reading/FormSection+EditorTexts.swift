extension FormSection {
  /// Whether a schema inside has texts for other editors.
  var hasEditorTexts: Bool {
    otherKeywords.hasEditorTexts
      || items.contains { item in
        switch item {
        case .section(let section): section.hasEditorTexts
        case .setting(let setting): setting.otherKeywords.hasEditorTexts || setting.kind.hasEditorTexts
        }
      }
  }
}

extension FormKind {
  fileprivate var hasEditorTexts: Bool {
    switch self {
    case .boolean, .integer, .number, .string, .choice, .flags, .recursive, .json: false
    case .list(let element, _), .dictionary(let element): element.hasEditorTexts
    case .object(let section): section.hasEditorTexts
    case .variants(let variants): variants.contains(where: \.kind.hasEditorTexts)
    }
  }
}

extension JSONObject {
  fileprivate var hasEditorTexts: Bool {
    members.contains { EditorKeyword(rawValue: $0.key)?.isText == true || $0.value.hasEditorTexts }
  }
}

extension JSONValue {
  fileprivate var hasEditorTexts: Bool {
    switch self {
    case .object(let object): object.hasEditorTexts
    case .array(let elements): elements.contains(where: \.hasEditorTexts)
    case .null, .bool, .number, .string: false
    }
  }
}
