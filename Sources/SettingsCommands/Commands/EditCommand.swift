import SettingsEditing
import SettingsTUI

/// Opens the editor.
///
///     keys.json ─┐
///     FILE ──────┴▶ FileRepair, if it isn't JSON ─▶ store ─▶ SettingsEditor ─▶ pending confirmations, restart, exit status
///
/// The editor itself knows neither files nor options of a command line. When it has ended and the screen is restored, this command prints
/// what the user still has to know: which changes wait for their confirmation, which need a restart, and that a signal has left some
/// unapplied.
enum EditCommand: Command {
  static let name = "edit"
  static let operands: [Operand] = [.optional("FILE", .file)]
  static let summary = """
    Opens a settings file in the editor.
    If the file isn't JSON, it offers to open the text at the error or to roll back.
    Without FILE, it offers the files on this machine for which catalogs have forms.
    \(KeysFile.name) can reassign the keys: see --keys.
    """
  static let options: [Option] =
    [.schema, .layer, .context, .noInPlace] + ParticipantCommands.options + [.plain, .keys]
  static let pathVariables =
    [
      "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "TMPDIR", "VISUAL", "EDITOR",
    ] + SchemaCatalogFolders.variables

  /// Opens the editor, and reports after it what the user should know.
  ///
  /// Without a file, it runs again with the chosen one. Ends with 0 also if nothing was applied, with 1 if changes are left that were
  /// neither applied nor discarded, with 69 without a suitable terminal. `--keys` needs no file and opens nothing.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let keysOnly = arguments.has(.keys)
    guard keysOnly || !arguments.operands.isEmpty else {
      guard let file = try await FileOffer(console).choose(onScreen: !arguments.has(.plain)) else { return }
      return try await run(arguments.adding(operand: file), console: console)
    }
    let commands = try ParticipantCommands(
      arguments, keepsOutput: true, after: keysOnly ? nil : Watcher(arguments, console: console))
    let keys = try KeysFile.read()
    if keysOnly { return console.printExact(keys.text) }
    // Without a terminal, a malformed file is an error, as for every command.
    if console.isInteractive { try await FileRepair(arguments: arguments, console: console).run() }
    var options = EditorOptions(keys: keys)
    options.formPath = arguments[.schema]
    var file = SettingsFile(arguments)
    // The editor shows everything that is in the file.
    file.members = .all
    let store = try await file.open(
      ifAbsent: .allowed, with: commands, refresh: .automatic, notices: .none, console)
    options.formWarning = file.formWarnings.value.first
    let outcome = try await edit(
      FormViewModel(store), options: options, style: arguments.has(.plain) ? .plain : .screen)
    // Other files of the app may have been edited in between; each can wait for a confirmation.
    for edited in outcome.editedStores {
      let file = edited.identity == store.identity ? nil : edited.name
      if let pending = try edited.pending() { console.print(pending.notice(arguments, file: file)) }
    }
    if let path = outcome.printedPath { console.print("\(path)") }
    try check(outcome, of: outcome.stores.last ?? store)
    let waiting = settingsToRestart(after: outcome.applied, in: store).map(\.description)
    if !waiting.isEmpty {
      console.print("Restart the app to use \(waiting.joined(separator: ", ")).")
    }
  }

  /// Throws if the editor ended before everything was applied or discarded, as a signal and the end of the input can end it.
  private static func check(_ outcome: EditorOutcome, of store: StoreEngine) throws(Failure) {
    let unapplied =
      (outcome.stagedCount == 0 ? [] : [Phrase.count(outcome.stagedCount, noun: "change")])
      + (outcome.hasUnstagedText ? ["text from your editor"] : [])
    guard !unapplied.isEmpty else { return }
    let cause = outcome.ending == .inputEnded ? "the input has ended" : "a signal ended the editor"
    let verb = outcome.stagedCount + (outcome.hasUnstagedText ? 1 : 0) == 1 ? "was" : "were"
    throw Failure(
      .refused,
      message:
        "\(store.name): \(cause); \(Phrase.enumeration(unapplied)) \(verb) not applied"
        + (outcome.isKept ? "; the editor offers to restore them at the next start." : "."))
  }

  /// Runs the editor. Without a suitable terminal, the failure (69) names what works without one.
  private static func edit(
    _ model: FormViewModel, options: EditorOptions, style: EditorStyle
  ) async throws(Failure) -> EditorOutcome {
    do throws(EditorError) {
      return try await SettingsEditor.run(model, options: options, style: style)
    } catch {
      throw Failure(
        .unavailable, message: "\(error) Use --plain or the other commands without such a terminal.")
    }
  }

  /// Returns the settings with an applied change that takes effect after a restart and that wasn't rolled back since.
  ///
  /// A change that was applied and undone again within one session needs no restart, so the first old value of each setting is compared
  /// with what is stored now.
  private static func settingsToRestart(
    after applied: [SettingChange], in store: StoreEngine
  ) -> [SettingPath] {
    // If the file can't be read, the values that were read last decide.
    _ = try? store.refresh()
    let draft = store.draft()
    var seen: Set<SettingPath> = []
    return applied.filter { change in
      change.requiresRestart && seen.insert(change.path).inserted
        && draft.savedValue(at: change.path) != change.old
    }.map(\.path)
  }
}
