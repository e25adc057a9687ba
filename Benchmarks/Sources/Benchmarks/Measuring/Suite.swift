/// Related benchmarks.
struct Suite {
  let name: String
  let run: () throws -> Void

  init(_ name: String, _ run: @escaping () throws -> Void) {
    self.name = name
    self.run = run
  }
}
