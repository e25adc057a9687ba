/// A pattern of paths, as in `fileMatch` of SchemaStore's catalog and of VS Code's `json.schemas`.
///
/// `*` stands for any characters of a name, `?` for one character, `[a-z]` and `[!a-z]` for one of a set, `{a,b}` for alternatives, and
/// `**` for any number of folders. A pattern matches the end of a path: `*.app.json` matches in any folder, and `ci/*.json` in any folder
/// `ci`. A slash at the start has no meaning. Upper and lower case differ.
///
///     *.app.json         /home/u/x.app.json               yes
///     ci/*.json          /src/ci/a.json                   yes
///     ci/*.json          /src/ci/b/a.json                 no: * stands for no slash
///     ci/**/a.json       /src/ci/a.json, /src/ci/b/a.json yes
///     *.{json,json5}     a.json5                          yes
///     .foo[!a-c]         .food                            yes
///
/// The matcher takes time in proportion to the product of the lengths at worst, not exponential time: after a mismatch, only the last star
/// takes one more character (or folder). A catalog has a thousand patterns, of which nearly all fail by their last characters alone
/// (``canMatch(_:path:)``), before anything is parsed.
///
/// No pattern is an error. What can't be a set or a pair of braces is ordinary text.
struct FileGlob {
  /// A part of a pattern between two slashes. A part that contains `**` beside other characters is a name in which it means `*`.
  private enum Segment {
    case anyFolders
    case name([Token])
  }

  /// What stands for characters of a name: one of them, or, only for an asterisk, any number.
  private enum Token {
    case character(Unicode.Scalar)
    case anyCharacter
    case anyCharacters
    case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)

    func matches(_ other: Unicode.Scalar) -> Bool {
      switch self {
      case .character(let character): character == other
      case .anyCharacter, .anyCharacters: true
      case .oneOf(let ranges, let isNegated): ranges.contains { $0.contains(other) } != isNegated
      }
    }
  }

  /// The number of alternatives of a pattern that are tried; further ones are ignored. Braces can be nested or side by side:
  /// `{a,b}{a,b}{a,b}…` with twenty pairs has a million.
  private static let maxAlternatives = 64

  /// The alternatives without braces. Each begins with `**`, because a pattern matches the end of a path.
  private let alternatives: [[Segment]]
  /// The number of characters that aren't wildcards. Of several patterns that match a path, the pattern with the most is the most specific.
  ///
  /// For `config/app.json`, the pattern `config/*.json` (11, since slashes don't count) wins over `*.json` (5).
  let literalCount: Int

  /// Parses a pattern. Cost: linear in its length, for each of at most 64 alternatives.
  init(_ pattern: String) {
    alternatives = Self.expandingBraces(Array(pattern.unicodeScalars)).map(Self.segments)
    literalCount =
      alternatives.map { segments in segments.reduce(0) { $0 + Self.literalCount(of: $1) } }.max() ?? 0
  }

  /// Returns whether the pattern matches a path, by one of its alternatives.
  func matches(_ path: FilePath) -> Bool {
    alternatives.contains { Self.matches($0[...], names: path.names[...]) }
  }

  /// Returns whether a pattern can match a path, by the characters after its last wildcard and those before. Most patterns of a catalog
  /// fail here.
  ///
  /// For `/home/u/app.json`, `*.yaml` fails at its last character, and `tsconfig.*.json` because the path doesn't contain `tsconfig.`.
  /// `true` doesn't mean that it matches, `false` means that it doesn't.
  ///
  /// - Parameter pattern: The pattern in UTF-8.
  static func canMatch(_ pattern: some BidirectionalCollection<UInt8>, path: FilePath) -> Bool {
    var pattern = pattern.starts(with: "./".utf8) ? pattern.dropFirst(2) : pattern[...]
    var rest = path.bytes[...]
    while let byte = pattern.popLast() {
      if byte == UInt8(ascii: "*") { return canMatch(before: pattern, path) }
      if isWildcard(byte) { return true }
      guard let last = rest.last else { return byte == UInt8(ascii: "/") }
      if last != byte { return false }
      rest.removeLast()
    }
    return true
  }

  /// Returns whether a path has the characters of a pattern between its last two wildcards, if both are asterisks. Slashes around them
  /// don't count, because `**` stands for no folder, too.
  ///
  /// Where in the path they are doesn't matter here; the matcher checks that.
  private static func canMatch(before pattern: some BidirectionalCollection<UInt8>, _ path: FilePath) -> Bool
  {
    let text = pattern.reversed().prefix { !isWildcard($0) }
    let wildcard = pattern.dropLast(text.count).last
    guard wildcard == nil || wildcard == UInt8(ascii: "*") else { return true }
    var words = Array(text)
    while words.last == UInt8(ascii: "/") { words.removeLast() }
    words = words.reversed()
    while words.last == UInt8(ascii: "/") { words.removeLast() }
    guard let first = words.first else { return true }
    return path.bytes.indices.contains { path.bytes[$0] == first && path.bytes[$0...].starts(with: words) }
  }

  /// Whether a byte of a pattern can have a meaning of its own. The slash isn't one of them.
  private static func isWildcard(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: ","):
      true
    default: false
    }
  }
}

// MARK: - Matching

extension FileGlob {
  /// Matches the parts of a pattern with the names of a path, from left to right, with one place to go back to.
  ///
  /// The pattern `**/ci/**/a.json` and `/ci/x/ci/a.json`: the second `**` begins behind the first `ci`, takes `x` and `ci`, and `a.json`
  /// matches.
  private static func matches(_ segments: ArraySlice<Segment>, names: ArraySlice<[Unicode.Scalar]>) -> Bool {
    var (segments, names) = (segments, names)
    // After a mismatch, the last `**` takes one more folder. An earlier star needs no second try, because it would only take what a later
    // star can take, too.
    var retry: (segments: ArraySlice<Segment>, names: ArraySlice<[Unicode.Scalar]>)?
    while true {
      switch segments.first {
      case .anyFolders?:
        segments = segments.dropFirst()
        retry = (segments, names)
        continue
      case .name(let tokens)?:
        if let name = names.first, matches(tokens[...], name: name[...]) {
          segments = segments.dropFirst()
          names = names.dropFirst()
          continue
        }
      case nil:
        if names.isEmpty { return true }
      }
      guard let last = retry, !last.names.isEmpty else { return false }
      retry = (last.segments, last.names.dropFirst())
      (segments, names) = (last.segments, last.names.dropFirst())
    }
  }

  /// Matches one name, in the same way: after a mismatch, the last `*` takes one more character.
  ///
  /// `*a*b` and `aab`: the first `*` takes nothing, `a` matches, the second `*` takes `a`, `b` matches. The first `*` is never tried again.
  private static func matches(_ tokens: ArraySlice<Token>, name: ArraySlice<Unicode.Scalar>) -> Bool {
    var (tokens, name) = (tokens, name)
    var retry: (tokens: ArraySlice<Token>, name: ArraySlice<Unicode.Scalar>)?
    while true {
      if case .anyCharacters? = tokens.first {
        tokens = tokens.dropFirst()
        retry = (tokens, name)
        continue
      }
      if let token = tokens.first, let character = name.first, token.matches(character) {
        tokens = tokens.dropFirst()
        name = name.dropFirst()
        continue
      }
      if tokens.isEmpty, name.isEmpty { return true }
      guard let last = retry, !last.name.isEmpty else { return false }
      retry = (last.tokens, last.name.dropFirst())
      (tokens, name) = (last.tokens, last.name.dropFirst())
    }
  }
}

// MARK: - Reading

extension FileGlob {
  /// Returns the number of characters of a name that stand for themselves.
  private static func literalCount(of segment: Segment) -> Int {
    guard case .name(let tokens) = segment else { return 0 }
    return tokens.count { if case .character = $0 { true } else { false } }
  }

  /// Returns the parts of a pattern without braces. Empty parts and `.` have no meaning: `./a//b` is `a/b`.
  private static func segments(_ pattern: [Unicode.Scalar]) -> [Segment] {
    let parts = pattern.split(separator: "/").filter { $0 != ["."] }
    return [.anyFolders] + parts.map { $0.elementsEqual(["*", "*"]) ? .anyFolders : .name(tokens($0)) }
  }

  /// Returns the tokens of a part of a pattern. Several asterisks are one, which keeps the matcher from trying each of them.
  private static func tokens(_ text: ArraySlice<Unicode.Scalar>) -> [Token] {
    var tokens: [Token] = []
    var rest = text
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*":
        if case .anyCharacters? = tokens.last { continue }
        tokens.append(.anyCharacters)
      case "?": tokens.append(.anyCharacter)
      case "[":
        // Without its end, the bracket is an ordinary character.
        guard let end = rest.dropFirst().firstIndex(of: "]") else { fallthrough }
        tokens.append(set(rest[..<end]))
        rest = rest[(end + 1)...]
      default: tokens.append(.character(scalar))
      }
    }
    return tokens
  }

  /// Returns the set in brackets: `a-z`, `!0-9`, `^x`. A hyphen at an end, or of a range that is the wrong way round, stands for itself.
  private static func set(_ text: ArraySlice<Unicode.Scalar>) -> Token {
    let isNegated = text.first == "!" || text.first == "^"
    var rest = isNegated ? text.dropFirst() : text
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while let first = rest.popFirst() {
      if rest.first == "-", let last = rest.dropFirst().first, first <= last {
        ranges.append(first...last)
        rest = rest.dropFirst(2)
      } else {
        ranges.append(first...first)
      }
    }
    return .oneOf(ranges, isNegated: isNegated)
  }

  /// Returns the pattern once for each combination of its alternatives. Braces without a partner are ordinary characters.
  ///
  /// For example, `*.{json,json5}` becomes `*.json` and `*.json5`. The stack holds patterns with braces left in them; the first pair is
  /// replaced, and the results go back on the stack.
  private static func expandingBraces(_ pattern: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
    var waiting = [pattern]
    var expanded: [[Unicode.Scalar]] = []
    while let next = waiting.popLast(), expanded.count < maxAlternatives {
      guard let braces = Braces(in: next) else {
        expanded.append(next)
        continue
      }
      guard waiting.count < maxAlternatives else { continue }
      for alternative in braces.alternatives.reversed() {
        waiting.append(Array(next[..<braces.start] + alternative + next[braces.end...]))
      }
    }
    return expanded
  }

  /// The first pair of braces in a pattern, with the texts between its commas. Inner pairs stay in them, for the next round.
  private struct Braces {
    let start: Int
    /// The position after the closing brace.
    let end: Int
    let alternatives: [ArraySlice<Unicode.Scalar>]

    /// Finds the first opening brace and its partner; returns `nil` if there is no such pair. Braces without a comma are one alternative:
    /// `{a}` is `a`.
    init?(in pattern: [Unicode.Scalar]) {
      guard let start = pattern.firstIndex(of: "{") else { return nil }
      var depth = 0
      var commas = [start]
      for index in start..<pattern.count {
        switch pattern[index] {
        case "{": depth += 1
        case "}": depth -= 1
        case "," where depth == 1: commas.append(index)
        default: break
        }
        guard depth == 0 else { continue }
        commas.append(index)
        self.start = start
        end = index + 1
        alternatives = zip(commas, commas.dropFirst()).map { pattern[($0 + 1)..<$1] }
        return
      }
      return nil
    }
  }
}

/// A path, split for comparisons with patterns: once, because it is compared with a thousand of them.
///
/// `bytes` are for the quick look at the end (``FileGlob/canMatch(_:path:)``), `names` for the comparison itself, which needs scalars for
/// `?` and sets.
struct FilePath {
  let text: String
  let bytes: [UInt8]
  let names: [[Unicode.Scalar]]

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    names = text.unicodeScalars.split(separator: "/").map(Array.init)
  }
}

/// The patterns of an entry of a catalog: which files have its form.
///
/// A file matches if a pattern matches, and if the last pattern that matches isn't an exclusion, which begins with `!`.
///
/// In `["*.json", "!package.json", "package.json"]`, the last pattern that matches `package.json` isn't an exclusion, so the file matches.
/// The order counts for exclusions; for the most specific pattern, it only decides between equals.
struct FileMatch {
  /// How well a pattern describes a file: the more characters without wildcards, the better.
  ///
  /// `tsconfig.json` (13) beats `*.json` (5), so a general entry of one catalog doesn't hide the right one of another.
  struct Rank: Comparable {
    let pattern: String
    private let literalCount: Int

    fileprivate init(_ pattern: String, literalCount: Int) {
      self.pattern = pattern
      self.literalCount = literalCount
    }

    static func < (left: Rank, right: Rank) -> Bool { left.literalCount < right.literalCount }
  }

  /// Returns the most specific of the patterns that match a file; `nil` if the file doesn't match.
  ///
  /// Cost: parses only patterns that can match.
  static func rank(of path: FilePath, in patterns: some Sequence<String>) -> Rank? {
    var best: Rank?
    var isExcluded = false
    for pattern in patterns {
      let isExclusion = pattern.hasPrefix("!")
      let text = isExclusion ? String(pattern.dropFirst()) : pattern
      guard !text.isEmpty, FileGlob.canMatch(text.utf8, path: path) else { continue }
      let glob = FileGlob(text)
      guard glob.matches(path) else { continue }
      isExcluded = isExclusion
      if isExclusion { continue }
      let rank = Rank(text, literalCount: glob.literalCount)
      if best.map({ $0 < rank }) ?? true { best = rank }
    }
    return isExcluded ? nil : best
  }
}
