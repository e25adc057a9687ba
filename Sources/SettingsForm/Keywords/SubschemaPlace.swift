/// How a keyword contains schemas.
package enum SubschemaPlace {
  /// The value is a schema.
  case schema
  /// The value is a list of schemas.
  case list
  /// The value is an object with a schema under each key.
  case table

  /// The place by the keyword's name; `nil` if its value contains no schemas that values are checked by.
  package init?(keyword: String) {
    switch keyword {
    case "items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else",
      "unevaluatedItems", "unevaluatedProperties":
      self = .schema
    case "prefixItems", "allOf", "anyOf", "oneOf": self = .list
    case "properties", "patternProperties", "dependentSchemas": self = .table
    default: return nil
    }
  }
}

extension JSONObject {
  /// Calls the body with each schema directly inside a schema with these keywords.
  package func forEachSubschema(_ body: (JSONValue) -> Void) {
    for member in members {
      switch (SubschemaPlace(keyword: member.key), member.value) {
      case (.schema, _): body(member.value)
      case (.list, .array(let schemas)): schemas.forEach(body)
      case (.table, .object(let table)): for member in table.members { body(member.value) }
      default: break
      }
    }
  }

  /// The keywords of a schema, with each schema directly inside replaced.
  package func mapSubschemas(_ transform: (JSONValue) -> JSONValue) -> JSONObject {
    JSONObject(
      distinct: members.map { member in
        var member = member
        switch (SubschemaPlace(keyword: member.key), member.value) {
        case (.schema, _): member.value = transform(member.value)
        case (.list, .array(let schemas)): member.value = .array(schemas.map(transform))
        case (.table, .object(let table)):
          let members = table.members.map { Member(key: $0.key, value: transform($0.value)) }
          member.value = .object(JSONObject(distinct: members))
        default: break
        }
        return member
      })
  }
}
