/// A JSON Schema 2020-12: the keywords of one schema object, in order.
///
/// A form is written as such schemas and read from them, and values are checked against them. So each constraint of a setting
/// is defined only once.
package struct JSONSchema: Hashable, Sendable {
  /// The dialect, as `$schema` names it.
  static let dialect = "https://json-schema.org/draft/2020-12/schema"

  /// The keywords. Without keywords, every value is valid.
  package var keywords: [SchemaKeyword]

  package init(keywords: [SchemaKeyword]) {
    self.keywords = keywords
  }

  /// The schema `false`, which no value meets.
  package static let never = JSONSchema(keywords: [.never])

  /// The schema as JSON, with its keywords in order.
  var json: JSONValue {
    switch keywords {
    case []: .bool(true)
    case [.never]: .bool(false)
    default: .object(object)
    }
  }

  /// The keywords as members; empty for a schema that is only `true` or `false`.
  package var object: JSONObject {
    var object = JSONObject()
    for keyword in keywords {
      guard let value = keyword.json else { continue }
      object[keyword.name] = value
    }
    return object
  }
}
