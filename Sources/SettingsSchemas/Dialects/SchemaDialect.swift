/// A version of JSON Schema, in the order of publication.
enum SchemaDialect: Int, Comparable, CaseIterable {
  case draft4, draft6, draft7, draft2019, draft2020

  static func < (left: SchemaDialect, right: SchemaDialect) -> Bool { left.rawValue < right.rawValue }

  /// The dialect that `$schema` names, also without or with another scheme; `nil` for any other address.
  init?(address: String) {
    for dialect in Self.allCases where address.contains("json-schema.org/\(dialect.name)/") {
      self = dialect
      return
    }
    return nil
  }

  /// The part of the metaschema's address that names the dialect.
  private var name: String {
    switch self {
    case .draft4: "draft-04"
    case .draft6: "draft-06"
    case .draft7: "draft-07"
    case .draft2019: "draft/2019-09"
    case .draft2020: "draft/2020-12"
    }
  }

  /// The address of the metaschema.
  var address: String { "\(self < .draft2019 ? "http" : "https")://json-schema.org/\(name)/schema" }

  /// The keyword that gives a schema an address.
  private var idKeyword: String { self == .draft4 ? "id" : "$id" }

  /// Returns the address that a schema gives itself, with its fragment; `nil` for a schema without an address.
  func id(of schema: JSONObject) -> String? {
    // A reference replaces its whole schema in the older dialects, the address included.
    guard case .string(let id)? = schema[idKeyword], self >= .draft2019 || schema["$ref"] == nil else {
      return nil
    }
    return id
  }

  /// Returns how a keyword contains schemas, those that are only referred to included; `nil` if it contains none.
  static func place(of keyword: String, _ value: JSONValue) -> SubschemaPlace? {
    switch keyword {
    case "$defs", "definitions", "dependencies": return .table
    case "additionalItems", "contentSchema": return .schema
    case "items":
      if case .array = value { return .list }
      return .schema
    default: return SubschemaPlace(keyword: keyword)
    }
  }
}
