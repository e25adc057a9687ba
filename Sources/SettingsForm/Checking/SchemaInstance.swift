/// A JSON value that can be checked against a schema: detached, or a node of a document.
///
/// The checker is generic over it. A node of a document is checked where it is, without a string or an array for any
/// value that needs none; a staged value, which has no document, is checked by the same code. Neither the schema nor
/// the problems know the difference, apart from positions.
package protocol SchemaInstance {
  associatedtype MemberKey: SchemaMemberKey

  /// The kind of the value.
  var kind: JSONNode.Kind { get }
  /// The exact value of a number; `nil` for other values.
  var decimalValue: JSONDecimal? { get }
  /// The number of Unicode scalars of a string, which its length limits count; 0 for other values.
  var scalarCount: Int { get }
  /// Whether the value is this string, compared scalar by scalar. A node of a document is compared without decoding it.
  func isText(_ text: String) -> Bool
  /// Calls the body with each member of an object, in order.
  func forEachMember(_ body: (MemberKey, Self) -> Void)
  /// Calls the body with each member of an object, in order, and the position of its key in a table; `nil` for a key
  /// that isn't in it.
  func forEachMember(of table: KeyTable, _ body: (_ place: Int?, MemberKey, Self) -> Void)
  /// Whether the value has problems. The probe is used for one value after the other.
  ///
  /// This is a requirement, like ``check(_:_:)``, so that other modules call the code that is compiled for the type,
  /// because they can't specialize the generic one.
  func hasProblems(_ checks: CompiledSchema, with probe: inout SchemaChecker) -> Bool
  /// Checks the value; the checker collects the problems.
  func check(_ checks: CompiledSchema, with checker: inout SchemaChecker)
  /// The narrowest type of the value: `integer` for `1.0`, `number` for `1.5`.
  var schemaType: JSONType { get }
  /// The string; `nil` for other values.
  var text: String? { get }
  /// The elements of an array; empty for other values.
  var elementList: [Self] { get }
  /// The members of an object in order; empty for other values.
  var memberList: [(key: String, value: Self)] { get }
  /// The number of members or elements; 0 for other values.
  var count: Int { get }
  /// How large the value is, which decides how much a check of it may cost: the number of values in it at any depth,
  /// itself included.
  ///
  /// `{"a": [1, 2]}` has 4: the object, the list and two numbers. A node of a document gives the number of its entries
  /// in the index instead, which counts keys and brackets, too, so it is larger, but known without a walk.
  var partCount: Int { get }
  /// Returns the value of a key of an object.
  func member(_ key: String) -> Self?
  /// The value, detached from its document.
  var value: JSONValue { get }
  /// The position of the value in the text; `nil` for a detached value, whose problems have none.
  var textPosition: SourcePosition? { get }
  /// The position of the value's key in the text; `nil` for an element, the root or a detached value.
  var keyTextPosition: SourcePosition? { get }
}

/// The key of a member. Most members are found without creating a string from their keys: a key of a document is
/// compared with the names in a form byte by byte.
package protocol SchemaMemberKey {
  /// The key as a string.
  var text: String { get }
  /// Whether the key is this string.
  func isText(_ text: String) -> Bool
}

extension String: SchemaMemberKey {
  package var text: String { self }

  package func isText(_ text: String) -> Bool { hasSameScalars(as: text) }
}

extension JSONValue: SchemaInstance {
  package var decimalValue: JSONDecimal? { number.map(JSONDecimal.init) }

  package var scalarCount: Int { text?.unicodeScalars.count ?? 0 }

  package func isText(_ other: String) -> Bool { text?.hasSameScalars(as: other) == true }

  package func forEachMember(_ body: (String, JSONValue) -> Void) {
    guard case .object(let object) = self else { return }
    for member in object.members { body(member.key, member.value) }
  }

  package func forEachMember(of table: KeyTable, _ body: (_ place: Int?, String, JSONValue) -> Void) {
    var cursor = KeyCursor(table)
    forEachMember { key, value in body(cursor.place(of: key), key, value) }
  }

  package func hasProblems(_ checks: CompiledSchema, with probe: inout SchemaChecker) -> Bool {
    probe.hasProblems(self, schema: checks)
  }

  package func check(_ checks: CompiledSchema, with checker: inout SchemaChecker) {
    checker.check(self, schema: checks)
  }

  package var schemaType: JSONType { JSONType(of: self) }

  package var elementList: [JSONValue] { elements ?? [] }

  package var memberList: [(key: String, value: JSONValue)] {
    object?.members.map { ($0.key, $0.value) } ?? []
  }

  package var count: Int {
    switch self {
    case .array(let elements): elements.count
    case .object(let object): object.members.count
    case .null, .bool, .number, .string: 0
    }
  }

  package var partCount: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.partCount }
    case .object(let object): object.members.reduce(1) { $0 + $1.value.partCount }
    case .null, .bool, .number, .string: 1
    }
  }

  package func member(_ key: String) -> JSONValue? { object?[key] }

  package var value: JSONValue { self }

  package var textPosition: SourcePosition? { nil }

  package var keyTextPosition: SourcePosition? { nil }
}

extension JSONNode: SchemaInstance {
  /// A key by its entry in the document's index. Nothing is decoded until the text is asked for.
  package struct MemberKey: SchemaMemberKey {
    fileprivate let storage: JSONStorage
    fileprivate let entry: Int

    package var text: String { storage.text(of: entry) }

    package func isText(_ text: String) -> Bool { storage.isText(text, at: entry) }
  }

  package func forEachMember(_ body: (MemberKey, JSONNode) -> Void) {
    guard kind == .object else { return }
    // Entries are walked instead of `members`, which would create a string for each key.
    var rest = children
    while let key = rest.first {
      rest = storage.next(after: key + 1)..<rest.upperBound
      // Of a key that comes twice, only the last member counts, as for every other reader of the document.
      guard countsMember(at: key) else { continue }
      body(MemberKey(storage: storage, entry: key), JSONNode(storage: storage, entry: key + 1))
    }
  }

  package func forEachMember(of table: KeyTable, _ body: (_ place: Int?, MemberKey, JSONNode) -> Void) {
    var cursor = KeyCursor(table)
    forEachMember { key, value in body(cursor.place(of: key), key, value) }
  }

  package func hasProblems(_ checks: CompiledSchema, with probe: inout SchemaChecker) -> Bool {
    probe.hasProblems(self, schema: checks)
  }

  package func check(_ checks: CompiledSchema, with checker: inout SchemaChecker) {
    checker.check(self, schema: checks)
  }

  package var schemaType: JSONType {
    switch kind {
    case .null: .null
    case .bool: .boolean
    case .number: decimalValue?.isWhole == true ? .integer : .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  package var text: String? { string }

  package var elementList: [JSONNode] { Array(elements) }

  package var partCount: Int { children.count + 1 }

  package var memberList: [(key: String, value: JSONNode)] { Array(members) }

  package func member(_ key: String) -> JSONNode? { self[key] }

  package var textPosition: SourcePosition? { position }

  package var keyTextPosition: SourcePosition? { keyPosition }
}

/// Finds the keys of an object in a table, without a lookup for each, as long as they are in nearly the same order.
///
/// The keys of a settings file usually are in the order of the form, with some left out. So the next key is probably
/// one of the next three in the table, which takes a comparison of a few bytes. Only a key that isn't there is hashed,
/// and the cursor continues behind it.
///
/// With the table `a b c d e` and the object `{"a", "c", "x", "b"}`: `a` is the first of three, `c` the second of the
/// next three, `x` is hashed and unknown, and `b`, which is before the cursor, is hashed and found.
struct KeyCursor {
  /// How many keys of the table can be skipped before a key is looked up.
  private static let reach = 3

  /// The keys in the order that is expected.
  private let table: KeyTable
  /// The position behind the last key that was found.
  private var next = 0

  init(_ table: KeyTable) {
    self.table = table
  }

  /// Returns the position of a key; `nil` for an unknown key, which leaves the cursor where it is.
  mutating func place(of key: some SchemaMemberKey) -> Int? {
    for place in next..<min(next + Self.reach, table.keys.count) where key.isText(table.keys[place]) {
      next = place + 1
      return place
    }
    guard let place = table.place(of: key.text) else { return nil }
    next = place + 1
    return place
  }
}
