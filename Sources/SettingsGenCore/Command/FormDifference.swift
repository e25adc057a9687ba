import SettingsForm

/// The comparison of a generated form with the exported form of the built program, both as JSON Schema.
///
/// The sources don't show rules and some defaults, so those aren't compared. How schemas are shared isn't compared, either.
enum FormDifference {
  /// Returns the path of the first section or setting that differs; `nil` if there is no difference under one of the conditions
  /// that only the build decides.
  static func first(between form: GeneratedForm, and exported: JSONObject) -> SettingPath? {
    guard var exported = SharedSchemas.expanded(exported) else { return .root }
    exported["x-rules"] = nil
    let differences = form.everyVariant.map { variant -> SettingPath? in
      var variant = variant
      variant.definitions = [:]
      guard case .object(let schema) = variant.json else { return .root }
      return difference(of: schema, from: exported, at: .root)
    }
    return differences.contains(nil) ? nil : differences.first ?? nil
  }

  private static func difference(
    of schema: JSONObject, from exported: JSONObject, at path: SettingPath
  ) -> SettingPath? {
    var (own, other) = (schema, exported)
    if own["default"] == nil { other["default"] = nil }
    guard case .object(let items)? = own["properties"], case .object(let otherItems)? = other["properties"]
    else {
      return own == other ? nil : path
    }
    let (keys, otherKeys) = (items.members.map(\.key), otherItems.members.map(\.key))
    if let key = keys.first(where: { otherItems[$0] == nil })
      ?? otherKeys.first(where: { items[$0] == nil })
      ?? zip(keys, otherKeys).first(where: { $0 != $1 })?.0
    {
      return path.appending(key)
    }
    own["properties"] = nil
    other["properties"] = nil
    if own != other { return path }
    for (item, otherItem) in zip(items.members, otherItems.members) {
      let inner = path.appending(item.key)
      guard case .object(let item) = item.value, case .object(let otherItem) = otherItem.value else {
        return inner
      }
      if let difference = difference(of: item, from: otherItem, at: inner) { return difference }
    }
    return nil
  }
}

extension GeneratedForm {
  /// The forms under all conditions that only the build decides.
  fileprivate var everyVariant: [FormSchema] {
    [schema]
      + variants.flatMap { variant in
        guard case .form(let form) = variant.content else { return [FormSchema]() }
        return form.everyVariant
      }
  }
}
