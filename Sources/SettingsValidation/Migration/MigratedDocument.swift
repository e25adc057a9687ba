/// A document as it is stored, and as this version of the form reads it: each value at its current place and of its current type.
///
/// Every reader of documents uses it: the settings file, the layers around it, plans, and the versions of the history. Edits are applied to
/// the document as it is read, so the next apply stores what was migrated, together with its comments.
package struct MigratedDocument: Sendable {
  /// The document as it is stored.
  package let stored: JSONDocument
  /// The document as it is read; the stored one if nothing is of an earlier version.
  package private(set) var document: JSONDocument
  /// The problems of the values as they are read, and what was migrated, at positions of the stored text.
  package private(set) var problems: [FormProblem]
  /// Where values came from, in the order of the moves.
  private var moves: [Move] = []

  struct Move: Sendable {
    let from: SettingPath
    let to: SettingPath
  }

  /// A document without anything of an earlier version.
  package init(_ stored: JSONDocument, problems: [FormProblem] = []) {
    self.stored = stored
    document = stored
    self.problems = problems
    isMigrated = false
  }

  init(_ stored: JSONDocument, readAs document: JSONDocument, _ moves: [Move]) {
    (self.stored, self.document, self.moves) = (stored, document, moves)
    problems = []
    isMigrated = document.bytes != stored.bytes
  }

  /// Whether the document is read otherwise than it is stored.
  package let isMigrated: Bool

  /// Returns the path in the stored text of a value, or of the value that it was made from.
  package func storedPath(of path: SettingPath) -> SettingPath {
    moves.reversed().reduce(path) { path, move in
      guard move.to.contains(path) else { return path }
      let inner = SettingPath(move.from.keys + path.keys.dropFirst(move.to.keys.count))
      // The parts of a value that was converted have no counterparts.
      return stored.node(at: inner) == nil && !isReached(inner) ? move.from : inner
    }
  }

  /// Whether an earlier move wrote the value at a path.
  private func isReached(_ path: SettingPath) -> Bool { moves.contains { $0.to.contains(path) } }

  /// Returns the position in the stored text of a value, or of the nearest value around it.
  package func position(of path: SettingPath) -> SourcePosition {
    stored.positionOfNearest(to: storedPath(of: path))
  }

  /// Adds the problems of the document as it is read, at their positions in the stored text.
  mutating func add(_ found: [FormProblem], _ notices: [FormProblem]) {
    let places = Set(notices.map(\.path))
    // A value at a former place is told once.
    func isTold(_ path: SettingPath, _ node: JSONNode?) -> Bool {
      if places.contains(path) { return true }
      guard let node, node.kind == .object, node.count > 0 else { return false }
      return node.members.allSatisfy { isTold(path.appending($0.key), $0.value) }
    }
    let told = found.filter { problem in
      problem.severity == .error || !problem.isAboutUnknownKey || places.isEmpty
        || !isTold(problem.path, document.node(at: problem.path))
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
