import Dispatch
import Foundation
import PollerCore
import Settings

/// `poller run`: the daemon.
enum RunCommand {
  /// Prints the options of the settings.
  static func help() {
    let options = SettingsStore<PollerSettings>.help()
    Terminal.write("Usage: poller run [--on-hangup] [OPTION…]\n\nOptions of settings:\n\n\(options)\n")
  }

  static func run(refresh: SettingsRefreshPolicy, address: String?, options: [String]) async throws {
    let place = try Place(environment: ProcessInfo.processInfo.environment, address: address)
    guard let lock = try DaemonLock(place.lock) else {
      throw Failure(.alreadyRunning, "it is already running; only one daemon can use \(place.settings.name)")
    }
    let daemon: Daemon
    do {
      daemon = try Daemon(place, options: options, refresh: refresh)
    } catch let error as SettingsStoreError {
      throw Failure(.badData, "\(error)")
    } catch let error as UnknownOption {
      throw Failure(.usage, "no setting has the option “\(error.name)”")
    }
    // SIGHUP belongs to the store: it looks at the settings then.
    let signals = [
      observe(SIGTERM) { daemon.send(.stop(signal: "SIGTERM")) },
      observe(SIGINT) { daemon.send(.stop(signal: "SIGINT")) },
      observe(SIGUSR1) { daemon.send(.engine(.pollAll)) },
      observe(SIGUSR2) { daemon.send(.engine(.forgetStatistics)) },
    ]
    await daemon.run()
    withExtendedLifetime((lock, signals)) {}
  }

  private static func observe(
    _ number: Int32, _ body: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: body)
    source.activate()
    return source
  }
}
