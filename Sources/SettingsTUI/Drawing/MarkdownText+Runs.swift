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
    reader.read(0..<reader.line.count, Run(text: "", marks: []), depth: 0)
    return reader.runs
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

/// Reads the marks in a line: what begins a mark is looked for, then where that ends, and then the marks in between.
///
/// The rules are those of CommonMark 0.31, section 6 (inlines), except that a mark ends where it first can: in `*a *b* c*`, that is after
/// the `b`. What doesn't end is text.
///
/// Help can be hostile, so nothing is searched twice: a search that has found no end is noted, an address has at most 1000 characters, and
/// marks are nested at most eight deep.
private struct RunReader {
  /// An end of a mark that wasn't found, in a part of the line that ends at an index.
  private struct MissingEnd: Hashable {
    let character: Character
    let count: Int
    let end: Int
  }

  let line: [Character]
  private(set) var runs: [MarkdownText.Run] = []
  private var missing: Set<MissingEnd> = []
  /// The index of the last closing parenthesis, after which no link ends.
  private let lastParenthesis: Int

  private static let longestAddress = 1000
  private static let deepest = 8

  init(_ line: [Character]) {
    self.line = line
    lastParenthesis = line.lastIndex(of: ")") ?? 0
  }

  /// Reads a part of the line.
  ///
  /// - Parameter run: The marks around it, and the address that it leads to.
  mutating func read(_ part: Range<Int>, _ run: MarkdownText.Run, depth: Int) {
    var index = part.lowerBound
    while index < part.upperBound {
      index = take(index, in: part, run, depth: depth) ?? takeText(index, in: part, run)
    }
  }

  /// Takes a mark with what is in it, and returns the index after it; `nil` if none begins at an index.
  private mutating func take(
    _ start: Int, in part: Range<Int>, _ run: MarkdownText.Run, depth: Int
  ) -> Int? {
    let character = line[start]
    let count = "`*_".contains(character) ? self.count(from: start, to: part.upperBound) : 0
    switch character {
    case "`":
      guard let end = self.end(of: character, count: count, from: start + count, to: part.upperBound) else {
        return nil
      }
      var code = line[(start + count)..<end]
      // A blank at both ends separates the code from its backticks.
      if code.count > 2, code.first == " ", code.last == " " { code = code.dropFirst().dropLast() }
      add(code, run, .code)
      return end + count
    case "*", "_":
      guard count <= 3, depth < Self.deepest, borders(start, count: count).opens,
        let end = self.end(of: character, count: count, from: start + count, to: part.upperBound)
      else { return nil }
      var inner = run
      if count != 2 { inner.marks.insert(.emphasis) }
      if count != 1 { inner.marks.insert(.strong) }
      read((start + count)..<end, inner, depth: depth + 1)
      return end + count
    // The mark of an image isn't part of its text.
    case "!" where start + 1 < part.upperBound && line[start + 1] == "[":
      return takeLink(start + 1, in: part, run, depth: depth)
    case "[": return takeLink(start, in: part, run, depth: depth)
    case "<": return takeAutolink(start, in: part, run)
    default: return nil
    }
  }

  /// Takes what is text, and returns the index after it: the character after a backslash, characters that could have begun a mark, or one
  /// other character.
  private mutating func takeText(_ start: Int, in part: Range<Int>, _ run: MarkdownText.Run) -> Int {
    if escapes(start, in: part) {
      add(line[(start + 1)...(start + 1)], run)
      return start + 2
    }
    let end = "`*_".contains(line[start]) ? start + count(from: start, to: part.upperBound) : start + 1
    add(line[start..<end], run)
    return end
  }

  /// Adds text; what has the same marks and address as the text in front of it is one run with it.
  private mutating func add(
    _ text: some Sequence<Character>, _ run: MarkdownText.Run, _ marks: MarkdownText.Marks = []
  ) {
    var run = run
    run.marks.formUnion(marks)
    if let last = runs.last, last.marks == run.marks, last.address == run.address {
      runs[runs.count - 1].text += text
    } else {
      run.text += text
      if !run.text.isEmpty { runs.append(run) }
    }
  }

  /// Whether a backslash makes the next character text, as it does before ASCII punctuation.
  private func escapes(_ index: Int, in part: Range<Int>) -> Bool {
    guard line[index] == "\\", index + 1 < part.upperBound else { return false }
    return line[index + 1].isASCII && Self.isPunctuation(line[index + 1])
  }

  private static func isPunctuation(_ character: Character) -> Bool {
    character.isPunctuation || character.isSymbol
  }

  /// Returns how often the character at an index follows itself, itself included.
  private func count(from start: Int, to end: Int) -> Int {
    line[start..<end].prefix { $0 == line[start] }.count
  }

  /// Returns whether asterisks or underscores begin and end emphasis, which depends on the characters beside them: CommonMark's left-flanking
  /// and right-flanking delimiter runs.
  ///
  ///     a *b* c        opens before b, closes after it
  ///     2 * 3          neither: blanks on both sides
  ///     snake_case     neither: an underscore inside a word
  ///     a*b*c          opens and closes: asterisks may be inside a word
  private func borders(_ start: Int, count: Int) -> (opens: Bool, closes: Bool) {
    let before = start > 0 ? line[start - 1] : " "
    let after = start + count < line.count ? line[start + count] : " "
    func flanks(_ inner: Character, _ outer: Character) -> Bool {
      !inner.isWhitespace && (!Self.isPunctuation(inner) || outer.isWhitespace || Self.isPunctuation(outer))
    }
    let (isLeft, isRight) = (flanks(after, before), flanks(before, after))
    guard line[start] == "_" else { return (isLeft, isRight) }
    return (
      isLeft && (!isRight || Self.isPunctuation(before)), isRight && (!isLeft || Self.isPunctuation(after))
    )
  }

  /// Returns where a mark ends that some backticks, asterisks or underscores begin: at as many of them, or at the last of three.
  ///
  /// Code binds more tightly than emphasis: in `` `a*b` ``, the asterisk is code.
  private mutating func end(of character: Character, count: Int, from start: Int, to end: Int) -> Int? {
    let key = MissingEnd(character: character, count: count, end: end)
    guard !missing.contains(key) else { return nil }
    var index = start
    while index < end {
      if character != "`", escapes(index, in: start..<end) {
        index += 2
        continue
      }
      let found = line[index] == character || line[index] == "`" ? self.count(from: index, to: end) : 1
      if line[index] == character {
        let isEnd =
          character == "`"
          ? found == count : (found == count || found == 3) && borders(index, count: found).closes
        if isEnd { return index + found - count }
      } else if line[index] == "`" {
        let code = self.end(of: "`", count: found, from: index + found, to: end)
        index = code ?? index
      }
      index += found
    }
    missing.insert(key)
    return nil
  }

  /// Takes a link with the address after its text; returns the index after it.
  ///
  /// Without an address right after it, the brackets are text: `[a]`, `[a] (b)`. References (`[a][b]`) aren't read, since their definitions
  /// aren't in a line. A link has no brackets in its text.
  private mutating func takeLink(
    _ start: Int, in part: Range<Int>, _ run: MarkdownText.Run, depth: Int
  ) -> Int? {
    guard run.address == nil, depth < Self.deepest else { return nil }
    var end = start + 1
    while end < part.upperBound, line[end] != "]" {
      if line[end] == "[" { return nil }
      end += escapes(end, in: part) ? 2 : 1
    }
    guard end + 1 < part.upperBound, line[end + 1] == "(", end < lastParenthesis,
      let address = address(from: end + 2, to: part.upperBound)
    else { return nil }
    var inner = run
    (inner.address, inner.marks) = (address.text, run.marks.union(.link))
    let before = runs.count
    read((start + 1)..<end, inner, depth: depth + 1)
    // The address is readable that way, also where the terminal opens no links.
    let isSame = runs.count == before + 1 && runs.last?.text == address.text
    guard !isSame, !address.text.isEmpty else { return address.end }
    var shown = run
    add(" (", shown, .address)
    shown.address = address.text
    add(address.text, shown, .address)
    add(")", run, .address)
    return address.end
  }

  /// Returns an address up to its closing parenthesis, without a title, and the index after it; `nil` if it isn't closed or is too long.
  ///
  /// Parentheses inside the address are counted (`b(c)d`), and an address in angle brackets can contain blanks (`<y z>`).
  private func address(from start: Int, to end: Int) -> (text: String, end: Int)? {
    var depth = 0
    var addressEnd: Int?
    var isInBrackets = start < end && line[start] == "<"
    for index in start..<max(start, min(end, start + Self.longestAddress)) {
      switch line[index] {
      case ">" where isInBrackets: (isInBrackets, addressEnd) = (false, index + 1)
      case _ where isInBrackets: break
      case "(": depth += 1
      case ")" where depth == 0:
        var address = line[start..<(addressEnd ?? index)]
        if address.first == "<", address.last == ">" { address = address.dropFirst().dropLast() }
        return (String(address), index + 1)
      case ")": depth -= 1
      case " " where addressEnd == nil: addressEnd = index
      default: break
      }
    }
    return nil
  }

  /// Takes an address in angle brackets, which needs a scheme: `<https://x.org>` is a link, `<T>` and `a < b` are text.
  private mutating func takeAutolink(_ start: Int, in part: Range<Int>, _ run: MarkdownText.Run) -> Int? {
    let rest = line[(start + 1)..<min(part.upperBound, start + Self.longestAddress)]
    guard let end = rest.firstIndex(where: { $0 == ">" || $0 == "<" || $0.isWhitespace }), line[end] == ">",
      let colon = rest[..<end].firstIndex(of: ":"), colon > start + 1,
      rest[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) })
    else { return nil }
    var link = run
    link.address = String(rest[..<end])
    add(rest[..<end], link, .link)
    return end + 1
  }
}
