import Settings

/// The result of a command on a value.
enum ValueCommandResult {
  /// A field opens in the row of the value, which the place describes.
  case field(ValuePlace)
  /// The editor performs actions.
  case actions([EditorAction])
}

extension EditorCore {
  /// Returns the value at a place, as staged.
  func value(at place: ValuePlace) -> JSONValue? {
    place.value(in: model.value(at: place.entry.path)) ?? place.setting.defaultValue
  }

  /// Returns the collections to open, from the outside to the inside, so that a part of a setting's value has a row, each with its next
  /// part. The value may have changed, so that some of them don't exist anymore.
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
      let rows = CollectionRows(shown, self.value(at: shown), index.library)
      guard let row = (0..<rows.count).first(where: { rows.place(at: $0).path == part }) else { break }
      opened.append((shown, part))
      place = rows.place(at: row)
    }
    return opened
  }

  /// Returns what another process did to a setting with a conflict.
  func cause(of conflict: Conflict) -> String {
    guard model.draft.revision != nil else { return "another process deleted the file" }
    guard let theirs = conflict.theirs else { return "another process reset it to the default" }
    return "another process set it to \(conflict.setting.text(for: theirs))"
  }

  /// Returns the problems that a value at a place would have if it were staged.
  func problems(of value: JSONValue, at place: ValuePlace) -> [FormProblem] {
    let root = place.replacing(in: model.value(at: place.entry.path), with: value)
    let path = place.path
    return validator.problems(of: root, at: place.entry.path).filter { path.contains($0.path) }
  }

  /// Returns the first error that a value at a place would have if it were staged.
  func error(of value: JSONValue, at place: ValuePlace) -> FormProblem? {
    problems(of: value, at: place).first { $0.severity == .error }
  }

  /// Whether a value can be changed, according to its setting's traits and the current results of rules.
  func isEditable(_ place: ValuePlace) -> Bool {
    !place.isReadOnly && !model.isReadOnly(place.entry.path) && model.isEnabled(place.entry.path)
  }

  /// Returns why a value can't be changed.
  private func whyNotEditable(_ place: ValuePlace) -> Message {
    let title = place.setting.title
    if place.isReadOnly { return .readOnly(title) }
    if let lock = model.lock(at: place.entry.path) {
      return .init("\(title) is locked by \(lock).", .problem)
    }
    let reason = model.isReadOnly(place.entry.path) ? "A rule locks \(title)" : "A rule disables \(title)"
    return .init("\(reason); \(name(of: .why)) shows why.", .problem)
  }

  /// Returns what a command does with a value; `nil` if the command isn't about values.
  func result(of command: Command, on place: ValuePlace) -> ValueCommandResult? {
    switch command {
    case .activate, .forward, .toggle, .yes, .no, .increase, .decrease, .setNone, .typeValue: break
    default: return nil
    }
    guard isEditable(place) else { return resultOnLocked(command, place) }
    switch (command, place.setting.kind) {
    case (.typeValue, .integer), (.typeValue, .number), (.typeValue, .string): return type(place)
    case (.typeValue, .object) where place.setting.textTemplate != nil: return .field(place)
    // The members of a value with a name can be edited, too.
    case (.forward, .object) where !place.setting.presets.isEmpty:
      return .actions([.open(.collection(place))])
    // What is typed tells the type.
    case (.typeValue, _) where place.setting.traits.contains(.anyType) || place.setting.kind.isAnything:
      return .field(place.described(as: .anything))
    case (.toggle, .variants) where place.setting.kind.isAnything: return choose(place)
    case (.typeValue, .variants):
      return place.alternative(of: value(at: place)).flatMap { result(of: command, on: $0) } ?? .actions([])
    case (.activate, _), (.toggle, .boolean), (.toggle, .flags), (.toggle, .choice),
      (.toggle, .variants):
      return open(place)
    // A Boolean value has nothing to open.
    case (.forward, .boolean): return .actions([])
    case (.forward, _): return open(place)
    case (.yes, .boolean), (.no, .boolean): return set(.bool(command == .yes), at: place)
    case (.increase, _), (.decrease, _): return step(place, up: command == .increase)
    case (.setNone, _): return setNone(place)
    case (.toggle, _) where place.setting.isOptional:
      return (value(at: place) ?? .null) == .null ? open(place) : setNone(place)
    default: return .actions([])
    }
  }

  private func resultOnLocked(_ command: Command, _ place: ValuePlace) -> ValueCommandResult {
    switch (command, place.setting.kind) {
    case (.activate, .list), (.activate, .dictionary), (.activate, .object), (.forward, .list),
      (.forward, .dictionary), (.forward, .object):
      return .actions([.open(.collection(place))])
    case (.activate, .variants), (.forward, .variants):
      guard let alternative = place.alternative(of: value(at: place)) else { break }
      return resultOnLocked(command, alternative)
    default: break
    }
    return .actions([.say(whyNotEditable(place))])
  }

  private func open(_ place: ValuePlace) -> ValueCommandResult {
    if let hook = place.setting.choicesHook, hasApp { return .actions([.open(.offered(place, hook: hook))]) }
    if !place.setting.presets.isEmpty { return .actions([.open(.picker(place, place.setting.presets))]) }
    if !place.setting.suggestions.isEmpty { return .actions([.open(.suggested(place))]) }
    switch place.setting.kind {
    case .boolean: return set(.bool(value(at: place) != .bool(true)), at: place)
    case .integer, .number, .string: return type(place)
    case .choice(let choices): return .actions([.open(.picker(place, choices))])
    case .flags(let choices): return .actions([.open(.checklist(place, choices))])
    case .list, .dictionary, .object: return .actions([.open(.collection(place))])
    case .variants(let variants):
      let value = value(at: place)
      guard place.setting.kind.isAnything else {
        // No alternative fits a value in which something is wrong, which is corrected by its parts.
        let isWrong = value?.hasParts == true && variants.variant(of: value) == nil
        return isWrong ? place.alternative(of: value).map(open) ?? choose(place) : choose(place)
      }
      switch value {
      case .array?, .object?, .bool?: return value.map { open(place.described(by: $0)) } ?? .actions([])
      case .string(let text)? where text.contains(where: \.isNewline): return .actions([.open(.text(place))])
      default: return .field(place)
      }
    case .recursive, .json: return place.isSecret ? .field(place) : .actions([.open(.text(place))])
    }
  }

  private func choose(_ place: ValuePlace) -> ValueCommandResult {
    guard case .variants(let variants) = place.setting.kind else { return .actions([]) }
    return .actions([.open(.picker(place, choices(variants, at: place)))])
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
        let value = NewValue.of(variant, among: variants, current: current)
        return [
          FormChoice(
            value: value, title: variant.title, help: variant.help, isDeprecated: variant.isDeprecated)
        ]
      }
    }
  }

  /// Returns what follows after an alternative was chosen: its value is edited, unless the choice has determined it.
  func actions(afterChoosing value: JSONValue, at place: ValuePlace) -> [EditorAction] {
    guard let alternative = place.inserted.alternative(of: value) else { return [] }
    switch alternative.setting.kind {
    case .boolean, .choice: return []
    default:
      guard case .actions(let actions)? = result(of: .activate, on: alternative) else {
        return [.perform(.typeValue)]
      }
      return actions
    }
  }

  /// Opens a field for a number or string, or another editor for the value.
  private func type(_ place: ValuePlace) -> ValueCommandResult {
    guard case .string(let limits) = place.setting.kind, !place.isSecret else { return .field(place) }
    let isLong = limits.isMultiline || place.editingText(for: value(at: place)).contains(where: \.isNewline)
    return isLong ? .actions([.open(.text(place))]) : .field(place)
  }

  private func set(_ value: JSONValue, at place: ValuePlace) -> ValueCommandResult {
    .actions(value == self.value(at: place) ? [] : [.edit(.set(value, at: place))])
  }

  private func step(_ place: ValuePlace, up: Bool) -> ValueCommandResult {
    switch place.setting.kind {
    case .integer, .number:
      guard let value = value(at: place) else { return .field(place) }
      guard let next = NumberStep.next(value, up: up, place.setting.kind) else {
        return .actions([.say(.init("\(place.setting.title) is at its limit.", .secondary))])
      }
      return set(next, at: place)
    case .choice(let choices):
      let value = value(at: place)
      let current = choices.firstIndex { $0.value == value } ?? (up ? -1 : choices.count)
      let next = current + (up ? 1 : -1)
      return choices.indices.contains(next) ? set(choices[next].value, at: place) : .actions([])
    default: return .actions([])
    }
  }

  private func setNone(_ place: ValuePlace) -> ValueCommandResult {
    guard place.setting.isOptional else {
      let hint = "\(name(of: .reset)) resets it to its default"
      return .actions([.say(.init("\(place.setting.title) needs a value; \(hint).", .problem))])
    }
    return set(.null, at: place)
  }

  /// Opens a value in the person's own editor, or returns a message that says why it can't.
  ///
  /// - Parameters:
  ///   - typed: The text to open instead of the value; `nil` for the value.
  ///   - next: The actions that follow after the text was staged.
  func editExternally(
    _ place: ValuePlace, typed: String? = nil, then next: [EditorAction] = []
  ) -> EditorAction {
    guard isEditable(place) else { return .say(whyNotEditable(place)) }
    guard !place.setting.holdsSecrets else {
      let what = place.setting.isSecret ? "is a secret" : "contains secrets"
      return .say(
        .init("\(place.setting.title) \(what); secrets are never written to other files.", .problem))
    }
    return .editExternally(ExternalEdit(subject: .value(place, typed: typed), next: next))
  }
}
