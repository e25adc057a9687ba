/// The text of an HTML fragment.
///
/// It reads what people write in descriptions, and not HTML in general: no styles, scripts or nested quotation.
/// Anything that isn't a complete tag or a known character reference is text, so `a < b && c` stays as it is.
///
///     <p>Use <code>a &lt; b</code>.</p> <p>Or&nbsp;not.</p>   ─▶   Use a < b.
///                                                                  Or not.
///
/// Cost: linear in the length of the text, also for text such as a thousand `<` without a `>`.
struct HTMLText {
  /// Returns the text without tags and with its character references decoded; each block is a line.
  static func plain(_ html: String) -> String {
    var reader = HTMLText(rest: html[...])
    reader.read()
    return reader.lines.map(\.trimmed).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The text that hasn't been read.
  private var rest: Substring
  /// The lines of the result; the last one is still growing.
  private var lines = [""]
  /// The ends of tags that the rest may contain. Each is searched in vain only once, so that reading takes linear time.
  private var ends: Set<String> = [">", "-->"]

  private init(rest: Substring) {
    self.rest = rest
  }

  private mutating func read() {
    while let character = rest.first {
      if character == "<", let name = readTag() {
        if Self.blocks.contains(name) { lines.append("") }
      } else if character == "&", let (text, end) = Self.reference(rest) {
        append(text)
        rest = rest[end...]
      } else {
        append(String(character))
        rest.removeFirst()
      }
    }
  }

  /// Adds text to the line. Any amount of white space is one space, as a browser shows it.
  private mutating func append(_ text: String) {
    let line = lines.count - 1
    if !text.allSatisfy(\.isWhitespace) {
      lines[line] += text
    } else if lines[line].last != " " {
      lines[line] += " "
    }
  }

  /// The elements that start or end a line.
  private static let blocks: Set<String> = [
    "address", "blockquote", "br", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li",
    "ol", "p", "pre", "table", "td", "th", "tr", "ul",
  ]

  /// Reads a tag or a comment; returns its name, or `nil` if the text doesn't start with a complete one.
  ///
  /// The name is empty for a comment, and the same for a start and an end tag: `</p>` → `p`. A `>` inside of an
  /// attribute's value ends the tag.
  private mutating func readTag() -> String? {
    let inner = rest.dropFirst()
    let end = inner.hasPrefix("!--") ? "-->" : ">"
    let name = inner.drop { $0 == "/" }.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard inner.hasPrefix("!") || name.first?.isLetter == true, ends.contains(end) else { return nil }
    guard let close = inner.firstRange(of: end) else {
      ends.remove(end)
      return nil
    }
    rest = rest[close.upperBound...]
    return name.lowercased()
  }

  /// Returns the character and the end of the character reference at the start of some text; `nil` if the text doesn't
  /// start with one.
  ///
  /// Examples: `&amp;` → `&`, `&#65;` and `&#x41;` → `A`. A number that isn't a Unicode scalar is no reference, so
  /// `&#xD800;` stays as it is. Only the first twelve characters are searched for the semicolon.
  private static func reference(_ text: Substring) -> (text: String, end: Substring.Index)? {
    guard text.first == "&", let end = text.prefix(12).firstIndex(of: ";") else { return nil }
    let name = text[text.startIndex..<end].dropFirst()
    let after = text.index(after: end)
    if let known = named[String(name)] { return (known, after) }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let scalar = number.flatMap(Unicode.Scalar.init) else { return nil }
    return (String(Character(scalar)), after)
  }

  /// The named characters that occur in descriptions. HTML has over two thousand; an unknown name stays as it is
  /// written.
  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "\u{2013}",
    "mdash": "\u{2014}", "hellip": "\u{2026}", "copy": "\u{a9}", "rarr": "\u{2192}", "larr": "\u{2190}",
    "lsquo": "\u{2018}", "rsquo": "\u{2019}", "ldquo": "\u{201c}", "rdquo": "\u{201d}", "bull": "\u{2022}",
  ]
}
