import SettingsForm

/// The declarations of files, one JSON object a line, to look at and to compare with other parsers.
enum DeclarationDump {
  /// The declarations of all files.
  static func text(of files: [SourceFile]) -> String {
    files.map(text(of:)).joined()
  }

  /// The declarations of a file, in source order.
  static func text(of file: SourceFile) -> String {
    let found = Parser.parse(file)
    let dump = Dump(file: file, declarations: found, lines: LineTable(file))
    return dump.entries().sorted { $0.offset < $1.offset }.map { $0.text + "\n" }.joined()
  }
}

private struct Dump {
  let file: SourceFile
  let declarations: FileDeclarations
  let lines: LineTable

  struct Entry {
    var offset: Int
    var text: String
  }

  func entries() -> [Entry] {
    var entries: [Entry] = []
    var names: [String] = []
    for type in declarations.types {
      let path = type.parent.map { names[$0] + "." } ?? ""
      names.append(path + file.name(type.name))
      entries.append(
        entry(
          type.keyword.rawValue, names[names.count - 1], type.name, type.comments, type.prefix.start,
          ["inherits": .array(type.inherited.map { .string(file.text($0)) })]))
      for property in type.properties where property.storage == .stored {
        var facts: JSONObject = ["let": .bool(property.isLet), "static": .bool(property.prefix.isStatic)]
        if !property.type.isEmpty { facts["type"] = .string(file.text(property.type)) }
        if !property.value.isEmpty { facts["value"] = .string(file.text(property.value)) }
        entries.append(
          entry(
            "property", names[names.count - 1] + "." + file.name(property.name), property.name,
            property.comments, property.prefix.start, facts))
      }
      for item in type.cases {
        var facts: JSONObject = [:]
        if !item.associated.isEmpty { facts["associated"] = .string(file.text(item.associated)) }
        if !item.rawValue.isEmpty { facts["value"] = .string(file.text(item.rawValue)) }
        entries.append(
          entry(
            "case", names[names.count - 1] + "." + file.name(item.name), item.name, item.comments,
            item.prefix.start, facts))
      }
    }
    for problem in declarations.problems {
      let position = lines.position(of: problem.offset)
      let object: JSONObject = [
        "kind": .string("problem"), "file": .string(file.path), "line": .number(JSONNumber(position.line)),
        "column": .number(JSONNumber(position.column)), "message": .string(problem.message),
      ]
      entries.append(Entry(offset: problem.offset, text: JSONValue.object(object).text(.compact)))
    }
    return entries
  }

  private func entry(
    _ kind: String, _ name: String, _ range: SourceRange, _ comments: AttachedComments, _ start: Int,
    _ facts: JSONObject
  ) -> Entry {
    let position = lines.position(of: range.start)
    var object: JSONObject = [
      "kind": .string(kind), "name": .string(name), "file": .string(file.path),
      "line": .number(JSONNumber(position.line)), "column": .number(JSONNumber(position.column)),
    ]
    for fact in facts.members { object[fact.key] = fact.value }
    let attached = [("above", comments.leading), ("inside", comments.inner), ("after", comments.trailing)]
    for (key, indices) in attached where !indices.isEmpty {
      object[key] = .array(indices.map { .string(file.text(declarations.comments[$0].range)) })
    }
    return Entry(offset: range.start, text: JSONValue.object(object).text(.compact))
  }
}
