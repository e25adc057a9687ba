/// One leaf value: what a stored property becomes.
public struct FormSetting: Hashable, Sendable {
  /// The key in the document.
  public var key: String
  /// The name that people read.
  public var title: String
  /// What the setting does; empty if there is nothing to say.
  public var help: String
  /// The type of the value, with its limits.
  public var kind: FormKind
  /// Whether `null` is a value, too.
  public var isOptional: Bool
  /// The value that a missing key means; `nil` if it is known to the app only.
  public var defaultValue: JSONValue?
  /// The flags that are set.
  public var traits: FormTraits
  /// The names of the actions that a change triggers.
  public var sideEffects: [String]
  /// What the number counts, in words or as a symbol.
  public var unit: String?
  /// The keys that the setting had in earlier versions, the latest first.
  public var formerKeys: [String]
  /// Where the setting stands among its neighbours, if not where it was declared.
  public var order: Int?
  /// Keywords of JSON Schema that the rest has no word for: kept as they are, and obeyed.
  ///
  /// They win over what the form would write itself under the same keyword. A setting that no other kind
  /// describes (a union of types, say) is a ``FormKind/json`` with its whole schema here.
  public var otherKeywords: JSONObject

  /// Makes a setting.
  public init(
    key: String, title: String, help: String = "", kind: FormKind, isOptional: Bool = false,
    defaultValue: JSONValue? = nil, traits: FormTraits = [], sideEffects: [String] = [],
    unit: String? = nil, formerKeys: [String] = [], order: Int? = nil,
    otherKeywords: JSONObject = [:]
  ) {
    self.key = key
    self.title = title
    self.help = help
    self.kind = kind
    self.isOptional = isOptional
    self.defaultValue = defaultValue
    self.traits = traits
    self.sideEffects = sideEffects
    self.unit = unit
    self.formerKeys = formerKeys
    self.order = order
    self.otherKeywords = otherKeywords
  }
}
