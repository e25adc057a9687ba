import SettingsEditing
import SettingsTUI

/// Validates files.
///
///     w.json:2:24: error: network.port: Use a whole number instead of "x".
///     w.json:2:29: warning: network.prt: Check the key "prt", which the form does not know; perhaps you mean network.port.
///     settings-tui: w.json: 1 error.                                                                       exit status 1
///
/// The lines have the format of compilers, so editors and CI systems find the place. Errors are 1, warnings only with `--strict`, those of
/// other layers, of patterns and rules of the form that can't be used, and of rules that need a value of the app included. A file that isn't JSON is 65, also with `--json`, where the
/// error is one of the problems; and so is a layer with an error, which an app doesn't start with. The file is checked without the layers
/// then. Of several files, each is checked, also after one with errors, and the greatest status counts: a hook of `pre-commit` passes all
/// changed files at once.
enum CheckCommand: Command {
  static let name = "check"
  static let operands: [Operand] = [.several("FILE", .file)]
  static let summary = """
    Reports every problem of settings files with line and column.
    With --json, there is a line with an object for each file.
    """
  static let options: [Option] = [.schema, .layer, .context, .strict, .verbose, .json]
  static let input = CommandInput.reads

  /// Checks each file. With `--json` and several files, there is a line with an object for each of them.
  ///
  /// Ends with 0 for files without errors, 1 for errors (with `--strict` for warnings, too), 65 for a file that isn't JSON, 66 for no
  /// file. With `--json`, there is an object with `problems` also for a file that isn't JSON.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    var failures: [Failure] = []
    for file in arguments.operands.indices {
      do throws(Failure) { try await check(arguments.keeping(operand: file), console) } catch {
        failures.append(error)
      }
    }
    guard let worst = failures.max(by: { $0.status.rawValue < $1.status.rawValue }) else { return }
    let messages = failures.map(\.message).filter { !$0.isEmpty }
    throw Failure(worst.status, message: messages.joinedLines(), signal: worst.signal)
  }

  /// Prints the problems of the file, then of the layers around it, and a pending confirmation.
  private static func check(_ arguments: Arguments, _ console: Console) async throws(Failure) {
    var arguments = arguments
    try arguments.readStream(for: self, console)
    let isJSON = arguments.has(.json)
    var file = SettingsFile(arguments)
    file.leavesOutBrokenLayers = true
    let store: StoreEngine
    do throws(Failure) {
      store = try await file.open(notices: arguments.has(.verbose) ? .all : .weakness, console)
    } catch {
      // A script that reads the problems of many files gets this one in the same form.
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
    let brokenLayers = file.layerErrors.value
    let layerProblems = brokenLayers + store.layerProblems
    // By what can't be used of the form, less was checked.
    let unused = store.index.form.warnings.filter { $0.isOfRule || $0.weakensChecks }
    let missingContext = store.missingContext
    if !isJSON { for problem in layerProblems { console.report("\(problem)") } }
    if isJSON {
      let json: JSONValue = [
        "file": .string(store.name), "problems": .array(problems.map(\.json)),
        "layerProblems": .array(layerProblems.map(\.json)),
        "formProblems": .array(unused.map { .string($0.description) }),
        "missingContext": .array(missingContext.map(JSONValue.string)),
        "onlyTheAppKnows": .array(store.settingsOnlyTheAppKnows.map { .string($0.description) }),
      ]
      console.print(json)
    } else {
      if !missingContext.isEmpty {
        let sentence = FormReview.text(ofMissingContext: missingContext, rules: "Rules")
        console.report("\(store.name): \(sentence) Give a value with --context KEY=VALUE.")
      }
      for path in store.settingsOnlyTheAppKnows {
        console.report("\(store.name): Only the app can tell whether the value of \(path) is valid.")
      }
      for problem in problems { console.report("\(store.name):\(problem)") }
      explainUnknownKeys(problems, of: store, to: console)
    }
    try store.reportPending(to: console)
    let severities =
      problems.map(\.severity) + layerProblems.map(\.severity)
      + unused.map { _ in FormProblem.Severity.warning }
      + missingContext.map { _ in FormProblem.Severity.warning }
    let errors = severities.count { $0 == .error }
    guard errors == 0 else {
      throw Failure(
        brokenLayers.isEmpty ? .refused : .dataError,
        message: isJSON ? "" : "\(store.name): \(Phrase.count(errors, noun: "error")).")
    }
    // There are only warnings left.
    guard severities.isEmpty || !arguments.has(.strict) else {
      throw Failure(
        .refused, message: isJSON ? "" : "\(store.name): \(Phrase.count(severities.count, noun: "warning")).")
    }
    if !isJSON { console.print("\(store.name): \(severities.isEmpty ? "no problems." : "no errors.")") }
  }

  /// Explains what unknown keys mean, and how to remove them: once, after all problems, with the first key as the example.
  private static func explainUnknownKeys(
    _ problems: [FormProblem], of store: StoreEngine, to console: Console
  ) {
    let unknown = problems.filter(\.isAboutUnknownKey)
    guard !unknown.isEmpty else { return }
    // Beyond a number of them, keys are only counted.
    let others = problems.reduce(0) { count, problem in
      if case .moreUnknownKeys(let more) = problem.reason { count + more } else { count }
    }
    let keys = Phrase.count(unknown.count + others, noun: "key is", nouns: "keys are")
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
