import Synchronization

/// The properties of a section except its key, its title, its help and its items.
///
/// Most sections have none of them. So sections share their shape, and a section is small and cheap to copy.
struct FormSectionShape: Sendable {
  struct Values: Hashable, Sendable {
    var header: String?
    var footer: String?
    var details: [FormRow] = []
    var actions: [FormRow] = []
    var formerKeys: [String] = []
    var keywords: [String] = []
    var order: Int?
    var otherKeywords: JSONObject = [:]
    var entries: [FormEntries] = []
    var conditionalMembers: [ConditionalMember] = []
    var isOpen = false
    var isUndescribed = false
  }

  private final class Box: Sendable {
    let values: Values
    /// The regular expressions of the entries, compiled when they are first needed.
    let patterns = Mutex<TextPatternSet?>(nil)

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

  /// The regular expressions of the entries; `nil` for entries with any key.
  var entryPatterns: TextPatternSet {
    box.patterns.withLock { patterns in
      if let patterns { return patterns }
      let made = TextPatternSet(values.entries.map { $0.pattern.flatMap { try? TextPattern($0) } })
      patterns = made
      return made
    }
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
