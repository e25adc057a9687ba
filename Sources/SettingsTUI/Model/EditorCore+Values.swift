import SettingsEditing

extension EditorCore {
  /// Returns the value at a place, as staged.
  func value(at place: ValuePlace) -> JSONValue? {
    place.value(in: model.value(at: place.entry.path)) ?? place.setting.defaultValue
  }

  /// Returns the value that a typed text stands for; throws if it stands for none.
  ///
  /// The same text can mean different values: `true` is a string for a string setting, and a Boolean where the form says nothing about the
  /// type.
  func value(of text: String, at place: ValuePlace) throws(Refusal) -> JSONValue {
    // The typed text is the string, even if it is `null`, which on the command line means no value.
    if case .string(let limits) = place.setting.kind, limits.format != .duration { return .string(text) }
    let isAnything = place.setting.kind.isAnything
    if isAnything, text == "null" { return .null }
    do throws(ValueTextError) {
      let whole = model.draft.isSet(place.entry.path) ? model.value(at: place.entry.path) : nil
      return try place.setting.value(parsing: text, over: place.value(in: whole))
    } catch {
      // As on the command line, what isn't JSON is text.
      if isAnything { return .string(text) }
      throw Refusal(reason: error.description)
    }
  }

  /// Returns the collections that have to be opened, from the outside to the inside, before a part of a setting's value has a row; each
  /// with its next part. The value might have changed, and some of them don't exist anymore.
  ///
  /// Used to go to a search result or a problem inside a value: the screens of these collections are opened one over the other, and each
  /// puts the focus on the next part.
  func placesToOpen(for path: SettingPath, of entry: FormIndex.Entry) -> [(
    place: ValuePlace, part: SettingPath
  )] {
    let value = model.value(at: entry.path)
    var place = ValuePlace(entry)
    var opened: [(place: ValuePlace, part: SettingPath)] = []
    for count in entry.path.keys.count..<path.keys.count {
      let part = SettingPath(Array(path.keys.prefix(count + 1)))
      let shown = place.opened(for: place.value(in: value))
      // The members of an alternative can be inside the object under its key, which has no row.
      if shown.path == part {
        place = shown
        continue
      }
      let rows = CollectionRows(shown, value: self.value(at: shown), library: index.library)
      guard let row = (0..<rows.count).first(where: { rows.place(at: $0).path == part }) else { break }
      opened.append((shown, part))
      place = rows.place(at: row)
    }
    return opened
  }

  /// Returns the paths of what a member at a path needs a row for, and has none.
  func unlistedPaths(of value: JSONValue, at path: SettingPath) -> [SettingPath] {
    if index.entry(containing: path) != nil { return [] }
    guard index.section(at: path) != nil, case .object(let object) = value else { return [path] }
    return object.members.flatMap { unlistedPaths(of: $0.value, at: path.appending($0.key)) }
  }

  /// Returns what another process did to a setting with a conflict.
  func cause(of conflict: SettingConflict) -> String {
    guard model.draft.revision != nil else { return "another process deleted the file" }
    guard let theirs = conflict.theirs else {
      return conflict.isAboutComment
        ? "another process removed what it is about"
        : conflict.setting.traits.contains(.listed)
          ? "another process removed it" : "another process reset it to the default"
    }
    if conflict.isAboutComment, !conflict.isAboutStagedComment {
      return "another process changed a comment, which would be lost"
    }
    return "another process set it to \(conflict.setting.text(for: theirs, besides: conflict.mine))"
  }

  /// Returns the problems that a value at a place would have if it were staged.
  ///
  /// The whole setting is checked, because whether an element is allowed can depend on the others; then the problems elsewhere in it are
  /// left out. Of the values around it, a value can only repeat an element or be one too many: what else they lack was missing before.
  func problems(of value: JSONValue, at place: ValuePlace) -> [FormProblem] {
    let old = model.value(at: place.entry.path)
    let path = place.path
    let found = validator.problems(of: place.replacing(in: old, with: value), at: place.entry.path)
      .filter { path.contains($0.path) || $0.isAboutNumberOrRepetition && $0.path.contains(path) }
    guard let old, found.contains(where: { !path.contains($0.path) }) else { return found }
    let known = validator.problems(of: old, at: place.entry.path)
    return found.filter { problem in
      path.contains(problem.path)
        || !known.contains { $0.path == problem.path && $0.reason == problem.reason }
    }
  }

  /// Returns the first error that a value at a place would have if it were staged.
  func error(of value: JSONValue, at place: ValuePlace) -> FormProblem? {
    problems(of: value, at: place).first { $0.severity == .error }
  }

  /// Returns why a value can't be changed, according to its setting's traits and the current results of rules; `nil` if it can.
  func whyNotEditable(_ place: ValuePlace) -> Message? {
    let (title, path) = (place.setting.title, place.entry.path)
    if place.isReadOnly { return .readOnly(title) }
    if let lock = model.lock(at: path) { return .init("\(title) is locked by \(lock).", role: .problem) }
    let isReadOnly = model.isReadOnly(path)
    guard isReadOnly || !model.isEnabled(path) else { return nil }
    let reason = isReadOnly ? "A rule locks" : "A rule disables"
    return .init("\(reason) \(title); \(name(of: .why)) shows why.", role: .problem)
  }

  /// Returns the alternatives, each with the value that choosing it results in. An alternative that consists of a few values is
  /// these values.
  func choices(_ variants: [FormVariant], at place: ValuePlace) -> [FormChoice] {
    let current = value(at: place)
    return variants.flatMap { variant -> [FormChoice] in
      switch variant.kind {
      case .boolean where variant.mark == .kind:
        return [true, false].map {
          FormChoice(value: .bool($0), title: $0 ? "true" : "false", help: variant.help)
        }
      case .choice(let choices) where variant.mark == .kind: return choices
      default:
        let value = NewValue.of(variant, among: variants, current: current, secrecy: place.setting.secrecy)
        return [
          FormChoice(
            value: value, title: variant.title, help: variant.help, isDeprecated: variant.isDeprecated)
        ]
      }
    }
  }
}

extension FormProblem {
  /// Whether a list has an element twice, or a value has too many parts.
  fileprivate var isAboutNumberOrRepetition: Bool {
    switch reason {
    case .repeatedElement, .count(_, _, isUpper: true, _): true
    default: false
    }
  }
}
