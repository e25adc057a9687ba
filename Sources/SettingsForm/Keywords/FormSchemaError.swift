/// Why a JSON document is no form.
public struct FormSchemaError: Error, Hashable, Sendable {
  /// Where the fault is in the form's JSON, the keywords included: `properties.port.minimum`.
  public var path: SettingPath
  /// Where the fault is in the text; `nil` if the form was not read from a text.
  public var position: SourcePosition?
  /// What is wrong.
  public var reason: Reason

  /// Makes an error.
  public init(path: SettingPath, position: SourcePosition? = nil, reason: Reason) {
    self.path = path
    self.position = position
    self.reason = reason
  }

  /// The kinds of faults.
  public enum Reason: Hashable, Sendable {
    /// The text is no JSON; the parser's own sentence.
    case notJSON(String)
    /// The document says that it is no JSON Schema 2020-12.
    case otherDialect(String)
    /// A keyword has a value that it can't have; what it takes, in words.
    case wrongValue(expected: String)
    /// `x-setting` has a member that nobody knows.
    case unknownMember(nearest: String?)
    /// A keyword does not fit the type of its setting.
    case notApplicable(to: String)
    /// A keyword is not supported, as the form could not obey it.
    case unsupported
    /// A `$ref` leads to nothing inside the document.
    case unresolvedReference(String)
    /// A `$ref` leads back to itself.
    case recursiveReference(String)
    /// The form is nested too deeply, or grows too large by its references.
    case tooLarge
    /// A regular expression can't be read; why.
    case pattern(String)
    /// The lower limit is above the upper one.
    case emptyRange
    /// The default does not meet the setting's own limits; what a person would be told.
    case defaultValue(String)
    /// A choice without choices.
    case noChoices
    /// Two choices have the same value.
    case repeatedChoice
    /// Two items of a section have the same key.
    case repeatedKey(String)
    /// A rule is no good; the source is where it was written, if that is known.
    case rule(RuleFault, source: String?)
  }
}

extension FormSchemaError: CustomStringConvertible {
  /// One sentence that tells a person what to do.
  public var message: String {
    let keyword = path.keys.last.map { "\"\($0)\"" } ?? "the form"
    return switch reason {
    case .notJSON(let text): text
    case .otherDialect(let dialect):
      "Write the form in JSON Schema 2020-12 (\(JSONSchema.dialect)) instead of \(dialect)."
    case .wrongValue(let expected): "Give \(keyword) \(expected)."
    case .unknownMember(let nearest):
      "Remove \(keyword), which is no member of x-setting\(Phrase.didYouMean(nearest))."
    case .notApplicable(let noun): "Remove \(keyword), which does not apply to \(noun)."
    case .unsupported: "Write the form without \(keyword), which is not supported."
    case .unresolvedReference(let reference):
      "Let $ref lead to a schema of this document; \(reference) leads to none."
    case .recursiveReference(let reference):
      "Write the form without recursion; the reference \(reference) leads back to itself."
    case .tooLarge: "Write a smaller form; this one is too deep or grows too large by its references."
    case .pattern(let text): "Correct the pattern: \(text)"
    case .emptyRange: "Raise the upper limit or lower the lower one; no value is between them."
    case .defaultValue(let problem): "Correct the default, which breaks the setting's own limits: \(problem)"
    case .noChoices: "Give \(keyword) at least one choice."
    case .repeatedChoice: "Remove the choice that is there twice."
    case .repeatedKey(let key): "Rename one of the items with the key \"\(key)\"; keys differ in a section."
    case .rule(let fault, _): fault.message(at: keyword)
    }
  }

  /// The place and the sentence: `3:7: /properties/port/minimum: Give "minimum" a number.`
  public var description: String {
    var place = position.map { "\($0): " } ?? ""
    if case .rule(_, let source?) = reason { place = "\(source): " }
    let pointer = path.isRoot ? "" : "\(path.pointer): "
    return place + pointer + message
  }
}
