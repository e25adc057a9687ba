import SettingsForm

/// One line of a comment that carries annotations, or looks as if it should.
///
///     /// Seconds between two requests.
///     // setting: range = 1...60           scope declaration, one annotation
///     // setting: begin: advanced          scope begin
///     // settings: secret                  lookalike, with a problem
///
/// A comment of several lines can have several. Lines of prose have none, and this type must tell them apart: a line
/// that is wrongly taken for prose loses, at worst, a `secret`.
struct AnnotationLine: Hashable, Sendable {
  /// The declarations that the line applies to. `FileAnnotations` turns `begin`, `end` and `file` into ranges of the
  /// file.
  enum Scope: Hashable, Sendable {
    /// The declaration that the comment belongs to.
    case declaration
    /// All declarations up to the next `end`.
    case begin
    /// No declaration: the end of a block.
    case end
    /// All declarations below.
    case file
    /// No declaration: code that another generator inserts.
    case inline
  }

  /// The marker's first byte.
  var offset: Int
  var marker: Annotation.Marker
  /// What the line applies to.
  var scope: Scope
  /// The annotations of the line in their order; none for `end` and `inline`.
  var annotations: [Annotation] = []
  /// What doesn't match the grammar of annotations. The annotations that could be read are there nevertheless.
  var problems: [SyntaxProblem] = []
  /// Whether the line only looks like an annotation, such as `// settings: range = 1...5` with an `s` too many. It has
  /// no effect but its problem, a warning, or an error if it names `secret`.
  var isLookalike = false

  /// Whether the line names `secret`, which must not be ignored.
  var isSecret: Bool { annotations.contains { $0.key.lowercased() == AnnotationKey.secret.rawValue } }
}

/// Finding annotation lines in comments.
///
/// A line of ours must begin with its marker, so prose that mentions `setting:` is prose. Sourcery accepts its marker
/// anywhere in a line comment, and so do we.
extension AnnotationLine {
  /// Returns the lines of a comment that carry annotations. Most comments have none.
  static func lines(of comment: Comment, in file: SourceFile) -> [AnnotationLine] {
    file.lines(of: comment).compactMap { range in
      line(range, isLineComment: file.isLineComment(comment), in: file)
    }
  }

  /// Reads a line of a comment, without the comment's delimiters; returns `nil` for prose.
  private static func line(_ range: SourceRange, isLineComment: Bool, in file: SourceFile) -> AnnotationLine?
  {
    var reader = AnnotationReader(file: file, position: range.start, end: range.end)
    if reader.take("setting:") {
      return reader.readLine(.setting, from: range.start)
    }
    if reader.take("sourcery:") {
      return reader.readLine(.sourcery, from: range.start)
    }
    // Sourcery also finds its marker after other text.
    if isLineComment {
      var offset = range.start
      while offset < range.end {
        reader.position = offset
        if file.bytes[offset] == UInt8(ascii: "s"), file.bytes[offset - 1].isSpace, reader.take("sourcery:") {
          return reader.readLine(.sourcery, from: offset)
        }
        offset += 1
      }
    }
    return lookalike(range, in: file)
  }
}

/// The parts of comments. All functions take a comment of this file.
extension SourceFile {
  /// Whether a comment goes from `//` to the end of its line.
  func isLineComment(_ comment: Comment) -> Bool { bytes[comment.range.start + 1] == Byte.slash }

  /// Whether a comment is documentation: `///` or `/**`. `/**/` is an empty comment, and isn't. A line of slashes,
  /// `//////`, is.
  func isDocumentation(_ comment: Comment) -> Bool {
    let third = bytes[comment.range.start + 2]
    guard comment.range.end - comment.range.start > 2 else { return false }
    if isLineComment(comment) { return third == Byte.slash }
    return third == Byte.star && comment.range.end - comment.range.start > 4
  }

  /// Returns the lines of a comment, without slashes, leading stars, and surrounding white space. They are ranges of
  /// the file, so what is found in them has a position.
  ///
  /// A line comment has one line, which can be empty. The lines of `/** a ⏎ * b */` are `a` and `b`.
  func lines(of comment: Comment) -> [SourceRange] {
    var start = comment.range.start
    var end = comment.range.end
    if isLineComment(comment) {
      while start < end, bytes[start] == Byte.slash { start += 1 }
      return [trimmed(SourceRange(start: start, end: end))]
    }
    start += 2
    if end - start >= 2, bytes[end - 1] == Byte.slash, bytes[end - 2] == Byte.star { end -= 2 }
    var lines: [SourceRange] = []
    while start <= end {
      var next = start
      while next < end, !bytes[next].isNewline { next += 1 }
      var line = trimmed(SourceRange(start: start, end: next))
      while line.start < line.end, bytes[line.start] == Byte.star { line.start += 1 }
      lines.append(trimmed(line))
      if next < end, bytes[next] == Byte.carriageReturn, bytes[next + 1] == Byte.lineFeed { next += 1 }
      start = next + 1
    }
    return lines
  }

  /// A range without the white space at its ends.
  private func trimmed(_ range: SourceRange) -> SourceRange {
    var range = range
    while range.start < range.end, bytes[range.start].isSpace { range.start += 1 }
    while range.end > range.start, bytes[range.end - 1].isSpace { range.end -= 1 }
    return range
  }
}

/// Comments that only look like annotations. They are reported, because otherwise a typing error would be ignored
/// without notice.
///
///     // Setting: secret              the marker is in lowercase
///     // setting secret               the colon is missing
///     // settings: range = 1...5      there is an "s" too many
///     // port // setting: secret      the annotation doesn't begin the comment
///     // seting: secret               a letter is missing: only `secret` is worth guessing that far
///
/// A warning for prose would be a nuisance, so each rule needs more than a similar word: a known key behind it, or a
/// value.
extension AnnotationLine {
  /// Returns the annotation that a line is probably meant to be: `Setting: secret`, `settings: range = 1...5`, `setting
  /// secret`, or `text // setting: secret`; `nil` for any other line.
  static func lookalike(_ range: SourceRange, in file: SourceFile) -> AnnotationLine? {
    if let line = misspelled(range, in: file) ?? hiddenSecret(range, in: file) { return line }
    guard let offset = inner(range, in: file) else { return nil }
    var reader = AnnotationReader(file: file, position: offset, end: range.end)
    guard reader.take("setting:") else { return nil }
    return made(
      reader.readLine(.setting, from: offset),
      message: "an annotation must start its comment; write '// setting: …'")
  }

  /// The line as a lookalike with one message, which replaces the problems inside of it: the first thing to correct is
  /// the marker.
  private static func made(_ line: AnnotationLine, message: String) -> AnnotationLine {
    var line = line
    line.isLookalike = true
    line.problems = [SyntaxProblem(offset: line.offset, message: message)]
    return line
  }

  /// Returns a line that starts with a word like the marker, and continues like an annotation.
  ///
  /// - `Settings: range = 1...5` and `setting secret` are meant as annotations.
  /// - `Settings: these are read once.` isn't, since `these are read once.` doesn't match the grammar.
  /// - `setting the range` isn't: without a colon, the next word must be the name of an annotation.
  private static func misspelled(_ range: SourceRange, in file: SourceFile) -> AnnotationLine? {
    guard range.start < range.end, file.bytes[range.start] | 0x20 == UInt8(ascii: "s") else { return nil }
    var end = range.start
    while end < range.end, file.bytes[end].isIdentifier { end += 1 }
    let marker = file.text(SourceRange(start: range.start, end: end)).lowercased()
    guard ["setting", "settings", "sourcery"].contains(marker) else { return nil }
    while end < range.end, file.bytes[end].isSpace { end += 1 }
    let hasColon = end < range.end && file.bytes[end] == Byte.colon
    var reader = AnnotationReader(file: file, position: hasColon ? end + 1 : end, end: range.end)
    let line = reader.readLine(.setting, from: range.start)
    guard line.scope == .declaration, line.problems.isEmpty, let first = line.annotations.first else {
      return nil
    }
    // The line can be prose, so only known names are accepted, unless a value makes the meaning clear.
    let isKnown =
      AnnotationKey.nearest(to: first.key) != nil && (hasColon || AnnotationKey.isKnown(first.key))
    guard isKnown || hasColon && first.value != .none else { return nil }
    return made(
      line, message: "this looks like an annotation; write 'setting: …', in lowercase and with a colon")
  }

  /// Returns a line that is probably meant to make a setting secret, although its marker isn't one: `seting: secret`, `@setting: secret`,
  /// `setting：secret` with a full-width colon, or a marker with letters of another script that look alike.
  ///
  /// The line must be nothing but a word, an optional sign and `secret`, so prose isn't affected.
  private static func hiddenSecret(_ range: SourceRange, in file: SourceFile) -> AnnotationLine? {
    // The line has only two words; this keeps the comparison of spellings away from long lines.
    guard range.end - range.start < 64 else { return nil }
    let text = file.text(range)
    let words = text.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
    // Without any sign, "sitting secret" is prose.
    let hasSign = text.contains { !$0.isLetter && !$0.isNumber && !$0.isWhitespace }
    guard hasSign, words.count == 2, words[1] == AnnotationKey.secret.rawValue,
      EditDistance.nearest(to: words[0], among: ["setting", "settings", "sourcery"]) != nil
    else { return nil }
    let line = AnnotationLine(
      offset: range.start, marker: .setting, scope: .declaration,
      annotations: [
        Annotation(
          key: AnnotationKey.secret.rawValue, offset: range.start, value: .none, valueOffset: range.start,
          marker: .setting)
      ])
    return made(line, message: "this looks like an annotation; write '// setting: secret'")
  }

  /// Returns the offset of the marker's first letter after the slashes of a comment inside of another comment: `// the
  /// port // setting: secret`.
  private static func inner(_ range: SourceRange, in file: SourceFile) -> Int? {
    var offset = range.start
    while offset + 1 < range.end {
      guard file.bytes[offset] == Byte.slash, file.bytes[offset + 1] == Byte.slash else {
        offset += 1
        continue
      }
      // In backticks it is an example.
      if offset > range.start, file.bytes[offset - 1] == Byte.backtick { return nil }
      offset += 2
      while offset < range.end, file.bytes[offset] == Byte.slash || file.bytes[offset].isSpace { offset += 1 }
      if file.bytes[offset] == UInt8(ascii: "s") { return offset }
    }
    return nil
  }
}
