/// The annotations of one file, by comment.
///
///     // setting: file: advanced         all declarations below
///     // setting: begin: secret          all up to the end
///     var a = 1   // setting: unit = s   this declaration
///     // setting: end
///
/// A declaration gets its own annotations first, and then those of the blocks around it, from the outer to the inner:
/// whoever collects them lets the declaration's own annotations and those of the inner block override. Blocks nest, and
/// an `end` ends the innermost: if a second `begin` ended the first block, it would silently end a `secret`.
///
/// The lines are collected once for each file, from the comments between declarations. Only when a declaration asks for its annotations is
/// it decided which comments belong to it, because few declarations are settings. `FormBuilder.checkFile` finds the lines that
/// belong to no declaration.
struct FileAnnotations: Sendable {
  /// The annotation lines, by the index of their comment in `FileDeclarations.comments`. Lookalikes are included; `end`
  /// and Sourcery's `inline` aren't, as they have nothing to check.
  private(set) var lines: [Int: [AnnotationLine]] = [:]
  /// The blocks, and the annotations for the rest of the file: a part of the file, and what applies to all declarations that start inside.
  /// Most files have none.
  private var regions: [(range: SourceRange, annotations: [Annotation])] = []
  /// The warnings about unbalanced `begin` and `end`.
  private(set) var warnings: [SyntaxProblem] = []

  /// Reads all annotation comments between the declarations of a file.
  ///
  /// An `end` closes the innermost open block, or code that Sourcery inserts (`inline`); without a block, it is a warning.
  /// A block that is never ended applies to the rest of the file, with a warning: an omitted `end` must not drop a
  /// `secret`.
  init(_ declarations: FileDeclarations, in file: SourceFile) {
    var open: [AnnotationLine] = []
    for (index, comment) in declarations.comments.enumerated() {
      for line in AnnotationLine.lines(of: comment, in: file) {
        switch line.scope {
        // A lookalike has no effect, whatever its scope seems to be.
        case _ where line.isLookalike, .declaration: break
        case .inline:
          open.append(line)
          continue
        case .begin: open.append(line)
        case .end:
          guard let block = open.popLast() else {
            let message = "this 'end' has no 'begin' above it"
            warnings.append(SyntaxProblem(offset: line.offset, message: message))
            continue
          }
          add(block, until: line.offset)
          continue
        case .file: add(line, until: file.count)
        }
        lines[index, default: []].append(line)
      }
    }
    for block in open where block.scope == .begin {
      let message = "this 'begin' has no 'end' below it: it applies to the rest of the file"
      warnings.append(SyntaxProblem(offset: block.offset, message: message))
      add(block, until: file.count)
    }
    // An outer block is added behind the blocks in it.
    regions.sort { $0.range.start < $1.range.start }
  }

  /// Adds a region from a line on. Its annotations aren't at their declarations, so an annotation that can't apply to
  /// one of them has no effect there.
  private mutating func add(_ line: AnnotationLine, until end: Int) {
    let annotations = line.annotations.map { annotation in
      var annotation = annotation
      annotation.isOwn = false
      return annotation
    }
    regions.append((SourceRange(start: line.offset, end: end), annotations))
  }

  /// Returns the annotations that apply to a declaration, its own first. Lookalikes are left out. A line that begins or ends a block counts
  /// only through the block, even if it stands directly above the declaration.
  func annotations(
    of declaration: some AnnotatedDeclaration, in declarations: FileDeclarations, _ file: SourceFile
  ) -> [Annotation] {
    guard !lines.isEmpty else { return [] }
    let start = declaration.prefix.start
    let own = attached(declaration, in: declarations, file: file).flatMap { lines[$0] ?? [] }
      .filter { $0.scope == .declaration && !$0.isLookalike }
    // A declaration is in a block if it starts there, even if the block ends inside of it.
    let around = regions.filter { $0.range.start < start && start < $0.range.end }
    return own.flatMap(\.annotations) + around.flatMap(\.annotations)
  }

  /// Returns the indices of the comments that belong to a declaration. Comments above a blank line don't.
  ///
  ///     // setting: secret        the blank line separates it: it belongs to nothing, which is reported
  ///
  ///     // setting: advanced      belongs to `a`
  ///     var a = 1   // plain      belongs to `a`, and has no annotation
  ///
  /// A blank line ends the comment of a declaration: text above it is about the section of the file and not about the
  /// next property. Comments between the attributes of a declaration and its name, inside of it and behind it are its
  /// own, whatever blank lines are there.
  func attached(
    _ declaration: some AnnotatedDeclaration, in declarations: FileDeclarations, file: SourceFile
  ) -> [Int] {
    let (comments, start) = (declaration.comments, declaration.prefix.start)
    var first = comments.leading.upperBound
    var next = start
    for index in comments.leading.reversed() {
      let range = declarations.comments[index].range
      // Comments behind the attributes are inside of the declaration, and no blank line separates them.
      if range.start < start {
        if file.hasBlankLine(from: range.end, to: next) { break }
        next = range.start
      }
      first = index
    }
    return Array(first..<comments.leading.upperBound) + Array(comments.inner) + Array(comments.trailing)
  }
}

/// Blank lines, which separate comments from declarations.
extension SourceFile {
  /// Whether there is a blank line between two offsets: two line ends with nothing but white space between them.
  func hasBlankLine(from start: Int, to end: Int) -> Bool {
    lines(in: SourceRange(start: start, end: end)).dropFirst().dropLast().contains { trimmed($0).isEmpty }
  }
}

/// The text of documentation comments, which is the help of a setting.
enum Documentation {
  /// Returns the text of the documentation comments among some comments, without annotations. The lines of a paragraph
  /// are joined; paragraphs, lists and code stay separate.
  ///
  /// In source code, lines are broken where the editor's margin is; on a screen, they are broken where the window ends.
  /// So the breaks inside of a paragraph are removed.
  ///
  ///     /// Days the average        "Days the average looks back.\n\n- a\n- b"
  ///     /// looks back.
  ///     // setting: range = 1...30
  ///     ///
  ///     /// - a
  ///     /// - b
  static func text(of comments: [Comment], in file: SourceFile) -> String {
    var lines: [String] = []
    for comment in lastGroup(comments, in: file) {
      let annotations = AnnotationLine.lines(of: comment, in: file).filter { !$0.isLookalike }
      let carriers = Set(annotations.map(\.offset))
      for range in file.lines(of: comment) where !carriers.contains(range.start) {
        let indent = max(0, indentation(of: range, in: file))
        lines.append(String(repeating: " ", count: indent) + file.text(range))
      }
    }
    return paragraphs(lines)
  }

  /// Returns the documentation comments after the last blank line. What is above it isn't about this declaration, as
  /// for annotations.
  private static func lastGroup(_ comments: [Comment], in file: SourceFile) -> [Comment] {
    var group: [Comment] = []
    var last: Comment?
    for comment in comments {
      if let last, file.hasBlankLine(from: last.range.end, to: comment.range.start) { group = [] }
      last = comment
      if file.isDocumentation(comment) { group.append(comment) }
    }
    return group
  }

  /// Returns the indentation of a line after the slashes or the star, and the space after them. Code in a fenced block
  /// keeps it.
  private static func indentation(of range: SourceRange, in file: SourceFile) -> Int {
    var start = range.start
    while start > 0, file.bytes[start - 1] == Byte.space { start -= 1 }
    let isMarked = start > 0 && (file.bytes[start - 1] == Byte.slash || file.bytes[start - 1] == Byte.star)
    return isMarked && !range.isEmpty ? range.start - start - 1 : 0
  }

  /// Joins the lines of paragraphs by spaces. Lines in a fenced block, and lines that begin a block of Markdown, stay
  /// on lines of their own; a line behind a list item continues that item. Several empty lines become a single line.
  private static func paragraphs(_ lines: [String]) -> String {
    var text = ""
    var isInCode = false
    var joins = false
    for line in lines {
      let trimmed = line.drop { $0 == " " }
      let isFence = trimmed.hasPrefix("```")
      if trimmed.isEmpty, !isInCode {
        joins = false
        if !text.isEmpty, !text.hasSuffix("\n\n") { text += text.hasSuffix("\n") ? "\n" : "\n\n" }
        continue
      }
      let standsAlone = isInCode || isFence || startsBlock(trimmed)
      if joins, !standsAlone {
        text += " " + trimmed
      } else {
        if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
        text += standsAlone ? Substring(line) : trimmed
      }
      if isFence { isInCode.toggle() }
      joins = !isInCode && !isFence
    }
    while text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  /// Whether a line starts a list item, a heading, a quotation or a table row. Of headings, only the first two levels
  /// are recognized.
  private static func startsBlock(_ line: Substring) -> Bool {
    for mark in ["- ", "* ", "+ ", "# ", "## ", "> ", "|"] where line.hasPrefix(mark) { return true }
    let rest = line.drop { $0.isASCII && $0.isNumber }
    return rest.startIndex > line.startIndex && (rest.hasPrefix(". ") || rest.hasPrefix(") "))
  }
}
