import Foundation
import PollerCore
import Settings
import SettingsEtcd
import SettingsTUI

/// `poller settings`: the editor, in another process than the daemon.
enum SettingsCommand {
  @MainActor static func run(style: EditorStyle, address: String?) async throws {
    let place = try Place(environment: ProcessInfo.processInfo.environment, address: address)
    let hooks = EditorHooks(place: place)
    let store: SettingsStore<PollerSettings>
    do throws(SettingsStoreError) {
      // The editor opens invalid values, too, to correct them.
      store = try SettingsStore(
        place.settings.layers, hooks: hooks, participants: participants(at: place),
        options: StoreOptions(startPolicy: .defaults))
    } catch {
      throw Failure(.badData, "\(error)")
    }
    hooks.offerTargets(of: store)
    let outcome = try await SettingsEditor.run(FormViewModel(store.untyped), style: style)

    let running = DaemonStatus.ofRunningDaemon(at: place)
    if let pending = running?.restartPending, !pending.isEmpty {
      Terminal.complain("Restart `poller run` to use \(pending.joined(separator: ", ")).")
    }
    if case .signal(let number) = outcome.ending { exit(128 + number) }
    guard outcome.stagedCount == 0 else {
      throw Failure(.refused, "changes were not applied; the editor offers them at its next start")
    }
  }

  /// The participants that decide about an apply: the targets, and the daemon of this machine or those of all machines.
  private static func participants(at place: Place) -> [any SettingsParticipant] {
    if let fleet = place.settings.fleet { return [TargetCheck(), EtcdRollout(fleet), FleetCheck(fleet)] }
    return [TargetCheck(), DaemonCheck { DaemonStatus.ofRunningDaemon(at: place) }]
  }
}
