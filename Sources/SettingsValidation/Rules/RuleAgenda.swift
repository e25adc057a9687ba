/// The rules to run after a change: derived defaults first, in the order of the engine.
///
/// A binary min-heap of the numbers of derivations (J. W. J. Williams, "Algorithm 232: Heapsort", 1964), because
/// running one can add later ones, but never an earlier one or itself. All pending rules of one derivation run
/// together, so its value is decided once.
struct RuleAgenda {
  /// The rules that derive no default, in the order in which they were added.
  private(set) var others: [Int] = []
  private var seen: Set<Int> = []
  /// The pending rules of each derivation.
  private var rules: [Int: [Int]] = [:]
  /// A binary min-heap of derivations.
  private var heap: [Int] = []

  /// Adds a rule if it wasn't added before. Each rule is added once for an update, however many of its inputs change.
  mutating func add(_ number: Int, engine: RuleEngine) {
    guard seen.insert(number).inserted else { return }
    guard case .assign(let assignment) = engine.rules[number].action,
      let derivation = engine.derivationOfSetting[assignment.position]
    else {
      others.append(number)
      return
    }
    if rules[derivation] == nil { push(derivation) }
    rules[derivation, default: []].append(number)
  }

  /// Removes and returns the first derivation with its pending rules; `nil` if none is left. Rules that derive nothing
  /// stay in ``others``.
  mutating func next() -> (derivation: Int, rules: [Int])? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    return (first, rules.removeValue(forKey: first) ?? [])
  }

  /// Adds a derivation to the heap: it rises as long as its parent is larger.
  private mutating func push(_ derivation: Int) {
    heap.append(derivation)
    var place = heap.count - 1
    while place > 0, heap[(place - 1) / 2] > heap[place] {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Restores the heap after its last number has taken the place of the first: it sinks as long as a child is smaller.
  private mutating func sink() {
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child] < heap[least] {
        least = child
      }
      guard least != place else { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}
