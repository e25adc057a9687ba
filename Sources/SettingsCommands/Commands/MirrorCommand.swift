import SettingsEditing
import SettingsSystem

/// Keeps a copy of settings that are elsewhere, byte for byte.
///
///     mirror etcd://10.0.0.1/settings/trend /var/lib/trend/settings.json     a local file with the fleet's settings
///     mirror --no-watch app.json etcd://10.0.0.1/settings/trend              a file becomes a document in etcd, comments included
///
/// A machine reads its settings from the copy, so it starts while the cluster is away. Each change is an apply: the form can refuse it,
/// commands and running instances can veto it, watchers of the copy hear of it, and it is a version of the copy's history.
///
///     source changes ─▶ read ─▶ same bytes? ─▶ open the copy ─▶ review ─▶ apply ─▶ report
///                        └ can't be read, nothing stored, or refused: said once; the copy stays, and it tries again
enum MirrorCommand: Command {
  static let name = "mirror"
  static let operands: [Operand] = [.file, .one("COPY", .file)]
  static let summary = """
    Keeps COPY equal to the settings at FILE, byte for byte, until it is interrupted.
    Both are files or addresses: an app reads the settings of a cluster from a local copy, which is there while the cluster
    isn't. Each change is an apply to COPY, with a version in its history, and with its form: what the form refuses, and what
    a command vetoes, is reported, and COPY stays as it was. So it does while FILE can't be read or nothing is stored there.
    It tries again after 1 s, 2 s, and so on up to a minute. What others have changed in COPY is replaced with the next
    change, and stays in its history. On a terminal the first copy is shown, and it asks first. Don't mirror two places to
    each other.
    """
  static let options: [Option] = [
    .noWatch, .schema, .context, .yes, .dryRun, .message, .noHistory, .noInPlace, .prepare, .commit,
    .timeLimit, .json,
  ]

  /// Throws for operands and options that a copy can't have.
  static func check(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands[1] != Arguments.standardInput else {
      throw .usage("mirror needs a file or an address for the copy; name it instead of -.")
    }
    if arguments.hasFormInStream, !arguments.has(.noWatch), !arguments.has(.dryRun) {
      throw .usage("The standard input can be read only once; save the form and name its file with --schema.")
    }
  }

  /// Copies once, then whenever the source may have changed, and while the copy is behind.
  ///
  /// With `--no-watch`, a copy fails as any apply does. Otherwise, it is only reported, so that a service may start before its cluster; a
  /// "no" at the terminal, and a signal, end the command.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let source = SettingsPlace(arguments.operands[0])
    let copy = SettingsFile(arguments.keeping(operand: 1))
    guard source.storage.identity != copy.place.storage.identity else {
      throw .usage("FILE and COPY are the same place; name another one for the copy.")
    }
    var workflow = try ApplyWorkflow(arguments.keeping(operand: 1), console: console)
    var notices = SettingsFile.FormNotices.inference
    guard !arguments.has(.noWatch), !arguments.has(.dryRun) else {
      return try await update(copy, from: source, by: workflow, notices: &notices, console)
    }
    let isAnswered = console.isInteractive && !arguments.has(.yes)
    var reported: String?
    try await followContent(of: source.storage, sleep: console.sleep) { () async throws(Failure) in
      do throws(Failure) {
        try await update(copy, from: source, by: workflow, notices: &notices, console)
        (workflow.asks, reported) = (false, nil)
        return console.outputError == nil ? .copied : .ended
      } catch {
        if error.signal != nil || error.status == .usage { throw error }
        if workflow.asks, isAnswered, error.status == .refused { throw error }
        if error.message.plain != reported { console.report(error.message) }
        reported = error.message.plain
        return console.outputError == nil ? .behind : .ended
      }
    }
  }

  /// Makes the copy equal to the source. It is opened anew each time, because its form can have changed.
  private static func update(
    _ copy: SettingsFile, from source: SettingsPlace, by workflow: ApplyWorkflow,
    notices: inout SettingsFile.FormNotices, _ console: Console
  ) async throws(Failure) {
    let content: StoredContent?
    do throws(SettingsStorageError) { content = try source.storage.read() } catch { throw Failure(error) }
    guard let content, !content.isBlank else {
      throw Failure(
        .noInput,
        message: "\(source.storage.name): nothing is stored there, so \(copy.path) stays as it is.")
    }
    var copy = copy
    do throws(JSONParseError) {
      copy.incoming = (try JSONDocument(parsingStored: content.bytes), source.storage)
    } catch {
      throw Failure(.dataError, message: "\(source.storage.name):\(error)")
    }
    let store = try await copy.open(
      for: .copy, ifAbsent: .allowed, with: workflow.commands, notices: notices, console)
    // What the form lacks is said once, and not for each change.
    notices = .none
    guard store.revision != content.revision else { return }
    defer { workflow.commands.endCatchingSignals() }
    try await workflow.run(.copy(content), in: store)
    // It has arrived while commands put the change into effect, and was kept from ending them halfway.
    if let signal = workflow.commands.receivedSignal { throw Failure(.refused, message: "", signal: signal) }
  }
}
