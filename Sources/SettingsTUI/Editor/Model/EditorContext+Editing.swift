import Settings

extension EditorContext {
  /// What a command on a row leads to.
  enum Edit {
    /// A field opens in the row.
    case field(InlineField)
    /// The rest is done by the editor.
    case actions([ScreenAction])
  }

  /// Does what a key asks of a value; `nil` if the command is not about values.
  func edit(_ place: ValuePlace, _ command: Command) -> Edit? {
    switch command {
    case .activate, .forward, .toggle, .yes, .no, .increase, .decrease, .setNone: break
    default: return nil
    }
    if !isEditable(place) {
      if command == .activate || command == .forward {
        switch place.setting.kind {
        case .list, .dictionary, .object: return .actions([.push(CollectionScreen(place))])
        default: break
        }
      }
      return .actions([.say(.init(whyNotEditable(place), .problem))])
    }
    switch command {
    case .activate: return open(place)
    case .forward:
      // Going right opens things, and a yes or no has nothing to open.
      if case .boolean = place.setting.kind { return .actions([]) }
      return open(place)
    case .toggle:
      if case .boolean = place.setting.kind { return open(place) }
      if case .flags = place.setting.kind { return open(place) }
      if case .choice = place.setting.kind { return open(place) }
      return .actions([])
    case .yes, .no:
      guard case .boolean = place.setting.kind else { return .actions([]) }
      return set(.bool(command == .yes), at: place)
    case .increase, .decrease: return step(place, up: command == .increase)
    default: return setNone(place)
    }
  }

  /// Whether a value may be changed: by its setting's traits, and by the rules now.
  func isEditable(_ place: ValuePlace) -> Bool {
    !place.isReadOnly && !form.isReadOnly(place.entry.path) && form.isEnabled(place.entry.path)
  }

  /// Why a value may not be changed, in a sentence.
  func whyNotEditable(_ place: ValuePlace) -> String {
    let title = place.setting.title
    if place.isReadOnly { return "\(title) can be read but not changed here." }
    let why = "\(key(.why, in: .settings)) says why"
    if form.isReadOnly(place.entry.path) { return "A rule locks \(title); \(why)." }
    return "\(title) has no use now; \(why)."
  }

  /// Has a value edited in the person's own editor.
  ///
  /// - Parameters:
  ///   - typed: what was typed already and is not staged.
  ///   - next: what follows when the text was taken.
  func editExternally(
    _ place: ValuePlace, typed: String? = nil, then next: [ScreenAction] = []
  ) -> [ScreenAction] {
    if !isEditable(place) { return [.say(.init(whyNotEditable(place), .problem))] }
    if place.setting.holdsSecrets {
      let what = place.setting.isSecret ? "is a secret, which is" : "holds secrets, which are"
      return [.say(.init("\(place.setting.title) \(what) not written to other files.", .problem))]
    }
    return [.edit(ExternalEditing(ExternalValue(place: place, typed: typed), self, then: next))]
  }

  private func open(_ place: ValuePlace) -> Edit {
    let value = value(at: place)
    switch place.setting.kind {
    case .boolean: return set(.bool(value != .bool(true)), at: place)
    case .integer, .number: return .field(InlineField(place, self))
    case .string(let limits):
      if !place.isSecret, limits.isMultiline || place.editingText(for: value).contains(where: \.isNewline) {
        return .actions([.push(TextScreen(place, self))])
      }
      return .field(InlineField(place, self))
    case .choice(let choices): return .actions([.push(PickerScreen(place, choices, self))])
    case .flags(let choices): return .actions([.push(ChecklistScreen(place, choices, self))])
    case .list, .dictionary, .object: return .actions([.push(CollectionScreen(place))])
    case .json:
      return place.isSecret ? .field(InlineField(place, self)) : .actions([.push(TextScreen(place, self))])
    }
  }

  private func set(_ value: JSONValue, at place: ValuePlace) -> Edit {
    if value != self.value(at: place) { stage(value, at: place) }
    return .actions([])
  }

  private func step(_ place: ValuePlace, up: Bool) -> Edit {
    switch place.setting.kind {
    case .integer, .number:
      guard let value = value(at: place) else { return .field(InlineField(place, self)) }
      guard let next = NumberStep.next(value, up: up, place.setting.kind) else {
        return .actions([.say(.init("\(place.setting.title) goes no further.", .secondary))])
      }
      return set(next, at: place)
    case .choice(let choices):
      let value = value(at: place)
      let current = choices.firstIndex { $0.value == value } ?? (up ? -1 : choices.count)
      let next = current + (up ? 1 : -1)
      guard choices.indices.contains(next) else { return .actions([]) }
      return set(choices[next].value, at: place)
    default:
      return .actions([])
    }
  }

  private func setNone(_ place: ValuePlace) -> Edit {
    guard place.setting.isOptional else {
      return .actions([
        .say(
          .init(
            "\(place.setting.title) needs a value; \(key(.reset, in: .settings)) resets it to its default.",
            .problem))
      ])
    }
    return set(.null, at: place)
  }
}
