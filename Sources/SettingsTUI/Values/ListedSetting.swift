import SettingsEditing

/// A setting or a part of one, with its value in a draft: what `list`, `get` and `describe` show.
///
/// It keeps the draft as it was when the setting was listed. ``cells`` are its row in a table; the commands describe it by facts and as
/// JSON. All of them mask secrets.
///
///     cells    network.port │ 8080 │ default 80, restart
///
/// A part of a setting has the description of the part and the state of the setting: that it is hidden, locked or derived is decided for
/// whole settings.
package struct ListedSetting: Sendable {
  package let path: SettingPath
  package let setting: FormSetting
  /// The effective value; `nil` if the app chooses it.
  package let value: JSONValue?
  /// Whether the file or the draft has a value of its own; for a part, whether the setting has one that contains the part.
  package let isSet: Bool
  /// Whether the form has the setting only since the last apply.
  package let isNew: Bool
  private let draft: Draft
  /// The path of the setting itself, whose state a part of it has.
  private let whole: SettingPath
  /// Where the value comes from; `nil` if that isn't listed.
  package internal(set) var origin: SettingOrigin?
}

extension ListedSetting {
  init(_ entry: FormIndex.Entry, in draft: Draft, isNew: Bool) {
    self.init(
      path: entry.path, setting: entry.setting, value: draft.effectiveValue(at: entry.path),
      isSet: draft.isSet(entry.path), isNew: isNew, draft: draft, whole: entry.path)
  }

  /// Creates the listing of a part of a setting, which has the state of the setting.
  package init(_ place: ValuePlace, in draft: Draft, isNew: Bool) {
    let setting = place.entry.path
    let value = place.value(in: draft.effectiveValue(at: setting))
    self.init(
      path: place.path, setting: place.setting, value: value, isSet: value != nil && draft.isSet(setting),
      isNew: isNew, draft: draft, whole: setting)
  }

  /// Creates the row of a section that the document has without members. With it, a list shows everything in the document.
  ///
  /// `{"network": {}}` sets no setting, but `network` is in the file, and could be removed from it.
  init?(emptySection path: SettingPath, in draft: Draft) {
    guard let section = draft.index.section(at: path) else { return nil }
    let setting = FormSetting(
      key: section.key, title: section.title, help: section.help, kind: .object(section), traits: .withoutApp)
    self.init(
      path: path, setting: setting, value: .object([:]), isSet: true, isNew: false, draft: draft, whole: path)
  }

  /// The elements or entries of a document that is one list or one map; the setting itself for another document.
  ///
  /// A document such as `["a", "b"]` has one setting, the root, whose path is empty. A list with one row would say nothing, so its elements
  /// are listed.
  func parts(of entry: FormIndex.Entry) -> [ListedSetting] {
    guard path.isRoot else { return [self] }
    let keys: [String]
    switch value {
    case .array(let elements)?: keys = elements.indices.map(String.init)
    case .object(let object)?: keys = object.members.map(\.key)
    default: return [self]
    }
    return keys.compactMap { key in
      ValuePlace.stored(at: SettingPath([key]), in: entry, value).map {
        ListedSetting($0, in: draft, isNew: isNew)
      }
    }
  }

  package var isDerived: Bool { draft.isDerived(whole) }
  package var isHidden: Bool { draft.isHidden(whole) }
  package var isEnabled: Bool { draft.isEnabled(whole) }
  package var isReadOnly: Bool { draft.isReadOnly(whole) || setting.traits.contains(.readOnly) }
  /// Whether the form describes the setting. Without a form, no setting is described.
  package var isInForm: Bool {
    // The address of the form is for whoever reads the file, and unknown to none.
    draft.index[whole]?.setting.traits.contains(.undescribed) != true || whole == ["$schema"]
  }
  /// Where another layer than the settings file sets the value; `nil` if the file sets it, or a default applies.
  package var otherLayer: SettingOrigin? { draft.otherLayer(of: whole) }
  /// Where a layer below the settings file locks the setting; `nil` if it isn't locked.
  package var lock: SettingOrigin? { draft.lock(at: whole) }

  /// The cells of the setting's row in a table: path, value, notes.
  ///
  /// The notes are in the order of their use: the default that a reset would restore, the unit, a restart, states, the layer that sets the
  /// value if there is no column for origins.
  var cells: [String] {
    var notes: [String] = []
    if isSet, !setting.traits.contains(.anyType), let value = setting.defaultValue {
      notes.append("default \(setting.text(for: value, .byValue))")
    }
    if let unit = setting.unit { notes.append(unit) }
    if setting.traits.contains(.requiresRestart) { notes.append("restart") }
    notes += state
    if origin == nil, let otherLayer { notes.append("from \(otherLayer)") }
    if setting.traits.contains(.deprecated) { notes.append("deprecated") }
    return [
      path.description, value.map { setting.text(for: $0, .byValue) } ?? "", notes.joined(separator: ", "),
    ]
  }

  /// The states that a list names: whether the setting is new, and what rules and the form determine about it.
  ///
  /// A setting that the form doesn't describe is only worth a note if there is a form.
  package var state: [String] {
    [
      (isNew, "new"), (isDerived, "by a rule"), (isHidden, "hidden"), (!isEnabled, "disabled"),
      (isReadOnly, "read-only"),
      (!isInForm && !draft.index.form.describesNothing, "not in the form"),
    ].filter(\.0).map(\.1)
  }
}
