import Synchronization

/// The properties of a setting except its key, its texts and its default.
///
/// The settings of a form have few different shapes; most consist of a type only. So a form that is read keeps each shape once, and a
/// setting is small and cheap to copy.
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
    /// The secrecy that the sections around the setting add.
    let inherited: Secrecy
    let secrecy: Secrecy
    /// Compiled when a value is first checked: most forms have many shapes that no document has a value of.
    let checks = AtomicLazyReference<CompiledSchema>()

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

  /// The checks of a value, compiled once.
  func compiledChecks(_ patterns: PatternCache) -> CompiledSchema {
    box.checks.load() ?? box.checks.storeIfNil(CompiledSchema(values.checks, patterns: patterns))
  }

  /// The shape with secrets that the sections around add. They don't count in comparisons.
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
