import Dispatch
import SettingsJSON
import SettingsSystem
import Synchronization

/// What a watch knows of the changes that it signals. A reader whose state is of the revision `after` or later adds the changes of the
/// message to its state; any other reader reads again.
enum EtcdWatchSignal: Sendable {
  /// The changes in a message. All changes up to a revision were received before.
  case changes(EtcdWatchMessage, after: Int64)
  /// Changes might have been missed.
  case unknown
}

/// Signals changes of keys, until it is stopped.
///
/// It keeps the revision up to which it has signaled all changes. If its connection ends, it continues at the next revision, through any
/// member that replies; if etcd has discarded that revision, it signals a change and continues at the latest revision. A member that is
/// paused or separated from the others keeps its connections open but reports nothing. So if the watch hasn't received anything for some
/// time, it reads the latest revision from the cluster and compares.
final class EtcdWatch: Sendable {
  private struct State {
    var isStopped = false
    var connection: HTTPConnection?
  }

  /// The maximum time until a change that a check has found has to arrive through the watch. The check can overtake it by a moment, and a
  /// connection isn't given up for that.
  private static let grace = Duration.seconds(2)

  private let range: EtcdKeyRange
  private let client: EtcdClient
  private let signals: AsyncStream<Void>.Continuation
  /// Receives the changes of each signal, before the signal.
  private let receive: @Sendable (EtcdWatchSignal) -> Void
  private let state = Mutex(State())
  private let stopping = DispatchSemaphore(value: 0)

  private init(
    _ range: EtcdKeyRange, client: EtcdClient, signals: AsyncStream<Void>.Continuation,
    receive: @escaping @Sendable (EtcdWatchSignal) -> Void
  ) {
    self.range = range
    self.client = client
    self.signals = signals
    self.receive = receive
  }

  /// Returns an element whenever one of the keys might have changed, and one at the start.
  ///
  /// - Parameter receive: Receives the changes of each signal before the signal itself: whoever reads the signal finds them.
  static func changes(
    _ range: EtcdKeyRange, client: EtcdClient,
    receive: @escaping @Sendable (EtcdWatchSignal) -> Void = { _ in }
  ) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { signals in
      let watch = EtcdWatch(range, client: client, signals: signals, receive: receive)
      signals.onTermination = { _ in watch.stop() }
      do throws(SystemCallError) { try SystemThread.start { watch.run() } } catch { signals.finish() }
    }
  }

  private func stop() {
    let connection = state.withLock { state in
      state.isStopped = true
      return state.connection
    }
    connection?.cancel()
    stopping.signal()
  }

  private var isStopped: Bool { state.withLock(\.isStopped) }

  /// Watches until it is stopped: reads where the keys are, follows a connection to its end, and begins again after a pause.
  private func run() {
    var progress = EtcdWatchProgress()
    var backoff = EtcdBackoff()
    while !isStopped {
      do throws(EtcdError) {
        // The read also finds a member that replies, and renews the user's token.
        let found = try client.read(EtcdRangeRequest(range, keysOnly: true))
        if progress.begin(at: found) {
          receive(.unknown)
          signals.yield()
        }
        if try follow(&progress) { backoff = EtcdBackoff() }
      } catch {
        // The cluster can be available later.
      }
      // A stop ends the wait.
      if stopping.wait(timeout: .now() + .milliseconds(backoff.next())) == .success { return }
    }
  }

  /// Follows one connection to its end; returns whether it has received a message, because a connection that worked resets the pauses.
  ///
  /// A reply of a watch has no end. Each line is a message. A member that says nothing until `checkInterval` is checked against the
  /// cluster, and left if it is behind.
  private func follow(_ progress: inout EtcdWatchProgress) throws(EtcdError) -> Bool {
    let connection: HTTPConnection
    do throws(HTTPError) { connection = try HTTPConnection() } catch { throw .noLibrary("\(error)") }
    let isStopped = state.withLock { state in
      state.connection = connection
      return state.isStopped
    }
    defer { state.withLock { $0.connection = nil } }
    guard !isStopped else { return false }

    let options = client.options
    var request = range.json
    request["start_revision"] = .string("\(progress.nextRevision)")
    let body: JSONValue = ["create_request": .object(request)]
    let token = try client.token(before: .now + options.timeout)
    var lines = LineBuffer(atMost: EtcdClient.largestReply)
    var hasReceived = false
    do throws(HTTPError) {
      try connection.begin(
        client.request("/v3/watch", body: body.bytes(), at: client.preferred, token: token))
      // Until the first message arrives, the member can be one that doesn't reply.
      var deadline = ContinuousClock.now + options.requestTimeout
      while true {
        switch try connection.advance(until: deadline) {
        case .received(let bytes):
          guard let complete = lines.add(bytes) else { return hasReceived }
          for line in complete {
            guard let json = try? JSONValue(parsing: String(decoding: line, as: UTF8.self)),
              let message = EtcdWatchMessage(json: json)
            else { return hasReceived }
            hasReceived = true
            if !message.events.isEmpty {
              // Use the progress before this message: its changes follow that revision.
              receive(progress.reached.map { .changes(message, after: $0) } ?? .unknown)
            }
            if progress.receive(message) { signals.yield() }
            if message.isCanceled { return hasReceived }
          }
          deadline = .now + options.checkInterval
        case .ended: return hasReceived
        case .timedOut:
          guard hasReceived, !progress.isBehind else { return hasReceived }
          progress.check(try latest())
          deadline = .now + (progress.isBehind ? Self.grace : options.checkInterval)
        }
      }
    } catch {
      return hasReceived
    }
  }

  /// Reads the keys without their values, through any member. If that fails, the watch gives up its connection, which may be on the same
  /// side of a broken network.
  private func latest() throws(HTTPError) -> EtcdRangeReply {
    do throws(EtcdError) {
      return try client.read(EtcdRangeRequest(range, keysOnly: true))
    } catch {
      throw .failed("the check failed", mayHaveArrived: false)
    }
  }
}
