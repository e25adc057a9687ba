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
    /// What the sections around the setting say about its secrets.
    let inherited: Secrecy
    let secrecy: Secrecy

    init(_ values: Values, inherited: Secrecy) {
      self.values = values
      self.inherited = inherited
      secrecy = values.secrecy.joined(with: inherited)
    }
  }

  private var box: Box

  init(_ values: Values) {
    box = Box(values, inherited: .none)
  }

  var values: Values {
    get { box.values }
    set { box = Box(newValue, inherited: box.inherited) }
  }

  /// Which parts of the value are secret.
  var secrecy: Secrecy { box.secrecy }

  /// The shape with secrets that the surroundings know of; they aren't part of what the shape itself says.
  func inheriting(_ secrecy: Secrecy) -> FormShape {
    guard secrecy.holdsSecrets else { return self }
    var shape = self
    shape.box = Box(values, inherited: box.inherited.joined(with: secrecy))
    return shape
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
