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
}

extension FormSectionShape: Hashable {
  static func == (left: FormSectionShape, right: FormSectionShape) -> Bool {
    left.box === right.box || left.values == right.values
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(values)
  }
}
