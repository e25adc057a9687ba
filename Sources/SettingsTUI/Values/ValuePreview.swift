import SettingsEditing

/// A short form of a value for its row, with secrets masked.
///
///     true                              [✓] true
///     1500, unit ms                     1500 ms
///     "a\nb\nc"                         a … 3 lines
///     ["eu", "us"]                      2  eu, us
///     {"a": 1, "b": 2}                  2  a = 1, b = 2
///     one of several choices            its title, and ▾
///     null                              none
///     "hunter2", a secret               ********
///
/// It is called for each visible row of each frame, so of a list, a dictionary, an object or a string, only the start is looked at: 40
/// parts, 400 characters. Of a string, the line ends are counted in addition. The row cuts the result where its columns end. The parts are
/// shown as everywhere else (``ShownText``).
@MainActor
enum ValuePreview {
  /// Returns the value as spans for a row.
  ///
  /// `nil` is a setting without a value and without a default in the form: "chosen by the app", or "not set" if no app reads the file with
  /// this form. An invalid value is shown, too; one that is none of the choices has the role of a problem. A secret that is `null` or empty
  /// isn't masked.
  static func spans(_ value: JSONValue?, for setting: FormSetting, glyphs: Glyphs) -> [Span] {
    var titles = ChoiceTitles()
    return spans(value, for: setting, glyphs: glyphs, titles: &titles)
  }

  /// Returns the value as spans for a row. A caller with many values passes the same `titles`, which are then looked up once.
  static func spans(
    _ value: JSONValue?, for setting: FormSetting, glyphs: Glyphs, titles: inout ChoiceTitles
  ) -> [Span] {
    guard let value else {
      return [Span(setting.traits.contains(.withoutApp) ? "not set" : "chosen by the app", role: .secondary)]
    }
    if value == .null { return [Span("none", role: .secondary)] }
    let shown = setting.masked(value)
    if shown == FormSetting.mask, setting.hidesPart(of: value) {
      return [Span(Secrecy.maskText, role: .value)]
    }
    return spans(shown: shown, setting, glyphs: glyphs, titles: &titles)
  }

  /// Returns the spans of a value in which secrets are masked already. A value of another type than the kind's is shown as JSON, a string
  /// as its text.
  private static func spans(
    shown value: JSONValue, _ setting: FormSetting, glyphs: Glyphs, titles: inout ChoiceTitles
  ) -> [Span] {
    if let text = setting.ownText(for: value) {
      return [Span(text, role: .value)]
        + (setting.presets.isEmpty ? [] : [Span(" \(glyphs.opens)", role: .secondary)])
    }
    switch (setting.kind, value) {
    case (.boolean, .bool(let isOn)):
      return [
        Span(isOn ? glyphs.checked : glyphs.unchecked, role: .value),
        Span(isOn ? " true" : " false", role: .value),
      ]
    case (.integer, .number(let number)), (.number, .number(let number)):
      return [Span(number.spelling, role: .value)] + unit(setting)
    case (.choice(let choices), _):
      let title = titles.title(of: value, in: choices)
      return [
        Span(title ?? value.description, role: title == nil ? .problem : .value),
        Span(" \(glyphs.opens)", role: .secondary),
      ]
    case (.variants(let variants), _):
      let variant = variants.variant(of: value)
      if let variant, variant.mark == .kind, variant.members == nil {
        var chosen = setting
        chosen.kind = variant.kind
        let shown = spans(shown: value, chosen, glyphs: glyphs, titles: &titles)
        if case .choice = chosen.kind { return shown }
        if setting.kind.isAnything { return shown }
        return shown + [Span(" \(glyphs.opens)", role: .secondary)]
      }
      if case .object(let object) = value, variant?.mark == .kind {
        return members(of: object) + [Span(" \(glyphs.opens)", role: .secondary)]
      }
      let role: Style.Role = variant == nil ? .problem : .value
      return [Span(setting.text(for: value), role: role), Span(" \(glyphs.opens)", role: .secondary)]
    case (.flags(let choices), .array(let names)):
      if names.isEmpty { return [Span("none chosen", role: .secondary)] }
      let shown = names.prefix(most).map { titles.title(of: $0, in: choices) ?? inner($0) }
      return [Span(shown.joined(separator: ", "), role: .value)]
    case (.list(_, let limits), .array(let ends)) where limits.isRange && ends.count == 2:
      return [Span(setting.text(for: value), role: .value)] + unit(setting)
    case (_, .array(let elements)):
      return list(elements.count, noun: "element", shown: elements.prefix(most).map { inner($0) })
    case (.object(let section), .object(let object)):
      let shown = object.members.prefix(most).compactMap { member -> String? in
        switch section.items.first(where: { $0.key == member.key }) {
        case .setting(let setting)?: setting.isSecret ? nil : "\(setting.title) = \(inner(member.value))"
        case .section(let inner)?: "\(inner.title) {\(member.value.object?.members.count ?? 0)}"
        case nil: "\(member.key) = \(inner(member.value))"
        }
      }
      return list(object.members.count, noun: "field", shown: shown)
    case (_, .object(let object)): return members(of: object)
    case (_, .string(let text)):
      if text.isEmpty { return [Span("empty", role: .secondary)] }
      if case .string(let limits) = setting.kind, let format = limits.format {
        return string(format.words(for: text), glyphs: glyphs) + unit(setting)
      }
      return string(ShownText.quoted(text), glyphs: glyphs) + unit(setting)
    default:
      return [Span(String(value.description.prefix(longest)), role: .value)]
    }
  }

  private static func members(of object: JSONObject) -> [Span] {
    list(
      object.members.count, noun: "entry",
      shown: object.members.prefix(most).map { "\($0.key) = \(inner($0.value))" })
  }

  /// Returns the short form of an element inside a preview.
  ///
  /// An object is called by its name, title or ID if it has one: `{"name": "eu", "tls": true}` → `eu`. Otherwise, its first three values
  /// stand for it. A list inside a list is only its count: `[3]`.
  static func inner(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): ShownText.quoted(String(text.prefix(longest)))
    case .array(let elements): "[\(elements.count)]"
    case .object(let object):
      name(of: object).map(inner) ?? object.members.prefix(3).map { inner($0.value) }.joined(separator: " ")
    default: ShownText.leaf(value)
    }
  }

  /// Returns the value that an object with masked secrets is called by; `nil` for none. A mask tells nothing apart.
  private static func name(of object: JSONObject) -> JSONValue? {
    var object = object
    while let key = object.namingKey, let value = object[key] {
      guard value == FormSetting.mask else { return value }
      object[key] = nil
    }
    return nil
  }

  /// Returns the first line of a text, and the number of its lines if there are several.
  private static func string(_ text: String, glyphs: Glyphs) -> [Span] {
    // A long text is searched byte by byte, because characters would take ten times as long.
    let newline = UInt8(ascii: text.utf8.contains(UInt8(ascii: "\n")) ? "\n" : "\r")
    let ends = text.utf8.lazy.filter { $0 == newline }.count
    let start = text.prefix(longest)
    guard ends > 0 else { return [Span(String(start), role: .value)] }
    return [
      Span(String(start.prefix { !$0.isNewline }), role: .value),
      Span(" \(glyphs.dash) \(ends + 1) lines", role: .secondary),
    ]
  }

  /// Returns the number of elements or entries, which is of more interest than those at the end of the row, and the first of them.
  private static func list(_ count: Int, noun: String, shown: [String]) -> [Span] {
    guard count > 0 else { return [Span("no \(noun == "entry" ? "entries" : noun + "s")", role: .secondary)] }
    return [Span("\(count)  ", role: .secondary), Span(shown.joined(separator: ", "), role: .value)]
  }

  private static func unit(_ setting: FormSetting) -> [Span] {
    setting.unit.map { [Span(" " + $0, role: .secondary)] } ?? []
  }

  /// The maximum length in characters, which is more than a row shows.
  private static let longest = 400
  /// The most parts of a value that are looked at.
  private static let most = 40
}

/// The titles of choices by their values: a list can have thousands of elements, each of them one of thousands of choices.
struct ChoiceTitles {
  private var choices: [FormChoice] = []
  private var titles: [JSONValue: String] = [:]

  /// Returns the title of a value; `nil` if it is none of the choices.
  mutating func title(of value: JSONValue, in choices: [FormChoice]) -> String? {
    guard choices.count > Self.fewest else { return choices.first { $0.value == value }?.shownTitle }
    // The elements of a list share one array, which takes no time to compare with itself.
    if choices != self.choices {
      self.choices = choices
      titles = Dictionary(choices.map { ($0.value, $0.shownTitle) }, uniquingKeysWith: { first, _ in first })
    }
    return titles[value]
  }

  /// Fewer choices are found faster one by one.
  private static let fewest = 16
}
