/// A regular expression as JSON Schema takes it: ECMA-262 with the `u` flag, found anywhere in a text unless
/// it is anchored, over Unicode scalars.
///
/// Matching takes time linear in the text's length times the pattern's size, whatever the pattern: the states
/// of the automaton are followed side by side (K. Thompson, "Regular Expression Search Algorithm", 1968), and
/// look-arounds are settled by one pass each. No pattern can hang the caller. The price is that
/// back references (`\1`, `\k<name>`) and properties by script (`\p{Script=Greek}`) are refused.
///
/// ```swift
/// let pattern = try TextPattern("^[a-z]+(-[a-z]+)*$")
/// pattern.matches("eu-west")  // true
/// ```
public struct TextPattern: Sendable {
  /// The text that the pattern was made of.
  public let source: String
  private let program: PatternProgram
  private let lookArounds: [LookAround]

  /// One look-around, ready to run.
  private struct LookAround: Sendable {
    let program: PatternProgram
    let isNegated: Bool
  }

  /// Reads a regular expression.
  ///
  /// - Throws: ``TextPatternError`` with the place of the fault, also for a pattern that grows beyond 20 000
  ///   states, as `(a{1000}){1000}` does.
  public init(_ source: String) throws(TextPatternError) {
    var parser = PatternParser(source)
    let root = try parser.parse()
    self.source = source
    program = try PatternProgram(root, direction: .forward)
    var lookArounds: [LookAround] = []
    for look in parser.lookArounds {
      let direction: PatternProgram.Direction = look.isAhead ? .backward : .forward
      lookArounds.append(
        LookAround(
          program: try PatternProgram(look.node, direction: direction), isNegated: look.isNegated))
    }
    self.lookArounds = lookArounds
  }

  /// Whether some part of the text, as long as it may be, matches.
  public func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    // An inner look-around stands before the one around it, so that its answers are there when needed.
    var answers: [[Bool]] = []
    for look in lookArounds {
      let found = look.program.matches(in: scalars, looking: answers)
      answers.append(look.isNegated ? found.map { !$0 } : found)
    }
    return program.isFound(in: scalars, looking: answers)
  }
}

extension TextPattern: Hashable, CustomStringConvertible {
  /// The source.
  public var description: String { source }

  /// Whether both were made of the same text.
  public static func == (left: TextPattern, right: TextPattern) -> Bool { left.source == right.source }

  /// Feeds the source.
  public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// Why a text is no regular expression.
public struct TextPatternError: Error, Hashable, Sendable {
  /// The index of the character at fault, in Unicode scalars.
  public let offset: Int
  /// What is wrong, in one sentence.
  public let message: String
}
