/// The change of a part of a setting's value: an element of a list, an entry of a dictionary, a member of an object.
///
/// `SettingChange.parts` has them, so a review of a long list shows what changed in it:
///
/// ```swift
/// var draft = store.draft()
/// draft[\.tags] = ["a", "c"]
/// for part in draft.review().changes.flatMap(\.parts) {
///   print(part.kind, part.title, part.newText)
/// }
/// ```
///
/// Elements are matched by what they contain, so an element that is inserted at the front is one change, and not a change of each element
/// after it.
///
/// An apply can leave out a part by its ``id``: `model.apply(parts: [part.id])`. What is left out stays staged.
///
/// ``oldText`` and ``newText`` mask secrets; ``old`` and ``new`` don't. It is a `Sendable` value.
public struct SettingPartChange: Hashable, Sendable, Identifiable {
  /// What happened to the part, in the terms of RFC 6902 (JSON Patch).
  ///
  /// | change of `["a", "b"]` | kinds |
  /// |---|---|
  /// | `["a", "b", "c"]` | `add` of `c` |
  /// | `["b"]` | `remove` of `a` |
  /// | `["b", "a"]` | `move` of an element |
  /// | an element's member has another value | `replace` of the member |
  ///
  /// Only elements of lists move. An element that moves and has another value inside is listed for both.
  public enum Kind: String, Hashable, Sendable {
    /// The part is new, and has no ``SettingPartChange/old``.
    case add
    /// The part is removed, and has no ``SettingPartChange/new``.
    case remove
    /// The part has another value.
    case replace
    /// The part, an element of a list, has another position among the elements that stay. ``SettingPartChange/from`` is its old path.
    case move
  }

  /// What distinguishes the change from the others of its setting: the part, and what happened to it.
  ///
  /// Take it from a review, and pass it to an apply that leaves it out. It is the same in each review of the same changes.
  ///
  /// ```swift
  /// let parts = model.review().changes.flatMap(\.parts).filter { $0.kind == .remove }
  /// try await model.apply(leavingOut: Set(parts.map { .part($0.id) }))
  /// ```
  public struct ID: Hashable, Sendable {
    /// The part; in the old value if it is removed, else in the new one.
    package let path: SettingPath
    /// What happened to it.
    package let kind: Kind

    package init(path: SettingPath, kind: Kind) {
      self.path = path
      self.kind = kind
    }
  }

  /// The part and what happened to it.
  public let id: ID
  /// The path of a moved element in the old value, such as `tags.3`; `nil` for other changes.
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

  /// The names of the part within its setting, for people: `3 eu › Port` for the port of the server with the index 3, which is called `eu`.
  public var title: String { names.joined(separator: " › ") }
  /// The part: `servers.2.port`. It is a path in the old value if the part is removed, and else in the new value.
  public var path: SettingPath { id.path }
  /// What happened to the part.
  public var kind: Kind { id.kind }
  /// The text of the old value as people read it, secrets masked.
  public var oldText: String { setting.text(for: old) }
  /// The text of the new value as people read it, secrets masked.
  public var newText: String { setting.text(for: new) }
}

extension [SettingPartChange] {
  /// The changes as people count them: an entry that gets another key is one, and not a removal and an addition.
  ///
  /// - Parameter renames: The old paths of renamed members, by their new paths.
  package func listed(_ renames: [SettingPath: SettingPath]) -> Self {
    guard !renames.isEmpty else { return self }
    let removed = Dictionary(filter { $0.kind == .remove }.map { ($0.path, $0) }) { first, _ in first }
    let renamed = filter { $0.kind == .add }.compactMap { part in
      renames[part.path].flatMap { removed[$0] }.map { old in (part.path, old) }
    }
    let former = Dictionary(renamed) { first, _ in first }
    let gone = Set(former.values.map(\.id))
    return filter { !gone.contains($0.id) }.map { part in
      guard part.kind == .add, let old = former[part.path] else { return part }
      return SettingPartChange(
        id: part.id, from: old.path, names: part.names, setting: part.setting, old: old.old, new: part.new)
    }
  }
}
