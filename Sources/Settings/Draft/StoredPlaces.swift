/// Where the values of a document with changes are in the stored document.
///
/// ```
/// stored   {"deny": ["AskUser", "Bash(rm)"], "n": 50}
/// changed  {"deny": ["Read(x)", "AskUser"], "n": 5}
///
/// deny.1   was deny.0, unchanged        n      was n, another scalar
/// deny     was deny, with other parts   deny.0 is new
/// ```
struct StoredPlaces {
  private let index: FormIndex
  /// The changed settings.
  private let changed: Set<SettingPath>
  /// The stored and the new value of a changed setting; `nil` for no value.
  private let values: (FormIndex.Entry) -> (old: JSONValue?, new: JSONValue?)
  /// What is known of a changed setting.
  private enum Comparison {
    /// It has no stored value, or no new one.
    case none
    /// Its values have been compared; `nil` if they are equal.
    case difference(ValueDifference?)
  }

  private var comparisons: [SettingPath: Comparison] = [:]

  init(
    _ index: FormIndex, changed: Set<SettingPath>,
    values: @escaping (FormIndex.Entry) -> (old: JSONValue?, new: JSONValue?)
  ) {
    (self.index, self.changed, self.values) = (index, changed, values)
  }

  /// Returns the stored place of a value; `nil` if the changes have added the value.
  ///
  /// Cost: the first path in a changed setting reads and compares the setting's values.
  mutating func place(of path: SettingPath) -> ValueDifference.OldPlace? {
    guard let entry = index.entry(containing: path), changed.contains(entry.path) else {
      let isInside = changed.contains { path.contains($0) }
      return ValueDifference.OldPlace(path: path, isUnchanged: !isInside, isScalar: false)
    }
    guard case .difference(let difference) = comparison(of: entry) else { return nil }
    return difference.place(of: path.keys.dropFirst(entry.path.keys.count), at: entry.path)
  }

  private mutating func comparison(of entry: FormIndex.Entry) -> Comparison {
    if let known = comparisons[entry.path] { return known }
    var comparison = Comparison.none
    if case (let old?, let new?) = values(entry) {
      comparison = .difference(ValueDifference(old, new, setting: entry.setting))
    }
    comparisons[entry.path] = comparison
    return comparison
  }
}
