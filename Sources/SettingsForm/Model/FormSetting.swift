/// A leaf value of a form, which represents a stored property.
///
/// It is a key, two texts, a default and a reference to its shape, so an array of 100 000 settings is small, and a copy
/// is cheap. All other properties are read and written through the shape. If a setting gets another unit, it gets
/// another shape; settings that shared the old shape keep it.
@dynamicMemberLookup
package struct FormSetting: Sendable {
  /// The key in the document.
  package var key: String
  private var titleText: FormText
  private var helpText: FormText
  /// The value that a missing key means; `nil` if only the app knows it, as a default that is computed when the app
  /// starts.
  package var defaultValue: JSONValue?
  /// Everything else about the setting, shared with the settings that have the same.
  package private(set) var shape: FormShape

  package init(
    key: String, title: String, help: String = "", kind: FormKind, isOptional: Bool = false,
    defaultValue: JSONValue? = nil, traits: FormTraits = [],
    attributes: SettingKeyword.Attributes = SettingKeyword.Attributes(), formerKeys: [String] = [],
    otherKeywords: JSONSchema = JSONSchema(keywords: [])
  ) {
    let values = FormShape.Values(
      kind: kind, isOptional: isOptional, traits: traits, attributes: attributes, formerKeys: formerKeys,
      otherKeywords: otherKeywords)
    self.init(
      key: key, title: FormText(title), help: FormText(help), defaultValue: defaultValue,
      shape: FormShape(values))
  }

  /// Creates a setting with a shape that other settings can have, too. Readers of forms use it, with texts that stay in
  /// the form's source.
  package init(key: String, title: FormText, help: FormText, defaultValue: JSONValue?, shape: FormShape) {
    self.key = key
    titleText = title
    helpText = help
    self.defaultValue = defaultValue
    self.shape = shape
  }
}

extension FormSetting {
  /// The name that people read.
  package var title: String {
    get { titleText.string }
    set { titleText = FormText(newValue) }
  }

  /// The effect of the setting, as Markdown with emphasis, code, lists and links; can be empty.
  package var help: String {
    get { helpText.string }
    set { helpText = FormText(newValue) }
  }

  /// The type of the value, with its limits. It is never recursive: a kind that is made on demand is made here.
  package var kind: FormKind {
    get { shape.values.kind.resolved }
    set { shape.values.kind = newValue }
  }

  package var isOptional: Bool {
    get { shape.values.isOptional }
    set { shape.values.isOptional = newValue }
  }

  /// The flags that are set.
  package var traits: FormTraits {
    get { shape.values.traits }
    set { shape.values.traits = newValue }
  }

  /// What the form says besides the type, the title and the help, such as the unit.
  package subscript<Value>(dynamicMember path: WritableKeyPath<SettingKeyword.Attributes, Value>) -> Value {
    get { shape.values.attributes[keyPath: path] }
    set { shape.values.attributes[keyPath: path] = newValue }
  }

  /// The keys or paths that the setting had in earlier versions, latest first; see ``FormIndex/Entry/formerPaths``. A
  /// value at one of them is read as the setting's, if the setting has no value of its own.
  package var formerKeys: [String] {
    get { shape.values.formerKeys }
    set { shape.values.formerKeys = newValue }
  }

  /// Keywords of JSON Schema that no other property represents. They are kept unchanged, and values are checked against
  /// them.
  ///
  /// They replace the keywords that the other properties would produce. A setting that no other kind describes, such as
  /// a union of types, is a ``FormKind/json`` with its whole schema here.
  package var otherKeywords: JSONSchema {
    get { shape.values.otherKeywords }
    set { shape.values.otherKeywords = newValue }
  }
}

extension FormSetting {
  /// The secret parts of the value, determined by the setting itself and by the sections around it.
  ///
  /// The sections' part is included only in settings of a ``FormIndex``.
  package var secrecy: Secrecy { shape.secrecy }

  /// Whether the setting itself or a section around it makes the whole value secret, whatever its type is. If only a
  /// part is, or only a string, it is `false`; see ``holdsSecrets``.
  package var isSecret: Bool { secrecy.isWhole }

  /// Whether the value or a part of it can be secret: an element, a member, one of several variants. Whoever shows a
  /// value asks this first.
  package var holdsSecrets: Bool { secrecy.holdsSecrets }

  /// Returns the setting with secrets that the sections around it add. A section that is `writeOnly` makes all of its
  /// settings secret.
  package func inheriting(_ secrecy: Secrecy) -> FormSetting {
    var setting = self
    setting.shape = shape.inheriting(secrecy)
    return setting
  }
}

extension FormSetting: Hashable {
  package static func == (left: FormSetting, right: FormSetting) -> Bool {
    left.key == right.key && left.titleText == right.titleText && left.helpText == right.helpText
      && left.defaultValue == right.defaultValue && left.shape == right.shape
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(titleText)
    hasher.combine(helpText)
    hasher.combine(defaultValue)
    hasher.combine(shape)
  }
}

extension FormSetting {
  var schema: JSONSchema {
    shape.values.schema { keywords, setting in
      addText(to: &keywords)
      setting.attributes = shape.values.attributes
      shape.values.kind.add(to: &keywords, &setting, isOptional: isOptional)
      if let defaultValue { keywords.append(.defaultValue(defaultValue)) }
      if traits.contains(.readOnly) { keywords.append(.flag(.readOnly, true)) }
      addExtras(to: &setting)
    }
  }

  /// The part of the setting's schema that decides what is valid, deprecated or secret: without title, help and
  /// default, so that settings that differ only in these share their checks.
  package var checks: JSONSchema { shape.values.checks }

  /// Returns all problems of a value of the setting, with the secrets that the setting and the sections around it have.
  ///
  /// - Parameter path: The path in the problems. It is the setting's path, unless the value is elsewhere.
  package func problems(
    of value: some SchemaInstance, at path: SettingPath = .root, _ library: SchemaLibrary
  ) -> [FormProblem] {
    shape.compiledChecks(library).problems(of: value, at: path, secrecy: secrecy)
  }

  private func addText(to keywords: inout [SchemaKeyword]) {
    keywords.append(.text(.title, title))
    if !help.isEmpty { keywords.append(.text(.description, help)) }
  }

  /// Adds the attributes that don't depend on the kind. The kind has added its own.
  private func addExtras(to extras: inout SettingKeyword) {
    extras.requiresRestart = traits.contains(.requiresRestart)
    extras.skipSetting = traits.contains(.skipped)
    extras.advanced = traits.contains(.advanced)
    extras.codedByApp = traits.contains(.codedByApp)
    extras.was = formerKeys.map(JSONValue.string)
    extras.object = objectMarker
  }

  /// The mark of a struct that is one setting rather than a section, with the title and help that differ from the
  /// setting's; `nil` for any other setting.
  ///
  /// An object with `properties` could be a section or one setting. The marker says that it is one setting, as for a
  /// struct that is an element or optional; if there is nothing else to say about an optional one, `null` among its
  /// types says it already.
  private var objectMarker: SettingKeyword.Object? {
    guard case .object(let section) = shape.values.kind else { return nil }
    let marker = SettingKeyword.Object(
      key: section.key == key ? nil : section.key,
      title: section.title == title ? nil : section.title,
      help: section.help == help ? nil : section.help,
      order: section.order)
    return isOptional && marker == SettingKeyword.Object() ? nil : marker
  }
}

extension FormShape.Values {
  /// The part of the schema that decides what is valid, deprecated or secret.
  var checks: JSONSchema {
    schema { keywords, setting in kind.add(to: &keywords, &setting, isOptional: isOptional) }
  }

  /// Returns the schema with the keywords that the body adds, then the flags. The setting's other keywords replace
  /// those with the same names, or are added.
  fileprivate func schema(_ body: (inout [SchemaKeyword], inout SettingKeyword) -> Void) -> JSONSchema {
    var keywords: [SchemaKeyword] = []
    keywords.reserveCapacity(8)
    var setting = SettingKeyword()
    body(&keywords, &setting)
    if traits.contains(.secret) { keywords.append(.flag(.writeOnly, true)) }
    if traits.contains(.deprecated) { keywords.append(.flag(.deprecated, true)) }
    if !setting.isEmpty { keywords.append(.setting(setting)) }
    let schema = JSONSchema(keywords: keywords)
    guard case .object(let section) = kind else { return schema.replacing(otherKeywords) }
    return schema.replacing(section.otherKeywords).replacing(otherKeywords)
  }
}
