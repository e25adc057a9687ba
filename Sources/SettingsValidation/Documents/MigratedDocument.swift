/// A document as it is stored, and as this version of the form reads it: each value at its current place and of its
/// current type.
///
/// Every reader of documents uses it: the settings file, the layers around it, plans, and the versions of the history.
/// Edits are applied to the document as it is read, so the next apply stores what was migrated, together with its
/// comments.
///
///     stored (bytes of the file)          document (what the app reads)
///     { "fontSize": 12,                   { "font": { "size": 12 },
///       "tags": "a" }                       "tags": ["a"] }
///             ▲                                   │
///             └──── storedPath(of: font.size) ────┘
///
/// The file isn't written: an app that only reads must not change files, and an older version of the app may still use
/// this one. Problems name the place in the stored text, because that is the text a person opens to correct them.
///
/// For a document of this version, which nearly every one is, both documents are the same and there are no moves.
package struct MigratedDocument: Sendable {
  /// The document as the file has it. Positions and problems refer to its text.
  package let stored: JSONDocument
  /// The document as it is read; the stored one if nothing is of an earlier version.
  package private(set) var document: JSONDocument
  /// The problems of the values as they are read, and what was migrated, at positions of the stored text.
  package private(set) var problems: [FormProblem]
  /// Where the values of ``document`` are in the stored one.
  private var moves = ValueMoves()

  /// A document without anything of an earlier version.
  package init(_ stored: JSONDocument, problems: [FormProblem] = []) {
    self.stored = stored
    document = stored
    self.problems = problems
    isMigrated = false
  }

  init(_ stored: JSONDocument, readAs document: JSONDocument, moves: ValueMoves) {
    (self.stored, self.document, self.moves) = (stored, document, moves)
    problems = []
    isMigrated = document.bytes != stored.bytes
  }

  /// Whether the document is read otherwise than it is stored. If so, the next apply changes more of the file than what
  /// was staged.
  package let isMigrated: Bool

  /// Returns the path in the stored text of a value, or of the value that it was made from: `fontSize` for `font.size`.
  /// It is the path itself for a value that hasn't moved.
  package func storedPath(of path: SettingPath) -> SettingPath { moves.origin(of: path, in: stored) }

  /// Returns the position in the stored text of a value, or of the nearest value around it.
  package func position(of path: SettingPath) -> SourcePosition {
    stored.positionOfNearest(to: storedPath(of: path))
  }

  /// Adds the problems of the document as it is read, at their positions in the stored text.
  ///
  /// A notice that a value is of an earlier version takes the place of the warning that its key is unknown, since it
  /// says more. Notices come last, in the order of the text.
  mutating func add(_ found: [FormProblem], notices: [FormProblem]) {
    let places = Set(notices.map(\.path))
    // A value at a former place is told once.
    func isTold(_ path: SettingPath, node: JSONNode?) -> Bool {
      if places.contains(path) { return true }
      guard let node, node.kind == .object, node.count > 0 else { return false }
      return node.members.allSatisfy { isTold(path.appending($0.key), node: $0.value) }
    }
    let told = found.filter { problem in
      problem.severity == .error || !problem.isAboutUnknownKey || places.isEmpty
        || !isTold(problem.path, node: document.node(at: problem.path))
    }
    problems += told.map { problem in
      var problem = problem
      guard isMigrated else { return problem }
      let path = storedPath(of: problem.path)
      switch problem.reason {
      case .unknownKey:
        let node = stored.node(at: path)
        problem.position = node?.keyPosition ?? node?.position
      case .duplicateKey:
        guard let key = stored.duplicateKeys.first(where: { $0.path == path }) else { break }
        problem.reason = .duplicateKey(first: key.first)
        problem.position = key.last
      default: problem.position = stored.positionOfNearest(to: path)
      }
      if path != problem.path { problem.storedPath = path }
      return problem
    }
    problems += notices.sorted {
      ($0.position?.line ?? 0, $0.position?.column ?? 0) < ($1.position?.line ?? 0, $1.position?.column ?? 0)
    }
  }
}

extension FormValidator {
  /// Reads a document: runs the app's migrations, moves the values at former places, converts what loses nothing by it,
  /// and checks the result. The problems have the positions of the stored text.
  ///
  /// Nearly every document is of this version, so the search for old values has to be cheap. It relies on the check,
  /// which has to run anyway: a value that needs a conversion has the wrong type, and an old key inside a list is an
  /// unknown key, so both cause a problem. A document without problems can only hide an old value at a former path of a
  /// setting, where a lookup for each such path finds it.
  ///
  /// A value that can't be brought up to date is never dropped: it stays where it is, with a problem or a notice.
  ///
  /// Cost: as much as the check; for a document of an earlier version, a few checks.
  ///
  /// - Parameter isVersioned: Whether the document can be of an earlier version as a whole. Only then do the migrations
  ///   before a version run.
  package func read(_ document: JSONDocument, isVersioned: Bool = true) -> MigratedDocument {
    var migrator = DocumentMigrator(document, validator: self)
    if !index.form.migrations.isEmpty { migrator.runMigrations(isVersioned: isVersioned) }
    let found = valueProblems(in: migrator.document)
    guard !found.isEmpty && index.documentChecks == nil || index.hasFormerValue(in: migrator.document),
      migrator.updateValues()
    else {
      return migrator.result(found)
    }
    return migrator.result(valueProblems(in: migrator.document))
  }

  /// Returns the problems of a document, with their positions, in form order; unknown keys come last in their section.
  ///
  /// Cost: linear in the size of the document, about a fifth of a microsecond for each value. Suggestions for unknown keys are
  /// made until 200 000 keys have been compared.
  package func problems(in document: JSONDocument) -> [FormProblem] {
    let read = read(document)
    guard !index.rules.isEmpty else { return read.problems }
    // Capture no more than necessary, because the optimizer copies captures for each expression of a rule.
    let settings = index.settings
    let state = RuleState(index.rules, conditions: switches.conditions) {
      read.document.node(at: settings[$0].path)?.value
    }
    return state.problems(with: read.problems, in: index, position: read.position)
  }
}

/// Where values came from, in the order in which they were moved.
///
/// A value that moved twice has two moves, and a value inside of a moved one has moved, too. For example, after
/// `/old/port` → `/port` and `/port` → `/server/port`, the value at `/server/port` came from `/old/port`.
/// `origin(of:in:)` therefore goes backward: it takes the last move to the path or around it, and continues with the
/// earlier ones.
///
/// Cost: a look-up for each path around a value and for each of its moves, however many values have moved.
struct ValueMoves: Sendable {
  struct Move: Sendable {
    let from: SettingPath
    let to: SettingPath
  }

  private var moves: [Move] = []
  /// The indices of the moves to each path. Without them, each path of a long list would be compared with the moves of all elements.
  private var indices: [SettingPath: [Int]] = [:]

  mutating func append(_ move: Move) {
    indices[move.to, default: []].append(moves.count)
    moves.append(move)
  }

  /// Returns the path in the stored text of a value, or of the value that it was made from.
  ///
  /// A part of a converted value may have no counterpart. `host`, which a migration has made of `address`, leads to
  /// `address`.
  func origin(of path: SettingPath, in stored: JSONDocument) -> SettingPath {
    var path = path
    var end = moves.count
    while let index = lastMove(to: path, before: end) {
      let move = moves[index]
      // The same part inside the value before the move.
      let inner = SettingPath(move.from.keys + path.keys.dropFirst(move.to.keys.count))
      // The parts of a value that was converted have no counterparts.
      path =
        stored.node(at: inner) == nil && lastMove(to: inner, before: moves.count) == nil ? move.from : inner
      end = index
    }
    return path
  }

  /// Returns the index of the last move of a value to a path or around it; `nil` if there is none.
  ///
  /// - Parameter end: Only moves before this one count.
  private func lastMove(to path: SettingPath, before end: Int) -> Int? {
    guard !moves.isEmpty else { return nil }
    return path.prefixes.compactMap { indices[$0]?.last { $0 < end } }.max()
  }
}

extension SettingPath {
  /// The path, and the paths around it, outermost first: for `a.b`, the root, `a` and `a.b`.
  package var prefixes: [SettingPath] { (0...keys.count).map { SettingPath(Array(keys.prefix($0))) } }
}
