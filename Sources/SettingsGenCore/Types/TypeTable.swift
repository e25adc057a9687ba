/// The types that the sources declare, by name.
///
/// The table doesn't change after its initialization. It is a class because every evaluator refers to it.
final class TypeTable {
  /// The index of a type in the table.
  typealias ID = Int

  /// A type with its extensions.
  struct Entry {
    /// The full name, outermost type first.
    var name: [String]
    var keyword: TypeDeclaration.Keyword
    /// Where the type is declared.
    var place: TypePlace
    /// Where the type is extended, the declaration itself first.
    var places: [TypePlace]
    /// The type that it is nested in.
    var outer: ID?
    /// The effective access level: at most that of the outer types.
    var access: AccessLevel
    /// The names of its generic parameters.
    var generics: [String]

    /// The full name as Swift spells it.
    var description: String { name.map(SwiftName.quoted).joined(separator: ".") }
  }

  let program: Program
  private let imports: ModuleImports
  private(set) var entries: [Entry] = []
  private var byName: [[String]: [ID]] = [:]
  private var aliases: [[String]: [Alias]] = [:]
  private var conformances: [Set<String>] = []
  private var foreignExtensions: [ValueType: [TypePlace]] = [:]

  /// The type that an alias denotes, and the scope in which to resolve it.
  struct ResolvedAlias {
    var type: TypeReference
    var scope: [String]
    var file: Int
    /// The first byte of the alias's name.
    var offset: Int
  }

  /// A type alias, with the names of the types around it.
  private struct Alias {
    var file: Int
    var scope: [String]
    var declaration: AliasDeclaration
  }

  /// Creates a table of all types of the parsed files.
  init(_ program: Program) {
    self.program = program
    imports = ModuleImports(program)
    for file in program.readFiles { enterTypes(of: file) }
    for file in program.readFiles { enterExtensions(of: file) }
    conformances = entries.indices.map { declaredConformances(of: $0) }
  }

  subscript(id: ID) -> Entry { entries[id] }

  /// Returns the full names of the types of a file, by index; empty for a type that isn't compiled.
  private func names(of file: Int) -> [[String]] {
    var names: [[String]] = []
    for type in program.declarations[file]?.types ?? [] {
      let outer = type.parent.map { names[$0] }
      // The memory for longer names would grow with the square of the nesting depth.
      let isHidden = outer.map { $0.isEmpty || $0.count >= TokenReader.maximumDepth } ?? false
      guard !isHidden, program.isActive(type.clause, in: file) else {
        names.append([])
        continue
      }
      names.append((outer ?? []) + program.path(of: type, in: file))
    }
    return names
  }

  private func enterTypes(of file: Int) {
    let names = names(of: file)
    var ids: [Int: ID] = [:]
    for (index, type) in (program.declarations[file]?.types ?? []).enumerated() {
      let name = names[index]
      enterAliases(type.aliases, of: file, in: name)
      guard !name.isEmpty, type.keyword != .extension else { continue }
      let outer = type.parent.flatMap { ids[$0] }
      let place = TypePlace(file: file, index: index)
      var access = type.prefix.access ?? .internal
      if let outer { access = min(access, entries[outer].access) }
      if let parent = type.parent, let extended = program[TypePlace(file: file, index: parent)],
        type.prefix.access == nil, extended.keyword == .extension, let given = extended.prefix.access
      {
        access = given
      }
      ids[index] = entries.count
      byName[name, default: []].append(entries.count)
      entries.append(
        Entry(
          name: name, keyword: type.keyword, place: place, places: [place], outer: outer, access: access,
          generics: generics(of: type, in: file)))
    }
    enterAliases(program.declarations[file]?.aliases ?? [], of: file, in: [])
  }

  private func enterAliases(_ declared: [AliasDeclaration], of file: Int, in scope: [String]) {
    for alias in declared where program.isActive(alias.clause, in: file) {
      let name = scope + [program.files[file].name(alias.name)]
      aliases[name, default: []].append(Alias(file: file, scope: scope, declaration: alias))
    }
  }

  private func enterExtensions(of file: Int) {
    let names = names(of: file)
    for (index, type) in (program.declarations[file]?.types ?? []).enumerated()
    where type.keyword == .extension && !names[index].isEmpty {
      let place = TypePlace(file: file, index: index)
      if let id = entry(named: names[index], from: [], in: file) {
        entries[id].places.append(place)
        continue
      }
      let extended = names[index].map { TypeReference.Name(text: $0) }
      let type = resolve(.named(extended), in: TypeScope(type: [], file: file))
      if case .declared(let id, _) = type {
        entries[id].places.append(place)
      } else if type != .other {
        foreignExtensions[type, default: []].append(place)
      }
    }
  }

  /// Returns the extensions of a type that another module declares.
  func extensions(of type: ValueType) -> [(file: Int, type: TypeDeclaration)] {
    (foreignExtensions[type] ?? []).compactMap { place in program[place].map { (place.file, $0) } }
  }

  private func generics(of type: TypeDeclaration, in file: Int) -> [String] {
    guard !type.generics.isEmpty else { return [] }
    var reader = TokenReader(program.files[file], type.generics)
    var names: [String] = []
    var isName = true
    while !reader.isAtEnd {
      if isName, reader.kind == .identifier, !reader.isWord("each"), !reader.isWord("let") {
        names.append(program.files[file].name(reader.token.range))
        isName = false
      }
      if reader.kind == .comma { isName = true }
      reader.advance()
    }
    return names
  }

  /// Returns the type that a dotted name denotes inside of a type. Private types of the file come first.
  func entry(named name: [String], from scope: [String], in file: Int) -> ID? {
    Self.innermost(scope) { exactEntry(named: $0 + name, in: file) }
  }

  /// Returns the type with exactly this full name.
  func exactEntry(named name: [String], in file: Int) -> ID? {
    let ids = byName[name] ?? []
    if let id = ids.first(where: { entries[$0].place.file == file }) { return id }
    return visible(ids, named: name, in: file) { (entries[$0].place.file, entries[$0].access) }
  }

  /// Returns the declaration that a name means in a file, of several declarations in other files: one in the file's module, or else
  /// the only one in the modules that the file imports.
  private func visible<Declaration>(
    _ all: [Declaration], named name: [String], in file: Int,
    _ origin: (Declaration) -> (file: Int, access: AccessLevel)
  ) -> Declaration? {
    let module = program.files[file].module
    var imported: [Declaration] = []
    for declaration in all {
      let (other, access) = origin(declaration)
      let owner = program.files[other].module
      if owner == module {
        if access > .fileprivate { return declaration }
      } else if let owner, access >= .package, imports.sees(owner, in: file) {
        imported.append(declaration)
      }
    }
    guard imported.count == 1, name.count == 1 || !declares(name[0], module) else { return nil }
    return imported.first
  }

  /// Whether a module declares a type of this name outside of other types.
  private func declares(_ name: String, _ module: String?) -> Bool {
    byName[[name]]?.contains { self.module(of: $0) == module } ?? false
  }

  /// The other module that declares a type; `nil` for the module that code is generated for.
  func module(of id: ID) -> String? { program.files[entries[id].place.file].module }

  /// The type that a name with the name of its module in front denotes.
  func entry(named name: [String], ofModuleSeenIn file: Int) -> ID? {
    guard name.count > 1, imports.sees(name[0], in: file) else { return nil }
    return byName[Array(name.dropFirst())]?.first {
      module(of: $0) == name[0] && entries[$0].access >= .package
    }
  }

  /// A type's name in generated code.
  func reference(to id: ID) -> String {
    let entry = entries[id]
    guard let module = module(of: id), let first = entry.name.first, declares(first, nil) else {
      return entry.description
    }
    return SwiftName.quoted(module) + "." + entry.description
  }

  /// Returns the alias that a name denotes inside of a type.
  func alias(named name: [String], from scope: [String], in file: Int) -> ResolvedAlias? {
    Self.innermost(scope) { exactAlias(named: $0 + name, in: file) }
  }

  /// Returns the alias with exactly this full name.
  func exactAlias(named name: [String], in file: Int) -> ResolvedAlias? {
    let found = aliases[name] ?? []
    guard
      let alias = found.first(where: { $0.file == file })
        ?? visible(found, named: name, in: file, { ($0.file, $0.declaration.prefix.access ?? .internal) })
    else { return nil }
    let type = TypeReference.read(alias.declaration.type, in: program.files[alias.file])
    return ResolvedAlias(
      type: type, scope: alias.scope, file: alias.file, offset: alias.declaration.name.start)
  }

  /// Returns the first result for a scope or the scopes around it.
  private static func innermost<Found>(_ scope: [String], _ find: ([String]) -> Found?) -> Found? {
    var scope = scope
    while true {
      if let found = find(scope) { return found }
      if scope.popLast() == nil { return nil }
    }
  }

  /// Returns the scope inside of a type.
  func scope(of id: ID, in file: Int) -> TypeScope { TypeScope(type: entries[id].name, file: file) }

  /// Returns the scope inside of a type's declaration, with generic arguments.
  func scope(of id: ID, _ arguments: [ValueType] = []) -> TypeScope {
    TypeScope(
      type: entries[id].name, file: entries[id].place.file,
      generics: Dictionary(zip(entries[id].generics, arguments)) { first, _ in first })
  }

  /// Returns the place of a type's name.
  func location(of id: ID) -> SourceLocation? {
    declaration(of: id).map { SourceLocation(file: entries[id].place.file, offset: $0.name.start) }
  }

  /// Returns the declarations of a type and of its extensions that are compiled, with their files.
  func declarations(of id: ID) -> [(file: Int, type: TypeDeclaration)] {
    entries[id].places.compactMap { place in program[place].map { (place.file, $0) } }
  }

  /// Returns the declaration of the type, without its extensions.
  func declaration(of id: ID) -> TypeDeclaration? { program[entries[id].place] }

  // MARK: Conformances

  /// Returns the names of the protocols that a type declares conformance to, and of the protocols that these inherit from.
  func conformances(of id: ID) -> Set<String> { conformances[id] }

  private func declaredConformances(of id: ID) -> Set<String> {
    var names: Set<String> = []
    var waiting = [(id: id, scope: entries[id].name)]
    var seen: Set<ID> = [id]
    while let (next, scope) = waiting.popLast() {
      for (file, type) in declarations(of: next) {
        for range in type.inherited {
          for name in protocolNames(range, from: scope, in: file, depth: 0) where names.insert(name).inserted
          {
            if let other = entry(named: [name], from: scope, in: file), entries[other].keyword == .protocol,
              seen.insert(other).inserted
            {
              waiting.append((other, entries[other].name))
            }
          }
        }
      }
    }
    return names
  }

  /// Returns the last parts of the names in an entry of an inheritance clause, after resolving aliases: two for `A & B`.
  private func protocolNames(_ range: SourceRange, from scope: [String], in file: Int, depth: Int)
    -> Set<String>
  {
    guard depth < 16 else { return [] }
    var names: Set<String> = []
    var reader = TokenReader(program.files[file], range)
    while !reader.isAtEnd {
      if reader.kind == .identifier {
        let name = program.files[file].name(reader.token.range)
        if reader.nextKind != .dot { names.insert(name) }
        if let found = aliases[[name]]?.first {
          names.formUnion(
            protocolNames(found.declaration.type, from: found.scope, in: found.file, depth: depth + 1))
        }
      }
      reader.advance()
    }
    return names
  }
}
