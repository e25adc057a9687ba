/// What is wrong with one value or key of a document, and where.
public struct FormProblem: Hashable, Sendable {
  /// How bad a problem is.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The document can't be used, and changes can't be applied.
    case error
    /// The document works; a person should look at it all the same.
    case warning
  }

  /// The path of the value or key.
  public var path: SettingPath
  /// How bad it is.
  public var severity: Severity
  /// What is wrong, with the limit that does not hold.
  public var reason: Reason
  /// The value found as JSON, cut short; `nil` for a secret and where no value is at fault.
  public var found: String?
  /// Where the value or the key stands in the text; `nil` if the value did not come from a text.
  public var position: SourcePosition?
  /// Where the path has keys that a person has chosen inside of a secret, and that are secret, too.
  var hiddenKeys: [Int] = []

  /// Makes a problem.
  public init(
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
  /// The path for people: keys that are secret are masked.
  public var shownPath: SettingPath { path.masking(hiddenKeys) }

  /// A path beside the problem's own, for people.
  func shown(_ neighbor: SettingPath) -> SettingPath {
    // The last key of the path is not in the other one.
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
  /// The kinds of problems.
  public enum Reason: Hashable, Sendable {
    /// The value is of another type.
    case type(expected: [JSONType], found: JSONType)
    /// The number is below its lower limit.
    case belowLower(NumberLimits.Bound)
    /// The number is above its upper limit.
    case aboveUpper(NumberLimits.Bound)
    /// The number is between two steps, counted from the origin.
    case offStep(JSONNumber, origin: JSONNumber?)
    /// The text has fewer characters than allowed; the count is `nil` for a secret.
    case tooShort(minLength: Int, count: Int?)
    /// The text has more characters than allowed; the count is `nil` for a secret.
    case tooLong(maxLength: Int, count: Int?)
    /// The text does not match the regular expression.
    case pattern(String)
    /// The text does not stand for what it should.
    case format(TextLimits.Format)
    /// The list has fewer elements than allowed.
    case tooFewElements(minCount: Int, count: Int)
    /// The list has more elements than allowed.
    case tooManyElements(maxCount: Int, count: Int)
    /// The list has an element twice; the index is that of the second.
    case repeatedElement(index: Int)
    /// The value is none of the choices; the nearest is what may have been meant.
    case noChoice([JSONValue], nearest: JSONValue?)
    /// A key that has to be there is missing.
    case missingKey(String)
    /// The form does not know the key; the nearest is what may have been meant.
    case unknownKey(nearest: SettingPath?)
    /// The key is that of an earlier version; the value belongs to another path now.
    case formerKey(current: SettingPath)
    /// The setting, or the choice, works still but is on its way out.
    case deprecated
    /// A keyword of the form's JSON Schema that has no reason of its own does not hold.
    case keyword(String)
    /// Anything else, told in one sentence: a rule over several settings, the app's own decoder.
    case message(String)
  }
}
