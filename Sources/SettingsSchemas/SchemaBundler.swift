/// Converts a JSON Schema of any draft, with the documents that it refers to, to one schema of 2020-12.
///
/// Each schema that a reference leads to becomes a definition, which is converted once. So the result is as large as
/// what is read, and recursion stays in references:
///
///     a.json  { "items": { "$ref": "b.json#/defs/node" } }        root          { items: ref node }
///     b.json  { "defs": { "node": { "properties":           ─▶    definitions   node: { properties: { next: ref node } }
///               { "next": { "$ref": "#/defs/node" } } } } }
///
/// Only what a reference leads to is converted. A library of definitions of which an app uses a few costs a search for
/// addresses, and no more.
///
/// A dynamic reference leads to the outermost of the resources through which it was reached. Where it leads depends on
/// the way, so definitions are made for each combination of these resources (`SchemaScopes`), and no reference of the
/// result is dynamic.
///
/// Definitions wait in a list instead of being converted where they are found, because references can be nested more
/// deeply than a stack is.
///
/// A keyword that can't be used is left out with a warning. `budget` limits how much a schema can grow by being
/// converted in several scopes.
///
/// The result is what values are checked by, so nothing is simplified here: that is the work of ``SchemaMerger``, which
/// reads the result.
///
/// Cost: linear in the size of what is converted. The limits bound it for a hostile schema.
struct SchemaBundler {
  /// What makes two references lead to the same definition: the same place, reached with the same dynamic anchors.
  private struct Definition: Hashable {
    let place: SchemaPlace
    let scope: SchemaScopes.Number
  }

  /// A definition that has a name, since a reference to it was found, and is still to be converted.
  private struct Waiting {
    let name: String
    let target: SchemaResources.Target
    let scope: SchemaScopes.Number
  }

  /// The documents. References add to them.
  private var resources: SchemaResources
  /// The names of the definitions that exist or wait. A recursive reference finds its own definition here, and so ends.
  private var names: [Definition: String] = [:]
  /// The last number after each name that several definitions would have. A hundred thousand definitions called `x` are
  /// then named in linear time.
  private var numbers: [String: Int] = [:]
  /// The definitions to convert, the next one last.
  private var waiting: [Waiting] = []
  /// The result as far as it is made.
  private var bundle = SchemaBundle(
    source: SourceSchema(root: JSONSchema(keywords: []), formats: SchemaFormats.all))
  /// The warnings that have been made. A schema that is part of several definitions is converted for each, and would
  /// warn each time.
  private var warned: Set<FormSchemaError> = []
  /// Whether a limit was exceeded. There is one warning for that, at the first place.
  private var hasWarnedOfSize = false
  /// The compiled regular expressions; each distinct one is compiled once.
  let patterns: PatternCache
  /// The dynamic anchors that are in effect on each of the ways to a schema.
  private var scopes = SchemaScopes()
  /// How many more schemas can be converted. A schema is converted for each definition that it is part of.
  ///
  /// With `$defs: {a: {properties: {b: B}}}` and references to both `#/$defs/a` and `#/$defs/a/properties/b`, the
  /// schema `B` is converted twice.
  private var budget: Int

  // The state of the conversion. It is saved and restored around each inner schema.
  var place = SchemaPlace(document: SchemaPlace.first, keys: [])
  /// The resource around the schema that is being converted; its references are relative to it.
  private(set) var resource = SchemaResources.first
  /// The dynamic anchors on the way to the schema that is being converted.
  private var scope = SchemaScopes.empty
  /// The nesting of schemas inside of the definition that is being converted. It limits the use of the stack.
  private var depth = 0

  /// Converts a schema.
  ///
  /// It always succeeds: what can't be used is among the warnings, and a root that isn't a schema at all becomes the
  /// one that allows everything.
  ///
  /// - Parameters:
  ///   - address: The address of the document, to which its references are relative.
  ///   - documents: The other documents.
  static func bundle(
    _ root: JSONValue, at address: String = "", documents: SchemaDocuments = .none, patterns: PatternCache
  ) -> SchemaBundle {
    var bundler = SchemaBundler(
      resources: SchemaResources(root, at: address, documents: documents), patterns: patterns)
    bundler.enter(SchemaResources.first)
    bundler.bundle.source.root = bundler.converted(root) ?? .unusable
    // Definitions are converted one after the other, because references can be nested more deeply than a stack is.
    while let next = bundler.waiting.popLast() { bundler.define(next) }
    // Which references form circles is known only when all definitions are.
    bundler.cutReferences()
    return bundler.bundle
  }

  /// Prepares the conversion. The budget allows an ordinary schema to be converted four times over, and a small one
  /// more often than that.
  private init(resources: SchemaResources, patterns: PatternCache) {
    self.resources = resources
    self.patterns = patterns
    budget = 20_000 + 4 * resources.schemaCount
  }

  /// The draft of the schema that is being converted.
  var dialect: SchemaDialect { resources.resources[resource].dialect }

  /// Converts a definition, as if the schema were a document of its own: its depth starts again at 0.
  private mutating func define(_ definition: Waiting) {
    place = definition.target.place
    resource = definition.target.resource
    scope = definition.scope
    depth = 0
    bundle.source.definitions[definition.name] =
      converted(definition.target.value) ?? .unusable
  }

  /// Makes the anchors of a resource known, unless an outer resource has them.
  private mutating func enter(_ number: Int) {
    scope = scope(inside: number)
  }

  /// Returns the scope inside of a resource; the present one, after a warning, if there are too many.
  private mutating func scope(inside number: Int) -> SchemaScopes.Number {
    let anchors = resources.resources[number].dynamicAnchors
    if let inner = scopes.entering(number, with: anchors, from: scope) { return inner }
    warnOfSize()
    return scope
  }

  /// Leaves out two kinds of references, with a warning: one that leads back to itself without a step into the value
  /// (`"a": {"$ref": "#/a"}`), whose check would never end, and one by which too many schemas would describe a single
  /// value.
  ///
  /// The warning is at the definition that loses its reference, and not at the reference that leads to the definition.
  private mutating func cutReferences() {
    let cuts = bundle.source.cutReferences()
    for name in cuts.recursive {
      guard let origin = bundle.origins[name] else { continue }
      place = origin
      warn(.recursiveReference("#" + SettingPath(origin.keys).pointer), keys: "$ref")
    }
    for name in cuts.tooLarge {
      guard let origin = bundle.origins[name] else { continue }
      place = origin
      warnOfSize("$ref")
    }
  }
}

// MARK: - Schemas

extension SchemaBundler {
  /// Converts a schema inside the schema that is being converted; returns `nil` for a value that isn't a schema.
  ///
  /// The keys lead from the one schema to the other: `properties`, `port`. If the inner schema has an address, its
  /// references are relative to that while it is converted, and its dynamic anchors come into effect.
  mutating func schema(_ value: JSONValue, at keys: String...) -> JSONSchema? {
    let outer = (resource, scope)
    place.keys += keys
    depth += 1
    defer {
      depth -= 1
      place.keys.removeLast(keys.count)
      (resource, scope) = outer
    }
    if case .object(let object) = value, let inner = resources.embedded(object, in: resource) {
      resource = inner
      enter(inner)
    }
    return converted(value)
  }

  /// Converts the schema at ``place``.
  ///
  /// A schema that is too deep or exceeds the budget becomes one that allows everything, after a warning.
  private mutating func converted(_ value: JSONValue) -> JSONSchema? {
    budget -= 1
    guard depth < SchemaReader.depthLimit, budget >= 0 else {
      warnOfSize()
      // What is in it isn't looked at.
      return resources.markSecrets() ? .secret : .unusable
    }
    switch value {
    case .bool(true): return JSONSchema(keywords: [])
    case .bool(false): return .never
    case .object(let object):
      var conversion = KeywordConversion(object)
      for member in object.members { conversion.add(member, with: &self) }
      return conversion.schema(dialect)
    case .null, .number, .string, .array:
      warn(.wrongValue(expected: "a schema: an object, true or false"))
      return nil
    }
  }

  /// Whether a keyword that is left out may mark a secret: it contains a mark, or a reference in a form that has marks.
  ///
  /// The value around the keyword is secret then, as a fault in a form must not show what the form hides. Where the keyword wanted the
  /// secret isn't known.
  mutating func mayMarkSecret(_ name: String, _ value: JSONValue) -> Bool {
    let keyword = JSONValue.object([name: value])
    return keyword.hasMember(where: \.marksSecret)
      || keyword.hasMember { ["$ref", "$dynamicRef", "$recursiveRef"].contains($0.key) }
        && resources.markSecrets()
  }

  /// Warns of the part that is being converted, or of a keyword in it.
  mutating func warn(_ reason: FormSchemaError.Reason, keys: String...) {
    warn(FormSchemaError(path: SettingPath(keys), reason: reason))
  }

  /// Warns of a keyword; its path is relative to the schema that is being converted. Only the keyword falls away: a
  /// string with a malformed `minLength` is still edited as text.
  mutating func warn(_ error: FormSchemaError) {
    var error = error
    error.path = SettingPath(place.keys + error.path.keys)
    if place.document != SchemaPlace.first { error.document = resources.addresses[place.document] }
    // A schema with several definitions is converted several times.
    if warned.insert(error).inserted { bundle.warnings.append(error) }
  }

  /// Warns that the schema is too deep or too large, once for all parts that are left out.
  private mutating func warnOfSize(_ keys: String...) {
    guard !hasWarnedOfSize else { return }
    hasWarnedOfSize = true
    warn(FormSchemaError(path: SettingPath(keys), reason: .tooLarge))
  }
}

// MARK: - References

extension SchemaBundler {
  /// Returns the name of the definition that a reference leads to; warns and returns `nil` if the reference leads
  /// nowhere.
  ///
  /// The definition doesn't have to exist yet: a new one waits to be converted.
  mutating func reference(_ value: JSONValue, keyword: String) -> String? {
    guard case .string(let text) = value else {
      warn(.wrongValue(expected: "a string"), keys: keyword)
      return nil
    }
    guard let target = resources.target(of: text, in: resource) else {
      warn(.unresolvedReference(text), keys: keyword)
      return nil
    }
    return definition(target)
  }

  /// Whether a reference that leads nowhere may have led to a secret.
  func mayLeadToSecret(_ value: JSONValue) -> Bool {
    value.text.map { resources.isToUnreadableSecret($0, in: resource) } ?? false
  }

  /// Does the same for `$dynamicRef` or `$recursiveRef`.
  ///
  /// Three cases: a target without a dynamic anchor of this name makes it an ordinary reference; so does a scope
  /// without such an anchor; otherwise, it leads to the outermost anchor of the scope, wherever the target is.
  mutating func dynamicReference(_ value: JSONValue, keyword: String) -> String? {
    guard case .string(let text) = value, let target = resources.target(of: text, in: resource) else {
      return reference(value, keyword: keyword)
    }
    // The reference is dynamic only if the target that it has at first is a dynamic anchor (JSON Schema Core, section 8.2.3.2).
    let name = keyword == "$recursiveRef" ? "" : SchemaAddress.split(text).fragment
    guard resources.resources[target.resource].dynamicAnchors[name] == target.place,
      let outer = scopes.place(of: name, in: scope),
      let outermost = resources.target(at: outer)
    else { return definition(target) }
    return definition(outermost)
  }

  /// Returns the name of the definition for a target, and makes one if there is none for this target in this scope.
  private mutating func definition(_ target: SchemaResources.Target) -> String {
    let inner = scope(inside: target.resource)
    let definition = Definition(place: target.place, scope: inner)
    if let known = names[definition] { return known }
    let name = newName(for: target)
    names[definition] = name
    bundle.origins[name] = target.place
    waiting.append(Waiting(name: name, target: target, scope: inner))
    return name
  }

  /// Returns a name that no definition has.
  ///
  /// It is the last key of the way to the definition, or the file's name for a whole document: `#/$defs/port` → `port`,
  /// `b.json` → `b.json`, another `port` → `port-2`. A person reads it as the title of a recursive value, and as the
  /// key in `$defs` of a form that is written. Characters that would have to be escaped in a reference become `_`.
  private mutating func newName(for target: SchemaResources.Target) -> String {
    let address = resources.resources[target.resource].address
    let file = address.split(separator: "/").last.map(String.init) ?? ""
    let text = target.place.keys.last ?? (file.isEmpty ? "root" : file)
    let plain = String(
      decoding: text.utf8.map { DefinitionReference.isPlain($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
    var name = plain.isEmpty ? "_" : plain
    while bundle.origins[name] != nil {
      let number = (numbers[plain] ?? 1) + 1
      numbers[plain] = number
      name = "\(plain)-\(number)"
    }
    return name
  }
}

/// A JSON Schema of any draft with the documents that it refers to, as one schema of 2020-12.
///
/// It is made once and only read after that. A form keeps the source for its checks, and each recursive kind keeps the
/// whole bundle.
struct SchemaBundle {
  /// The schema and the definitions. Every reference in it is the name of one of them.
  var source: SourceSchema
  /// The parts that can't be used, in the order in which they were found.
  var warnings: [FormSchemaError] = []
  /// The places of the definitions, by name. A warning about a definition is shown where its author wrote it.
  var origins: [String: SchemaPlace] = [:]
}

extension SourceSchema {
  /// Removes each reference that leads back to its definition without a step into the value, so that the check of a
  /// value ends, and each reference by which too many schemas would describe a value, so that the check needs neither
  /// much memory nor much time.
  ///
  /// References inside of `properties`, `items` and the like stay: each of them needs a smaller value, so a check of a
  /// finite value ends. What they can multiply is limited by the checker, which counts its steps.
  ///
  /// | definitions | result |
  /// |---|---|
  /// | `a: {anyOf: [ref a, {"type": "null"}]}` | `a: {anyOf: [{}, {"type": "null"}]}`, recursive |
  /// | `a: {properties: {x: ref a}}` | unchanged |
  /// | `a: {allOf: [ref b, ref b]}`, `b: {allOf: [ref c, ref c]}`, … for 60 letters | some of them lose their references: too large |
  ///
  /// - Returns: The names of definitions from which references were removed: those with a reference that leads back to the definition
  ///   itself, and those with a reference that exceeded a limit.
  mutating func cutReferences() -> (recursive: [String], tooLarge: [String]) {
    var search = ReferenceSearch(definitions)
    // In the order of names, because the order in a dictionary changes from run to run, and with it which reference of
    // a circle is cut.
    for name in definitions.keys.sorted() { search.visit(name) }
    let secrets = search.cut.isEmpty ? nil : SecretDefinitions(self)
    for (name, references) in search.cut {
      // The definition itself stays as secret as it is without a reference to itself.
      let secret = references.filter { other in
        other != name && secrets?.holdsSecrets(JSONSchema(keywords: [.reference(other)])) ?? false
      }
      definitions[name] = definitions[name]?.removing(references, secret: secret)
    }
    return (search.recursive.sorted(), search.tooLarge.sorted())
  }
}

/// A depth-first search of the references for the same value. It doesn't recurse, because references can be nested more
/// deeply than a stack is.
///
/// An open definition is one whose references are being followed. A reference to an open definition closes a circle,
/// and is cut. When a definition is done, its extent is known: how many schemas a value meets by it, references
/// included. Definitions that use each other twice double with each step (2, 4, 8, …), so the extent is what is
/// limited, and not the number of definitions.
///
/// Cost: linear in the number of references; each definition is opened once.
private struct ReferenceSearch {
  /// How many schemas describe a value, including all that references lead to.
  private struct Extent {
    /// The maximum number of schemas for one value. Checking a value takes as many steps.
    static let maxCount = 50_000
    /// The maximum nesting of references for one value. Checking a value takes stack memory for each.
    static let maxDepth = 64

    var count = 0
    var depth = 0

    /// Adds what a reference leads to; returns `false` if that exceeds a limit.
    ///
    /// The depth grows by one for each reference in a chain, the count by everything that the target counts, as often
    /// as the reference occurs.
    mutating func add(_ target: Extent, times: Int) -> Bool {
      let (added, overflows) = target.count.multipliedReportingOverflow(by: times)
      guard !overflows, added <= Self.maxCount - count, target.depth < Self.maxDepth else { return false }
      count += added
      depth = max(depth, target.depth + 1)
      return true
    }
  }

  /// How far the search of a definition is; a definition without a state hasn't been seen.
  private enum State {
    case open
    case done(Extent)
  }

  /// A definition that is being searched.
  private struct Visit {
    let name: String
    var extent: Extent
    /// The references to visit, the last one first.
    var references: [(name: String, times: Int)]
  }

  /// The definitions as they were before any reference is cut.
  private let definitions: [String: JSONSchema]
  /// The states of the definitions that have been seen.
  private var states: [String: State] = [:]
  /// The references to remove from each definition.
  private(set) var cut: [String: Set<String>] = [:]
  /// The definitions with a reference that closes a circle.
  private(set) var recursive: Set<String> = []
  /// The definitions with a reference that exceeds a limit. A reference is cut where the limit is reached: a chain of a
  /// thousand references loses one of every 64, and its start is still obeyed.
  private(set) var tooLarge: Set<String> = []

  init(_ definitions: [String: JSONSchema]) {
    self.definitions = definitions
  }

  /// Searches a definition, and everything that it refers to and that hasn't been searched.
  mutating func visit(_ name: String) {
    var visits: [Visit] = []
    if let first = open(name) { visits.append(first) }
    while var visit = visits.popLast() {
      guard let reference = visit.references.last else {
        states[visit.name] = .done(visit.extent)
        continue
      }
      switch states[reference.name] {
      case nil:
        visits.append(visit)
        // The visit comes back to this reference when the definition is done.
        guard let inner = open(reference.name) else { continue }
        visits.append(inner)
        continue
      case .open:
        recursive.insert(visit.name)
        cut[visit.name, default: []].insert(reference.name)
      case .done(let extent):
        if !visit.extent.add(extent, times: reference.times) {
          tooLarge.insert(visit.name)
          cut[visit.name, default: []].insert(reference.name)
        }
      }
      visit.references.removeLast()
      visits.append(visit)
    }
  }

  /// Starts the search of a definition; returns `nil` if it was started before, or if there is no such definition.
  ///
  /// The same reference several times in one definition is one step of the search and several times the extent.
  private mutating func open(_ name: String) -> Visit? {
    guard states[name] == nil else { return nil }
    guard let schema = definitions[name] else {
      states[name] = .done(Extent())
      return nil
    }
    states[name] = .open
    var extent = Extent()
    var times: [String: Int] = [:]
    var names: [String] = []
    schema.forEachSchemaInPlace { schema in
      extent.count += 1
      for case .reference(let name) in schema.keywords {
        if times[name] == nil { names.append(name) }
        times[name, default: 0] += 1
      }
    }
    return Visit(
      name: name, extent: extent, references: names.reversed().map { (name: $0, times: times[$0] ?? 1) })
  }
}

extension JSONSchema {
  /// Calls the body with the schema and with each schema inside that describes the same value, at any depth: the schemas in `allOf`,
  /// `anyOf`, `if` and the like.
  fileprivate func forEachSchemaInPlace(_ body: (JSONSchema) -> Void) {
    body(self)
    for keyword in keywords {
      for schema in keyword.schemasInPlace { schema.forEachSchemaInPlace(body) }
    }
  }

  /// What remains of a schema that can't be used.
  static let unusable = JSONSchema(keywords: [.unusable])
  /// What remains of one that may mark a secret.
  static let secret = JSONSchema(keywords: [.unusable, .flag(.writeOnly, true)])

  /// The schema without some of its references for the same value. References inside of `properties` and the like stay.
  ///
  /// - Parameter secret: Those that lead to secrets. In their place, the whole value is secret.
  fileprivate func removing(_ references: Set<String>, secret: Set<String>) -> JSONSchema {
    JSONSchema(
      keywords: keywords.flatMap { keyword in
        if case .reference(let name) = keyword, references.contains(name) {
          return secret.contains(name) ? JSONSchema.secret.keywords : [.unusable]
        }
        return [keyword.mappingInPlace { $0.removing(references, secret: secret) }]
      })
  }
}
