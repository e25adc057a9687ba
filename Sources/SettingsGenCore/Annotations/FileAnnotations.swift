/// The annotations of one file, by the comments that carry them.
struct FileAnnotations: Sendable {
  /// The annotation lines of comments, by the comment's index.
  private(set) var lines: [Int: [AnnotationLine]] = [:]
  /// The blocks and what holds for the rest of the file.
  private var regions: [Region] = []
  /// What `begin` and `end` leave open.
  private(set) var warnings: [AnnotationLine.Problem] = []

  /// A part of the file in which annotations hold.
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
            warnings.append(AnnotationLine.Problem(offset: line.offset, message: message))
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
      let message = "this 'begin' has no 'end' below it: it holds for the rest of the file"
      warnings.append(AnnotationLine.Problem(offset: open.offset, message: message))
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

  /// The annotations that hold for a declaration, its own first.
  func annotations(
    of comments: AttachedComments, startingAt start: Int, in declarations: FileDeclarations,
    _ file: SourceFile
  ) -> [Annotation] {
    guard !lines.isEmpty else { return [] }
    var result: [Annotation] = []
    for index in attached(comments, startingAt: start, in: declarations, file) {
      for line in lines[index] ?? [] where line.scope == .declaration && !line.isLookalike {
        result += line.annotations
      }
    }
    for region in regions where region.range.start < start && start < region.range.end {
      result += region.annotations
    }
    return result
  }

  /// The indices of the comments that speak of a declaration: none above a blank line.
  func attached(
    _ comments: AttachedComments, startingAt start: Int, in declarations: FileDeclarations, _ file: SourceFile
  ) -> [Int] {
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
  /// Whether a line without anything on it lies between two places.
  func hasBlankLine(from start: Int, to end: Int) -> Bool {
    var newlines = 0
    var offset = start
    while offset < end {
      let byte = bytes[offset]
      if byte == Byte.lineFeed || byte == Byte.carriageReturn && bytes[offset + 1] != Byte.lineFeed {
        newlines += 1
        if newlines == 2 { return true }
      } else if !byte.isSpace {
        newlines = 0
      }
      offset += 1
    }
    return false
  }
}
