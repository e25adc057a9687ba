extension JSONSchema {
  /// Returns the schema with keywords replaced or added.
  func replacing(_ others: JSONObject) -> JSONSchema {
    guard !others.members.isEmpty else { return self }
    var schema = self
    var reader = SchemaReader(patterns: nil, .bundle)
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
