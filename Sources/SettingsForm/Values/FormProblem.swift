/// A problem with one value or key of a document: a value that is out of range, a key that the form doesn't know, a rule that is broken.
///
/// A problem isn't thrown; a document can have many of them. Reviews, stores and view models list them, and ``severity`` says whether they
/// matter:
///
/// ```swift
/// model[\.calculation.timePeriod] = 90
/// for problem in model.review().problems {
///   print(problem)  // error: calculation.timePeriod: Use 30 or less instead of 90.
///   print(problem.message)  // Use 30 or less instead of 90.
/// }
/// ```
///
/// The message is one sentence that says what to do, and never contains the value of a secret. Show it beside the setting at ``path``; the
/// description is the same on one line with its place, as compilers print errors, for logs and terminals.
///
/// A problem in text has the ``position`` of its value. A value that is only staged has none.
///
/// It is a `Sendable` value; two problems are equal if everything about them is.
public struct FormProblem: Hashable, Sendable {
  /// The severity of a problem.
  ///
  /// ```swift
  /// let errors = model.review().problems.filter { $0.severity == .error }
  /// print("\(errors.count) errors")
  /// ```
  ///
  /// A rule can make a problem a warning: `(s.pool.max <= 64).severity(.warning)`. The raw values, `error` and
  /// `warning`, are used in descriptions and in machine-readable output.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The document can't be used, and changes that add it can't be applied: a value of a wrong type, out of its range, or against a rule.
    case error
    /// The document can be used, but somebody should look at it: an unknown key, a deprecated setting, a key of an earlier version.
    case warning
  }

  /// The path of the value or key: `calculation.timePeriod`, `servers.0.port`. For a missing setting, it is the path of the setting. For a
  /// missing key inside a value, it is the path of the object.
  public package(set) var path: SettingPath
  /// The path that the value has in the text, if it is of an earlier version; otherwise `nil`. Somebody who opens the
  /// file finds the value there, and not at ``path``.
  package var storedPath: SettingPath?
  /// Whether the problem makes the document unusable, or is only worth a look.
  public package(set) var severity: Severity
  /// The kind of problem, with the limit that is exceeded.
  package var reason: Reason
  /// An excerpt of the value as JSON, at most 40 characters long; `nil` for a secret, and if the problem isn't about a
  /// value.
  package var found: String?
  /// The position of the value or key in the text; `nil` if the value isn't in a text, such as a staged value.
  public package(set) var position: SourcePosition?
  /// The title of the value's alternative; `nil` for a value without alternatives.
  var alternative: String?
  /// The length of the path of the outermost value that fits none of its alternatives, with this problem as one of the reasons; `nil` for a
  /// problem that isn't about alternatives.
  ///
  /// A problem inside `servers.0`, which fits none of its alternatives, has the depth 2. If any of these problems is
  /// corrected, the value can fit another alternative, so they belong together.
  package var combinationDepth: Int?
  /// What the text looks like that is expected in place of a value of another type: `a duration such as "PT90S"`.
  var expectedText: String?
  /// Whether the choices of the problem are the constants by which alternatives are told apart, so the value is of none of them.
  var isOfConstants = false
  /// The positions in the path of the keys that a person has chosen inside a secret. These keys are secret, too, so
  /// ``shownPath`` masks them. In `tokens.ada`, whose members are secret, it is `[1]`.
  package var hiddenKeys: [Int] = []

  package init(
    path: SettingPath, severity: Severity = .error, reason: Reason, found: String? = nil,
    position: SourcePosition? = nil
  ) {
    self.path = path
    self.severity = severity
    self.reason = reason
    self.found = found
    self.position = position
  }
}

extension FormProblem {
  /// The number of unknown keys of a document that are reported one by one. A document with more of them is probably not of the form,
  /// and a problem for each would take more time and memory than everything else.
  package static let mostUnknownKeys = InputLimits.reportedProblems

  package var isAboutUnknownKey: Bool {
    if case .unknownKey = reason { true } else { false }
  }

  /// Whether a newer version of the app has written the document, which may mean something else by its values.
  package var isAboutNewerVersion: Bool {
    if case .newerVersion = reason { true } else { false }
  }

  /// Whether the value is at a former path, and today's path has one of its own.
  package var isAboutUnusedKey: Bool {
    if case .unusedFormerKey = reason { true } else { false }
  }

  package var isAboutDuplicateKey: Bool {
    if case .duplicateKey = reason { true } else { false }
  }

  /// The path with secret keys masked.
  package var shownPath: SettingPath { path.masking(hiddenKeys) }

  /// The path in messages: the path that the text has, and also the setting's if it differs:
  /// `fontSize (now font.size)`.
  package var placeText: String {
    guard let storedPath else { return "\(shownPath)" }
    return "\(storedPath) (now \(shownPath))"
  }

  /// Returns a path in the same object as the problem's, with secret keys masked. The path ends with the key of another member, which a
  /// suggestion names.
  func shown(_ neighbor: SettingPath) -> SettingPath {
    // The last keys of the two paths differ.
    neighbor.masking(hiddenKeys.filter { $0 < path.keys.count - 1 })
  }
}

extension SettingPath {
  fileprivate func masking(_ hidden: [Int]) -> SettingPath {
    var path = self
    for index in hidden where path.keys.indices.contains(index) { path.keys[index] = Phrase.mask }
    return path
  }
}

extension FormProblem {
  /// The kinds of problems, each with what its sentence needs. Tools get the sentence and the severity; the kind
  /// decides nothing outside of this package.
  package enum Reason: Hashable, Sendable {
    /// The value is of another type.
    ///
    /// `Use a whole number instead of "8080".`
    case type(expected: [JSONType], found: JSONType)
    /// The number is below its lower limit.
    ///
    /// `Use 2 or more instead of 1.`
    case belowLower(RangeLimit<JSONNumber>)
    /// The number is above its upper limit.
    ///
    /// `Use less than 100 instead of 100.`
    case aboveUpper(RangeLimit<JSONNumber>)
    /// The number is between two steps, counted from the origin; without one, from zero.
    ///
    /// `Use 1 plus a multiple of 5 instead of 7.`
    case offStep(JSONNumber, origin: JSONNumber?)
    /// The duration or date is below its lower limit.
    ///
    /// `Use 1 min or more instead of 30 s.`
    case belowTime(RangeLimit<String>, TextFormat)
    /// The duration or date is above its upper limit.
    ///
    /// `Use 1 h or less instead of 2 h.`
    case aboveTime(RangeLimit<String>, TextFormat)
    /// The duration or date is between two steps, counted from the origin.
    ///
    /// `Use 1 min plus a multiple of 30 s instead of 1 min 45 s.`
    case offTimeStep(String, origin: String?, TextFormat)
    /// The value has fewer or more characters, elements or members than allowed; the number that it has is `nil` for text that is
    /// secret.
    ///
    /// `Use at least 8 characters instead of 5.`
    case count(of: String, limit: Int, isUpper: Bool, found: Int?)
    /// The string doesn't match the regular expression.
    ///
    /// `Use text that matches ^[a-z]+$ instead of "Red".`
    case pattern(String)
    /// The string doesn't have the format. That is a warning where the format is only an annotation.
    ///
    /// `Use a URL such as https://example.com/ instead of "example".`
    case format(TextGrammar)
    /// The first end of a range is above the second.
    case reversedRange
    /// The list has an element twice; the index of the second.
    ///
    /// `Remove the 3rd element, which is a duplicate.`
    case repeatedElement(index: Int)
    /// The value isn't one of the choices; `nearest` is the choice that was probably meant.
    ///
    /// `Use one of "fast", "safe" instead of "fst"; perhaps you mean "fast".`
    case noChoice([JSONValue], nearest: JSONValue?)
    /// The object doesn't have the key of any alternative; `nearest` is the key that was probably meant.
    ///
    /// `Use an object with one of the keys "file" or "url"; perhaps you mean "file".`
    case noAlternative(keys: [String], nearest: String?)
    /// The object has the keys of several alternatives.
    ///
    /// `Keep only one of the keys "file" and "url".`
    case severalAlternatives([String])
    /// A required key is missing. The value that the problem is about is the object.
    ///
    /// `Add the key "host", which is missing.`
    case missingKey(String)
    /// The form doesn't have the key; `nearest` is the path that was probably meant.
    ///
    /// `Check the key "prot", which the form does not know; perhaps you mean port.`
    case unknownKey(nearest: SettingPath?)
    /// The form doesn't have further keys, which are too many to be reported one by one.
    case moreUnknownKeys(Int)
    /// The object has the key already; the last one counts.
    ///
    /// `Keep one of the two values: the key is at 3:5, too, and the last one counts.`
    case duplicateKey(first: SourcePosition)
    /// Further values have problems of the same severity, which are too many to be reported one by one.
    case moreProblems(Int)
    /// The key is from an earlier version; the value now belongs to another path.
    ///
    /// `It is font.size in this version; the next apply moves it.`
    case formerKey(current: SettingPath)
    /// The key is from an earlier version, and the current path has a value of its own.
    ///
    /// `Remove the key "fontSize", which isn't used, because font.size has a value.`
    case unusedFormerKey(current: SettingPath)
    /// A newer version of the app has written the document.
    ///
    /// `Use a newer version of the app: one that writes version 2 has written this file, and this one knows version 1.`
    case newerVersion(Int, known: Int)
    /// The setting, or the choice, still works but is deprecated; the text says why, if the form does.
    ///
    /// `Stop using this setting, which is deprecated: Use "host" instead.`
    case deprecated(String?)
    /// The value of a member that no form describes gets another type. Nothing forbids that, but the program that reads
    /// the file may expect the old one.
    case typeChange(from: JSONType, to: JSONType)
    /// The schemas of the form refer to themselves so often that the value can't be checked completely.
    case tooComplex
    /// The list has an element at a place for which the form allows no value. The value that the problem is about is the element.
    ///
    /// `Remove the 3rd element, because the form allows no value here.`
    case excludedElement(index: Int)
    /// The object has all of some keys, which the form excludes; `canChange` if it excludes only some values of them.
    ///
    /// `Remove one of the keys "file" and "url", which the form doesn't allow together.`
    case excludedKeys([String], canChange: Bool)
    /// The value violates a keyword of the form's JSON Schema that has no reason above, such as `not`, `contains`, or a
    /// `oneOf` of which two schemas are met.
    case keyword(String)
    /// Any other problem, in one sentence: from a rule over several settings, or from the app's decoder.
    case message(String)
  }
}

extension FormProblem: CustomStringConvertible {
  /// One sentence that says what to do: `Use 30 or less instead of 31.` It never contains the value of a secret.
  public var message: String {
    guard let alternative else { return sentence }
    return "In \(Phrase.quoted(alternative)), \(sentence.prefix(1).lowercased())\(sentence.dropFirst())"
  }

  /// The sentence without the alternative. Each begins with what to do, and then says what was found, unless that is
  /// secret.
  private var sentence: String {
    switch reason {
    case .type(let expected, let type):
      "Use \(Phrase.alternatives(expected.map { $0 == .string ? expectedText ?? $0.name : $0.name })) instead of "
        + "\(found ?? type.name)."
    case .belowLower(.inclusive(let limit)): "Use \(limit) or more\(insteadOfFound)."
    case .belowLower(.exclusive(let limit)): "Use more than \(limit)\(insteadOfFound)."
    case .aboveUpper(.inclusive(let limit)): "Use \(limit) or less\(insteadOfFound)."
    case .aboveUpper(.exclusive(let limit)): "Use less than \(limit)\(insteadOfFound)."
    case .offStep(let step, nil): "Use a multiple of \(step)\(insteadOfFound)."
    case .offStep(let step, let origin?): "Use \(origin) plus a multiple of \(step)\(insteadOfFound)."
    case .belowTime(let bound, let format):
      switch bound {
      case .inclusive(let text): "Use \(format.words(for: text)) or \(format.above)\(insteadOfFound)."
      case .exclusive(let text): "Use \(format.above) than \(format.words(for: text))\(insteadOfFound)."
      }
    case .aboveTime(let bound, let format):
      switch bound {
      case .inclusive(let text): "Use \(format.words(for: text)) or \(format.below)\(insteadOfFound)."
      case .exclusive(let text): "Use \(format.below) than \(format.words(for: text))\(insteadOfFound)."
      }
    case .offTimeStep(let step, let origin, let format):
      "Use \(origin.map { "\(format.words(for: $0)) plus " } ?? "")a multiple of "
        + "\(TextFormat.duration.words(for: step))\(insteadOfFound)."
    case .count(let noun, let limit, let isUpper, let count):
      "Use at \(isUpper ? "most" : "least") \(Phrase.count(limit, noun: noun))\(Phrase.instead(count))."
    case .pattern(TextPattern.integerKeys): "Use a whole number such as 8080\(insteadOfFound)."
    case .pattern(let pattern): "Use text that matches \(pattern)\(insteadOfFound)."
    case .format(let format): "Use \(format.name) such as \(format.example)\(insteadOfFound)."
    case .reversedRange: "Use a range whose first end isn't above its second."
    case .repeatedElement(let index): "Remove the \(Phrase.ordinal(index + 1)) element, which is a duplicate."
    case .noChoice([], _): "Remove the value, because the form allows none."
    case .noChoice(let choices, let nearest):
      "Use \(Phrase.choices(choices, near: foundText))\(insteadOfFound)"
        + "\(Phrase.didYouMean(choices.count > Phrase.mostListed ? nil : nearest.map(Phrase.excerpt)))."
    case .noAlternative(let keys, let nearest):
      "Use an object with \(keys.count == 1 ? "the key" : "one of the keys") "
        + "\(Phrase.alternatives(keys.map(Phrase.quoted)))\(Phrase.didYouMean(nearest.map(Phrase.quoted)))."
    case .severalAlternatives(let keys):
      "Keep only one of the keys \(Phrase.enumeration(keys.map(Phrase.quoted)))."
    case .missingKey(let key): "Add the key \(JSONValue.string(key)), which is missing."
    case .unknownKey(let nearest):
      "Check the key \(lastKey), which the form does not know"
        + "\(Phrase.didYouMean(nearest.map { String(describing: shown($0)) }))."
    case .typeChange(let old, let new):
      "Check that \(new.name) is meant: the value was \(old.name), and no form describes it."
    case .duplicateKey(let first):
      "Keep one of the two values: the key is at \(first), too, and the last one counts."
    case .moreUnknownKeys(let count):
      "Check \(Phrase.count(count, noun: "more key")), which the form does not know."
    case .moreProblems(let count):
      severity == .error
        ? "Correct \(Phrase.count(count, noun: "more error"))."
        : "Check \(Phrase.count(count, noun: "more value"))."
    case .formerKey(let current): "It is \(shown(current)) in this version; the next apply moves it."
    case .unusedFormerKey(let current):
      "Remove the key \(lastKey), which isn't used, because \(shown(current)) has a value."
    case .newerVersion(let version, let known):
      "Use a newer version of the app: this file was written by a newer version, and has version \(version) instead of \(known)."
    case .deprecated(nil): "Stop using \(found ?? "this setting"), which is deprecated."
    case .deprecated(let reason?): "Stop using \(found ?? "this setting"), which is deprecated: \(reason)"
    case .tooComplex: "Check the value yourself, because the form is too complex to check it completely."
    case .keyword("false") where path.isRoot: "Use another form, because this one allows no value."
    case .keyword("false"): "Remove the key \(lastKey), because the form allows no value here."
    case .excludedElement(let index):
      "Remove the \(Phrase.ordinal(index + 1)) element, because the form allows no value here."
    case .excludedKeys(let keys, let canChange): Self.exclusion(of: keys, canChange: canChange)
    case .keyword("not"): "Use a value that the form doesn't exclude\(insteadOfFound)."
    case .keyword(let keyword): "Change the value, which does not meet \"\(keyword)\" of the form."
    case .message(let text): text
    }
  }

  private static func exclusion(of keys: [String], canChange: Bool) -> String {
    let action = canChange ? "Change or remove" : "Remove"
    let names = Phrase.enumeration(keys.map(Phrase.quoted))
    guard keys.count > 1 else {
      return "\(action) the key \(names), which the form doesn't allow here\(canChange ? " as it is" : "")."
    }
    let state = canChange ? " as they are" : ""
    return "\(action) one of the keys \(names), which the form doesn't allow together\(state)."
  }

  /// The problem on one line: `3:7: error: calculation.timePeriod: Use 30 or less instead of 31.`
  public var description: String {
    let place = position.map { "\($0): " } ?? ""
    let name = path.isRoot ? "" : "\(placeText): "
    return "\(place)\(severity.rawValue): \(name)\(message)"
  }

  private var insteadOfFound: String { found.map { " instead of \($0)" } ?? "" }

  /// The found value if it is text.
  private var foundText: String? { found.flatMap { try? JSONValue(parsing: $0) }?.text }

  private var lastKey: String { Phrase.excerpt(.string(shownPath.keys.last ?? "")) }
}

extension TextFormat {
  fileprivate var above: String { self == .dateTime ? "later" : "more" }

  fileprivate var below: String { self == .dateTime ? "earlier" : "less" }
}
