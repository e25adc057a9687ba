import Settings

/// Says what is wrong with a file.
struct CheckCommand: Command {
  static let name = "check"
  static let operands = "FILE"
  static let summary = "Names every problem of a settings file with line and column."
  static let options: [Option] = [.schema, .json]

  private let file: SettingsFile
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands.count == 1 else { throw .usage("check takes one FILE.") }
    file = SettingsFile(arguments.operands[0], arguments)
    isJSON = arguments.has(.json)
  }

  func run() async throws(Failure) {
    let store = try await file.open()
    let problems = store.problems
    if isJSON {
      let json: JSONValue = ["file": .string(store.name), "problems": .array(problems.map(\.json))]
      Output.print(json)
    } else {
      for problem in problems { Output.complain("\(store.name):\(problem)") }
    }
    try store.tellPending()
    let errors = problems.count { $0.severity == .error }
    guard errors == 0 else {
      throw Failure(.refused, isJSON ? "" : "\(store.name): \(errors == 1 ? "1 error" : "\(errors) errors").")
    }
    if !isJSON { Output.print("\(store.name): \(problems.isEmpty ? "no problems." : "no errors.")") }
  }
}
