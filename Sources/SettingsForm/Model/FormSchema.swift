/// The tree of sections and settings that a settings file may hold, with types, limits, titles, help, flags and rules.
///
/// An app doesn't create one: the generator writes it, and `AppSettings.form()` returns it. Other programs read it, to edit the app's files
/// without the app:
///
/// ```swift
/// let form = try AppSettings.form()
/// print("\(form.settingCount) settings")
/// let text = form.json.text(.pretty())
///
/// let same = try FormSchema(parsing: Array(text.utf8))
/// let store = try StoreEngine(form: same, layers: SettingsLayers(file: "settings.json"))
/// ```
///
/// A form is written and read as a JSON Schema 2020-12 document (<https://json-schema.org/draft/2020-12>) without loss, so every validator
/// can check a settings file by it, and every editor with JSON support completes its keys. What JSON Schema has no word for is in
/// `x-setting` and `x-rules`.
///
/// Any other JSON Schema, of draft 4 to 2020-12, is read by the library `SettingsSchemas`.
///
/// It is a `Sendable` value. Cost: reading and writing are linear in its size.
public struct FormSchema: Equatable, Sendable {
  /// The outermost section; its key is empty.
  package var root: FormSection
  /// The setting whose value is the whole document, such as a list; `nil` if the document has sections and settings.
  package var rootSetting: FormSetting?
  /// Constraints, visibility and derived defaults over several settings. Of equal rules, the first takes precedence.
  package var rules: [FormRule]
  /// What the app changes in documents of its earlier versions, in this order.
  package var migrations: [FormMigration] = []
  /// The paths that an exported form lacks, because only the app's code uses the settings. Their keys in a document aren't unknown.
  package var skipped: Set<SettingPath> = []
  /// The layers of the app; `nil` if the form names none.
  package var layers: FormLayers?
  /// The schemas that the JSON of the form has once, under `$defs`, by name. They are only a way to write the form.
  package var definitions: JSONObject = [:]
  /// If the form was read from a JSON Schema that its sections don't represent completely, that schema, which then decides what is valid;
  /// otherwise `nil`.
  package var source: SourceSchema?
  /// The parts of the form that can't be used, such as a keyword with a value of a wrong type. Their settings are edited as JSON.
  public package(set) var warnings: [FormSchemaError] = []

  package init(root: FormSection, rules: [FormRule] = []) {
    self.root = root
    self.rules = rules
  }
}

extension FormSchema {
  /// Whether the sections, the rules and the checks are equal, however they are written.
  ///
  /// The order of settings matters. Names in `$defs`, which only shorten the JSON, don't.
  public static func == (left: FormSchema, right: FormSchema) -> Bool {
    left.root == right.root && left.rootSetting == right.rootSetting && left.rules == right.rules
      && left.source == right.source && left.layers == right.layers
      && left.migrations == right.migrations && left.skipped == right.skipped
  }
}

extension FormSchema {
  /// The number of settings, including those of inner sections. Cost: linear in the size of the form.
  public var settingCount: Int { rootSetting == nil ? root.counts.settings : 1 }
}

extension FormSection {
  /// The number of sections, including this one, and of settings.
  package var counts: (sections: Int, settings: Int) {
    items.reduce(into: (sections: 1, settings: 0)) { counts, item in
      guard case .section(let section) = item else { return counts.settings += 1 }
      let inner = section.counts
      counts.sections += inner.sections
      counts.settings += inner.settings
    }
  }
}

extension FormSchema {
  /// The `$schema` of a form.
  package static let dialect = JSONSchema.dialect

  /// The keyword that marks a form of this library, at the root. Its value is the version of the format. A JSON Schema without it is
  /// another author's: keys that it doesn't describe are allowed, and formats are only hints.
  package static let versionKeyword = "x-form"

  /// The version of the format that this library writes, and the latest that it reads.
  package static let version: JSONNumber = 1

  /// The keyword of the rules, at the root.
  package static let rulesKeyword = "x-rules"

  /// The keyword of the paths that the form lacks, because only the app's code uses them, at the root.
  package static let skippedKeyword = "x-skipped"
}

extension FormSchema {
  /// The form for other programs: ``withoutSkipped``, and without the lines of rules in the app's sources.
  ///
  /// `settings-tui` edits the app's files by an export, and other editors complete keys with it.
  package var exported: FormSchema {
    var form = withoutSkipped
    // A comment above a rule doesn't make another form.
    for number in form.rules.indices { form.rules[number].source = nil }
    return form
  }

  /// The form without the settings that only the app's code uses, without the rules about them, and without the members of a document that
  /// it doesn't describe.
  package var withoutSkipped: FormSchema {
    var skipped: Set<SettingPath> = []
    root.addSkippedPaths(at: .root, to: &skipped)
    var form = self
    form.root = root.describedItemsOnly
    if !skipped.isEmpty {
      form.skipped = skipped
      form.rules = rules.compactMap { $0.leavingOut(skipped) }
    }
    return form
  }
}

extension FormItem {
  /// Whether only the app's code uses the setting, or all settings of the section. Nobody edits it.
  package var isSkipped: Bool {
    switch self {
    case .section(let section): section.isSkipped
    case .setting(let setting): setting.traits.contains(.skipped)
    }
  }
}

extension FormSection {
  /// Whether only the app's code uses the settings inside, and the section shows nothing else.
  package var isSkipped: Bool {
    !items.isEmpty && self.details.isEmpty && self.actions.isEmpty && items.allSatisfy(\.isSkipped)
  }

  /// Adds the paths of the items that only the app's code uses, also of those inside such a section.
  fileprivate func addSkippedPaths(at path: SettingPath, to skipped: inout Set<SettingPath>) {
    for item in items {
      let inner = path.appending(item.key)
      if item.isSkipped { skipped.insert(inner) }
      if case .section(let section) = item { section.addSkippedPaths(at: inner, to: &skipped) }
    }
  }

  /// The section without the items that an export lacks. A section that loses some of its items stays.
  fileprivate var describedItemsOnly: FormSection {
    var section = self
    section.items = items.compactMap { item in
      guard !item.isSkipped, !item.isUndescribed else { return nil }
      if case .section(let inner) = item { return .section(inner.describedItemsOnly) }
      return item
    }
    return section
  }
}

extension FormRule {
  /// Returns the rule for a form without these settings and sections; `nil` if the rule is only about them or reads one
  /// of them.
  ///
  /// A rule that hides `a` and a skipped `b` hides only `a` in the export. A rule that reads `b` can't be evaluated
  /// without it, so it is left out as a whole.
  fileprivate func leavingOut(_ paths: Set<SettingPath>) -> FormRule? {
    var readsPath = false
    for expression in expressions {
      expression.forEach { if case .setting(let path, _, _) = $0, paths.contains(path) { readsPath = true } }
    }
    if readsPath { return nil }
    switch effect {
    case .require: return self
    case .assign(let path, _): return paths.contains(path) ? nil : self
    case .restrict(let restriction, let targets):
      let left = targets.filter { !paths.contains($0) }
      if left.isEmpty { return nil }
      var rule = self
      rule.effect = .restrict(restriction, left)
      return rule
    }
  }
}

/// Where an app keeps its settings: the layers of values below and above its settings file. With the name `trend`,
/// other programs find the app's file and show what its variables `TREND_…` override.
package struct FormLayers: Hashable, Sendable {
  /// The name of the app's folders and, in capitals, the prefix of its environment variables.
  package let app: String

  package init(app: String) {
    self.app = app
  }
}

extension FormLayers {
  /// The keyword, at the root of the form.
  package static let keyword = "x-layers"

  package var json: JSONValue { ["app": .string(app)] }

  /// Reads the keyword of a form.
  package init(_ value: JSONValue) throws(FormSchemaError) {
    guard case .object(let object) = value, case .string(let app)? = object["app"], Self.isName(app) else {
      throw FormSchemaError(
        path: [Self.keyword],
        reason: .wrongValue(expected: "an object with the name of the app's folders as \"app\""))
    }
    self.app = app
  }

  /// Whether text is the name of a folder: not empty, without a slash, and not hidden, so a form can't lead a program
  /// to another folder.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && !text.contains("/") && !text.hasPrefix(".") && !text.contains("\0")
  }
}
