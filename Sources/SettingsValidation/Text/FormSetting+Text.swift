extension FormSetting {
  /// The value shown in place of a secret.
  package static let mask = Secrecy.mask

  /// Returns a value for people: choices by title, lists with commas, numbers with their unit; secrets are masked.
  package func text(for value: JSONValue?) -> String {
    guard let value else { return "(not set)" }
    if value == .null { return "none" }
    let shown = secrecy.masked(value)
    let text = kind.text(for: shown, .forPeople)
    if let unit, case .number = shown { return "\(text) \(unit)" }
    return text
  }

  /// Returns a value as `value(parsing:)` parses it; secrets are masked by default.
  package func typedText(for value: JSONValue?, showsSecrets: Bool = false) -> String {
    guard let value else { return "" }
    if value == .null { return "null" }
    return kind.text(for: showsSecrets ? value : secrecy.masked(value), .typed)
  }

  /// Returns a value for machine-readable output: secrets are masked, an unknown value is `null`.
  package func masked(_ value: JSONValue?) -> JSONValue {
    value.map(secrecy.masked) ?? .null
  }

  /// Whether a value contains the mask of a secret, as masked output does.
  package func holdsMask(_ value: JSONValue) -> Bool {
    secrecy.unmasked(value, from: nil) == nil
  }

  /// Whether a value has a part that is masked where it is shown.
  package func hidesPart(of value: JSONValue?) -> Bool {
    value.map(secrecy.hidesPart) ?? false
  }
}

/// The use of text: a person reads or types it.
package enum TextUse: Sendable {
  /// Choices by title, amounts with units.
  case forPeople
  /// As `value(parsing:)` reads it.
  case typed
}

extension FormKind {
  fileprivate func text(for value: JSONValue, _ use: TextUse) -> String {
    switch (self, value) {
    case (.choice(let choices), _):
      let choice = choices.first { $0.value == value }
      return choice.map { use == .typed ? $0.value.plainText : $0.title } ?? value.plainText
    case (.flags(let choices), .array(let elements)):
      if elements.isEmpty { return "none" }
      return elements.map { FormKind.choice(choices).text(for: $0, use) }.joined(separator: ", ")
    case (.list(let element, let limits), .array(let ends))
    where limits.isRange && use == .forPeople && ends.count == 2:
      return "\(element.text(for: ends[0], use)) to \(element.text(for: ends[1], use))"
    case (.list(let element, _), .array(let elements)) where element.isOneWord(in: elements, use):
      return elements.map { element.text(for: $0, use) }.joined(separator: ", ")
    case (.variants(let variants), _):
      return variants.variant(of: value)?.text(for: value, use, among: variants) ?? value.plainText
    case (.recursive(let recursive), _): return recursive.kind.text(for: value, use)
    case (.object(let section), .object(let object)) where use == .forPeople:
      let strings = section.strings(of: object)
      return strings.isEmpty ? value.plainText : strings
    case (.string(let limits), .string(let text)) where use == .forPeople && limits.format == .duration:
      return TextLimits.Format.duration.words(for: text)
    default:
      return value.plainText
    }
  }

  /// Whether elements can be joined with commas; for text that is typed, whether they can also be split and read again.
  private func isOneWord(in elements: [JSONValue], _ use: TextUse) -> Bool {
    switch self {
    case .boolean, .integer, .number, .string, .choice: break
    case .flags, .list, .dictionary, .object, .variants, .recursive, .json: return false
    }
    return elements.allSatisfy { element in
      guard case .string(let text) = element else {
        // A schema of another author can allow elements that this kind doesn't read, such as null.
        return use == .forPeople || (try? value(parsing: element.plainText, unit: nil)) == element
      }
      return !text.isEmpty && text.first != "["
        && !text.contains { $0 == "," || $0.isWhitespace && $0 != " " }
        && text.first != " " && text.last != " "
    }
  }
}

extension FormVariant {
  /// Returns the title with the members, `HTTP (URL: http://x, Retries: 3)`, or the text to type for the value.
  fileprivate func text(for value: JSONValue, _ use: TextUse, among variants: [FormVariant]) -> String {
    if mark == .kind, use == .typed || members == nil {
      let text = kind.text(for: value, use)
      // Another alternative may read the text as another value.
      return use == .forPeople || (try? variants.value(parsing: text, unit: nil)) == value
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
      case .setting(let setting): return "\(setting.title): \(setting.text(for: value))"
      }
    }.joined(separator: ", ")
  }
}
