/// What a review, a history and a log show of the change of a setting's value.
///
/// It decides how much is shown: short values whole, long text by its words, lists and objects by their parts. The
/// editor, `diff` and the review of `set` ask the same comparison, so they tell the same.
///
/// | change | shown |
/// |---|---|
/// | `[80, 443]` → `[80]` | both, because they are short |
/// | a paragraph with one word changed | the word, with what is around it |
/// | a list of 200 servers, one port changed | the numbers of elements, and a line for the port |
/// | text of 5 MB | what is around the first difference, with the size |
package struct ValueComparison: Sendable {
  /// The values, or what differs in them.
  package enum Shown: Hashable, Sendable {
    /// Both values, as text.
    case values(old: String, new: String)
    /// The words that differ in two long strings.
    case words([TextDifference.Segment])
    /// How many elements, entries or fields there are and how many of them stay unchanged.
    case counts(String)
    /// The value of a part that is new.
    case added(String)
    /// The value of a part that is removed.
    case removed(String)
    /// The place that an element leaves.
    case moved(from: SettingPath)
    /// The key or the place that a member with the same value had.
    case renamed(from: SettingPath)
  }

  private let old: JSONValue?
  private let new: JSONValue?
  private let setting: FormSetting
  private let formerPath: SettingPath?
  /// How the values differ part by part; `nil` if they are equal, or if one of them is missing.
  private let difference: ValueDifference?
  /// The changes of the parts, in the order of the values; empty if the values aren't compared inside.
  package let parts: [SettingPartChange]

  /// Compares two values of a setting; `nil` for an unknown value, which is shown as such and compared with nothing.
  ///
  /// Cost: n log n in the size of the values.
  ///
  /// - Parameters:
  ///   - origins: Which elements of lists were named by position.
  ///   - formerPath: The path of the old value if it is another one.
  package init(
    _ old: JSONValue?, _ new: JSONValue?, setting: FormSetting, at path: SettingPath,
    origins: ElementOrigins = [:], from formerPath: SettingPath? = nil
  ) {
    (self.old, self.new, self.setting, self.formerPath) = (old, new, setting, formerPath)
    guard let old, let new else {
      (difference, parts) = (nil, [])
      return
    }
    let difference = ValueDifference(old, new, setting: setting, origins: origins, at: path)
    self.difference = difference
    parts = difference?.changes(at: path, setting) ?? []
  }

  /// Short lists of single words are easier to read as a whole than by their elements.
  private static let briefLength = 60

  /// The changes of the parts that have lines of their own; empty if the values are short, and shown whole.
  package var listedParts: [SettingPartChange] { isBrief ? [] : parts }

  /// Whether the values are shown whole: they have no parts, or are lists of scalars with at most 60 characters
  /// together.
  private var isBrief: Bool {
    guard !parts.isEmpty else { return true }
    // Equal elements have moved.
    if old == new { return false }
    let isSimple = [old, new].allSatisfy { value in
      guard case .array(let elements)? = value else { return false }
      return elements.allSatisfy(\.isScalar)
    }
    guard isSimple else { return false }
    let strings = [old, new].map { setting.text(for: $0) }
    return strings[0].count + strings[1].count <= Self.briefLength
  }

  /// Returns what is shown of the values as a whole: the numbers of their parts if these have lines of their own, or
  /// else the values.
  package func shown(as use: TextUse) -> Shown {
    if !isBrief, let counts = difference?.counts {
      let noun = setting.kind.nounOfParts(of: new)
      let all = Phrase.count(counts.new, noun: noun.one, nouns: noun.many)
      let before = counts.old == counts.new ? "" : " instead of \(counts.old)"
      let unchanged = counts.unchanged == 0 ? "" : ", \(counts.unchanged) unchanged"
      return .counts(all + before + unchanged)
    }
    if let formerPath, old == new { return .renamed(from: formerPath) }
    return .replacement(old, new, for: setting, use: use)
  }
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

extension ValueComparison.Shown {
  /// Returns what is shown of a value that replaces another. Words of a secret aren't compared.
  fileprivate static func replacement(
    _ old: JSONValue?, _ new: JSONValue?, for setting: FormSetting, use: TextUse
  ) -> Self {
    if case .string(let before)? = old, case .string(let after)? = new, !setting.holdsSecrets,
      let difference = TextDifference(before, after)
    {
      return .words(difference.folded())
    }
    return .values(
      old: setting.text(for: old, besides: new, use), new: setting.text(for: new, besides: old, use))
  }
}

extension SettingPartChange {
  /// Returns what is shown of the change of a part.
  package func shown(as use: TextUse) -> ValueComparison.Shown {
    switch kind {
    case .add:
      from.map { old == new ? .renamed(from: $0) : .replacement(old, new, for: setting, use: use) }
        ?? .added(setting.text(for: new, use))
    case .remove: .removed(setting.text(for: old, use))
    case .replace: .replacement(old, new, for: setting, use: use)
    case .move: .moved(from: from ?? path)
    }
  }
}

extension FormKind {
  fileprivate func nounOfParts(of value: JSONValue?) -> (one: String, many: String) {
    if case .array? = value { ("element", "elements") } else { nounOfParts }
  }

  /// What the parts of a value are called, in the singular and the plural.
  package var nounOfParts: (one: String, many: String) {
    switch parts {
    case .elements: ("element", "elements")
    case .entries: ("entry", "entries")
    case .none, .fields, .alternatives, .definition: ("field", "fields")
    }
  }
}

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
