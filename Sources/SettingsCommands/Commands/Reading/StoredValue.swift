import Settings
import SettingsTUI

/// The value of a setting, or of a part of a setting, as it is printed.
struct StoredValue: Equatable {
  let setting: FormSetting
  let value: JSONValue?

  /// Returns the value as it is typed, or as JSON on one line; secrets are masked by default.
  func text(isJSON: Bool, showsSecrets: Bool = false) -> String {
    guard isJSON else { return setting.typedText(for: value, showsSecrets: showsSecrets) }
    return (showsSecrets ? value ?? .null : setting.masked(value)).description
  }
}

extension UntypedStore {
  /// Returns the value at the path of a setting or inside it. Throws if the values there have errors, or if there is no such part.
  func value(at path: SettingPath, in entry: FormIndex.Entry) throws(Failure) -> StoredValue {
    try checkValues(at: path)
    return try storedValue(at: path, in: entry)
  }

  /// Returns the value at the path of a setting or inside it, even if it has errors. Throws if there is no such part.
  func storedValue(at path: SettingPath, in entry: FormIndex.Entry) throws(Failure) -> StoredValue {
    let whole = draft().effectiveValue(at: entry.path)
    let place = try places(on: path, in: entry, whole).last ?? ValuePlace(entry)
    let value = place.value(in: whole)
    if path != entry.path, value == nil { throw Failure(.refused, "\(name): \(path) has no value.") }
    return StoredValue(setting: place.setting, value: value)
  }

  /// Throws if the stored values at a path have errors.
  func checkValues(at path: SettingPath) throws(Failure) {
    let errors = errors(at: path)
    guard errors.isEmpty else { throw Failure(.invalid(errors), file: name) }
  }

  /// Returns the errors of the stored values at a path.
  func errors(at path: SettingPath) -> [FormProblem] {
    problems.filter { $0.severity == .error && path.contains($0.path) }
  }
}
