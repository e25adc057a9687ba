import SettingsForm

/// The form of a store.
///
/// An app's form is read when something first needs it. A process that only reads its values never does: its document is checked by the
/// outline of the form, which the generated code contains. The first use of `form.index` reads the whole form, so the code that runs
/// between the opening of a store and its first value must not use it.
final class StoreForm: Sendable {
  /// The inputs of the rules other than the settings: which groups are on, and the values of the context. They change while the store is
  /// open.
  let switches: RuleSwitches
  /// The error in the rules; `nil` for a form that is read on demand, which has no rules. A store with such an error doesn't open.
  let ruleError: FormSchemaError?
  private let outline: FormOutline?
  /// The version of the documents that the outline describes. A document of another version may need a migration.
  private let documentVersion: Int
  private let lazyValidator = Lazy<FormValidator>()
  private let lazySecrecy = Lazy<Secrecy>()
  private let read: @Sendable () -> FormIndex

  /// Creates the form of a store from an index, which means that the form has been read already.
  ///
  /// - Parameter conditions: The inputs of the rules other than the settings.
  init(_ index: FormIndex, _ conditions: RuleConditions = RuleConditions()) {
    outline = nil
    documentVersion = index.form.documentVersion
    ruleError = index.ruleError
    switches = RuleSwitches(conditions)
    read = { index }
  }

  /// Creates a form that is read on demand.
  ///
  /// - Parameters:
  ///   - outline: The outline of the form, which has no rules.
  ///   - read: Returns the form. It is called once at most.
  init(
    reading outline: FormOutline, documentVersion: Int, context: [String: JSONValue],
    _ read: @escaping @Sendable () -> FormIndex
  ) {
    self.outline = outline
    self.documentVersion = documentVersion
    self.read = read
    ruleError = nil
    switches = RuleSwitches(RuleConditions(context: context))
  }

  /// The checks of documents and values by the form. Cost: reads the form the first time; two threads that ask at once read it once.
  var validator: FormValidator {
    lazyValidator.value { FormValidator(read(), switches: switches) }
  }

  /// The form. Cost: reads it the first time.
  var index: FormIndex { validator.index }

  /// Returns the paths of the secrets in a document, for its record. Cost: see ``Secrecy/paths(in:)``; small for a form without secrets.
  ///
  /// Members that the form doesn't describe are among them if their keys resemble a secret's.
  func secretPaths(in document: JSONDocument) -> [SettingPath] {
    guard index.holdsSecrets else { return [] }
    let listed = index.listing(.all, of: document)
    // Most documents have only what the form describes.
    let isPlain = listed.settings.count == index.settings.count
    let secrecy = isPlain ? lazySecrecy.value { index.secrecy(at: .root) } : listed.secrecy(at: .root)
    return secrecy.paths(in: document)
  }

  /// Returns the paths of the secrets in content; empty if it isn't JSON, because then it is never shown. For a form without secrets, the
  /// content isn't parsed.
  func secretPaths(in bytes: [UInt8]?) -> [SettingPath] {
    guard let bytes, index.holdsSecrets, let document = try? JSONDocument(parsingStored: bytes) else {
      return []
    }
    return secretPaths(in: document)
  }

  /// Whether it is certain, without the form, that a document has no problem and no key of an earlier version, and that no rule reads it.
  /// `false` says nothing: then the form decides.
  func isKnownToAccept(_ document: JSONDocument) -> Bool {
    document.duplicateKeys.isEmpty && outline?.accepts(document) ?? false
      && document.root[JSONSchema.versionKey].map { $0.integer() ?? -1 } ?? 0 == documentVersion
  }
}
