import SettingsEditing
import SettingsTUI

/// Compares versions of the history.
///
///     diff app.json          the last version before the stored content, with the stored content
///     diff app.json 3        version 3 with the stored content
///     diff app.json 3 1      version 3 with version 1
///     tags: a, b, c, z → a, c, z
///
/// Settings are compared, not lines: of a version that only moves members, it says that comments and layout change. If one of the versions
/// isn't JSON, the lines that differ are named but not printed, since they could be secrets.
enum DiffCommand: Command {
  static let name = "diff"
  static let operands: [Operand] = [.file, .optional("A", .version), .optional("B", .version)]
  static let summary = """
    Shows what changed from version A to version B, and inside of lists, dictionaries and structs.
    A and B are numbers from the log, or the first four or more digits of a revision (default: the last version before
    the stored content, and the stored content). Of a version that isn't JSON, it shows the error and which lines differ.
    """
  static let options: [Option] = [.schema, .layer, .json]

  /// Prints the changes from one version to another. Differences are no failure: unlike `diff` of POSIX, it ends with 0.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let names = try arguments.operands.dropFirst().map { word throws(Failure) in try VersionName(word) }
    let store = try await SettingsFile(arguments).open(for: .versions, console)
    let history = try store.versions()
    let versions = try names.map { name throws(Failure) in try history.entry(name, of: store.name) }
    // Without names, it is what the last apply has changed; with one, everything since then.
    let old = versions.isEmpty ? try history.earlier(of: store.name) : versions[0]
    let new = versions.dropFirst().first ?? history.first ?? old
    let review: FormReview
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
