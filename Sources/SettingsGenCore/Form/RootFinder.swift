/// Finds the struct that contains all settings.
///
/// A module can have many structs with annotations. The root is the struct that isn't a member of another. If there are
/// several, or if they contain each other, a person has to name it with `--root`.
///
///     struct AppSettings: SettingsGroup { var net = Network() }     the root
///     struct Network: SettingsGroup { struct Proxy: SettingsGroup { … } … }      a member, and so is what is nested in it
///
/// Only types of the module that code is generated for can be roots. Groups of other modules are sections.
struct RootFinder {
  let table: TypeTable

  /// Returns the struct of this name, or the only group of settings that isn't a member of another group; `nil` after
  /// reporting why there is none.
  func root(named name: String?, _ diagnostics: inout Diagnostics) -> TypeTable.ID? {
    if let name { return find(name, into: &diagnostics) }
    checkKeywords(&diagnostics)
    let (groups, roots) = (groups, roots)
    if roots.count == 1 { return roots[0] }
    let list = (roots.isEmpty ? groups : roots).map { table[$0].description }.sorted().joined(separator: ", ")
    if groups.isEmpty {
      // An error about a class or an enum says more than that there are no settings.
      if !diagnostics.hasErrors { diagnostics.error(Diagnostics.noSettings, at: nil) }
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

  /// The full names of all structs that can be the root, sorted. It reports nothing: without any, the list is empty.
  var rootNames: [String] {
    roots.map { table[$0].name.joined(separator: ".") }.sorted()
  }

  /// The groups that aren't members of another group. With `skipSetting` above a struct, it isn't a root: an app can have
  /// further groups that it doesn't store.
  private var roots: [TypeTable.ID] {
    let groups = groups
    let inside = members(of: groups)
    return groups.filter { !inside.contains($0) && !table.isAnnotated($0, .skipSetting) }
  }

  /// Reports groups of settings that aren't structs. A class would be shared by all copies of the settings, and an enum
  /// has no properties.
  private func checkKeywords(_ diagnostics: inout Diagnostics) {
    let kinds: Set<TypeDeclaration.Keyword> = [.class, .enum, .actor]
    for id in table.entries.indices
    where kinds.contains(table[id].keyword) && table.hasDefaults(id) && table.module(of: id) == nil {
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

  /// Returns the struct with a full name, or the only struct whose name ends with it; `nil` after an error that lists
  /// what the name can mean.
  ///
  /// It need not conform to anything: the command line says that it is the root.
  private func find(_ name: String, into diagnostics: inout Diagnostics) -> TypeTable.ID? {
    let path = name.split(separator: ".").map(String.init)
    let found = table.entries.indices.filter { id in
      table[id].keyword == .struct && table.module(of: id) == nil
        && table[id].name.suffix(path.count).elementsEqual(path)
    }
    // A full name is meant even if other names end with it: `Settings` besides `Daemon.Settings`.
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

  /// The structs of this module that conform to a protocol for groups. One of them is the root.
  private var groups: [TypeTable.ID] {
    table.entries.indices.filter {
      table[$0].keyword == .struct && table.hasDefaults($0) && table.module(of: $0) == nil
    }
  }

  /// Returns the groups that are nested in another, or that values of another can contain. A struct that contains
  /// itself isn't its own member.
  private func members(of groups: [TypeTable.ID]) -> Set<TypeTable.ID> {
    let all = Set(groups)
    let names = Set(groups.map { table[$0].name })
    var members: Set<TypeTable.ID> = []
    for id in groups {
      // By name, since a type can also be nested in an extension of a group.
      let name = table[id].name
      if (1..<name.count).contains(where: { names.contains(Array(name.prefix($0))) }) { members.insert(id) }
      // A type that is only used inside of a group isn't a root, even if it could be. The search stops at other groups; each of them is
      // searched by itself.
      let inside = table.declaredTypes(in: table.codedTypes(of: id)) { !all.contains($0) }
      members.formUnion(inside.subtracting([id]))
    }
    return members
  }
}

/// Finds annotations in values that are edited as JSON.
///
/// A form can't express where in the JSON a secret is, so the whole value has to be secret; nor where a value was in
/// earlier versions.
///
/// It looks further than the form does: into classes, into types that code themselves, and into every type that is only
/// named in a property's type. It may find an annotation that no value has, which hides too much; it must not miss any.
struct AnnotationFinder {
  let table: TypeTable
  private let key: AnnotationKey
  /// The types that were searched, which ends cycles. None of them contains the annotation, or the search would be
  /// over.
  private var seen: Set<TypeTable.ID> = []

  /// Whether a value of a type can contain something with an annotation.
  static func finds(_ key: AnnotationKey, in type: ValueType, of table: TypeTable) -> Bool {
    var finder = AnnotationFinder(table: table, key: key)
    return finder.finds(in: type)
  }

  /// Whether a value of a type can contain the annotation: in the type itself, or in a type that it is made of.
  private mutating func finds(in type: ValueType) -> Bool {
    if key == .secret, type.isSecret { return true }
    return type.declaredTypes.contains { finds(in: $0) }
  }

  /// Whether the declaration of a type, one of its extensions, or a type that they use contains the annotation.
  private mutating func finds(in id: TypeTable.ID) -> Bool {
    guard seen.insert(id).inserted else { return false }
    for (file, type) in table.declarations(of: id) {
      let scope = table.scope(of: id, in: file)
      for property in type.properties where !property.prefix.isStatic {
        if table.program.isAnnotated(property, key, in: file) { return true }
        if let type = Evaluator(table, in: scope).type(of: property), finds(in: type) { return true }
        // Types in syntax that isn't resolved, such as a tuple or a wrapper's argument.
        if finds(inNamesOf: property.type, in: scope) { return true }
      }
      for item in type.cases {
        if table.program.isAnnotated(item, key, in: file)
          || item.values?.contains(where: { table.program.isAnnotated($0, key, in: file) }) ?? false
          || finds(inNamesOf: item.associated, in: scope)
        {
          return true
        }
      }
    }
    return table.associatedTypes(of: id).contains { finds(in: $0) }
  }

  /// Whether a type that is named anywhere in a range of the source contains the annotation.
  private mutating func finds(inNamesOf range: SourceRange, in scope: TypeScope) -> Bool {
    for name in table.program.files[scope.file].names(range) {
      guard let id = table.entry(named: [name], from: scope.type, in: scope.file) else {
        if key == .secret, name == "Secret" { return true }
        continue
      }
      if finds(in: id) { return true }
    }
    return false
  }
}
