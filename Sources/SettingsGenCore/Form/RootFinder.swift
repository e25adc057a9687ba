/// Finds the struct that all settings are in.
struct RootFinder {
  let table: TypeTable

  /// The struct of this name, or the only group of settings that is no other's member.
  func root(named name: String?, _ diagnostics: inout Diagnostics) -> TypeTable.ID? {
    if let name { return find(name, &diagnostics) }
    checkKeywords(&diagnostics)
    let groups = table.entries.indices.filter { isGroup($0) }
    let roots = roots(among: groups)
    if roots.count == 1 { return roots[0] }
    let names = (roots.isEmpty ? groups : roots).map { table[$0].description }.sorted()
    if groups.isEmpty {
      if !diagnostics.hasErrors { diagnostics.error(Diagnostics.noSettings, at: nil) }
    } else if roots.isEmpty {
      let list = names.joined(separator: ", ")
      diagnostics.error(
        "no struct is the root of the settings: each is a member of another (\(list)); name it with --root",
        at: nil)
    } else {
      let list = names.joined(separator: ", ")
      let first = roots.min { table[$0].description < table[$1].description } ?? roots[0]
      diagnostics.error(
        "several structs can be the root of the settings: \(list); name one with --root",
        at: location(of: first))
    }
    return nil
  }

  /// The full names of all structs that can be the root, in order.
  var rootNames: [String] {
    roots(among: table.entries.indices.filter { isGroup($0) }).map { table[$0].name.joined(separator: ".") }
      .sorted()
  }

  /// The groups that aren't members of another group.
  private func roots(among groups: [TypeTable.ID]) -> [TypeTable.ID] {
    let inside = members(of: groups)
    return groups.filter { !inside.contains($0) && !table.isAnnotated($0, "skipSetting") }
  }

  /// Where a type's name is declared.
  func location(of id: TypeTable.ID) -> SourceLocation? {
    table.declaration(of: id).map {
      SourceLocation(file: table[id].place.file, offset: $0.name.start)
    }
  }

  /// Reports groups of settings that aren't structs.
  private func checkKeywords(_ diagnostics: inout Diagnostics) {
    let kinds: Set<TypeDeclaration.Keyword> = [.class, .enum, .actor]
    for id in table.entries.indices
    where kinds.contains(table[id].keyword)
      && !table.conformances(of: id).isDisjoint(with: ProgramLoader.groupProtocols)
    {
      reportKeyword(of: id, &diagnostics)
    }
  }

  private func reportKeyword(of id: TypeTable.ID, _ diagnostics: inout Diagnostics) {
    let keyword = table[id].keyword
    let article = keyword == .enum || keyword == .actor ? "an" : "a"
    diagnostics.error(
      "'\(table[id].description)' is \(article) \(keyword.rawValue), and only structs hold settings; make it a struct",
      at: location(of: id))
  }

  private func find(_ name: String, _ diagnostics: inout Diagnostics) -> TypeTable.ID? {
    let path = name.split(separator: ".").map(String.init)
    let found = table.entries.indices.filter { id in
      table[id].keyword == .struct && table[id].name.suffix(path.count).elementsEqual(path)
    }
    let exact = found.filter { table[$0].name == path }
    if let id = exact.first ?? (found.count == 1 ? found.first : nil) { return id }
    if found.isEmpty,
      let other = table.entries.indices.first(where: {
        table[$0].name == path && table[$0].keyword != .protocol
      })
    {
      reportKeyword(of: other, &diagnostics)
    } else if found.isEmpty {
      diagnostics.error("no struct is called '\(name)'; check --root", at: nil)
    } else {
      let list = found.map { table[$0].description }.sorted().joined(separator: ", ")
      diagnostics.error("'\(name)' can be \(list); give --root the full name", at: nil)
    }
    return nil
  }

  private func isGroup(_ id: TypeTable.ID) -> Bool {
    table[id].keyword == .struct
      && !table.conformances(of: id).isDisjoint(with: ProgramLoader.groupProtocols)
  }

  /// The groups that stand inside of another, or are a property's type in another.
  private func members(of groups: [TypeTable.ID]) -> Set<TypeTable.ID> {
    let all = Set(groups)
    var members: Set<TypeTable.ID> = []
    for id in groups {
      var outer = table[id].outer
      while let next = outer {
        if all.contains(next) { members.insert(id) }
        outer = table[next].outer
      }
      for property in table.codedProperties(of: id) {
        let scope = TypeScope(type: table[id].name, file: property.file)
        guard let type = table.type(of: property, in: scope) else { continue }
        for member in type.declaredTypes where member != id { members.insert(member) }
      }
    }
    return members
  }
}

extension TypeTable {
  /// The declared or inferred type of a property; `nil` if the source does not tell.
  func type(of property: CodedProperty, in scope: TypeScope) -> ValueType? {
    let source = program.files[property.file]
    if !property.declaration.type.isEmpty {
      return resolve(TypeReference.read(property.declaration.type, in: source), in: scope)
    }
    guard !property.declaration.value.isEmpty else { return nil }
    return infer(Expression.read(property.declaration.value, in: source), in: scope)
  }
}

extension ValueType {
  /// The declared types that the type is made of.
  var declaredTypes: [TypeTable.ID] {
    switch self {
    case .declared(let id, let arguments): [id] + arguments.flatMap(\.declaredTypes)
    case .optional(let inner), .list(let inner, _), .dictionary(let inner): inner.declaredTypes
    default: []
    }
  }
}
