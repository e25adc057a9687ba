import SettingsForm

/// Annotations that nothing was made of.
extension FormBuilder {
  /// Tells of annotations at properties that are no settings.
  mutating func checkOthers(of id: TypeTable.ID) {
    let coded = Set(table.codedProperties(of: id).map { $0.declaration.name })
    for (file, type) in table.declarations(of: id) {
      for property in type.properties where !coded.contains(property.name) {
        guard table.program.isActive(property.clause, in: file) else { continue }
        let annotations = table.program.annotations(
          of: property.comments, startingAt: property.prefix.start, in: file)
        if property.prefix.isLazy, annotations.isEmpty {
          let name = table.program.files[file].name(property.name)
          let location = SourceLocation(file: file, offset: property.name.start)
          diagnostics.note("'\(name)' is not a setting because it is lazy", at: location)
        }
        for annotation in annotations
        where annotation.origin == .declaration && annotation.marker == .setting
          && annotation.key != AnnotationKey.skipSetting.rawValue
        {
          let name = table.program.files[file].name(property.name)
          let location = SourceLocation(file: file, offset: annotation.offset)
          diagnostics.error("'\(name)' is no setting: \(property.reasonNotCoded)", at: location)
        }
      }
    }
  }

  /// Tells of earlier keys that are in use.
  mutating func checkFormerKeys(_ items: [FormItem], of id: TypeTable.ID) {
    let keys = Set(items.map(\.key))
    var former: Set<String> = []
    for property in table.codedProperties(of: id) {
      let annotations = table.program.annotations(
        of: property.declaration.comments, startingAt: property.declaration.prefix.start, in: property.file)
      for annotation in annotations where annotation.key == AnnotationKey.was.rawValue {
        for key in Set(annotation.value.texts) where !former.insert(key).inserted {
          diagnostics.error(
            "'\(key)' is the earlier key of another setting here, too",
            at: SourceLocation(file: property.file, offset: annotation.valueOffset))
        }
        let old = annotation.value.texts.filter(keys.contains)
        guard let key = old.first else { continue }
        let location = SourceLocation(file: property.file, offset: annotation.valueOffset)
        diagnostics.error(
          "'\(key)' is the key of another setting here, so it can be no earlier one", at: location)
      }
    }
  }

  /// Tells of annotation comments that cannot be read, and of those that stand at no declaration.
  mutating func reportLeftovers() {
    for file in files {
      guard let annotations = table.program.annotations[file],
        let declarations = table.program.declarations[file]
      else { continue }
      let source = table.program.files[file]
      let attached = annotations.attachedComments(in: declarations, source)
      for (comment, lines) in annotations.lines {
        for line in lines {
          checkRegion(line, in: file)
          for problem in line.problems {
            let location = SourceLocation(file: file, offset: problem.offset)
            // Other generators may take what Sourcery's grammar does not.
            let isError = line.isLookalike ? line.isSecret : line.marker == .setting
            diagnostics.add(isError ? .error : .warning, problem.message, at: location)
          }
          let isLost =
            line.scope == .declaration && line.marker == .setting && !line.isLookalike
            && !attached.contains(comment)
          if isLost {
            report(
              line,
              "this annotation belongs to no declaration; put it directly above one, without an empty line",
              in: file)
          }
        }
      }
      checkConditions(annotations, declarations, in: file)
      for warning in annotations.warnings {
        diagnostics.warn(warning.message, at: SourceLocation(file: file, offset: warning.offset))
      }
    }
  }
}

extension PropertyDeclaration {
  /// Why the property is not in the document.
  fileprivate var reasonNotCoded: String {
    if prefix.isStatic { return "it is static" }
    if storage == .computed { return "it is computed" }
    if prefix.isLazy { return "it is lazy" }
    if isLet { return "a constant with an initial value is never read" }
    return "it is not in CodingKeys"
  }
}

extension FileAnnotations {
  /// The comments that belong to a type, property or case.
  fileprivate func attachedComments(in declarations: FileDeclarations, _ file: SourceFile) -> Set<Int> {
    var all: Set<Int> = []
    func add(_ comments: AttachedComments, _ start: Int) {
      all.formUnion(attached(comments, startingAt: start, in: declarations, file))
    }
    for type in declarations.types {
      add(type.comments, type.prefix.start)
      for property in type.properties { add(property.comments, property.prefix.start) }
      for item in type.cases { add(item.comments, item.prefix.start) }
    }
    return all
  }
}
