/// The valid values of a setting, in words.
///
/// The same phrases are in the editor's help pane, in `describe`, in tables and in exported descriptions, so they are
/// short, start with a capital letter and have no period. Limits with both ends included, which are most, have the
/// short form "from 1 to 30".
///
///     whole numbers, 1...30, in days      Whole number from 1 to 30, in days
///     text of 1 to 20 characters          Text, 1 to 20 characters
///     an optional list of up to 5 strings List of at most 5 strings, or none
package enum KindSummary {
  /// Returns the valid values as one phrase, with the unit, and with what else there is to know: choices of the app,
  /// suggestions, whether there can be no value.
  package static func text(_ setting: FormSetting) -> String {
    var text = text(setting.kind)
    if let unit = setting.unit { text += ", in \(unit)" }
    if setting.choicesHook != nil { text += ", with choices of the app" }
    // Suggestions are counted here and listed elsewhere.
    let suggestions = setting.suggestions.count
    if suggestions > 0 { text += ", with \(Phrase.count(suggestions, noun: "suggestion"))" }
    if setting.isOptional, !setting.kind.isAnything { text += ", or none" }
    return text
  }

  /// Returns the same phrase with all choices as they are written in the file; of more than 50, the first.
  ///
  /// `One of 2: "fast", "safe"` for a choice, whose titles a script couldn't use. Of alternatives, the names are
  /// listed.
  package static func fullText(_ setting: FormSetting) -> String {
    if case .variants(let variants) = setting.kind, !setting.kind.isAnything {
      return text(setting) + ": " + variants.map(\.name).joined(separator: ", ")
    }
    let choices = setting.kind.choices.isEmpty ? setting.suggestions : setting.kind.choices
    if choices.isEmpty { return text(setting) }
    let names = choices.prefix(50).map(\.value.description).joined(separator: ", ")
    return text(setting) + ": " + names + (choices.count > 50 ? ", ..." : "")
  }

  /// Returns the valid values of a kind.
  ///
  /// | kind | text |
  /// |---|---|
  /// | choice of 12 | One of 12 |
  /// | list of 1 to 3 texts, unique | List of 1 to 3 strings, no two the same |
  /// | whole numbers under keys | Whole numbers under keys |
  /// | list with a title for each place | List of values |
  /// | alternatives for every type | Any value |
  package static func text(_ kind: FormKind) -> String {
    switch kind {
    case .boolean: "True or false"
    case .integer(let limits): "Whole number" + range(limits)
    case .number(let limits): "Number" + range(limits)
    case .string(let limits): string(limits)
    case .choice(let choices): "One of \(choices.count)"
    case .flags(let choices): "Any of \(choices.count)"
    case .list(let element, let limits) where limits.isRange:
      "Two ends of a range, each a \(text(element).lowercased())"
    case .list(let element, let limits):
      "List of " + (count(limits.minCount, most: limits.maxCount).map { $0 + " " } ?? "") + plural(element)
        + (limits.isUnique ? ", no two the same" : "")
    case .dictionary(let value):
      "\(plural(value).withCapital) under keys"
    case .object: "Group of fields"
    case .variants where kind.isAnything: "Any value"
    case .variants(let variants): "One of \(Phrase.count(variants.count, noun: "alternative"))"
    case .recursive(let recursive): text(recursive.kind)
    case .json: "Any JSON"
    }
  }

  /// Returns the range of a number, a duration or a date, short enough for the space beside a field: `1 to 30 days`;
  /// empty for other kinds, and without limits.
  package static func range(_ setting: FormSetting) -> String {
    let text: String
    switch setting.kind {
    case .integer(let limits), .number(let limits): text = range(limits)
    case .string(let limits): text = range(limits)
    default: return ""
    }
    let words = [text.hasPrefix(" from ") ? String(text.dropFirst(6)) : text, setting.unit ?? ""]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Returns a count with the word for the parts of a list, a dictionary or an object: `1 element`, `3 entries`.
  package static func noun(_ kind: FormKind, count: Int) -> String {
    Phrase.count(count, noun: kind.nounOfParts.one, nouns: kind.nounOfParts.many)
  }

  /// Returns the range of a number. The numbers are spelled as in the form.
  private static func range(_ limits: NumberLimits) -> String {
    let limits = limits.withoutWidth
    guard let step = limits.step, !limits.stepsFromLowerEnd else {
      return range(
        limits.lower, upper: limits.upper, step: limits.step.map(\.description), text: \.description)
    }
    // “1 to 100, in steps of 5” would be 1, 6, 11.
    return range(limits.lower, upper: limits.upper, step: nil, text: \.description)
      + ", a multiple of \(step)"
  }

  /// Returns the range of a duration, with units, or of a date; empty for other text.
  private static func range(_ limits: TextLimits) -> String {
    guard let format = limits.format else { return "" }
    let times = limits.times
    return range(
      times.lower, upper: times.upper, step: times.step.map(TextFormat.duration.words),
      text: format.words)
  }

  /// Returns a range as the end of a phrase, beginning with a space: ` from 1 to 30`, ` above 0`,
  /// ` of at least 2 and below 10`; empty without limits.
  private static func range<Value>(
    _ lower: RangeLimit<Value>?, upper: RangeLimit<Value>?, step: String?, text: (Value) -> String
  ) -> String {
    let low = lower.map { ($0.isExclusive ? "above " : "of at least ") + text($0.value) }
    let high = upper.map { ($0.isExclusive ? "below " : "of at most ") + text($0.value) }
    let range =
      switch (lower, upper) {
      case (.inclusive(let lower)?, .inclusive(let upper)?): " from \(text(lower)) to \(text(upper))"
      default: [low, high].compactMap(\.self).joined(separator: " and ").prefixed(by: " ")
      }
    return range + (step.map { ", in steps of \($0)" } ?? "")
  }

  /// Returns the valid strings. A format says more than that the value is text.
  private static func string(_ limits: TextLimits) -> String {
    var text: String
    switch limits.format {
    case .uri: text = "URL"
    case .uuid: text = "UUID"
    case .dateTime: text = "Date and time (RFC 3339)" + range(limits)
    case .duration: text = "Duration" + range(limits)
    case .base64: text = "Bytes in Base64"
    default: text = limits.isMultiline ? "Text of several lines" : "Text"
    }
    if let count = count(limits.minLength, most: limits.maxLength) {
      text += ", \(count) \((limits.maxLength ?? limits.minLength) == 1 ? "character" : "characters")"
    }
    if let pattern = limits.pattern { text += ", matching \(pattern)" }
    return text
  }

  /// Returns limits of a count: `1 to 3`, `at least 1`, `at most 3`; `nil` without limits.
  private static func count(_ least: Int?, most: Int?) -> String? {
    switch (least, most) {
    case (let least?, let most?): "\(least) to \(most)"
    case (let least?, nil): "at least \(least)"
    case (nil, let most?): "at most \(most)"
    case (nil, nil): nil
    }
  }

  /// Returns a kind in the plural, for what a list consists of: `strings`.
  private static func plural(_ kind: FormKind) -> String {
    switch kind {
    // The elements of a list whose positions have kinds of their own.
    case .variants(let variants) where variants[0].mark == .position(0): "values"
    case .object(let section) where !section.title.isEmpty: "\(section.title) groups"
    default: kind.words.plural
    }
  }
}

extension FormKind {
  /// What the parts of a value are called, in the singular and the plural.
  package var nounOfParts: (one: String, many: String) {
    switch parts {
    case .elements: ("element", "elements")
    case .entries: ("entry", "entries")
    case .none, .fields, .alternatives, .definition: ("field", "fields")
    }
  }
}

extension String {
  /// Returns the text after a prefix, or nothing for an empty text, so that a phrase without limits has no space at its
  /// end.
  fileprivate func prefixed(by text: String) -> String { isEmpty ? "" : text + self }

  fileprivate var withCapital: String { prefix(1).uppercased() + dropFirst() }
}
