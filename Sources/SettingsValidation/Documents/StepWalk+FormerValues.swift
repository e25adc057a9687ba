/// Moves and conversions are repeated until nothing changes:
///
///     round 1   find, in the form's order:   old.port ─▶ port        a former path has a value, and the current path has none
///                                            tags: "a" ─▶ ["a"]      the form has a list of what the value is
///               apply them as one edit of the text, which takes comments along
///     round 2   find again: what was moved can contain values that have moved or changed, too
///     …         until a round finds nothing, or an edit changes nothing
///
/// All updates of a round start from the same document, so they must not meet: `TouchedPaths` leaves an update for the next round if its
/// paths contain, or lie inside, the paths of another. A value that leaves a section goes first, and the section after it.
extension StepWalk {
  /// Values inside moved values are found in the next round. No form is so deep that more rounds find anything. The limit also ends a form
  /// whose former paths lead around in a circle.
  private static let mostRounds = 64

  /// A change that brings a value up to date: it moves the value to another path, or converts it in place.
  private enum Update {
    case move(from: SettingPath, to: SettingPath)
    case convert(SettingPath, JSONValue, FormProblem.Reason, Inside?)

    /// Which part of the new value is the old value. A problem of this part is reported where the old value is stored.
    enum Inside { case firstElement }

    /// The paths that the change touches, the old value's first.
    var paths: [SettingPath] {
      switch self {
      case .move(let from, let to): [from, to]
      case .convert(let path, _, _, _): [path]
      }
    }

    var isConversion: Bool { if case .convert = self { true } else { false } }
  }

  /// Moves values, and converts them if asked to, until nothing changes.
  ///
  /// Nearly every document is of this version, so the search for old values has to be cheap. It relies on the check,
  /// which has to run anyway: a value that needs a conversion has the wrong type, and an old key inside a list is an
  /// unknown key, so both cause a problem. A document without problems can only hide an old value at a former path of a
  /// setting, where a lookup for each such path finds it.
  ///
  /// Each round is one edit of the text. It ends when a round finds nothing, or when its edits change nothing, and
  /// after 64 rounds at the latest.
  mutating func update(converting: Bool) {
    checkAgain()
    guard !problems.isEmpty && index.documentChecks == nil || index.hasFormerValue(in: document) else {
      return
    }
    for _ in 0..<Self.mostRounds {
      var updates: [Update] = []
      find(&updates, in: index.form.root, at: [.root], node: document.root)
      updates.removeAll { $0.isConversion && !converting || $0.paths.contains(where: isLeft) }
      guard !updates.isEmpty else { break }
      // A value that leaves a section goes before the section itself, whose other members go along.
      updates.sort { $0.paths[0].keys.count > $1.paths[0].keys.count }
      var touched = TouchedPaths()
      var edits = JSONEdits()
      var made: [ValueMoves.Move] = []
      for update in updates where !update.paths.contains(where: touched.meets) {
        update.paths.forEach { touched.insert($0) }
        switch update {
        case .move(let from, let to):
          guard let value = document.node(at: from)?.value else { continue }
          note(.formerKey(current: to), at: from)
          edits.set(value, at: to)
          edits.note(originOf: to, from)
          made.append(ValueMoves.Move(from: from, to: to))
        case .convert(let path, let value, let reason, let inside):
          note(reason, at: path)
          edits.set(value, at: path)
          if inside != nil { made.append(ValueMoves.Move(from: path, to: path.appending(0))) }
        }
      }
      for path in emptied(by: Set(made.filter { !$0.from.contains($0.to) }.map(\.from))) {
        edits.remove(at: path)
      }
      guard apply(edits, made: made) else { break }
      made.forEach { renames.append($0) }
    }
    checkAgain()
  }

  /// Finds the problems of the document again if it has changed since.
  private mutating func checkAgain() {
    guard hasOutdatedProblems else { return }
    hasOutdatedProblems = false
    problems = validator.valueProblems(in: document)
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

  /// Finds what to change in the value of a section or a struct.
  ///
  /// A value at the current path wins, and the values at former paths get a notice. Without one, the value at the latest former path is
  /// used.
  ///
  /// - Parameter places: Its path, and its paths in earlier versions.
  private mutating func find(
    _ updates: inout [Update], in section: FormSection, at places: [SettingPath], node: JSONNode?
  ) {
    for item in section.items where !item.isUndescribed {
      let paths = FormerPlace.paths(of: item.key, named: item.formerKeys, in: places)
      let current = paths[0]
      let value = node?.member(item.key)
      var former = paths.dropFirst().compactMap { path in
        // A section around it can have moved already, and has taken the value along.
        let place = document.node(at: path) == nil ? renames.destination(of: path) : path
        return document.node(at: place) == nil || place.contains(current) || place != path && isOfToday(place)
          ? nil : place
      }
      if case .section = item {
        former = former.filter { document.node(at: $0)?.kind == .object }
        if value == nil, let place = former.first, !isLeft(place), !isLeft(current) {
          // The section moves with all its members, also with members that the form doesn't know. What is inside is looked at when it has
          // arrived: before that, a value from elsewhere would take the place of a member that comes along.
          updates.append(.move(from: place, to: current))
          continue
        }
      } else {
        // The latest former path comes first in the list, so it is used.
        let place = value == nil ? former.first : nil
        if let place { updates.append(.move(from: place, to: current)) }
        // The value that counts takes precedence, and the others stay until a person decides.
        for other in former where other != place { note(.unusedFormerKey(current: current), at: other) }
      }
      switch item {
      case .section(let inner):
        if value != nil || index.hasFormerPaths { find(&updates, in: inner, at: paths, node: value) }
      case .setting(let setting):
        // A schema of another author decides about types, so nothing is converted by an approximation of it.
        if let value, index.documentChecks == nil, value.kind != .null || !setting.isOptional {
          findKeys(&updates, of: setting, at: current, node: value)
          find(&updates, kind: setting.kind, unit: setting.unit, at: current, node: value)
        }
      }
    }
  }

  /// Finds the keys of a dictionary that are former names of an enum's cases.
  private mutating func findKeys(
    _ updates: inout [Update], of setting: FormSetting, at path: SettingPath, node: JSONNode
  ) {
    let choices = setting.keyChoices
    if choices.isEmpty { return }
    for member in node.members {
      guard let key = choices.formerly(.string(member.key))?.value.text else { continue }
      let (from, to) = (path.appending(member.key), path.appending(key))
      if node.member(key) == nil {
        updates.append(.move(from: from, to: to))
      } else {
        note(.unusedFormerKey(current: to), at: from)
      }
    }
  }

  /// Finds what to change in a value, by its kind:
  ///
  /// | kind | value | becomes |
  /// |---|---|---|
  /// | choice | a value that a choice had before | the choice's value |
  /// | list | one value of the kind of its elements | a list of that value |
  /// | list | null, of an optional that became a list | an empty list |
  /// | duration | a number, if the setting has a unit | that many units, as a duration |
  /// | date, duration, flags | what Swift's `JSONEncoder` writes | the date, the duration, a list of flags |
  /// | alternatives | an object with a former key of one | the same under its current key |
  ///
  /// In lists, dictionaries and structs, each part is looked at.
  private mutating func find(
    _ updates: inout [Update], kind: FormKind, unit: String?, at path: SettingPath, node: JSONNode
  ) {
    if let value = kind.value(ofCoder: node), let notice = kind.coderNotice {
      return updates.append(.convert(path, value, .message(notice), nil))
    }
    switch kind {
    case .choice(let choices):
      guard let choice = choices.formerly(node.value) else { return }
      let text = "This choice is \(Phrase.excerpt(choice.value)) now; the next apply stores that."
      updates.append(.convert(path, choice.value, .message(text), nil))
    case .flags(let choices) where node.kind == .array:
      // Two choices that have become one are one element: a set contains it once.
      let values = node.elements.map { choices.formerly($0.value)?.value ?? $0.value }
      var seen: Set<JSONValue> = []
      let unique = values.filter { seen.insert($0).inserted }
      if unique.count < values.count, Set(node.elements.map(\.value)).count == values.count {
        let text = "Some of these choices are one now; the next apply stores that."
        updates.append(.convert(path, .array(unique), .message(text), nil))
        return
      }
      for (position, element) in node.elements.enumerated() {
        find(&updates, kind: .choice(choices), unit: nil, at: path.appending(position), node: element)
      }
    case .list(let element, _) where node.kind == .array:
      for (position, value) in node.elements.enumerated() {
        find(&updates, kind: element, unit: unit, at: path.appending(position), node: value)
      }
    case .list where node.kind == .null, .flags where node.kind == .null:
      let text = "This is read as an empty list; the next apply stores that."
      updates.append(.convert(path, [], .message(text), nil))
    case .list(let element, let limits) where !limits.isRange && element.accepts(node):
      wrap(node, at: path, into: &updates)
    case .flags(let choices) where FormKind.choice(choices).accepts(node):
      wrap(node, at: path, into: &updates)
    case .dictionary(let element):
      for (key, value) in node.members {
        find(&updates, kind: element, unit: unit, at: path.appending(key), node: value)
      }
    case .object(let section) where node.kind == .object: find(&updates, in: section, at: [path], node: node)
    case .variants(let variants):
      // A value that belongs to an alternative of this version isn't looked at under former keys.
      if let variant = variants.variant(of: node.value) {
        return find(&updates, kind: variant.kind, unit: unit, at: path, node: node)
      }
      for variant in variants {
        guard case .key(let key) = variant.mark,
          let former = variant.formerKeys.first(where: { node.member($0) != nil })
        else { continue }
        return updates.append(.move(from: path.appending(former), to: path.appending(key)))
      }
    case .string(let limits):
      // The setting counted units before it became a duration.
      guard limits.format == .duration, let unit, node.kind == .number else { return }
      let setting = FormSetting(key: "", title: "", kind: kind)
      guard let value = try? setting.value(parsing: "\(node.value) \(unit)") else { return }
      let text = "This number counts \(unit); it is read as a duration, and the next apply stores that."
      updates.append(.convert(path, value, .message(text), nil))
    default: break
    }
  }

  /// Makes a list of a value. What was at `tags` is at `tags.0` then.
  private func wrap(_ node: JSONNode, at path: SettingPath, into updates: inout [Update]) {
    let text = "This is read as a list of one element; the next apply stores that."
    updates.append(.convert(path, .array([node.value]), .message(text), .firstElement))
  }
}

extension [FormChoice] {
  /// Returns the choice that had a value in earlier versions; `nil` if a choice has it now, or if none had it.
  fileprivate func formerly(_ value: JSONValue) -> FormChoice? {
    contains { $0.value == value } ? nil : first { $0.formerValues.contains(value) }
  }
}

extension FormKind {
  /// Whether a value that is no list is of this kind, even if it violates a limit. It may be of an earlier version
  /// itself, which the next round finds.
  fileprivate func accepts(_ node: JSONNode) -> Bool {
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

extension FormSetting {
  /// The keys of a dictionary, if they are an enum's cases of which some had other names in earlier versions; otherwise empty.
  fileprivate var keyChoices: [FormChoice] {
    guard let names = otherKeywords["propertyNames"], names.member("oneOf") != nil else { return [] }
    var reader = SchemaReader(patterns: nil, .bundle)
    guard let schema = try? reader.schema(names) else { return [] }
    return (try? ChoiceReader.choices(of: schema, at: []))?.choices ?? []
  }
}

extension FormItem {
  /// The keys or paths of earlier versions, latest first.
  fileprivate var formerKeys: [String] {
    switch self {
    case .section(let section): section.formerKeys
    case .setting(let setting): setting.formerKeys
    }
  }
}
