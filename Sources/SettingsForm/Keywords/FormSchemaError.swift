/// An error in a form: a keyword that can't be read, a limit that excludes every value, a rule over a setting that isn't there.
///
/// Reading a form throws it, and a store throws it inside `SettingsStoreError.form`. For the form of an app, it is an error of the source, which a
/// test that opens a store finds. For a schema of another author, it says what to correct:
///
/// ```swift
/// do throws(FormSchemaError) {
///   let form = try FormSchema(parsing: bytes)
///   print(form.settingCount)
/// } catch {
///   print(error)  // 3:7: /properties/port/minimum: Give "minimum" a number.
/// }
/// ```
///
/// ``path`` and ``position`` lead to the keyword. The error of a rule has the line of the source in its description, if the form knows it.
///
/// It is a `Sendable` value.
public struct FormSchemaError: Error, Hashable, Sendable {
  /// The path of the error in the form's JSON, keywords included: `properties.port.minimum`.
  ///
  /// It isn't a path of a setting, which would be `port`.
  public package(set) var path: SettingPath
  /// The position of the error in the text; `nil` if the form wasn't parsed from text.
  public package(set) var position: SourcePosition?
  /// The address of the document with the error; `nil` for the form's own document.
  package var document: String?
  /// The kind of error.
  package var reason: Reason

  package init(path: SettingPath, position: SourcePosition? = nil, reason: Reason) {
    self.path = path
    self.position = position
    self.reason = reason
  }

  /// The kinds of errors, each with what its sentence needs besides the keyword, which is the last key of the path.
  package enum Reason: Hashable, Sendable {
    /// The text isn't JSON; the parser's message.
    case notJSON(String)
    /// The document names a dialect other than JSON Schema 2020-12.
    case otherDialect(String)
    /// The document is a JSON Schema that says more than a form of this library represents.
    case otherSchema
    /// The document has the mark of a form of this library, and says more than such a form represents.
    case readAsOther
    /// The form is of a version of the format that this version of the library doesn't know.
    case otherVersion(String)
    /// A keyword has a malformed value; the expected value, in words.
    ///
    /// `Give "minimum" a number.`
    case wrongValue(expected: String)
    /// `x-setting` has an unknown member.
    ///
    /// `Remove "requireRestart", which isn't a member of x-setting; perhaps you mean requiresRestart.`
    case unknownMember(nearest: String?)
    /// A keyword doesn't apply to the type of its setting.
    ///
    /// `Remove "multiline", which doesn't apply to a number.`
    case notApplicable(to: String)
    /// The keyword isn't supported.
    case unsupported
    /// The target of a `$ref` isn't in the document, nor in any document that was found on this machine.
    case unresolvedReference(String)
    /// A `$ref` contains itself, directly or through other references. A form of this library has none; a schema of
    /// another author may, inside a value.
    case recursiveReference(String)
    /// The form is nested too deeply, or its references make it too large.
    case tooLarge
    /// A regular expression is malformed; the reason.
    case pattern(String)
    /// The lower limit is above the upper one.
    case emptyRange
    /// The default violates the setting's limits; the problem.
    ///
    /// `Correct the default, which violates the setting's own limits: Use 2 or more instead of 0.`
    case defaultValue(String)
    /// A choice without choices.
    case noChoices
    /// Two choices have the same value.
    case repeatedChoice
    /// Two items of a section have the same key. That can only be in a form that an app has put together, since JSON
    /// with a key twice is refused.
    case repeatedKey(String)
    /// A migration of the app is faulty; what to do.
    case migration(String)
    /// A rule is faulty; the source is where it was written, if known.
    case rule(RuleFault, source: String?)
  }
}

extension FormSchemaError: CustomStringConvertible {
  /// One sentence that says what to do: `Give "minimum" a number.`
  public var message: String {
    let keyword = path.keys.last.map { "\"\($0)\"" } ?? "the form"
    return switch reason {
    case .notJSON(let text): text
    case .otherDialect(let dialect):
      "Write the form in JSON Schema 2020-12 (\(JSONSchema.dialect)) instead of \(dialect)."
    case .otherSchema:
      "Read the schema by FormSchema(parsingSchema:) of SettingsSchemas; a form of this library has \"x-form\": 1 and says no more."
    case .readAsOther:
      "Correct or remove this, which this library never writes; until then, the form is read as another author's, so unknown keys are allowed and wrong formats are only warnings."
    case .otherVersion(let version):
      "Use a newer version of Settings; this one reads forms of version 1, not \(version)."
    case .wrongValue(let expected): "Give \(keyword) \(expected)."
    case .unknownMember(let nearest):
      "Remove \(keyword), which isn't a member of x-setting\(Phrase.didYouMean(nearest))."
    case .notApplicable(let noun): "Remove \(keyword), which doesn't apply to \(noun)."
    case .unsupported: "Write the form without \(keyword), which isn't supported."
    case .unresolvedReference(let reference):
      "Make $ref refer to a schema in this document or in one on this machine; there is none at \(reference)."
    case .recursiveReference(let reference):
      "Remove the reference to \(reference), which leads back to itself."
    case .tooLarge: "Write a smaller form; this one is too deep or grows too large by its references."
    case .pattern(let text): "Correct the pattern, which can't be used: \(text)"
    case .emptyRange: "Raise the upper limit or lower the lower one; no value is between them."
    case .defaultValue(let problem):
      "Correct the default, which violates the setting's own limits: \(problem)"
    case .noChoices: "Give \(keyword) at least one choice."
    case .repeatedChoice: "Remove the duplicate choice."
    case .repeatedKey(let key): "Rename one of the items with the key \"\(key)\"; keys differ in a section."
    case .migration(let text): text
    case .rule(let fault, _): fault.message(at: keyword)
    }
  }

  /// The place and the message: `3:7: /properties/port/minimum: Give "minimum" a number.`
  public var description: String { place + pointer + message }

  /// The same for a part that is edited as JSON: `3:7: warning: /properties/port/minimum: Give "minimum" a number.` The
  /// form can be used, and only this part of it isn't understood.
  package var warning: String { "\(place)warning: \(pointer)\(message)" }

  /// Whether less is checked by the form: a regular expression can't be used, or an app's form is read as another author's.
  package var weakensChecks: Bool {
    switch reason {
    case .pattern, .readAsOther, .otherVersion: true
    default: false
    }
  }

  /// Whether a rule is faulty. Without it, a form accepts what its app refuses, so it is always reported.
  package var isOfRule: Bool { path.keys.first == "x-rules" }

  /// Returns the error as a line about a file, in the format of compilers: `form.json:3:7: /properties/port: …`. If the
  /// error is in another document, or in the source of an app, that place follows behind the name of the file.
  package func line(in file: String) -> String {
    guard otherPlace == nil, position != nil else { return "\(file): \(self)" }
    return "\(file):\(self)"
  }

  private var place: String { (otherPlace ?? position?.description).map { "\($0): " } ?? "" }

  /// The place outside the form: the line of the app that declares a rule, or another document.
  private var otherPlace: String? {
    if case .rule(_, let source?) = reason { source } else { document }
  }

  private var pointer: String { path.isRoot ? "" : "\(path.pointer): " }
}
