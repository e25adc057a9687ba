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
  var isSecret: Bool { annotations.contains(where: \.isSecret) }
}

/// Finding annotation lines in comments.
///
/// A line of ours must begin with its marker, so prose that mentions `setting:` is prose. Sourcery accepts its marker
/// anywhere in a line comment, and so do we.
extension AnnotationLine {
  /// Returns the lines of a comment that carry annotations. Most comments have none.
  static func lines(of comment: Comment, in file: SourceFile) -> [AnnotationLine] {
    var lines: [AnnotationLine] = []
    var isBelowAnnotation = false
    for range in file.lines(of: comment) {
      let found =
        line(range, isLineComment: file.isLineComment(comment), in: file)
        ?? (isBelowAnnotation ? continuation(range, in: file) : nil)
      if let found { lines.append(found) }
      isBelowAnnotation = found != nil
    }
    return lines
  }

  /// Reads a line of a comment, without the comment's delimiters; returns `nil` for prose.
  private static func line(_ range: SourceRange, isLineComment: Bool, in file: SourceFile) -> AnnotationLine?
  {
    var reader = AnnotationReader(file: file, position: range.start, end: range.end)
    if reader.take("setting:") { return reader.readLine(.setting, from: range.start) }
    // Sourcery also finds its marker after other text.
    let end = isLineComment ? max(range.end, range.start + 1) : range.start + 1
    for offset in range.start..<end where offset == range.start || file.bytes[offset - 1].isSpace {
      reader.position = offset
      if reader.take("sourcery:") { return reader.readLine(.sourcery, from: offset) }
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
    return lines(in: SourceRange(start: start, end: end)).map { line in
      var line = trimmed(line)
      while line.start < line.end, bytes[line.start] == Byte.star { line.start += 1 }
      return trimmed(line)
    }
  }

  /// A range without the white space at its ends.
  func trimmed(_ range: SourceRange) -> SourceRange {
    var range = range
    while range.start < range.end, bytes[range.start].isSpace { range.start += 1 }
    while range.end > range.start, bytes[range.end - 1].isSpace { range.end -= 1 }
    return range
  }
}

/// Comments that only look like annotations. They are reported, because otherwise a typing error would be ignored
/// without notice.
///
///     // Setting: secret               the marker is in lowercase
///     // setting secret                the colon is missing
///     // settings: begin: range = 1... there is an "s" too many
///     // port // setting: secret       the annotation doesn't begin the comment
///     // @seting: secret, advanced     a letter is missing, and there is a sign too many
///     // settings: secret because …    prose behind `secret`
///
/// A warning for prose would be a nuisance, so a word like the marker isn't enough. What follows has to read like a list
/// of annotations: each up to a comma a name, alone or with a value.
///
/// - `setting this to secret values is wrong` is prose: `this to secret …` is no name.
/// - `setting secret values is wrong` is prose: without a sign between the two, `secret` has to stand alone.
/// - `settings: secret because …` isn't. Behind the marker's word and a colon, a lost secret is worse than a comment that
///   has to be worded differently.
/// - `getting secret` and `string: title` are prose: a word that is only similar to the marker needs a sign, and then
///   `secret` alone or an annotation with a value.
extension AnnotationLine {
  /// Returns the annotation that a line is probably meant to be; `nil` for any other line.
  static func lookalike(_ range: SourceRange, in file: SourceFile) -> AnnotationLine? {
    if let line = misspelled(range, in: file) { return line }
    guard let offset = inner(range, in: file) else { return nil }
    var reader = AnnotationReader(file: file, position: offset, end: range.end)
    guard reader.take("setting:") else {
      return misspelled(SourceRange(start: offset, end: range.end), in: file)
    }
    return made(
      reader.readLine(.setting, from: offset),
      message: "an annotation must start its comment; write '// setting: …'")
  }

  /// Returns a line below an annotation in the same comment that has annotations, but no marker:
  ///
  ///     /* setting: advanced
  ///        secret */
  static func continuation(_ range: SourceRange, in file: SourceFile) -> AnnotationLine? {
    var reader = AnnotationReader(file: file, position: range.start, end: range.end)
    let line = reader.readLine(.setting, from: range.start)
    let isList =
      line.scope == .declaration && line.problems.isEmpty
      && line.annotations.allSatisfy { AnnotationKey(rawValue: $0.key) != nil || $0.isSecret }
    return isList
      ? made(line, message: "only the line with 'setting:' has annotations; begin this line with it, too")
      : nil
  }

  /// The line as a lookalike with one message, which replaces the problems inside of it: the first thing to correct is
  /// the marker.
  private static func made(_ line: AnnotationLine, message: String) -> AnnotationLine {
    var line = line
    line.isLookalike = true
    line.problems = [SyntaxProblem(offset: line.offset, message: message)]
    return line
  }

  /// Returns a line that starts with a word like the marker, and continues like annotations.
  private static func misspelled(_ range: SourceRange, in file: SourceFile) -> AnnotationLine? {
    let text = file.text(range)
    guard let head = LookalikeHead(text) else { return nil }
    let start = range.start + text.utf8.count - head.rest.utf8.count
    var reader = AnnotationReader(file: file, position: start, end: range.end)
    var line = reader.readLine(.setting, from: range.start)
    if head.namesSecret {
      line.annotations = [
        Annotation(
          key: AnnotationKey.secret.rawValue, offset: start, value: .none, valueOffset: start,
          marker: .setting)
      ]
      return made(
        line,
        message: "this looks like an annotation; write '// setting: secret', or word the comment differently")
    }
    guard line.problems.isEmpty, let first = line.annotations.first, head.admits(first) else { return nil }
    return made(
      line, message: "this looks like an annotation; write 'setting: …', in lowercase and with a colon")
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
      let isAddress = offset > range.start && file.bytes[offset - 1] == Byte.colon
      offset += 2
      while offset < range.end, file.bytes[offset] == Byte.slash || file.bytes[offset].isSpace { offset += 1 }
      if !isAddress, file.bytes[offset] | 0x20 == UInt8(ascii: "s") { return offset }
    }
    return nil
  }
}

/// The start of a line that begins with a word like the marker: `@Setting - secret` has the sign `@` in front of the word,
/// ` - ` behind it, and the rest `secret`.
private struct LookalikeHead {
  /// Whether the word is the marker's, regardless of case and with or without an "s", and not only a similar one.
  let isExact: Bool
  /// What is in front of the word.
  let signs: Substring
  /// What is between the word and the rest.
  let separator: Substring
  /// The text of the annotations, or of prose, with `begin:` or `file:`.
  let rest: Substring

  /// Divides a line; returns `nil` if its first word isn't like the marker. Long lines cost nothing: only the start of a
  /// line is compared.
  init?(_ line: String) {
    let word = line.drop { !$0.isWordCharacter }.prefix { $0.isWordCharacter }
    signs = line[..<word.startIndex]
    guard signs.utf8.count <= 4, word.utf8.count <= 12 else { return nil }
    isExact = ["setting", "settings", "sourcery"].contains(word.lowercased())
    separator = line[word.endIndex...].prefix { !$0.isWordCharacter }
    rest = line[separator.endIndex...]
    // A similar word needs a sign, and the comparison is for these only.
    let hasSign = signs.contains { !$0.isWhitespace } || separator.contains { !$0.isWhitespace }
    guard
      isExact
        || hasSign
          && EditDistance.nearest(to: String(word), among: ["setting", "settings", "sourcery"]) != nil
    else { return nil }
  }

  /// Whether a colon, or a sign that a keyboard has beside it, separates the word from the rest.
  private var hasColon: Bool { separator.contains { ":;=：".contains($0) } }

  /// Whether a well-formed list that begins with an annotation is meant as one: it has a known name, or, behind a colon,
  /// a value.
  func admits(_ first: Annotation) -> Bool {
    guard !separator.contains(where: { "/.`('\"".contains($0) }) else { return false }
    guard isExact else { return hasColon && first.value != .none && AnnotationKey.isKnown(first.key) }
    return AnnotationKey.isKnown(first.key)
      || hasColon && (AnnotationKey.nearest(to: first.key) != nil || first.value != .none)
  }

  /// Whether the rest is a list of annotations up to one that is `secret`, or a misspelling of it.
  ///
  /// What is behind `secret` doesn't matter if it is a sign, as in `secret: true` and `secret. More`. Prose may follow
  /// only behind the marker's word with a colon, without other signs.
  var namesSecret: Bool {
    let admitsProse = isExact && separator.contains { ":：".contains($0) } && signs.allSatisfy(\.isWhitespace)
    let hasSign = (signs + separator).contains { !$0.isWhitespace }
    var rest = rest
    while true {
      let word = rest.prefix { $0.isWordCharacter }
      let behind = rest[word.endIndex...].drop { $0.isWhitespace }
      guard ["begin", "file", "setting", "settings"].contains(word.lowercased()), behind.first == ":" else {
        break
      }
      rest = behind.dropFirst().drop { $0.isWhitespace }
    }
    for part in rest.split(whereSeparator: { ",;".contains($0) }) {
      let part = part.drop { $0.isWhitespace }
      let name = part.prefix { $0.isWordCharacter }
      let behind = part[name.endIndex...].drop { $0.isWhitespace }
      let isAlone = behind.first.map { ":=./)]!|*".contains($0) } ?? true
      if AnnotationKey.isSecret(String(name)) {
        return isAlone || admitsProse && name.lowercased() == AnnotationKey.secret.rawValue
      }
      // Without a sign, only known names are a list: "setting tokens, secret" is prose.
      let isName = !name.isEmpty && (behind.isEmpty || ":=".contains(behind.first ?? " "))
      guard isName, hasSign || AnnotationKey.isKnown(String(name)) else { return false }
    }
    return false
  }
}

extension Character {
  /// Whether the character is a part of a word. A no-break space isn't, unlike for `UInt8.isIdentifier`.
  fileprivate var isWordCharacter: Bool { isLetter || isNumber }
}
