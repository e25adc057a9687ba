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
    // If there are very many errors, only the first ones are known. After one of them is corrected, another one is known instead.
    var unnamed: [SettingPath: Int] = [:]
    if problems.contains(where: { $0.severity == .error }) {
      for problem in stored.storedErrors {
        if case .moreProblems(let count) = problem.reason {
          unnamed[problem.path] = count
        } else {
          remaining[StoredError(problem), default: 0] += 1
        }
      }
    }
    /// Whether the stored content has errors that aren't known one by one, in or around a path.
    func takeUnnamed(_ count: Int, at path: SettingPath) -> Bool {
      guard !unnamed.isEmpty,
        let place = path.enclosingPaths.first(where: { unnamed[$0, default: 0] >= count })
      else { return false }
      unnamed[place, default: 0] -= count
      return true
    }
    self = problems.map { problem in
      guard problem.severity == .error else { return .warning(problem) }
      guard !changed.containsPlace(of: problem.path) else { return .obstacle(problem) }
      if case .moreProblems(let count) = problem.reason {
        return takeUnnamed(count, at: problem.path) ? .remaining(problem) : .obstacle(problem)
      }
      let error = StoredError(problem)
      guard let count = remaining[error], count > 0 else {
        return takeUnnamed(1, at: problem.path) ? .remaining(problem) : .obstacle(problem)
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
    !isEmpty && path.enclosingPaths.contains(where: contains)
  }
}

extension SettingPath {
  /// The path and those around it, the root first.
  fileprivate var enclosingPaths: some Sequence<SettingPath> {
    (0...keys.count).lazy.map { SettingPath(Array(keys.prefix($0))) }
  }
}
