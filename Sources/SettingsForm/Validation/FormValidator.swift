/// Checks documents and single values by a form.
///
/// Every problem is found at once. Errors are what the form's JSON Schema and, in whole documents, its rules forbid, and texts that do not
/// stand for what their format says (`uri`, `uuid`, `date-time`, `duration`, Base64), which JSON Schema leaves
/// to the application. Warnings are unknown keys, keys of earlier versions and deprecated settings.
///
/// ```swift
/// let validator = FormValidator(FormIndex(form))
/// for problem in validator.problems(in: document) { print(problem) }
/// ```
public struct FormValidator: Sendable {
  /// The form.
  public let index: FormIndex
  private let patterns = PatternCache()
  /// What the rules depend on besides the document.
  package let switches: RuleSwitches

  /// Makes a validator; regular expressions are made when they are first needed.
  ///
  /// - Parameter context: The values that rules read besides the settings.
  public init(_ index: FormIndex, context: [String: JSONValue] = [:]) {
    self.index = index
    switches = RuleSwitches(RuleConditions(context: context))
  }

  /// The problems of a document that is kept as a value, in form order.
  ///
  /// Cost: linear in the size of the document.
  public func problems(in value: JSONValue) -> [FormProblem] {
    let problems = problems(inInstance: value)
    guard !index.rules.isEmpty else { return problems }
    let state = RuleState(index.rules, switches.conditions) { value.value(of: index.settings[$0]) }
    return state.problems(with: problems, in: index) { _ in nil }
  }

  /// The problems of a value at a path: a setting's, a section's, or a part of a setting's such as an element
  /// of a list. A path that the form does not know is a warning.
  ///
  /// Cost: linear in the size of the value.
  public func problems(of value: JSONValue, at path: SettingPath) -> [FormProblem] {
    if let section = index.sectionPosition(at: path) {
      var walk = FormWalk(index, patterns: patterns)
      walk.check(value, section: section)
      return walk.problems
    }
    guard let entry = index.entry(containing: path) else {
      let nearest = index.nearest(to: path)
      return [FormProblem(path: path, severity: .warning, reason: .unknownKey(nearest: nearest))]
    }
    var schema = entry.setting.checks
    var secrecy = entry.setting.secrecy
    for key in path.keys.dropFirst(entry.path.keys.count) {
      guard let inner = schema.part(key) else { return [] }
      schema = inner
      secrecy = secrecy.part(key)
    }
    var checker = SchemaChecker(patterns: patterns, path: path, secrecy: secrecy)
    checker.check(value, schema)
    return checker.problems
  }

  func problems(inInstance instance: some SchemaInstance) -> [FormProblem] {
    var walk = FormWalk(index, patterns: patterns)
    walk.check(instance, section: 0)
    return walk.problems
  }
}

extension JSONSchema {
  /// The schema of an element or a member; `nil` if nothing is said about it.
  fileprivate func part(_ key: String) -> JSONSchema? {
    if let property = properties?.first(where: { $0.name == key }) { return property.schema }
    return types.contains(.array) ? items : additionalProperties
  }
}

extension JSONValue {
  /// A setting's value in a document, also under a key of an earlier version; `nil` if it was not set.
  fileprivate func value(of entry: FormIndex.Entry) -> JSONValue? {
    guard let key = entry.path.keys.last else { return nil }
    var section = self
    for key in entry.path.keys.dropLast() {
      guard case .object(let object) = section, let inner = object[key] else { return nil }
      section = inner
    }
    guard case .object(let object) = section else { return nil }
    return object[key] ?? entry.setting.formerKeys.lazy.compactMap { object[$0] }.first
  }
}
