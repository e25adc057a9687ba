/// The documents of a schema, and the addresses and anchors in them.
///
///     document 0   https://x.org/app.json              resource 0
///       $defs/a    $id: "part.json"                    resource 1: https://x.org/part.json
///       …/b        $anchor: "here"                     anchor "here" of its resource
///     document 1   https://x.org/other.json            found when a reference needs it
///
/// A reference is an address relative to the resource around it, with a pointer or an anchor behind `#` (RFC 3986, section 5; JSON Schema
/// Core 2020-12, section 8). So a document is searched once for everything that has an address, when it is added; after that, each
/// reference is a look-up.
struct SchemaResources {
  /// A schema with an address, to which the references inside it are relative.
  struct Resource {
    let address: String
    let place: SchemaPlace
    let dialect: SchemaDialect
    /// The places of anchors, by name. A dynamic anchor is an anchor, too.
    var anchors: [String: SchemaPlace] = [:]
    /// The places of the anchors that dynamic references lead to. `$recursiveAnchor` is one without a name.
    var dynamicAnchors: [String: SchemaPlace] = [:]
  }

  /// A schema that a reference leads to.
  struct Target {
    let value: JSONValue
    let place: SchemaPlace
    let resource: Int
  }

  private(set) var resources: [Resource] = []
  /// The addresses of the documents, in the order in which they were needed.
  private(set) var addresses: [String] = []
  /// The number of schemas in the documents.
  private(set) var schemaCount = 0
  private var roots: [JSONValue] = []
  /// The resource of each document.
  private var rootResources: [Int] = []
  private var numbers: [String: Int] = [:]
  private let documents: SchemaDocuments

  init(_ root: JSONValue, at address: String, documents: SchemaDocuments) {
    self.documents = documents
    add(root, at: address, dialect: .draft2020)
  }

  /// The resource of the document that the reading started with.
  static let first = 0

  /// Adds a document; returns the number of its resource.
  @discardableResult
  private mutating func add(_ root: JSONValue, at address: String, dialect: SchemaDialect) -> Int {
    var scan = Scan(resources: self, keys: [], document: roots.count)
    scan.resources.roots.append(root)
    scan.resources.addresses.append(address)
    let number = scan.root(root, at: address, dialect: dialect)
    self = scan.resources
    rootResources.append(number)
    if numbers[address] == nil { numbers[address] = number }
    return number
  }

  /// Returns the number of the resource that a schema with an address begins inside another resource; `nil` for a schema without
  /// one.
  func embedded(_ schema: JSONObject, in number: Int) -> Int? {
    guard let id = resources[number].dialect.id(of: schema) else { return nil }
    let address = SchemaAddress.split(id).address
    if address.isEmpty { return nil }
    return numbers[SchemaAddress.resolved(address, against: resources[number].address)]
  }

  /// Returns the target of a reference in a resource; `nil` if the reference leads nowhere.
  mutating func target(of reference: String, in number: Int) -> Target? {
    let (address, fragment) = SchemaAddress.split(reference)
    guard let fragment = SchemaFragment(fragment[...]),
      let resource = resource(
        at: SchemaAddress.resolved(address, against: resources[number].address), from: number)
    else { return nil }
    switch fragment {
    case .pointer(let keys): return target(at: keys, in: resource)
    case .anchor(let name):
      guard let place = resources[resource].anchors[name] else { return nil }
      return target(at: place)
    }
  }

  func target(at place: SchemaPlace) -> Target? {
    target(at: place.keys, in: rootResources[place.document])
  }

  private mutating func resource(at address: String, from number: Int) -> Int? {
    if let known = numbers[address] { return known }
    guard let document = documents.document(at: address) else { return nil }
    return add(document, at: address, dialect: resources[number].dialect)
  }

  /// A pointer can lead into a resource inside of the resource. From there on, relative references belong to the inner resource.
  private func target(at keys: [String], in number: Int) -> Target? {
    var number = number
    var place = resources[number].place
    guard var value = place.keys.reduce(roots[place.document], { $0?.part($1) }) else { return nil }
    for key in keys {
      guard let inner = value.part(key) else { return nil }
      value = inner
      place.keys.append(key)
      if case .object(let object) = inner, let embedded = embedded(object, in: number) { number = embedded }
    }
    return Target(value: value, place: place, resource: number)
  }

  /// The search of a document for addresses and anchors.
  private struct Scan {
    var resources: SchemaResources
    var keys: [String]
    let document: Int

    mutating func root(_ value: JSONValue, at address: String, dialect: SchemaDialect) -> Int {
      let object = value.object ?? [:]
      let dialect = self.dialect(of: object) ?? dialect
      let id = dialect.id(of: object).map { SchemaAddress.split($0).address } ?? ""
      let number = add(SchemaAddress.resolved(id, against: address), dialect: dialect)
      members(of: object, in: number)
      return number
    }

    /// The dialect that a schema names, directly or by a metaschema of its own.
    private func dialect(of object: JSONObject) -> SchemaDialect? {
      guard case .string(let name)? = object["$schema"] else { return nil }
      if let dialect = SchemaDialect(address: name) { return dialect }
      let metaschema = resources.documents.document(at: SchemaAddress.split(name).address)
      guard case .string(let name)? = metaschema?.member("$schema") else { return nil }
      return SchemaDialect(address: name)
    }

    private mutating func add(_ address: String, dialect: SchemaDialect) -> Int {
      let number = resources.resources.count
      let place = SchemaPlace(document: document, keys: keys)
      resources.resources.append(Resource(address: address, place: place, dialect: dialect))
      if resources.numbers[address] == nil { resources.numbers[address] = number }
      return number
    }

    private mutating func schema(_ value: JSONValue, in number: Int) {
      guard case .object(let object) = value else { return }
      var number = number
      // A copy of the resource would make each new anchor copy all others.
      let outer = resources.resources[number].dialect
      if let id = outer.id(of: object) {
        let address = SchemaAddress.split(id).address
        if !address.isEmpty {
          let base = resources.resources[number].address
          number = add(SchemaAddress.resolved(address, against: base), dialect: dialect(of: object) ?? outer)
        }
      }
      members(of: object, in: number)
    }

    private mutating func members(of object: JSONObject, in number: Int) {
      resources.schemaCount += 1
      addAnchors(of: object, in: number)
      for member in object.members {
        keys.append(member.key)
        switch (SchemaDialect.place(of: member.key, member.value), member.value) {
        case (.schema, _): schema(member.value, in: number)
        case (.list, .array(let elements)):
          for (index, element) in elements.enumerated() {
            keys.append(String(index))
            schema(element, in: number)
            keys.removeLast()
          }
        case (.table, .object(let table)):
          for member in table.members {
            keys.append(member.key)
            schema(member.value, in: number)
            keys.removeLast()
          }
        default: break
        }
        keys.removeLast()
      }
    }

    private mutating func addAnchors(of object: JSONObject, in number: Int) {
      let place = SchemaPlace(document: document, keys: keys)
      let dialect = resources.resources[number].dialect
      func add(_ keyword: String, body: (String) -> Void) {
        if case .string(let name)? = object[keyword] { body(name) }
      }
      if dialect < .draft2019 {
        let name = dialect.id(of: object).map { SchemaAddress.split($0).fragment } ?? ""
        if !name.isEmpty { resources.resources[number].anchors[name] = place }
        return
      }
      add("$anchor") { resources.resources[number].anchors[$0] = place }
      if dialect == .draft2020 {
        add("$dynamicAnchor") {
          resources.resources[number].anchors[$0] = place
          resources.resources[number].dynamicAnchors[$0] = place
        }
      } else if object["$recursiveAnchor"] == true, place == resources.resources[number].place {
        resources.resources[number].dynamicAnchors[""] = place
      }
    }
  }
}

/// The dynamic anchors of the resources through which schemas are reached. Equal scopes have equal numbers.
///
/// `$dynamicRef: "#node"` leads to the outermost schema with the anchor `node` among those through which the reader came. So the same
/// schema means different things on different ways. A scope is a table of the anchors that are in effect; entering a resource adds its
/// anchors unless an outer resource has the name already. Equal tables share a number, because there are far more ways through a schema
/// than different tables; a limit for all tables bounds the rest.
struct SchemaScopes {
  /// The number of a scope.
  typealias Number = Int

  /// The scope outside of all resources.
  static let empty = 0
  /// The maximum number of anchors in all scopes.
  private static let sizeLimit = 400_000

  private struct Step: Hashable {
    let scope: Number
    let resource: Int
  }

  private var scopes: [[String: SchemaPlace]] = [[:]]
  private var numbers: [[String: SchemaPlace]: Number] = [[:]: empty]
  private var steps: [Step: Number] = [:]
  private var size = 0

  /// Returns the place that a dynamic reference leads to.
  func place(of anchor: String, in scope: Number) -> SchemaPlace? { scopes[scope][anchor] }

  /// Returns the scope inside a resource that is reached in another scope; `nil` if there would be too many anchors.
  mutating func entering(_ resource: Int, with anchors: [String: SchemaPlace], from scope: Number) -> Number?
  {
    if anchors.isEmpty { return scope }
    let step = Step(scope: scope, resource: resource)
    if let known = steps[step] { return known }
    // The anchors of outer resources are used.
    let merged = scopes[scope].merging(anchors) { outer, _ in outer }
    guard numbers[merged] == nil else {
      steps[step] = numbers[merged]
      return numbers[merged]
    }
    guard merged.count <= Self.sizeLimit - size else { return nil }
    size += merged.count
    let number = scopes.count
    scopes.append(merged)
    numbers[merged] = number
    steps[step] = number
    return number
  }
}

/// The place of a schema: a document by its number, and the keys that lead to the schema.
struct SchemaPlace: Hashable {
  /// The document that the reading started with.
  static let first = 0

  var document: Int
  var keys: [String]
}

/// The documents that references of a schema can lead to.
///
/// Nothing is fetched from a network: an address that isn't local has no document.
///
/// The metaschemas of the five drafts are built in.
package struct SchemaDocuments: Sendable {
  private let find: @Sendable (_ address: String) -> [UInt8]?

  /// Creates documents that are found by their address, without a fragment.
  package init(_ find: @escaping @Sendable (_ address: String) -> [UInt8]?) {
    self.find = find
  }

  /// No documents.
  package static let none = SchemaDocuments { _ in nil }

  /// Returns the document at an address, or the metaschema with this address; `nil` if neither exists.
  func document(at address: String) -> JSONValue? {
    if let bytes = find(address), let document = try? JSONDocument(parsing: bytes) {
      return document.root.value
    }
    guard let dialect = SchemaDialect(address: address), address.hasSuffix("/schema") else { return nil }
    return dialect.metaschema
  }
}
