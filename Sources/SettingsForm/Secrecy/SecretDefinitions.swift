import Synchronization

/// The definitions that the references of a schema lead to, and which of them mark secrets.
package final class SecretDefinitions: Sendable {
  let schemas: [String: JSONSchema]
  /// The definitions with a secret in them, or in the definitions that they refer to.
  private let secret: Set<String>
  /// The types that values of definitions can have, by name.
  private let types = Mutex<[String: JSONTypeSet]>([:])

  package init(_ source: SourceSchema) {
    schemas = source.definitions
    var secret = Set(schemas.filter { $0.value.marksSecrets }.keys)
    var uses: [String: [String]] = [:]
    if !secret.isEmpty {
      for (name, schema) in schemas { schema.forEachReference { uses[$0, default: []].append(name) } }
    }
    var waiting = Array(secret)
    while let name = waiting.popLast() {
      for user in uses[name] ?? [] where secret.insert(user).inserted { waiting.append(user) }
    }
    self.secret = secret
  }

  /// Returns the types that values of a definition can have; `nil` if there is no such definition.
  func possibleTypes(of name: String) -> JSONTypeSet? {
    if let known = types.withLock({ $0[name] }) { return known }
    let found = schemas[name]?.possibleTypes(self)
    types.withLock { $0[name] = found }
    return found
  }

  /// Whether a schema, or a definition that it refers to, marks secrets.
  package func holdsSecrets(_ schema: JSONSchema) -> Bool {
    if schema.marksSecrets { return true }
    var isSecret = false
    if !secret.isEmpty { schema.forEachReference { isSecret = isSecret || secret.contains($0) } }
    return isSecret
  }
}

extension Secrecy {
  /// Determines the secrecy of a value that a schema with definitions describes.
  package init(_ source: SourceSchema) {
    self.init(of: source.root, in: SecretDefinitions(source))
  }

  /// Determines the secrecy of a value that a schema describes, whose references lead to definitions.
  package init(of schema: JSONSchema, in definitions: SecretDefinitions) {
    self = definitions.holdsSecrets(schema) ? Secrecy(schema, definitions) : .none
  }
}

/// The secrecy of a value, determined when it is first asked for. So the secrecy of a recursive schema is finite.
final class DeferredSecrecy: Sendable {
  private let schema: JSONSchema
  private let definitions: SecretDefinitions
  private let known = Mutex<Secrecy?>(nil)

  init(_ schema: JSONSchema, _ definitions: SecretDefinitions) {
    self.schema = schema
    self.definitions = definitions
  }

  var secrecy: Secrecy {
    known.withLock { known in
      if let known { return known }
      let made = Secrecy(schema, definitions)
      known = made
      return made
    }
  }
}

extension JSONSchema {
  /// Whether `writeOnly` is set anywhere inside.
  fileprivate var marksSecrets: Bool {
    keywords.contains { keyword in
      if case .writeOnly(let isSecret) = keyword { return isSecret }
      return keyword.schemas.contains(where: \.marksSecrets)
    }
  }

  /// Calls the body with each reference anywhere inside.
  fileprivate func forEachReference(_ body: (String) -> Void) {
    for keyword in keywords {
      if case .reference(let name) = keyword { body(name) }
      for schema in keyword.schemas { schema.forEachReference(body) }
    }
  }
}
