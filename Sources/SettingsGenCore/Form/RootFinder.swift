/// Finds the struct that contains all settings.
struct RootFinder {
  let table: TypeTable

  /// Returns the struct of this name, or the only group of settings that isn't a member of another group.
  func root(named name: String?, _ diagnostics: inout Diagnostics) -> TypeTable.ID? {
    if let name { return find(name, &diagnostics) }
    checkKeywords(&diagnostics)
    let groups = table.entries.indices.filter { isGroup($0) }
    let roots = roots(among: groups)
    if roots.count == 1 { return roots[0] }
    let list = (roots.isEmpty ? groups : roots).map { table[$0].description }.sorted().joined(separator: ", ")
    if groups.isEmpty {
      if !diagnostics.hasErrors { diagnostics.reportNoSettings() }
    } else if roots.isEmpty {
      diagnostics.error(
        "no struct is the root of the settings: each is a member of another (\(list)); name the root with --root",
        at: nil)
    } else {
      let first = roots.min { table[$0].description < table[$1].description } ?? roots[0]
      diagnostics.error(
        "several structs can be the root of the settings: \(list); name one with --root",
        at: table.location(of: first))
    }
    return nil
  }

  /// The full names of all structs that can be the root, in order.
  var rootNames: [String] {
    roots(among: table.entries.indices.filter { isGroup($0) }).map { table[$0].name.joined(separator: ".") }
      .sorted()
  }

  /// Returns the groups that aren't members of another group.
  private func roots(among groups: [TypeTable.ID]) -> [TypeTable.ID] {
    let inside = members(of: groups)
    return groups.filter { !inside.contains($0) && !table.isAnnotated($0, "skipSetting") }
  }

  /// Reports groups of settings that aren't structs.
  private func checkKeywords(_ diagnostics: inout Diagnostics) {
    let kinds: Set<TypeDeclaration.Keyword> = [.class, .enum, .actor]
    for id in table.entries.indices
    where kinds.contains(table[id].keyword) && conformsToGroup(id) && table.module(of: id) == nil {
      reportKeyword(of: id, &diagnostics)
    }
  }

  private func reportKeyword(of id: TypeTable.ID, _ diagnostics: inout Diagnostics) {
    let keyword = table[id].keyword
    let article = keyword == .enum || keyword == .actor ? "an" : "a"
    diagnostics.error(
      "'\(table[id].description)' is \(article) \(keyword.rawValue), and only structs hold settings; make it a struct",
      at: table.location(of: id))
  }

  private func find(_ name: String, _ diagnostics: inout Diagnostics) -> TypeTable.ID? {
    let path = name.split(separator: ".").map(String.init)
    let found = table.entries.indices.filter { id in
      table[id].keyword == .struct && table.module(of: id) == nil
        && table[id].name.suffix(path.count).elementsEqual(path)
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
      diagnostics.error("there is no struct '\(name)'; check the name of the root", at: nil)
    } else {
      let list = found.map { table[$0].description }.sorted().joined(separator: ", ")
      diagnostics.error("'\(name)' can be \(list); give the full name of the root", at: nil)
    }
    return nil
  }

  private func isGroup(_ id: TypeTable.ID) -> Bool {
    table[id].keyword == .struct && conformsToGroup(id) && table.module(of: id) == nil
  }

  private func conformsToGroup(_ id: TypeTable.ID) -> Bool {
    !table.conformances(of: id).isDisjoint(with: ProgramLoader.groupProtocols)
  }

  /// Returns the groups that are nested in another, or are the type of a property of another.
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
        let evaluator = Evaluator(table, in: table.scope(of: id, in: property.file))
        guard let type = evaluator.type(of: property.declaration) else { continue }
        for member in type.declaredTypes where member != id { members.insert(member) }
      }
    }
    return members
  }
}

extension ValueType {
  /// The declared types in the type.
  var declaredTypes: [TypeTable.ID] {
    switch self {
    case .declared(let id, let arguments): [id] + arguments.flatMap(\.declaredTypes)
    case .optional(let inner), .list(let inner, _), .dictionary(let inner): inner.declaredTypes
    default: []
    }
  }
}
