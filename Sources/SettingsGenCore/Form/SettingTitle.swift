import SettingsForm

/// Titles that are derived from names. They are the default where neither an annotation nor the type has a title, so
/// they have to be good enough for most settings, in English.
///
///     timePeriod    "Time Period"        maxConnectionIDs   "Max Connection IDs"
///     useHTTPS      "Use HTTPS"          level3             "Level 3"
///     iOSVersion    "iOS Version"        utf8               "Utf8"
enum SettingTitle {
  /// Returns the words of a name: `httpURLPath` → "HTTP URL Path". An empty name has an empty title.
  ///
  /// A word begins at an uppercase letter after a lowercase one, and at the last of several uppercase letters before a
  /// lowercase one. Underscores separate words, and digits are separate from a natural-language word. Each word is
  /// capitalized. Acronyms, even with a plural "s", and names such as "iOS" are unchanged.
  static func words(_ name: String) -> String {
    var words: [Substring] = []
    var rest = Substring(name)
    while let first = rest.first {
      if isSeparator(first) {
        rest.removeFirst()
        continue
      }
      let word = nextWord(rest)
      rest = rest.dropFirst(word.count)
      words += parts(word)
    }
    return words.map(written).joined(separator: " ")
  }

  private static func isSeparator(_ character: Character) -> Bool {
    character == "_" || character == "-" || character == "." || character.isSpace
  }

  /// Returns the word at the start of a name, which is at least one character.
  private static func nextWord(_ name: Substring) -> Substring {
    for proper in properNames where name.utf8.starts(with: proper.utf8) {
      if name.dropFirst(proper.count).first?.isSmall != true { return name.prefix(proper.count) }
    }
    let capitals = name.prefix { $0.isCapital }
    let after = name.dropFirst(capitals.count)
    if capitals.count > 1, let next = after.first, next.isSmall {
      // In `URLs` the lowercase letter marks the plural; in `URLPath` the last uppercase letter begins a word.
      let isPlural = next == "s" && after.dropFirst().first?.isSmall != true
      return name.prefix(isPlural ? capitals.count + 1 : capitals.count - 1)
    }
    let tail = after.prefix { !$0.isCapital && !isSeparator($0) }
    return name.prefix(capitals.count + tail.count)
  }

  /// Separates digits from a natural-language word: `level3` → "level", "3", but `utf8` is unchanged. A word of up to
  /// three letters, and an initialism, keeps its digits: `ipv4`, `http2`.
  private static func parts(_ word: Substring) -> [Substring] {
    let letters = word.prefix { !$0.isDigit }
    let digits = word.dropFirst(letters.count)
    let isWord = letters.count > 3 && !initialisms.contains(letters.lowercased())
    return isWord && !digits.isEmpty && digits.allSatisfy { $0.isDigit } ? [letters, digits] : [word]
  }

  /// A word as it is in a title: an initialism in uppercase, `urls` → "URLs", any other with its first letter in
  /// uppercase.
  private static func written(_ word: Substring) -> String {
    if properNames.contains(String(word)) { return String(word) }
    let letters = word.prefix { !$0.isDigit }
    if initialisms.contains(letters.lowercased()) {
      return letters.uppercased() + word.dropFirst(letters.count)
    }
    let singular = word.dropLast()
    if word.last == "s", word.count > 2, initialisms.contains(singular.lowercased()) {
      return singular.uppercased() + "s"
    }
    return word.prefix(1).uppercased() + word.dropFirst()
  }

  /// Names that begin with a lowercase letter, which capitalizing would spoil; a name stands before those that it
  /// begins with, because the first that matches counts.
  private static let properNames = [
    "iOS", "iPadOS", "macOS", "tvOS", "watchOS", "visionOS", "iCloud", "iPad", "iPhone", "iMessage",
  ].sorted { $0.utf8.count > $1.utf8.count }

  /// Words that are written in uppercase.
  private static let initialisms: Set<String> = [
    "api", "cpu", "css", "csv", "dns", "ftp", "gpu", "html", "http", "https", "id", "imap", "ip", "json",
    "jwt", "pdf",
    "png", "smtp", "sql", "ssh", "ssl", "svg", "tcp", "tls", "udp", "ui", "uri", "url", "usb", "uuid", "vpn",
    "xml",
    "yaml",
  ]
}

/// The kinds of characters. Most names are ASCII, for which Unicode's tables take too long.
extension Character {
  fileprivate var isCapital: Bool { asciiValue.map { 0x41...0x5A ~= $0 } ?? isUppercase }
  fileprivate var isSmall: Bool { asciiValue.map { 0x61...0x7A ~= $0 } ?? isLowercase }
  fileprivate var isDigit: Bool { asciiValue.map { $0.isDigit } ?? isNumber }
  fileprivate var isSpace: Bool { asciiValue.map { $0.isSpace } ?? isWhitespace }
}
