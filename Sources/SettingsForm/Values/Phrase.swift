/// Phrases that are used in several messages, so that the same thing is said in the same words everywhere.
///
/// Messages are sentences about one problem: "Use 3 or less instead of 5." A phrase is a part of such a sentence,
/// without a capital at its start and a period at its end.
package enum Phrase {
  /// The character shown in place of a character of a secret while it is typed.
  static let maskCharacter: Character = "*"
  /// The text shown in place of a secret, whatever its length is, because the length of a password is a secret, too.
  static let mask = String(repeating: maskCharacter, count: 8)

  /// Returns `a, b and c`.
  package static func enumeration(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Returns `a, b or c`.
  package static func alternatives(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  /// The most choices that a sentence lists. Of more, it names those nearest to what was written, so it suggests none of them again.
  package static let mostListed = 12

  /// Returns `a, b or c`; of more than twelve choices, the few that are nearest to a text, or else the first, and how to list all.
  ///
  /// - Parameter text: What was written instead of a choice; `nil` if it isn't told.
  package static func fewAlternatives(_ names: [String], near text: String?) -> String {
    guard names.count > mostListed else { return alternatives(names) }
    return few(names, near: text, name: \.self).joined(separator: ", ") + others(of: names.count)
  }

  /// Returns `one of "a", "b"`, likewise. A list of 400 time zones would be longer than a screen.
  static func choices(_ choices: [JSONValue], near text: String?) -> String {
    if choices.count == 1, let only = choices.first { return whole(only) }
    guard choices.count > mostListed else { return "one of " + choices.map(whole).joined(separator: ", ") }
    return few(choices, near: text, name: \.plainText).map(whole).joined(separator: ", ")
      + others(of: choices.count)
  }

  private static func few<Choice>(_ choices: [Choice], near text: String?, name: (Choice) -> String)
    -> [Choice]
  {
    let near = text.map { EditDistance.similar(to: $0, among: choices.map(name)) } ?? []
    return near.isEmpty ? Array(choices.prefix(8)) : near.prefix(8).map { choices[$0] }
  }

  private static func others(of count: Int) -> String {
    " or another of the \(count) choices (describe lists all)"
  }

  /// Returns a number with its noun, for nouns whose plural has only an `s`: `1 error`, `0 errors`.
  package static func count(_ count: Int, noun: String) -> String {
    self.count(count, noun: noun, nouns: "\(noun)s")
  }

  /// `1 entry`, `2 entries`.
  package static func count(_ count: Int, noun: String, nouns: String) -> String {
    "\(count) \(count == 1 ? noun : nouns)"
  }

  /// Returns `1st`, `2nd`, `11th`.
  package static func ordinal(_ number: Int) -> String {
    let isTeen = (11...13).contains(number % 100)
    return switch number % 10 {
    case 1 where !isTeen: "\(number)st"
    case 2 where !isTeen: "\(number)nd"
    case 3 where !isTeen: "\(number)rd"
    default: "\(number)th"
    }
  }

  /// Returns ` instead of 3`, as the end of a sentence about a wrong count; empty for a count that isn't told, because
  /// the value is secret.
  static func instead(_ count: Int?) -> String {
    count.map { " instead of \($0)" } ?? ""
  }

  /// Returns a suggestion as the end of a sentence: `; perhaps you mean port`. Empty if there is neither a name nor
  /// advice.
  ///
  /// - Parameter advice: The suggestion without a name.
  package static func didYouMean(_ name: (some CustomStringConvertible)?, else advice: String = "") -> String
  {
    if let name { return "; perhaps you mean \(name)" }
    return advice.isEmpty ? "" : "; \(advice)"
  }

  /// Returns a suggestion of the name that is most similar to another; see ``EditDistance/nearest(to:among:)``.
  package static func didYouMean(_ name: String, among names: [String], else advice: String = "") -> String {
    didYouMean(EditDistance.nearest(to: name, among: names), else: advice)
  }

  /// Returns text in quotation marks, escaped as in JSON and cut: a line break in a key can't break the message.
  static func quoted(_ text: String) -> String { excerpt(.string(text)) }

  /// Returns a value as JSON on one line, cut to at most 40 characters. A list or an object is named by its type, since
  /// its beginning says little.
  package static func excerpt(_ value: JSONValue) -> String {
    switch value {
    case .array: return "a list"
    case .object: return "an object"
    default: return whole(value)
    }
  }

  /// Returns any value as JSON, cut to 40 characters. Two choices that are objects differ in what they contain.
  private static func whole(_ value: JSONValue) -> String {
    switch value {
    case .string(let text):
      let start = text.unicodeScalars.prefix(41)
      guard start.count > 40 else { return JSONValue.string(text).description }
      return JSONValue.string(String(String.UnicodeScalarView(start.dropLast())) + "…").description
    case .null, .bool, .number, .array, .object:
      let text = value.description
      return text.utf8.count <= 40 ? text : String(text.prefix(40)) + "…"
    }
  }
}
