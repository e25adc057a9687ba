import Settings
import SettingsSystem
import SettingsTUI

/// The process in the background that brings the old content back when nobody confirms in time.
///
/// It is this program again, as the command `__watch`. Should it be killed, the next command on the file does its job.
/// It is started by taking part in the apply, before any command: so the time runs out whatever becomes of those.
struct Watcher: SettingsParticipant {
  /// How long after the time is over the next command leaves it to the watcher, which runs the commands of the apply, to
  /// bring the old content back.
  static let headStart = Duration.seconds(5)

  let name = "the watcher"
  private let file: String
  private let options: [String]

  /// - Parameter arguments: those of the apply; the watcher gets the form and the participants of the same.
  init(file: String, _ arguments: Arguments) {
    self.file = file
    options = WatchCommand.options.flatMap { option in
      arguments[option].map { [option.rawValue, $0] } ?? []
    }
  }

  func commit(_ review: Review) async throws {
    if let pending = review.confirmation { start(pending) }
  }

  /// Starts the process in the background, without the standard streams: a program that reads the output of this process to
  /// its end must not wait for the watcher.
  private func start(_ pending: PendingConfirmation) {
    #if os(Linux)
      // Correct even if the program's file has been replaced or removed since it was started.
      let program = "/proc/self/exe"
    #else
      let program = CommandLine.arguments[0]
    #endif
    let arguments = ["settings-tui", WatchCommand.name] + options + ["--", file, pending.id.description]
    do throws(SystemError) {
      _ = try ProcessLaunch(program: program, arguments: arguments, attachment: .background).start()
    } catch {
      Output.complain(
        "\(file): no watcher could be started (\(error)); the old settings come back "
          + "with the first command after the time is over.")
    }
  }

  /// What to do to keep the changes.
  func notice(of pending: PendingConfirmation) -> StyledText {
    let schema = options.first == Option.schema.rawValue ? options.prefix(2) : []
    // A person may paste the line into a shell.
    let words = (schema + (file.hasPrefix("-") ? ["--", file] : [file])).map(ShellWord.quoted).joined(
      separator: " ")
    let seconds = (pending.remaining() + .milliseconds(500)).components.seconds
    return """
      The old settings come back in \(seconds) s, unless you keep the new ones:
        settings-tui confirm \(words) \(pending.id, .strong)
      """
  }
}
