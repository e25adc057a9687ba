import Settings

/// The commands of `--prepare` and `--commit`, as participants of an apply.
struct ParticipantCommands {
  /// The options that they come from.
  static let options: [Option] = [.prepare, .commit, .timeLimit]

  /// The participants, in the order in which they hear of an apply.
  let participants: [any SettingsParticipant]
  /// Whether a command tells the program that uses the settings of new ones.
  let tellsOthers: Bool
  private let isEmpty: Bool
  private let interruption = Interruption()

  /// - Parameters:
  ///   - keepsOutput: whether what the commands print is to be part of the reason why they failed.
  ///   - watcher: what is to be started before the first command commits.
  init(_ arguments: Arguments, keepsOutput: Bool = false, watcher: Watcher? = nil) throws(Failure) {
    let limit = try arguments.seconds(.timeLimit) ?? .seconds(30)
    let phases: [(CommandParticipant.Role, Option)] = [(.prepare, .prepare), (.commit, .commit)]
    let commands = phases.compactMap { [interruption] role, option in
      arguments[option].map {
        CommandParticipant(
          role: role, command: $0, commandLimit: limit, interruption: interruption, keepsOutput: keepsOutput)
      }
    }
    participants = (watcher.map { [$0] } ?? []) + commands
    tellsOthers = arguments.has(.commit)
    isEmpty = commands.isEmpty
  }

  /// The signal that asked the program to end; `nil` if none did.
  var receivedSignal: Int32? { interruption.received }

  /// From now on a signal ends the commands first. Without commands an apply is over before anybody could send one.
  func beginToCatchSignals() {
    if !isEmpty { interruption.begin() }
  }

  /// From now on a signal ends the program again.
  func endCatchingSignals() {
    interruption.end()
  }
}
