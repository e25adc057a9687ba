/// The source files, and the declarations of the files that settings need.
///
/// `ProgramLoader` makes it, and from then on only `assumptions` differ: the form of each variant of the `#if`
/// conditions is built from a copy whose declarations are shared. `TypeTable` is made from it and answers what names
/// mean; this type only knows what is written where.
///
/// A place in the program is a file's index and an index or offset in that file. Indices follow the order of the paths,
/// so results don't depend on the order of the command line.
struct Program {
  /// All files of the target and of the modules that it depends on, read or not, in the order of their paths.
  let files: [SourceFile]
  /// The declarations of the files that were read, by index. Of a target with a thousand files, three are often enough.
  /// A question about any other file has an empty answer.
  private(set) var declarations: [Int: FileDeclarations] = [:]
  /// The annotations of the same files.
  private(set) var annotations: [Int: FileAnnotations] = [:]
  /// The assumptions about conditions that only the build decides, by their source text: `DEBUG`, `canImport(Plot)`. A
  /// condition that isn't here has `BuildPlatform.assumption(of:)`.
  var assumptions: [String: Bool] = [:] {
    didSet { for file in readFiles { decide(file) } }
  }
  /// Which clauses of the same files are compiled, under the assumptions.
  private var conditions: [Int: BuildConditions] = [:]

  init(files: [SourceFile]) {
    self.files = files
  }

  /// The indices of the parsed files, in order. All loops over files use it, or else the output would depend on the
  /// order of a hash table.
  var readFiles: [Int] { declarations.keys.sorted() }

  /// Parses a file with its annotations; returns `false` if it was parsed before.
  mutating func read(_ index: Int) -> Bool {
    guard declarations[index] == nil else { return false }
    let found = Parser.parse(files[index])
    declarations[index] = found
    annotations[index] = FileAnnotations(found, in: files[index])
    decide(index)
    return true
  }

  private mutating func decide(_ file: Int) {
    conditions[file] = BuildConditions(
      declarations[file]?.clauses ?? [], in: files[file], assumptions: assumptions)
  }

  /// The type at an index of a file; `nil` if the file isn't read.
  subscript(place: TypePlace) -> TypeDeclaration? {
    declarations[place.file]?.types[place.index]
  }

  /// Returns the dotted name of a type as it is declared; for an extension, the name of the extended type without
  /// arguments.
  ///
  /// `struct B` → B, also if it is inside of A. `extension A.B<Int>` → A, B. `extension [Int]` has no name: an empty
  /// array.
  func path(of type: TypeDeclaration, in file: Int) -> [String] {
    guard type.keyword == .extension else { return [files[file].name(type.name)] }
    guard case .named(let names) = TypeReference.read(type.name, in: files[file]) else { return [] }
    return names.map(\.text)
  }

  /// Returns the annotations that apply to a declaration of a file: its own, in the order of the source, and then those
  /// of the blocks around it. `AnnotationSet` decides which of them counts.
  func annotations(of declaration: some AnnotatedDeclaration, in file: Int) -> [Annotation] {
    guard let found = declarations[file], let annotations = annotations[file] else { return [] }
    return annotations.annotations(of: declaration, in: found, files[file])
  }

  /// Whether an annotation with a key is on, at the declaration or around it.
  func isAnnotated(_ declaration: some AnnotatedDeclaration, _ key: AnnotationKey, in file: Int) -> Bool {
    annotations(of: declaration, in: file).contains { $0.key == key.rawValue && $0.value != .bool(false) }
  }

  /// Returns the documentation of a declaration of a file, which is its help in the form; empty if it has none.
  func documentation(of comments: AttachedComments, in file: Int) -> String {
    guard let all = declarations[file]?.comments, !comments.leading.isEmpty else { return "" }
    return Documentation.text(of: Array(all[comments.leading]), in: files[file])
  }

  /// Whether the `#if` clause around a declaration is compiled, under the assumptions. Without a clause it is.
  func isActive(_ clause: Int?, in file: Int) -> Bool {
    clause.flatMap { conditions[file]?.isActive[$0] } ?? true
  }

  /// The conditions that only the build decides, with the clauses that contain them, in the files that were read, in source order. With none
  /// of them, which is usual, the form has no variants.
  ///
  /// Clauses around declarations that aren't settings are included; `FormVariants` finds out which conditions matter.
  var undecided: [(condition: String, place: SourceLocation)] {
    readFiles.flatMap { file in
      (conditions[file]?.undecided ?? []).map { ($0, SourceLocation(file: file, offset: $1)) }
    }
  }
}

/// The place of a type's declaration or extension. It stays valid as long as the program: files are parsed once.
struct TypePlace: Hashable, Sendable {
  /// The index of the file.
  var file: Int
  /// The index of the declaration in the file.
  var index: Int
}

/// The files that may declare a type, found without parsing them.
///
/// A byte search finds the keywords that declare types, and records the names after them. Keywords in comments and
/// strings are included, so the index can list too many files, but never misses one.
///
///     extension Settings.Audio {   the file for "Settings" and for "Audio"
///     // a struct holds settings   the file for "holds", which nobody asks for
///     struct /* x */ Mode {        the file is unclear, and is always read
///
/// It reads each byte of the target once, sixteen at a time: with 300 files of 2.2 MB, the whole generator takes 40 ms
/// if it is optimized.
struct DeclarationIndex {
  private var files: [String: [Int]] = [:]
  /// The files with a comment or a no-break space between a keyword and its name, or with a module in front of the name.
  /// They are parsed in any case: nothing else could tell the name.
  private(set) var unclear: [Int] = []

  /// Searches all files. A file that declares a name several times is listed once for it.
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
  ///
  /// Behind `class` in `class func f()` it records `func`; that is a name that no setting has. Nothing is recorded for
  /// a keyword that is a part of a longer word, or that isn't followed by space or a comment.
  private static func record(
    after start: Int, in file: SourceFile, _ names: inout Set<String>, isUnclear: inout Bool
  ) {
    var offset = start
    func isNoBreakSpace() -> Bool { Byte.isNoBreakSpace(file.bytes[offset], file.bytes[offset + 1]) }
    guard file.bytes[offset].isSpace || file.bytes[offset] == Byte.slash || isNoBreakSpace() else { return }
    while offset < file.count {
      while file.bytes[offset].isSpace { offset += 1 }
      if file.bytes[offset] == Byte.slash { isUnclear = true }
      let isQuoted = file.bytes[offset] == Byte.backtick
      if isQuoted { offset += 1 }
      let first = offset
      while file.bytes[offset].isIdentifier {
        if isNoBreakSpace() { isUnclear = true }
        offset += 1
      }
      // Behind a module selector, `Core::Mode`.
      if file.bytes[offset] == Byte.colon, file.bytes[offset + 1] == Byte.colon { isUnclear = true }
      guard offset > first else { return }
      names.insert(file.text(SourceRange(start: first, end: offset)))
      if isQuoted { offset += 1 }
      guard file.bytes[offset] == Byte.dot else { return }
      offset += 1
    }
  }
}

/// Which other modules of the package each file sees.
///
///     // Sources/App/A.swift      import Core            sees Core, and Base, too
///     // Sources/Core/C.swift     @_exported import Base
///
/// A name in a file can denote a public type of these modules only. Modules outside of the package have no sources
/// here; their types are known by name (`ValueType.standard`) or not at all. An import inside of `#if` counts if its
/// clause is compiled.
struct ModuleImports {
  /// The modules that each file sees; empty if the package has no other modules with settings.
  private var byFile: [Int: Set<String>] = [:]

  /// Reads the imports of the files that were read. Files of other modules with `@_exported` are always among them, see
  /// `ProgramLoader.load`.
  init(_ program: Program) {
    let modules = Set(program.files.compactMap(\.module))
    // The usual case: the target depends on no module of its package.
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

  /// The modules and all that they export, directly or through others. Modules can export each other in a cycle.
  private static func closure(of modules: Set<String>, _ exports: [String: Set<String>]) -> Set<String> {
    var found: Set<String> = []
    var waiting = Array(modules)
    while let module = waiting.popLast() {
      if found.insert(module).inserted { waiting += exports[module] ?? [] }
    }
    return found
  }
}
