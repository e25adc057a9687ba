/// A setting with a staged value for which another process has stored a different value.
///
/// A conflict arises when a draft moves onto newer content: in a view model as soon as the store reads it, and in an apply. The apply
/// throws ``ApplyError/conflicts(_:)`` then, and nothing is stored, because no program can know which value is right. Settings that only
/// one side has changed are merged without a question.
///
/// ```swift
/// for conflict in model.conflicts {
///   print("\(conflict.title): here \(conflict.mine as Any), in the file \(conflict.theirs as Any)")
/// }
/// model.resolve(\.calculation.timePeriod, keeping: .mine)
/// ```
///
/// There is no conflict if both sides have the same value, or if the other process stores the old value again.
///
/// The values are plain, also if the setting is secret; `FormReview.json` masks them.
public struct SettingConflict: Hashable, Sendable {
  /// The value of a conflict to keep.
  ///
  /// ```swift
  /// model.resolve(\.calculation.timePeriod, keeping: .mine)
  /// model.resolve(\.display, keeping: .theirs)
  /// ```
  ///
  /// With ``mine``, the setting stays staged, and the next apply stores it in place of the other value. With ``theirs``, it is unstaged,
  /// and has the stored value then.
  public enum Side: String, Hashable, Sendable {
    /// The staged value.
    case mine
    /// The value that the other process stored.
    case theirs
  }

  /// The setting that both sides have changed.
  public let path: SettingPath
  /// The form's description of it.
  package let setting: FormSetting
  /// The value before both changes; `nil` if the setting wasn't set. It stays the same if the other process stores several times.
  public let base: JSONValue?
  /// The staged value; `nil` if the setting is staged to be reset.
  public let mine: JSONValue?
  /// The value that the other process has stored; `nil` if it has reset the setting.
  public let theirs: JSONValue?
  /// Whether both sides have changed the comment above the value, and not the value, or this side has removed what the comment is about. The
  /// three values are texts of comments then, and ``mine`` is `nil` if it was removed.
  public internal(set) var isAboutComment = false

  /// Whether it is about a comment that is staged. Any other conflict is about the value, and ends when the value is unstaged.
  package var isAboutStagedComment: Bool { isAboutComment && mine != nil }

  /// The setting's title, as people read it: `Time Period`, or `Comment of Time Period`.
  public var title: String { setting.title }

  /// What both sides have changed, as a message names it.
  package var name: String { isAboutComment ? "the comment of \(path)" : "\(path)" }
}

extension SettingConflict {
  /// Creates the conflict of a comment.
  init(
    commentAt path: SettingPath, in index: FormIndex, base: JSONValue?, mine: JSONValue?, theirs: JSONValue?
  ) {
    let title = "Comment of \(index[path]?.setting.title ?? path.description)"
    self.init(
      path: path, setting: FormSetting(key: "", title: title, kind: .string(TextLimits())), base: base,
      mine: mine, theirs: theirs, isAboutComment: true)
  }
}
