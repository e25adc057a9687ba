import Dispatch
import Foundation
import PollerCore
import Settings

/// `poller run`: the daemon.
enum RunCommand {
  static func run(refresh: RefreshPolicy) async throws {
    let place = try Place(environment: ProcessInfo.processInfo.environment)
    guard let lock = try DaemonLock(place.lock) else {
      throw Failure(.alreadyRunning, "it is already running; only one daemon can use \(place.settings)")
    }
    let daemon: Daemon
    do {
      daemon = try Daemon(place, refresh: refresh)
    } catch let error as StoreError {
      throw Failure(.badData, "\(error)")
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
