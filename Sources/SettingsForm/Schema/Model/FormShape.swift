/// What a setting is, but for its key, its texts and its default.
///
/// The settings of a form have few shapes, most of them a type and nothing else. So a form that is read keeps each shape
/// once, and a setting is small and cheap to copy.
struct FormShape: Sendable {
  struct Values: Hashable, Sendable {
    var kind: FormKind
    var isOptional = false
    var traits: FormTraits = []
    var sideEffects: [String] = []
    var unit: String?
    var formerKeys: [String] = []
    var order: Int?
    var otherKeywords: JSONObject = [:]
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

extension FormShape: Hashable {
  static func == (left: FormShape, right: FormShape) -> Bool {
    left.box === right.box || left.values == right.values
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(values)
  }
}
