extension FormSection {
  /// The section as a schema.
  package var schema: JSONSchema {
    var keywords: [SchemaKeyword] = [.title(title)]
    if !help.isEmpty { keywords.append(.description(help)) }
    keywords.append(.type([.object]))
    var setting = SettingKeyword()
    setting.was = formerKeys.map(JSONValue.string)
    setting.keywords = self.keywords
    setting.order = order
    setting.details = details
    setting.actions = actions
    addItems(to: &keywords, &setting)
    if !setting.isEmpty { keywords.append(.setting(setting)) }
    return JSONSchema(keywords: keywords).replacing(otherKeywords)
  }

  /// Adds the items and the hooks.
  func addItems(to keywords: inout [SchemaKeyword], _ setting: inout SettingKeyword) {
    keywords.append(
      .properties(items.map { SchemaKeyword.Named(name: $0.key, schema: $0.schema) }))
    setting.header = header
    setting.footer = footer
  }
}

extension FormItem {
  /// The item as a schema.
  var schema: JSONSchema {
    switch self {
    case .section(let section): section.schema
    case .setting(let setting): setting.schema
    }
  }
}
