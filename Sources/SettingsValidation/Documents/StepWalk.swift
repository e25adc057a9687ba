/// Walks the steps from a document of an earlier version to today's (``FormSchema/steps``), in their order: moves, then the migrations of the
/// app, then conversions.
///
/// What it never does: overwrite. If both the former and the current path have a value, the current one counts and the other stays in the
/// file, with a warning, until a person decides. Only conversions that lose nothing are made; anything else is a migration that the app has
/// written.
///
/// A program without the app's code can't run some migrations. It walks twice: the first walk finds where the values are that wait for the
/// app, and the second leaves these places as they are stored, and the version of the document, too. Otherwise the app would find its old
/// values at other places, of other types, or in a document that claims to be of today.
///
/// `ValueMoves` remembers each move, so that a problem of a value leads back to where it is stored.
struct StepWalk {
  let stored: JSONDocument
  private(set) var document: JSONDocument
  /// What waits for the app.
  private(set) var leftForApp = WaitingSteps()
  /// Tells whether a value is valid where it is, and whether one would be valid at its new place.
  let validator: FormValidator
  /// Whether the document can be of an earlier version as a whole. Only then do the migrations before a version run.
  private let isVersioned: Bool
  /// What waits for the app by the first walk; `nil` in the first walk.
  let left: WaitingSteps?
  private var moves = ValueMoves()
  /// The moves by former names alone. They lead from a path that a migration names to the place where the value is now.
  var renames = ValueMoves()
  /// Edits of moves and conversions that no step has looked at yet.
  var waiting = Waiting()
  /// The problems of the document as it is now.
  private var problems: [FormProblem]
  /// Whether the document has changed since its problems were found.
  private var hasOutdatedProblems = false
  /// Whether the document can have values that a move or a conversion changes; `nil` if that isn't known since the app has changed it.
  private var isOld: Bool?
  /// Notices about what was migrated, in this order, and about what couldn't be.
  private var notices: [FormProblem] = []
  /// The same notices, as a set: several steps can find the same value, which is reported once.
  private var noted: Set<FormProblem> = []
  var index: FormIndex { validator.index }

  /// - Parameters:
  ///   - problems: The problems of the document.
  ///   - first: The first walk over the document, if values wait for the app.
  init(
    _ document: JSONDocument, _ problems: [FormProblem], validator: FormValidator, isVersioned: Bool,
    after first: StepWalk? = nil
  ) {
    (stored, self.document, self.problems) = (document, document, problems)
    (self.validator, self.isVersioned, left) = (validator, isVersioned, first?.leftForApp)
    leftForApp = first?.leftForApp ?? WaitingSteps()
    notices = leftForApp.notices
  }

  /// Returns the document as it is read now, with its problems and the notices of all steps.
  func result() -> MigratedDocument {
    var result = MigratedDocument(stored, readAs: document, moves: moves, waiting: leftForApp)
    result.add(problems, notices: notices)
    return result
  }

  /// Walks all steps. A document of a newer version is read as it is, because its values may mean something else.
  mutating func run() {
    let key: SettingPath = [JSONSchema.versionKey]
    let stored = isVersioned ? document.node(at: key) : nil
    let known = index.form.documentVersion
    let version = stored.map { $0.integer(as: Int.self) } ?? 0
    if let version, version > known, index.form.source == nil {
      return note(.newerVersion(version, known: known), at: key)
    }
    // The steps of a form are found when a document first needs them.
    for step in !index.form.migrations.isEmpty || mayBeOld() ? index.steps : [] {
      switch step.action {
      case .move(let isSection):
        if mayBeOld() { move(step, isSection: isSection) }
      case .conversion(let kind, let unit, let isOptional):
        if mayBeOld() { convert(step.reads[0], to: kind, unit: unit, isOptional: isOptional) }
      case .migration(let migration):
        makeWaitingEdits()
        guard let before = migration.before else {
          run(migration)
          continue
        }
        // Later versions build on the results of earlier ones, so all of them wait together.
        if isVersioned, let version, version < before, leftForApp.isEmpty || migration.needsApp {
          run(migration)
        }
      }
    }
    makeWaitingEdits()
    if isVersioned, let version, version < known { raiseVersion(version, to: known) }
    checkAgain()
    if known > 0, version == nil {
      let text =
        "Use the whole number that the app has written here: it tells which values are of earlier versions."
      problems.append(FormProblem(path: key, reason: .message(text), position: stored?.position))
    }
  }

  /// Whether the document can have values that a move or a conversion changes.
  ///
  /// Nearly every document is of this version, so this has to be cheap. It relies on the check, which has to run anyway: a value that needs a
  /// conversion has the wrong type, and an old key inside a list is an unknown key, so both cause a problem. A document without problems can
  /// only hide an old value at a former path of a setting, where a lookup for each such path finds it.
  private mutating func mayBeOld() -> Bool {
    if let isOld { return isOld }
    checkAgain()
    let isOld = !problems.isEmpty && index.documentChecks == nil || index.hasFormerValue(in: document)
    self.isOld = isOld
    return isOld
  }

  /// Finds the problems of the document again if it has changed since.
  private mutating func checkAgain() {
    guard hasOutdatedProblems else { return }
    hasOutdatedProblems = false
    problems = validator.valueProblems(in: document)
  }

  /// Gives the document the version of the form, unless values wait for the app: it has to find the version that they have.
  private mutating func raiseVersion(_ version: Int, to known: Int) {
    guard leftForApp.isEmpty else {
      if left == nil { leftForApp.add(versionsAfter: version, of: index.form) }
      return
    }
    var edits = JSONEdits()
    edits.set(.number(JSONNumber(known)), at: [JSONSchema.versionKey])
    apply(edits, made: [])
  }

  // MARK: - Edits

  /// Applies edits; returns whether they can be made, and change anything.
  ///
  /// Objects for moved values are created first, by a separate edit, because a value takes its comments along only into an object that
  /// exists already.
  ///
  /// - Parameter made: The moves among the edits, which are remembered if the edits are made.
  @discardableResult
  mutating func apply(_ edits: JSONEdits, made: [ValueMoves.Move]) -> Bool {
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
    hasOutdatedProblems = true
    return true
  }

  /// Tells a person about a value, at its place in the stored text. The same notice is told once, however many steps
  /// find it. A key inside a secret isn't named.
  mutating func note(_ reason: FormProblem.Reason, at path: SettingPath) {
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

  /// Runs a migration for each place. Only an app can run its own code, so `settings-tui` leaves such values for it.
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
  private mutating func run(_ migration: FormMigration) {
    if migration.needsApp, left != nil { return }
    var edits = JSONEdits()
    var made: [ValueMoves.Move] = []
    var written: Set<SettingPath> = []
    var removed: Set<SettingPath> = []
    let notesBefore = (notices, noted)
    for binding in bindings(of: migration.reads[0]) {
      let reads = migration.reads.map { place(of: $0.replacing(binding)) }
      // A value that stays where it is stays where it has moved to.
      let writes = migration.writes.map { path in
        migration.reads.firstIndex(of: path).map { reads[$0] } ?? path.replacing(binding)
      }
      let old = reads.map { document.node(at: $0)?.value }
      guard let first = old.firstIndex(where: { $0 != nil }) else { continue }
      if !written.isDisjoint(with: writes) || migration.before == nil && writes.contains(where: isUpToDate) {
        continue
      }
      let paths = reads + writes
      if migration.needsApp {
        if reads == [.root], document.root.members.allSatisfy({ JSONSchema.readerKeys.contains($0.key) }) {
          continue
        }
        let text = "Change this value in the app, which converts it from an earlier version, or reset it."
        note(.message(text), at: reads[first])
        leftForApp.add(paths + paths.map { moves.origin(of: $0, in: stored) }, notices.last)
        continue
      }
      if paths.contains(where: isLeft) { continue }
      // A setting of today has taken over the value of one that is removed.
      if writes.isEmpty, reads != migration.reads.map({ $0.replacing(binding) }),
        reads.contains(where: isOfToday)
      {
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
      for path in reads where !writes.contains(path) && !written.contains(path) {
        edits.remove(at: path)
        removed.insert(path)
      }
      for (path, value) in zip(writes, new) {
        if let value { edits.set(value, at: path) } else { edits.remove(at: path) }
      }
      if let target = writes.first, target != reads[first] { edits.text.origins[target] = reads[first] }
      written.formUnion(writes)
      // A path that is read and written stays where it is; all others came from the first value that was there.
      made += writes.filter { $0 != reads[first] }.map { ValueMoves.Move(from: reads[first], to: $0) }
      let text =
        writes.isEmpty
        ? "The app doesn't use this value any more; the next apply removes it."
        : "The app converts this value of an earlier version; the next apply stores the result."
      note(.message(text), at: reads[first])
    }
    for path in emptied(by: removed) where !removed.contains(path) && !written.contains(where: path.contains)
    {
      edits.remove(at: path)
    }
    // No edit of a document within the limits of its size fails here.
    if edits.isEmpty { return }
    if apply(edits, made: made) { isOld = nil } else { (notices, noted) = notesBefore }
  }

  /// Returns where the value of a path is now: at the path itself, where this walk or an earlier version of the app has moved it by a
  /// former name around it, or where it is left of a section whose other members have moved.
  func place(of path: SettingPath) -> SettingPath {
    if document.node(at: path) != nil { return path }
    let paths = [renames.destination(of: path), index.current(of: path)] + index.formerPaths(of: path)
    return paths.first { document.node(at: $0) != nil } ?? path
  }

  /// Whether a setting or section of this version has the path.
  func isOfToday(_ path: SettingPath) -> Bool { index[path] != nil || index.section(at: path) != nil }

  /// Whether the app has to find the value, or something in it or around it, where it is stored.
  func isLeft(_ path: SettingPath) -> Bool { left?.meets(path) ?? false }

  /// Whether a value can be stored at a path: whatever is around it has to be an object, or a list that has the
  /// element. Otherwise, the migration leaves this place as it is.
  func canStore(at path: SettingPath) -> Bool {
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

  /// Returns what `*` stands for, once for each place of a path in the document.
  ///
  /// For `servers.*.host` and a list of two servers, the result is `[["0"], ["1"]]`; for a path without a star, it is one empty list.
  mutating func bindings(of path: SettingPath) -> [[String]] {
    var bindings: [[String]] = []
    expand(path.keys[...], at: .root, bound: [], into: &bindings)
    return bindings
  }

  private mutating func expand(
    _ keys: ArraySlice<String>, at path: SettingPath, bound: [String], into bindings: inout [[String]]
  ) {
    guard let star = keys.firstIndex(of: "*") else { return bindings.append(bound) }
    let around = place(of: SettingPath(path.keys + keys[..<star]))
    look(at: around)
    guard let node = document.node(at: around) else { return }
    let parts = node.kind == .array ? (0..<node.count).map { String($0) } : node.members.map(\.key)
    for part in parts {
      expand(keys[(star + 1)...], at: around.appending(part), bound: bound + [part], into: &bindings)
    }
  }
}

extension FormIndex {
  /// Returns the keys of the object at a path in the order in which an apply writes them: in form order and, at the root, after the schema
  /// and the version.
  ///
  /// Members that the form doesn't name have no place in it: new ones come after all others. Which of them an index lists, and in which
  /// order, depends on who asks.
  package func keyOrder(at path: SettingPath) -> [String] {
    let keys = keys(at: path)
    return path.isRoot && form.documentVersion > 0 ? ["$schema", JSONSchema.versionKey] + keys : keys
  }
}
