import SettingsForm

extension HistoryEntry.Change {
  /// Returns the values, compared inside by a form. The record may have been written by another form.
  package func comparison(in index: FormIndex) -> ValueComparison {
    let setting =
      index[path]?.setting
      ?? FormSetting(key: path.keys.last ?? "", title: title, kind: .json).inheriting(index.secrecy(at: path))
    // A record has null also for a value that isn't known.
    let isUnknown = setting.defaultValue == nil
    return ValueComparison(
      isUnknown && kind == .add && old == .null ? nil : old,
      isUnknown && kind == .remove && new == .null ? nil : new, setting, at: path)
  }

  /// Returns the change as JSON, with the changes of its parts.
  package func json(in index: FormIndex) -> JSONValue {
    guard case .object(var object) = json else { return json }
    object["pointer"] = .string(path.pointer)
    if let unit = index[path]?.setting.unit { object["unit"] = .string(unit) }
    let parts = comparison(in: index).parts
    if !parts.isEmpty { object["parts"] = .array(parts.map(\.json)) }
    return .object(object)
  }
}
