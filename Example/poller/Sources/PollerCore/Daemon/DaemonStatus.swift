import Foundation
import Settings

/// The status of a daemon, which it writes to a file for other processes of the same machine.
package struct DaemonStatus: Codable, Equatable, Sendable {
  package struct Target: Codable, Equatable, Sendable {
    package var name: String
    package var phase: TargetState.Phase
    package var last: String?
    package var availability: Double?
  }

  package var startedAt: Date
  package var fleet: String
  /// The settings that the daemon uses.
  package var revision: String?
  /// Settings that the daemon doesn't use, and why.
  package var rejectedRevision: String?
  package var rejected: String?
  package var restartPending: [String] = []
  package var health = Health.starting
  /// The number of polls.
  package var pollCount = 0
  package var lastPoll: Date?
  /// The number of fulfilled requests to poll all targets.
  package var roundCount = 0
  package var targets: [Target] = []

  package init(startedAt: Date, fleet: String) {
    self.startedAt = startedAt
    self.fleet = fleet
  }

  /// Reads the status of the running daemon; `nil` if no daemon is running.
  package static func ofRunningDaemon(at place: Place) -> DaemonStatus? {
    guard DaemonLock.holder(of: place.lock) != nil,
      let data = FileManager.default.contents(atPath: place.status)
    else { return nil }
    // A daemon of another version may have another format. It counts as not running.
    return try? JSONDecoder().decode(DaemonStatus.self, from: data)
  }

  /// Why the daemon isn't healthy.
  var weakness: String {
    let names = targets.filter { $0.phase == .down }.map(\.name).joined(separator: ", ")
    return "too few targets answer"
      + (names.isEmpty ? "" : "; \(names) \(names.contains(",") ? "are" : "is") down")
  }

  /// The JSON of the status, with keys in a stable order.
  package func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    return try encoder.encode(self)
  }
}
