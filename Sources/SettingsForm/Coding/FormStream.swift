/// Reads a form straight from a document's nodes, one setting after the other.
///
/// A form of many settings is mostly sections and texts. The sections' properties are taken from the document as they stand there,
/// so that no more than one setting's schema is in memory at a time; the texts stay in the document; and what the rest of a
/// schema means is found out once for all settings that spell it the same. What a form says is still decided
/// by ``SchemaReader``, ``FormReader`` and ``FormCheck`` alone.
struct FormStream {
  private var schemaReader: SchemaReader
  private var formReader = FormReader()
  private var check: FormCheck
  private var depth = 0
  private var parts: SchemaParts
  /// The shapes seen so far, by the spelling of their keywords.
  private var shapes: [Spelling: FormShape] = [:]

  private struct Spelling: Hashable {
    let bytes: [UInt8]

    /// Feeds a hash that takes eight bytes at a time.
    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBufferPointer {
        hasher.combine(JSONBytes.hash($0, from: 0, to: $0.count, seed: JSONBytes.hashSeed))
      }
    }
  }

  private init(_ document: JSONDocument, patterns: PatternCache) {
    parts = SchemaParts(of: document)
    schemaReader = SchemaReader(patterns: patterns)
    check = FormCheck(patterns: patterns)
  }

  /// Reads a form and checks all but its rules.
  ///
  /// - Throws: an error if the form has a fault or references to follow; then the document has to be read as a whole,
  ///   which finds the first fault.
  static func form(_ document: JSONDocument, patterns: PatternCache) throws(FormSchemaError) -> FormSchema {
    var stream = FormStream(document, patterns: patterns)
    guard let (outermost, properties) = stream.section(document.root) else {
      throw stream.schemaReader.error(.unsupported)
    }
    var object = outermost
    let rules = try FormSchema.takeRules(from: &object)
    var root = try stream.formReader.root(try stream.shallowSchema(object))
    root.items = try stream.items(properties)
    return FormSchema(root: root, rules: rules)
  }

  /// The items of an object whose keys are known to differ.
  private mutating func items(_ properties: JSONNode) throws(FormSchemaError) -> [FormItem] {
    guard depth < SchemaReader.depthLimit else { throw schemaReader.error(.tooLarge) }
    depth += 1
    defer { depth -= 1 }
    var items: [FormItem] = []
    items.reserveCapacity(properties.count)
    for (key, node) in properties.members { items.append(try item(key: key, node)) }
    return items
  }

  private mutating func item(key: String, _ node: JSONNode) throws(FormSchemaError) -> FormItem {
    if let item = try setting(key: key, node) { return item }
    if let (object, properties) = section(node) {
      let schema = try shallowSchema(object)
      if schema.describesSection {
        var section = try formReader.section(key: key, title: key, schema)
        section.items = try items(properties)
        return .section(section)
      }
    }
    let item = try formReader.item(key: key, try schemaReader.schema(node.value))
    guard case .setting(let setting) = item else { throw schemaReader.error(.unsupported) }
    try check.shape(setting.shape)
    try check.defaultValue(of: setting)
    return item
  }
}

// MARK: - Settings

extension FormStream {
  /// A setting whose texts say nothing about its shape; `nil` for anything else.
  private mutating func setting(key: String, _ node: JSONNode) throws(FormSchemaError) -> FormItem? {
    guard parts.read(node), !parts.hasProperties, let shape = try shape(),
      let title = parts.title.text(else: key),
      let help = parts.help.text(else: "")
    else { return nil }
    let setting = FormSetting(
      key: key, title: title, help: help, defaultValue: parts.defaultValue.map(\.value), shape: shape)
    try check.defaultValue(of: setting)
    return .setting(setting)
  }

  /// What the other keywords say; `nil` for a struct, which has texts and a key itself.
  private mutating func shape() throws(FormSchemaError) -> FormShape? {
    if let shape = shapes[Spelling(bytes: parts.spelling)] { return shape }
    let schema = try schemaReader.schema(.object(parts.rest))
    guard !schema.describesSection else { return nil }
    let shape = try formReader.setting(key: "", schema).shape
    if case .object = shape.values.kind { return nil }
    try check.shape(shape)
    shapes[Spelling(bytes: parts.spelling)] = shape
    return shape
  }
}

extension JSONNode? {
  /// The text of a keyword, or what counts without the keyword; `nil` if the value is none.
  fileprivate func text(else text: String) -> FormText? {
    map { FormText($0) } ?? FormText(text)
  }
}

// MARK: - Sections

extension FormStream {
  /// The schema of an object that has properties besides.
  private mutating func shallowSchema(_ object: JSONObject) throws(FormSchemaError) -> JSONSchema {
    var schema = try schemaReader.schema(.object(object))
    schema.keywords.append(.properties([]))
    return schema
  }

  /// What a schema with properties says besides, and its properties; `nil` for any other.
  private func section(_ node: JSONNode) -> (object: JSONObject, properties: JSONNode)? {
    guard let properties = node["properties"], properties.kind == .object else { return nil }
    var members: [JSONObject.Member] = []
    for (key, value) in node.members where key != "properties" {
      members.append(JSONObject.Member(key: key, value: value.value))
    }
    return (JSONObject(distinct: members), properties)
  }
}
