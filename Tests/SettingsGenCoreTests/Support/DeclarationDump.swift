import SettingsForm

@testable import SettingsGenCore

/// The declarations of files, one JSON object per line.
///
///     {"kind":"property","name":"App.size","file":"A.swift","line":3,"column":7,"let":false,"static":false,"value":"3"}
///
/// Syntax errors are entries of the kind `problem` instead of failures. The order of the lines is that of the source.
enum DeclarationDump {
  /// Returns the declarations of a file, in source order.
  static func text(of file: SourceFile) -> String {
    let found = Parser.parse(file)
    let dump = Dump(file: file, declarations: found, lines: LineTable(file))
    return dump.entries().sorted { $0.offset < $1.offset }.map { $0.text + "\n" }.joined()
  }
}

/// The dump of one file. It reads `FileDeclarations` only, so it shows what the later steps get.
private struct Dump {
  let file: SourceFile
  let declarations: FileDeclarations
  let lines: LineTable

  /// A line of the output, with the byte by which the lines are sorted: types are listed before their members, and
  /// extensions where they are.
  struct Entry {
    var offset: Int
    var text: String
  }

  /// The entries of all types, stored properties, cases, aliases and problems. Computed properties and functions aren't
  /// listed.
  func entries() -> [Entry] {
    var entries: [Entry] = []
    var names: [String] = []
    // A type comes after the type around it, so its full name can be put together in one pass.
    for type in declarations.types {
      let path = type.parent.map { names[$0] + "." } ?? ""
      names.append(path + file.name(type.name))
      entries.append(
        entry(
          type.keyword.rawValue, name: names[names.count - 1], range: type.name, comments: type.comments,
          prefix: type.prefix,
          facts: facts(of: type), clause: type.clause))
      for alias in type.aliases { entries.append(entry(of: alias, in: names[names.count - 1])) }
      for property in type.properties where property.isStored {
        var facts: JSONObject = ["let": .bool(property.isLet), "static": .bool(property.prefix.isStatic)]
        if let access = property.prefix.setterAccess { facts["setter"] = .string("\(access)") }
        if property.prefix.isLazy { facts["lazy"] = .bool(true) }
        if !property.type.isEmpty { facts["type"] = .string(file.text(property.type)) }
        if !property.value.isEmpty { facts["value"] = .string(file.text(property.value)) }
        entries.append(
          entry(
            "property", name: names[names.count - 1] + "." + file.name(property.name), range: property.name,
            comments: property.comments, prefix: property.prefix, facts: facts, clause: property.clause))
      }
      for item in type.cases {
        var facts: JSONObject = [:]
        if !item.associated.isEmpty { facts["associated"] = .string(file.text(item.associated)) }
        if !item.rawValue.isEmpty { facts["value"] = .string(file.text(item.rawValue)) }
        entries.append(
          entry(
            "case", name: names[names.count - 1] + "." + file.name(item.name), range: item.name,
            comments: item.comments,
            prefix: item.prefix, facts: facts, clause: item.clause))
      }
    }
    for alias in declarations.aliases { entries.append(entry(of: alias, in: "")) }
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

  /// The members that only types have: what they inherit, and their generic parameters.
  private func facts(of type: TypeDeclaration) -> JSONObject {
    var facts: JSONObject = ["inherits": .array(type.inherited.map { .string(file.text($0)) })]
    if !type.generics.isEmpty { facts["generics"] = .string(file.text(type.generics)) }
    return facts
  }

  /// The entry for a type alias, by its full name. The parser keeps no comments for it.
  private func entry(of alias: AliasDeclaration, in outer: String) -> Entry {
    var facts: JSONObject = ["type": .string(file.text(alias.type))]
    if !alias.generics.isEmpty { facts["generics"] = .string(file.text(alias.generics)) }
    let name = (outer.isEmpty ? "" : outer + ".") + file.name(alias.name)
    return entry(
      "typealias", name: name, range: alias.name, comments: AttachedComments(), prefix: alias.prefix,
      facts: facts, clause: alias.clause)
  }

  /// Returns the conditions around a declaration, outermost first; the condition of `#else` is empty. Conditions of
  /// earlier clauses of a block, which must be false, aren't listed.
  private func conditions(of clause: Int?) -> [JSONValue] {
    var conditions: [JSONValue] = []
    var current = clause
    while let index = current {
      conditions.append(.string(file.text(declarations.clauses[index].condition)))
      current = declarations.clauses[index].parent
    }
    return conditions.reversed()
  }

  /// Returns the entry for a declaration. The facts of its kind come after the common ones, and its comments last.
  private func entry(
    _ kind: String, name: String, range: SourceRange, comments: AttachedComments,
    prefix: DeclarationPrefix,
    facts: JSONObject, clause: Int?
  ) -> Entry {
    let position = lines.position(of: range.start)
    var object: JSONObject = [
      "kind": .string(kind), "name": .string(name), "file": .string(file.path),
      "line": .number(JSONNumber(position.line)), "column": .number(JSONNumber(position.column)),
    ]
    if let access = prefix.access { object["access"] = .string("\(access)") }
    if !prefix.attributes.isEmpty {
      object["attributes"] = .array(
        prefix.attributes.map { .string(file.text($0.name) + file.text($0.arguments)) })
    }
    if clause != nil { object["conditions"] = .array(conditions(of: clause)) }
    for fact in facts.members { object[fact.key] = fact.value }
    let attached = [("above", comments.leading), ("inside", comments.inner), ("after", comments.trailing)]
    for (key, indices) in attached where !indices.isEmpty {
      object[key] = .array(indices.map { .string(file.text(declarations.comments[$0].range)) })
    }
    return Entry(offset: range.start, text: JSONValue.object(object).text(.compact))
  }
}
