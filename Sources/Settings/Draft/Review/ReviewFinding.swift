/// A problem of the document with the changes, classified by its effect on the apply.
public enum ReviewFinding: Hashable, Sendable {
  /// An error that prevents the apply: the changes add it, or it is in a setting that they change.
  case obstacle(FormProblem)
  /// An error that the stored content has already, in a setting that doesn't change. It doesn't prevent the apply, so that an
  /// invalid document can be corrected step by step.
  case remaining(FormProblem)
  /// A warning, which doesn't prevent the apply.
  case warning(FormProblem)

  /// The problem.
  package var problem: FormProblem {
    switch self {
    case .obstacle(let problem), .remaining(let problem), .warning(let problem): problem
    }
  }
}

extension [ReviewFinding] {
  /// Separates the errors that changes add to a document from those that it had before.
  ///
  /// The stored content had an error before if it has one with the same path and message. Each of them matches only one error,
  /// so that a second error with the same message still counts as added.
  ///
  /// - Parameters:
  ///   - problems: The problems of the document with the changes, in form order.
  ///   - stored: The stored content.
  ///   - changed: The changed settings.
  init(_ problems: [FormProblem], over stored: Snapshot, changing changed: Set<SettingPath>) {
    var remaining: [StoredError: Int] = [:]
    if problems.contains(where: { $0.severity == .error }) {
      for problem in stored.storedErrors { remaining[StoredError(problem), default: 0] += 1 }
    }
    self = problems.map { problem in
      guard problem.severity == .error else { return .warning(problem) }
      let error = StoredError(problem)
      guard !changed.containsPlace(of: problem.path), let count = remaining[error], count > 0 else {
        return .obstacle(problem)
      }
      remaining[error] = count - 1
      return .remaining(problem)
    }
  }
}

/// The identity of an error of the stored content.
private struct StoredError: Hashable {
  let path: SettingPath
  let message: String

  init(_ problem: FormProblem) {
    (path, message) = (problem.path, problem.message)
  }
}

extension Snapshot {
  /// The errors of the stored content; empty if nothing is stored, because a new document has to be valid.
  fileprivate var storedErrors: [FormProblem] {
    revision == nil ? [] : problems.filter { $0.severity == .error }
  }
}

extension Set<SettingPath> {
  /// Whether a path is one of these paths, or inside one.
  func containsPlace(of path: SettingPath) -> Bool {
    !isEmpty && (0...path.keys.count).contains { contains(SettingPath(Array(path.keys.prefix($0)))) }
  }
}
