extension FormSetting {
  /// The text that stands for a secret value.
  package static let mask = Secrecy.mask

  /// Returns a value on one line for people: choices by title, lists with commas, numbers with their unit; secrets are masked.
  ///
  /// Whole numbers have plain digits. Text that reads as another type is quoted, and long text cut (``ShownText``). `(not set)` stands for
  /// no value, `none` for `null`, and `empty` for text without characters.
  ///
  /// A duration of `PT5400S` is `1 h 30 min`, a choice `"dbg"` with the title "Debug" is `Debug`, 14 with the unit days is `14 days`, and the
  /// string `"14"` is `"14"`. The result can't be read back; see ``typedText(for:showsSecrets:)``.
  ///
  /// - Parameters:
  ///   - other: The value that this one is compared with. Text that only looks like it is told apart by codes.
  ///   - use: Whether choices are shown by their titles or by their values.
  package func text(
    for value: JSONValue?, besides other: JSONValue? = nil, _ use: TextUse = .forPeople
  ) -> String {
    let text = wholeText(for: inPlainDigits(value, besides: other), use)
    guard let other else { return ShownText.brief(text) }
    let both = ShownText.apart(text, wholeText(for: inPlainDigits(other, besides: value), use))
    return ShownText.brief(both.old, besides: both.new)
  }

  /// Returns a value on one line for people, however long it is. A search looks for words in it.
  package func wholeText(for value: JSONValue?, _ use: TextUse = .forPeople) -> String {
    guard let value else { return "(not set)" }
    if value == .null { return use == .typed ? "null" : "none" }
    // Only the masked value is made into text from here on.
    let shown = secrecy.masked(value)
    if let text = ownText(for: value), use == .forPeople || (try? self.value(parsing: text)) == value {
      return text
    }
    let text = kind.text(for: shown, use)
    if use == .forPeople, let unit = self.unit, case .number = shown { return "\(text) \(unit)" }
    return text
  }

  /// Returns a value as `value(parsing:)` parses it; secrets are masked by default. Empty for no value.
  ///
  /// It is what a field has when a person begins to edit. A text that would be read as another value, such as a list
  /// whose element has a comma, is JSON instead.
  ///
  /// | value | setting | text |
  /// |---|---|---|
  /// | `["a", "b"]` | list of text | `a, b` |
  /// | `["a, b"]` | list of text | `["a, b"]` |
  /// | `"dbg"` | choice with the title Debug | `dbg` |
  /// | `null` | optional | `null` |
  package func typedText(for value: JSONValue?, showsSecrets: Bool = false) -> String {
    guard let value else { return "" }
    if value == .null { return "null" }
    // A preset or a template is used only if it can be read back.
    if let text = ownText(for: value), (try? self.value(parsing: text)) == value { return text }
    return kind.text(for: showsSecrets ? value : secrecy.masked(value), .typed)
  }

  /// Returns a value with its secrets masked; `null` for no value.
  package func masked(_ value: JSONValue?) -> JSONValue {
    value.map(secrecy.masked) ?? .null
  }

  /// Whether a value contains the mask of a secret, as masked output does. Storing it would replace the secret by eight
  /// stars.
  package func holdsMask(_ value: JSONValue) -> Bool {
    secrecy.unmasked(value, from: nil) == nil
  }

  /// Whether a part of the value is masked when it is shown. `null` and empty text never are.
  package func hidesPart(of value: JSONValue?) -> Bool {
    value.map(secrecy.hidesPart) ?? false
  }
}

/// Structs with a text of their own.
extension FormSetting {
  /// The name of the value, or else its text by the template; `nil` for a setting without them, and for a value with
  /// secrets. `{"width": 1920, "height": 1080}` is `Full HD` with such a preset, and `1920 × 1080` by the template
  /// `{width} × {height}`.
  package func ownText(for value: JSONValue) -> String? {
    guard !holdsSecrets else { return nil }
    if let preset = self.presets.first(where: { $0.value == value }) { return preset.title }
    guard let template, case .object(let section) = kind else { return nil }
    return template.text(of: value, section)
  }

  /// Returns the value that a name or a text by the template means; `nil` for other text, which is read as JSON then.
  func ownValue(parsing text: String) -> JSONValue? {
    if let preset = self.presets.first(where: { $0.title.lowercased() == text.lowercased() }) {
      return preset.value
    }
    guard let template, case .object(let section) = kind else { return nil }
    return template.value(parsing: text, section, others: defaultValue)
  }

  /// What can be typed for the struct besides JSON: the titles of the presets, and the template.
  var ownTexts: [String] { self.presets.map(\.title) + [self.textTemplate].compactMap(\.self) }

  /// The template; `nil` without one, or for a malformed one.
  private var template: TextTemplate? { self.textTemplate.flatMap { TextTemplate($0) } }
}

/// Text with the values of members between other characters.
///
/// `{width} × {height} px` has two members, with nothing and ` × ` before them, and ends with ` px`. Spaces don't
/// matter when text is read: `4×3px` is the same. Two keys need something between them, or the text couldn't be divided
/// again.
package struct TextTemplate: Sendable {
  /// The text in front of each key, and the key.
  package let members: [(before: String, key: String)]
  /// The text after the last key.
  let end: String

  /// Parses a template; returns `nil` if it has no key, if two keys aren't separated, or if a brace has no counterpart.
  package init?(_ template: String) {
    var members: [(before: String, key: String)] = []
    var rest = template[...]
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else { return nil }
      let before = String(rest[..<open])
      if before.isEmpty, !members.isEmpty { return nil }
      members.append((before, String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    guard !members.isEmpty else { return nil }
    (self.members, end) = (members, String(rest))
  }

  /// Returns the text of a struct; `nil` if a member has no value, since the text would have a hole.
  func text(of value: JSONValue, _ section: FormSection) -> String? {
    var text = ""
    for (before, key) in members {
      guard let setting = section.setting(key), let member = value.member(key) else { return nil }
      text += before + (member.text ?? setting.wholeText(for: member))
    }
    return text + end
  }

  /// Returns the struct that text means: the members of the template, and the others of a value; `nil` for other text.
  ///
  /// Each value goes up to the text behind it. If that is only white space, it goes up to the next white space.
  ///
  /// - Parameter others: The default of the struct, whose other members the result has.
  func value(parsing text: String, _ section: FormSection, others: JSONValue?) -> JSONValue? {
    var object = JSONObject()
    if case .object(let others)? = others { object = others }
    var rest = text.trimmed
    for (position, (before, key)) in members.enumerated() {
      guard let setting = section.setting(key), rest.removePrefix(before.trimmed) else { return nil }
      let next = String((position + 1 < members.count ? members[position + 1].before : end).trimmed)
      let stop =
        next.isEmpty
        ? (position + 1 < members.count ? rest.firstIndex(where: \.isWhitespace) : rest.endIndex)
        : rest.firstRange(of: next)?.lowerBound
      guard let stop, let value = try? setting.value(parsing: String(rest[..<stop].trimmed)) else {
        return nil
      }
      object[key] = value
      rest = rest[stop...]
    }
    return rest.removePrefix(end.trimmed) && rest.isEmpty ? .object(object) : nil
  }
}

extension FormSection {
  /// The field with a key; `nil` for an inner section, which has no text for a template.
  fileprivate func setting(_ key: String) -> FormSetting? {
    for case .setting(let setting) in items where setting.key == key { return setting }
    return nil
  }
}

extension Substring {
  /// Removes a prefix and the white space around it; returns `false` if the text has another one.
  fileprivate mutating func removePrefix(_ prefix: Substring) -> Bool {
    self = trimmed
    guard hasPrefix(prefix) else { return false }
    self = dropFirst(prefix.count).trimmed
    return true
  }
}

/// The use of text: a person reads or types it. What is read can be shorter and friendlier; what is typed has to be
/// read back as the same value.
package enum TextUse: Sendable {
  /// Choices by title, amounts with units.
  case forPeople
  /// Choices by value, as the file has them.
  case byValue
  /// As `value(parsing:)` reads it.
  case typed
}

extension FormKind {
  /// Returns a value as text. A value that isn't of the kind, which a file can have, is shown as it is.
  fileprivate func text(for value: JSONValue, _ use: TextUse) -> String {
    switch (self, value) {
    case (.choice(let choices), _):
      let choice = choices.first { $0.value == value }
      return choice.map { $0.text(use, among: choices) } ?? value.text(use)
    case (.flags(let choices), .array(let elements)):
      if elements.isEmpty { return "none" }
      return FormKind.choice(choices).text(forEach: elements, use)
    case (.list(let element, let limits), .array(let ends))
    where limits.isRange && use == .forPeople && ends.count == 2:
      return "\(element.text(for: ends[0], use)) to \(element.text(for: ends[1], use))"
    case (.list(let element, _), .array(let elements)) where element.isOneWord(in: elements, use):
      return element.text(forEach: elements, use)
    case (.variants(let variants), _):
      return variants.variant(of: value)?.text(for: value, use, among: variants) ?? value.text(use)
    case (.recursive(let recursive), _): return recursive.kind.text(for: value, use)
    case (.object(let section), .object(let object)) where use == .forPeople:
      let strings = section.strings(of: object)
      return strings.isEmpty ? value.text(use) : strings
    case (.string(let limits), .string(let text)) where use == .forPeople && limits.format == .duration:
      return TextFormat.duration.words(for: text)
    default:
      return value.text(use)
    }
  }

  /// Returns values with commas between them. Choices are looked up in a table, because there may be many values and
  /// many choices.
  private func text(forEach values: [JSONValue], _ use: TextUse) -> String {
    guard case .choice(let choices) = self else {
      return values.map { text(for: $0, use) }.joined(separator: ", ")
    }
    let texts = Dictionary(choices.lazy.map { ($0.value, $0.text(use, among: choices)) }) { first, _ in first
    }
    return values.map { texts[$0] ?? $0.text(use) }.joined(separator: ", ")
  }

  /// Whether elements can be joined with commas; for text that is typed, whether they can also be split and read again.
  /// An empty string, a string with a comma, and a string that begins with a bracket can't.
  private func isOneWord(in elements: [JSONValue], _ use: TextUse) -> Bool {
    guard isScalar else { return false }
    var choices: [String: JSONValue] = [:]
    if case .choice(let list) = self, use == .typed {
      choices = Dictionary(list.lazy.map { ($0.text(use, among: list), $0.value) }) { first, _ in first }
    }
    return elements.allSatisfy { element in
      guard case .string(let text) = element else {
        // A schema of another author can allow elements that this kind doesn't read, such as null.
        if use != .typed || choices[element.plainText] == element { return true }
        return choices.isEmpty && (try? value(parsing: element.plainText, unit: nil)) == element
      }
      return !text.isEmpty && text.first != "["
        && !text.contains { $0 == "," || $0.isWhitespace && $0 != " " }
        && text.first != " " && text.last != " "
    }
  }
}

extension JSONValue {
  /// The value as a leaf of text: a string as it is, where it is typed, and otherwise so that it can't be taken for another type.
  fileprivate func text(_ use: TextUse) -> String {
    use == .typed ? plainText : ShownText.leaf(self)
  }
}

extension FormChoice {
  /// The name by which pickers, rows and reviews show the choice: its title, or else its value, quoted if it could be taken for another type.
  package var shownTitle: String { title == value.plainText ? value.text(.forPeople) : title }

  /// The value, as `list` and messages show it.
  package var shownValue: String { value.text(.byValue) }

  package func text(_ use: TextUse, among choices: [FormChoice]) -> String {
    switch use {
    case .forPeople: shownTitle
    case .byValue: value.text(use)
    case .typed:
      // Only text that could be another type can be another choice.
      value.text(.byValue) == value.plainText || (try? choices.value(parsing: value.plainText)) == value
        ? value.plainText : value.description
    }
  }
}

extension FormVariant {
  /// Returns the title with the members, `HTTP (URL: http://x, Retries: 3)`, or the text to type for the value.
  ///
  /// - Parameter variants: All alternatives. If another one would read the text as another value, the result is JSON.
  fileprivate func text(for value: JSONValue, _ use: TextUse, among variants: [FormVariant]) -> String {
    if mark == .kind, use != .forPeople || members == nil {
      let text = kind.text(for: value, use)
      // Another alternative may read the text as another value.
      return use != .typed || (try? variants.value(parsing: text, unit: nil)) == value
        ? text : value.description
    }
    guard use == .forPeople else { return value == bareValue ? name : value.description }
    guard let (keys, section) = members else { return "\(title) \(value)" }
    guard case .object(let object)? = value.member(at: keys) else { return title }
    let strings = section.strings(of: object)
    // That it is an object doesn't say more than its members.
    if mark == .kind, title == Self.objectTitle { return strings.isEmpty ? value.description : strings }
    return strings.isEmpty ? title : "\(title) (\(strings))"
  }
}

extension FormSection {
  /// The members that are set, with their titles: `URL: http://x, Retries: 3`.
  fileprivate func strings(of object: JSONObject) -> String {
    items.compactMap { item -> String? in
      guard let value = object[item.key], value != .null else { return nil }
      switch item {
      case .section(let inner): return "\(inner.title): \(value)"
      case .setting(let setting): return "\(setting.title): \(setting.wholeText(for: value))"
      }
    }.joined(separator: ", ")
  }
}

extension FormSetting {
  /// Returns a value with the whole numbers of an integer setting in plain digits: `1e1` and `10.0` become `10`.
  ///
  /// People read numbers in this form; the document keeps them as they were typed. If the spelling is all in which a value differs from
  /// another one beside it, the value stays as it is.
  fileprivate func inPlainDigits(_ value: JSONValue?, besides other: JSONValue? = nil) -> JSONValue? {
    value == other ? value : value.map(kind.inPlainDigits)
  }
}

extension FormKind {
  /// Returns a value with the numbers of integers in it in plain digits.
  fileprivate func inPlainDigits(_ value: JSONValue) -> JSONValue {
    switch (self, value) {
    case (.integer, .number(let number)): .number(number.inPlainDigits)
    case (.list(let element, _), .array(let elements)): .array(elements.map(element.inPlainDigits))
    default: value
    }
  }
}

extension JSONNumber {
  /// The same number without a fraction or an exponent; unchanged if it isn't whole, or doesn't fit in 128 bits.
  fileprivate var inPlainDigits: JSONNumber {
    guard let whole = integer(as: Int128.self) else { return self }
    return JSONNumber(whole)
  }
}

extension JSONNumber {
  /// Parses a number of units, or an amount in other units of the same dimension: `30 min` in minutes is 30.
  ///
  /// `30`, `30 days` for the unit `days`, and `4 w` are all read. A unit that isn't one of time or storage can only be
  /// repeated: `3 attempts`.
  ///
  /// - Throws: ``ValueTextError`` for another dimension, and for an amount that isn't exact in the setting's unit.
  init(parsing text: String, unit name: String, isWhole: Bool) throws(ValueTextError) {
    if let number = JSONNumber(text.trimmed.droppingUnit(name)) {
      self = number
      return
    }
    guard let unit = QuantityUnit(name) else { throw .notANumber(isWhole: isWhole) }
    let quantity: Quantity
    do throws(Quantity.Fault) {
      quantity = try Quantity(text)
    } catch {
      throw ValueTextError(
        error, else: .notAnAmount(unit: name, isWhole: isWhole, example: unit.example),
        dimension: unit.dimension)
    }
    guard quantity.dimension == unit.dimension else {
      throw .notAnAmount(unit: name, isWhole: isWhole, example: unit.example)
    }
    guard let number = quantity.number(of: unit), !isWhole || number.isWhole else {
      throw .notExact(text, unit: name, isWhole: isWhole)
    }
    self = number
  }
}

extension FixedDuration {
  /// Parses a duration with units, or in ISO 8601, and returns it in ISO 8601: `1h 30m` becomes `PT5400S`.
  ///
  /// Text that begins like ISO 8601 isn't parsed here: it is checked like any value, and so gets the better sentence.
  static func text(parsing text: String) throws(ValueTextError) -> String {
    // A string that is meant as ISO 8601 stays as it was typed, and is checked like a value of the document.
    if text.hasPrefix("P") || text.hasPrefix("-P") { return text }
    let quantity: Quantity
    do throws(Quantity.Fault) {
      quantity = try Quantity(text)
    } catch {
      throw ValueTextError(error, else: .notADuration, dimension: .time)
    }
    guard let duration = quantity.duration else { throw .notADuration }
    return duration.text
  }
}

extension ValueTextError {
  fileprivate init(_ fault: Quantity.Fault, else other: ValueTextError, dimension: QuantityUnit.Dimension) {
    switch fault {
    case .unknownUnit(let unit): self = .unknownUnit(unit, known: QuantityUnit.symbols(of: dimension))
    case .malformed, .noUnit, .outOfRange: self = other
    }
  }
}

extension Substring {
  /// Returns the text before the unit and before the spaces in front of the unit; the whole text if it doesn't end with
  /// the unit.
  fileprivate func droppingUnit(_ unit: String) -> String {
    guard hasSuffix(unit) else { return String(self) }
    return String(dropLast(unit.count).trimmed)
  }
}

extension Secrecy {
  /// Returns an edited value with its masks replaced by the original secrets; `nil` if a mask has no secret, or if its
  /// secret is ambiguous.
  ///
  /// Somebody who edits `[{"name": "a", "token": "********"}, {"name": "b", "token": "********"}]` as JSON sees no
  /// secret, and must not store the stars. The first element, unchanged, gets its token back, also behind a new
  /// element; if its name is changed, nobody knows whose token is meant.
  ///
  /// A member's secret is found by its key. An element's secret is found only if the element wasn't changed: at its
  /// position, or else at the only element that looks the same. So a secret never moves to another element, nor to a
  /// place without a mask. A mask under another key, where nothing is secret, has no secret either.
  package func unmasked(_ edited: JSONValue, from original: JSONValue?) -> JSONValue? {
    holdsSecrets ? restored(edited, from: original) : edited
  }

  /// Returns a part of an edited value in which something is secret, with its secrets.
  private func restored(_ edited: JSONValue, from original: JSONValue?) -> JSONValue? {
    // Nothing was changed here, so all secrets in it are still meant.
    if let original, edited == masked(original) { return original }
    guard holdsSecrets else { return edited.hasMask ? nil : edited }
    switch edited {
    case .null: return edited
    case .string(Self.maskText) where hides(.string): return nil
    case .object(let object):
      guard !hides(.object) else { return edited }
      return object.members.mapAll { member in
        self.member(member.key).restored(member.value, from: original?.member(member.key))
          .map { JSONObject.Member(key: member.key, value: $0) }
      }.map { .object(JSONObject(distinct: $0)) }
    case .array(let elements):
      guard !hides(.array) else { return edited }
      let before = original?.elementList ?? []
      return elements.enumerated().mapAll { index, element in
        unmasked(element, at: index, of: elements.count, from: before)
      }.map(JSONValue.array)
    case .bool, .number, .string: return edited
    }
  }

  /// Returns an edited element with its secrets; `nil` if they aren't certain.
  ///
  /// If only one element looks the same, its secret is meant. If the number of elements is unchanged, the one at the
  /// same position is meant.
  private func unmasked(
    _ edited: JSONValue, at index: Int, of count: Int, from before: [JSONValue]
  ) -> JSONValue? {
    let secrecy = element(index)
    let alike = before.indices.filter { element($0).masked(before[$0]) == edited }
    // In a tuple, the mask of one place can be typed at another place, where the secret would be visible.
    guard alike.allSatisfy({ secrecy.masked(before[$0]) == edited }) else { return nil }
    if alike.count == 1 || count == before.count && alike.contains(index) {
      return before[alike.contains(index) ? index : alike[0]]
    }
    return secrecy.restored(edited, from: nil)
  }
}

extension JSONValue {
  /// Whether a value has the mask of something that was hidden: of a value, or of the key of a member.
  package var hasMask: Bool {
    switch self {
    case .string(let text): text == Secrecy.maskText
    case .array(let elements): elements.contains(where: \.hasMask)
    case .object(let object): object.members.contains { $0.key == Secrecy.maskText || $0.value.hasMask }
    case .null, .bool, .number: false
    }
  }
}
