/// What a schema says about objects, except for the number of their members. Values of other types meet it.
indirect enum ObjectCheck: Sendable {
  case properties(Properties, allowsOthers: Bool)
  /// The regular expressions of the keys, and the schemas of their values.
  case patternProperties(TextPatternSet, [CompiledSchema])
  /// A schema for the members whose keys are neither named by the properties nor match the regular expressions.
  case additionalProperties(CompiledSchema, Properties, TextPatternSet)
  /// The keys that are names of enum cases can have had others in earlier versions.
  case propertyNames(CompiledSchema, former: [RenamedKey])
  case required([String])
  case dependentRequired([SchemaKeyword.Dependency])
  case dependentSchemas([(key: String, schema: CompiledSchema)])

  /// The properties of an object: the schema of a key is at the position that the table gives for it.
  struct Properties: Sendable {
    let table: KeyTable
    let schemas: [CompiledSchema]

    init(_ properties: [SchemaKeyword.Named], _ context: SchemaContext) {
      table = KeyTable(properties.map(\.name))
      schemas = properties.map { context.compiled($0.schema) }
    }
  }

  /// Compiles a keyword; returns `nil` for a keyword that isn't about objects.
  init?(_ keyword: SchemaKeyword, in schema: JSONSchema, properties: Properties, context: SchemaContext) {
    // A malformed expression stays in the list as `nil`, so that each expression is at the same place as its schema.
    func patterns(_ named: [SchemaKeyword.Named]) -> TextPatternSet {
      TextPatternSet(named.map { context.pattern($0.name) })
    }
    switch keyword {
    case .table(.properties, _): self = .properties(properties, allowsOthers: schema.mayDescribeOtherMembers)
    case .table(.patternProperties, let named):
      self = .patternProperties(patterns(named), named.map { context.compiled($0.schema) })
    case .schema(.additionalProperties, let others):
      self = .additionalProperties(
        context.compiled(others), properties, patterns(schema[.patternProperties] ?? []))
    case .schema(.propertyNames, let names):
      self = .propertyNames(context.compiled(names), former: names.renamedKeys)
    case .required(let keys): self = .required(keys)
    case .dependentRequired(let dependencies): self = .dependentRequired(dependencies)
    case .table(.dependentSchemas, let named):
      self = .dependentSchemas(named.map { ($0.name, context.compiled($0.schema)) })
    default: return nil
    }
  }
}

extension JSONSchema {
  /// Whether keywords beside `properties` may describe other members, whose keys are therefore not reported as unknown.
  /// If several schemas describe the object, ``KnownKeys`` reports them instead.
  ///
  /// A reference that led nowhere counts, too: what it describes isn't known, so no key can be called unknown.
  fileprivate var mayDescribeOtherMembers: Bool {
    keywords.contains { keyword in
      switch keyword {
      case .reference, .other("$ref", _): true
      default: keyword.describesOtherMembers
      }
    }
  }

  /// Whether keywords beside a reference are about the same value. A reference that stands alone is all that describes
  /// the value, so its target may warn of unknown keys.
  var hasSiblings: Bool {
    keywords.contains { keyword in
      switch keyword {
      case .table(.properties, _): true
      default: keyword.describesOtherMembers
      }
    }
  }
}

extension SchemaKeyword {
  /// Whether the keyword may describe members that no property names.
  fileprivate var describesOtherMembers: Bool {
    switch self {
    case .schema(.additionalProperties, _), .schema(.unevaluatedProperties, _), .table(.patternProperties, _),
      .list(.allOf, _), .list(.anyOf, _), .list(.oneOf, _), .schema(.if, _), .table(.dependentSchemas, _):
      true
    default: false
    }
  }
}

extension SchemaChecker {
  /// Checks an object against one keyword.
  ///
  ///     properties             the members that the schema names
  ///     patternProperties      the members whose keys match an expression, also named ones
  ///     additionalProperties   the members that neither of the two describes
  ///
  /// For `{"properties": {"a": …}, "patternProperties": {"^x-": …}, "additionalProperties": false}` and the members
  /// `a`, `x-color` and `b`, the first keyword checks `a`, the second one `x-color`, and the third one refuses `b`.
  mutating func checkObject(_ instance: some SchemaInstance, check: ObjectCheck) {
    switch check {
    case .properties(let properties, let allowsOthers):
      checkProperties(instance, properties: properties, allowsOthers: allowsOthers)
    case .patternProperties(let keys, let schemas):
      // The members that match each expression. They are collected first because problems are in the order of the schema.
      let members = instance.memberList
      var matching: [(place: Int, member: Int)] = []
      for (index, member) in members.enumerated() {
        guard let places = places(of: keys, in: member.key) else { return }
        matching += places.map { ($0, index) }
      }
      // By expression first, and then by member, as the tuples compare.
      matching.sort { $0 < $1 }
      for (place, index) in matching {
        let member = members[index]
        inside(member.key, isNamed: false) { $0.check(member.value, schema: schemas[place]) }
        evaluated?.insert(member.key)
      }
    // A member counts as additional if neither the table of properties nor a pattern has it.
    case .additionalProperties(let others, let properties, let patterns):
      instance.forEachMember(of: properties.table) { place, key, value in
        guard place == nil else { return }
        let key = key.text
        guard let places = places(of: patterns, in: key), places.isEmpty, !isSchemaKey(key) else { return }
        if others.isNever {
          reportUnknown(key, value: value, severity: .error, among: properties.table.keys)
        } else {
          inside(key, isNamed: false) { $0.check(value, schema: others) }
        }
      }
      evaluated?.insertMembers()
    case .propertyNames(let names, let former):
      for member in instance.memberList {
        let renamed = former.first { $0.former == member.key }
        if let key = renamed?.key, instance.member(key) != nil {
          reportUnused(member.key, value: member.value, current: key)
          continue
        }
        insideKey(member.key, at: member.value.keyTextPosition) {
          $0.check(JSONValue.string(member.key), schema: names)
        }
      }
    case .required(let keys): checkPresence(of: keys, instance)
    case .dependentRequired(let dependencies):
      for dependency in dependencies where instance.member(dependency.key) != nil {
        checkPresence(of: dependency.required, instance)
      }
    case .dependentSchemas(let dependencies):
      for dependency in dependencies where instance.member(dependency.key) != nil {
        if dependency.schema.isNever {
          report(.excludedKeys([dependency.key], canChange: false), instance: instance)
        } else {
          asPart { $0.check(instance, schema: dependency.schema) }
        }
      }
    }
  }

  /// Reports a key that the one of today has taken over: an app decodes none that it doesn't know.
  private mutating func reportUnused(_ key: String, value: some SchemaInstance, current: String) {
    insideKey(key, at: value.keyTextPosition) {
      guard $0.notesProblem(.error, at: value.keyTextPosition) else { return }
      let path = SettingPath($0.keys)
      let place = SettingPath(Array($0.keys.dropLast()) + [current])
      $0.add(FormProblem(path: path, reason: .unusedFormerKey(current: place)))
    }
  }

  /// Checks the properties in the order of the schema, then warns of unknown keys in the order of the object.
  ///
  /// The two orders are those in which people read: a form from top to bottom for values, a file from top to bottom for keys that don't
  /// belong there. A warning is only made if this schema alone describes the object; a part of an `allOf` can't know what the other parts
  /// name.
  private mutating func checkProperties<Instance: SchemaInstance>(
    _ instance: Instance, properties: ObjectCheck.Properties, allowsOthers: Bool
  ) {
    var known: [(place: Int, value: Instance)] = []
    var unknown: [(key: String, value: Instance)] = []
    let warns = !isPart && !allowsOthers
    // The members are gone through once, in the order of the object, and sorted into known and unknown ones.
    instance.forEachMember(of: properties.table) { place, key, value in
      if let place {
        known.append((place, value))
      } else if warns {
        unknown.append((key.text, value))
      }
    }
    known.sort { $0.place < $1.place }
    for (place, value) in known {
      inside(properties.table.keys[place]) { $0.check(value, schema: properties.schemas[place]) }
      evaluated?.insert(properties.table.keys[place])
    }
    for (key, value) in unknown where !isSchemaKey(key) {
      reportUnknown(key, value: value, severity: .warning, among: properties.table.keys)
    }
  }

  /// Whether a key is `$schema` at the root, with which a settings file names its form. Every schema of an object
  /// allows it there, also one with `additionalProperties: false`.
  func isSchemaKey(_ key: String) -> Bool {
    keys.isEmpty && key == "$schema"
  }

  /// Reports an unknown key, with the name of the property that was probably meant, as long as the budget for
  /// comparisons lasts. A secret object gets no suggestion: it would say which of the secret keys exist.
  mutating func reportUnknown(
    _ key: String, value: some SchemaInstance, severity: FormProblem.Severity, among names: [String]
  ) {
    guard notesProblem(severity, at: value.keyTextPosition ?? value.textPosition) else { return }
    let path = SettingPath(keys)
    let reason: FormProblem.Reason
    // The budget is for names that are compared, since each comparison takes about the same time.
    if !secrecy.hides(.object), suggestionBudget >= names.count {
      suggestionBudget -= names.count
      let nearest = EditDistance.nearest(to: key, among: names)
      reason = .unknownKey(nearest: nearest.map(path.appending))
    } else {
      reason = .unknownKey(nearest: nil)
    }
    reportUnknown(
      FormProblem(
        path: path.appending(key), severity: severity, reason: reason,
        position: value.keyTextPosition ?? value.textPosition))
  }

  /// Warns of the members whose keys no schema for the object names.
  ///
  /// Used when several schemas describe one object. `known` collects the keys of all of them, and only when an unknown
  /// key makes it necessary. A check that is a part of another one says nothing, because the schema around it may know
  /// the key.
  mutating func warnOfUnknownKeys(_ instance: some SchemaInstance, known: Deferred<KnownKeys>) {
    guard !isPart, instance.kind == .object else { return }
    let keys = known.value
    for (key, value) in instance.memberList where !keys.contains(key) && !isSchemaKey(key) {
      reportUnknown(key, value: value, severity: .warning, among: keys.names)
    }
  }

  /// Reports each key that is missing, at the path of the object, because the member that should have a position isn't
  /// there.
  ///
  /// A member whose value is `null` is present.
  private mutating func checkPresence(of keys: [String], _ instance: some SchemaInstance) {
    for key in keys where instance.member(key) == nil { report(.missingKey(key), instance: instance) }
  }
}

/// Distinct keys in order, which are found by their strings.
///
/// Up to 16 keys are compared one by one; more have a dictionary. Most sections are small, and for them a hash would
/// take longer than all comparisons.
package struct KeyTable: Sendable {
  /// The number of keys up to which comparing all of them costs less than hashing one. Documents have the same number
  /// for their objects.
  private static let fewKeys = 16

  package let keys: [String]
  /// The position of each key; empty for few keys.
  private let places: [ExactText: Int]

  /// Creates a table. The keys have to be distinct, which is checked only for many keys.
  package init(_ keys: [String]) {
    self.keys = keys
    let table = keys.count > Self.fewKeys ? keys : []
    places = Dictionary(uniqueKeysWithValues: table.enumerated().map { (ExactText($0.element), $0.offset) })
  }

  /// Returns the position of a key; `nil` for an unknown key. Keys are compared scalar by scalar, as JSON requires.
  package func place(of key: String) -> Int? {
    places.isEmpty ? keys.firstIndex { $0.hasSameScalars(as: key) } : places[ExactText(key)]
  }
}
