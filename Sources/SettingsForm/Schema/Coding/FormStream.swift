/// Reads a form straight from a document's nodes, one setting after the other.
///
/// A form of many settings is mostly sections. Their properties are taken from the document as they stand there, so that
/// no more than one setting's schema is in memory at a time: that halves the time to read a large form. What a form says
/// is still decided by ``SchemaReader`` and ``FormReader`` alone.
struct FormStream {
  private var schemaReader: SchemaReader
  private var formReader = FormReader()
  private var depth = 0

  /// Reads a form.
  ///
  /// - Throws: an error if the form has a fault or references to follow; then the document has to be read as a whole,
  ///   which finds the first fault.
  static func form(_ document: JSONDocument, patterns: PatternCache) throws(FormSchemaError) -> FormSchema {
    var stream = FormStream(schemaReader: SchemaReader(patterns: patterns))
    guard let parts = stream.parts(of: document.root) else { throw stream.schemaReader.error(.unsupported) }
    var object = parts.object
    let rules = try FormSchema.takeRules(from: &object)
    var root = try stream.formReader.root(try stream.shallowSchema(object))
    root.items = try stream.items(parts.properties)
    let form = FormSchema(root: root, rules: rules)
    try FormCheck.check(form, patterns: patterns)
    return form
  }

  private mutating func item(key: String, _ node: JSONNode) throws(FormSchemaError) -> FormItem {
    if let (object, properties) = parts(of: node) {
      let schema = try shallowSchema(object)
      if schema.describesSection {
        var section = try formReader.section(key: key, title: key, schema)
        section.items = try items(properties)
        return .section(section)
      }
    }
    return try formReader.item(key: key, try schemaReader.schema(node.value))
  }

  private mutating func items(_ properties: JSONNode) throws(FormSchemaError) -> [FormItem] {
    guard depth < SchemaReader.depthLimit else { throw schemaReader.error(.tooLarge) }
    depth += 1
    defer { depth -= 1 }
    var items: [FormItem] = []
    items.reserveCapacity(properties.count)
    formReader.keys.append("properties")
    schemaReader.keys.append("properties")
    for (key, node) in properties.members {
      formReader.keys.append(key)
      schemaReader.keys.append(key)
      items.append(try item(key: key, node))
      formReader.keys.removeLast()
      schemaReader.keys.removeLast()
    }
    formReader.keys.removeLast()
    schemaReader.keys.removeLast()
    return items
  }

  /// The schema of an object that has properties besides.
  private mutating func shallowSchema(_ object: JSONObject) throws(FormSchemaError) -> JSONSchema {
    var schema = try schemaReader.schema(.object(object))
    schema.keywords.append(.properties([]))
    return schema
  }

  /// What a schema with properties says besides, and its properties; `nil` for any other.
  private func parts(of node: JSONNode) -> (object: JSONObject, properties: JSONNode)? {
    guard let properties = node["properties"], properties.kind == .object else { return nil }
    var members: [JSONObject.Member] = []
    for (key, value) in node.members where key != "properties" {
      members.append(JSONObject.Member(key: key, value: value.value))
    }
    return (JSONObject(distinct: members), properties)
  }
}
