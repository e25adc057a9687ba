/// Related benchmarks.
struct Suite {
  let name: String
  /// Prints the measurements, and returns the rows of the summary.
  let run: () throws -> [Summary.Row]

  init(_ name: String, _ run: @escaping () throws -> [Summary.Row]) {
    self.name = name
    self.run = run
  }

  /// Creates a suite that isn't part of the summary.
  init(_ name: String, _ run: @escaping () throws -> Void) {
    self.init(name) {
      try run()
      return []
    }
  }
}
