/// The change of one setting.
public struct SettingChange: Hashable, Sendable {
  /// The change of the setting's key in the document, in the terms of RFC 6902.
  public enum Kind: String, Hashable, Sendable {
    /// The setting is set; it had a default.
    case add
    /// The setting is set to another value.
    case replace
    /// The setting is reset to its default.
    case remove
  }

  /// The setting.
  public let path: SettingPath
  /// The form's description of it.
  package let setting: FormSetting
  /// The change of its key.
  public let kind: Kind
  /// The effective value before the change: the one that was set, or else the default.
  public let old: JSONValue?
  /// The effective value after the change.
  public let new: JSONValue?
  /// The origin in another layer that overrides the setting, so that the change has no effect now; `nil` if the change has an effect.
  public let overriddenBy: SettingOrigin?

  init(
    path: SettingPath, setting: FormSetting, kind: Kind, old: JSONValue?, new: JSONValue?,
    overriddenBy: SettingOrigin? = nil
  ) {
    self.path = path
    self.setting = setting
    self.kind = kind
    self.old = old
    self.new = new
    self.overriddenBy = overriddenBy
  }

  /// The setting's title.
  public var title: String { setting.title }
  /// Whether the running process keeps the old value until it restarts.
  public var requiresRestart: Bool { setting.traits.contains(.requiresRestart) && hasEffect }
  /// The names of the side effects that the change triggers.
  public var sideEffects: [String] { setting.sideEffects.isEmpty || !hasEffect ? [] : setting.sideEffects }
  /// Whether the effective value changes. Storing a value that equals the default has no effect now: it protects the value from another
  /// default of a later version.
  private var hasEffect: Bool { overriddenBy == nil && old != new }
  /// Whether the values, or parts of them, are masked wherever they are shown.
  public var isSecret: Bool {
    setting.holdsSecrets && (setting.isSecret || setting.hidesPart(of: old) || setting.hidesPart(of: new))
  }
  /// The changes of the parts of the value, in the order of the values: elements of a list, entries of a dictionary, members of an
  /// object. Empty if the values aren't compared inside.
  ///
  /// Cost: compares the values; n log n in their size.
  public var parts: [PartChange] { comparison.parts }
  /// The values, compared inside.
  package var comparison: ValueComparison { ValueComparison(old, new, setting: setting, at: path) }
  /// The text of the old value, secrets masked, whole numbers in plain digits.
  public var oldText: String { setting.text(for: setting.inPlainDigits(old)) }
  /// The text of the new value, secrets masked, whole numbers in plain digits.
  public var newText: String { setting.text(for: setting.inPlainDigits(new)) }
  /// What the change does to the key beside the value: the key goes, so that the default applies, or it comes with the value that applied
  /// before; `nil` if the values tell it.
  package var keyNote: String? {
    switch kind {
    case .remove where new != nil: "default"
    case .add where old == new: "stored"
    default: nil
    }
  }
}

extension SettingChange {
  /// Creates the change that a rule derives in a setting that isn't set; returns `nil` if the values are equal.
  init?(derived entry: FormIndex.Entry, from old: JSONValue?, to new: JSONValue?) {
    guard old != new else { return nil }
    self.init(path: entry.path, setting: entry.setting, kind: .replace, old: old, new: new)
  }
}

extension SettingChange {
  /// Creates the change of a value that no setting describes. It has the kind of its values.
  init(_ difference: FormIndex.OtherDifference) {
    let key = difference.path.keys.last ?? ""
    self.init(
      path: difference.path,
      setting: FormSetting(key: key, title: key, kind: .anything, traits: [.withoutApp, .anyType])
        .inheriting(difference.secrecy),
      kind: difference.old == nil ? .add : difference.new == nil ? .remove : .replace,
      old: difference.old?.value, new: difference.new?.value)
  }
}

extension [SettingChange] {
  /// The names of the side effects that the changes trigger, each once, in the order of the changes.
  var sideEffects: [String] {
    var seen: Set<String> = []
    return flatMap(\.sideEffects).filter { seen.insert($0).inserted }
  }
}

extension SettingChange: CustomStringConvertible {
  /// The path with the old and the new value, secrets masked: `calculation.timePeriod: 7 days → 14 days`.
  public var description: String {
    let notes = [keyNote, overriddenBy.map { "no effect now; \($0) overrides it" }].compactMap {
      $0.map { " (\($0))" }
    }
    return "\(path.name): \(Phrase.shown(oldText)) → \(Phrase.shown(newText))\(notes.joined())"
  }
}
