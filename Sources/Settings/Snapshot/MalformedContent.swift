/// Content that isn't JSON.
struct MalformedContent: Sendable {
  let bytes: [UInt8]
  let error: JSONParseError

  /// The error as a problem of the whole document.
  var problem: FormProblem {
    var problem = FormProblem(path: .root, reason: .message(error.message))
    problem.position = error.position
    return problem
  }
}

/// What a store does with stored content that isn't JSON.
package enum MalformedContentPolicy: Sendable {
  /// The store can't be opened.
  case refuse
  /// The store is opened, to list and compare the versions, and to roll back.
  case allowRollback
}
