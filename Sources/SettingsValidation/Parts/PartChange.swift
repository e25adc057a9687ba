/// The change of one part of a setting's value: an element of a list, an entry of a dictionary or a member of an object.
public struct PartChange: Hashable, Sendable, Identifiable {
  /// What happened to the part, in the terms of RFC 6902.
  public enum Kind: String, Hashable, Sendable {
    /// The part is new.
    case add
    /// The part is removed.
    case remove
    /// The part has another value.
    case replace
    /// The part, an element of a list, has another position among the elements that stay.
    case move
  }

  /// What distinguishes the change from the others of its setting.
  public struct ID: Hashable, Sendable {
    /// The part; in the old value if it is removed, else in the new one.
    package let path: SettingPath
    /// What happened to it.
    package let kind: Kind

    /// Creates an identity.
    package init(path: SettingPath, kind: Kind) {
      self.path = path
      self.kind = kind
    }
  }

  /// The part and what happened to it.
  public let id: ID
  /// The path of a moved element in the old value; `nil` for other changes.
  public let from: SettingPath?
  /// The names of the part within its setting, for people, from the outside to the inside: `3 eu`, `Port`. An element has its number and,
  /// if there is one, the member that identifies it.
  package let names: [String]
  /// The form's description of the part.
  package let setting: FormSetting
  /// The value before; `nil` if the part is new.
  public let old: JSONValue?
  /// The value afterwards; `nil` if the part is removed.
  public let new: JSONValue?

  /// The names as one: `3 eu › Port`.
  public var title: String { names.joined(separator: " › ") }
  /// The part, in the old value if it is removed, else in the new one.
  public var path: SettingPath { id.path }
  /// What happened to the part.
  public var kind: Kind { id.kind }
  /// The text of the old value, secrets masked.
  public var oldText: String { setting.text(for: setting.inPlainDigits(old)) }
  /// The text of the new value, secrets masked.
  public var newText: String { setting.text(for: setting.inPlainDigits(new)) }
}
