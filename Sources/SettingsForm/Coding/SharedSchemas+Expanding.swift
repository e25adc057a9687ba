extension SharedSchemas {
  /// The JSON of a form with its definitions in the place of references to them; `nil` if there are references that a form isn't
  /// written with, or too many.
  package static func expanded(_ form: JSONObject) -> JSONObject? {
    guard case .object(let definitions)? = form[keyword] else { return form }
    var expansion = Expansion(definitions)
    var form = form
    form[keyword] = nil
    let expanded = expansion.schema(.object(form))
    guard case .object(let result) = expanded, !expansion.hasFailed else { return nil }
    return result
  }

  private struct Expansion {
    /// The largest number of schemas in the result.
    private static let maximumCount = 400_000

    private var definitions: [String: JSONObject] = [:]
    private var open: Set<String> = []
    private var count = 0
    var hasFailed = false

    init(_ definitions: JSONObject) {
      for member in definitions.members {
        guard case .object(let schema) = member.value else { continue }
        self.definitions[DefinitionReference.text(to: member.key)] = schema
      }
    }

    mutating func schema(_ value: JSONValue) -> JSONValue {
      guard case .object(let object) = value, !hasFailed else { return value }
      count += 1
      guard let reference = object["$ref"] else {
        hasFailed = count > Self.maximumCount
        return .object(object.mapSubschemas { schema($0) })
      }
      guard case .string(let text) = reference, let definition = definitions[text],
        open.insert(text).inserted, count <= Self.maximumCount
      else {
        hasFailed = true
        return value
      }
      defer { open.remove(text) }
      var result = object
      result["$ref"] = nil
      for member in definition.mapSubschemas({ schema($0) }).members { result[member.key] = member.value }
      return .object(result)
    }
  }
}
