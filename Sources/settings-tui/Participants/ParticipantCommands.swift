import Settings

/// The commands of `--prepare` and `--commit`, as participants of an apply.
struct ParticipantCommands {
  /// The options that they come from.
  static let options: [Option] = [.prepare, .commit, .timeLimit]

  let participants: [any SettingsParticipant]
  private let interruption = Interruption()

  /// - Parameter keepsOutput: whether what the commands print is to be part of the reason why they failed.
  init(_ arguments: Arguments, keepsOutput: Bool = false) throws(Failure) {
    let limit = try arguments.seconds(.timeLimit) ?? .seconds(30)
    let phases: [(CommandParticipant.Phase, Option)] = [(.prepare, .prepare), (.commit, .commit)]
    participants = phases.compactMap { [interruption] phase, option in
      arguments[option].map {
        CommandParticipant(
          phase: phase, command: $0, commandLimit: limit, interruption: interruption, keepsOutput: keepsOutput
        )
      }
    }
  }

  /// The signal that asked the program to end; `nil` if none did.
  var receivedSignal: Int32? { interruption.received }

  /// From now on a signal ends the commands first. Without commands an apply is over before anybody could send one.
  func beginToCatchSignals() {
    if !participants.isEmpty { interruption.begin() }
  }
}
