import SettingsEditing
import SettingsSystem
import SettingsTUI

/// The commands of `--prepare` and `--commit` as participants of an apply, and the signals that concern them.
///
/// An apply calls the participants in their order: the watcher, `--prepare`, `--commit`. A command that can't apply (`get`, `log`) has
/// none.
struct ParticipantCommands {
  /// The options that configure the commands.
  static let options: [Option] = [.prepare, .commit, .timeLimit]

  /// The participants in the order in which an apply calls them: the watcher, if there is one, `--prepare`, `--commit`.
  let participants: [any SettingsParticipant]
  /// Whether a command informs the program that uses the settings. If not, a rollback says that the program doesn't know about it.
  let informsProgram: Bool
  private let isEmpty: Bool
  private let interruption = Interruption()

  /// Creates the participants from the arguments of an apply. Throws a usage failure for a time limit that isn't a number of seconds.
  ///
  /// - Parameters:
  ///   - keepsOutput: Whether a failure's reason includes the output of the command.
  ///   - first: A participant that the apply calls before the commands.
  init(
    _ arguments: Arguments, keepsOutput: Bool = false, after first: (any SettingsParticipant)? = nil
  ) throws(Failure) {
    let limit = try arguments.seconds(.timeLimit) ?? .seconds(30)
    let phases: [(CommandParticipant.Role, Option)] = [(.prepare, .prepare), (.commit, .commit)]
    let commands = phases.compactMap { [interruption] role, option in
      arguments[option].map {
        CommandParticipant(
          role: role, command: $0, commandLimit: limit, interruption: interruption, keepsOutput: keepsOutput)
      }
    }
    participants = (first.map { [$0] } ?? []) + commands
    informsProgram = arguments.has(.commit)
    isEmpty = commands.isEmpty
  }

  /// The signal that asked the program to end; `nil` if there was none.
  var receivedSignal: Int32? { interruption.received }

  /// Makes signals end the commands first. An apply without commands ends too soon to be interrupted.
  ///
  /// Until it is called, a signal ends the program, as it should while a question waits for its answer.
  func beginToCatchSignals() {
    if !isEmpty { interruption.begin() }
  }

  /// Makes signals end the program again.
  func endCatchingSignals() {
    interruption.end()
  }
}
