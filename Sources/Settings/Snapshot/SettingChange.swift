/// The change of one setting: its values before and after, and what follows from it.
///
/// Reviews, outcomes, side effects and ``SettingsStore/changes()`` have changes. Show them with ``title``, ``oldText`` and ``newText``, in
/// which secrets are masked, or print them:
///
/// ```swift
/// for change in draft.review().changes {
///   print(change)  // calculation.timePeriod: 7 days → 14 days
///   for part in change.parts { print("  \(part.title): \(part.oldText) → \(part.newText)") }
/// }
/// ```
///
/// ``old`` and ``new`` are effective values: a setting that isn't set has its default there. They are plain JSON, also if the setting is
/// secret, so don't log them if ``isSecret`` is true. For the app's types, use ``SettingsReview``.
///
/// Storing a value that equals the default is a change without an effect: it protects the value from another default of a later version.
///
/// It is a `Sendable` value.
public struct SettingChange: Hashable, Sendable {
  /// What happens to the setting's key in the document, in the terms of RFC 6902 (JSON Patch).
  ///
  /// The default of `times` is 1. With the file `{"times": 2}`, setting 3 is a `replace`, and a reset is a `remove`, after which the value
  /// is 1. With the file `{}`, setting 3 is an `add`.
  ///
  /// The effective value can stay the same: `add` with the default as its value, or `remove` of such a value. The raw values are the
  /// operations' names in a patch.
  public enum Kind: String, Hashable, Sendable {
    /// The setting is set, and wasn't set before: it had a default.
    case add
    /// The setting was set, and is set to another value. A change that a rule derives has this kind, too.
    case replace
    /// The key is removed: the setting is reset to its default.
    case remove
  }

  /// The setting: `calculation.timePeriod`.
  public let path: SettingPath
  /// The form's description of it.
  package internal(set) var setting: FormSetting
  /// What happens to the setting's key in the document.
  ///
  /// For the value that the app uses, compare ``old`` and ``new``.
  public internal(set) var kind: Kind
  /// The effective value before the change: the value that was set, or else the default; `nil` if the default is unknown.
  public internal(set) var old: JSONValue?
  /// The effective value after the change; `nil` if the setting is reset and its default is unknown.
  public internal(set) var new: JSONValue?
  /// What the file gets, if the app takes a part of the new value from a default; otherwise `nil`.
  package let stored: JSONValue?
  /// Where a layer above the file sets the setting, which keeps the change from having an effect now; `nil` if the change has an effect.
  ///
  /// The change is stored nevertheless. It takes effect when, for example, the variable isn't set any more.
  public let overriddenBy: SettingOrigin?
  /// The path of the value in the stored document, if an upgrade moves it or a person gives it another key; otherwise `nil`.
  package let formerPath: SettingPath?
  /// What happens to the member in a comment; `nil` if it has nothing to do with one.
  package var commentRole: CommentRole?
  /// Which parts of the value have another key, and which were named by position, where the values alone would pair others.
  package let origins: PartOrigins

  init(
    path: SettingPath, setting: FormSetting, kind: Kind, old: JSONValue?, new: JSONValue?,
    stored: JSONValue? = nil, overriddenBy: SettingOrigin? = nil, formerPath: SettingPath? = nil,
    origins: PartOrigins = PartOrigins()
  ) {
    self.path = path
    self.setting = setting
    self.kind = kind
    self.old = old
    self.new = new
    self.stored = stored == new ? nil : stored
    self.overriddenBy = overriddenBy
    self.formerPath = formerPath
    self.origins = origins
  }

  /// What a change does with a comment that holds its member.
  package enum CommentRole: String, Hashable, Sendable {
    /// The member becomes a comment.
    case kept
    /// The member has another value, and the old one becomes a comment.
    case replaced
    /// The new value comes out of a comment.
    case comesOut

    var note: String {
      switch self {
      case .kept: "kept as a comment"
      case .replaced: "the old value is kept as a comment"
      case .comesOut: "from its comment"
      }
    }
  }

  /// The setting's title, as people read it: `Time Period` for `calculation.timePeriod`.
  public var title: String { setting.title }
  /// Whether the running process keeps the old value until it restarts: the setting has the annotation `requiresRestart`.
  ///
  /// It is false for a change without an effect.
  public var requiresRestart: Bool { setting.traits.contains(.requiresRestart) && hasEffect }
  /// The names of the side effects that the change triggers, such as `["recalculate"]`. Empty for a change without an effect.
  public var sideEffects: [String] { setting.sideEffects.isEmpty || !hasEffect ? [] : setting.sideEffects }
  /// Whether the effective value changes. Storing a value that equals the default has no effect now: it protects the value from another
  /// default of a later version.
  private var hasEffect: Bool { overriddenBy == nil && old != new }
  /// Whether the values, or parts of them, are secret, and therefore masked in all texts and in machine-readable output.
  public var isSecret: Bool {
    setting.holdsSecrets && (setting.isSecret || setting.hidesPart(of: old) || setting.hidesPart(of: new))
  }
  /// The changes of the parts of the value, in the order of the values: elements of a list, entries of a dictionary, members of an object.
  ///
  /// Empty if the values aren't compared inside, as numbers aren't. Cost: compares the values; n log n in their size.
  public var parts: [SettingPartChange] {
    guard let old, let new else { return [] }
    return ValueDifference(old, new, setting: setting, origins: origins, at: path)?.changes(at: path, setting)
      ?? []
  }
  /// The old value as people read it, with its unit and secrets masked: `7 days`. Whole numbers have plain digits, unless only the spelling
  /// changes; text that could be another type is quoted, and long text cut.
  public var oldText: String { setting.text(for: old, besides: new) }
  /// The new value as people read it, likewise: `14 days`.
  public var newText: String { setting.text(for: new, besides: old) }
  /// What the change does to the key beside the value: the key goes, so that the default applies, or it comes with the value that applied
  /// before; or with the comment that holds the member; `nil` if the values tell it.
  package var keyNote: String? {
    switch kind {
    case _ where commentRole != nil: commentRole?.note
    case .remove where new != nil: "default"
    case .add where old == new: "stored"
    default: nil
    }
  }
}

extension SettingChange {
  /// Creates the change that a rule derives in a setting that isn't set; returns `nil` if the values are equal. Nothing happens to a key,
  /// so its kind is `replace`.
  init?(derived entry: FormIndex.Entry, from old: JSONValue?, to new: JSONValue?) {
    guard old != new else { return nil }
    self.init(path: entry.path, setting: entry.setting, kind: .replace, old: old, new: new)
  }
}

extension SettingChange {
  /// Creates the change of a value that no setting describes. Its title is its key, and it is as secret as the form says for its place.
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

extension [SettingChange] {
  /// The changes as people count them: a member that gets another key is one, and not a removal and an addition.
  package var listed: [SettingChange] {
    let former = Set(compactMap(\.formerPath))
    guard !former.isEmpty else { return self }
    let values = Dictionary(map { ($0.path, $0.old) }) { first, _ in first }
    return filter { $0.kind != .remove || !former.contains($0.path) }.map { change in
      guard let old = change.formerPath.flatMap({ values[$0] }) else { return change }
      var renamed = change
      (renamed.kind, renamed.old) = (.replace, old)
      return renamed
    }
  }
}

extension SettingChange: CustomStringConvertible {
  /// The path with the old and the new value, secrets masked: `calculation.timePeriod: 7 days → 14 days`.
  ///
  /// A reset ends with `(default)`, and a change that a layer above overrides says so.
  public var description: String {
    let notes = [keyNote, overriddenBy.map { "no effect now; \($0) overrides it" }].compactMap {
      $0.map { " (\($0))" }
    }
    return values + notes.joined()
  }

  /// The path with the old and the new value. A member with another key and the same value has the keys alone.
  var values: String {
    guard let formerPath else { return "\(path.name): \(oldText) → \(newText)" }
    return old == new
      ? "\(formerPath.name) renamed to \(path.name)"
      : "\(formerPath.name) (now \(path.name)): \(oldText) → \(newText)"
  }
}
