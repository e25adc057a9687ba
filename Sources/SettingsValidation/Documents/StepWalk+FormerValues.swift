/// Moves and conversions, which need no code of the app.
///
/// Steps that don't meet are made together, as one edit of the text: a step that looks at a place which waiting edits change makes these
/// edits first. So a file with a thousand values that have moved is parsed a few times, and each step sees what the steps before it made.
extension StepWalk {
  /// Edits that wait for others.
  struct Waiting {
    var edits = JSONEdits()
    /// The moves among the edits.
    var made: [ValueMoves.Move] = []
    private var touched = TouchedPaths()

    mutating func add(_ value: JSONValue, at path: SettingPath) {
      edits.set(value, at: path)
      touched.insert(path)
    }

    mutating func addMove(of value: JSONValue, from former: SettingPath, to path: SettingPath) {
      add(value, at: path)
      edits.text.origins[path] = former
      touched.insert(former)
      made.append(ValueMoves.Move(from: former, to: path))
    }

    func meets(_ path: SettingPath) -> Bool { !edits.isEmpty && touched.meets(path) }
  }

  /// Moves the value at a place of an earlier version. If today's place has a value, that one counts, and the other stays until a person
  /// decides.
  mutating func move(_ step: FormStep, isSection: Bool) {
    let star = step.writes[0].keys.lastIndex(of: "*") ?? -1
    for binding in bindings(of: step.reads[0]) {
      let (former, current) = (step.reads[0].replacing(binding), step.writes[0].replacing(binding))
      look(at: former)
      // A section around it can have moved already, and has taken the value along.
      let place = self.place(of: former)
      if place != former, isOfToday(place) { continue }
      look(at: place)
      guard let node = document.node(at: place), !place.contains(current),
        !isSection || node.kind == .object,
        // A list that is left at its former place isn't made again.
        document.node(at: SettingPath(Array(current.keys[...star]))) != nil
      else { continue }
      look(at: current)
      if document.node(at: current) != nil {
        if !isSection { note(.unusedFormerKey(current: current), at: place) }
      } else if !isLeft(place), !isLeft(current), canStore(at: current) {
        note(.formerKey(current: current), at: place)
        waiting.addMove(of: node.value, from: place, to: current)
      }
    }
  }

  /// Makes a value, or each that a path stands for, one of today's kind.
  mutating func convert(_ pattern: SettingPath, to kind: FormKind, unit: String?, isOptional: Bool) {
    for binding in bindings(of: pattern) {
      let path = pattern.replacing(binding)
      look(at: path)
      guard let node = document.node(at: path), !isOptional || node.kind != .null, !isLeft(path),
        let (value, notice) = kind.value(ofFormer: node, unit: unit)
      else { continue }
      note(.message(notice), at: path)
      waiting.add(value, at: path)
      // What was at `tags` is at `tags.0` then, where its problems are told.
      if value == [node.value] { waiting.made.append(ValueMoves.Move(from: path, to: path.appending(0))) }
    }
  }

  /// Makes the waiting edits if one of them changes what is at a path, in it or around it.
  mutating func look(at path: SettingPath) {
    if waiting.meets(path) { makeWaitingEdits() }
  }

  mutating func makeWaitingEdits() {
    let (edits, made) = (waiting.edits, waiting.made)
    waiting = Waiting()
    if edits.isEmpty { return }
    var all = edits
    for path in emptied(by: Set(made.filter { !$0.from.contains($0.to) }.map(\.from))) {
      all.remove(at: path)
    }
    if apply(all, made: made) { made.forEach { renames.append($0) } }
  }

  /// Returns the paths to remove when values have moved. An object that loses its last member is removed, too, so that no `"old": {}` stays
  /// behind; a section of today's form stays.
  ///
  /// For `net.host` and `net.port`, which both move and are all of `net`, the result is `net`. If `net` has another
  /// member, it is the two paths.
  func emptied(by moved: Set<SettingPath>) -> Set<SettingPath> {
    var removed = moved
    for path in moved {
      var container = path.parent
      while let next = container, !next.isRoot, index.section(at: next) == nil,
        index.entry(containing: next) == nil,
        let members = document.node(at: next)?.members,
        members.allSatisfy({ removed.contains(next.appending($0.key)) })
      {
        for member in members { removed.remove(next.appending(member.key)) }
        removed.insert(next)
        container = next.parent
      }
    }
    return removed
  }
}

extension FormKind {
  /// Returns what a value of an earlier version is today, with the sentence that tells it; `nil` for any other value. Its parts have steps
  /// of their own.
  ///
  /// | kind | value | becomes |
  /// |---|---|---|
  /// | choice | a value that a choice had before | the choice's value |
  /// | flags | choices of which two have become one | each choice once |
  /// | list, flags | one value of the kind of its elements | a list of that value |
  /// | list, flags | null, of an optional that became a list | an empty list |
  /// | duration | a number, if the setting has a unit | that many units, as a duration |
  /// | date, duration, flags | what Swift's `JSONEncoder` writes | the date, the duration, a list of flags |
  fileprivate func value(ofFormer node: JSONNode, unit: String?) -> (JSONValue, String)? {
    if let value = value(ofCoder: node), let notice = coderNotice { return (value, notice) }
    switch self {
    case .choice(let choices):
      guard let choice = choices.formerly(node.value) else { return nil }
      return (choice.value, "This choice is \(Phrase.excerpt(choice.value)) now; the next apply stores that.")
    case .flags(let choices) where node.kind == .array:
      let values = node.elements.map { choices.formerly($0.value)?.value ?? $0.value }
      // A set contains a choice once. A duplicate that a person has written stays an error.
      var seen: Set<JSONValue> = []
      let unique = values.filter { seen.insert($0).inserted }
      guard unique.count < values.count, Set(node.elements.map(\.value)).count == values.count else {
        return nil
      }
      return (.array(unique), "Some of these choices are one now; the next apply stores that.")
    case .list where node.kind == .null, .flags where node.kind == .null:
      return ([], "This is read as an empty list; the next apply stores that.")
    case .list(let element, _) where element.accepts(node): return Self.list(of: node)
    case .flags(let choices) where FormKind.choice(choices).accepts(node): return Self.list(of: node)
    case .string(let limits):
      // The setting counted units before it became a duration.
      guard limits.format == .duration, let unit, node.kind == .number,
        let value = try? FormSetting(key: "", title: "", kind: self).value(parsing: "\(node.value) \(unit)")
      else { return nil }
      return (value, "This number counts \(unit); it is read as a duration, and the next apply stores that.")
    default: return nil
    }
  }

  private static func list(of node: JSONNode) -> (JSONValue, String) {
    (.array([node.value]), "This is read as a list of one element; the next apply stores that.")
  }

  /// Whether a value that is no list is of this kind, even if it violates a limit. It may be of an earlier version itself, which a step of
  /// the elements finds.
  private func accepts(_ node: JSONNode) -> Bool {
    switch (self, node.kind) {
    case (.boolean, .bool), (.integer, .number), (.number, .number), (.string, .string): true
    case (.string(let limits), .number): limits.format == .duration
    case (.choice(let choices), _):
      choices.contains { $0.value == node.value || $0.formerValues.contains(node.value) }
    case (.dictionary, .object), (.object, .object), (.variants, .object): true
    default: false
    }
  }
}

extension [FormChoice] {
  /// Returns the choice that had a value in earlier versions; `nil` if a choice has it now, or if none had it.
  fileprivate func formerly(_ value: JSONValue) -> FormChoice? {
    contains { $0.value == value } ? nil : first { $0.formerValues.contains(value) }
  }
}
