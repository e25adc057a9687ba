import Settings
import SettingsTUI

/// Opens the editor.
struct EditCommand: Command {
  static let name = "edit"
  static let operands = "FILE"
  static let summary = """
    Opens a settings file in the editor.
    Keys may be changed in \(KeysFile.name): see --keys.
    """
  static let options: [Option] = [.schema] + ParticipantCommands.options + [.plain, .keys]
  static let pathVariables = [
    "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "TMPDIR", "VISUAL", "EDITOR",
  ]

  private let file: SettingsFile
  private let style: EditorStyle
  private let listsKeys: Bool
  private let formPath: String?
  private let watcher: Watcher
  private let commands: ParticipantCommands

  init(_ arguments: Arguments) throws(Failure) {
    listsKeys = arguments.has(.keys)
    style = arguments.has(.plain) ? .plain : .screen
    if listsKeys, arguments.operands.isEmpty {
      file = SettingsFile("", arguments)
      formPath = nil
      watcher = Watcher(file: "", arguments)
      commands = try ParticipantCommands(arguments)
      return
    }
    guard arguments.operands.count == 1 else { throw .usage("edit takes one FILE.") }
    file = SettingsFile(arguments.operands[0], arguments)
    formPath = arguments[.schema]
    watcher = Watcher(file: arguments.operands[0], arguments)
    commands = try ParticipantCommands(arguments, keepsOutput: true, watcher: watcher)
  }

  func run() async throws(Failure) {
    let keys = try KeysFile.read()
    if listsKeys { return Output.printExact(keys.text) }
    let store = try await file.open(ifAbsent: .allowed, commands)
    let outcome: EditorOutcome
    do {
      outcome = try await SettingsEditor.run(
        await UntypedViewModel(store),
        options: EditorOptions(keys: keys, formPath: formPath), style: style)
    } catch {
      throw Failure(.unavailable, "\(error)")
    }
    if let pending = try store.pending() { Output.print(watcher.notice(of: pending)) }
    guard outcome.stagedCount == 0 else {
      let changes = outcome.stagedCount == 1 ? "1 change was" : "\(outcome.stagedCount) changes were"
      throw Failure(
        .refused,
        "\(store.name): the editor was ended from outside; \(changes) not applied"
          + (outcome.isKept ? "; they are kept and offered at the next start." : "."))
    }
    let waiting = waiting(for: outcome.applied, in: store).map(\.description)
    if !waiting.isEmpty {
      Output.print("Restart the app to use \(waiting.joined(separator: ", ")).")
    }
  }

  /// The settings that wait for a restart on account of some changes, each once; none that was taken back since.
  private func waiting(for applied: [SettingChange], in store: UntypedStore) -> [SettingPath] {
    _ = try? store.refresh()
    let draft = store.draft()
    var seen: Set<SettingPath> = []
    return applied.filter { change in
      change.requiresRestart && seen.insert(change.path).inserted
        && draft.savedValue(at: change.path) != change.old
    }.map(\.path)
  }
}
