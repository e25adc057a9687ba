/// The documents of a schema, and the addresses and anchors in them.
///
///     document 0   https://x.org/app.json              resource 0
///       $defs/a    $id: "part.json"                    resource 1: https://x.org/part.json
///       …/b        $anchor: "here"                     anchor "here" of its resource
///     document 1   https://x.org/other.json            found when a reference needs it
///
/// A reference is an address relative to the resource around it, with a pointer or an anchor behind `#` (RFC 3986,
/// section 5; JSON Schema Core 2020-12, section 8). In the example, inside of resource 1:
///
/// | reference | leads to |
/// |---|---|
/// | `#here` | the anchor of resource 1 |
/// | `#/$defs/c` | a pointer from the root of resource 1, and not of the document |
/// | `app.json#/$defs/a` | resource 1, by a pointer through resource 0 |
/// | `other.json` | the whole of document 1, which is loaded for it |
///
/// A document is searched once for everything that has an address, when it is added; after that, each reference is a
/// look-up. ``SchemaBundler`` is the only user.
///
/// Resources and documents are named by their number, and never removed, so that a number stays valid while later
/// references load more documents.
///
/// Cost: one pass over each document. A pointer takes a step for each of its keys.
struct SchemaResources {
  /// A schema with an address, to which the references inside it are relative.
  struct Resource {
    let address: String
    /// Where the resource begins: its document, and the keys to the schema with the `$id`.
    let place: SchemaPlace
    /// The draft of the keywords inside: what `$schema` of the resource names, or else the draft of the resource around
    /// it.
    let dialect: SchemaDialect
    /// The places of anchors, by name. A dynamic anchor is an anchor, too.
    var anchors: [String: SchemaPlace] = [:]
    /// The places of the anchors that dynamic references lead to. `$recursiveAnchor` is one without a name.
    var dynamicAnchors: [String: SchemaPlace] = [:]
  }

  /// A schema that a reference leads to.
  ///
  /// The resource is the innermost one around the target, since the references in the target are relative to it and its
  /// keywords have the meaning of its draft.
  struct Target {
    let value: JSONValue
    let place: SchemaPlace
    let resource: Int
  }

  /// The resources of all documents by number. An outer resource comes before the resources inside it.
  private(set) var resources: [Resource] = []
  /// The addresses of the documents, in the order in which they were needed. A warning about another document names its
  /// address.
  private(set) var addresses: [String] = []
  /// The number of schemas in the documents. The bundler's budget grows with it, so a large schema may become a larger
  /// form than a small one.
  private(set) var schemaCount = 0
  /// The documents themselves, by number.
  private var roots: [JSONValue] = []
  /// The number of the resource that is a whole document, by the document's number.
  private var rootResources: [Int] = []
  /// The numbers of resources by address. Of several with one address, which JSON Schema forbids, the first one counts.
  ///
  /// A document has an entry for the address where it was found, too, if its `$id` gives it another one: a file at
  /// `/forms/app.json` with the `$id` `https://x.org/app.json` answers to both.
  private var numbers: [String: Int] = [:]
  /// Where documents are looked for that no reference has needed before.
  private let documents: SchemaDocuments

  /// The number of documents in which marks of secrets were looked for, and whether one of them has some.
  private var marks = (count: 0, areThere: false)

  /// Searches the first document. Without `$schema`, its keywords have the meaning of draft 2020-12.
  init(_ root: JSONValue, at address: String, documents: SchemaDocuments) {
    self.documents = documents
    add(root, at: address, dialect: .draft2020)
  }

  /// The resource of the document that the reading started with.
  static let first = 0

  /// Adds a document; returns the number of its resource.
  ///
  /// A document without `$schema` is read in `dialect`, the draft of the schema that refers to it.
  @discardableResult
  private mutating func add(_ root: JSONValue, at address: String, dialect: SchemaDialect) -> Int {
    var scan = Scan(resources: self, keys: [], document: roots.count)
    scan.resources.roots.append(root)
    scan.resources.addresses.append(address)
    let number = scan.root(root, at: address, dialect: dialect)
    // The scan worked on a copy of these tables; nothing else holds them meanwhile.
    self = scan.resources
    rootResources.append(number)
    if numbers[address] == nil { numbers[address] = number }
    return number
  }

  /// Whether a document that was added marks a secret anywhere. Cost: linear in the documents, once for each.
  mutating func markSecrets() -> Bool {
    while marks.count < roots.count {
      marks.areThere = marks.areThere || roots[marks.count].hasMember(where: \.marksSecret)
      marks.count += 1
    }
    return marks.areThere
  }

  /// Whether a reference leads to a document that exists and isn't JSON, but has the name of the mark of a secret in it.
  func isToUnreadableSecret(_ reference: String, in number: Int) -> Bool {
    let address = SchemaAddress.resolved(
      SchemaAddress.split(reference).address, against: resources[number].address)
    return numbers[address] == nil && documents.text(at: address)?.marksSecrets ?? false
  }

  /// Returns the number of the resource that a schema with an address begins inside another resource; `nil` for a
  /// schema without one.
  ///
  /// An address that is only a fragment, such as `"$id": "#here"` in drafts up to 7, is an anchor and begins no
  /// resource.
  func embedded(_ schema: JSONObject, in number: Int) -> Int? {
    guard let id = resources[number].dialect.inside(schema).id(of: schema) else { return nil }
    let address = SchemaAddress.split(id).address
    if address.isEmpty { return nil }
    return numbers[SchemaAddress.resolved(address, against: resources[number].address)]
  }

  /// Returns the target of a reference in a resource; `nil` if the reference leads nowhere.
  ///
  /// That is so for an address without a document on this machine, a pointer with a missing key, an unknown anchor, and
  /// a fragment with a malformed escape. The bundler warns of it.
  ///
  /// This can load a document, which stays loaded.
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

  /// Returns the schema at a place that is known from the search, such as an anchor's; `nil` if nothing is there.
  func target(at place: SchemaPlace) -> Target? {
    target(at: place.keys, in: rootResources[place.document])
  }

  /// Returns the resource with an address, and adds the document with this address if no resource has it; `nil` if
  /// there is none.
  private mutating func resource(at address: String, from number: Int) -> Int? {
    if let known = numbers[address] { return known }
    guard let document = documents.document(at: address) else { return nil }
    return add(document, at: address, dialect: resources[number].dialect)
  }

  /// Follows a pointer from the root of a resource.
  ///
  /// A pointer can lead into a resource inside of the resource. From there on, relative references belong to the inner
  /// resource: with `app.json#/$defs/a/properties/x` in the example above, they are relative to `part.json`.
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
  ///
  /// It visits only values at which a schema stands, as `SchemaDialect.place(of:_:)` knows them. In
  /// `{"const": {"$id": "x"}}`, the `$id` belongs to a value and isn't an address.
  private struct Scan {
    var resources: SchemaResources
    /// The keys from the root of the document to the schema that is being visited.
    var keys: [String]
    let document: Int

    /// Visits a whole document; returns the number of its resource. A document that isn't an object, such as `true`, is
    /// a resource without anything inside.
    mutating func root(_ value: JSONValue, at address: String, dialect: SchemaDialect) -> Int {
      let object = value.object ?? [:]
      let dialect = self.dialect(of: object) ?? dialect
      let id = dialect.id(of: object).map { SchemaAddress.split($0).address } ?? ""
      let number = add(SchemaAddress.resolved(id, against: address), dialect: dialect)
      members(of: object, in: number)
      return number
    }

    /// The dialect that a schema names, directly or by a metaschema of its own.
    ///
    /// Some authors extend a draft: `$schema` names their metaschema, and the `$schema` of that names the draft. One
    /// such step is followed. The vocabularies of the metaschema aren't read.
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

    /// Visits a schema inside of a document. With an address, it is a resource of its own, to which everything inside
    /// belongs.
    private mutating func schema(_ value: JSONValue, in number: Int) {
      guard case .object(let object) = value else { return }
      var number = number
      // A copy of the resource would make each new anchor copy all others.
      let outer = resources.resources[number].dialect
      if let id = outer.inside(object).id(of: object) {
        let address = SchemaAddress.split(id).address
        if !address.isEmpty {
          let base = resources.resources[number].address
          number = add(SchemaAddress.resolved(address, against: base), dialect: dialect(of: object) ?? outer)
        }
      }
      members(of: object, in: number)
    }

    /// Visits all schemas inside of a schema, also definitions and keywords that this draft doesn't have: a pointer can
    /// lead to any of them.
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

    /// Notes the names that a schema gives itself.
    ///
    /// Up to draft 7, an anchor is the fragment of the `$id` (`"$id": "#here"`). Draft 2019-09 has `$anchor` and, for
    /// the whole resource only, `$recursiveAnchor: true`. Draft 2020-12 replaces that by `$dynamicAnchor` with a name.
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

/// The place of a schema: a document by its number, and the keys that lead to the schema.
///
/// A place identifies a schema even if several references lead to it, and tells a person where a warning belongs:
/// `#/properties/port/minimum`, with the address of the document if it isn't the first one.
struct SchemaPlace: Hashable {
  /// The document that the reading started with.
  static let first = 0

  /// The number of the document, in the order in which references needed the documents.
  var document: Int
  /// The keys and indices from the root of the document, as in a JSON Pointer.
  var keys: [String]
}

/// The documents that references of a schema can lead to.
///
/// Nothing is fetched from a network: an address that isn't local has no document. The command line looks for files
/// beside the schema and in the catalogs of this machine; tests pass a dictionary.
///
/// The metaschemas of the five drafts are built in, because schemas refer to them wherever a value is itself a schema.
package struct SchemaDocuments: Sendable {
  /// Returns the bytes of the document at an address; `nil` if there is none.
  private let find: @Sendable (_ address: String) -> [UInt8]?

  /// Creates documents that are found by their address, without a fragment.
  ///
  /// A document that was found is kept. An address without a document is asked for again by each reference to it.
  package init(_ find: @escaping @Sendable (_ address: String) -> [UInt8]?) {
    self.find = find
  }

  /// No documents.
  package static let none = SchemaDocuments { _ in nil }

  func text(at address: String) -> [UInt8]? { find(address) }

  /// Returns the document at an address, or the metaschema with this address; `nil` if neither exists.
  ///
  /// A document that isn't JSON counts as missing. A local document at the address of a metaschema comes first.
  func document(at address: String) -> JSONValue? {
    if let bytes = text(at: address), let document = try? JSONDocument(parsing: bytes) {
      return document.root.value
    }
    return Self.metaschema(at: address)
  }

  /// Returns the metaschema of a draft, or that of a vocabulary of a draft, with an address; `nil` for any other address.
  package static func metaschema(at address: String) -> JSONValue? {
    let address = SchemaAddress.split(address).address
    guard let dialect = SchemaDialect(address: address) else { return nil }
    if address.hasSuffix("/schema") { return dialect.metaschema }
    guard dialect >= .draft2019, let name = address.split(separator: "/").last,
      address.hasSuffix("/meta/\(name)")
    else { return nil }
    return dialect.metaschema(ofVocabulary: String(name))
  }
}
