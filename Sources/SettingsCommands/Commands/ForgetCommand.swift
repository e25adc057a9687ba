import SettingsEditing
import SettingsSystem
import SettingsTUI

/// Removes values and versions from the history, for good.
///
///     forget app.json api.token               every version loses the values that api.token had
///     forget app.json --revision 3            version 3 is removed
///     forget app.json --before 2026-11-01     so are all versions from before November
///     forget app.json --revision 3 api.token  version 3 loses the value of api.token
///
/// What is stored now stays, in the file and in its version: change it with `set` or `reset` first. See ``Forgetting`` for what it does with
/// versions that can't be read.
enum ForgetCommand: Command {
  static let name = "forget"
  static let operands: [Operand] = [.file, .any("PATH", .path)]
  static let summary = """
    Removes the former values of settings, or whole versions, from the history for good.
    With PATH, every version, or those that --revision and --before select, loses the values of these settings that aren't
    stored now; an index stands for every element of its list, [name=eu] for those that it names. Without PATH, the selected
    versions are removed, and others with the same content. The stored content stays: change it with set or reset first. If
    it is missing, empty or not JSON, nothing is forgotten. Copies elsewhere, such as backups, snapshots and commits, aren't
    touched. On a terminal it shows what would be lost and asks first.
    """
  static let options: [Option] = [
    .schema, .layer, .revision, .before, .yes, .dryRun, .json, .detailedExitCode,
  ]

  /// Removes what the words name.
  ///
  /// Ends with 1 for a version that the history doesn't have, for the stored one, while an apply waits for its confirmation, and for a "no".
  /// That there is nothing to forget is no failure.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let paths = try arguments.operands.dropFirst().map { word throws(Failure) in
      try SettingPath(operand: word)
    }
    let names = try arguments.values(of: .revision).map { text throws(Failure) in try VersionName(text) }
    let time = try arguments[.before].map { text throws(Failure) in
      guard let time = WallTime(text) else {
        throw Failure.usage(
          "--before takes a day or a time, such as 2026-11-28 or \"2026-11-28 09:30:00\", not \"\(text)\".")
      }
      return time
    }
    guard !paths.contains(.root) else {
      throw .usage("A path is empty; name a setting, or versions by --revision or --before.")
    }
    guard !paths.isEmpty || !names.isEmpty || time != nil else {
      throw .usage("Say what to forget: settings by their paths, or versions by --revision or --before.")
    }
    let store = try await SettingsFile(arguments).open(for: .versions, console)
    let history = try store.versions()
    let selected = try history.selected(by: names, before: time, of: store.name)
    let plan: Forgetting?
    do throws(ApplyError) {
      plan = try store.forgetting(paths) { selected.contains($0.id) }
    } catch {
      throw Failure(error, file: store.name)
    }
    guard let forgetting = plan else {
      throw Failure(
        .refused,
        message:
          "\(store.name): what is stored now can't be read as JSON, so its last version may have the only copy of it; correct or roll back the file first, then forget."
      )
    }
    let isEmpty = forgetting.losses.isEmpty
    let mustAsk = !isEmpty && !arguments.has(.yes) && !arguments.has(.dryRun) && console.isInteractive
    let text = isEmpty ? "\(store.name): there is nothing to forget." : forgetting.text(in: history)
    if mustAsk {
      console.print(text)
      guard console.confirms("Forget? There is no way back. [y/N] ") else {
        throw Failure(.refused, message: "\(store.name): nothing was forgotten.")
      }
    }
    if !arguments.has(.dryRun) {
      do throws(ApplyError) { try store.forget(forgetting) } catch { throw Failure(error, file: store.name) }
    }
    if arguments.has(.json) {
      console.print(forgetting.json(in: history, file: store.name))
    } else if !mustAsk {
      (arguments.has(.dryRun) ? console.print : console.tell)(text)
    }
    reportRemains(of: forgetting, in: history, file: store.name, console)
    if !isEmpty, arguments.has(.detailedExitCode), console.outputError == nil {
      throw Failure(.changed, message: "")
    }
  }

  /// Says where text of forgotten values is left, because a person who forgets a secret wants it to be gone.
  private static func reportRemains(
    of forgetting: Forgetting, in history: [SettingsHistoryEntry], file: String, _ console: Console
  ) {
    let numbers = forgetting.remains.map { $0.number(in: history) }
    if numbers.contains(0) {
      console.report(
        "\(file), or the message of its last version, still has the text of a forgotten value; if it is in the file, such as in a comment, remove it there and forget the version."
      )
    }
    let others = numbers.filter { $0 > 0 }.map { "--revision \($0)" }
    if !others.isEmpty {
      console.report(
        "\(file): versions still have the text of a forgotten value at another place; forget them as wholes: \(others.joined(separator: " "))."
      )
    }
  }
}

extension [SettingsHistoryEntry] {
  /// Returns the numbers of the versions with names, or from before a time, and of all versions without either; never that of the stored
  /// content. Throws if a name is that of the stored content, or of no version.
  fileprivate func selected(
    by names: [VersionName], before time: WallTime?, of file: String
  ) throws(Failure) -> Set<SettingsHistoryEntry.ID> {
    let earlier = dropFirst()
    guard !names.isEmpty || time != nil else { return Set(earlier.map(\.id)) }
    var selected: Set<SettingsHistoryEntry.ID> = []
    for name in names {
      let entry = try entry(name, of: file)
      let same = earlier.filter {
        $0.id == entry.id || entry.revision != nil && $0.revision == entry.revision
      }
      guard !same.isEmpty else {
        throw Failure(
          .refused,
          message:
            "\(file): version 0 is what is stored now; change that with set or reset first, then forget it.")
      }
      selected.formUnion(same.map(\.id))
    }
    if let time {
      // The time of a damaged record isn't known, but that of the versions around it.
      var isBefore = false
      for entry in earlier {
        if entry.kind != .damaged { isBefore = isBefore || entry.time < time }
        if isBefore { selected.insert(entry.id) }
      }
    }
    return selected
  }
}

extension SettingsHistoryEntry {
  fileprivate func number(in history: [SettingsHistoryEntry]) -> Int {
    history.firstIndex { $0.id == id } ?? 0
  }

  fileprivate func name(in history: [SettingsHistoryEntry]) -> String { "version \(number(in: history))" }
}

extension Forgetting {
  /// The losses, a line for each version:
  ///
  ///     version 1, 2026-11-28 09:30:00, ada: api.token
  ///     version 2, 2026-11-27 18:02:11: all of it
  fileprivate func text(in history: [SettingsHistoryEntry]) -> StyledText {
    losses.map { loss -> StyledText in
      let version = loss.version
      let when =
        version.kind == .damaged ? [] : [version.time.localText, version.author].filter { !$0.isEmpty }
      let name = ([version.name(in: history)] + when).joined(separator: ", ")
      return
        "\(name, .strong): \(loss.isWhole ? "all of it" : loss.paths.map(\.name).joined(separator: ", "))"
    }.joinedLines()
  }

  fileprivate func json(in history: [SettingsHistoryEntry], file: String) -> JSONValue {
    let versions = losses.map { loss -> JSONValue in
      [
        "index": .number(JSONNumber(loss.version.number(in: history))),
        "revision": loss.version.revision.map { .string($0.description) } ?? .null,
        "isWhole": .bool(loss.isWhole),
        "paths": .array(loss.paths.map { .string($0.description) }),
      ]
    }
    return [
      "file": .string(file), "versions": .array(versions),
      "textRemainsIn": .array(remains.map { .number(JSONNumber($0.number(in: history))) }),
    ]
  }
}
