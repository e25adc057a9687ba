extension FormSchema {
  /// The form as a JSON Schema 2020-12 document, with keys in a fixed order.
  ///
  /// Cost: linear in the size of the form.
  public var json: JSONValue {
    var members = [JSONObject.Member(key: "$schema", value: .string(Self.dialect))]
    members += root.schema.object.members
    if !rules.isEmpty {
      members.append(JSONObject.Member(key: Self.rulesKeyword, value: .array(rules.map(\.json))))
    }
    return .object(JSONObject(distinct: members))
  }
}
