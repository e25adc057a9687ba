import Settings

/// Compares versions of the history.
enum DiffCommand: Command {
  static let name = "diff"
  static let operands = "FILE [A [B]]"
  static let operandCount = 1...3
  static let summary = """
    Shows what changed from version A to version B, and inside of lists, dictionaries and structs.
    A and B are numbers from the log, or the first four or more digits of a revision (default: the version before the
    last apply, and the stored content). Of a version that isn't JSON, it shows the error and which lines differ.
    """
  static let options: [Option] = [.schema, .layer, .json]

  static func run(_ arguments: Arguments, _ console: Console) async throws(Failure) {
    let names = try arguments.operands.dropFirst().map { word throws(Failure) in try VersionName(word) }
    let store = try await SettingsFile(arguments).open(for: .versions, console)
    let history = try store.versions()
    let versions = try names.map { name throws(Failure) in try history.entry(name, of: store.name) }
    let old = versions.isEmpty ? try history.earlier(of: store.name) : versions[0]
    let new = versions.dropFirst().first ?? history.first ?? old
    let review: Review
    let lines: ClosedRange<Int>?
    do throws(ApplyError) {
      review = try store.review(from: old, to: new)
      lines = try store.changedLines(from: old, to: new)
    } catch {
      throw Failure(error, file: store.name)
    }
    if arguments.has(.json) {
      console.print(review.json)
    } else if old.revision == new.revision {
      console.print("\(store.name): the versions are equal.")
    } else if let lines {
      // The text isn't shown, because it isn't known which parts of it are secret.
      for problem in review.obstacles { console.report(StyledText(problem.line(in: store.name))) }
      console.print("\(store.name): the versions differ in \(lines.text).")
    } else {
      console.print(ApplyReport(review).text)
    }
    try store.reportPending(to: console)
  }
}
