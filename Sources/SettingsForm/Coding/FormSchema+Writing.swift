extension FormSchema {
  /// The form as a JSON Schema 2020-12 document, with keys in a fixed order.
  ///
  /// Write it to a file for `settings-tui` and for editors with JSON support: `form.json.text(.pretty())`. The same form has the same text
  /// in each process, so a build can compare it with the file.
  ///
  /// Cost: linear in the size of the form.
  public var json: JSONValue {
    var members = [JSONObject.Member(key: "$schema", value: .string(Self.dialect))]
    let used: JSONObject
    if let source {
      members += source.root.object.members
      used = source.definitionsObject
    } else {
      members.append(JSONObject.Member(key: Self.versionKeyword, value: .number(Self.version)))
      var shared = SharedSchemas(definitions)
      let root = root.schema.object
      members += (definitions.members.isEmpty ? root : shared.parts(of: root)).members
      used = shared.usedDefinitions
    }
    if !used.members.isEmpty {
      members.append(JSONObject.Member(key: SharedSchemas.keyword, value: .object(used)))
    }
    if !rules.isEmpty {
      members.append(JSONObject.Member(key: Self.rulesKeyword, value: .array(rules.map(\.json))))
    }
    if !migrations.isEmpty {
      members.append(
        JSONObject.Member(key: FormMigration.keyword, value: .array(migrations.map(\.json))))
    }
    if !skipped.isEmpty {
      let paths = skipped.map(\.description).sorted().map(JSONValue.string)
      members.append(JSONObject.Member(key: Self.skippedKeyword, value: .array(paths)))
    }
    if let layers { members.append(JSONObject.Member(key: FormLayers.keyword, value: layers.json)) }
    return .object(JSONObject(distinct: members))
  }
}

extension JSONSchema {
  /// Reads a form as JSON, with its definitions in the place of references to them.
  package init(ofForm form: JSONObject) throws(FormSchemaError) {
    var reader = SchemaReader(patterns: nil, definitions: form[SharedSchemas.keyword]?.object ?? [:])
    var form = form
    form["$id"] = nil
    self = try reader.schema(.object(form))
  }
}
