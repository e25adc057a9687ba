extension FormProblem: CustomStringConvertible {
  /// One sentence that says what to do. It never contains the value of a secret.
  public var message: String {
    guard let alternative else { return sentence }
    return "In \(Phrase.quoted(alternative)), \(sentence.prefix(1).lowercased())\(sentence.dropFirst())"
  }

  /// The sentence without the alternative.
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
        + "\(TextLimits.Format.duration.words(for: step))\(insteadOfFound)."
    case .tooShort(let limit, let count):
      "Use at least \(Phrase.count(limit, "character"))\(Phrase.instead(count))."
    case .tooLong(let limit, let count):
      "Use at most \(Phrase.count(limit, "character"))\(Phrase.instead(count))."
    case .pattern(let pattern): "Use text that matches \(pattern)\(insteadOfFound)."
    case .format(let format): "Use \(format.name) such as \(format.example)\(insteadOfFound)."
    case .annotatedFormat(let format): "Use \(format.name) such as \(format.example)\(insteadOfFound)."
    case .tooFewElements(let limit, let count):
      "Use at least \(Phrase.count(limit, "element"))\(Phrase.instead(count))."
    case .tooManyElements(let limit, let count):
      "Use at most \(Phrase.count(limit, "element"))\(Phrase.instead(count))."
    case .reversedRange: "Use a range whose first end isn't above its second."
    case .repeatedElement(let index): "Remove the \(Phrase.ordinal(index + 1)) element, which is a duplicate."
    case .noChoice([], _): "Remove the value, because the form allows none."
    case .noChoice(let choices, let nearest):
      "Use \(Phrase.choices(choices))\(insteadOfFound)\(Phrase.didYouMean(nearest.map(Phrase.excerpt)))."
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
      "Check \(Phrase.count(count, "more key")), which the form does not know."
    case .moreProblems(let count):
      severity == .error
        ? "Correct \(Phrase.count(count, "more error"))." : "Check \(Phrase.count(count, "more value"))."
    case .formerKey(let current): "It is \(shown(current)) in this version; the next apply moves it."
    case .unusedFormerKey(let current):
      "Remove the key \(lastKey), which isn't used, because \(shown(current)) has a value."
    case .deprecated(nil): "Stop using \(found ?? "this setting"), which is deprecated."
    case .deprecated(let reason?): "Stop using \(found ?? "this setting"), which is deprecated: \(reason)"
    case .tooComplex: "Check the value yourself, because the form is too complex to check it completely."
    case .keyword(let keyword): "Change the value, which does not meet \"\(keyword)\" of the form."
    case .message(let text): text
    }
  }

  /// The problem on one line: `3:7: error: calculation.timePeriod: Use 30 or less instead of 31.`
  public var description: String {
    let place = position.map { "\($0): " } ?? ""
    let name = path.isRoot ? "" : "\(placeText): "
    return "\(place)\(severity.rawValue): \(name)\(message)"
  }

  private var insteadOfFound: String { found.map { " instead of \($0)" } ?? "" }

  private var lastKey: String { Phrase.excerpt(.string(shownPath.keys.last ?? "")) }
}

extension TextLimits.Format {
  /// The comparison with a lower limit.
  fileprivate var above: String { self == .dateTime ? "later" : "more" }

  /// The comparison with an upper limit.
  fileprivate var below: String { self == .dateTime ? "earlier" : "less" }
}
