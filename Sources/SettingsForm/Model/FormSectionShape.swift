/// The properties of a section except its key, its title, its help and its items.
///
/// Most sections have none of them. So sections share their shape, and a section is small and cheap to copy: in a form
/// that is read, all sections with the same other keywords have one box.
///
/// A change makes a new box; the old one can be shared with other sections.
struct FormSectionShape: Sendable {
  struct Values: Hashable, Sendable {
    var attributes = SettingKeyword.Attributes()
    var formerKeys: [String] = []
    var otherKeywords: JSONSchema = JSONSchema(keywords: [])
    var entries: [FormEntries] = []
    var conditionalMembers: [ConditionalMember] = []
    var isOpen = false
    var isUndescribed = false
  }

  private final class Box: Sendable {
    let values: Values
    /// The regular expressions of the entries, compiled when they are first needed.
    let patterns = Lazy<TextPatternSet>()

    init(_ values: Values) {
      self.values = values
    }
  }

  private var box: Box

  init(_ values: Values) {
    box = Box(values)
  }

  var values: Values {
    get { box.values }
    set { box = Box(newValue) }
  }

  /// The regular expressions of the entries; `nil` for entries with any key. A malformed one, too, is `nil`, and
  /// matches no key.
  var entryPatterns: TextPatternSet {
    box.patterns.value { TextPatternSet(values.entries.map { $0.pattern.flatMap { try? TextPattern($0) } }) }
  }
}

extension FormSectionShape: Hashable {
  static func == (left: FormSectionShape, right: FormSectionShape) -> Bool {
    left.box === right.box || left.values == right.values
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(values)
  }
}
