import SettingsJSON

extension FormSetting {
  /// Parses typed text according to the setting's type. Limits aren't checked.
  ///
  /// `null` is the empty value of an optional setting. A list is typed as elements with commas between them, or as a JSON
  /// array; an option set can also be typed as `all` or `none`. A range is typed as `1...5`. A duration and a number with a
  /// unit of time or storage can have units (`1h 30m`, `512 MB`). Dictionaries and structs are typed as JSON, and an
  /// alternative without required members by its name.
  ///
  /// If values of any type are valid, other text is JSON, or else a string.
  ///
  /// Of alternatives that read the text, one that makes a value of the type of the `current` value wins: with a number and a string as
  /// alternatives, `9090` in place of `"8080"` is `"9090"`.
  ///
  /// ```swift
  /// try timePeriod.value(parsing: "14")  // 14
  /// try display.value(parsing: "showBorder, largeFont")
  /// ```
  ///
  /// The same text can be typed on a command line, in the editor's fields, in the line-by-line editor and in an environment variable. The
  /// types say what is meant, so strings need no quotes and `yes` is only `true` where a Boolean is wanted.
  package func value(
    parsing text: String, over current: JSONValue? = nil
  ) throws(ValueTextError) -> JSONValue {
    if isOptional, text == "null" { return .null }
    // Names and templates of a struct come first, since nothing else can be typed for it but JSON.
    if let value = ownValue(parsing: text) { return value }
    do throws(ValueTextError) {
      return try kind.value(parsing: text, unit: self.unit, over: current?.kind)
    } catch {
      let own = ownTexts
      if !own.isEmpty { throw .notAnAlternative(own, text: text) }
      guard traits.contains(.anyType) else { throw isOptional ? .noValueAllowed(error) : error }
      return (try? JSONValue(parsing: text)) ?? .string(text)
    }
  }
}

/// Why typed text isn't a value of a setting's type. Its sentence says what to type instead.
package enum ValueTextError: Error, Hashable, Sendable {
  /// The text is neither `true` nor `false`, nor one of `yes`, `no`, `on` and `off`.
  case notABoolean
  /// The text isn't a number in JSON's grammar.
  case notANumber(isWhole: Bool)
  /// The text is neither a number of units nor an amount.
  case notAnAmount(unit: String, isWhole: Bool, example: String)
  /// The text isn't a duration.
  case notADuration
  /// The text has an unknown unit.
  case unknownUnit(String, known: [String])
  /// The amount isn't exact in the setting's unit: `90 s` in whole minutes.
  case notExact(String, unit: String, isWhole: Bool)
  /// The text isn't one of the choices.
  case notAChoice([String], text: String)
  /// The text is neither JSON nor what an alternative can be typed as, such as one of its choices.
  case notAnAlternative([String], text: String)
  /// The text is the name of an alternative that requires members, which only JSON can give.
  case needsMembers(String)
  /// The text isn't JSON.
  case notJSON(JSONParseError)
  /// The text isn't a value of an optional setting, which also allows no value.
  indirect case noValueAllowed(ValueTextError)
}

extension ValueTextError: CustomStringConvertible {
  /// One sentence that says what to type instead, in the form of the sentences about problems of values.
  package var description: String {
    switch self {
    case .notABoolean: "Use true or false."
    case .notANumber(isWhole: true): "Use a whole number, such as 12."
    case .notANumber(isWhole: false): "Use a number, such as 0.5."
    case .notAnAmount(let unit, let isWhole, let example):
      "Use a \(isWhole ? "whole " : "")number of \(unit), or an amount such as \(example)."
    case .notADuration: "Use a duration, such as 90 s, 1 h 30 min or PT1M30S."
    case .unknownUnit(let unit, let known):
      "Use one of the units \(Phrase.alternatives(known)) instead of \(unit)."
    case .notExact(let amount, let unit, true):
      "Use an amount that is a whole number of \(unit); \(amount) isn't."
    case .notExact(let amount, let unit, false): "Use an amount that is exact in \(unit); \(amount) isn't."
    case .notAChoice(let names, let text):
      "Use \(Phrase.fewAlternatives(names, near: text))\(Self.suggestion(for: text, among: names))."
    case .notAnAlternative([], _): "Use a value in JSON."
    case .notAnAlternative(let names, let text):
      "Use \(Phrase.fewAlternatives(names, near: text)), or a value in JSON\(Self.suggestion(for: text, among: names))."
    case .needsMembers(let name): "Use \(name) in JSON, with its members."
    case .notJSON(let error): "Use a value in JSON: \(error)"
    case .noValueAllowed(let error): "\(error) Use null for no value."
    }
  }

  private static func suggestion(for text: String, among names: [String]) -> String {
    names.count > Phrase.mostListed ? "" : Phrase.didYouMean(text, among: names)
  }
}

extension FormKind {
  /// Parses typed text as a value of the kind.
  ///
  /// - Parameters:
  ///   - unit: The unit of the setting, in which a number without a unit counts.
  ///   - current: The type of the value that the new one replaces, which alternatives keep if they can.
  func value(
    parsing text: String, unit: String?, over current: JSONValue.Kind? = nil
  ) throws(ValueTextError) -> JSONValue {
    switch self {
    case .boolean:
      switch text.lowercased() {
      case "true", "yes", "on": return .bool(true)
      case "false", "no", "off": return .bool(false)
      default: throw .notABoolean
      }
    case .integer, .number:
      if let number = JSONNumber(text) { return .number(number) }
      // Only a setting with a unit can have an amount.
      guard let unit else { throw .notANumber(isWhole: isInteger) }
      return .number(try JSONNumber(parsing: text, unit: unit, isWhole: isInteger))
    case .string(let limits):
      return .string(limits.format == .duration ? try FixedDuration.text(parsing: text) : text)
    case .choice(let choices):
      return try choices.value(parsing: text)
    case .flags(let choices):
      if text.first == "[" { return try Self.json(text) }
      switch text {
      case "none", "": return .array([])
      case "all": return .array(choices.map(\.value))
      default:
        return .array(
          try Self.words(text).map { word throws(ValueTextError) in try choices.value(parsing: word) })
      }
    case .list(let element, let limits):
      if text.first == "[" { return try Self.json(text) }
      // Commas in a struct don't separate elements.
      if text.first == "{", !element.resolved.isScalar { return .array([try Self.json(text)]) }
      return .array(
        try Self.words(limits.isRange ? text.replacing("..<", with: ",").replacing("...", with: ",") : text)
          .map { word throws(ValueTextError) in try element.value(parsing: word, unit: unit) })
    case .variants(let variants) where variants.areDistinguishedByKind:
      return try variants.value(parsing: text, unit: unit, over: current)
    case .variants(let variants):
      if let value = try variants.value(parsing: text) { return value }
      return try Self.json(text)
    case .recursive(let recursive):
      return try recursive.kind.value(parsing: text, unit: unit, over: current)
    case .dictionary, .object, .json:
      return try Self.json(text)
    }
  }

  private var isInteger: Bool {
    if case .integer = self { true } else { false }
  }

  /// Returns the elements of a typed list: `a, b` has two, and text of white space has none. An element with a comma
  /// has to be typed in a JSON array.
  private static func words(_ text: String) -> [String] {
    guard text.contains(where: { !$0.isWhitespace }) else { return [] }
    return text.split(separator: ",", omittingEmptySubsequences: false).map { String($0.trimmed) }
  }

  /// Parses JSON; the error has the sentence of the parser.
  private static func json(_ text: String) throws(ValueTextError) -> JSONValue {
    do {
      return try JSONValue(parsing: text)
    } catch {
      throw .notJSON(error)
    }
  }
}

extension [FormChoice] {
  /// Returns the choice with a typed value, or else with a typed title, whose case doesn't matter.
  ///
  /// Of the choices `false` and `"false"`, `false` is the first, and `"false"` with its quotation marks the second.
  func value(parsing text: String) throws(ValueTextError) -> JSONValue {
    // JSON is compared by its value, because it can be written in several ways: {"k":1} and {"k": 1}, 1 and 1.0.
    let json = try? JSONValue(parsing: text)
    let byValue = first { $0.value == json } ?? first { $0.value == .string(text) }
    guard let choice = byValue ?? first(where: { $0.title.lowercased() == text.lowercased() }) else {
      // The empty string is visible only in quotes.
      let names = map { $0.value == "" ? $0.value.description : $0.text(.typed, among: self) }
      throw .notAChoice(names, text: text)
    }
    return choice.value
  }
}

extension [FormVariant] {
  /// Whether the alternatives have no keys, so that the type of the value decides.
  fileprivate var areDistinguishedByKind: Bool { contains { $0.mark == .kind } }

  /// Returns the value of the first alternative that reads the text: JSON, then choices, Boolean values, numbers and
  /// strings.
  ///
  /// A list reads text only if no other alternative is meant by it: with numbers, the choices `off` and `on`, and a
  /// list, `eror` is a mistyped choice, not a list of one string.
  ///
  /// For a number or a string, `80` is the number, and `"80"` the string. In place of a string, `80` is a string, too.
  func value(
    parsing text: String, unit: String?, over current: JSONValue.Kind? = nil
  ) throws(ValueTextError) -> JSONValue {
    if text.looksLikeJSON, let value = try? JSONValue(parsing: text), variant(of: value) != nil {
      return value
    }
    if current == .string,
      contains(where: { (try? $0.kind.value(parsing: text, unit: unit)) == .string(text) })
    {
      return .string(text)
    }
    if let flag = Bool(text), contains(where: { $0.kind == .boolean }) { return .bool(flag) }
    for variant in sorted(by: { $0.kind.rankOfText < $1.kind.rankOfText }) {
      if case .list(let element, _) = variant.kind.resolved, !areListElements(text, element: element) {
        continue
      }
      guard let value = try? variant.kind.value(parsing: text, unit: unit) else { continue }
      return value
    }
    let choices = flatMap { variant -> [String] in
      if case .choice(let choices) = variant.kind.resolved { choices.map(\.shownValue) } else { [] }
    }
    let types = compactMap { variant -> String? in
      switch variant.kind.resolved {
      case .boolean: "true or false"
      case .integer: "a whole number"
      case .number: "a number"
      default: nil
      }
    }
    throw .notAnAlternative(choices + types, text: text)
  }

  /// Whether text is meant as the elements of a list, where a list is one of several alternatives. With a comma, it is. Without one, `eror`
  /// beside the choices `on` and `off` is taken for a mistyped choice.
  private func areListElements(_ text: String, element: FormKind) -> Bool {
    // The alternatives that could have been meant by one word.
    let scalars = map(\.kind.resolved).filter { $0.rankOfText > 0 && $0.rankOfText < 5 || $0.isChoice }
    guard !scalars.isEmpty else { return true }
    switch element.resolved {
    case .choice, .boolean, .integer, .number, .string: break
    default: return false
    }
    // Commas separate elements.
    if text.contains(",") { return true }
    let isNumber = JSONNumber(text) != nil
    return !scalars.contains { kind in
      switch kind {
      case .integer, .number: isNumber
      case .boolean: text.lowercased() == "true" || text.lowercased() == "false"
      case .choice(let choices): choices.contains { ($0.value.kind == .number) == isNumber }
      default: true
      }
    }
  }

  /// Returns the value of the alternative with a typed name or title; `nil` for JSON.
  ///
  /// - Throws: ``ValueTextError`` for any other text, and for an alternative that needs members.
  fileprivate func value(parsing text: String) throws(ValueTextError) -> JSONValue? {
    if text.first(where: { !$0.isWhitespace }) == "{" { return nil }
    let byName = first { $0.name == text }
    guard let variant = byName ?? first(where: { $0.title.lowercased() == text.lowercased() }) else {
      throw .notAnAlternative(filter { $0.bareValue != nil }.map(\.name), text: text)
    }
    guard let value = variant.bareValue else { throw .needsMembers(variant.name) }
    return value
  }
}

extension String {
  /// Whether the text starts like a list, an object or a string in JSON.
  fileprivate var looksLikeJSON: Bool {
    switch first(where: { !$0.isWhitespace }) {
    case "{", "[", "\"": true
    default: false
    }
  }
}

extension FormKind {
  fileprivate var isChoice: Bool {
    if case .choice = self { true } else { false }
  }

  /// The position of the kind in the order in which alternatives read text: the fewer strings a kind reads, the earlier it comes.
  ///
  /// With a number and a string as alternatives, `80` is the number, because it comes earlier; the string `80` can be written as JSON,
  /// `"80"`.
  fileprivate var rankOfText: Int {
    switch resolved {
    case .choice, .flags: 0
    case .boolean: 1
    case .integer: 2
    case .number: 3
    case .string: 4
    case .list: 5
    case .dictionary, .object, .variants, .recursive, .json: 6
    }
  }
}

/// Words of a command line of a POSIX shell.
package enum ShellWord {
  /// Returns a string as one word, in single quotes if the shell would interpret one of its characters: `it's` becomes
  /// `'it'\''s'`, and the empty string `''`.
  ///
  /// POSIX.1-2024, Shell Command Language, 2.2: between single quotes every character is literal, and a single quote
  /// isn't allowed. A string with a NUL can't be a word.
  package static func quoted(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy(isSafe)
    return isPlain ? text : "'" + text.replacing("'", with: #"'\''"#) + "'"
  }

  /// Whether no shell interprets a character, wherever it is in a word.
  private static func isSafe(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "_-./:=@%+,".utf8.contains(byte)
  }
}

extension StringProtocol {
  /// The text without white space at its ends, including line breaks.
  package var trimmed: SubSequence {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? start
  }
}
