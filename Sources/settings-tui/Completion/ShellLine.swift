/// A command line of bash up to the cursor, taken apart by the shell's rules of quoting.
struct ShellLine {
  /// The words without their quotes; the last one is at the cursor, and may be empty.
  private(set) var words = [""]
  /// How many characters of the last word stand before the part that bash replaces.
  private(set) var replacedFrom = 0
  /// Whether the last word stands in quotes that are not closed yet.
  private(set) var isQuoted = false

  /// - Parameter breaks: the characters at which bash takes words apart, `COMP_WORDBREAKS`.
  init(_ line: String, breaks: String) {
    var quote: Character?
    var isEscaped = false
    var isInWord = false
    for character in line {
      if isEscaped {
        if quote == "\"", !["\"", "\\", "$", "`"].contains(character) { append("\\") }
        append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        isInWord = true
      } else if character == quote {
        quote = nil
      } else if quote != nil {
        append(character)
      } else if character == "'" || character == "\"" {
        quote = character
        isInWord = true
        replacedFrom = words[words.count - 1].count
      } else if character == " " || character == "\t" {
        if isInWord { words.append("") }
        isInWord = false
        replacedFrom = 0
      } else {
        append(character)
        isInWord = true
        if character == "=" || character == ":", breaks.contains(character) {
          replacedFrom = words[words.count - 1].count
        }
      }
    }
    isQuoted = quote != nil
  }

  private mutating func append(_ character: Character) {
    words[words.count - 1].append(character)
  }

  /// A word as bash puts it in the place of the last one.
  func replacement(_ word: String) -> String {
    let part = word.dropFirst(replacedFrom)
    return isQuoted ? String(part) : Self.escaped(part)
  }

  private static func escaped(_ text: Substring) -> String {
    var escaped = ""
    for character in text {
      let isPlain =
        character.isLetter || character.isNumber || "_-./=:,@%+".contains(character)
      if !isPlain { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }
}
