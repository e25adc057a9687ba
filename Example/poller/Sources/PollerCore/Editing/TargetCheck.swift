import Settings

/// Vetoes changes of targets that can't be reached.
package struct TargetCheck: TypedSettingsParticipant {
  /// A target that is refused, and why.
  struct Refusal: Error, CustomStringConvertible {
    var target: String
    var reason: String
    var description: String { "\(target): \(reason)" }
  }

  package let name = "target check"
  private let client = PollClient()

  package init() {}

  package func prepare(_ review: SettingsReview<PollerSettings>) async throws {
    let (old, settings) = (review.before, review.after)
    guard settings.targets != old.targets, settings.applying.checksTargets else { return }
    try Self.refuseDuplicates(in: settings.targets)
    try await withThrowingTaskGroup { group in
      for target in Self.targets(toCheck: settings, since: old.targets) {
        group.addTask {
          if let reason = await reason(against: target, settings) {
            throw Refusal(target: target.name, reason: reason)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Returns the targets that are polled from now on, or in another way.
  static func targets(
    toCheck settings: PollerSettings, since old: [PollerSettings.Target]
  ) -> [PollerSettings.Target] {
    let known = Set(old.filter(\.isEnabled))
    return settings.activeTargets.filter { !known.contains($0) }
  }

  static func refuseDuplicates(in targets: [PollerSettings.Target]) throws {
    var names: Set<String> = []
    for target in targets where !names.insert(target.name).inserted {
      throw Refusal(target: target.name, reason: "there are two targets with this name; rename one")
    }
  }

  private func reason(against target: PollerSettings.Target, _ settings: PollerSettings) async -> String? {
    let result = await client.poll(target, settings)
    guard Verdict(result, of: target, by: settings) == .bad else { return nil }
    guard case .answered(let status, _, _) = result else { return "\(target.url) \(result)" }
    return "\(target.url) answers with \(status) instead of \(target.expectedStatus)"
  }
}
