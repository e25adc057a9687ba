/// A member of the object that a keyword has as its value: its name, how it is read, and how it is written.
///
/// A list of them describes all that the object can have. It is in the order in which they are written, so the same form has the same text.
/// A member that says nothing, such as `"advanced": false`, isn't written.
struct KeywordMember<Owner>: Sendable {
  typealias Path<Value> = any WritableKeyPath<Owner, Value> & Sendable
  /// A method of the reader, such as `SchemaReader.bool`.
  typealias Reading<Value> = @Sendable (SchemaReader) -> (JSONValue) throws(FormSchemaError) -> Value

  let name: String
  let read: @Sendable (inout Owner, SchemaReader, JSONValue) throws(FormSchemaError) -> Void
  let json: @Sendable (Owner) -> JSONValue?
}

extension KeywordMember {
  /// A member that is kept in a property.
  init<Value>(
    _ name: String, at path: Path<Value>, read: @escaping Reading<Value>,
    json: @escaping @Sendable (Value) -> JSONValue?
  ) {
    self.init(name: name) { owner, reader, json throws(FormSchemaError) in
      owner[keyPath: path] = try read(reader)(json)
    } json: {
      json($0[keyPath: path])
    }
  }

  /// A member that is `true` or missing.
  static func flag(_ name: String, at path: Path<Bool>) -> Self {
    Self(name, at: path, read: SchemaReader.bool, json: { $0 ? true : nil })
  }

  /// - Parameter read: Reads the text. `SchemaReader.title` cuts it to the length of a title.
  static func text(
    _ name: String, at path: Path<String?>, read: @escaping Reading<String> = SchemaReader.string
  ) -> Self {
    Self(name, at: path, read: read, json: { $0.map(JSONValue.string) })
  }

  /// A list of strings; a single one can be written without a list.
  static func texts(_ name: String, at path: Path<[String]>) -> Self {
    Self(name, at: path, read: SchemaReader.stringOrStrings) {
      $0.isEmpty ? nil : .array($0.map(JSONValue.string))
    }
  }

  /// A list of objects.
  static func objects<Element: KeywordObject>(_ name: String, at path: Path<[Element]>) -> Self {
    Self(name, at: path, read: SchemaReader.objects) {
      $0.isEmpty ? nil : .array($0.map { .object($0.json) })
    }
  }
}

/// A value that keywords have as an object with members of a table.
protocol KeywordObject: Sendable {
  static var members: [KeywordMember<Self>] { get }
  /// What the object consists of, for the message: "Give "object" an object of the title and description of a struct."
  static var noun: String { get }

  /// Creates the value of an object without members.
  init()
  /// Says what a value that was read lacks; `nil` if it is complete.
  var lack: String? { get }
}

extension KeywordObject {
  var lack: String? { nil }

  /// The members that aren't at their defaults.
  var json: JSONObject {
    JSONObject(
      distinct: Self.members.compactMap { member in
        member.json(self).map { JSONObject.Member(key: member.name, value: $0) }
      })
  }
}

extension SchemaReader {
  /// Reads an object by the table of its members. Each member that isn't in it is an error: a typing error such as `requireRestart` would
  /// otherwise be a trait that is missing without anybody noticing.
  func object<Object: KeywordObject>(_ value: JSONValue) throws(FormSchemaError) -> Object {
    var reader = self
    var result = Object()
    for member in try object(value, of: Object.noun).members {
      reader.keys.append(member.key)
      guard let known = Object.members.first(where: { $0.name == member.key }) else {
        throw reader.error(
          .unknownMember(nearest: EditDistance.nearest(to: member.key, among: Object.members.map(\.name))))
      }
      try known.read(&result, reader, member.value)
      reader.keys.removeLast()
    }
    if let lack = result.lack { throw wrong(lack) }
    return result
  }

  fileprivate func objects<Object: KeywordObject>(_ value: JSONValue) throws(FormSchemaError) -> [Object] {
    var reader = self
    var objects: [Object] = []
    for (position, element) in try array(value).enumerated() {
      reader.keys.append(String(position))
      objects.append(try reader.object(element))
      reader.keys.removeLast()
    }
    return objects
  }
}
