/// The source files, and the declarations of the files that settings need.
struct Program {
  let files: [SourceFile]
  /// The declarations of files, by index, without the files that no setting needs.
  private(set) var declarations: [Int: FileDeclarations] = [:]
  private(set) var annotations: [Int: FileAnnotations] = [:]
  /// The assumptions about conditions that only the build decides, by their source text.
  var assumptions: [String: Bool] = [:]

  init(files: [SourceFile]) {
    self.files = files
  }

  /// The indices of the parsed files, in order.
  var readFiles: [Int] { declarations.keys.sorted() }

  /// Parses a file; returns `false` if it was parsed before.
  mutating func read(_ index: Int) -> Bool {
    guard declarations[index] == nil else { return false }
    let found = Parser.parse(files[index])
    declarations[index] = found
    annotations[index] = FileAnnotations(found, in: files[index])
    return true
  }

  /// The type at an index of a file.
  subscript(place: TypePlace) -> TypeDeclaration? {
    declarations[place.file]?.types[place.index]
  }

  /// Returns the dotted name of a type as it is declared; for an extension, the name of the extended type without arguments.
  func path(of type: TypeDeclaration, in file: Int) -> [String] {
    guard type.keyword == .extension else { return [files[file].name(type.name)] }
    guard case .named(let names) = TypeReference.read(type.name, in: files[file]) else { return [] }
    return names.map(\.text)
  }

  /// Returns the annotations that apply to a declaration of a file.
  func annotations(of declaration: some AnnotatedDeclaration, in file: Int) -> [Annotation] {
    guard let found = declarations[file], let annotations = annotations[file] else { return [] }
    return annotations.annotations(of: declaration, in: found, files[file])
  }

  /// Returns the documentation of a declaration of a file.
  func documentation(of comments: AttachedComments, in file: Int) -> String {
    guard let all = declarations[file]?.comments, !comments.leading.isEmpty else { return "" }
    return Documentation.text(of: Array(all[comments.leading]), in: files[file])
  }

  /// Whether the `#if` clause around a declaration is compiled.
  func isActive(_ clause: Int?, in file: Int) -> Bool {
    guard let clause, let clauses = declarations[file]?.clauses else { return true }
    return BuildConditions(clauses: clauses, file: files[file], assumptions: assumptions).isActive(clause)
  }

  // MARK: Conditions that only the build decides

  /// The conditions, in source order.
  var undecided: [String] {
    var found: [String] = []
    forEachUndecided { condition, _ in
      if !found.contains(condition) { found.append(condition) }
    }
    return found
  }

  func places(of condition: String) -> [SourceLocation] {
    var places: [SourceLocation] = []
    forEachUndecided { other, place in
      if other == condition { places.append(place) }
    }
    return places
  }

  private func forEachUndecided(_ body: (String, SourceLocation) -> Void) {
    for file in readFiles {
      guard let clauses = declarations[file]?.clauses, !clauses.isEmpty else { continue }
      let conditions = BuildConditions(clauses: clauses, file: files[file])
      for clause in clauses {
        let place = SourceLocation(file: file, offset: clause.condition.start)
        for condition in conditions.undecided(in: clause) { body(condition, place) }
      }
    }
  }
}

/// The place of a type's declaration or extension.
struct TypePlace: Hashable, Sendable {
  /// The index of the file.
  var file: Int
  /// The index of the declaration in the file.
  var index: Int
}

/// The files that may declare a type, found without parsing them.
///
/// A byte search finds the keywords that declare types, and records the names after them. Keywords in comments and strings are
/// included, so the index can list too many files, but never misses one.
struct DeclarationIndex {
  private var files: [String: [Int]] = [:]
  /// The files with a comment between a keyword and its name.
  private(set) var unclear: [Int] = []

  init(_ sources: [SourceFile]) {
    for index in sources.indices {
      var names: Set<String> = []
      var isUnclear = false
      ByteSearch.forEachDeclaration(in: sources[index]) { offset in
        Self.record(after: offset, in: sources[index], &names, isUnclear: &isUnclear)
      }
      for name in names { files[name, default: []].append(index) }
      if isUnclear { unclear.append(index) }
    }
  }

  /// Returns the files that may declare or extend a type of this name.
  func files(declaring name: String) -> [Int] { files[name] ?? [] }

  /// Records each part of the dotted name at an offset.
  private static func record(
    after start: Int, in file: SourceFile, _ names: inout Set<String>, isUnclear: inout Bool
  ) {
    var offset = start
    guard file.bytes[offset].isSpace || file.bytes[offset] == Byte.slash else { return }
    while offset < file.count {
      while file.bytes[offset].isSpace { offset += 1 }
      if file.bytes[offset] == Byte.slash { isUnclear = true }
      let isQuoted = file.bytes[offset] == Byte.backtick
      if isQuoted { offset += 1 }
      let first = offset
      while file.bytes[offset].isIdentifier { offset += 1 }
      guard offset > first else { return }
      names.insert(file.text(SourceRange(start: first, end: offset)))
      if isQuoted { offset += 1 }
      guard file.bytes[offset] == Byte.dot else { return }
      offset += 1
    }
  }
}

/// Which other modules of the package each file sees.
struct ModuleImports {
  private var byFile: [Int: Set<String>] = [:]

  init(_ program: Program) {
    let modules = Set(program.files.compactMap(\.module))
    if modules.isEmpty { return }
    var exports: [String: Set<String>] = [:]
    for file in program.readFiles {
      let source = program.files[file]
      for item in program.declarations[file]?.imports ?? [] where program.isActive(item.clause, in: file) {
        let name = source.name(item.module)
        guard modules.contains(name) else { continue }
        byFile[file, default: []].insert(name)
        let isExported = item.prefix.attributes.contains { source.matches($0.name, word: "_exported") }
        if isExported, let module = source.module { exports[module, default: []].insert(name) }
      }
    }
    byFile = byFile.mapValues { Self.closure(of: $0, exports) }
  }

  /// Whether a file sees the public declarations of another module.
  func sees(_ module: String, in file: Int) -> Bool { byFile[file]?.contains(module) ?? false }

  private static func closure(of modules: Set<String>, _ exports: [String: Set<String>]) -> Set<String> {
    var found: Set<String> = []
    var waiting = Array(modules)
    while let module = waiting.popLast() {
      if found.insert(module).inserted { waiting += exports[module] ?? [] }
    }
    return found
  }
}
