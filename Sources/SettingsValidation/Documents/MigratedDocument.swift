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
  private let moves: ValueMoves
  /// What only the app can bring up to date.
  package let waiting: WaitingSteps

  /// A document without anything of an earlier version.
  package init(_ stored: JSONDocument) {
    self.init(stored, readAs: stored, moves: ValueMoves(), waiting: WaitingSteps())
  }

  init(_ stored: JSONDocument, readAs document: JSONDocument, moves: ValueMoves, waiting: WaitingSteps) {
    (self.stored, self.document, self.moves, self.waiting) = (stored, document, moves, waiting)
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
    // What is an error has been told.
    let errors = Set(problems.lazy.filter { $0.severity == .error }.map(\.path))
    problems += notices.filter { !$0.isAboutUnusedKey || !errors.contains($0.path) }.sorted {
      ($0.position?.line ?? 0, $0.position?.column ?? 0) < ($1.position?.line ?? 0, $1.position?.column ?? 0)
    }
  }
}

extension FormValidator {
  /// Reads a document: walks the steps from an earlier version to today's, and checks the result. The problems have the positions of the
  /// stored text.
  ///
  /// A value that can't be brought up to date is never dropped: it stays where it is, with a problem or a notice.
  ///
  /// Cost: as much as the check; for a document of an earlier version, a few checks.
  ///
  /// - Parameter isVersioned: Whether the document can be of an earlier version as a whole. Only then do the migrations
  ///   before a version run.
  package func read(_ document: JSONDocument, isVersioned: Bool = true) -> MigratedDocument {
    let problems = valueProblems(in: document)
    var walk = StepWalk(document, problems, validator: self, isVersioned: isVersioned)
    walk.run()
    guard !walk.leftForApp.isEmpty else { return walk.result() }
    walk = StepWalk(document, problems, validator: self, isVersioned: isVersioned, after: walk)
    walk.run()
    return walk.result()
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
