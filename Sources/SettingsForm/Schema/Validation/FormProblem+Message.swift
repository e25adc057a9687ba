extension FormProblem: CustomStringConvertible {
  /// One sentence that tells a person what to do; a secret's value is never in it.
  public var message: String {
    switch reason {
    case .type(let expected, let type):
      "Use \(Phrase.alternatives(expected.map(\.name))) instead of \(found ?? type.name)."
    case .belowLower(.inclusive(let limit)): "Use \(limit) or more\(insteadOfFound)."
    case .belowLower(.exclusive(let limit)): "Use more than \(limit)\(insteadOfFound)."
    case .aboveUpper(.inclusive(let limit)): "Use \(limit) or less\(insteadOfFound)."
    case .aboveUpper(.exclusive(let limit)): "Use less than \(limit)\(insteadOfFound)."
    case .offStep(let step, nil): "Use a multiple of \(step)\(insteadOfFound)."
    case .offStep(let step, let origin?): "Use \(origin) plus a multiple of \(step)\(insteadOfFound)."
    case .tooShort(let limit, let count):
      "Use at least \(Phrase.count(limit, "character"))\(Phrase.instead(count))."
    case .tooLong(let limit, let count):
      "Use at most \(Phrase.count(limit, "character"))\(Phrase.instead(count))."
    case .pattern(let pattern): "Use text that matches \(pattern)\(insteadOfFound)."
    case .format(let format): "Use \(format.name) such as \(format.example)\(insteadOfFound)."
    case .tooFewElements(let limit, let count):
      "Use at least \(Phrase.count(limit, "element"))\(Phrase.instead(count))."
    case .tooManyElements(let limit, let count):
      "Use at most \(Phrase.count(limit, "element"))\(Phrase.instead(count))."
    case .repeatedElement(let index): "Remove the element at index \(index), which is there twice."
    case .noChoice(let choices, let nearest):
      "Use \(Phrase.choices(choices))\(insteadOfFound)\(Phrase.didYouMean(nearest.map(Phrase.excerpt)))."
    case .missingKey(let key): "Add the key \(JSONValue.string(key)), which is missing."
    case .unknownKey(let nearest):
      "Check the key \(lastKey), which the form does not know"
        + "\(Phrase.didYouMean(nearest.map { String(describing: $0) }))."
    case .formerKey(let current): "Rename the key \(lastKey) to \(current), its name in this version."
    case .deprecated: "Stop using \(found ?? "this setting"), which is deprecated."
    case .keyword(let keyword): "Change the value, which does not meet \"\(keyword)\" of the form."
    case .message(let text): text
    }
  }

  /// The problem on one line: `3:7: error: calculation.timePeriod: Use 30 or less instead of 31.`
  public var description: String {
    let place = position.map { "\($0): " } ?? ""
    let name = path.isRoot ? "" : "\(path): "
    return "\(place)\(severity.rawValue): \(name)\(message)"
  }

  private var insteadOfFound: String { found.map { " instead of \($0)" } ?? "" }

  private var lastKey: String { Phrase.excerpt(.string(path.keys.last ?? "")) }
}

/// The parts that sentences about problems are made of.
enum Phrase {
  /// `a, b or c`.
  static func alternatives(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  /// `1 element`, `2 elements`.
  static func count(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  /// ` instead of 3`, if there is a count.
  static func instead(_ count: Int?) -> String {
    count.map { " instead of \($0)" } ?? ""
  }

  /// `one of "a", "b" …`, the first few only.
  static func choices(_ choices: [JSONValue]) -> String {
    if choices.count == 1, let only = choices.first { return excerpt(only) }
    let shown = choices.prefix(8).map(excerpt)
    let rest = choices.count > shown.count ? ", …" : ""
    return "one of " + shown.joined(separator: ", ") + rest
  }

  /// `; did you mean x?` without the question mark, as the sentence ends itself.
  static func didYouMean(_ name: String?) -> String {
    name.map { "; perhaps you mean \($0)" } ?? ""
  }

  /// A value as JSON on one line, cut to at most 40 characters.
  static func excerpt(_ value: JSONValue) -> String {
    switch value {
    case .array: return "a list"
    case .object: return "an object"
    case .string(let text):
      let start = text.unicodeScalars.prefix(41)
      guard start.count > 40 else { return JSONValue.string(text).description }
      return JSONValue.string(String(String.UnicodeScalarView(start.dropLast())) + "…").description
    case .null, .bool, .number:
      let text = value.description
      return text.utf8.count <= 40 ? text : String(text.prefix(40)) + "…"
    }
  }
}

extension TextLimits.Format {
  /// What the text stands for, in words.
  var name: String {
    switch self {
    case .uri: "a URL"
    case .uuid: "a UUID"
    case .dateTime: "a date with time and zone"
    case .duration: "a duration"
    case .base64: "Base64"
    }
  }

  /// A text that is right.
  var example: String {
    switch self {
    case .uri: "https://example.com/"
    case .uuid: "12345678-9abc-4def-8012-3456789abcde"
    case .dateTime: "2025-01-31T12:00:00Z"
    case .duration: "PT1.5S"
    case .base64: "SGVsbG8="
    }
  }
}
