/// Brings a document of an earlier version up to date.
///
/// First the app's own migrations run, in the order of the form. Then moves and conversions are repeated until nothing changes:
///
///     round 1   find, in the form's order:   old.port ─▶ port        a former path has a value, and the current path has none
///                                            tags: "a" ─▶ ["a"]      the form has a list of what the value is
///               apply them as one edit of the text, which takes comments along
///     round 2   find again: what was moved can contain values that have moved or changed, too
///     …         until a round finds nothing, or an edit changes nothing
///
/// All updates of a round start from the same document, so they must not meet: `TouchedPaths` leaves an update for the next round if its
/// paths contain, or lie inside, the paths of another. A value that leaves a section goes first, and the section after it.
///
/// What it never does: overwrite. If both the former and the current path have a value, the current one counts and the other stays in the
/// file, with a warning, until a person decides. Only conversions that lose nothing are made; anything else is a migration that the app has
/// written.
///
/// `ValueMoves` remembers each move, so that a problem of a value leads back to where it is stored.
struct DocumentMigrator {
  /// Values inside moved values are found in the next round. No form is so deep that more rounds find anything. The limit also ends a form
  /// whose former paths lead around in a circle.
  private static let mostRounds = 64

  let stored: JSONDocument
  private(set) var document: JSONDocument
  /// Tells whether a value is valid where it is, and whether one would be valid at its new place.
  private let validator: FormValidator
  private var moves = ValueMoves()
  /// Notices about what was migrated, in this order, and about what couldn't be.
  private var notices: [FormProblem] = []
  /// The same notices, as a set: a value that can't be migrated is found in every round, and is reported once.
  private var noted: Set<FormProblem> = []
  private var index: FormIndex { validator.index }

  init(_ document: JSONDocument, validator: FormValidator) {
    (stored, self.document, self.validator) = (document, document, validator)
  }

  /// Returns the document as it is read now, with its problems and the notices of all rounds.
  func result(_ problems: [FormProblem]) -> MigratedDocument {
    var result = MigratedDocument(stored, readAs: document, moves: moves)
    result.add(problems, notices: notices)
    return result
  }

  // MARK: - Edits

  /// Applies edits; returns whether they can be made, and change anything.
  ///
  /// Objects for moved values are created first, by a separate edit, because a value takes its comments along only into an object that
  /// exists already.
  ///
  /// - Parameter made: The moves among the edits, which are remembered if the edits are made.
  private mutating func apply(_ edits: JSONEdits, made: [ValueMoves.Move]) -> Bool {
    // A value takes its comments along only into an object that is there already.
    var parents = JSONEdits()
    for move in made {
      if let parent = move.to.parent, document.node(at: parent) == nil { parents.set([:], at: parent) }
    }
    if !parents.isEmpty {
      guard let bytes = try? document.bytes(applying: parents, keyOrder: index.keyOrder),
        let prepared = try? JSONDocument(parsingStored: bytes)
      else { return false }
      document = prepared
    }
    guard !edits.isEmpty, let bytes = try? document.bytes(applying: edits, keyOrder: index.keyOrder),
      bytes != document.bytes, let edited = try? JSONDocument(parsingStored: bytes)
    else { return false }
    document = edited
    made.forEach { moves.append($0) }
    return true
  }

  /// Tells a person about a value, at its place in the stored text. The same notice is told once, however many rounds
  /// find it. A key inside a secret isn't named.
  private mutating func note(_ reason: FormProblem.Reason, at path: SettingPath) {
    let path = moves.origin(of: path, in: stored)
    let node = stored.node(at: path)
    var problem = FormProblem(
      path: path, severity: .warning, reason: reason, position: node?.keyPosition ?? node?.position)
    if index.holdsSecrets {
      // Only an object has keys that somebody has chosen; the position of an element is no secret.
      problem.hiddenKeys = path.keys.indices.filter {
        let place = SettingPath(Array(path.keys.prefix($0)))
        return stored.node(at: place)?.kind == .object && index.secrecy(at: place).hides(.object)
      }
    }
    if noted.insert(problem).inserted { notices.append(problem) }
  }

  // MARK: - Migrations of the app

  /// Runs the migrations of the app, in their order.
  ///
  /// A migration with a version runs only for older documents, whose `$version` is below it; a document without a
  /// version is older than any. If a migration needs the app, the migrations after it wait, too, and the version isn't raised, because they
  /// may rely on its result. A migration without a version decides by the values that it finds.
  ///
  /// After all of them, the document gets the current version, as an edit like any other.
  mutating func runMigrations(isVersioned: Bool) {
    // A version that isn't a number counts as none, so all migrations run, and each decides by the values that it
    // reads.
    let key: SettingPath = [JSONSchema.versionKey]
    let current = index.form.documentVersion
    let version = document.node(at: key)?.integer(as: Int.self) ?? 0
    if version > current, current > 0 {
      note(.message("Use a newer version of the app, which stored this file, if values are wrong."), at: key)
    }
    var isWaiting = false
    for migration in index.form.migrations {
      if let before = migration.before, !isVersioned || version >= before || isWaiting { continue }
      if !run(migration), migration.before != nil { isWaiting = true }
    }
    guard isVersioned, !isWaiting, version < current else { return }
    var edits = JSONEdits()
    edits.set(.number(JSONNumber(current)), at: key)
    _ = apply(edits, made: [])
  }

  /// Runs a migration for each place; returns whether it is done: only an app can run its own code, so `settings-tui`
  /// leaves such values for it.
  ///
  /// A migration reads some paths and writes others. `*` in a path stands for each element or key: `servers.*.host` +
  /// `servers.*.port` → `servers.*.address` runs once for each server, and `bindings(of:)` lists what the star stands
  /// for. All places are converted from the document as it was before the migration, and stored by one edit of the
  /// text. If places share what they write, the first one counts.
  ///
  /// A migration without a version runs whenever its old values are there. It must not run over a result that it has
  /// made itself, so it stops if a path that it writes has a valid value of this version already.
  ///
  /// If the app's code throws, the old values stay, with a notice to correct them. If the edits can't be made, what was
  /// noted for them is forgotten.
  private mutating func run(_ migration: FormMigration) -> Bool {
    var isDone = true
    var edits = JSONEdits()
    var made: [ValueMoves.Move] = []
    var written: Set<SettingPath> = []
    let notesBefore = (notices, noted)
    for binding in bindings(of: migration) {
      let reads = migration.reads.map { $0.replacing(binding) }
      let writes = migration.writes.map { $0.replacing(binding) }
      let old = reads.map { document.node(at: $0)?.value }
      guard let first = old.firstIndex(where: { $0 != nil }) else { continue }
      if !written.isDisjoint(with: writes) || migration.before == nil && writes.contains(where: isUpToDate) {
        continue
      }
      guard !migration.needsApp else {
        isDone = false
        note(.message("Start the app once, which converts this value of an earlier version."), at: reads[0])
        continue
      }
      let new: [JSONValue?]
      do {
        guard let converted = try migration.convert.map({ try $0(old) }) ?? [] else { continue }
        new = converted
      } catch {
        note(
          .message("Correct the value, which the app can't convert from its earlier version."), at: reads[0])
        continue
      }
      guard writes.allSatisfy(canStore) else { continue }
      // A value that the migration reads and doesn't write has been used up, so it is removed.
      for path in reads where !writes.contains(path) && !written.contains(path) { edits.remove(at: path) }
      for (path, value) in zip(writes, new) {
        if let value { edits.set(value, at: path) } else { edits.remove(at: path) }
      }
      if let first = writes.first, first != reads[0] { edits.note(originOf: first, reads[0]) }
      written.formUnion(writes)
      // A path that is read and written stays where it is; all others came from the first value that was there.
      made += writes.filter { $0 != reads[first] }.map { ValueMoves.Move(from: reads[first], to: $0) }
      note(
        .message(
          writes.isEmpty
            ? "The app doesn't use this value any more; the next apply removes it."
            : "The app converts this value of an earlier version; the next apply stores the result."),
        at: reads[first])
    }
    // No edit of a document within the limits of its size fails here.
    if !edits.isEmpty, !apply(edits, made: made) { (notices, noted) = notesBefore }
    return isDone
  }

  /// Whether a value can be stored at a path: whatever is around it has to be an object, or a list that has the
  /// element. Otherwise, the migration leaves this place as it is.
  private func canStore(at path: SettingPath) -> Bool {
    guard let around = path.prefixes.dropLast().last(where: { document.node(at: $0) != nil }),
      let node = document.node(at: around)
    else { return true }
    return node.kind == .object || document.node(at: path) != nil
  }

  /// Whether the value at a path is valid in this version. If so, it takes precedence over values of earlier versions.
  /// The root never is: a document has it in every version.
  private func isUpToDate(_ path: SettingPath) -> Bool {
    guard !path.isRoot, let value = document.node(at: path)?.value else { return false }
    return !validator.problems(of: value, at: path).contains { $0.severity == .error }
  }

  /// Returns what `*` stands for, once for each place of a migration in the document.
  ///
  /// For `servers.*.host` and a list of two servers, the result is `[["0"], ["1"]]`; for a path without a star, it is
  /// one empty list. The first path that the migration reads decides.
  private func bindings(of migration: FormMigration) -> [[String]] {
    func expand(_ keys: ArraySlice<String>, node: JSONNode?, bound: [String]) -> [[String]] {
      guard keys.contains("*") else { return [bound] }
      guard let key = keys.first, let node else { return [] }
      guard key == "*" else {
        return expand(keys.dropFirst(), node: node.member(key), bound: bound)
      }
      if node.kind == .array {
        return node.elements.enumerated().flatMap {
          expand(keys.dropFirst(), node: $0.element, bound: bound + [String($0.offset)])
        }
      }
      return node.members.flatMap { expand(keys.dropFirst(), node: $0.value, bound: bound + [$0.key]) }
    }
    return expand(migration.reads[0].keys[...], node: document.root, bound: [])
  }

  // MARK: - Former places and conversions

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
  }

  /// Moves and converts values until nothing changes; returns whether anything has changed, or a notice was made.
  ///
  /// Each round is one edit of the text. It ends when a round finds nothing, or when its edits change nothing, and
  /// after 64 rounds at the latest.
  mutating func updateValues() -> Bool {
    var hasChanged = false
    for _ in 0..<Self.mostRounds {
      var updates: [Update] = []
      find(&updates, in: index.form.root, at: [.root], node: document.root)
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
      hasChanged = true
    }
    return hasChanged || !notices.isEmpty
  }

  /// Returns the paths to remove when values have moved. An object that loses its last member is removed, too, so that no `"old": {}` stays
  /// behind; a section of today's form stays.
  ///
  /// For `net.host` and `net.port`, which both move and are all of `net`, the result is `net`. If `net` has another
  /// member, it is the two paths.
  private func emptied(by moved: Set<SettingPath>) -> Set<SettingPath> {
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
      var former = paths.dropFirst().filter { document.node(at: $0) != nil && !$0.contains(current) }
      if case .section = item {
        former = former.filter { document.node(at: $0)?.kind == .object }
        if value == nil, let place = former.first {
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
        if let value, index.documentChecks == nil {
          find(&updates, kind: setting.kind, unit: setting.unit, at: current, node: value)
        }
      }
    }
  }

  /// Finds what to change in a value, by its kind:
  ///
  /// | kind | value | becomes |
  /// |---|---|---|
  /// | choice | a value that a choice had before | the choice's value |
  /// | list | one value of the kind of its elements | a list of that value |
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

extension FormItem {
  /// The keys or paths of earlier versions, latest first.
  fileprivate var formerKeys: [String] {
    switch self {
    case .section(let section): section.formerKeys
    case .setting(let setting): setting.formerKeys
    }
  }
}

extension SettingPath {
  /// Returns the path with each `*` replaced by what it stands for. A star without a counterpart stays.
  fileprivate func replacing(_ binding: [String]) -> SettingPath {
    var rest = binding[...]
    return SettingPath(keys.map { $0 == "*" ? rest.popFirst() ?? $0 : $0 })
  }
}

extension FormIndex {
  /// Returns the keys of the object at a path in the order in which an apply writes them: in form order and, at the root, after the schema
  /// and the version.
  package func keyOrder(at path: SettingPath) -> [String] {
    let keys = keys(at: path)
    return path.isRoot && form.documentVersion > 0 ? ["$schema", JSONSchema.versionKey] + keys : keys
  }
}

/// The paths that the edits of a round touch.
///
/// Edits of one round must not meet: `a` → `b` and a conversion of `a.x` would change the same text. The second one
/// waits for the next round, in which the value is at `b.x`.
///
/// A lookup takes no longer if there are many: a list of 100 000 old elements has an update for each, and comparing
/// each with each would take quadratic time.
private struct TouchedPaths {
  private var paths: Set<SettingPath> = []
  /// The paths and everything around them: an edit there would change the same text.
  private var around: Set<SettingPath> = []

  /// Notes that an edit of this round changes the value at a path.
  mutating func insert(_ path: SettingPath) {
    paths.insert(path)
    around.formUnion(path.prefixes)
  }

  /// Whether a path is one of the paths, or lies inside or around one of them. Two such edits would change the same text.
  func meets(_ path: SettingPath) -> Bool {
    around.contains(path) || path.prefixes.contains(where: paths.contains)
  }
}
