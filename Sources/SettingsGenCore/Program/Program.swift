/// The source files, and the declarations of those that settings need.
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

  /// Returns the dotted name of a type as it is declared; for an extension, that of the extended type without arguments.
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

  /// Returns the places of a condition.
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
