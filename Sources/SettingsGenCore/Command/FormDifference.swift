import SettingsForm

/// The comparison of a generated form with the exported form of the built program, both as JSON Schema.
///
/// The exported form is written by the running program, which knows more than the sources: rules, some defaults, and
/// titles that types compute. Those aren't compared, and neither is how schemas are shared. So exporting again removes
/// every difference.
///
///     sources    port: integer, default 80          exported    port: integer, default 80
///                host: string, no default known                 host: string, default "localhost"     equal
///                size: integer, maximum 9                       size: integer, maximum 5              differs at size
enum FormDifference {
  /// Returns the path of the first section or setting that differs; `nil` if the forms are equal. If the sources have `#if` conditions that
  /// only the build decides, there are several variants of the form, and one equal variant is enough: nobody knows which of them the
  /// program was built with.
  ///
  /// The root is the answer if the exported form can't be read, or differs in something other than its settings.
  static func first(between form: GeneratedForm, and exported: JSONObject) -> SettingPath? {
    guard var exported = try? JSONSchema(ofForm: exported).object else { return .root }
    // The running program adds its rules and migrations to the exported form.
    for keyword in [FormSchema.rulesKeyword, FormMigration.keyword, SharedSchemas.keyword] {
      exported[keyword] = nil
    }
    let differences = form.everyVariant.map { variant -> SettingPath? in
      var plain = variant.schema.exported
      // Without shared definitions, as the exported form is after its references were replaced.
      plain.definitions = [:]
      guard case .object(let schema) = plain.json else { return .root }
      return difference(
        of: schema.leavingOut(variant.displayed), from: exported.leavingOut(variant.displayed), at: .root)
    }
    return differences.contains(nil) ? nil : differences.first ?? nil
  }

  /// Returns the path of the first difference in a section or setting; `nil` if there is none. A setting that only one
  /// side has, or an item in another place, counts as well: the order is what an editor shows.
  private static func difference(
    of schema: JSONObject, from exported: JSONObject, at path: SettingPath
  ) -> SettingPath? {
    // Migrations of the app can add former places.
    var (own, other) = (schema.withoutFormerNames, exported.withoutFormerNames)
    // Only the running program knows the default, and has exported it.
    if own["default"] == nil { other["default"] = nil }
    guard case .object(let items)? = own["properties"], case .object(let otherItems)? = other["properties"]
    else {
      return own == other ? nil : path
    }
    let (keys, otherKeys) = (items.members.map(\.key), otherItems.members.map(\.key))
    // First an item that only the sources have, then an item that only the exported form has, then the first in another
    // place.
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

extension JSONObject {
  /// Returns a form without the titles and help that only the running app knows. They are removed on both sides, since
  /// the generated form has the names in words there.
  fileprivate func leavingOut(_ displayed: GeneratedForm.Displayed) -> JSONObject {
    var form = self
    for title in displayed.titles {
      form.changeItem(at: title.path.keys[...]) { $0["title"] = nil }
    }
    for choice in displayed.choices {
      form.changeItem(at: choice.path.keys[...]) { $0 = $0.leavingOut(choice) }
    }
    return form
  }

  /// Returns the schema of a setting without the title and help of a choice anywhere inside: in the choices of the
  /// value, of its elements, or of a member. It is recognized by its value.
  private func leavingOut(_ choice: GeneratedForm.Displayed.Choice) -> JSONObject {
    var schema = self
    if schema["const"] == choice.value {
      if choice.hasTitle { schema["title"] = nil }
      if choice.hasHelp { schema["description"] = nil }
    }
    return schema.mapSubschemas { inner in
      guard case .object(let object) = inner else { return inner }
      return .object(object.leavingOut(choice))
    }
  }

  /// The schema of a section or setting without its former places, and without an object of extras that is empty then.
  fileprivate var withoutFormerNames: JSONObject {
    guard case .object(var extras)? = self[SettingKeyword.name] else { return self }
    var schema = self
    extras["was"] = nil
    schema[SettingKeyword.name] = extras.members.isEmpty ? nil : .object(extras)
    return schema
  }

  /// Changes the schema of a section or setting at a path. A path that the schema doesn't have changes nothing.
  private mutating func changeItem(at keys: ArraySlice<String>, _ body: (inout JSONObject) -> Void) {
    guard let key = keys.first else { return body(&self) }
    guard case .object(var items)? = self["properties"], case .object(var item)? = items[key] else { return }
    item.changeItem(at: keys.dropFirst(), body)
    items[key] = .object(item)
    self["properties"] = .object(items)
  }
}
