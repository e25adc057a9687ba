import SettingsEditing
import SettingsTUI

/// Completes paths of settings and assignments.
///
/// A path is completed in the notation in which it was begun: `net` to `network.port`, `/net` to `/network/port`. Inside a setting, one key
/// after the other is completed, by what the form describes and by what the file has:
///
///     servers.             servers.0, servers.1, servers.-, servers.[name=eu], servers.[name=us]
///     servers.[name=eu].   servers.[name=eu].name, servers.[name=eu].port
///     labels.              the keys of the file, and those that propertyNames lists
struct SettingCompletion {
  typealias Candidate = Completion.Candidate

  /// The maximum number of candidates. If there are more, only their next keys are offered: of 10 000 settings, the sections, and then what
  /// is in one of them.
  private static let maxCandidates = 100

  private let index: FormIndex
  private let document: JSONDocument?

  init(_ index: FormIndex, _ document: JSONDocument?) {
    (self.index, self.document) = (index, document)
  }

  /// Returns the path of an assignment whose value is completed; `nil` for another word.
  static func path(ofAssignment text: String) -> SettingPath? {
    Assignment.parts(of: text).flatMap { try? SettingPath(parsing: String($0.path)) }
  }

  /// Returns the settings and sections whose paths start with the typed text, each section before its settings, and the parts of a setting.
  func paths(_ text: String) -> [Candidate] {
    let settings = settings(text) { _ in true }
    guard settings.count <= Self.maxCandidates else { return nextKeys(of: settings, after: text, end: "") }
    var candidates: [Candidate] = []
    for (entry, written) in settings {
      candidates += sections(around: entry.path, as: text).map { Candidate($0.written, about: $0.title) }
      let isOpen = hasParts(ValuePlace(entry))
      candidates.append(Candidate(written, about: entry.setting.title, isOpen: isOpen))
    }
    candidates += parts(text).map { Candidate($0.written, about: $0.about, isOpen: hasParts($0.place)) }
    return Self.distinct(candidates)
  }

  private static func distinct(_ candidates: [Candidate]) -> [Candidate] {
    var seen: Set<String> = []
    return candidates.filter { !$0.text.isEmpty && seen.insert($0.text).inserted }
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
    let inner = parts(text)
    // The `=` in the beginning of a selector, as in `servers.[name=e`, isn't that of an assignment.
    if inner.isEmpty, let parts = Assignment.parts(of: text) { return values(of: parts, after: text) }
    let settings = settings(text) { !$0.traits.contains(.readOnly) }
    guard settings.count <= Self.maxCandidates else { return nextKeys(of: settings, after: text, end: "=") }
    let whole = settings.map { entry, written -> Part in (ValuePlace(entry), written, entry.setting.title) }
    return Self.distinct((whole + inner).flatMap { assignments(to: $0, after: text) })
  }

  private func assignments(to part: Part, after text: String) -> [Candidate] {
    let setting = part.place?.setting
    if part.place?.isReadOnly == true { return [] }
    // `set` asks for a secret, to keep it out of the shell's history.
    if setting?.holdsSecrets == true { return [Candidate(part.written, about: part.about)] }
    var ends = ["="]
    if hasParts(part.place) { ends.append(text.hasPrefix("/") ? "/" : ".") }
    // The operations of lists are in the way until the path is complete.
    if case .elements? = setting?.kind.resolved.parts, part.written == text { ends += ["+=", "-="] }
    return ends.map { Candidate(part.written + $0, about: part.about, isOpen: true) }
  }

  // MARK: - Paths

  /// Returns the settings whose written paths start with the text. Cost: linear in the number of settings.
  private func settings(
    _ text: String, isWanted: (FormSetting) -> Bool
  ) -> [(entry: FormIndex.Entry, written: String)] {
    // Before anything is typed, only the settings of the form are offered.
    let offersOthers = text.contains { $0 != "/" } || index.form.describesNothing
    return index.settings.compactMap { entry in
      guard isWanted(entry.setting), !entry.path.isRoot,
        offersOthers || !entry.setting.traits.contains(.undescribed)
      else { return nil }
      let written = written(entry.path, as: text)
      return written.hasPrefix(text) ? (entry, written) : nil
    }
  }

  private func written(_ path: SettingPath, as text: String) -> String {
    text.hasPrefix("/") ? path.pointer : path.description
  }

  /// Returns the sections around a setting, outermost first, without the root: for `a.b.c`, they are `a` and `a.b`.
  private func sections(around path: SettingPath, as text: String) -> [(written: String, title: String)] {
    (1..<max(1, path.keys.count)).map { length in
      let section = SettingPath(Array(path.keys.prefix(length)))
      return (written(section, as: text), index.section(at: section)?.title ?? "")
    }
  }

  /// Returns the settings, or the next sections on their paths: for `n`, `network.` in place of the hundred settings in it.
  ///
  /// A section ends with its separator and leaves the word open, so another Tab continues in it.
  private func nextKeys(
    of settings: [(entry: FormIndex.Entry, written: String)], after text: String, end: String
  ) -> [Candidate] {
    let separator = text.hasPrefix("/") ? "/" : "."
    var seen: Set<String> = []
    return settings.compactMap { entry, written in
      // The outermost section that the typed text doesn't name completely yet.
      let next = sections(around: entry.path, as: text).first { $0.written.count + 1 > text.count }
      guard let next else {
        return Candidate(written + end, about: entry.setting.title, isOpen: !end.isEmpty)
      }
      guard seen.insert(next.written).inserted else { return nil }
      return Candidate(next.written + separator, about: next.title, isOpen: true)
    }
  }

  // MARK: - Parts

  /// A part of a setting, or a new entry of a section, which has no place yet.
  private typealias Part = (place: ValuePlace?, written: String, about: String)

  /// Returns the parts whose written paths start with the text, at the last key that is complete: after `servers.0.p`, those of `servers.0`.
  private func parts(_ text: String) -> [Part] {
    let separator: Character = text.hasPrefix("/") ? "/" : "."
    // A separator can also be inside quotes or a selector. Then the text before it is no path, and the next one is tried.
    for end in text.indices.reversed() where text[end] == separator {
      guard let around = try? SettingPath(parsing: String(text[..<end])) else { continue }
      let parts = parts(of: around, start: String(text[...end]), after: text)
      if !parts.isEmpty { return parts }
    }
    return separator == "." ? parts(of: .root, start: "", after: text) : []
  }

  private func parts(of around: SettingPath, start: String, after text: String) -> [Part] {
    guard let path = try? resolved(around) else { return [] }
    if let section = index.section(at: path) {
      let keys = PossibleKeys(
        of: section.entries, keywords: section.otherKeywords, index.library
      ).known
      let present = Set(section.items.map(\.key))
      return keys.filter { !present.contains($0) }.map { (nil, written($0, after: start), "") }
        .filter { $0.1.hasPrefix(text) }
    }
    guard let place = place(at: path) else { return [] }
    let value = value(at: place)
    var found = keys(of: place, value).map {
      (written: written($0.key, after: start), key: $0.key, about: $0.about)
    }
    if case .array(let elements)? = value, !place.setting.holdsSecrets {
      let isBegun = text.dropFirst(start.count).hasPrefix("[")
      found += selectors(of: elements, all: isBegun).map {
        (start + $0.text, "\($0.index)", "element \($0.index)")
      }
    }
    return found.prefix(Self.maxCandidates).filter { $0.written.hasPrefix(text) }.map { written, key, about in
      let inner = self.place(at: path.appending(key))
      return (inner, written, about.isEmpty ? inner?.setting.title ?? "" : about)
    }
  }

  /// Returns a key as it is written after the start of a path.
  private func written(_ key: String, after start: String) -> String {
    start
      + (start.hasPrefix("/")
        ? String(SettingPath([key]).pointer.dropFirst()) : SettingPath([key]).description)
  }

  /// Returns the keys of a value's parts, as the form describes them and as the value has them.
  private func keys(of place: ValuePlace, _ value: JSONValue?) -> [(key: String, about: String)] {
    var keys: [(key: String, about: String)] = []
    func add(_ kind: FormKind) {
      switch kind.resolved {
      case .list: keys.append(("-", "a new element"))
      case .object(let section):
        for item in section.items {
          switch item {
          case .setting(let setting): keys.append((setting.key, setting.title))
          case .section(let section): keys.append((section.key, section.title))
          }
        }
      case .variants(let variants):
        if let variant = variants.variant(of: value) {
          add(variant.kind)
        } else if value == nil {
          for variant in variants where variant.mark == .kind && !variant.kind.isAnything {
            add(variant.kind)
          }
        }
      case .boolean, .integer, .number, .string, .choice, .flags, .dictionary, .recursive, .json: break
      }
    }
    add(place.setting.kind)
    guard !place.setting.hidesKeys else { return keys }
    switch value {
    case .array(let elements)?:
      keys =
        elements.prefix(Self.maxCandidates).enumerated().map { ("\($0)", Phrase.excerpt($1)) }
        + keys.filter { $0.key == "-" }
    case .object(let object)?: keys += object.members.map { ($0.key, "") }
    default: break
    }
    keys += PossibleKeys(of: place.setting, index.library).known.map { ($0, "") }
    var seen: Set<String> = []
    return keys.filter { seen.insert($0.key).inserted }
  }

  /// Returns the selectors that name one element each.
  ///
  /// - Parameter all: Whether each member of an element can tell it apart, or only the first one that tells all elements apart.
  private func selectors(of elements: [JSONValue], all: Bool) -> [(text: String, index: Int)] {
    guard elements.count <= Self.maxCandidates else { return [] }
    func selectors(by key: String) -> [(text: String, index: Int)] {
      elements.enumerated().compactMap { place, element in
        guard let member = key.isEmpty ? element : element.member(key), !member.hasParts else { return nil }
        let text = "[\(key)=\(member.plainText)]"
        guard !text.dropLast().contains("]"), ElementSelector(text)?.indexes(in: elements) == [place] else {
          return nil
        }
        return (text, place)
      }
    }
    var keys: [String] = []
    for member in elements.compactMap(\.object).flatMap(\.members) where !keys.contains(member.key) {
      keys.append(member.key)
    }
    if all { return (keys + [""]).flatMap(selectors) }
    return keys.lazy.map(selectors).first { $0.count == elements.count } ?? []
  }

  /// Returns the place that a path leads to, of what is stored; `nil` for a section, and for a path that leads nowhere.
  private func place(at path: SettingPath) -> ValuePlace? {
    guard let entry = index.entry(containing: path) else { return nil }
    return try? ValuePlace.places(on: path, in: entry, value(of: entry)).last
  }

  private func resolved(_ path: SettingPath) throws(Failure) -> SettingPath {
    try index.resolved(path, in: "") { value(of: $0) }
  }

  private func value(of entry: FormIndex.Entry) -> JSONValue? {
    document?.node(at: entry.path)?.value ?? entry.setting.defaultValue
  }

  private func value(at place: ValuePlace) -> JSONValue? { place.value(in: value(of: place.entry)) }

  /// Whether a path can go on in a value.
  private func hasParts(_ place: ValuePlace?) -> Bool {
    guard let place else { return false }
    if value(at: place)?.hasParts == true { return true }
    guard !place.setting.kind.isChangedAsWhole, !place.setting.kind.isAnything else { return false }
    if case .none = place.setting.kind.resolved.parts { return false }
    return true
  }

  // MARK: - Values

  /// Returns the values that are known for an assignment, for a whole setting or for a part of one.
  private func values(of parts: Assignment.Parts, after text: String) -> [Candidate] {
    guard let path = try? SettingPath(parsing: String(parts.path)), let resolved = try? resolved(path),
      let place = place(at: parts.operation == .set ? resolved : resolved.appending("-")),
      !place.setting.holdsSecrets
    else { return [] }
    let start = text.dropLast(parts.value.count)
    func stored(_ value: JSONValue) -> Candidate {
      Candidate(parts.isJSON ? value.description : place.setting.typedText(for: value), about: "stored")
    }
    var values: [Candidate] = []
    if parts.operation == .remove {
      values = self.place(at: resolved).flatMap(value)?.elements?.map(stored) ?? []
    } else {
      values = place.setting.values(typed: String(parts.value), asJSON: parts.isJSON)
      // What is stored is a start for another value.
      if values.isEmpty { values = value(at: place).map { [stored($0)] } ?? [] }
      if values.isEmpty {
        values = place.setting.kind.newValues.map { Candidate($0.description, about: "new", isOpen: true) }
      }
    }
    return Self.distinct(values).map { Candidate(start + $0.text, about: $0.about, isOpen: $0.isOpen) }
  }
}

extension FormSetting {
  fileprivate typealias Candidate = Completion.Candidate

  /// Returns the values that are known in advance: those of the type, suggestions, `null`, and the default.
  ///
  /// After `:=`, they are JSON: `"fast"` with its quotation marks, and `[` for the start of a list.
  fileprivate func values(typed text: String, asJSON isJSON: Bool) -> [Candidate] {
    var values = isJSON ? kind.jsonValues : typedValues(text)
    values += suggestions.map {
      Candidate(isJSON ? $0.value.description : $0.value.plainText, about: $0.title)
    }
    if isOptional { values.append(Candidate("null", about: "none")) }
    // The default tells how a value is written, also where any other is possible.
    if let value = defaultValue {
      values.append(Candidate(isJSON ? value.description : typedText(for: value), about: "the default"))
    }
    return values
  }

  /// Returns the values of the type as they are typed; empty for a type without a list of values.
  ///
  /// - Parameter isElement: Whether the value is in a typed list. A list in it has no commas of its own.
  private func typedValues(_ text: String, isElement: Bool = false) -> [Candidate] {
    switch kind.resolved {
    case .boolean: ["true", "false"].map { Candidate($0) }
    case .choice(let choices): choices.map { Candidate($0.text(.typed, among: choices), about: $0.title) }
    case .flags where isElement, .list where isElement: []
    case .flags(let choices):
      elements(typed: text) { _ in choices.map { Candidate($0.text(.typed, among: choices), about: $0.title) }
      }
        + ["none", "all"].map { Candidate($0) }
    case .list(let kind, _):
      elements(typed: text) { place in
        let element = element(place, kind: kind)
        return element.typedValues("", isElement: true)
          + element.suggestions.map { Candidate($0.value.plainText, about: $0.title) }
      }
    case .variants(let variants) where !kind.isAnything:
      variants.flatMap { variant -> [Candidate] in
        guard variant.mark == .kind else {
          return variant.bareValue == nil ? [] : [Candidate(variant.name, about: variant.title)]
        }
        var alternative = self
        alternative.kind = variant.kind
        return alternative.typedValues(text, isElement: isElement)
      }
    case .integer, .number, .string, .dictionary, .object, .variants, .recursive, .json: []
    }
  }

  /// Returns the typed list, separated by commas, with one more element: after `a,`, the candidates are `a,b` and `a,c`. Elements that are
  /// in the list already aren't offered again.
  ///
  /// - Parameter candidates: Returns the elements that are known at a position.
  private func elements(typed text: String, _ candidates: (Int) -> [Candidate]) -> [Candidate] {
    guard text.first != "[" else { return [] }
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let start = text.dropLast(words.last?.count ?? 0)
    let chosen = Set(words.dropLast().map(String.init))
    return candidates(max(0, words.count - 1)).filter { !chosen.contains($0.text) }
      .map { Candidate(start + $0.text, about: $0.about, isOpen: true) }
  }
}

extension FormKind {
  fileprivate typealias Candidate = Completion.Candidate

  /// Returns the values of the type as JSON, or how they begin.
  fileprivate var jsonValues: [Candidate] {
    switch resolved {
    case .boolean: ["true", "false"].map { Candidate($0) }
    case .choice(let choices): choices.map { Candidate($0.value.description, about: $0.title) }
    case .flags, .list: [Candidate("[", isOpen: true)]
    case .dictionary, .object: [Candidate("{", isOpen: true)]
    case .variants(let variants) where !isAnything:
      variants.flatMap { variant in
        if variant.mark == .kind { return variant.kind.jsonValues }
        return [Candidate("{\(JSONValue.string(variant.name)):", about: variant.title, isOpen: true)]
      }
    default: []
    }
  }

  /// Lists and objects to start from, as they are typed.
  fileprivate var newValues: [JSONValue] {
    switch resolved {
    case .list, .dictionary, .object: [NewValue.of(self)]
    case .variants(let variants) where !isAnything: variants.flatMap(\.kind.newValues)
    default: []
    }
  }
}
