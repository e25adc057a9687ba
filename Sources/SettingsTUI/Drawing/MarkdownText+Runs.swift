extension MarkdownText {
  /// Returns the text of a line with its marks. Cost: linear in the length of the line.
  ///
  ///     a **b *c* d**   → "a ", strong "b ", strong and emphasized "c", strong " d"
  ///     [x](<y z> "t")  → link "x" to "y z", then " (y z)" as its address
  ///     2 * 3 * 4       → one run without marks
  ///
  /// A line without a special byte is one run, which most help is.
  static func runs(in line: Substring) -> [Run] {
    guard line.utf8.contains(where: isSpecial) else {
      return line.isEmpty ? [] : [Run(text: String(line), marks: [])]
    }
    var reader = RunReader(Array(line))
    return reader.runs()
  }

  /// Whether a byte can begin a mark. All others end one only after one of these.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "["), UInt8(ascii: "<"),
      UInt8(ascii: "\\"):
      true
    default: false
    }
  }
}

/// Reads the marks in a line.
///
/// The rules are in CommonMark 0.31, section 6 (inlines). Drawing needs no nesting of marks, so each is counted from the token where it
/// begins to the token where it ends: ``joined()`` goes through the tokens and adds the marks that are open.
///
///     *a **b***   tokens:  "" begins emphasis │ "a " │ "" begins strong │ "b" │ "" ends strong │ "" ends emphasis
///
/// What might turn out to be a mark (`*`, `[`) becomes a token of its own text. If it begins a mark, the text is taken away; if it doesn't,
/// it stays, and the characters are text without any step back.
///
/// Nothing is searched twice, since help can be hostile: openers and brackets are on stacks, the starts of runs of backticks are found once
/// and used up from the left, an address has at most 1000 characters, and no link is tried behind the last parenthesis.
private struct RunReader {
  /// Text without marks inside, or characters that might turn out to be a mark.
  ///
  /// Tokens are appended only, and the ones that begin something are changed later: the text of an opener gets shorter with each mark that
  /// it begins.
  private struct Token {
    var text: String
    /// The marks of the token itself.
    var marks: MarkdownText.Marks = []
    var begins: [MarkdownText.Marks] = []
    /// The marks that end before this token.
    var ends: [MarkdownText.Marks] = []
    /// The address of the link that begins at this token, or that the token shows.
    var address: String?
  }

  private let line: [Character]
  private var index = 0
  private var tokens: [Token] = []
  private var text = ""
  /// The characters that can still begin emphasis, separately for `*` and `_`, because an asterisk never closes an underscore. The last
  /// opener is closed first.
  /// `***` begins up to two marks: two characters of it are strong, one is emphasis, and what isn't used stays text.
  private var openers: [Character: [(token: Int, count: Int)]] = [:]
  /// The tokens of square brackets that may begin a link, the innermost last.
  private var brackets: [Int] = []
  /// The starts of runs of backticks by their length, the last one first.
  ///
  /// Code ends at the next run of the same length, which could be at the end of the line or nowhere. Without this index, a line of runs of
  /// different lengths would be searched to its end for each of them.
  private var backticks: [Int: [Int]] = [:]

  /// The index of the last closing parenthesis, after which no link ends.
  private let lastParenthesis: Int

  /// The longest address of a link. Without it, `[a](b` repeated would search for a parenthesis to the end of the line each time.
  private static let longestAddress = 1000

  /// Finds the runs of backticks in the line, once for all code in it.
  init(_ line: [Character]) {
    self.line = line
    lastParenthesis = line.lastIndex(of: ")") ?? 0
    var start = 0
    while start < line.count {
      guard line[start] == "`" else {
        start += 1
        continue
      }
      let count = Self.count(of: "`", in: line, from: start)
      backticks[count, default: []].append(start)
      start += count
    }
    for count in backticks.keys { backticks[count]?.reverse() }
  }

  /// Returns the length of the run of a character that begins at an index.
  private static func count(of character: Character, in line: [Character], from start: Int) -> Int {
    var end = start
    while end < line.count, line[end] == character { end += 1 }
    return end - start
  }

  /// Reads the line once from left to right; ordinary characters are collected and become a token before the next mark.
  mutating func runs() -> [MarkdownText.Run] {
    while index < line.count {
      switch line[index] {
      case "\\": takeEscape()
      case "`": takeCode()
      case "*", "_": takeDelimiters(line[index])
      case "[":
        finishText()
        brackets.append(tokens.count)
        tokens.append(Token(text: "["))
        index += 1
      case "]": takeBracket()
      case "<": takeAutolink()
      default:
        text.append(line[index])
        index += 1
      }
    }
    finishText()
    return joined()
  }

  /// Makes a token of the ordinary characters before a mark.
  private mutating func finishText() {
    if !text.isEmpty { tokens.append(Token(text: text)) }
    text = ""
  }

  /// Takes a backslash: before ASCII punctuation it makes the next character text, elsewhere it is text itself (CommonMark, section 2.4).
  private mutating func takeEscape() {
    let next = index + 1
    if next < line.count, line[next].isASCII, line[next].isPunctuation || line[next].isSymbol {
      text.append(line[next])
      index += 2
    } else {
      text.append("\\")
      index += 1
    }
  }

  /// Takes code up to as many backticks as it begins with; if there are none, the backticks are text.
  ///
  /// Code binds more tightly than emphasis: in `` `a*b` ``, the asterisk is code.
  private mutating func takeCode() {
    let count = Self.count(of: "`", in: line, from: index)
    let start = index + count
    while let next = backticks[count]?.last, next < start { backticks[count]?.removeLast() }
    guard let end = backticks[count]?.last else {
      text += String(repeating: "`", count: count)
      index = start
      return
    }
    finishText()
    var code = line[start..<end]
    // A blank at both ends separates the code from its backticks.
    if code.count > 2, code.first == " ", code.last == " " { code = code.dropFirst().dropLast() }
    tokens.append(Token(text: String(code), marks: .code))
    index = end + count
  }

  /// Takes asterisks or underscores, which begin or end emphasis depending on the characters beside them: CommonMark's left-flanking and
  /// right-flanking delimiter runs (section 6.2).
  ///
  ///     a *b* c        opens before b, closes after it
  ///     2 * 3          neither: blanks on both sides
  ///     snake_case     neither: an underscore inside a word
  ///     a*b*c          opens and closes: asterisks may be inside a word
  ///
  /// What is left of a run after it has closed all that it can may open something new.
  private mutating func takeDelimiters(_ character: Character) {
    let count = Self.count(of: character, in: line, from: index)
    let before = index > 0 ? line[index - 1] : " "
    let after = index + count < line.count ? line[index + count] : " "
    finishText()
    let isLeft =
      !after.isWhitespace && (!Self.isPunctuation(after) || before.isWhitespace || Self.isPunctuation(before))
    let isRight =
      !before.isWhitespace && (!Self.isPunctuation(before) || after.isWhitespace || Self.isPunctuation(after))
    // Underscores inside a word are part of a name.
    let isWord = character == "_"
    let closes = isRight && (!isWord || !isLeft || Self.isPunctuation(after))
    let opens = isLeft && (!isWord || !isRight || Self.isPunctuation(before))
    let rest = closes ? close(character, count: count) : count
    if rest > 0 {
      if opens { openers[character, default: []].append((tokens.count, rest)) }
      tokens.append(Token(text: String(repeating: character, count: rest)))
    }
    index += count
  }

  private static func isPunctuation(_ character: Character) -> Bool {
    character.isPunctuation || character.isSymbol
  }

  /// Ends emphasis at the next token; returns the number of characters that end nothing.
  ///
  /// The last opener of the same character is closed first. What remains of it stays an opener: after `**a *b*`, the `**` still can begin
  /// strong.
  private mutating func close(_ character: Character, count: Int) -> Int {
    var rest = count
    while rest > 0, var opener = openers[character]?.popLast() {
      let used = min(rest, opener.count) >= 2 ? 2 : 1
      let mark: MarkdownText.Marks = used == 2 ? .strong : .emphasis
      tokens[opener.token].begins.append(mark)
      tokens[opener.token].text.removeLast(used)
      tokens.append(Token(text: "", ends: [mark]))
      rest -= used
      opener.count -= used
      if opener.count > 0 { openers[character]?.append(opener) }
    }
    return rest
  }

  /// Takes the end of a link's text, and its address.
  ///
  /// Without an address right behind it, the bracket is text, and so is the opening one: `[a]`, `[a] (b)`. References (`[a][b]`) aren't
  /// read, since their definitions aren't in a line.
  private mutating func takeBracket() {
    guard let start = brackets.popLast(), index + 1 < line.count, line[index + 1] == "(",
      index < lastParenthesis,
      let (address, end) = address(from: index + 2)
    else {
      text.append("]")
      index += 1
      return
    }
    finishText()
    tokens[start].text = ""
    // The mark of an image isn't part of its text.
    if start > 0, tokens[start - 1].text.last == "!" { tokens[start - 1].text.removeLast() }
    addLink(from: start, to: address)
    // A link has no links inside.
    brackets = []
    index = end
  }

  /// Marks the tokens from an index on as the text of a link, and adds the address in parentheses unless it is the text.
  ///
  /// The address is readable that way, also where the terminal opens no links.
  private mutating func addLink(from start: Int, to address: String) {
    let isSame = tokens[start...].lazy.map(\.text).joined() == address
    tokens[start].begins.append(.link)
    tokens[start].address = address
    tokens.append(Token(text: "", ends: [.link]))
    guard !isSame, !address.isEmpty else { return }
    tokens.append(Token(text: " (", marks: .address))
    tokens.append(Token(text: address, marks: .address, address: address))
    tokens.append(Token(text: ")", marks: .address))
  }

  /// Returns an address up to its closing parenthesis, without a title, and the index after it; `nil` if it isn't closed or is too long.
  ///
  /// Parentheses inside the address are counted (`b(c)d`), and an address in angle brackets can contain blanks (`<y z>`).
  private func address(from start: Int) -> (text: String, end: Int)? {
    let limit = min(line.count, start + Self.longestAddress)
    var depth = 0
    var end = start
    var addressEnd: Int?
    var isInBrackets = line[start] == "<"
    while end < limit {
      switch line[end] {
      case ">" where isInBrackets:
        isInBrackets = false
        addressEnd = end + 1
      case _ where isInBrackets: break
      case "(": depth += 1
      case ")" where depth == 0:
        var address = line[start..<(addressEnd ?? end)]
        if address.first == "<", address.last == ">" { address = address.dropFirst().dropLast() }
        return (String(address), end + 1)
      case ")": depth -= 1
      case " " where addressEnd == nil: addressEnd = end
      default: break
      }
      end += 1
    }
    return nil
  }

  /// Takes an address in angle brackets, which needs a scheme: `<https://x.org>` is a link, `<T>` and `a < b` are text.
  private mutating func takeAutolink() {
    let limit = min(line.count, index + Self.longestAddress)
    var end = index + 1
    while end < limit, line[end] != ">", line[end] != "<", !line[end].isWhitespace { end += 1 }
    let address = line[index + 1..<min(end, line.count)]
    guard end < limit, line[end] == ">", let colon = address.firstIndex(of: ":"), colon > index + 1,
      address[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) })
    else {
      text.append("<")
      index += 1
      return
    }
    finishText()
    tokens.append(Token(text: String(address), marks: .link, address: String(address)))
    index = end + 1
  }

  /// Returns the tokens as runs; neighbors with the same marks and address are one run.
  ///
  /// A mark counts from the token after the one where it begins, because the characters that remain of an opener are outside of the mark.
  private func joined() -> [MarkdownText.Run] {
    var runs: [MarkdownText.Run] = []
    var depths: [MarkdownText.Marks: Int] = [:]
    var address: String?
    for token in tokens {
      for mark in token.ends { depths[mark, default: 0] -= 1 }
      if token.ends.contains(.link) { address = nil }
      var marks = token.marks
      // The characters that remain of the run that begins the mark are outside of the mark.
      for (mark, depth) in depths where depth > 0 { marks.insert(mark) }
      for mark in token.begins { depths[mark, default: 0] += 1 }
      if token.begins.contains(.link) { address = token.address }
      guard !token.text.isEmpty else { continue }
      let target = address ?? token.address
      if let last = runs.last, last.marks == marks, last.address == target {
        runs[runs.count - 1].text += token.text
      } else {
        runs.append(MarkdownText.Run(text: token.text, marks: marks, address: target))
      }
    }
    return runs
  }
}
