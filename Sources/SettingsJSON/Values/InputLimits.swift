/// The limits on what files, forms and commands may contain: the one table of them. `Documentation/Limits.md` lists
/// each with its error.
///
/// Content beyond a limit is an error with its position, or is cut or counted where that loses nothing; it is never
/// slow, and never ends a program. The limits are far above what people and programs write, so that only content that
/// was made to exhaust a program, or by mistake, reaches them.
///
/// Each one bounds something that could otherwise grow without an end: the depth of a recursion, the memory for one
/// element, or the number of steps that grows faster than the content.
package enum InputLimits {
  // MARK: Documents

  /// The number of bytes of a document: 64 MiB, a quarter of what the offsets of the index can hold.
  package static let documentSize = 64 << 20
  /// The nesting of arrays and objects in a document. Values are written and compared recursively, on the stack of a
  /// task, which has 512 KB.
  package static let documentDepth = 512
  /// The number of characters of a number. The exact check of a multiple takes time quadratic in it.
  package static let numberLength = 2_048

  // MARK: Forms

  /// The nesting of schemas in a form.
  package static let schemaDepth = 256
  /// The number of characters of a title.
  package static let titleLength = 500
  /// The number of characters of a description, a header, a footer, or the description of a choice.
  package static let helpLength = 20_000
  /// The number of states of a regular expression's automaton.
  package static let patternStates = 20_000
  /// The nesting of groups in a regular expression.
  package static let patternDepth = 200
  /// The regular expressions for the keys of an object whose matches share no text, so that each is looked for in each key.
  package static let keyPatterns = 50
  /// The length of the path to a part of a rule.
  package static let rulePathLength = 256
  /// The operations that a value in a rule passes through. The operands of `+`, `-`, `*`, `/` and `if` count one by one, because
  /// each result is an operand of the next operation.
  package static let ruleDepth = 256
  /// The operations and operands of a rule.
  package static let ruleSize = 10_000

  // MARK: Checks

  /// The number of unknown keys, and of errors, that are reported one by one; more are counted.
  package static let reportedProblems = 1_000
  /// The nesting of schemas during a check, each inside a value or beside others for the same value.
  package static let checkDepth = 1_500
  /// The number of schemas that a value can be checked by.
  package static let checkSteps = 200_000
  /// The number of schemas that each part of a value adds to ``checkSteps``.
  package static let checkStepsForEachPart = 4_000
  /// The number of schemas that a value of many parts may be checked by, and the number that each of these parts adds.
  package static let checkStepsInAll = 10_000_000
  package static let checkStepsForEachOfManyParts = 20
}

extension InputLimits {
  /// Returns the text, or its beginning with an ellipsis if it has more Unicode scalars than the limit.
  ///
  /// It is for titles and help texts, whose end nobody needs; values are never cut. Text with at most as many bytes as
  /// the limit is returned without being looked at.
  package static func cut(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit,
      let end = text.unicodeScalars.index(
        text.startIndex, offsetBy: limit, limitedBy: text.endIndex), end < text.endIndex
    else { return text }
    return String(text.unicodeScalars[..<end]) + "…"
  }
}
