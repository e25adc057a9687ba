import Settings

extension UntypedStore {
  /// Reports the problems of the other layers.
  func reportLayerProblems(to console: Console) {
    for problem in layerProblems { console.report("\(problem)") }
  }
}

extension LayerProblem {
  /// The problem as JSON: `origin`, `path`, `severity` and `message`.
  var json: JSONValue {
    [
      "origin": origin.json,
      "path": path.map { .string($0.description) } ?? .null,
      "severity": .string(severity.rawValue),
      "message": .string(message),
    ]
  }
}
