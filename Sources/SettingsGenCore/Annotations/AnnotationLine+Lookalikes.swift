import SettingsForm

/// Comments that only look like annotations, so that no such comment is ignored without notice.
extension AnnotationLine {
  /// Returns the annotation that a line is probably meant to be: `Setting: secret`, `settings: range = 1...5`, `setting
  /// secret`, or `text // setting: secret`; `nil` for any other line.
  static func lookalike(_ range: SourceRange, _ file: SourceFile) -> AnnotationLine? {
    if let line = misspelled(range, file) ?? hiddenSecret(range, file) { return line }
    guard let offset = inner(range, file) else { return nil }
    var reader = AnnotationReader(file: file, position: offset, end: range.end)
    guard reader.take("setting:") else { return nil }
    return made(
      reader.readLine(.setting, from: offset),
      "an annotation must start its comment; write '// setting: …'")
  }

  private static func made(_ line: AnnotationLine, _ message: String) -> AnnotationLine {
    var line = line
    line.isLookalike = true
    line.problems = [SyntaxProblem(offset: line.offset, message: message)]
    return line
  }

  /// Returns a line that starts with a word like the marker, and continues like an annotation.
  private static func misspelled(_ range: SourceRange, _ file: SourceFile) -> AnnotationLine? {
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
    return made(line, "this looks like an annotation; write 'setting: …', in lowercase and with a colon")
  }

  /// Returns a line that is probably meant to make a setting secret, although its marker isn't one: `seting: secret`, `@setting: secret`,
  /// `setting：secret` with a full-width colon, or a marker with letters of another script that look alike.
  ///
  /// The line must be nothing but a word, an optional sign and `secret`, so prose isn't affected.
  private static func hiddenSecret(_ range: SourceRange, _ file: SourceFile) -> AnnotationLine? {
    guard range.end - range.start < 64 else { return nil }
    let text = file.text(range)
    let words = text.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
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
    return made(line, "this looks like an annotation; write '// setting: secret'")
  }

  /// Returns the offset of `setting:` after the slashes of a comment inside of another comment.
  private static func inner(_ range: SourceRange, _ file: SourceFile) -> Int? {
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
