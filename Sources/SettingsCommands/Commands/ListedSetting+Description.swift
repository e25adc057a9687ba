import SettingsEditing
import SettingsJSON
import SettingsTUI

extension ListedSetting {
  /// What the form says about the setting, and its value: value, type, default, choices, flags, side effects. Secrets are masked.
  ///
  ///     value    true (by a rule)
  ///     type     True or false
  ///     default  false
  ///     state    by a rule
  ///
  /// A line with an empty label continues the line before, for example with the second choice. Lines without text are left out. The default
  /// has a line of its own only if another value is in use; otherwise "(the default)" follows the value.
  var facts: [(label: String, text: String)] {
    var lines: [(label: String, text: String)] = []
    func add(_ label: String, strings: [String]) {
      for (position, text) in strings.enumerated() where !text.isEmpty {
        lines.append((position == 0 ? label : "", text))
      }
    }
    let note =
      if let otherLayer { " (from \(otherLayer))" } else if isSet { "" } else {
        isDerived ? " (by a rule)" : " (the default)"
      }
    let unset = setting.traits.contains(.withoutApp) ? "not set" : "chosen by the app"
    add("value", strings: [value.map { setting.text(for: $0, .byValue) + note } ?? unset])
    add("type", strings: [KindSummary.text(setting)])
    if isSet || isDerived, let value = setting.defaultValue {
      add("default", strings: [setting.text(for: value, .byValue)])
    }
    add("choices", strings: setting.kind.innermost.choices.map(\.line))
    add("suggestions", strings: setting.suggestions.map(\.line))
    add("alternatives", strings: setting.kind.alternatives.map(\.line))
    add("fields", strings: setting.kind.fieldLines)
    add("flags", strings: [setting.flags.filter(\.isSet).map(\.words).joined(separator: ", ")])
    add("state", strings: [state.filter { $0 != "read-only" }.joined(separator: ", ")])
    add("locked by", strings: [lock?.description ?? ""])
    add("keywords", strings: [setting.keywords.joined(separator: ", ")])
    add("side effects", strings: [setting.sideEffects.joined(separator: ", ")])
    return lines
  }
}

extension FormKind {
  /// The kind of what is inside lists and dictionaries, at any depth: a server for a list of servers, and for the lists of servers under
  /// the names of regions. A list of itself has no such kind, and stays a definition.
  fileprivate var innermost: FormKind { innermost(inside: []) }

  private func innermost(inside open: Set<String>) -> FormKind {
    var open = open
    if case .recursive(let recursive) = self, let name = recursive.name, !open.insert(name).inserted {
      return self
    }
    switch resolved.parts {
    case .elements(let inner), .entries(let inner): return inner.innermost(inside: open)
    case .none, .fields, .alternatives, .definition: return resolved
    }
  }

  /// The alternatives of a setting, or of the elements of a list of them.
  fileprivate var alternatives: [FormVariant] {
    if case .variants(let variants) = innermost { variants } else { [] }
  }

  /// The fields of an object, or of each element or entry: `port: Whole number from 1 to 65535`. Their own fields aren't listed.
  fileprivate var fieldLines: [String] {
    guard case .object(let section) = innermost else { return [] }
    return section.items.map { item in
      switch item {
      case .setting(let setting): "\(setting.key): \(KindSummary.text(setting))"
      case .section(let section): "\(section.key): \(KindSummary.text(.object(section)))"
      }
    }
  }
}

extension FormChoice {
  /// The value with its title and help: `fast: Fast. Less exact.`
  fileprivate var line: String {
    let name = shownValue
    let about = [
      title == value.plainText ? "" : title, MarkdownText(help).plain, isDeprecated ? "deprecated" : "",
    ]
    .filter { !$0.isEmpty }
    return about.isEmpty ? name : "\(name): \(about.joined(separator: "; "))"
  }
}

extension FormVariant {
  /// The name by which the alternative is chosen, with its title, its help and its kind.
  fileprivate var line: String {
    let about = [
      title == name ? "" : title, MarkdownText(help).plain, isDeprecated ? "deprecated" : "",
      KindSummary.text(kind),
    ]
    return "\(name): \(about.filter { !$0.isEmpty }.joined(separator: "; "))"
  }
}

extension ListedSetting {
  /// The setting as JSON: what the form says about it, and its value and state. Secrets are masked.
  ///
  ///     {
  ///       "path": "network.port", "pointer": "/network/port", "title": "Port", "help": "",
  ///       "summary": "Whole number from 1 to 65535", "isOptional": false, "default": 80, "unit": null,
  ///       "requiresRestart": false, "isSecret": false, "isReadOnly": false, "isAdvanced": false, "isDeprecated": false,
  ///       "sideEffects": [], "type": "integer", "limits": {"minimum": 1, "maximum": 65535},
  ///       "value": 8080, "isSet": true, "isDerived": false, "isHidden": false, "isEnabled": true, "isNew": false, "isInForm": true
  ///     }
  ///
  /// `value` is `null` if the app chooses the value, as well as for a value that is `null`; `isSet` tells them apart. `isReadOnly` is the
  /// state, which a rule or a layer can decide, and not only the form's flag.
  var json: JSONValue {
    var object = JSONObject(describing: setting, at: path, depth: 0)
    object["value"] = setting.masked(value)
    object["isSet"] = .bool(isSet)
    object["isDerived"] = .bool(isDerived)
    object["isHidden"] = .bool(isHidden)
    object["isEnabled"] = .bool(isEnabled)
    object["isReadOnly"] = .bool(isReadOnly)
    object["isNew"] = .bool(isNew)
    object["isInForm"] = .bool(isInForm)
    if let lock { object["lockedBy"] = lock.json }
    if let origin { object["origin"] = origin.json }
    return .object(object)
  }
}

extension FormSetting {
  /// The flags of a setting: the member of the JSON, the words of a description, and whether the flag is set.
  fileprivate var flags: [(key: String, words: String, isSet: Bool)] {
    [
      ("requiresRestart", "requires a restart", traits.contains(.requiresRestart)),
      ("isSecret", "secret", isSecret), ("isReadOnly", "read-only", traits.contains(.readOnly)),
      ("isAdvanced", "advanced", traits.contains(.advanced)),
      ("isDeprecated", "deprecated", traits.contains(.deprecated)),
    ]
  }
}

extension JSONObject {
  /// The most levels of elements and fields that are described inside a value.
  ///
  /// Without a limit, the description of a recursive kind wouldn't end, and one with many fields would fill several screens.
  private static let maxDepth = 3

  /// Creates the description of a setting by the form, without a value.
  ///
  /// The members of every setting come first, then those of its kind. Of the former, only `keywords` and `suggestions` can be missing.
  fileprivate init(describing setting: FormSetting, at path: SettingPath, depth: Int) {
    self = [
      "path": .string(path.description),
      "pointer": .string(path.pointer),
      "title": .string(setting.title),
      "help": .string(setting.help),
      "summary": .string(KindSummary.text(setting)),
      "isOptional": .bool(setting.isOptional),
      "default": setting.masked(setting.defaultValue),
      "unit": setting.unit.map(JSONValue.string) ?? .null,
    ]
    for flag in setting.flags { self[flag.key] = .bool(flag.isSet) }
    self["sideEffects"] = .array(setting.sideEffects.map(JSONValue.string))
    if !setting.keywords.isEmpty { self["keywords"] = .array(setting.keywords.map(JSONValue.string)) }
    if !setting.suggestions.isEmpty { self["suggestions"] = .array(setting.suggestions.map(\.json)) }
    add(setting.kind, at: path, depth: depth)
  }

  /// Adds the type, its limits and what is inside: choices, elements, entries, fields or alternatives.
  ///
  /// The path of any element is `servers.-`, of any entry `labels.*`, and so on inside: a list of objects with a port has
  ///
  ///     "type": "list", "limits": {}, "elements": {
  ///       "summary": "Group of fields", "type": "object", "limits": {},
  ///       "fields": [{"path": "servers.-.port", "type": "integer", …}]
  ///     }
  ///
  /// What is deeper than ``maxDepth`` is left out; its `summary` is there.
  private mutating func add(_ kind: FormKind, at path: SettingPath, depth: Int) {
    let kind = kind.resolved
    self["type"] = .string(kind.words.type)
    self["limits"] = .object(kind.limits)
    let inside = depth + 1
    switch kind {
    case .choice(let choices), .flags(let choices): self["choices"] = .array(choices.map(\.json))
    case .list(let element, _) where inside <= Self.maxDepth:
      self["elements"] = .object(JSONObject(element, at: path.appending("-"), depth: inside))
    case .dictionary(let element) where inside <= Self.maxDepth:
      self["entries"] = .object(JSONObject(element, at: path.appending("*"), depth: inside))
    case .object(let section) where inside <= Self.maxDepth:
      self["fields"] = .array(section.items.map { .object(JSONObject($0, in: path, depth: inside)) })
    case .variants(let variants):
      self["alternatives"] = .array(variants.map { .object(JSONObject($0, at: path, depth: inside)) })
    default: break
    }
  }

  private init(_ kind: FormKind, at path: SettingPath, depth: Int) {
    self = ["summary": .string(KindSummary.text(kind))]
    add(kind, at: path, depth: depth)
  }

  /// Creates the description of a field: a setting with all that the form says about it, or a section with its fields.
  private init(_ item: FormItem, in path: SettingPath, depth: Int) {
    switch item {
    case .setting(let setting):
      self.init(describing: setting, at: path.appending(setting.key), depth: depth)
    case .section(let section):
      let path = path.appending(section.key)
      self = [
        "path": .string(path.description), "title": .string(section.title), "help": .string(section.help),
      ]
      add(.object(section), at: path, depth: depth)
    }
  }

  /// Creates the description of an alternative, which has no path of its own: its members are at the paths of the setting.
  private init(_ variant: FormVariant, at path: SettingPath, depth: Int) {
    self = [
      "name": .string(variant.name), "title": .string(variant.title), "help": .string(variant.help),
      "isDeprecated": .bool(variant.isDeprecated), "summary": .string(KindSummary.text(variant.kind)),
    ]
    if depth <= Self.maxDepth { add(variant.kind, at: path, depth: depth) }
  }
}

extension FormChoice {
  fileprivate var json: JSONValue {
    [
      "value": value, "title": .string(title), "help": .string(help), "isDeprecated": .bool(isDeprecated),
    ]
  }
}

extension FormKind {
  /// The limits, under the keywords of JSON Schema where it has them: `minimum`, `exclusiveMaximum`, `minItems`, `pattern`. `step` isn't a
  /// keyword of JSON Schema, because it counts from the minimum. A limit that isn't set has no member.
  fileprivate var limits: JSONObject {
    switch self {
    case .integer(let limits), .number(let limits):
      JSONObject(
        present: Self.range(
          limits.lower, upper: limits.upper, step: limits.stepsFromLowerEnd ? limits.step : nil,
          json: JSONValue.number)
          + [("multipleOf", limits.stepsFromLowerEnd ? nil : limits.step.map(JSONValue.number))])
    case .string(let limits):
      JSONObject(
        present: [
          ("minLength", limits.minLength.map { .number(JSONNumber($0)) }),
          ("maxLength", limits.maxLength.map { .number(JSONNumber($0)) }),
          ("pattern", limits.pattern.map(JSONValue.string)),
          ("format", limits.format.map { .string($0.rawValue) }),
        ]
          + Self.range(
            limits.times.lower, upper: limits.times.upper, step: limits.times.step, json: JSONValue.string))
    case .list(_, let limits):
      JSONObject(present: [
        ("minItems", limits.minCount.map { .number(JSONNumber($0)) }),
        ("maxItems", limits.maxCount.map { .number(JSONNumber($0)) }),
        ("uniqueItems", limits.isUnique ? true : nil),
      ])
    default: [:]
    }
  }

  private static func range<Value>(
    _ lower: RangeLimit<Value>?, upper: RangeLimit<Value>?, step: Value?, json: (Value) -> JSONValue
  ) -> [(key: String, value: JSONValue?)] {
    [
      (lower?.lowerKeyword ?? "minimum", (lower?.value).map(json)),
      (upper?.upperKeyword ?? "maximum", (upper?.value).map(json)), ("step", step.map(json)),
    ]
  }
}

extension JSONObject {
  /// Creates an object with the members that have a value.
  fileprivate init(present members: [(key: String, value: JSONValue?)]) {
    self = [:]
    for member in members { self[member.key] = member.value }
  }
}
