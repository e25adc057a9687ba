/// Checks documents and single values against a form.
///
/// All problems are found at once. Errors are violations of the form's JSON Schema, of its rules (in whole documents),
/// and of formats (`uri`, `uuid`, `date-time`, `duration`, Base64), which JSON Schema leaves to the application.
/// Warnings are unknown keys, keys of earlier versions and deprecated settings.
///
/// ```swift
/// let validator = FormValidator(FormIndex(form))
/// for problem in validator.problems(in: document) { print(problem) }
/// ```
///
/// It is a class, because a copy of a form's index retains dozens of objects. It has no state of its own besides the
/// inputs of the rules, which the app can change: a store, its drafts and its view models share one and use it on any
/// thread.
///
/// There are three ways in. `read(_:)` takes the text of a file, brings it up to date, and is what every reader of
/// documents uses. `valueProblems(in:)` checks a document that is up to date, without rules. `problems(of:at:)` checks
/// one value, which an editor does after each edit.
package final class FormValidator: Sendable {
  package let index: FormIndex
  /// The inputs of the rules other than the document.
  package let switches: RuleSwitches

  /// Creates a validator. The checks of a setting are compiled when its first value is checked.
  ///
  /// - Parameter context: The values that rules read in addition to the settings.
  package convenience init(_ index: FormIndex, context: [String: JSONValue] = [:]) {
    self.init(index, switches: RuleSwitches(RuleConditions(context: context)))
  }

  /// Creates a validator that shares the inputs of the rules with others.
  package init(_ index: FormIndex, switches: RuleSwitches) {
    self.index = index
    self.switches = switches
  }

  /// Returns the problems of a detached document of this version, in form order, rules included. They have no
  /// positions.
  ///
  /// Cost: linear in the size of the document.
  package func problems(in value: JSONValue) -> [FormProblem] {
    let problems = problems(inInstance: value)
    guard !index.rules.isEmpty else { return problems }
    // Capture no more than necessary, because the optimizer copies captures for each expression of a rule.
    let settings = index.settings
    let state = RuleState(index.rules, conditions: switches.conditions) { value.value(at: settings[$0].path) }
    return state.problems(with: problems, in: index) { _ in nil }
  }

  /// Returns the problems of a value at the path of a setting, a section, or a part of a setting such as an element of
  /// a list. An unknown path is a warning.
  ///
  /// Only that value is checked: neither rules nor keywords of the sections around it, which depend on other values.
  /// For a part of a setting, only what constrains that part: `uniqueItems` belongs to the list.
  ///
  /// Cost: linear in the size of the value; for a part of a setting, also the compilation of its schema.
  package func problems(of value: JSONValue, at path: SettingPath) -> [FormProblem] {
    if index.form.describesNothing { return [] }
    if path.isRoot, index.documentChecks != nil { return problems(inInstance: value) }
    if let section = index.sectionPosition(at: path) {
      var walk = FormWalk(index)
      return walk.problems(of: value, section: section)
    }
    // A path inside a setting is checked by the part of the setting's schema.
    guard let entry = index.entry(containing: path), !entry.setting.traits.contains(.undescribed) else {
      // A member inside an undescribed section isn't the unknown key, but the section's own key is.
      if let parent = path.parent, index.section(at: parent)?.isUndescribed == true { return [] }
      let nearest = index.nearest(to: path, describedOnly: true)
      return [FormProblem(path: path, severity: .warning, reason: .unknownKey(nearest: nearest))]
    }
    let inner = path.keys.dropFirst(entry.path.keys.count)
    guard !inner.isEmpty else {
      return entry.setting.problems(of: value, at: path, index.library)
    }
    var schema = entry.setting.checks
    var secrecy = entry.setting.secrecy
    for key in inner {
      guard let part = schema.part(key) else { return [] }
      schema = part
      secrecy = secrecy.part(key)
    }
    return CompiledSchema(schema, library: index.library).problems(of: value, at: path, secrecy: secrecy)
  }

  /// Returns the problems of the values of a document, by the whole schema if another author has written it, or else
  /// section by section.
  func problems(inInstance instance: some SchemaInstance) -> [FormProblem] {
    if let checks = index.documentChecks {
      return checks.problems(of: instance, secrecy: index.secrecy(ofSection: 0))
    }
    var walk = FormWalk(index)
    return walk.problems(of: instance, section: 0)
  }
}

extension JSONSchema {
  /// Returns the schema of an element or a member; `nil` if it isn't constrained. References, alternatives without keys
  /// and patterns aren't followed: the list or the struct is checked as a whole before it is stored.
  fileprivate func part(_ key: String) -> JSONSchema? {
    if let property = self[.properties]?.first(where: { $0.name == key }) { return property.schema }
    if let variants = self[.oneOf].flatMap(KeyedAlternatives.init) {
      return variants.all.first { $0.key == key }?.schema.part(key)
    }
    return types.contains(.array) ? self[.items] : self[.additionalProperties]
  }
}

extension FormValidator {
  /// Returns the problems of the values of a document of this version; rules aren't run. Keys that an object has twice
  /// come last.
  package func valueProblems(in document: JSONDocument) -> [FormProblem] {
    problems(inInstance: document.root) + document.duplicateKeys.map(problem(of:))
  }

  /// Returns the warning about a key that an object has twice. A key inside a secret isn't named: the warning is at the
  /// secret then.
  private func problem(of key: JSONDocument.DuplicateKey) -> FormProblem {
    var path = key.path
    // The innermost object that isn't secret shows the warning.
    while let parent = path.parent, index.secrecy(at: parent).hides(.object) { path = parent }
    return FormProblem(
      path: path, severity: .warning, reason: .duplicateKey(first: key.first), position: key.last)
  }
}
