/// A JSON Schema 2020-12: the keywords of one schema object, in order.
///
/// This is the one place where a form's rules become checks. A form is written through it, read through it,
/// and documents and single values are checked by it, so that no rule exists twice.
struct JSONSchema: Hashable, Sendable {
  /// The dialect, as `$schema` names it.
  static let dialect = "https://json-schema.org/draft/2020-12/schema"

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

extension JSONSchema {
  /// The schema with some keywords replaced or added as they are.
  func replacing(_ others: JSONObject) -> JSONSchema {
    guard !others.members.isEmpty else { return self }
    var schema = self
    var reader = SchemaReader(patterns: nil)
    for member in others.members {
      let keyword = reader.keywordOrOther(member.key, member.value)
      if let index = schema.keywords.firstIndex(where: { $0.name == member.key }) {
        schema.keywords[index] = keyword
      } else {
        schema.keywords.append(keyword)
      }
    }
    return schema
  }
}
