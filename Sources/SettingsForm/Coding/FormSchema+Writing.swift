extension FormSchema {
  /// The form as a JSON Schema 2020-12 document, with keys in a fixed order.
  ///
  /// Cost: linear in the size of the form.
  public var json: JSONValue {
    var shared = SharedSchemas(definitions)
    var members = [JSONObject.Member(key: "$schema", value: .string(Self.dialect))]
    let root = root.schema.object
    members += (definitions.members.isEmpty ? root : shared.parts(of: root)).members
    let used = shared.usedDefinitions
    if !used.members.isEmpty {
      members.append(JSONObject.Member(key: SharedSchemas.keyword, value: .object(used)))
    }
    if !rules.isEmpty {
      members.append(JSONObject.Member(key: Self.rulesKeyword, value: .array(rules.map(\.json))))
    }
    return .object(JSONObject(distinct: members))
  }
}
