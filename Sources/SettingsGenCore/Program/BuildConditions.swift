/// Decides which clauses of `#if` blocks are compiled.
///
/// The platform is that of the generator, and the compiler is the one that compiled the generator. Conditions that only the
/// build decides, such as `DEBUG`, are assumed.
struct BuildConditions {
  let clauses: [ConditionalClause]
  let file: SourceFile
  /// The assumptions about undecided conditions, by their source text.
  var assumptions: [String: Bool] = [:]

  /// Whether a clause and all clauses around it are compiled.
  func isActive(_ clause: Int) -> Bool {
    var current: Int? = clause
    while let index = current {
      guard isChosen(index) else { return false }
      current = clauses[index].parent
    }
    return true
  }

  /// Returns the undecided conditions of a clause.
  func undecided(in clause: ConditionalClause) -> [String] {
    var reader = ConditionReader(clause.condition, in: file, assumptions)
    _ = reader.holds()
    return reader.undecided
  }

  /// Whether a clause is the first of its block whose condition is true.
  private func isChosen(_ index: Int) -> Bool {
    guard holds(clauses[index]) else { return false }
    var previous = clauses[index].previous
    while let other = previous {
      if holds(clauses[other]) { return false }
      previous = clauses[other].previous
    }
    return true
  }

  private func holds(_ clause: ConditionalClause) -> Bool {
    if clause.condition.isEmpty { return true }
    var reader = ConditionReader(clause.condition, in: file, assumptions)
    return reader.holds()
  }
}

/// Evaluates a condition of `#if`.
private struct ConditionReader {
  let assumptions: [String: Bool]
  /// The conditions that only the build decides, as they are spelled.
  var undecided: [String] = []
  private var reader: TokenReader
  private let file: SourceFile

  init(_ condition: SourceRange, in file: SourceFile, _ assumptions: [String: Bool]) {
    self.file = file
    self.assumptions = assumptions
    reader = TokenReader(file, condition)
  }

  mutating func holds() -> Bool { readDisjunction() }

  private mutating func readDisjunction() -> Bool {
    reader.depth += 1
    defer { reader.depth -= 1 }
    guard reader.depth < TokenReader.maximumDepth else { return false }
    var result = readConjunction()
    while reader.isWord("||") {
      reader.advance()
      let right = readConjunction()
      result = result || right
    }
    return result
  }

  private mutating func readConjunction() -> Bool {
    var result = readCondition()
    while reader.isWord("&&") {
      reader.advance()
      let right = readCondition()
      result = result && right
    }
    return result
  }

  private mutating func readCondition() -> Bool {
    var isNegated = false
    while reader.isOperator(Byte.exclamation) {
      isNegated.toggle()
      reader.advanceInOperator()
    }
    if reader.kind == .leftParen {
      reader.advance()
      let inner = readDisjunction()
      _ = reader.take(.rightParen)
      return inner != isNegated
    }
    let start = reader.token.start
    let name = file.text(reader.token.range)
    reader.advance()
    guard reader.kind == .leftParen else {
      if name == "true" || name == "false" { return (name == "true") != isNegated }
      return decide(file.text(SourceRange(start: start, end: reader.previousEnd)), nil) != isNegated
    }
    let first = reader.token.end
    reader.skipGroup()
    let argument = file.text(SourceRange(start: first, end: max(first, reader.previousEnd - 1)))
    let text = file.text(SourceRange(start: start, end: reader.previousEnd))
    return decide(text, BuildPlatform.holds(name, argument)) != isNegated
  }

  private mutating func decide(_ text: String, _ decision: Bool?) -> Bool {
    if let decision { return decision }
    if !undecided.contains(text) { undecided.append(text) }
    return assumptions[text] ?? BuildPlatform.assumption(of: text)
  }
}
