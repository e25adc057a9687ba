import Settings

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
  package indirect enum Shown: Hashable, Sendable {
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
    /// The key or the place that a member had, and what is shown of its values; `nil` if they are the same.
    case renamed(from: SettingPath, Shown?)
  }

  private let old: JSONValue?
  private let new: JSONValue?
  private let setting: FormSetting
  private let formerPath: SettingPath?
  private let origins: PartOrigins
  /// How the values differ part by part; `nil` if they are equal, or if one of them is missing.
  private let difference: ValueDifference?
  /// The changes of the parts, in the order of the values; empty if the values aren't compared inside.
  package let parts: [SettingPartChange]

  /// Compares two values of a setting; `nil` for an unknown value, which is shown as such and compared with nothing.
  ///
  /// Cost: n log n in the size of the values.
  ///
  /// - Parameters:
  ///   - origins: Which parts were named by position or have another key.
  ///   - formerPath: The path of the old value if it is another one.
  package init(
    _ old: JSONValue?, _ new: JSONValue?, setting: FormSetting, at path: SettingPath,
    origins: PartOrigins = PartOrigins(), from formerPath: SettingPath? = nil
  ) {
    (self.old, self.new, self.setting, self.formerPath) = (old, new, setting, formerPath)
    self.origins = origins
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
  package var listedParts: [SettingPartChange] { isBrief ? [] : countedParts }

  /// The changes of the parts as people count them: a member that gets another key is one.
  package var countedParts: [SettingPartChange] { parts.listed(origins.members) }

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
    .renamed(from: formerPath, changes: old != new) { shownValues(as: use) }
  }

  private func shownValues(as use: TextUse) -> Shown {
    if !isBrief, let counts = difference?.counts {
      let noun = setting.kind.nounOfParts(of: new)
      let all = Phrase.count(counts.new, noun: noun.one, nouns: noun.many)
      let before = counts.old == counts.new ? "" : " instead of \(counts.old)"
      let unchanged = counts.unchanged == 0 ? "" : ", \(counts.unchanged) unchanged"
      return .counts(all + before + unchanged)
    }
    return .replacement(old, new, for: setting, use: use)
  }
}

extension ValueComparison.Shown {
  /// Returns what is shown of values, after the path that the member had, if it was another one.
  fileprivate static func renamed(from path: SettingPath?, changes: Bool, _ values: () -> Self) -> Self {
    path.map { .renamed(from: $0, changes ? values() : nil) } ?? values()
  }

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
      .renamed(from: from, changes: old != new) {
        from == nil
          ? .added(setting.text(for: new, use)) : .replacement(old, new, for: setting, use: use)
      }
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
}

extension SettingChange {
  /// The values, compared inside.
  package var comparison: ValueComparison {
    ValueComparison(old, new, setting: setting, at: path, origins: origins, from: formerPath)
  }
}
