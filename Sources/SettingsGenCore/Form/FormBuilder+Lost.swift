import SettingsForm

/// Annotations that would be overlooked: for a secret that is an error.
extension FormBuilder {
  /// Tells of an annotation that has no effect.
  mutating func report(_ line: AnnotationLine, _ message: String, in file: Int) {
    let location = SourceLocation(file: file, offset: line.offset)
    diagnostics.add(line.isSecret ? .error : .warning, message, at: location)
  }

  /// Tells of annotations inside of a property's initial value.
  mutating func checkValue(of property: TypeTable.CodedProperty) {
    let source = table.program.files[property.file]
    for comment in source.comments(in: property.declaration.value) {
      for line in AnnotationLine.lines(of: comment, in: source) {
        report(
          line, "this annotation stands inside of a value; put it above 'var \(property.name)'",
          in: property.file)
      }
    }
  }

  /// Tells of unknown annotations of blocks and of whole files.
  mutating func checkRegion(_ line: AnnotationLine, in file: Int) {
    guard line.scope == .begin || line.scope == .file else { return }
    for annotation in line.annotations { _ = AnnotationSet.key(of: annotation, in: file, &diagnostics) }
  }

  /// Tells of annotations above `#if` that do not reach all that the block declares.
  mutating func checkConditions(
    _ annotations: FileAnnotations, _ declarations: FileDeclarations, in file: Int
  ) {
    for (index, clause) in declarations.clauses.enumerated() where clause.previous == nil {
      let lines = clause.comments.flatMap { annotations.lines[$0] ?? [] }
        .filter { $0.scope == .declaration && !$0.isLookalike && $0.marker == .setting }
      guard !lines.isEmpty else { continue }
      let hasMoreClauses = declarations.clauses.contains { $0.previous == index }
      let count = declarations.types.reduce(0) { count, type in
        count + type.properties.count { $0.clause == index } + type.cases.count { $0.clause == index }
          + (type.clause == index ? 1 : 0)
      }
      if !hasMoreClauses, count == 1 { continue }
      for line in lines {
        report(
          line,
          "above '#if' this annotation is for the first declaration only; put it above each that it is for",
          in: file)
      }
    }
  }
}

extension SourceFile {
  /// The comments in a part.
  fileprivate func comments(in range: SourceRange) -> [Comment] {
    let part = bytes[range.start..<range.end]
    let mayHaveComments = zip(part, part.dropFirst()).contains { first, second in
      first == Byte.slash && (second == Byte.slash || second == Byte.star)
    }
    return mayHaveComments ? TokenReader.comments(in: range, of: self) : []
  }
}
