/// A problem of the document as it would be, by what it means for the apply.
public enum ReviewFinding: Hashable, Sendable {
  /// An error that stops the apply: the changes add it, or it is in a setting that they change.
  case obstacle(FormProblem)
  /// An error that the stored content has as well, outside the settings that change. It doesn't stop the apply, so that
  /// a broken document can be mended step by step.
  case remaining(FormProblem)
  /// A warning, which stops nothing.
  case warning(FormProblem)

  /// The problem.
  public var problem: FormProblem {
    switch self {
    case .obstacle(let problem), .remaining(let problem), .warning(let problem): problem
    }
  }
}

extension [ReviewFinding] {
  /// Tells the errors that changes add to a document from those that it had before.
  ///
  /// An error was there before if the stored content has one with the same path and message. Each of those accounts for
  /// one error only, so that a second one of the same words still counts as added.
  ///
  /// - Parameters:
  ///   - problems: What is wrong with the document as it would be, in form order.
  ///   - stored: The stored content.
  ///   - changed: The settings that are changed.
  init(_ problems: [FormProblem], over stored: Snapshot, changing changed: Set<SettingPath>) {
    var former: [StoredError: Int] = [:]
    if problems.contains(where: { $0.severity == .error }) {
      for problem in stored.storedErrors { former[StoredError(problem), default: 0] += 1 }
    }
    self = problems.map { problem in
      guard problem.severity == .error else { return .warning(problem) }
      let error = StoredError(problem)
      guard !changed.containsPlace(of: problem.path), let count = former[error], count > 0 else {
        return .obstacle(problem)
      }
      former[error] = count - 1
      return .remaining(problem)
    }
  }
}

/// What tells an error of the stored content from others.
private struct StoredError: Hashable {
  let path: SettingPath
  let message: String

  init(_ problem: FormProblem) {
    (path, message) = (problem.path, problem.message)
  }
}

extension Snapshot {
  /// The errors of what is stored. Nothing stored has none: a new document has to be complete from the start.
  fileprivate var storedErrors: [FormProblem] {
    revision == nil ? [] : problems.filter { $0.severity == .error }
  }
}

extension Set<SettingPath> {
  /// Whether a path is one of these, or leads to a part of one.
  func containsPlace(of path: SettingPath) -> Bool {
    !isEmpty && (0...path.keys.count).contains { contains(SettingPath(Array(path.keys.prefix($0)))) }
  }
}
