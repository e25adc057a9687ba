import Settings
import SettingsSystem

/// Starts a background process that rolls back an apply if it isn't confirmed in time.
///
/// The process runs this program's command `__watch`. If it is killed, the next command on the file does its work. The watcher
/// is the first participant of the apply, so that the process is running before any command of a person can fail or hang.
struct Watcher: SettingsParticipant {
  /// How long after the deadline another command waits for the process, which also runs the commands of the apply.
  static let headStart = Duration.seconds(5)

  /// The name of the command that the process runs.
  static let command = "__watch"
  /// The options of the apply that the process needs: its form and its participants.
  static let options: [Option] = [.schema] + ParticipantCommands.options

  let name = "the watcher"
  private let options: [String]
  private let console: Console

  /// Creates the watcher of an apply.
  ///
  /// - Parameter arguments: The arguments of the apply.
  init(_ arguments: Arguments, _ console: Console) {
    self.console = console
    options = Self.options.flatMap { option in
      arguments[option].map { [option.rawValue, $0] } ?? []
    }
  }

  func commit(_ review: Review) async throws {
    if let pending = review.confirmation { start(pending, review.file) }
  }

  /// Starts the process in the background, without the standard streams, so that a reader of this process's output doesn't wait
  /// for the watcher to end.
  private func start(_ pending: PendingConfirmation, _ file: String) {
    #if os(Linux)
      // This path is correct even if the program's file has been replaced or removed since the start.
      let program = "/proc/self/exe"
    #else
      let program = CommandLine.arguments[0]
    #endif
    let arguments = ["settings-tui", Self.command] + options + ["--", file, pending.id.description]
    do throws(SystemError) {
      _ = try ProcessLaunch(program: program, arguments: arguments, attachment: .background).start()
    } catch {
      console.report(
        "\(file): no watcher could be started (\(error)); the first command after the deadline restores the old "
          + "settings.")
    }
  }
}
