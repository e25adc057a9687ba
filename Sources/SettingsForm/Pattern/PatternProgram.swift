/// A regular expression compiled to an automaton: a list of instructions, each of which is a state.
///
/// `ab*` becomes
///
///     0  scalar a
///     1  split 2, 4       continue at 2 and at 4
///     2  scalar b
///     3  jump 1
///     4  accept
///
/// The run is in several states at once. After `a`, they are 2 and 4: a `b` would be right, and so would the end. A
/// state that is reached twice in the same step is followed only once, so a step costs at most one visit of each
/// instruction, and a loop over the empty string, as in `(a*)*`, ends.
///
/// A repetition with numbers is written out: `a{2,4}` is `a a a? a?`. That makes the program long, so its size is
/// limited.
///
/// A program says whether there is a match and where matches end; it doesn't say where they start or what groups
/// contain. Nobody asks for that, and it is what makes other engines slow.
struct PatternProgram: Sendable {
  /// The direction in which the string is read.
  enum Direction: Sendable {
    case forward
    case backward
  }

  /// One state of the automaton, and what leads on from it. The next instruction follows, except after `split` and
  /// `jump`.
  private enum Instruction: Sendable {
    case scalar(PatternScalarSet)
    case split(Int, Int)
    case jump(Int)
    case assertion(PatternNode.Assertion)
    case lookAround(Int)
    case accept
  }

  /// The maximum number of states.
  private static let sizeLimit = InputLimits.patternStates

  private let direction: Direction
  private var instructions: [Instruction] = []
  /// The scalars that a match can start with; `nil` if it can be empty or starts with a condition. While no match has
  /// begun, the run skips everything else, which is most of a long string.
  private var starts: PatternScalarSet?

  /// Compiles a pattern.
  ///
  /// - Parameter direction: For a program that is run backward, sequences are written in the reverse order.
  /// - Throws: ``TextPatternError`` if the program would have more than 20 000 instructions.
  init(_ node: PatternNode, direction: Direction) throws(TextPatternError) {
    self.direction = direction
    try add(node)
    try emit(.accept)
    starts = startingScalars
  }

  /// Follows the program from its start to the first scalars. A condition in the way, such as `^`, makes every position
  /// a possible start.
  private var startingScalars: PatternScalarSet? {
    var parts: [PatternScalarSet.Part] = []
    var seen: Set<Int> = []
    var stack = [0]
    while let state = stack.popLast() {
      guard seen.insert(state).inserted else { continue }
      switch instructions[state] {
      case .scalar(let set): parts.append(.set(set))
      case .jump(let target): stack.append(target)
      case .split(let first, let second): stack += [first, second]
      case .assertion, .lookAround, .accept: return nil
      }
    }
    return PatternScalarSet(parts)
  }

  private mutating func add(_ node: PatternNode) throws(TextPatternError) {
    switch node {
    case .scalar(let set): try emit(.scalar(set))
    case .assertion(let assertion): try emit(.assertion(assertion))
    case .lookAround(let index): try emit(.lookAround(index))
    case .sequence(let nodes):
      switch direction {
      case .forward: for node in nodes { try add(node) }
      case .backward: for node in nodes.reversed() { try add(node) }
      }
    case .alternatives(let nodes): try addAlternatives(nodes)
    case .repeated(let node, let min, let max): try addRepeated(node, min: min, max: max)
    }
  }

  /// Adds alternatives. Each but the last begins with a split into itself and the next one, and ends with a jump behind
  /// all of them; the targets are entered when they are known.
  private mutating func addAlternatives(_ nodes: [PatternNode]) throws(TextPatternError) {
    var ends: [Int] = []
    for node in nodes.dropLast() {
      let split = instructions.count
      try emit(.jump(0))
      try add(node)
      ends.append(instructions.count)
      try emit(.jump(0))
      instructions[split] = .split(split + 1, instructions.count)
    }
    if let last = nodes.last { try add(last) }
    for end in ends { instructions[end] = .jump(instructions.count) }
  }

  /// Adds a repetition: `min` copies, and then a loop, or up to `max - min` copies that can each be left out together
  /// with those behind it.
  private mutating func addRepeated(
    _ node: PatternNode, min: Int, max: Int?
  ) throws(TextPatternError) {
    let start = instructions.count
    for _ in 0..<min {
      try add(node)
      // The node is empty: it has no instructions, however often it is repeated.
      if instructions.count == start { return }
    }
    guard let max else {
      let split = instructions.count
      try emit(.jump(0))
      try add(node)
      try emit(.jump(split))
      instructions[split] = .split(split + 1, instructions.count)
      return
    }
    var splits: [Int] = []
    for _ in min..<Swift.max(min, max) {
      splits.append(instructions.count)
      try emit(.jump(0))
      try add(node)
    }
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
  }

  /// Adds an instruction.
  ///
  /// - Throws: ``TextPatternError`` at the limit, before the memory for a pattern such as `(a{1000}){1000}` is used.
  private mutating func emit(_ instruction: Instruction) throws(TextPatternError) {
    guard instructions.count < Self.sizeLimit else {
      throw TextPatternError(message: "it grows beyond \(Self.sizeLimit) states.")
    }
    instructions.append(instruction)
  }
}

// MARK: - Running

extension PatternProgram {
  /// Whether there is a match anywhere; `nil` if that takes more steps than there are. It ends at the first match.
  func isFound(in text: [Unicode.Scalar], looking answers: [[Bool]], within steps: inout Int) -> Bool? {
    var found = false
    let isComplete = run(over: text, looking: answers, within: &steps) { _ in
      found = true
      return false
    }
    return isComplete ? found : nil
  }

  /// Returns, for each position of the string, whether a match that starts anywhere ends there; read backward, whether
  /// a match starts there; `nil` if that takes more steps than there are. The result has one element more than the
  /// string has scalars.
  func matches(in text: [Unicode.Scalar], looking answers: [[Bool]], within steps: inout Int) -> [Bool]? {
    var places = Array(repeating: false, count: text.count + 1)
    let isComplete = run(over: text, looking: answers, within: &steps) { place in
      places[place] = true
      return true
    }
    return isComplete ? places : nil
  }

  /// Follows all states in parallel from every position of the text.
  ///
  /// `current` has the states that wait for a scalar, and `following` the states that it leads to. `stack` has the states whose jumps,
  /// splits and conditions are still to be followed at this position.
  ///
  /// - Parameters:
  ///   - answers: For each look-around, whether it holds at each position.
  ///   - steps: The number of states that can be followed.
  ///   - accept: Receives each position where a match ends; returns `false` to stop.
  /// - Returns: Whether there were enough steps.
  private func run(
    over text: [Unicode.Scalar], looking answers: [[Bool]], within steps: inout Int, accept: (Int) -> Bool
  ) -> Bool {
    // The last step in which each state was reached. Each state is followed once per step, so that the time is linear, and loops
    // over the empty string end.
    var marks = Array(repeating: -1, count: instructions.count)
    var current: [Int] = []
    var following: [Int] = []
    var stack: [Int] = []
    for step in 0...text.count {
      let place = direction == .forward ? step : text.count - step
      if following.isEmpty, let starts {
        // No match has begun, so skip what can't begin one.
        guard step < text.count else { return true }
        if !starts.contains(direction == .forward ? text[place] : text[place - 1]) { continue }
      }
      // A match can begin at every position.
      following.append(0)
      current.removeAll(keepingCapacity: true)
      var isAccepting = false
      guard steps >= 0 else { return false }
      for start in following {
        stack.append(start)
        while let state = stack.popLast() {
          guard marks[state] != step else { continue }
          marks[state] = step
          steps -= 1
          switch instructions[state] {
          case .scalar: current.append(state)
          case .jump(let target): stack.append(target)
          case .split(let first, let second):
            stack.append(second)
            stack.append(first)
          case .assertion(let assertion):
            if assertion.holds(at: place, in: text) { stack.append(state + 1) }
          case .lookAround(let index):
            if answers[index][place] { stack.append(state + 1) }
          case .accept: isAccepting = true
          }
        }
      }
      if isAccepting, !accept(place) { return true }
      guard step < text.count else { return true }
      let scalar = direction == .forward ? text[place] : text[place - 1]
      following.removeAll(keepingCapacity: true)
      for state in current {
        if case .scalar(let set) = instructions[state], set.contains(scalar) {
          following.append(state + 1)
        }
      }
    }
    return true
  }
}

extension PatternNode.Assertion {
  fileprivate func holds(at place: Int, in text: [Unicode.Scalar]) -> Bool {
    switch self {
    case .start: place == 0
    case .end: place == text.count
    case .wordBoundary: Self.isWordBoundary(place, text: text)
    case .noWordBoundary: !Self.isWordBoundary(place, text: text)
    }
  }

  /// Whether a position is at the edge of a word: exactly one of its neighbors is a letter, a digit or `_`. Outside the
  /// text, there is none.
  private static func isWordBoundary(_ place: Int, text: [Unicode.Scalar]) -> Bool {
    let before = place > 0 && PatternScalarSet.word.contains(text[place - 1])
    let after = place < text.count && PatternScalarSet.word.contains(text[place])
    return before != after
  }
}
