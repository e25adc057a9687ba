extension SettingsRoot {
  /// The form of the running app: what the generator wrote down, with the app's own defaults and its rules.
  ///
  /// Written to a file, it serves `settings-tui` and editors with JSON support:
  ///
  /// ```swift
  /// let text = try AppSettings.form().json.text(.pretty())
  /// ```
  ///
  /// Throws `StoreError` if the form can't be read, a default can't be written as JSON, or the form can't express a rule.
  /// Cost: linear in the number of settings and rules.
  public static func form() throws(StoreError) -> FormSchema {
    let form = try form(defaults: encodedDefaults(), keyPaths: LazyKeyPathTable())
    if let error = FormIndex(form).ruleError { throw .form(error) }
    return form
  }

  /// The defaults of the running app.
  static func encodedDefaults() throws(StoreError) -> JSONDocument {
    do {
      let json = try SettingsEncoder().encode(Self())
      return try JSONDocument(parsing: Array(json.description.utf8))
    } catch {
      throw .defaults(reason: "they have no form in JSON: \(error)")
    }
  }

  /// The generated form with the defaults of the running app, and its rules.
  static func form(
    defaults: JSONDocument, keyPaths: LazyKeyPathTable<Self>
  ) throws(StoreError) -> FormSchema {
    var schema: FormSchema
    do throws(FormSchemaError) {
      schema = try FormSchema(parsing: Array(formSource.utf8))
    } catch {
      throw .form(error)
    }
    var changed: [SettingPath] = []
    schema.root.takeDefaults(from: defaults.root, at: .root, &changed)
    try check(changed, of: schema)
    do throws(RuleBookError) {
      schema.rules += try rules.formRules(keyPaths.table)
    } catch {
      throw .rules(error)
    }
    return schema
  }
}

extension SettingsRoot {
  /// Refuses defaults that only the running app knows, if their settings do not allow them: the generator has checked
  /// all others.
  private static func check(_ paths: [SettingPath], of schema: FormSchema) throws(StoreError) {
    if paths.isEmpty { return }
    let validator = FormValidator(FormIndex(schema))
    let problems = paths.flatMap { path -> [FormProblem] in
      guard let value = validator.index[path]?.setting.defaultValue else { return [] }
      return validator.problems(of: value, at: path)
    }.filter { $0.severity == .error }
    if !problems.isEmpty { throw .defaults(of: Self.self, problems) }
  }
}

extension FormSection {
  /// Takes the defaults of the running app; adds the paths of those that are not the exported ones.
  fileprivate mutating func takeDefaults(
    from node: JSONNode, at path: SettingPath, _ changed: inout [SettingPath]
  ) {
    for position in items.indices {
      guard let value = node[items[position].key] else { continue }
      switch items[position] {
      case .section(var section):
        // Nothing else holds the section while it changes, or else all its items would be copied.
        items[position] = .section(FormSection(key: section.key, title: ""))
        section.takeDefaults(from: value, at: path.appending(section.key), &changed)
        items[position] = .section(section)
      case .setting(var setting):
        let held = value.value
        if setting.defaultValue != held { changed.append(path.appending(setting.key)) }
        setting.defaultValue = held
        items[position] = .setting(setting)
      }
    }
  }
}
