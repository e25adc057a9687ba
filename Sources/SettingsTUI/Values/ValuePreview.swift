import Settings

/// A short form of a value for its row, with secrets masked.
@MainActor
enum ValuePreview {
  /// Returns the value as spans for a row.
  static func spans(_ value: JSONValue?, _ setting: FormSetting, _ glyphs: Glyphs) -> [Span] {
    guard let value else {
      return [Span(setting.traits.contains(.withoutApp) ? "not set" : "chosen by the app", .secondary)]
    }
    if value == .null { return [Span("none", .secondary)] }
    let shown = setting.masked(value)
    if shown == FormSetting.mask, setting.hidesPart(of: value) {
      return [Span(Secrecy.maskText, .value)]
    }
    return spans(shown: shown, setting, glyphs)
  }

  /// Returns the spans of a value in which secrets are masked.
  private static func spans(shown value: JSONValue, _ setting: FormSetting, _ glyphs: Glyphs) -> [Span] {
    if let text = setting.ownText(for: value) {
      return [Span(text, .value)] + (setting.presets.isEmpty ? [] : [Span(" \(glyphs.opens)", .secondary)])
    }
    switch (setting.kind, value) {
    case (.boolean, .bool(let isOn)):
      return [
        Span(isOn ? glyphs.checked : glyphs.unchecked, .value), Span(isOn ? " true" : " false", .value),
      ]
    case (.integer, .number(let number)), (.number, .number(let number)):
      return [Span(number.spelling, .value)] + unit(setting)
    case (.choice(let choices), _):
      let choice = choices.first { $0.value == value }
      let text = choice?.title ?? value.description
      return [Span(text, choice == nil ? .problem : .value), Span(" \(glyphs.opens)", .secondary)]
    case (.variants(let variants), _):
      let variant = variants.variant(of: value)
      if let variant, variant.mark == .kind, variant.members == nil {
        var chosen = setting
        chosen.kind = variant.kind
        let shown = spans(shown: value, chosen, glyphs)
        if case .choice = chosen.kind { return shown }
        if setting.kind.isAnything { return shown }
        return shown + [Span(" \(glyphs.opens)", .secondary)]
      }
      let role: Style.Role = variant == nil ? .problem : .value
      let text = String(setting.text(for: value).prefix(longest))
      return [Span(text, role), Span(" \(glyphs.opens)", .secondary)]
    case (.flags(let choices), .array(let names)):
      if names.isEmpty { return [Span("none chosen", .secondary)] }
      return [Span(titles(names, choices), .value)]
    case (.list(_, let limits), .array(let ends)) where limits.isRange && ends.count == 2:
      return [Span(setting.text(for: value), .value)] + unit(setting)
    case (.list, .array(let elements)):
      return list(elements.count, "element", elements.prefix(most).map { inner($0) })
    case (.dictionary, .object(let object)):
      let members = object.members.prefix(most).map { "\($0.key) = \(inner($0.value))" }
      return list(object.members.count, "entry", members)
    case (.object(let section), .object(let object)):
      let shown = object.members.prefix(most).compactMap { member -> String? in
        switch section.items.first(where: { $0.key == member.key }) {
        case .setting(let setting)?: setting.isSecret ? nil : "\(setting.title) \(inner(member.value))"
        case .section(let inner)?: "\(inner.title) {\(member.value.object?.members.count ?? 0)}"
        case nil: "\(member.key) \(inner(member.value))"
        }
      }
      return [
        Span(
          shown.isEmpty ? Phrase.count(object.members.count, "field") : shown.joined(separator: ", "), .value)
      ]
    case (_, .string(let text)):
      if text.isEmpty { return [Span("empty", .secondary)] }
      if case .string(let limits) = setting.kind, let format = limits.format {
        return string(format.words(for: text), glyphs) + unit(setting)
      }
      return string(text, glyphs) + unit(setting)
    default:
      return [Span(String(value.description.prefix(longest)), .value)]
    }
  }

  /// Returns the short form of an element inside a preview.
  static func inner(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): String(text.prefix(longest))
    case .array(let elements): "[\(elements.count)]"
    case .object(let object) where object.namingKey != nil:
      object.namingKey.flatMap { object[$0] }.map(inner) ?? ""
    case .object(let object):
      object.members.prefix(3).map { inner($0.value) }.joined(separator: " ")
    default: value.description
    }
  }

  private static func string(_ text: String, _ glyphs: Glyphs) -> [Span] {
    guard let end = text.firstIndex(where: \.isNewline) else {
      return [Span(String(text.prefix(longest)), .value)]
    }
    let lines = text.lazy.filter(\.isNewline).count + 1
    return [
      Span(String(text[..<end].prefix(longest)), .value),
      Span(" \(glyphs.dash) \(lines) lines", .secondary),
    ]
  }

  private static func list(_ count: Int, _ noun: String, _ shown: [String]) -> [Span] {
    guard count > 0 else { return [Span("no \(noun == "entry" ? "entries" : noun + "s")", .secondary)] }
    return [Span("\(count)  ", .secondary), Span(shown.joined(separator: ", "), .value)]
  }

  private static func titles(_ names: [JSONValue], _ choices: [FormChoice]) -> String {
    names.prefix(most)
      .map { name in choices.first { $0.value == name }?.title ?? inner(name) }
      .joined(separator: ", ")
  }

  private static func unit(_ setting: FormSetting) -> [Span] {
    setting.unit.map { [Span(" " + $0, .secondary)] } ?? []
  }

  /// The maximum length, which is more than a row shows.
  private static let longest = 400
  private static let most = 40
}
