import Settings

/// Completes paths of settings and assignments.
struct SettingCompletion {
  typealias Candidate = Completion.Candidate

  /// The maximum number of candidates. If there are more, only their next keys are offered.
  private static let maxCandidates = 100

  private let index: FormIndex

  init(_ index: FormIndex) {
    self.index = index
  }

  /// Returns the settings and sections whose paths start with the typed text.
  func paths(_ text: String) -> [Candidate] {
    let settings = settings(text) { _ in true }
    guard settings.count <= Self.maxCandidates else { return nextKeys(of: settings, after: text, end: "") }
    var seen: Set<String> = []
    return settings.flatMap { entry, written in
      sections(around: entry.path, as: text).map { Candidate($0.written, about: $0.title) }
        + [Candidate(written, about: entry.setting.title)]
    }.filter { seen.insert($0.text).inserted }
  }

  /// Returns the sections whose paths start with the typed text.
  func sections(_ text: String) -> [Candidate] {
    var seen: Set<String> = []
    return index.settings.flatMap { sections(around: $0.path, as: text) }
      .filter { $0.written.hasPrefix(text) && seen.insert($0.written).inserted }
      .map { Candidate($0.written, about: $0.title) }
  }

  /// Returns the assignments that start with the typed text: paths with a `=`, or the values after the `=`.
  func assignments(_ text: String) -> [Candidate] {
    guard let parts = Assignment.parts(of: text) else {
      let settings = settings(text) { !$0.traits.contains(.readOnly) }
      guard settings.count <= Self.maxCandidates else { return nextKeys(of: settings, after: text, end: "=") }
      return settings.map { entry, written in
        // `set` asks for a secret, to keep it out of the shell's history.
        let isSecret = entry.setting.holdsSecrets
        return Candidate(isSecret ? written : written + "=", about: entry.setting.title, isOpen: !isSecret)
      }
    }
    guard let path = try? SettingPath(parsing: String(parts.path)), let setting = index[path]?.setting,
      !setting.holdsSecrets
    else { return [] }
    let start = text.dropLast(parts.value.count)
    return setting.values(typed: String(parts.value), asJSON: parts.isJSON).map {
      Candidate(start + $0.text, about: $0.about, isOpen: $0.isOpen)
    }
  }

  // MARK: - Paths

  private func settings(
    _ text: String, _ isWanted: (FormSetting) -> Bool
  ) -> [(entry: FormIndex.Entry, written: String)] {
    index.settings.compactMap { entry in
      guard isWanted(entry.setting) else { return nil }
      let written = written(entry.path, as: text)
      return written.hasPrefix(text) ? (entry, written) : nil
    }
  }

  /// Returns a path in the notation of the typed text.
  private func written(_ path: SettingPath, as text: String) -> String {
    text.hasPrefix("/") ? path.pointer : path.description
  }

  /// Returns the sections around a setting, outermost first.
  private func sections(around path: SettingPath, as text: String) -> [(written: String, title: String)] {
    (1..<max(1, path.keys.count)).map { length in
      let section = SettingPath(Array(path.keys.prefix(length)))
      return (written(section, as: text), index.section(at: section)?.title ?? "")
    }
  }

  /// Returns the settings, or the next sections on their paths.
  private func nextKeys(
    of settings: [(entry: FormIndex.Entry, written: String)], after text: String, end: String
  ) -> [Candidate] {
    let separator = text.hasPrefix("/") ? "/" : "."
    var seen: Set<String> = []
    return settings.compactMap { entry, written in
      let next = sections(around: entry.path, as: text).first { $0.written.count + 1 > text.count }
      guard let next else {
        return Candidate(written + end, about: entry.setting.title, isOpen: !end.isEmpty)
      }
      guard seen.insert(next.written).inserted else { return nil }
      return Candidate(next.written + separator, about: next.title, isOpen: true)
    }
  }
}

// MARK: - Values

extension FormSetting {
  fileprivate typealias Candidate = Completion.Candidate

  /// Returns the values that are known in advance.
  fileprivate func values(typed text: String, asJSON isJSON: Bool) -> [Candidate] {
    var values = isJSON ? kind.jsonValues : kind.values(typed: text)
    values += suggestions.map {
      Candidate(isJSON ? $0.value.description : $0.value.plainText, about: $0.title)
    }
    if isOptional { values.append(Candidate("null", about: "none")) }
    if let value = defaultValue {
      let text = isJSON ? value.description : typedText(for: value)
      if !text.isEmpty, !values.contains(where: { $0.text == text }) {
        values.append(Candidate(text, about: "the default"))
      }
    }
    return values
  }
}

extension FormKind {
  fileprivate typealias Candidate = Completion.Candidate

  fileprivate func values(typed text: String) -> [Candidate] {
    switch self {
    case .boolean: ["true", "false"].map { Candidate($0) }
    case .choice(let choices): choices.map { Candidate($0.value.plainText, about: $0.title) }
    case .flags(let choices): Self.lists(of: choices, typed: text) + ["none", "all"].map { Candidate($0) }
    case .list(.choice(let choices), _): Self.lists(of: choices, typed: text)
    case .variants(let variants):
      variants.flatMap { variant in
        if variant.mark == .kind { return variant.kind.values(typed: text) }
        return variant.bareValue == nil ? [] : [Candidate(variant.name, about: variant.title)]
      }
    default: []
    }
  }

  fileprivate var jsonValues: [Candidate] {
    switch self {
    case .boolean: ["true", "false"].map { Candidate($0) }
    case .choice(let choices): choices.map { Candidate($0.value.description, about: $0.title) }
    case .flags, .list: [Candidate("[", isOpen: true)]
    case .dictionary, .object: [Candidate("{", isOpen: true)]
    case .variants(let variants):
      variants.flatMap { variant in
        if variant.mark == .kind { return variant.kind.jsonValues }
        return [Candidate("{\(JSONValue.string(variant.name)):", about: variant.title, isOpen: true)]
      }
    case .integer, .number, .string, .recursive, .json: []
    }
  }

  /// Returns the typed list, separated by commas, with one more element.
  private static func lists(of choices: [FormChoice], typed text: String) -> [Candidate] {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let start = text.dropLast(words.last?.count ?? 0)
    let chosen = Set(words.dropLast().map(String.init))
    return choices.filter { !chosen.contains($0.value.plainText) }
      .map { Candidate(start + $0.value.plainText, about: $0.title, isOpen: true) }
  }
}
