/// A JSON Schema 2020-12: the keywords of one schema object, in order.
///
/// This is the one place where a form's rules become checks. A form is written through it, read through it,
/// and documents and single values are checked by it, so that no rule exists twice.
struct JSONSchema: Hashable, Sendable {
  /// The keywords; none means that anything is valid.
  var keywords: [SchemaKeyword]

  /// The schema `false`, which nothing meets.
  static let never = JSONSchema(keywords: [.never])

  /// The schema as JSON, its keywords in order.
  var json: JSONValue {
    switch keywords {
    case []: .bool(true)
    case [.never]: .bool(false)
    default: .object(object)
    }
  }

  /// The keywords as members; empty for a schema that is only `true` or `false`.
  var object: JSONObject {
    var object = JSONObject()
    for keyword in keywords {
      guard let value = keyword.json else { continue }
      object[keyword.name] = value
    }
    return object
  }
}
