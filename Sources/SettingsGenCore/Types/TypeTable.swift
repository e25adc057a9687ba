/// The types that the sources declare, by name.
///
/// It answers what a name denotes at a place: `Mode` inside of `AppSettings.Audio` can be `AppSettings.Audio.Mode`,
/// `AppSettings.Mode`, or `Mode`, in this order; a private type of another file is none of them; an alias leads on; a
/// type of another module counts if the file imports it. What can't be decided is `.other`, for which the form has no
/// kind but JSON.
///
///     let scope = TypeScope(type: ["AppSettings", "Audio"], file: 0)
///     resolve(Mode?)              .optional(.declared(3, []))      entry 3 is AppSettings.Mode
///     resolve(Set<UInt8>)         .list(.integer(8 bits), isUnique: true)
///     resolve(Core.Level)         .declared(7, []), if the file imports Core
///     resolve((Int) -> Void)      .other
///
/// Only the files that `ProgramLoader` has read are in it, and only declarations whose `#if` clause is compiled. So
/// each variant of the form has a table of its own.
///
/// How values of these types are coded is in `TypeTable+Coding.swift` and `EnumShape.swift`. The table doesn't change
/// after its initialization. It is a class because every evaluator refers to it.
final class TypeTable {
  /// The index of a type in the table. It is valid for this table only: another variant can have other types.
  typealias ID = Int

  /// A type with its extensions. Two declarations of the same full name, in two modules or private in two files, are
  /// two entries.
  struct Entry {
    /// The full name, outermost type first.
    var name: [String]
    /// What the type was declared as. No entry is an extension.
    var keyword: TypeDeclaration.Keyword
    /// Where the type is declared. Only this declaration has stored properties, cases and raw values.
    var place: TypePlace
    /// Where the type is extended, the declaration itself first.
    var places: [TypePlace]
    /// The type that it is nested in; `nil` at the top level, and inside of an extension.
    var outer: ID?
    /// The effective access level, which isn't higher than the outer type's. Inside of `public extension A`, it is the
    /// extension's unless the type states its own.
    var access: AccessLevel
    /// The names of its generic parameters.
    var generics: [String]

    /// The full name as Swift spells it.
    var description: String { name.map(SwiftName.quoted).joined(separator: ".") }
  }

  /// The declarations that the table is made of, and the `#if` conditions that it assumes.
  let program: Program
  /// The types and extensions in files with `#if`, without the members that aren't compiled.
  private var conditional: [TypePlace: TypeDeclaration] = [:]
  /// Which types of other modules each file sees.
  private let imports: ModuleImports
  /// The types, in the order of files and declarations.
  private(set) var entries: [Entry] = []
  /// The entries by full name: `["AppSettings", "Mode"]`. Mostly there is one for a name.
  private var byName: [[String]: [ID]] = [:]
  /// The aliases by full name, the types around them included.
  private var aliases: [[String]: [Alias]] = [:]
  /// The names of the protocols of each entry, in the order of the entries.
  private var conformances: [Set<String>] = []
  /// The extensions of types of the standard library and Foundation. Their static members hide the members of the type.
  private var foreignExtensions: [ValueType: [TypePlace]] = [:]

  /// An alias and the scope in which to resolve its type: names in it mean what they mean where the alias is declared.
  struct Alias {
    var declaration: AliasDeclaration
    var scope: TypeScope
  }

  /// Creates a table of all types of the parsed files.
  ///
  /// All types are entered before any extension, since an extension can be in an earlier file than its type.
  /// Extensions add conformances, and what a name other than a declared one denotes can depend on them: whether an enum has
  /// `Options`.
  init(_ program: Program) {
    self.program = program
    imports = ModuleImports(program)
    for file in program.readFiles { leaveOut(notCompiledIn: file) }
    for file in program.readFiles { enterTypes(of: file) }
    let others = program.readFiles.flatMap { enterExtensions(of: $0) }
    conformances = entries.indices.map { declaredConformances(of: $0) }
    for (name, place) in others { enterExtension(of: name, at: place) }
  }

  subscript(id: ID) -> Entry { entries[id] }

  /// Leaves the members out that the conditions around them exclude, so nobody else has to ask.
  private func leaveOut(notCompiledIn file: Int) {
    guard let found = program.declarations[file], !found.clauses.isEmpty else { return }
    for (index, type) in found.types.enumerated() {
      conditional[TypePlace(file: file, index: index)] = type.keeping { program.isActive($0, in: file) }
    }
  }

  /// Returns the type or extension at a place, with the members that are compiled.
  private subscript(place: TypePlace) -> (file: Int, type: TypeDeclaration)? {
    (conditional[place] ?? program[place]).map { (place.file, $0) }
  }

  /// Returns the full names of the types of a file, by index; empty for a type that isn't compiled, and for all that is
  /// inside of it.
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

  /// Enters the types and aliases of a file. A type inside of an extension gets the name of the extended type in front,
  /// and no `outer`, since the extended type may not be entered yet.
  private func enterTypes(of file: Int) {
    let names = names(of: file)
    var ids: [Int: ID] = [:]
    for (index, type) in (program.declarations[file]?.types ?? []).enumerated() {
      let name = names[index]
      enterAliases(type.aliases, of: file, in: name)
      guard !name.isEmpty, type.keyword != .extension else { continue }
      let outer = type.parent.flatMap { ids[$0] }
      let place = TypePlace(file: file, index: index)
      // Swift's rules: internal by default, at most as visible as the type around it, and in an extension with an
      // access level by default that.
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
          generics: generics(type.generics, in: file)))
    }
    enterAliases(program.declarations[file]?.aliases ?? [], of: file, in: [])
  }

  /// Enters the aliases of a type, or of the top level, that are compiled.
  private func enterAliases(_ declared: [AliasDeclaration], of file: Int, in scope: [String]) {
    for alias in declared where program.isActive(alias.clause, in: file) {
      let name = scope + [program.files[file].name(alias.name)]
      aliases[name, default: []].append(
        Alias(declaration: alias, scope: TypeScope(type: scope, file: file)))
    }
  }

  /// Adds the extensions of a file to the types of the sources that they name as these are declared. Returns the others.
  private func enterExtensions(of file: Int) -> [(name: [String], place: TypePlace)] {
    let names = names(of: file)
    var others: [(name: [String], place: TypePlace)] = []
    for (index, type) in (program.declarations[file]?.types ?? []).enumerated()
    where type.keyword == .extension && !names[index].isEmpty {
      let place = TypePlace(file: file, index: index)
      if let id = entry(named: names[index], from: [], in: file) {
        entries[id].places.append(place)
      } else {
        others.append((names[index], place))
      }
    }
    return others
  }

  /// Adds an extension whose name is an alias, a name with its module, the option set of an enum, or a type of the
  /// standard library; one of a type that nobody knows is dropped.
  private func enterExtension(of name: [String], at place: TypePlace) {
    let type = resolve(name, [], in: TypeScope(type: [], file: place.file), depth: 0)
    if case .declared(let id, _) = type {
      entries[id].places.append(place)
      conformances[id] = declaredConformances(of: id)
    } else if !type.isOther {
      foreignExtensions[type, default: []].append(place)
    }
  }

  /// Returns the names of generic parameters: of `<T: P, each U>`, T and U. Constraints don't matter for the shape of a
  /// value.
  private func generics(_ parameters: SourceRange, in file: Int) -> [String] {
    guard !parameters.isEmpty else { return [] }
    var reader = TokenReader(program.files[file], range: parameters)
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

  /// Returns the type that a dotted name denotes inside of a type, looking from the inside out; `nil` if the sources
  /// declare none that the file can see. Aliases aren't followed.
  ///
  /// For `Mode` inside of `AppSettings.Audio`, the full names `AppSettings.Audio.Mode`, `AppSettings.Mode` and `Mode`
  /// are looked up in turn.
  func entry(named name: [String], from scope: [String], in file: Int) -> ID? {
    Self.innermost(scope) { exactEntry(named: $0 + name, in: file) }
  }

  /// Returns the type with exactly this full name. A type of the same file comes first, because it can be private.
  func exactEntry(named name: [String], in file: Int) -> ID? {
    visible(byName[name] ?? [], named: name, in: file) { (entries[$0].place.file, entries[$0].access) }
  }

  /// Returns the declaration that a name means in a file: the file's own, or else one in the file's own module, or else the only one in the
  /// modules that the file imports.
  private func visible<Declaration>(
    _ all: [Declaration], named name: [String], in file: Int,
    origin: (Declaration) -> (file: Int, access: AccessLevel)
  ) -> Declaration? {
    if let own = all.first(where: { origin($0).file == file }) { return own }
    // Its own module's declarations hide all others, so the first visible one ends the search.
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
    // Two modules that declare the same name: the compiler asks for the module's name, and so must the source.
    guard imported.count == 1, name.count == 1 || !declares(name[0], module: module) else { return nil }
    return imported.first
  }

  /// Whether a module declares a type of this name outside of other types. Such a type hides an imported type, and all
  /// that is inside of it.
  private func declares(_ name: String, module: String?) -> Bool {
    byName[[name]]?.contains { self.module(of: $0) == module } ?? false
  }

  /// The other module that declares a type; `nil` for the module that code is generated for.
  func module(of id: ID) -> String? { program.files[entries[id].place.file].module }

  /// Returns the type that a name with its module denotes, such as `Core.Mode`. The file has to import the module, and the type has to be
  /// public, or internal to the package.
  func entry(named name: [String], ofModuleSeenIn file: Int) -> ID? {
    guard name.count > 1, imports.sees(name[0], in: file) else { return nil }
    return byName[Array(name.dropFirst())]?.first {
      module(of: $0) == name[0] && entries[$0].access >= .package
    }
  }

  /// A type's name in generated code: `Audio.Mode`, or `Core.Audio.Mode` if the module that the code is generated for
  /// has its own `Audio`.
  func reference(to id: ID) -> String {
    let entry = entries[id]
    guard let module = module(of: id), let first = entry.name.first, declares(first, module: nil) else {
      return entry.description
    }
    return SwiftName.quoted(module) + "." + entry.description
  }

  /// Returns the alias that a name denotes inside of a type.
  func alias(named name: [String], from scope: [String], in file: Int) -> Alias? {
    Self.innermost(scope) { exactAlias(named: $0 + name, in: file) }
  }

  /// Returns the alias with exactly this full name, by the rules of `exactEntry`.
  func exactAlias(named name: [String], in file: Int) -> Alias? {
    visible(aliases[name] ?? [], named: name, in: file) {
      ($0.scope.file, $0.declaration.prefix.access ?? .internal)
    }
  }

  /// Returns the type that an alias names, which isn't resolved.
  func type(of alias: Alias) -> TypeReference {
    TypeReference.read(alias.declaration.type, in: program.files[alias.scope.file])
  }

  /// Returns the first result for a scope or the scopes around it: for `["A", "B"]`, it tries A.B, A, and the top
  /// level.
  static func innermost<Found>(_ scope: [String], find: ([String]) -> Found?) -> Found? {
    var scope = scope
    while true {
      if let found = find(scope) { return found }
      if scope.popLast() == nil { return nil }
    }
  }

  /// Returns the scope inside of a type in a file, such as the file of an extension: the same types, but other private
  /// types and other imports.
  func scope(of id: ID, in file: Int) -> TypeScope { TypeScope(type: entries[id].name, file: file) }

  /// Returns the scope inside of a type's declaration, where the names of its generic parameters denote the arguments.
  /// A parameter without an argument denotes nothing, which makes its values JSON.
  func scope(of id: ID, _ arguments: [ValueType] = []) -> TypeScope {
    TypeScope(
      type: entries[id].name, file: entries[id].place.file,
      generics: Dictionary(zip(entries[id].generics, arguments)) { first, _ in first })
  }

  /// Returns the place of a type's name.
  func location(of id: ID) -> SourceLocation? {
    declaration(of: id).map { SourceLocation(file: entries[id].place.file, offset: $0.name.start) }
  }

  /// Returns the declarations of a type and of its extensions that are compiled, with their files. The type's own is
  /// first. Members that aren't compiled are left out.
  func declarations(of id: ID) -> [(file: Int, type: TypeDeclaration)] {
    entries[id].places.compactMap { self[$0] }
  }

  /// Returns the declarations of a type of the sources, or the extensions of one that another module declares, such as `extension Duration { …
  /// }`.
  func declarations(of type: ValueType) -> [(file: Int, type: TypeDeclaration)] {
    if case .declared(let id, _) = type { return declarations(of: id) }
    return (foreignExtensions[type] ?? []).compactMap { self[$0] }
  }

  /// Returns the properties of a name that the declarations of a type have, with their files.
  func properties(
    named name: String, isStatic: Bool, of type: ValueType
  ) -> [(file: Int, property: PropertyDeclaration)] {
    declarations(of: type).flatMap { file, type in
      type.properties.filter { $0.prefix.isStatic == isStatic && program.files[file].name($0.name) == name }
        .map { (file, $0) }
    }
  }

  /// Returns the declaration of the type, without its extensions.
  func declaration(of id: ID) -> TypeDeclaration? { self[entries[id].place]?.type }

  // MARK: Conformances

  /// Returns the names of the protocols that a type declares conformance to, and of the protocols that these inherit
  /// from.
  ///
  /// They are names without modules, and whatever follows a colon counts: the raw type of an enum is among them. The
  /// inheritance of protocols of other modules isn't known.
  func conformances(of id: ID) -> Set<String> { conformances[id] }

  /// Collects the names of a type's protocols by a search through protocols of the sources. Cycles end because each
  /// protocol is visited once.
  ///
  /// With `protocol Marked: SettingsGroup` and `struct A: Marked`, A's are `Marked` and `SettingsGroup`.
  private func declaredConformances(of id: ID) -> Set<String> {
    var names: Set<String> = []
    var waiting = [(id: id, scope: entries[id].name)]
    var seen: Set<ID> = [id]
    // An extension can add a conformance, and a protocol inherits from others: all declarations of each are read.
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

  /// Returns the last parts of the names in an entry of an inheritance clause, after resolving aliases: two for `A &
  /// B`. Aliases that lead to themselves end after sixteen steps.
  private func protocolNames(_ range: SourceRange, from scope: [String], in file: Int, depth: Int)
    -> Set<String>
  {
    guard depth < 16 else { return [] }
    var names: Set<String> = []
    var reader = TokenReader(program.files[file], range: range)
    while !reader.isAtEnd {
      if reader.kind == .identifier {
        let name = program.files[file].name(reader.token.range)
        // Of `Core.Marked`, only the last part is the protocol.
        if reader.nextKind != .dot { names.insert(name) }
        if let found = aliases[[name]]?.first {
          names.formUnion(
            protocolNames(
              found.declaration.type, from: found.scope.type, in: found.scope.file, depth: depth + 1))
        }
      }
      reader.advance()
    }
    return names
  }
}

/// The place of a name in the sources, which determines the type or member that it denotes.
///
/// `Mode` in a file of the app and in a file of another module can be different types, and so can `Mode` inside and
/// outside of a struct.
struct TypeScope: Hashable, Sendable {
  /// The full name of the type around the name.
  var type: [String]
  /// The index of the file.
  var file: Int
  /// The types that the generic parameters denote.
  var generics: [String: ValueType] = [:]
}

/// The types that names denote.
///
/// A name is resolved where it is written, with three facts about the place (`TypeScope`): the types around it, the
/// file, which decides what is private and what is imported, and what generic parameters stand for. The result is the
/// same for all uses of an equal reference in an equal scope.
extension TypeTable {
  /// Returns the type that a reference denotes; `.other` for what forms don't describe, and beyond a nesting of
  /// `TokenReader.maximumDepth`, which includes cycles of aliases.
  ///
  ///     [String: Int]      dictionary: an object in JSON
  ///     [Int: String]      keyed by Int: an object, too
  ///     [Mode: Int]        keyed by Mode, if it is CodingKeyRepresentable and has raw values
  ///     [Int64: Int]       other: Swift codes an array of keys and values in turn, which no form describes
  ///
  /// Long and short forms are the same here, `Array<Int>` and `[Int]`.
  func resolve(_ reference: TypeReference, in scope: TypeScope, depth: Int = 0) -> ValueType {
    guard depth < TokenReader.maximumDepth else { return .other([]) }
    switch reference {
    case .other(let parts): return .other(of: parts.map { resolve($0, in: scope, depth: depth + 1) })
    case .optional(let wrapped): return .optional(to: resolve(wrapped, in: scope, depth: depth + 1))
    case .array(let element):
      return .list(resolve(element, in: scope, depth: depth + 1), isUnique: false)
    case .dictionary(let key, let value):
      return dictionary(
        by: resolve(key, in: scope, depth: depth + 1), resolve(value, in: scope, depth: depth + 1))
    case .named(let names):
      let arguments = names.last?.arguments.map { resolve($0, in: scope, depth: depth + 1) }
      return resolve(names.map(\.text), arguments ?? [], in: scope, depth: depth)
    }
  }

  /// Returns the type of a dictionary, which depends on how Swift codes its keys.
  func dictionary(by key: ValueType, _ value: ValueType) -> ValueType {
    if key == .string { return .dictionary(value) }
    return isObjectKey(key) ? .keyed(by: key, value) : .other(of: [key, value])
  }

  /// Returns the type that a dotted name denotes, by these rules in order: a generic parameter, `Self`, a declared type
  /// from the inside out, `Options` of an enum that is bound to an option set, an alias, a type behind the name of its
  /// module, a type of the standard library.
  ///
  /// The order is Swift's: what the sources declare hides what they import, and what is imported hides the standard
  /// library. A struct that the app calls `Duration` is that struct.
  ///
  /// - Parameters:
  ///   - path: The names between the dots.
  ///   - arguments: The generic arguments of the last one. They are written in another scope than the name if an alias denotes it.
  private func resolve(
    _ path: [String], _ arguments: [ValueType], in scope: TypeScope, depth: Int
  ) -> ValueType {
    guard depth < TokenReader.maximumDepth, let first = path.first, let last = path.last else {
      return .other([])
    }
    if path.count == 1, let argument = scope.generics[first] { return argument }
    // The type around the name, whose full name is known.
    if first == "Self" {
      let full = scope.type + path.dropFirst()
      return resolve(full, arguments, in: TypeScope(type: [], file: scope.file), depth: depth + 1)
    }
    if let id = entry(named: path, from: scope.type, in: scope.file) { return .declared(id, arguments) }
    if path.count > 1, last == "Options",
      case .declared(let id, _) = resolve(Array(path.dropLast()), [], in: scope, depth: depth + 1),
      bindsOptions(id)
    {
      return .options(id)
    }
    if let alias = alias(named: path, from: scope.type, in: scope.file) {
      return resolve(alias, arguments, in: scope, depth: depth)
    }
    if path.count == 1 { return standard(first, arguments) }
    if let id = entry(named: path, ofModuleSeenIn: scope.file) { return .declared(id, arguments) }
    let isType = entry(named: [first], from: scope.type, in: scope.file) != nil
    if Self.modules.contains(first) {
      return path.count == 2 && !isType ? standard(last, arguments) : .other(of: arguments)
    }
    // A member of what an alias denotes: `Net.Mode` with `typealias Net = Network`.
    if let alias = alias(named: [first], from: scope.type, in: scope.file),
      case .named(let target) = type(of: alias)
    {
      return resolve(target.map(\.text) + path.dropFirst(), arguments, in: alias.scope, depth: depth + 1)
    }
    if isType { return .other(of: arguments) }
    // A name that isn't a type is a module.
    let file = TypeScope(type: [], file: scope.file)
    return resolve(Array(path.dropFirst()), arguments, in: file, depth: depth + 1)
  }

  /// Returns the type that an alias denotes with generic arguments: the arguments of its own parameters, or, if it is
  /// another name of a generic type, of that type.
  private func resolve(
    _ alias: Alias, _ arguments: [ValueType], in scope: TypeScope, depth: Int
  ) -> ValueType {
    var inner = alias.scope
    inner.generics = scope.generics
    let (type, parameters) = (type(of: alias), generics(alias.declaration.generics, in: inner.file))
    for (index, name) in parameters.enumerated() {
      // A parameter without an argument denotes nothing.
      inner.generics[name] = arguments.indices.contains(index) ? arguments[index] : .other([])
    }
    // For `typealias List = Array`, `List<Int>` is an array of `Int`.
    if parameters.isEmpty, case .named(let names) = type, names.last?.arguments.isEmpty == true {
      return resolve(names.map(\.text), arguments, in: inner, depth: depth + 1)
    }
    return resolve(type, in: inner, depth: depth + 1)
  }

  /// Whether dictionaries with keys of a type are coded as objects: those with `Int`, and with enums that are
  /// `CodingKeyRepresentable` (SE-0320) and whose raw values are strings or `Int`. Other integers, such as `UInt8`, are
  /// coded as an array.
  private func isObjectKey(_ type: ValueType) -> Bool {
    switch type {
    case .integer(.int): return true
    case .declared(let id, _):
      guard self[id].keyword == .enum, conformances(of: id).contains("CodingKeyRepresentable"),
        !converts("codingKey", id: id), enumShape(of: id)?.coding == .rawValue
      else { return false }
      let raw = rawType(ofEnum: id)
      return raw == .string || raw == .integer(.int)
    default: return false
    }
  }

  /// The modules whose types are known by name.
  private static let modules: Set<String> = ["Swift", "Foundation", "FoundationEssentials"]

  /// Returns the type of the standard library or Foundation that a name denotes with generic arguments. A known name with
  /// another number of arguments is another type.
  private func standard(_ name: String, _ arguments: [ValueType]) -> ValueType {
    switch (name, arguments.count) {
    case ("Optional", 1): return .optional(to: arguments[0])
    case ("Array", 1), ("ContiguousArray", 1), ("ArraySlice", 1): return .list(arguments[0], isUnique: false)
    case ("Set", 1): return .list(arguments[0], isUnique: true)
    case ("ClosedRange", 1), ("Range", 1):
      return arguments[0].isNumber ? .range(arguments[0]) : .other(of: arguments)
    case ("Secret", 1):
      let value = arguments[0]
      return value.isOptional ? .optional(.secret(value.unwrapped)) : .secret(value)
    case ("Dictionary", 2): return dictionary(by: arguments[0], arguments[1])
    case (_, 0): return ValueType.standard[name] ?? .other([])
    default: return .other(of: arguments)
    }
  }
}

extension TypeTable {
  /// Returns the name by which the Swift runtime finds a type, without the module in front: `6DaemonO8SettingsV` for
  /// `Daemon.Settings`, a struct in an enum.
  ///
  /// The grammar is in `docs/ABI/Mangling.rst` of the Swift project. Returns `nil` for a type inside one of another
  /// module, and for names outside ASCII, which are encoded. The plugin `settings-schema` puts the module in front, and
  /// finds the root in the built module by that name.
  func mangledName(of id: ID) -> String? {
    let entry = self[id]
    let kind: String? =
      switch entry.keyword {
      case .struct: "V"
      case .enum: "O"
      case .class, .actor: "C"
      case .protocol, .extension: nil
      }
    // Each level is in front of what it contains. A type at the top level has only the module there, which the caller
    // adds.
    let outer = entry.outer.map { mangledName(of: $0) } ?? (entry.name.count == 1 ? "" : extended(by: entry))
    guard let kind, let outer, let name = entry.name.last, name.utf8.allSatisfy({ $0 < 0x80 }) else {
      return nil
    }
    return "\(outer)\(name.utf8.count)\(name)\(kind)"
  }

  /// Returns the mangled name of the type of this module whose extension contains a type.
  private func extended(by entry: Entry) -> String? {
    let name = Array(entry.name.dropLast())
    return entries.indices.first { self[$0].name == name }.flatMap { mangledName(of: $0) }
  }
}
