/// The tree of sections and settings that a settings file may hold, with types, limits, titles, help and flags.
///
/// A form is written and read as a JSON Schema 2020-12 document (<https://json-schema.org/draft/2020-12>) without loss.
public struct FormSchema: Equatable, Sendable {
  /// The outermost section; its key is empty.
  package var root: FormSection
  /// The setting whose value is the whole document, such as a list; `nil` if the document has sections and settings.
  package var rootSetting: FormSetting?
  /// Constraints, visibility and derived defaults over several settings. Of equal rules, the first takes precedence.
  package var rules: [FormRule]
  /// What the app changes in documents of its earlier versions, in this order.
  package var migrations: [FormMigration] = []
  /// The layers of the app; `nil` if the form names none.
  package var layers: FormLayers?
  /// The schemas that the JSON of the form has once, under `$defs`, by name. They are only a way to write the form.
  package var definitions: JSONObject = [:]
  /// The schema by which values are checked if the form was read from a JSON Schema that the sections don't represent completely.
  package var source: SourceSchema?
  /// The parts of the form that can't be used. Their settings are edited as JSON.
  public package(set) var warnings: [FormSchemaError] = []

  /// Creates a form.
  package init(root: FormSection, rules: [FormRule] = []) {
    self.root = root
    self.rules = rules
  }
}

extension FormSchema {
  /// Whether the sections, the rules and the checks are equal, however they are written.
  public static func == (left: FormSchema, right: FormSchema) -> Bool {
    left.root == right.root && left.rootSetting == right.rootSetting && left.rules == right.rules
      && left.source == right.source && left.layers == right.layers
      && left.migrations == right.migrations
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

  /// The keyword that marks a form of this library, at the root. Its value is the version of the format; without it, a JSON Schema is
  /// another author's, who may mean more by it: that keys that it doesn't describe are allowed, and that formats are only hints.
  package static let versionKeyword = "x-form"

  /// The version of the format that this library writes, and the latest that it reads.
  package static let version: JSONNumber = 1

  /// The keyword of the rules, at the root.
  package static let rulesKeyword = "x-rules"
}
