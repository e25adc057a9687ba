import SettingsSystem

extension SettingsRoot {
  /// Returns the form of the running app: the generated form, with the app's actual defaults and its rules.
  ///
  /// Write it to a file for `settings-tui` and editors with JSON support:
  ///
  /// ```swift
  /// let text = try AppSettings.form().json.text(.pretty())
  /// ```
  ///
  /// The form lacks settings with `skipSetting`, and the rules that refer to them.
  ///
  /// Throws `StoreError` if the form is malformed, a default can't be written as JSON, or the form can't express a rule.
  /// Cost: linear in the number of settings and rules.
  public static func form() throws(StoreError) -> FormSchema {
    let form = try form(defaults: encodedDefaults(), keyPaths: LazyKeyPathTable())
    if let error = FormIndex(form).ruleError { throw .form(error) }
    return form.exported
  }

  /// Encodes the defaults of the running app.
  static func encodedDefaults() throws(StoreError) -> JSONDocument {
    do {
      let json = try DeepStack.perform(valuesOf: MemoryLayout<Self>.size) {
        try SettingsEncoder().encode(Self())
      }
      return try JSONDocument(parsing: json.bytes())
    } catch {
      throw .defaults(reason: "they can't be written as JSON: \(error)")
    }
  }

  /// Returns the generated form with the defaults of the running app and its rules.
  static func form(
    defaults: JSONDocument, keyPaths: LazyKeyPathTable<Self>
  ) throws(StoreError) -> FormSchema {
    var (schema, changed) = try generatedForm(with: defaults)
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
  /// Returns the form of a store.
  ///
  /// The form is read now if it has rules or no outline. Otherwise it is read on demand. The generator has checked the defaults that it
  /// states. The others are checked now, by the outline; if that isn't certain to accept them, by the form.
  static func storeForm(
    defaults: LazyDefaults<Self>, keyPaths: LazyKeyPathTable<Self>, context: [String: JSONValue]
  ) throws(StoreError) -> StoreForm {
    if rules.isEmpty, let outline = FormOutline(parsing: formOutline), try outline.accepts(defaults) {
      let version = migrations.compactMap(\.version).max() ?? 0
      return StoreForm(reading: outline, documentVersion: version, context: context) {
        formOnDemand(defaults)
      }
    }
    let form = try form(defaults: defaults.document(), keyPaths: keyPaths)
    return StoreForm(FormIndex(form), context: context)
  }

  /// Returns the form, without the app's rules.
  static func formOnDemand(_ defaults: LazyDefaults<Self>) -> FormIndex {
    do throws(StoreError) {
      // Defaults that can't be encoded aren't stated by the generator, so they were an error when the store was opened.
      return FormIndex(try generatedForm(with: try? defaults.document()).schema)
    } catch {
      preconditionFailure("The generated form of \(Self.self) can't be read; generate it again. \(error)")
    }
  }

  /// Returns the generated form with the defaults and the titles of the running app, without rules, and the paths of the defaults that
  /// differ from the generated ones.
  private static func generatedForm(
    with defaults: JSONDocument?
  ) throws(StoreError) -> (schema: FormSchema, changed: [SettingPath]) {
    var schema: FormSchema
    do throws(FormSchemaError) {
      schema = try FormSchema(written: Array(formSource.utf8))
    } catch {
      throw .form(error)
    }
    var changed: [SettingPath] = []
    if let defaults { schema.root.takeDefaults(from: defaults.root, at: .root, &changed) }
    var titles = DisplayTitles()
    addTitles(to: &titles)
    schema.root.take(titles)
    do throws(FormSchemaError) { try schema.add(migrations, KeyPathTable(of: self)) } catch {
      throw .form(error)
    }
    return (schema, changed)
  }

  /// Checks the defaults that only the running app knows; the generator has checked all others.
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

extension SettingsRoot {
  /// Returns the text of a settings file as this version of the app reads it, and as the next apply stores it: for tests of migrations.
  ///
  /// ```swift
  /// #expect(try AppSettings.migrated(#"{"timeout": 30}"#) == #"{"timeout": "PT30S"}"#)
  /// ```
  ///
  /// Throws `StoreError` if the text isn't JSON, if the result isn't valid, or if a migration is faulty.
  public static func migrated(_ text: String) throws(StoreError) -> String {
    let form = try form(defaults: encodedDefaults(), keyPaths: LazyKeyPathTable())
    let validator = FormValidator(FormIndex(form))
    let content: Snapshot
    do throws(JSONParseError) {
      content = try Snapshot(parsing: Array(text.utf8), validator: validator)
    } catch {
      throw .malformed(file: "settings.json", error)
    }
    if let error = StoreError(invalid: content, in: validator.index, file: "settings.json") { throw error }
    return String(decoding: content.document.bytes, as: UTF8.self)
  }
}

extension FormOutline {
  /// Whether the defaults that only the running app knows are certain to have no problem. They are encoded only if there are any.
  fileprivate func accepts<Root>(_ defaults: LazyDefaults<Root>) throws(StoreError) -> Bool {
    guard hasUnknownDefaults else { return true }
    return accepts(try defaults.document())
  }
}

extension FormSection {
  /// Replaces the exported defaults with those of the running app; adds the paths of those that differ.
  fileprivate mutating func takeDefaults(
    from node: JSONNode, at path: SettingPath, _ changed: inout [SettingPath]
  ) {
    guard var members = MemberCursor(node) else { return }
    for position in items.indices {
      guard let value = members.find(items[position].key) else { continue }
      switch items[position] {
      case .section(var section):
        // The section is removed from the list while it changes, so that its items aren't copied.
        items[position] = .section(FormSection(key: section.key, title: ""))
        section.takeDefaults(from: value, at: path.appending(section.key), &changed)
        items[position] = .section(section)
      case .setting(var setting):
        // A required setting has no default; its initial value only fills the property.
        if requiredKeys.contains(setting.key) {
          setting.defaultValue = nil
          items[position] = .setting(setting)
          continue
        }
        let actual = value.value
        guard setting.defaultValue != actual else { continue }
        changed.append(path.appending(setting.key))
        setting.defaultValue = actual
        items[position] = .setting(setting)
      }
    }
  }
}
