/// The source files, and what those of them declare that settings may need.
struct Program {
  let files: [SourceFile]
  /// What files declare, by their index; files that no setting needs are missing.
  private(set) var declarations: [Int: FileDeclarations] = [:]
  private(set) var annotations: [Int: FileAnnotations] = [:]
  /// What is assumed of conditions that only the build decides, by their source text.
  var assumptions: [String: Bool] = [:]

  init(files: [SourceFile]) {
    self.files = files
  }

  /// The files that were read as Swift, in order.
  var readFiles: [Int] { declarations.keys.sorted() }

  /// Reads a file as Swift, unless it was.
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

  /// The dotted name of a type as it is declared; of an extension the extended type's, without arguments.
  func path(of type: TypeDeclaration, in file: Int) -> [String] {
    guard type.keyword == .extension else { return [files[file].name(type.name)] }
    guard case .named(let names) = TypeReference.read(type.name, in: files[file]) else { return [] }
    return names.map(\.text)
  }

  /// The annotations that hold for a declaration of a file.
  func annotations(of comments: AttachedComments, startingAt start: Int, in file: Int) -> [Annotation] {
    guard let found = declarations[file], let annotations = annotations[file] else { return [] }
    return annotations.annotations(of: comments, startingAt: start, in: found, files[file])
  }

  /// The documentation of a declaration of a file.
  func documentation(of comments: AttachedComments, in file: Int) -> String {
    guard let all = declarations[file]?.comments, !comments.leading.isEmpty else { return "" }
    return Documentation.text(of: Array(all[comments.leading]), in: files[file])
  }

  /// Whether the `#if` clause that a declaration stands in is compiled.
  func isActive(_ clause: Int?, in file: Int) -> Bool {
    guard let clause, let clauses = declarations[file]?.clauses else { return true }
    return BuildConditions(clauses: clauses, file: files[file], assumptions: assumptions).isActive(clause)
  }

  // MARK: Conditions that only the build decides

  /// All of them, in the order of the sources.
  var undecided: [String] {
    var found: [String] = []
    forEachUndecided { condition, _ in
      if !found.contains(condition) { found.append(condition) }
    }
    return found
  }

  /// Where a condition stands.
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

/// Where a type is declared or extended.
struct TypePlace: Hashable, Sendable {
  /// The index of the file.
  var file: Int
  /// The index of the declaration in the file.
  var index: Int
}
