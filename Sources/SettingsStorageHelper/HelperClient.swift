import Settings
import SettingsSystem
import Synchronization

/// Sends requests to a helper. The helper is started at the first request, and again if it has ended. It ends with the client.
///
///     ask ─▶ connected? ─ no ─▶ start, hello ─▶ send ─▶ reply
///                                                 │
///              ended before it got the request ◀──┼──▶ ended without a reply: read ─▶ once more with a new helper
///              ─▶ once more with a new helper     │                           commit ─▶ `unknownOutcome`
///                                                 └──▶ 60 s are over: it is killed, and not started again for 60 s
///
/// The time is that of a request with all its attempts. A command has several requests, of which some may fail without an end of the
/// command. So after one that got no reply in time, the next ones fail at once: a command with a helper that hangs ends after one time limit.
///
/// All requests except a commit can be repeated, because asking twice has the same effect as asking once. If the reply to a commit is lost,
/// the content may have been stored or not, and a second commit would be refused or store something twice. So the person has to look.
///
/// A client outlives its helpers. It never has two at a time, except for the moment in which one is ending; each connection ends when the
/// storage that owns the client is released.
final class HelperClient: Sendable {
  /// A running helper, and its description of itself in the reply to `hello`. It is replaced as a whole when a new helper is started, which
  /// can be another version of the program.
  struct Connection {
    let process: HelperProcess
    let identity: String?
    let reportsChanges: Bool
    let takesVotes: Bool
    let author: String?
  }

  private let name: String
  private let command: [String]
  private let showsErrors: Bool
  /// The time of a request. It is longer than any operation of a helper takes by its own limits, so it ends only the wait for one that
  /// hangs.
  private let timeLimit: Duration
  private let connection = Mutex<Connection?>(nil)
  /// Until when no request is sent, because the helper has hung, and the error of the request that has found that.
  private let silence = Mutex<(end: ContinuousClock.Instant, error: SettingsStorageError)?>(nil)
  /// Locked while a helper is started: two requests at the same time start one helper, not two. It isn't the lock of the connection,
  /// because a start waits for the helper's first reply.
  private let starting = Mutex(())

  init(_ command: [String], address: String, name: String, showsErrors: Bool, timeLimit: Duration) {
    self.name = name
    self.command = command + [address]
    self.showsErrors = showsErrors
    self.timeLimit = timeLimit
  }

  deinit {
    connection.withLock { $0?.process.end() }
  }

  /// The error of a reply that can't be read, or that is for another request.
  var malformed: SettingsStorageError { failure("it doesn't reply as the protocol requires") }

  /// Creates the error of a helper that can't be used, with the command to test it.
  private func failure(_ reason: String) -> SettingsStorageError {
    .remote(
      name: name,
      RemoteStorageError(
        .helperFailed,
        "the storage helper \(command[0]) can't be used, because \(reason); test it with settings-storage-check."
      ))
  }

  /// Sends a request; sends it once more to a new helper if the helper has ended and the request can be repeated.
  ///
  /// If an administrator kills a helper, nobody notices. A helper that ends at each request is an error after the second attempt, and not a
  /// loop of starts. Blocks the thread for up to 60 s.
  func ask(_ request: HelperRequest) throws(SettingsStorageError) -> HelperReply {
    let deadline = self.deadline
    for _ in 0..<2 {
      // A new helper is started here if the last one has ended, also between the two attempts.
      let process = try connected(before: deadline).process
      let reply: HelperReply
      do throws(HelperProcess.Failure) {
        reply = try process.ask(request, before: deadline)
      } catch {
        try handle(error, of: request)
        continue
      }
      if case .error(let error) = reply { throw .remote(name: name, error) }
      return reply
    }
    throw failure("it ends at once")
  }

  /// Decides whether a request without a reply is sent again: returns if so, and throws the error of the request otherwise.
  ///
  ///     failure                     read, numbers, propose, …    commit
  ///     ended before it got it      again                        again
  ///     didn't read it in time      an error                     an error: nothing was changed
  ///     ended without a reply       again                        unknownOutcome
  ///     no reply in time            an error                     unknownOutcome
  ///     malformed reply             an error                     unknownOutcome
  private func handle(_ failure: HelperProcess.Failure, of request: HelperRequest)
    throws(SettingsStorageError)
  {
    let isCommit = if case .commit = request { true } else { false }
    switch failure {
    case .ended: return
    // The helper might have done the request. Only a second commit would have another effect than the first.
    // A read or a vote that is done twice is the same as once.
    case .lost where !isCommit: return
    case .lost: throw unknownOutcome("ended")
    case .malformed: throw isCommit ? unknownOutcome("didn't reply as the protocol requires") : malformed
    case .unread: throw keepingSilence(self.failure("it doesn't read its requests, so nothing was changed"))
    case .silent:
      let error = keepingSilence(self.failure("it doesn't reply"))
      throw isCommit ? unknownOutcome("didn't reply") : error
    }
  }

  /// Creates the error of a commit that may have been done.
  private func unknownOutcome(_ reason: String) -> SettingsStorageError {
    .remote(
      name: name,
      RemoteStorageError(
        .unknownOutcome,
        "the storage helper \(reason) during a commit, so the change may or may not have been stored; look at the settings "
          + "before you try again."))
  }

  /// Makes the requests of the next time fail at once with an error, and returns it.
  private func keepingSilence(_ error: SettingsStorageError) -> SettingsStorageError {
    silence.withLock { $0 = (.now + timeLimit, error) }
    return error
  }

  /// The time until which a request that begins now has to end.
  var deadline: ContinuousClock.Instant { .now + timeLimit }

  /// Returns the running helper, or starts it. Threads that call it during a start wait for that start, which ends before their own time.
  func connected(before deadline: ContinuousClock.Instant? = nil) throws(SettingsStorageError) -> Connection {
    try starting.withLock { _ throws(SettingsStorageError) in
      // A helper can end between this check and the request. `ask` finds that out, and comes here again.
      if let connection = connection.withLock(\.self), !connection.process.hasEnded { return connection }
      if let silence = silence.withLock(\.self), .now < silence.end { throw silence.error }
      let new = try start(before: deadline ?? self.deadline)
      connection.withLock { $0 = new }
      return new
    }
  }

  /// Starts the program and exchanges `hello`, which both sides need to speak the same version of the protocol.
  ///
  /// Throws an error of the kind `helperFailed` that says to install the program, or to test it. An error in the reply to `hello` is passed
  /// on: the helper runs, but has no storage, such as an address with a typing error.
  private func start(before deadline: ContinuousClock.Instant) throws(SettingsStorageError) -> Connection {
    let process: HelperProcess
    do throws(SystemCallError) {
      process = try HelperProcess(command, showsErrors: showsErrors)
    } catch {
      throw .remote(
        name: name,
        RemoteStorageError(
          .helperFailed,
          "the storage helper \(command[0]) can't be started (\(error)); install it beside this program or in a folder of PATH."
        ))
    }
    // `hello` is asked here and not by `ask`, which would start another helper to repeat it.
    let reply: HelperReply
    do throws(HelperProcess.Failure) {
      reply = try process.ask(.hello(versions: [HelperProtocol.version]), before: deadline)
    } catch {
      process.end()
      switch error {
      case .malformed: throw malformed
      case .ended, .lost: throw failure("it ends at once")
      case .unread, .silent: throw keepingSilence(failure("it doesn't reply"))
      }
    }
    switch reply {
    case .hello(HelperProtocol.version, let identity, let reportsChanges, let takesVotes, let author):
      return Connection(
        process: process, identity: identity, reportsChanges: reportsChanges, takesVotes: takesVotes,
        author: author)
    case .error(let error):
      process.end()
      throw .remote(name: name, error)
    default:
      process.end()
      throw malformed
    }
  }
}
