public import Settings

/// All settings of a draft with their values, as a table and as JSON.
///
/// ```swift
/// print(SettingsListing(store.draft()).table(width: 80))
/// ```
public struct SettingsListing: Sendable {
  /// Which settings are listed.
  public enum Scope: Hashable, Sendable {
    /// Every setting of the form.
    case all
    /// Settings with their own value, stored or staged.
    case changed
  }

  fileprivate struct Row {
    let path: SettingPath
    let setting: FormSetting
    let value: JSONValue?
    let isSet: Bool
    let isDerived: Bool
    let isHidden: Bool
    let isEnabled: Bool
    let isReadOnly: Bool
  }

  private let rows: [Row]

  /// Lists the settings of a draft in form order.
  public init(_ draft: Draft, _ scope: Scope = .all) {
    rows = draft.index.settings.flatMap { entry -> [Row] in
      guard !entry.setting.traits.contains(.skipped) else { return [] }
      let isSet = draft.isSet(entry.path)
      guard scope == .all || isSet else { return [] }
      let row = Row(
        path: entry.path, setting: entry.setting, value: draft.value(at: entry.path), isSet: isSet,
        isDerived: draft.isDerived(entry.path), isHidden: draft.isHidden(entry.path),
        isEnabled: draft.isEnabled(entry.path), isReadOnly: draft.isReadOnly(entry.path))
      return entry.path.isRoot ? row.parts(ValuePlace(entry)) : [row]
    }
  }

  /// Returns the listing as a table: path, value and notes. Secrets are masked.
  ///
  /// - Parameter width: The number of columns; notes first and then values are cut to fit. `nil` for as many columns as the
  ///   table needs.
  public func table(width: Int? = nil) -> String {
    table.text(width: width).joined(separator: "\n")
  }

  /// The listing as rows and columns.
  package var table: TextTable {
    TextTable(
      [.init("SETTING"), .init("VALUE", minimum: 8), .init("NOTES", minimum: 0)], rows: rows.map(\.cells))
  }

  /// The listing as JSON: an array of objects with `path`, `pointer`, `title`, `value`, `default`, `isSet`,
  /// `isDerived`, `isHidden`, `isEnabled`, `isReadOnly`, `requiresRestart` and `sideEffects`. Secrets are masked.
  public var json: JSONValue {
    .array(rows.map(\.json))
  }
}

extension SettingsListing.Row {
  /// The elements or entries of a document that is one list or one map; the row itself for another document.
  fileprivate func parts(_ place: ValuePlace) -> [SettingsListing.Row] {
    let keys: [String]
    switch value {
    case .array(let elements)?: keys = elements.indices.map(String.init)
    case .object(let object)?: keys = object.members.map(\.key)
    default: return [self]
    }
    return keys.map { key in
      let path = SettingPath([key])
      let part = (try? ValuePlace.places(on: path, in: place.entry, value))?.last
      return SettingsListing.Row(
        path: path, setting: part?.setting ?? FormSetting(key: key, title: key, kind: .json),
        value: part.flatMap { $0.value(in: value) }, isSet: isSet, isDerived: isDerived, isHidden: isHidden,
        isEnabled: isEnabled, isReadOnly: isReadOnly)
    }
  }

  fileprivate var cells: [String] {
    var notes: [String] = []
    // The default of a setting of an inferred form isn't known.
    if isSet, !setting.traits.contains(.anyType) {
      let text = setting.typedText(for: setting.defaultValue)
      notes.append("default \(text.isEmpty ? "empty" : text)")
    }
    if let unit = setting.unit { notes.append(unit) }
    if setting.traits.contains(.requiresRestart) { notes.append("restart") }
    if isDerived { notes.append("by a rule") }
    if isHidden { notes.append("hidden") }
    if !isEnabled { notes.append("disabled") }
    if isReadOnly { notes.append("read-only") }
    if setting.traits.contains(.deprecated) { notes.append("deprecated") }
    return [path.description, setting.typedText(for: value), notes.joined(separator: ", ")]
  }

  fileprivate var json: JSONValue {
    return [
      "path": .string(path.description),
      "pointer": .string(path.pointer),
      "title": .string(setting.title),
      "value": setting.masked(value),
      "default": setting.masked(setting.defaultValue),
      "isSet": .bool(isSet),
      "isDerived": .bool(isDerived),
      "isHidden": .bool(isHidden),
      "isEnabled": .bool(isEnabled),
      "isReadOnly": .bool(isReadOnly),
      "requiresRestart": .bool(setting.traits.contains(.requiresRestart)),
      "sideEffects": .array(setting.sideEffects.map(JSONValue.string)),
    ]
  }
}
