import Settings
import SettingsTUI

/// Validates a file.
enum CheckCommand: Command {
  static let name = "check"
  static let operands = "FILE"
  static let operandCount = 1...1
  static let summary = "Reports every problem of a settings file with line and column."
  static let options: [Option] = [.schema, .layer, .context, .strict, .verbose, .json]
  static let isFilter = true

  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let isJSON = arguments.has(.json)
    let file = SettingsFile(arguments)
    let store: UntypedStore
    do throws(Failure) {
      store = try await file.open(notices: arguments.has(.verbose) ? .all : .inference, console)
    } catch {
      guard isJSON, let parseError = try file.parseError() else { throw error }
      var problem = FormProblem(path: .root, reason: .message(parseError.message))
      problem.position = parseError.position
      let json: JSONValue = [
        "file": .string(file.path), "problems": [problem.json], "layerProblems": [],
      ]
      console.print(json)
      throw Failure(.dataError, message: "")
    }
    let problems = store.problems
    if !isJSON { store.reportLayerProblems(to: console) }
    if isJSON {
      let json: JSONValue = [
        "file": .string(store.name), "problems": .array(problems.map(\.json)),
        "layerProblems": .array(store.layerProblems.map(\.json)),
      ]
      console.print(json)
    } else {
      for problem in problems { console.report("\(store.name):\(problem)") }
      explainUnknownKeys(problems, of: store, to: console)
    }
    try store.reportPending(to: console)
    let errors = problems.count { $0.severity == .error }
    guard errors == 0 else {
      throw Failure(.refused, message: isJSON ? "" : "\(store.name): \(Phrase.count(errors, noun: "error")).")
    }
    guard problems.isEmpty || !arguments.has(.strict) else {
      throw Failure(
        .refused, message: isJSON ? "" : "\(store.name): \(Phrase.count(problems.count, noun: "warning")).")
    }
    if !isJSON { console.print("\(store.name): \(problems.isEmpty ? "no problems." : "no errors.")") }
  }

  /// Explains what unknown keys mean, and how to remove them.
  private static func explainUnknownKeys(
    _ problems: [FormProblem], of store: UntypedStore, to console: Console
  ) {
    let unknown = problems.filter(\.isAboutUnknownKey)
    guard !unknown.isEmpty else { return }
    let keys = Phrase.count(unknown.count, noun: "key is", nouns: "keys are")
    // The path of a secret key isn't shown, so no command can name it.
    let named = unknown.first { $0.hiddenKeys.isEmpty }
    let remedy =
      named.map { "To remove it: reset FILE \(ShellWord.quoted($0.shownPath.description))" }
      ?? "The key may be a secret; remove it in the file."
    console.report(
      "\(store.name): \(keys) unknown to the form; the apps that read the file may ignore such a key. \(remedy)"
    )
  }
}
