/// The annotations of one file, by comment.
struct FileAnnotations: Sendable {
  /// The annotation lines, by the index of their comment.
  private(set) var lines: [Int: [AnnotationLine]] = [:]
  /// The blocks, and the annotations for the rest of the file.
  private var regions: [Region] = []
  /// The warnings about unbalanced `begin` and `end`.
  private(set) var warnings: [SyntaxProblem] = []

  /// A part of the file that annotations apply to.
  private struct Region: Sendable {
    var range: SourceRange
    var annotations: [Annotation]
  }

  /// Reads all annotation comments between the declarations of a file.
  init(_ declarations: FileDeclarations, in file: SourceFile) {
    var block: AnnotationLine?
    var isInline = false
    for (index, comment) in declarations.comments.enumerated() {
      for line in AnnotationLine.lines(of: comment, in: file) {
        if line.isLookalike {
          lines[index, default: []].append(line)
          continue
        }
        switch line.scope {
        case .declaration: break
        case .inline:
          isInline = true
          continue
        case .begin:
          close(&block, at: line.offset)
          block = line
        case .end:
          if block == nil, !isInline {
            let message = "this 'end' has no 'begin' above it"
            warnings.append(SyntaxProblem(offset: line.offset, message: message))
          }
          close(&block, at: line.offset)
          isInline = false
          continue
        case .file: add(line, until: file.count)
        }
        lines[index, default: []].append(line)
      }
    }
    if let open = block {
      let message = "this 'begin' has no 'end' below it: it applies to the rest of the file"
      warnings.append(SyntaxProblem(offset: open.offset, message: message))
      close(&block, at: file.count)
    }
  }

  private mutating func close(_ block: inout AnnotationLine?, at offset: Int) {
    if let line = block { add(line, until: offset) }
    block = nil
  }

  private mutating func add(_ line: AnnotationLine, until end: Int) {
    let annotations = line.annotations.map { annotation in
      var annotation = annotation
      annotation.origin = .region
      return annotation
    }
    regions.append(Region(range: SourceRange(start: line.offset, end: end), annotations: annotations))
  }

  /// Returns the annotations that apply to a declaration, its own first.
  func annotations(
    of declaration: some AnnotatedDeclaration, in declarations: FileDeclarations, _ file: SourceFile
  ) -> [Annotation] {
    guard !lines.isEmpty else { return [] }
    let start = declaration.prefix.start
    let own = attached(declaration, in: declarations, file).flatMap { lines[$0] ?? [] }
      .filter { $0.scope == .declaration && !$0.isLookalike }
    let around = regions.filter { $0.range.start < start && start < $0.range.end }
    return own.flatMap(\.annotations) + around.flatMap(\.annotations)
  }

  /// Returns the indices of the comments that belong to a declaration. Comments above a blank line don't.
  func attached(
    _ declaration: some AnnotatedDeclaration, in declarations: FileDeclarations, _ file: SourceFile
  ) -> [Int] {
    let (comments, start) = (declaration.comments, declaration.prefix.start)
    var first = comments.leading.upperBound
    var next = start
    for index in comments.leading.reversed() {
      let range = declarations.comments[index].range
      if range.start < start {
        if file.hasBlankLine(from: range.end, to: next) { break }
        next = range.start
      }
      first = index
    }
    return Array(first..<comments.leading.upperBound) + Array(comments.inner) + Array(comments.trailing)
  }
}

extension SourceFile {
  /// Whether there is a blank line between two offsets.
  func hasBlankLine(from start: Int, to end: Int) -> Bool {
    var newlines = 0
    var offset = start
    while offset < end {
      if endsLine(at: offset) {
        newlines += 1
        if newlines == 2 { return true }
      } else if !bytes[offset].isSpace {
        newlines = 0
      }
      offset += 1
    }
    return false
  }
}
