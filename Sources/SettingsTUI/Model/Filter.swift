import SettingsEditing

/// Which settings the list of the editor shows. A key goes from one to the next: all → changed → not default → all. ``set`` has its own
/// key.
///
/// A filter only hides rows: the search, the review and the list of problems work with all settings.
enum Filter: CaseIterable {
  case all
  /// Settings that are set, stored or staged: what the file itself has.
  case set
  /// Settings with a staged change.
  case changed
  /// Settings whose value isn't the default.
  case nonDefault

  /// The filter after this one.
  var next: Filter {
    switch self {
    case .all, .set: .changed
    case .changed: .nonDefault
    case .nonDefault: .all
    }
  }

  /// The filter's name in the title line; `nil` for the filter that leaves out nothing.
  var name: String? {
    switch self {
    case .all: nil
    case .set: "only what is set"
    case .changed: "only changed"
    case .nonDefault: "only not default"
    }
  }

  /// A sentence about the settings that the filter shows.
  var message: Message {
    switch self {
    case .all: .init("All settings are shown.", role: .secondary)
    case .set: .init("Only what is set in the file is shown.", role: .secondary)
    case .changed: .init("Only changed settings are shown.", role: .secondary)
    case .nonDefault: .init("Only settings that differ from their default are shown.", role: .secondary)
    }
  }

  /// Returns the settings that pass the filter, by their positions in the index; `nil` for all.
  ///
  /// Cost: linear in the number of changes, or, for ``nonDefault``, in the size of the form.
  @MainActor
  func settings(in model: FormViewModel) -> Set<Int>? {
    switch self {
    case .all: return nil
    case .set:
      let own = model.draft.ownValues().keys
      return Set(own.filter { model.isSet(model.index.settings[$0].path) })
    case .changed:
      return Set(model.draft.review().changes.compactMap { model.index.position(of: $0.path) })
    case .nonDefault:
      let settings = model.index.settings
      return Set(
        settings.indices.filter { position in
          let path = settings[position].path
          return model.isSet(path) && model.value(at: path) != model.defaultValue(at: path)
        })
    }
  }
}

/// What is special about a setting now, as a sentence without its period: "Takes effect after a restart", "Derived by a rule". Screens show
/// it behind its mark.
///
/// The notes come from two sources: ``EditorCore/stateNotes(_:shortened:)`` says what rules and layers do to the setting now and has to be
/// asked for after each change; ``EditorCore/formNotes(_:)`` says what the form says and never changes.
struct SettingNote {
  let text: String
  let mark: KeyPath<Glyphs, Character>
  let role: Style.Role
  /// Whether the rules about the setting explain it.
  let isByRule: Bool

  init(
    _ text: String, mark: KeyPath<Glyphs, Character>, role: Style.Role = .secondary, isByRule: Bool = false
  ) {
    (self.text, self.mark, self.role, self.isByRule) = (text, mark, role, isByRule)
  }
}

extension EditorCore {
  /// Returns whether the setting is new, and how rules and other layers affect it now.
  ///
  /// - Parameter shortened: Shortens the name of a place to what fits on a line beside other text that takes some columns.
  ///
  /// Of hidden, disabled, locked, read-only and derived, only the first that holds becomes a note: a hidden setting that is also locked is
  /// only called hidden.
  func stateNotes(
    _ entry: FormIndex.Entry,
    shortened: (_ place: SettingOrigin, _ columns: Int) -> String = { place, _ in
      place.description
    }
  ) -> [SettingNote] {
    let (path, draft) = (entry.path, model.draft)
    var notes: [SettingNote] = []
    if isNew(entry) { notes.append(.init("New since the last apply", mark: \.new, role: .match)) }
    if draft.isHidden(path) {
      notes.append(.init("Hidden by a rule", mark: \.hidden, isByRule: true))
    } else if !draft.isEnabled(path) {
      notes.append(.init("Disabled by a rule", mark: \.disabled, isByRule: true))
    } else if let lock = draft.lock(at: path) {
      notes.append(.init("\(shortened(lock, 11)) locks it", mark: \.readOnly))
    } else if draft.isReadOnly(path), !entry.setting.traits.contains(.readOnly) {
      notes.append(.init("Read-only by a rule", mark: \.readOnly, isByRule: true))
    } else if draft.isDerived(path) {
      notes.append(.init("Derived by a rule", mark: \.derived, role: .sideEffect, isByRule: true))
    }
    if draft.lock(at: path) == nil, let origin = draft.overrider(of: path) {
      let value = entry.setting.text(for: draft.effectiveValue(at: path))
      let text = "\(shortened(origin, 2)) overrides it: \(value) is in effect"
      notes.append(.init(text, mark: \.overridden, role: .changed))
    } else if let origin = draft.otherLayer(of: path) {
      notes.append(.init("From \(shortened(origin, 7))", mark: \.inherited))
    }
    return notes
  }

  /// Returns what the form says about changing a setting.
  func formNotes(_ setting: FormSetting) -> [SettingNote] {
    var notes: [SettingNote] = []
    // The marks of the row have the colors; here, they would be sent with each step through a list.
    if setting.traits.contains(.requiresRestart) {
      notes.append(.init("Takes effect after a restart", mark: \.restart, role: .text))
    }
    if !setting.sideEffects.isEmpty {
      let text = "Triggers \(setting.sideEffects.joined(separator: ", "))"
      notes.append(.init(text, mark: \.sideEffect, role: .text))
    }
    if setting.traits.contains(.deprecated) {
      let reason = setting.deprecationMessage.map { ": \(MarkdownText($0).plain)" } ?? ""
      notes.append(.init("Deprecated\(reason)", mark: \.deprecated, role: .changed))
    }
    if setting.traits.contains(.readOnly) {
      notes.append(.init("Read-only", mark: \.readOnly))
    }
    return notes
  }
}

/// The settings that the form has, but the form of the last apply before the editor was opened didn't have.
///
/// An apply of the editor itself doesn't change them: a person goes through all of them, applies a few on the way, and sees the rest.
struct NewSettings {
  /// Their paths, also of settings without a row.
  let paths: Set<SettingPath>
  /// Their positions in the index.
  let positions: Set<Int>
  /// Their number by section; a setting of an inner section counts in the outer sections, too.
  let counts: [Int: Int]

  init(_ paths: Set<SettingPath>, index: FormIndex, outline: Outline) {
    self.paths = paths
    positions = Set(paths.compactMap { index.position(of: $0) }).subtracting(outline.skipped)
    var counts: [Int: Int] = [:]
    for position in positions {
      for node in outline.ancestors(of: outline.sections[position]) { counts[node, default: 0] += 1 }
    }
    self.counts = counts
  }

  var isEmpty: Bool { positions.isEmpty }

  /// A sentence about their number; `nil` without new settings.
  var sentence: String? {
    guard !isEmpty else { return nil }
    return Phrase.count(positions.count, noun: "setting is", nouns: "settings are")
      + " new since the last apply"
  }
}
