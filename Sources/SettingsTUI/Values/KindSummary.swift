import Settings

/// The valid values of a setting, in words.
enum KindSummary {
  /// One phrase: `whole number from 1 to 30 in days`.
  static func text(_ setting: FormSetting) -> String {
    var text = text(setting.kind)
    if let unit = setting.unit { text += ", in \(unit)" }
    if setting.isOptional { text += ", or none" }
    return text
  }

  /// The same phrase with all choices as they are written in the file.
  static func fullText(_ setting: FormSetting) -> String {
    let choices: [FormChoice]
    switch setting.kind {
    case .choice(let all), .flags(let all): choices = all
    default: return text(setting)
    }
    let names = choices.prefix(50).map(\.value.description).joined(separator: ", ")
    return text(setting) + ": " + names + (choices.count > 50 ? ", ..." : "")
  }

  static func text(_ kind: FormKind) -> String {
    switch kind {
    case .boolean: "Yes or no"
    case .integer(let limits): "Whole number" + range(limits)
    case .number(let limits): "Number" + range(limits)
    case .string(let limits): string(limits)
    case .choice(let choices): "One of \(choices.count)"
    case .flags(let choices): "Any of \(choices.count)"
    case .list(let element, let limits):
      "List of \(count(limits))\(plural(element))\(limits.isUnique ? ", no two the same" : "")"
    case .dictionary(let value):
      "\(plural(value).prefix(1).uppercased())\(plural(value).dropFirst()) under keys"
    case .object: "Group of fields"
    case .json: "Any JSON"
    }
  }

  /// A number's range, short enough for the space beside a field: `1 to 30 days`; empty for other kinds.
  static func range(_ setting: FormSetting) -> String {
    let text: String
    switch setting.kind {
    case .integer(let limits), .number(let limits): text = range(limits)
    default: return ""
    }
    let words = [text.hasPrefix(" from ") ? String(text.dropFirst(6)) : text, setting.unit ?? ""]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The number of elements, entries or fields of a value: `3 elements`.
  static func noun(_ kind: FormKind, count: Int) -> String {
    switch kind {
    case .list: Phrase.count(count, "element")
    case .dictionary: "\(count) \(count == 1 ? "entry" : "entries")"
    default: Phrase.count(count, "field")
    }
  }

  private static func range(_ limits: NumberLimits) -> String {
    var text = ""
    switch (limits.lower, limits.upper) {
    case (.inclusive(let low)?, .inclusive(let high)?): text = " from \(low) to \(high)"
    case (let low?, let high?): text = " \(lower(low)) and \(upper(high))"
    case (let low?, nil): text = " \(lower(low))"
    case (nil, let high?): text = " \(upper(high))"
    case (nil, nil): break
    }
    if let step = limits.step { text += ", in steps of \(step)" }
    return text
  }

  private static func lower(_ bound: NumberLimits.Bound) -> String {
    switch bound {
    case .inclusive(let value): "of at least \(value)"
    case .exclusive(let value): "above \(value)"
    }
  }

  private static func upper(_ bound: NumberLimits.Bound) -> String {
    switch bound {
    case .inclusive(let value): "of at most \(value)"
    case .exclusive(let value): "below \(value)"
    }
  }

  private static func string(_ limits: TextLimits) -> String {
    var text: String
    switch limits.format {
    case .uri: text = "URL"
    case .uuid: text = "UUID"
    case .dateTime: text = "Date and time (RFC 3339)"
    case .duration: text = "Duration (ISO 8601)"
    case .base64: text = "Bytes in Base64"
    case nil: text = limits.isMultiline ? "Text of several lines" : "Text"
    }
    switch (limits.minLength, limits.maxLength) {
    case (let low?, let high?): text += ", \(low) to \(high) characters"
    case (let low?, nil): text += ", at least \(low) characters"
    case (nil, let high?): text += ", at most \(high) characters"
    case (nil, nil): break
    }
    if let pattern = limits.pattern { text += ", matching \(pattern)" }
    return text
  }

  private static func count(_ limits: ListLimits) -> String {
    switch (limits.minCount, limits.maxCount) {
    case (let low?, let high?): "\(low) to \(high) "
    case (let low?, nil): "at least \(low) "
    case (nil, let high?): "at most \(high) "
    case (nil, nil): ""
    }
  }

  private static func plural(_ kind: FormKind) -> String {
    switch kind {
    case .boolean: "yes or no"
    case .integer: "whole numbers"
    case .number: "numbers"
    case .string: "texts"
    case .choice: "choices"
    case .flags: "sets"
    case .list: "lists"
    case .dictionary: "dictionaries"
    case .object(let section): section.title.isEmpty ? "groups" : "\(section.title) groups"
    case .json: "JSON values"
    }
  }
}
