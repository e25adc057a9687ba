import SettingsEditing

/// What the commands of a row do with its value, on the main screen and in the screens of lists and objects.
///
///     Enter on a number     a field opens in the row
///     Enter on a choice     the screen with the choices opens
///     Enter on a Boolean    it is set to the other value
///     + on a number         it is set to the next value
///
/// The kind of the value decides, never the screen; so an element of a list behaves like a setting of its kind.
extension EditorCore {
  /// Returns what a command does with a value; `nil` if the command isn't about such a value.
  func actions(of command: Command, on place: ValuePlace) -> [EditorAction]? {
    switch command {
    case .activate, .forward, .toggle, .yes, .no, .increase, .decrease, .setNone, .typeValue: break
    default: return nil
    }
    let kind = place.setting.kind
    if let reason = whyNotEditable(place) {
      return (command == .activate || command == .forward ? partsOfLocked(place) : nil).map { [show($0)] }
        ?? [.say(reason)]
    }
    switch (command, kind) {
    case (.typeValue, .integer), (.typeValue, .number), (.typeValue, .string): return type(place)
    case (.typeValue, .object) where place.setting.textTemplate != nil: return [.type(in: place)]
    // The members of a value with a name can be edited, too.
    case (.forward, .object) where !place.setting.presets.isEmpty: return [show(place)]
    // What is typed tells the type.
    case (.typeValue, _) where place.setting.traits.contains(.anyType) || kind.isAnything:
      return [.type(in: place.described(as: .anything))]
    // A Boolean value looks like one, whatever else it may be.
    case (.toggle, .variants) where value(at: place)?.kind == .bool && isBoolean(place):
      return set(.bool(value(at: place) != .bool(true)), at: place)
    case (.toggle, .variants(let variants)) where !offersValues(place):
      return choose(among: variants, at: place)
    case (.typeValue, .variants):
      return place.alternative(of: value(at: place)).flatMap { actions(of: command, on: $0) }
    // A Boolean value has nothing to open.
    case (.forward, .boolean): return nil
    case (.toggle, .boolean): return set(.bool(value(at: place) != .bool(true)), at: place)
    case (.activate, _), (.forward, _), (.toggle, .flags), (.toggle, .choice), (.toggle, .variants):
      return open(place)
    case (.yes, .boolean), (.no, .boolean): return set(.bool(command == .yes), at: place)
    case (.increase, _), (.decrease, _): return step(place, up: command == .increase)
    case (.toggle, _) where place.setting.isOptional && (value(at: place) ?? .null) == .null:
      return open(place)
    case (.setNone, _) where place.setting.isOptional, (.toggle, _) where place.setting.isOptional:
      return set(.null, at: place)
    case (.setNone, _):
      let hint = "\(name(of: .reset)) resets it to its default"
      return [.problem("\(place.setting.title) needs a value; \(hint).")]
    default: return nil
    }
  }

  /// Opens a value as JSON, also one of a simple type, so that it can become one of another type.
  func editAsJSON(_ place: ValuePlace) -> [EditorAction] {
    if let reason = whyNotEditable(place) { return [.say(reason)] }
    if place.isSecret { return [.problem("\(place.setting.title) is a secret; type it in its field.")] }
    return [.open { TextScreen(place, asJSON: true, context: $0) }]
  }

  /// Edits the comment above a value or a section, or says why there can be none.
  func editComment(at path: SettingPath, of title: String, isThere: Bool) -> [EditorAction] {
    guard !path.isRoot else {
      return [.note("A comment on the whole file is a part of its text; \(name(of: .editAll)) edits that.")]
    }
    guard isThere else {
      return [.note("\(title) isn't in the file, so nothing can be said about it there.")]
    }
    return [.comment(above: path)]
  }

  /// Edits the comment above a section.
  func editComment(ofSection node: Int) -> [EditorAction] {
    let section = outline.nodes[node]
    let isThere = candidateDocument?.node(at: section.path) != nil
    return editComment(at: section.path, of: section.section.title, isThere: isThere)
  }

  /// Comments a member out, or in again if it is commented out.
  ///
  /// - Parameter value: The value of the commented-out member; `nil` for the member, or else for the comment with its stored value, or the first one.
  func switchComment(at path: SettingPath, to value: JSONValue? = nil) -> [EditorAction] {
    guard let document = candidateDocument else { return [] }
    let isSet = document.node(at: path) != nil
    if value == nil, isSet { return [.edit(.commentOut(path))] }
    let known = document.commentedMembers(at: path).map(\.node.value)
    let stored = model.store.document.node(at: path)?.value
    guard let value = value ?? known.first(where: { $0 == stored }) ?? known.first else {
      return [.note("\(path) is neither in the file nor commented out there.")]
    }
    guard !isSet else {
      return [.note("\(path) is set; comment it out first, and this one takes its place.")]
    }
    return [.edit(.commentIn(path, value))]
  }

  /// Keeps a value for pasting. One that holds a secret would be visible elsewhere.
  func take(_ place: ValuePlace) -> [EditorAction] {
    guard let value = value(at: place) else { return [.note("\(place.setting.title) has no value.")] }
    guard !place.isSecret, !place.setting.hidesPart(of: value) else {
      return [.problem("\(place.setting.title) holds a secret, and isn't taken.")]
    }
    return [.take(value, place.setting.title)]
  }

  /// Puts the value that was taken in a place, if the place may have such a value.
  func paste(at place: ValuePlace) -> [EditorAction] {
    guard let taken else { return [.note("Nothing was taken; \(name(of: .copyNode)) takes a value.")] }
    if let reason = whyNotEditable(place) { return [.say(reason)] }
    if let error = error(of: taken, at: place) { return [.problem("Not pasted: \(error.message)")] }
    return [.edit(.set(taken, at: place))]
  }

  /// Returns the list or object of a value that can't be changed, so a person can open it and look at its parts; `nil` if it has none.
  private func partsOfLocked(_ place: ValuePlace) -> ValuePlace? {
    switch place.setting.kind {
    case .list, .dictionary, .object: place
    case .variants: place.alternative(of: value(at: place)).flatMap(partsOfLocked)
    default: nil
    }
  }

  private func isBoolean(_ place: ValuePlace) -> Bool {
    if case .boolean? = place.alternative(of: value(at: place))?.setting.kind { true } else { false }
  }

  /// Whether the app or the form offers values to choose from.
  private func offersValues(_ place: ValuePlace) -> Bool {
    place.setting.choicesHook != nil && hasApp || !place.setting.presets.isEmpty
      || !place.setting.suggestions.isEmpty
  }

  private func show(_ place: ValuePlace) -> EditorAction { .open { _ in CollectionScreen(place) } }

  /// What opens a value, in this order: what the app offers, the form's presets, the form's suggestions, and else the kind.
  ///
  /// A value that may be anything is edited as what it is now: a list as a list, a long string as text, and everything else in a field.
  private func open(_ place: ValuePlace) -> [EditorAction] {
    if let hook = place.setting.choicesHook, hasApp {
      return [.open { PickerScreen(place, hook: hook, context: $0) }, .load(.choices(hook))]
    }
    if !place.setting.presets.isEmpty { return pick(among: place.setting.presets, at: place) }
    if !place.setting.suggestions.isEmpty {
      return [.open { PickerScreen(place, context: $0) }]
    }
    switch place.setting.kind {
    case .boolean: return set(.bool(value(at: place) != .bool(true)), at: place) ?? []
    case .integer, .number, .string: return type(place)
    case .choice(let choices): return pick(among: choices, at: place)
    case .flags(let choices): return [.open { ChecklistScreen(place, choices: choices, context: $0) }]
    case .list, .dictionary, .object: return [show(place)]
    case .variants(let variants):
      let value = value(at: place)
      guard place.setting.kind.isAnything else {
        // A list or object opens its parts; another key chooses another alternative.
        let parts = value?.hasParts == true ? place.alternative(of: value) : nil
        return parts.map(open) ?? choose(among: variants, at: place)
      }
      switch value {
      case .array?, .object?, .bool?: return value.map { open(place.described(by: $0)) } ?? []
      case .string(let text)? where text.contains(where: \.isNewline): return [edit(place)]
      default: return [.type(in: place)]
      }
    case .recursive, .json: return [place.isSecret ? .type(in: place) : edit(place)]
    }
  }

  /// Opens a field for a number or string, or the editor of several lines.
  private func type(_ place: ValuePlace) -> [EditorAction] {
    guard case .string(let limits) = place.setting.kind, !place.isSecret else { return [.type(in: place)] }
    let isLong = limits.isMultiline || place.editingText(for: value(at: place)).contains(where: \.isNewline)
    return [isLong ? edit(place) : .type(in: place)]
  }

  private func edit(_ place: ValuePlace) -> EditorAction { .open { TextScreen(place, context: $0) } }

  private func choose(among variants: [FormVariant], at place: ValuePlace) -> [EditorAction] {
    pick(among: choices(variants, at: place), at: place)
  }

  /// Opens the choices among which a value is picked.
  func pick(among choices: [FormChoice], at place: ValuePlace) -> [EditorAction] {
    [.open { PickerScreen(place, choices: choices, context: $0) }]
  }

  /// Returns what follows after an alternative was chosen: its value is edited, unless the choice has determined it.
  func actions(afterChoosing value: JSONValue, at place: ValuePlace) -> [EditorAction] {
    guard let alternative = place.inserted.alternative(of: value) else { return [] }
    switch alternative.setting.kind {
    case .boolean, .choice: return []
    default:
      let actions = actions(of: .activate, on: alternative) ?? []
      // The row below has the place of the whole value, which the field is for.
      if case .type? = actions.first { return [.perform(.typeValue)] }
      return actions
    }
  }

  /// Sets a value. Setting the value that is already there makes no edit, so there is no step for an undo to take back.
  private func set(_ value: JSONValue, at place: ValuePlace) -> [EditorAction]? {
    value == self.value(at: place) ? nil : [.edit(.set(value, at: place))]
  }

  /// Choices are in the order of the form and don't go around at the ends. A number without a value has nothing to step from; its field
  /// opens.
  private func step(_ place: ValuePlace, up: Bool) -> [EditorAction]? {
    switch place.setting.kind {
    case .integer, .number:
      guard let value = value(at: place) else { return [.type(in: place)] }
      guard let next = NumberStep.next(value, up: up, kind: place.setting.kind) else {
        return [.note("\(place.setting.title) is at its limit.")]
      }
      return set(next, at: place)
    case .choice(let choices):
      let value = value(at: place)
      let current = choices.firstIndex { $0.value == value } ?? (up ? -1 : choices.count)
      let next = current + (up ? 1 : -1)
      return choices.indices.contains(next) ? set(choices[next].value, at: place) : nil
    default: return nil
    }
  }

  /// Opens a value in the external editor, or returns a message that says why it can't.
  ///
  /// - Parameters:
  ///   - typed: The text to open instead of the value; `nil` for the value.
  ///   - closesScreen: Whether the screen on top closes after the text was staged.
  func editExternally(
    _ place: ValuePlace, typed: String? = nil, asJSON: Bool = false, closesScreen: Bool = false
  ) -> EditorAction {
    if let reason = whyNotEditable(place) { return .say(reason) }
    guard !place.setting.holdsSecrets else {
      let what = place.setting.isSecret ? "is a secret" : "contains secrets"
      return .problem("\(place.setting.title) \(what); secrets are never written to other files.")
    }
    return .editExternally(
      ExternalEdit(place: place, typed: typed, asJSON: asJSON, closesScreen: closesScreen))
  }
}
