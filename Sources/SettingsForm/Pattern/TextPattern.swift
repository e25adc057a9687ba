/// A regular expression as JSON Schema defines it: ECMA-262 with the `u` flag, over Unicode scalars. It is found anywhere in a
/// string unless it is anchored.
///
/// Matching takes time linear in the string's length times the pattern's size: the states of the automaton are followed in
/// parallel (K. Thompson, "Regular Expression Search Algorithm", 1968), and each look-around takes a separate pass. So no
/// pattern of a form can hang an app. In exchange, back references (`\1`, `\k<name>`) and properties by script
/// (`\p{Script=Greek}`) are refused.
///
/// ```swift
/// let pattern = try TextPattern("^[a-z]+(-[a-z]+)*$")
/// pattern.matches("eu-west")  // true
/// ```
package struct TextPattern: Sendable {
  /// The source of the pattern.
  package let source: String
  private let program: PatternProgram
  /// The UTF-8 of a string that is in each match.
  let requiredText: [UInt8]
  private let lookArounds: [LookAround]

  /// A compiled look-around.
  private struct LookAround: Sendable {
    let program: PatternProgram
    let isNegated: Bool
  }

  /// Parses a regular expression.
  ///
  /// - Throws: ``TextPatternError`` with the position of the error. A pattern of more than 20 000 states, such as
  ///   `(a{1000}){1000}`, is an error, too.
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

  /// Whether any part of the string matches.
  ///
  /// Cost: linear in the length of the string, times the size of the pattern.
  package func matches(_ text: String) -> Bool {
    var steps = Int.max
    return matches(text, within: &steps) ?? false
  }

  /// Whether any part of the string matches; `nil` if that takes more steps than there are.
  ///
  /// - Parameter steps: The number of states that may be followed, from which those that are followed are subtracted.
  func matches(_ text: String, within steps: inout Int) -> Bool? {
    guard requiredText.isEmpty || text.withBytes({ JSONBytes.contains($0, requiredText) }) else {
      return false
    }
    let scalars = Array(text.unicodeScalars)
    // Inner look-arounds are listed before outer ones, so their results are known when they are needed.
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
  /// The source.
  package var description: String { source }

  /// Whether both patterns have the same source.
  package static func == (left: TextPattern, right: TextPattern) -> Bool { left.source == right.source }

  /// Hashes the source.
  package func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// Why a regular expression is malformed.
package struct TextPatternError: Error, Hashable, Sendable {
  /// The problem with its place, as part of a sentence.
  package let message: String
}
