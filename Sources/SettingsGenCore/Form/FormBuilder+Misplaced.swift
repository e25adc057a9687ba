import SettingsForm

/// Reports annotations that have no effect. None is ignored without notice. An annotation for a secret is an error.
///
/// A setting whose `secret` is one line too high works, and shows its value in every review and log. So whatever
/// carries `secret` and belongs to nothing refuses the build; the rest is a warning.
///
///     // setting: range = 1...5
///                                        a blank line: this annotation belongs to no declaration
///     var a = [1, // setting: secret     inside of a value: put it above 'var a'
///       2]
///     static var b = 1 // setting: unit = "s"     'b' is not a setting: it is static
///
/// The annotations that do have an effect are checked by `AnnotationSet`. Only files with declarations of the form are
/// searched.
extension FormBuilder {
  /// Reports a line without effect: as an error if it names `secret`, else as a warning.
  private mutating func report(_ line: AnnotationLine, message: String, in file: Int) {
    let location = SourceLocation(file: file, offset: line.offset)
    diagnostics.add(line.isSecret ? .error : .warning, message: message, at: location)
  }

  // MARK: Properties

  /// Reports annotations inside of a property's initial value and of its observers, where the parser records no comments.
  /// Cheap for code without a slash.
  mutating func checkCode(of property: TypeTable.CodedProperty) {
    let source = table.program.files[property.file]
    // A comment behind the brace is the property's own.
    let own = table.program.declarations[property.file]?.comments[property.declaration.comments.inner] ?? []
    let observers = source.comments(in: property.declaration.body).filter { comment in
      !own.contains { $0.range == comment.range }
    }
    for comment in source.comments(in: property.declaration.value) + observers {
      for line in AnnotationLine.lines(of: comment, in: source) {
        let place = comment.range.start < property.declaration.body.start ? "a value" : "the observers"
        report(
          line, message: "this annotation is inside of \(place); put it above 'var \(property.name)'",
          in: property.file)
      }
    }
  }

  /// Reports annotations of properties that aren't settings: static, computed and lazy ones, and properties that
  /// `CodingKeys` leaves out.
  mutating func checkOtherProperties(of id: TypeTable.ID) {
    let coded = Set(table.codedProperties(of: id).map { $0.declaration.name })
    for (file, type) in table.declarations(of: id) {
      for property in type.properties where !coded.contains(property.name) {
        checkOtherProperty(property, in: file)
      }
    }
  }

  /// Reports the own annotations of a property that isn't a setting, except `skipSetting`, which is true of it. A lazy
  /// property without any is noted: its author may expect it to be a setting.
  private mutating func checkOtherProperty(_ property: PropertyDeclaration, in file: Int) {
    let name = table.program.files[file].name(property.name)
    let annotations = table.program.annotations(of: property, in: file)
    if property.prefix.isLazy, annotations.isEmpty {
      let location = SourceLocation(file: file, offset: property.name.start)
      diagnostics.note("'\(name)' is not a setting because it is lazy", at: location)
    }
    for annotation in annotations
    where annotation.isOwn && annotation.marker == .setting
      && annotation.key != AnnotationKey.skipSetting.rawValue
    {
      let location = SourceLocation(file: file, offset: annotation.offset)
      diagnostics.error("'\(name)' is not a setting: \(property.reasonNotCoded)", at: location)
    }
  }

  /// Reports earlier keys that other settings of the struct have or had: a value at such a key would have two owners.
  /// Paths through several sections are checked on the whole form (`FormBuilder.checkFormerPaths`).
  mutating func checkFormerKeys(_ items: [FormItem], of id: TypeTable.ID) {
    let keys = Set(items.map(\.key))
    var former: Set<String> = []
    for property in table.codedProperties(of: id) {
      for annotation in table.program.annotations(of: property.declaration, in: property.file)
      where annotation.key == AnnotationKey.was.rawValue {
        let location = SourceLocation(file: property.file, offset: annotation.valueOffset)
        for key in Set(annotation.value.strings) where !former.insert(key).inserted {
          diagnostics.error("'\(key)' is the earlier key of another setting here, too", at: location)
        }
        guard let key = annotation.value.strings.first(where: keys.contains) else { continue }
        diagnostics.error(
          "'\(key)' is the key of another setting here, so it can't be an earlier key", at: location)
      }
    }
  }

  // MARK: Files

  /// Reports the annotation comments of a file that are malformed, or that belong to no declaration, and blocks that
  /// don't begin or end.
  mutating func checkFile(_ file: Int) {
    guard let annotations = table.program.annotations[file],
      let declarations = table.program.declarations[file]
    else { return }
    let attached = annotations.attachedComments(in: declarations, table.program.files[file])
    // A dictionary has no order, but the renderer sorts what is reported.
    for (comment, lines) in annotations.lines {
      for line in lines {
        checkLine(line, isAttached: attached.contains(comment), in: file)
      }
    }
    checkConditions(annotations, declarations: declarations, in: file)
    for warning in annotations.warnings {
      diagnostics.warn(warning.message, at: SourceLocation(file: file, offset: warning.offset))
    }
  }

  /// Reports what is wrong with a line: unknown keys of a block, faults of its syntax, and that nothing owns it.
  /// Unknown keys at a declaration are reported by its `AnnotationSet`.
  private mutating func checkLine(_ line: AnnotationLine, isAttached: Bool, in file: Int) {
    if !line.isLookalike, line.scope == .begin || line.scope == .file {
      for annotation in line.annotations { _ = AnnotationSet.key(of: annotation, in: file, &diagnostics) }
    }
    // Other generators may accept syntax that Sourcery's grammar doesn't.
    let isError = line.isLookalike ? line.isSecret : line.marker == .setting
    for problem in line.problems {
      diagnostics.add(
        isError ? .error : .warning, message: problem.message,
        at: SourceLocation(file: file, offset: problem.offset))
    }
    if line.isOwnAnnotation, !isAttached {
      report(
        line,
        message:
          "this annotation belongs to no declaration; put it directly above a property, a type or a case, without an empty line",
        in: file)
    }
  }

  /// Reports annotations above an `#if` that contains more than one declaration, or that has several clauses.
  ///
  ///     // setting: secret        belongs to `a` only, though `b` looks as if it had it, too
  ///     #if DEBUG
  ///       var a = ""
  ///       var b = ""
  ///     #endif
  ///
  /// Such a comment belongs to the first declaration in the block. If the block has only that, this is what its author
  /// means.
  private mutating func checkConditions(
    _ annotations: FileAnnotations, declarations: FileDeclarations, in file: Int
  ) {
    // The first clause of each block has the comments above it.
    for (index, clause) in declarations.clauses.enumerated() where clause.previous == nil {
      let lines = clause.comments.flatMap { annotations.lines[$0] ?? [] }.filter(\.isOwnAnnotation)
      guard !lines.isEmpty else { continue }
      let hasMoreClauses = declarations.clauses.contains { $0.previous == index }
      let count = declarations.types.reduce(0) { count, type in
        count + type.properties.count { $0.clause == index } + type.cases.count { $0.clause == index }
          + (type.clause == index ? 1 : 0)
      }
      // With one declaration in one clause, above the block is as good as above the declaration.
      if !hasMoreClauses, count == 1 { continue }
      for line in lines {
        report(
          line,
          message:
            "above '#if' an annotation applies to the first declaration only; put it above each declaration",
          in: file)
      }
    }
  }
}

extension AnnotationLine {
  /// Whether the line annotates one declaration, in the syntax that no other generator uses.
  fileprivate var isOwnAnnotation: Bool { scope == .declaration && marker == .setting && !isLookalike }
}

extension PropertyDeclaration {
  /// The reason why the property isn't in the document, as the end of a sentence.
  fileprivate var reasonNotCoded: String {
    if prefix.isStatic { return "it is static" }
    if !isStored { return "it is computed" }
    if prefix.isLazy { return "it is lazy" }
    return "it is not in CodingKeys"
  }
}

extension FileAnnotations {
  /// Returns the comments that belong to a type, a property, a case or an associated value, of all types in the file.
  /// Extensions, protocols, and the keys in an enum such as `CodingKeys` have no annotations.
  fileprivate func attachedComments(in declarations: FileDeclarations, _ file: SourceFile) -> Set<Int> {
    var all: Set<Int> = []
    func add(_ declaration: some AnnotatedDeclaration) {
      all.formUnion(attached(declaration, in: declarations, file: file))
    }
    for type in declarations.types {
      let isOfKeys = type.inherited.contains { file.names($0).contains("CodingKey") }
      if type.keyword != .extension, type.keyword != .protocol, !isOfKeys { add(type) }
      type.properties.forEach { add($0) }
      for item in type.cases where !isOfKeys {
        add(item)
        item.values?.forEach { add($0) }
      }
    }
    return all
  }
}

extension SourceFile {
  /// Returns the comments in a part of the text. Its tokens are read only if it has a slash.
  fileprivate func comments(in range: SourceRange) -> [Comment] {
    bytes[range.start..<range.end].contains(Byte.slash) ? TokenReader(self, range: range).comments : []
  }
}
