import Settings

/// What is special about a setting, as a sentence without its period. Screens show it with the glyph of its kind.
struct SettingNote {
  enum Kind {
    case new, hidden, disabled, locked, readOnlyByRule, derived, overridden, inherited
    case restart, sideEffects, deprecated, readOnly

    /// Whether the rules about the setting explain it.
    var isByRule: Bool {
      switch self {
      case .hidden, .disabled, .readOnlyByRule, .derived: true
      default: false
      }
    }
  }

  let kind: Kind
  let text: String
}

extension EditorCore {
  /// Returns whether the setting is new, and how rules and other layers affect it now.
  ///
  /// - Parameter shortened: Returns as much of a place as a line has room for beside a number of columns of other text.
  func stateNotes(
    _ entry: FormIndex.Entry,
    shortened: (_ place: SettingOrigin, _ columns: Int) -> String = { place, _ in
      place.description
    }
  ) -> [SettingNote] {
    let path = entry.path
    var notes: [SettingNote] = []
    func add(_ kind: SettingNote.Kind, _ text: String) { notes.append(SettingNote(kind: kind, text: text)) }
    if isNew(entry) { add(.new, "New since the last apply") }
    if model.isHidden(path) {
      add(.hidden, "Hidden by a rule")
    } else if !model.isEnabled(path) {
      add(.disabled, "Disabled by a rule")
    } else if let lock = model.lock(at: path) {
      add(.locked, "\(shortened(lock, 11)) locks it")
    } else if model.isReadOnly(path), !entry.setting.traits.contains(.readOnly) {
      add(.readOnlyByRule, "Read-only by a rule")
    } else if model.isDerived(path) {
      add(.derived, "Derived by a rule")
    }
    if let origin = model.overrider(of: path) {
      let value = entry.setting.text(for: model.effectiveValue(at: path))
      add(.overridden, "\(shortened(origin, 2)) overrides it: \(value) is in effect")
    } else if let origin = model.otherLayer(of: path) {
      add(.inherited, "From \(shortened(origin, 7))")
    }
    return notes
  }

  /// Returns what the form says about changing a setting.
  func formNotes(_ setting: FormSetting) -> [SettingNote] {
    var notes: [SettingNote] = []
    func add(_ kind: SettingNote.Kind, _ text: String) { notes.append(SettingNote(kind: kind, text: text)) }
    if setting.traits.contains(.requiresRestart) { add(.restart, "Takes effect after a restart") }
    if !setting.sideEffects.isEmpty {
      add(.sideEffects, "Triggers \(setting.sideEffects.joined(separator: ", "))")
    }
    if setting.traits.contains(.deprecated) {
      let reason = setting.deprecationMessage.map { ": \(MarkdownText($0).plain)" } ?? ""
      add(.deprecated, "Deprecated\(reason)")
    }
    if setting.traits.contains(.readOnly) { add(.readOnly, "Read-only") }
    return notes
  }
}
