/// A leaf value of a form, which represents a stored property.
package struct FormSetting: Sendable {
  /// The key in the document.
  package var key: String
  private var titleText: FormText
  private var helpText: FormText
  /// The value that a missing key means; `nil` if only the app knows it.
  package var defaultValue: JSONValue?
  package private(set) var shape: FormShape

  /// Creates a setting.
  package init(
    key: String, title: String, help: String = "", kind: FormKind, isOptional: Bool = false,
    defaultValue: JSONValue? = nil, traits: FormTraits = [], sideEffects: [String] = [],
    unit: String? = nil, choicesHook: String? = nil, formerKeys: [String] = [], keywords: [String] = [],
    order: Int? = nil,
    otherKeywords: JSONObject = [:]
  ) {
    let values = FormShape.Values(
      kind: kind, isOptional: isOptional, traits: traits, sideEffects: sideEffects, unit: unit,
      choicesHook: choicesHook,
      formerKeys: formerKeys, keywords: keywords, order: order, otherKeywords: otherKeywords)
    self.init(
      key: key, title: FormText(title), help: FormText(help), defaultValue: defaultValue,
      shape: FormShape(values))
  }

  /// Creates a setting with a shape that other settings may have, too.
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

  /// The effect of the setting; may be empty.
  package var help: String {
    get { helpText.string }
    set { helpText = FormText(newValue) }
  }

  /// The type of the value, with its limits.
  package var kind: FormKind {
    get { shape.values.kind.resolved }
    set { shape.values.kind = newValue }
  }

  /// Whether `null` is a value, too.
  package var isOptional: Bool {
    get { shape.values.isOptional }
    set { shape.values.isOptional = newValue }
  }

  /// The flags that are set.
  package var traits: FormTraits {
    get { shape.values.traits }
    set { shape.values.traits = newValue }
  }

  /// The names of the actions that a change triggers.
  package var sideEffects: [String] {
    get { shape.values.sideEffects }
    set { shape.values.sideEffects = newValue }
  }

  /// The unit of the number, in words or as a symbol.
  package var unit: String? {
    get { shape.values.unit }
    set { shape.values.unit = newValue }
  }

  /// The name of the hook that offers values while the app runs; other values are valid, too.
  package var choicesHook: String? {
    get { shape.values.choicesHook }
    set { shape.values.choicesHook = newValue }
  }

  /// The keys or paths that the setting had in earlier versions, latest first; see ``FormIndex/Entry/formerPaths``.
  package var formerKeys: [String] {
    get { shape.values.formerKeys }
    set { shape.values.formerKeys = newValue }
  }

  /// The words that a search finds the setting by, besides its title, path and help.
  package var keywords: [String] {
    get { shape.values.keywords }
    set { shape.values.keywords = newValue }
  }

  /// The position among its siblings; `nil` for the order of declaration.
  package var order: Int? {
    get { shape.values.order }
    set { shape.values.order = newValue }
  }

  /// Keywords of JSON Schema that no other property represents. They are kept unchanged, and values are checked against them.
  ///
  /// They replace the keywords that the other properties would produce. A setting that no other kind describes, such as a union
  /// of types, is a ``FormKind/json`` with its whole schema here.
  package var otherKeywords: JSONObject {
    get { shape.values.otherKeywords }
    set { shape.values.otherKeywords = newValue }
  }
}

extension FormSetting {
  /// The secret parts of the value, determined by the setting itself and by the sections around it.
  ///
  /// The sections' part is included only in settings of a ``FormIndex``.
  package var secrecy: Secrecy { shape.secrecy }

  /// Whether the setting itself or a section around it makes the whole value secret.
  package var isSecret: Bool { secrecy.isWhole }

  /// Whether the value or a part of it can be secret: an element, a member, one of several variants.
  package var holdsSecrets: Bool { secrecy.holdsSecrets }

  /// Returns the setting with secrets that the sections around it add.
  package func inheriting(_ secrecy: Secrecy) -> FormSetting {
    var setting = self
    setting.shape = shape.inheriting(secrecy)
    return setting
  }
}

extension FormSetting {
  /// Calls the body with the title's UTF-8, without creating a string if the title is still in the form's source.
  package func withTitleUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    titleText.withUTF8(body)
  }

  /// Calls the body with the help's UTF-8, without creating a string if the help is still in the form's source.
  package func withHelpUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    helpText.withUTF8(body)
  }

  /// The maximum number of bytes of the title and help in UTF-8.
  package var textSize: Int { titleText.size + helpText.size }
}

extension FormSetting: Hashable {
  /// Whether all properties are equal.
  package static func == (left: FormSetting, right: FormSetting) -> Bool {
    left.key == right.key && left.titleText == right.titleText && left.helpText == right.helpText
      && left.defaultValue == right.defaultValue && left.shape == right.shape
  }

  /// Hashes the properties that equality compares.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(titleText)
    hasher.combine(helpText)
    hasher.combine(defaultValue)
    hasher.combine(shape)
  }
}
