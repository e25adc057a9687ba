/// The valid values of a setting, in words.
///
/// The same phrases are in the editor's help pane, in `describe`, in tables and in exported descriptions, so they are short, start with a
/// capital letter and have no period. Limits with both ends included, which are most, have the short form "from 1 to 30".
package enum KindSummary {
  /// Returns the valid values as one phrase: `whole number from 1 to 30 in days`.
  package static func text(_ setting: FormSetting) -> String {
    var text = text(setting.kind)
    if let unit = setting.unit { text += ", in \(unit)" }
    if setting.choicesHook != nil { text += ", with choices of the app" }
    let suggestions = setting.suggestions.count
    if suggestions > 0 { text += ", with \(Phrase.count(suggestions, noun: "suggestion"))" }
    if setting.isOptional, !setting.kind.isAnything { text += ", or none" }
    return text
  }

  /// Returns the same phrase with all choices as they are written in the file.
  package static func fullText(_ setting: FormSetting) -> String {
    let choices: [FormChoice]
    switch setting.kind {
    case .choice(let all), .flags(let all): choices = all
    case .variants(let variants) where !setting.kind.isAnything:
      return text(setting) + ": " + variants.map(\.name).joined(separator: ", ")
    default: choices = setting.suggestions
    }
    if choices.isEmpty { return text(setting) }
    let names = choices.prefix(50).map(\.value.description).joined(separator: ", ")
    return text(setting) + ": " + names + (choices.count > 50 ? ", ..." : "")
  }

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

  /// Returns the range of a number, a duration or a date, short enough for the space beside a field: `1 to 30 days`; empty for
  /// other kinds.
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

  /// Returns the number of elements, entries or fields of a value: `3 elements`.
  package static func noun(_ kind: FormKind, count: Int) -> String {
    Phrase.count(count, noun: kind.nounOfParts.one, nouns: kind.nounOfParts.many)
  }

  private static func range(_ limits: NumberLimits) -> String {
    guard let step = limits.step, !limits.stepsFromLowerEnd else {
      return range(
        limits.lower, upper: limits.upper, step: limits.step.map(\.description), text: \.description)
    }
    // “1 to 100, in steps of 5” would be 1, 6, 11.
    return range(limits.lower, upper: limits.upper, step: nil, text: \.description)
      + ", a multiple of \(step)"
  }

  private static func range(_ limits: TextLimits) -> String {
    guard let format = limits.format else { return "" }
    let times = limits.times
    return range(
      times.lower, upper: times.upper, step: times.step.map(TextLimits.Format.duration.words),
      text: format.words)
  }

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

  private static func string(_ limits: TextLimits) -> String {
    var text: String
    switch limits.format {
    case .uri: text = "URL"
    case .uuid: text = "UUID"
    case .dateTime: text = "Date and time (RFC 3339)" + range(limits)
    case .duration: text = "Duration" + range(limits)
    case .base64: text = "Bytes in Base64"
    case nil: text = limits.isMultiline ? "Text of several lines" : "Text"
    }
    if let count = count(limits.minLength, most: limits.maxLength) {
      text += ", \(count) \((limits.maxLength ?? limits.minLength) == 1 ? "character" : "characters")"
    }
    if let pattern = limits.pattern { text += ", matching \(pattern)" }
    return text
  }

  private static func count(_ least: Int?, most: Int?) -> String? {
    switch (least, most) {
    case (let least?, let most?): "\(least) to \(most)"
    case (let least?, nil): "at least \(least)"
    case (nil, let most?): "at most \(most)"
    case (nil, nil): nil
    }
  }

  private static func plural(_ kind: FormKind) -> String {
    switch kind {
    case .boolean: "true or false"
    case .integer: "whole numbers"
    case .number: "numbers"
    case .string: "strings"
    case .choice: "choices"
    case .flags: "sets"
    case .list: "lists"
    case .dictionary: "dictionaries"
    // The elements of a list whose positions have kinds of their own.
    case .variants(let variants): variants[0].mark == .position(0) ? "values" : "alternatives"
    case .object(let section): section.title.isEmpty ? "groups" : "\(section.title) groups"
    case .recursive: "values"
    case .json: "JSON values"
    }
  }
}

extension String {
  /// Returns the string after a prefix; empty if the string is empty.
  fileprivate func prefixed(by text: String) -> String { isEmpty ? "" : text + self }

  /// The text with a capital at its start.
  fileprivate var withCapital: String { prefix(1).uppercased() + dropFirst() }
}
