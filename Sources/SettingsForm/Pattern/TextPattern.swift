import Synchronization

/// A regular expression as JSON Schema defines it: ECMA-262 with the `u` flag, over Unicode scalars. It is found
/// anywhere in a string unless it is anchored.
///
/// The usual engines try one way to match after the other and go back when it fails. For `^(a+)+$` and a string of 30
/// letters `a` with a `b` behind them, that takes minutes: each `a` doubles the number of ways. Patterns come from
/// forms, and forms from the internet, so here the time is linear in the string's length times the pattern's size: the
/// states of the automaton are followed in parallel (K. Thompson, "Regular Expression Search Algorithm", 1968), and
/// each look-around takes a separate pass. In exchange, back references (`\1`, `\k<name>`) and properties by script
/// (`\p{Script=Greek}`) are refused.
///
///     pattern ─▶ PatternParser ─▶ PatternNode ─▶ PatternProgram     instructions of the automaton
///                                      │
///                                      ├─▶ requiredText              a string that each match contains
///                                      └─▶ lookArounds               programs of their own, inner ones first
///
///     string ─▶ contains requiredText? ─ no ─▶ no match, which is the case for most strings
///                      │ yes
///               answers of the look-arounds for each position ─▶ one pass of the program
///
/// For example, `^[a-z]+(-[a-z]+)*$` matches `eu-west`, and `\.json$` matches `settings.json`, of which a search for
/// `.json` decides most.
package struct TextPattern: Sendable {
  package let source: String
  private let program: PatternProgram
  /// The UTF-8 of a string that is in each match; empty if none is known. `^plugin-\d+\.` has `plugin-`.
  let requiredText: [UInt8]
  private let lookArounds: [LookAround]

  /// A compiled look-around.
  ///
  /// A look-around is a question about a position: "does `foo` follow here?" One pass over the string answers it for
  /// all positions at once. A look-ahead is run backward, from the end of the string: its program then *ends* at each
  /// position where `foo` starts. The pattern itself only looks the answers up.
  ///
  /// For `(?=foo)` and the string `afoo`, the answers for the positions 0 to 4 are no, yes, no, no, no.
  private struct LookAround: Sendable {
    let program: PatternProgram
    let isNegated: Bool
  }

  /// Parses a regular expression.
  ///
  /// - Throws: ``TextPatternError`` with the position of the error. A pattern of more than 20 000 states, such as
  ///   `(a{1000}){1000}`, is an error, too.
  ///
  /// Cost: linear in the number of states, which repetitions with numbers multiply.
  package init(_ source: String) throws(TextPatternError) {
    var parser = PatternParser(source)
    let root = try parser.parse()
    self.source = source
    program = try PatternProgram(root, direction: .forward)
    requiredText = Array(root.requiredText.utf8)
    var lookArounds: [LookAround] = []
    for look in parser.lookArounds {
      // A look-ahead has to hold where its match starts, and a look-behind where its match ends. Read in this direction, one pass
      // finds all these positions.
      let direction: PatternProgram.Direction = look.isAhead ? .backward : .forward
      lookArounds.append(
        LookAround(
          program: try PatternProgram(look.node, direction: direction), isNegated: look.isNegated))
    }
    self.lookArounds = lookArounds
  }

  /// Whether any part of the string matches. Nothing limits the steps, so this is for text of a limited length, such as
  /// names; a check counts them.
  ///
  /// Cost: linear in the length of the string, times the size of the pattern.
  package func matches(_ text: String) -> Bool {
    var steps = Int.max
    return matches(text, within: &steps) ?? false
  }

  /// Whether any part of the string matches; `nil` if that takes more steps than there are.
  ///
  /// - Parameter steps: The number of states that may still be followed. Each one that is followed is subtracted.
  func matches(_ text: String, within steps: inout Int) -> Bool? {
    guard requiredText.isEmpty || text.withBytes({ JSONBytes.contains($0, text: requiredText) }) else {
      return false
    }
    let scalars = Array(text.unicodeScalars)
    // Inner look-arounds are listed before outer look-arounds, so their results are known when they are needed.
    var answers: [[Bool]] = []
    for look in lookArounds {
      guard let found = look.program.matches(in: scalars, looking: answers, within: &steps) else {
        return nil
      }
      answers.append(look.isNegated ? found.map { !$0 } : found)
    }
    return program.isFound(in: scalars, looking: answers, within: &steps)
  }
}

extension TextPattern: Hashable, CustomStringConvertible {
  package var description: String { source }

  package static func == (left: TextPattern, right: TextPattern) -> Bool { left.source == right.source }

  package func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// Why a regular expression is malformed: an error of the pattern's author, which a form reports at the keyword.
package struct TextPatternError: Error, Hashable, Sendable {
  /// The problem with its place, as part of a sentence: `at character 3, the group is not closed.`
  package let message: String
}

/// The regular expressions of a form, each compiled at its first use. Forms repeat them: a pattern for host names at
/// fifty settings is parsed once. Malformed ones aren't kept.
package final class PatternCache: Sendable {
  private let patterns = Mutex<[String: TextPattern]>([:])

  package init() {}

  package func pattern(_ source: String) throws(TextPatternError) -> TextPattern {
    if let known = patterns.withLock({ $0[source] }) { return known }
    let made = try TextPattern(source)
    patterns.withLock { $0[source] = made }
    return made
  }
}

extension TextPattern {
  /// The pattern of the keys of a dictionary by `Int`, as Swift writes them: `"01"` would be a second key for 1. Numbers of 19 digits are
  /// those up to the limits of `Int`: each alternative has a digit below that of the limit. A person reads "a whole number" instead of it.
  package static let integerKeys: String = {
    let digits = "\(Int64.max)".map { $0.wholeNumberValue ?? 0 }
    let lower = digits.indices.filter { digits[$0] > ($0 == 0 ? 1 : 0) }.map { place in
      let same = digits[..<place].map(String.init).joined()
      return "\(same)[\(place == 0 ? 1 : 0)-\(digits[place] - 1)][0-9]{\(digits.count - place - 1)}"
    }
    let long = (lower + ["\(Int64.max)"]).joined(separator: "|")
    return "^(0|-?([1-9][0-9]{0,17}|\(long))|\(Int64.min))$"
  }()
}
