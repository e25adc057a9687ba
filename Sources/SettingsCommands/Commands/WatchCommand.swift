import SettingsEditing
import SettingsTUI

/// Prints changes of a file as they are stored.
///
///     watch app.json                  network.port: 8080 → 9090, for each change
///     watch app.json network          only changes in the section
///     watch app.json network.port     8080, then 9090: the value now and after each change
///
/// It runs until a signal ends it: Ctrl-C, or SIGPIPE when the reader of its output has ended, as in
/// `settings-tui watch app.json | head -1`. If the output can't be written, as on a full disk, it ends with an error. A script gets only
/// valid values: if the content has errors, they are reported on the standard error, and nothing is printed until they are corrected.
enum WatchCommand: Command {
  static let name = "watch"
  static let operands: [Operand] = [.file, .optional("PATH", .path)]
  static let summary = """
    Prints what changes in a file, until it is interrupted.
    With the PATH of a setting or a part of one, prints its value now and whenever it has changed. Otherwise, prints the
    changes of all settings, or of those of a section. Values are printed as get prints them, changes as set does; with
    --json, each on one line.
    Content that isn't valid is reported, also that of other layers, and the values stay as they were.
    """
  static let options: [Option] = [.schema, .layer, .json]

  /// Prints changes, or the values of a path, for as long as the process runs.
  ///
  /// The file needn't exist yet. If it exists and can't be read when the command starts, the command fails as `get` would; later, content
  /// that can't be accepted is only reported.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let path = try arguments.path
    var file = SettingsFile(arguments)
    // A member that no form describes can be watched, too, if it is there.
    file.members.named = [path]
    let store = try await file.open(
      ifAbsent: .allowed, refresh: .automatic, notices: .inference, console)
    // What can't be accepted is reported beside the values, for as long as the command runs.
    // A task may start late, so the streams begin here.
    let (rejections, layerProblems) = (store.rejections(), store.layerProblemChanges())
    let reporter = Task {
      for await content in rejections { console.report(StyledText(lines: "\(content)")) }
    }
    let layerReporter = Task {
      for await problems in layerProblems {
        for problem in problems { console.report("\(problem)") }
      }
    }
    defer {
      reporter.cancel()
      layerReporter.cancel()
    }
    let isJSON = arguments.has(.json)
    if store.index.section(at: path) != nil {
      await printChanges(in: path, of: store, isJSON: isJSON, console)
    } else if let entry = store.index.entry(containing: path) {
      try await printValues(at: path, in: entry, of: store, isJSON: isJSON, console)
    } else {
      throw store.unknownSetting(path)
    }
  }

  /// Prints the changes in a section, the changes of one apply together. In JSON, each change is an object on one line.
  private static func printChanges(
    in section: SettingPath, of store: StoreEngine, isJSON: Bool, _ console: Console
  ) async {
    for await all in store.changes() {
      let changes = all.filter { section.contains($0.path) }
      if changes.isEmpty { continue }
      if isJSON {
        for change in changes { console.printExact(change.json.description) }
      } else {
        console.print(changes.text)
      }
      // The error is reported when the command ends, so it ends now and not at the next change.
      if console.outputError != nil { return }
    }
  }

  /// Prints a value now and whenever it has changed. Throws only for the first value; after that, a value that is missing or has errors is
  /// waited for.
  private static func printValues(
    at path: SettingPath, in entry: FormIndex.Entry, of store: StoreEngine, isJSON: Bool, _ console: Console
  ) async throws(Failure) {
    // Subscribe first, or a change between the first value and the stream would be missed.
    let changes = store.changes()
    // The element that a selector names may get another index.
    var last = try store.value(at: store.resolved(path), in: entry)
    console.printExact(last.text(isJSON: isJSON))
    if console.outputError != nil { return }
    for await _ in changes {
      // The path may lead into a value that no longer exists; the next value there is printed.
      guard let next = try? store.value(at: store.resolved(path), in: entry), next != last else { continue }
      console.printExact(next.text(isJSON: isJSON))
      if console.outputError != nil { return }
      last = next
    }
  }
}
