/// A problem of the document with the changes of a draft, classified by its effect on the apply.
///
/// An error that the changes add prevents the apply. An error that was there before, at a part that the changes don't touch, doesn't: so a
/// document with several errors can be corrected step by step, and a form that is older than the app locks nothing.
///
/// ```swift
/// for finding in draft.review().findings {
///   switch finding {
///   case .obstacle(let problem): print("Correct this first: \(problem)")
///   case .remaining(let problem): print("Not changed here: \(problem)")
///   case .warning(let problem): print("Note: \(problem)")
///   }
/// }
/// ```
///
/// An error counts as the same if it violates the same limit at the same place; elements of a list keep their identity when others move. A
/// new value with an error is an obstacle, even in place of a value that had the same error.
public enum ReviewFinding: Hashable, Sendable {
  /// An error that prevents the apply, because the changes add it, or because a change isn't allowed: the setting is read-only, disabled or
  /// locked.
  case obstacle(FormProblem)
  /// An error that the stored content has already, at a part that doesn't change. It doesn't prevent the apply, so that an invalid
  /// document can be corrected step by step, and so that a form that is older than the app locks nothing.
  case remaining(FormProblem)
  /// A warning, which doesn't prevent the apply, such as a deprecated setting or a key that the form doesn't know.
  case warning(FormProblem)

  package var problem: FormProblem {
    switch self {
    case .obstacle(let problem), .remaining(let problem), .warning(let problem): problem
    }
  }
}

extension [ReviewFinding] {
  /// Separates the errors that changes add to a document from the errors that it had before.
  ///
  /// An old error locks nothing: with `"deny": ["AskUser", "Bash(rm)"]` and a schema that doesn't know `AskUser`, other elements can be
  /// added, removed and moved. So an error of the document with the changes is an obstacle unless the stored content has the same error at
  /// the same place. Elements of a list keep their identity when others move, as in a review. An error is the same if it violates the same
  /// limit, and
  ///
  /// - if the changes don't touch the value at all, or
  /// - if the value is a list or an object in which the changes touch another part, or
  /// - if the changes don't touch the value, and a value around it fitted none of its alternatives before, and still doesn't.
  ///
  /// A new scalar with an error is an obstacle, even in place of a scalar that had the same error. The exception is a key that isn't
  /// allowed: the key was there before, whatever its value is.
  ///
  /// - Parameters:
  ///   - problems: The problems of the document with the changes, in form order.
  ///   - stored: The stored content. A document that isn't stored yet has no errors, because a new document has to be valid.
  ///   - places: Where the values of the document were before the changes.
  init(_ problems: [FormProblem], over stored: Snapshot, places: StoredPlaces) {
    guard problems.contains(where: { $0.severity == .error }) else {
      self = problems.map(ReviewFinding.warning)
      return
    }
    var known = StoredErrors(stored.revision == nil ? [] : stored.problems)
    var places = places
    self = problems.map { problem in
      guard problem.severity == .error else { return .warning(problem) }
      return known.takeError(like: problem, &places) ? .remaining(problem) : .obstacle(problem)
    }
  }
}

/// The errors of the stored content that haven't been matched yet with an error of the changed document.
///
/// Each is matched once. If a list has two bad elements and the changes add a third, two match and one is left over: the added one.
/// Positions and counts are left out of the comparison, since they change when anything around the error does.
private struct StoredErrors {
  /// An error at a path, without what changes when other parts of the value do: counts and excerpts.
  private struct Kind: Hashable {
    let path: SettingPath
    let reason: FormProblem.Reason
  }

  private var counts: [Kind: Int] = [:]
  /// The paths of the values that fit none of their alternatives.
  private var combinations: Set<SettingPath> = []
  /// For each value with too many errors to list, the number of errors that are only counted. When a listed error is corrected, another one
  /// takes its place in the list.
  private var unnamed: [SettingPath: Int] = [:]

  init(_ problems: [FormProblem]) {
    for problem in problems where problem.severity == .error {
      if case .moreProblems(let count) = problem.reason {
        unnamed[problem.path] = count
        continue
      }
      counts[Kind(path: problem.path, reason: problem.reason.withoutCounts), default: 0] += 1
      if let combination = problem.combination { combinations.insert(combination) }
    }
  }

  /// Returns whether the stored content has an error like this. Each matches once: if there are two errors of the same kind at a place
  /// where there was one, the second counts as added.
  mutating func takeError(like problem: FormProblem, _ places: inout StoredPlaces) -> Bool {
    if case .moreProblems(let count) = problem.reason { return takeUnnamed(count, at: problem.path) }
    guard !counts.isEmpty, let place = places.place(of: problem.path),
      place.isUnchanged || !place.isScalar || problem.isAboutUnknownKey
    else {
      return false
    }
    var reason = problem.reason.withoutCounts
    if case .repeatedElement(let index) = reason {
      guard let element = places.place(of: problem.path.appending(index)), element.isUnchanged,
        let old = element.path.keys.last.flatMap(SettingPath.elementIndex)
      else { return false }
      reason = .repeatedElement(index: old)
    }
    let kind = Kind(path: place.path, reason: reason)
    if let count = counts[kind], count > 0 {
      counts[kind] = count - 1
      return true
    }
    // Another part can make another alternative the nearest, whose reasons are reported then.
    if place.isUnchanged, let combination = problem.combination, let outer = places.place(of: combination),
      combinations.contains(outer.path)
    {
      return true
    }
    return takeUnnamed(1, at: place.path)
  }

  /// Returns whether the stored value at or around a path has as many errors that are only counted, and takes them off the count. So the
  /// changed document can't have more of them than before.
  private mutating func takeUnnamed(_ count: Int, at path: SettingPath) -> Bool {
    guard !unnamed.isEmpty, let place = path.prefixes.first(where: { unnamed[$0, default: 0] >= count })
    else { return false }
    unnamed[place, default: 0] -= count
    return true
  }
}

extension FormProblem {
  /// The path of the outermost value that fits none of its alternatives, if this problem is one of the reasons; otherwise `nil`.
  fileprivate var combination: SettingPath? {
    combinationDepth.map { SettingPath(Array(path.keys.prefix($0))) }
  }
}

extension FormProblem.Reason {
  /// The violated limit, without what changes when another part of the value does: `at most 3 elements` is the same error for 5 elements
  /// and for 4.
  fileprivate var withoutCounts: FormProblem.Reason {
    switch self {
    case .count("element", let limit, let isUpper, _):
      .count(of: "element", limit: limit, isUpper: isUpper, found: nil)
    case .noAlternative(let keys, _): .noAlternative(keys: keys, nearest: nil)
    default: self
    }
  }
}

extension Set<SettingPath> {
  /// Whether a path is one of these paths, or inside one. `deny.1` is in a set with `deny`.
  func containsPlace(of path: SettingPath) -> Bool {
    !isEmpty && path.prefixes.contains(where: contains)
  }
}
