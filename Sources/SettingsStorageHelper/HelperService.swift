import Settings
import SettingsJSON
import SettingsSystem
import Synchronization

/// The work of a storage helper that is written in Swift: it answers the requests on its standard input from a storage.
///
/// Each request has a thread of its own, since the storage's functions block: a read isn't delayed by a commit that waits for the network.
/// The replies go out one line at a time, in any order; their numbers tell what they reply to.
///
/// When the input ends, the program has ended. A vote that is open is ended then, because the instances would otherwise stay prepared for
/// content that will never be stored.
///
/// In the program of a helper, it is all there is:
///
///     let storage = EtcdStorage(address)
///     HelperService(.success(storage)).run()      // returns when the editor has ended
///
/// It is the only writer of the standard output. Anything else that prints there would break the protocol.
package final class HelperService: Sendable {
  /// The storage. If there is none, the error with which every request is answered.
  private let storage: Result<any SettingsStorage, RemoteStorageError>
  /// Asks running instances about content; `nil` if the storage doesn't know any.
  private let poll: InstancePoll?
  private let output = ByteStream.standardOutput
  private let writing = Mutex(())
  private let watch = Mutex<Task<Void, Never>?>(nil)
  /// The vote of the instances, from `propose` to `end-proposal`. Its value is the reason of a refusal.
  private let proposal = Mutex<Task<String?, Never>?>(nil)

  package init(_ storage: Result<any SettingsStorage, RemoteStorageError>, poll: InstancePoll? = nil) {
    self.storage = storage
    self.poll = poll
  }

  deinit {
    watch.withLock { $0?.cancel() }
  }

  /// Answers requests until the end of the input. A request that waits doesn't delay the others.
  package func run() {
    var lines = LineReader(.standardInput)
    while let line = lines.next() {
      guard let object = JSONObject(parsing: line), let id = object.integer("id") else { continue }
      guard let request = HelperRequest(object) else {
        write(
          HelperReply.error(RemoteStorageError(.refused, "The helper doesn't know this request.")).json(
            id: id))
        continue
      }
      do throws(SystemCallError) {
        try SystemThread.start { self.write(self.reply(to: request).json(id: id)) }
      } catch {
        write(reply(to: request).json(id: id))
      }
    }
    // The program has ended, so nothing will be stored.
    endProposal()
  }

  /// Writes one line. Nobody is left to report an error to, since the other side reads this stream and nothing else.
  private func write(_ json: JSONValue) {
    // If the other end is closed, the input has ended, too.
    writing.withLock { _ in try? output.write(json.line) }
  }

  /// Answers a request from the storage. If there is no storage, each request gets the reason, also `hello`: the program shows it to the
  /// person who gave the address.
  private func reply(to request: HelperRequest) -> HelperReply {
    let storage: any SettingsStorage
    do throws(RemoteStorageError) { storage = try self.storage.get() } catch { return .error(error) }
    do throws(SettingsStorageError) {
      return try reply(to: request, from: storage)
    } catch {
      guard case .remote(_, let error) = error else {
        return .error(RemoteStorageError(.refused, "\(error)"))
      }
      return .error(error)
    }
  }

  /// Answers a request from the storage, on the thread of the request. It may block for as long as the storage does.
  private func reply(
    to request: HelperRequest, from storage: any SettingsStorage
  ) throws(SettingsStorageError) -> HelperReply {
    // `hello` is answered first in practice, but nothing depends on it: a request before it is answered, too.
    switch request {
    case .hello(let versions):
      // The two programs can be of different releases if they were installed by different means.
      guard versions.contains(HelperProtocol.version) else {
        return .error(
          RemoteStorageError(
            .helperFailed,
            "the storage helper speaks version \(HelperProtocol.version) of the protocol; install programs of the same release."
          ))
      }
      return .hello(
        version: HelperProtocol.version, identity: storage.identity, reportsChanges: true,
        takesVotes: poll != nil, author: storage.author)
    case .read(let asSignaled):
      return .content(try (storage.read(asSignaled ? .lastSignal : .now)).map(HelperContent.init))
    case .commit(let commit): return try reply(to: commit, from: storage)
    case .numbers(let asRead):
      return .numbers(try storage.logNumbers(asRead ? .lastRead : .now))
    case .header(let number): return .header(try storage.logHeader(number))
    case .record(let number): return .record(try storage.logRecord(number))
    case .check(let number): return .check(isDamaged: try storage.isRecordDamaged(number))
    case .timeToConfirm(let number):
      return .timeToConfirm(try storage.timeToConfirm(number).map { Int($0.milliseconds) })
    // No settings have the revision of zero bytes, so this always returns the bytes; the other side compares.
    case .settings: return .settings(storage.recordedSettings(otherThan: SettingsRevision(of: []))?.bytes)
    case .recordSettings(let settings):
      storage.recordSettings(KnownSettings(settings))
      return .done
    case .form(let asRead): return .form(try storage.storedForm(asRead ? .lastRead : .now))
    case .watch:
      startWatch(of: storage)
      return .done
    case .propose, .endProposal, .revert:
      guard let poll else {
        return .error(RemoteStorageError(.refused, "The helper doesn't know this request."))
      }
      return reply(to: request, from: poll)
    }
  }

  /// Does a commit. A revision that this library can't have given is no error: the content isn't as expected, so it is a conflict with what
  /// is stored.
  private func reply(to commit: HelperCommit, from storage: any SettingsStorage) throws(SettingsStorageError)
    -> HelperReply
  {
    let expected = commit.expected.flatMap { SettingsRevision($0) }
    guard commit.expected == nil || expected != nil else {
      return .conflict(try storage.read().map(HelperContent.init))
    }
    var step = StorageCommit(
      commit.content, expecting: expected, head: commit.head, records: commit.records, oldest: commit.oldest)
    step.reservation = commit.reservation
    step.confirmationLimit = commit.confirmWithin.map { .milliseconds($0) }
    let result = try storage.commit(step)
    switch result {
    case .committed(let revision, let isDurable):
      return .committed(revision: revision?.description, isDurable: isDurable)
    case .conflict(let current): return .conflict(current.map(HelperContent.init))
    }
  }

  /// Asks the instances, and blocks until they have answered. `end-proposal` can arrive in the meantime, since each request has its own
  /// thread; it cancels the vote, and `propose` is answered then.
  private func reply(to request: HelperRequest, from poll: InstancePoll) -> HelperReply {
    switch request {
    case .propose(let content, let isReversion):
      // A task of its own, which `end-proposal` can cancel.
      let task = Task { await poll.propose(content, isReversion) }
      proposal.withLock { $0 = task }
      let veto = waiting { await task.value }
      return .vote(veto: veto, agreement: veto == nil ? poll.agreement() : nil)
    case .revert(let content):
      let failure = waiting { await poll.revert(content) }
      return failure.map { .error(RemoteStorageError(.refused, $0)) } ?? .done
    default:
      endProposal()
      return .done
    }
  }

  /// Cancels an open vote, waits until it has ended, and tells the instances. Does nothing without a vote.
  private func endProposal() {
    guard let poll, let task = proposal.withLock({ $0.take() }) else { return }
    task.cancel()
    waiting {
      _ = await task.value
      await poll.end()
    }
  }

  /// Runs work in a task, and blocks the thread of the request until its end. The thread is the request's own, so no task of Swift's
  /// concurrency waits for it.
  private func waiting<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) -> Result {
    let waiter = Waiter<Result>()
    Task { waiter.finish(await work()) }
    while true {
      if let result = waiter.wait() { return result }
    }
  }

  /// `changes()` is called before the reply goes out: from the reply on, no change is missed.
  private func startWatch(of storage: any SettingsStorage) {
    watch.withLock { watch in
      guard watch == nil else { return }
      // From now on, the storage knows that changes might have been missed until the first one is reported.
      let changes = storage.changes()
      // A line per element, and nothing about what has changed: the other side reads.
      watch = Task { [weak self] in
        for await _ in changes { self?.write(["changed": true]) }
      }
    }
  }
}

extension HelperContent {
  fileprivate init(_ content: StoredContent) {
    self.init(bytes: content.bytes, revision: content.revision.description)
  }
}

/// Asks the running instances of an app about content, on behalf of the program that applies it.
///
/// Because it consists of functions, the module needs no networking: the program for etcd passes functions of an `EtcdRollout`.
package struct InstancePoll: Sendable {
  /// Asks the instances about content that is about to be stored; returns why it is refused, or `nil` if all of them agree.
  let propose: @Sendable (_ content: [UInt8], _ isReversion: Bool) async -> String?
  /// Returns what the history notes of the instances that agreed last; `nil` for nothing.
  let agreement: @Sendable () -> String?
  let end: @Sendable () async -> Void
  /// Tells the instances that the old content is stored again; returns why that failed, or `nil`.
  let revert: @Sendable (_ content: [UInt8]) async -> String?

  package init(
    propose: @escaping @Sendable (_ content: [UInt8], _ isReversion: Bool) async -> String?,
    agreement: @escaping @Sendable () -> String?,
    end: @escaping @Sendable () async -> Void,
    revert: @escaping @Sendable (_ content: [UInt8]) async -> String?
  ) {
    (self.propose, self.agreement, self.end, self.revert) = (propose, agreement, end, revert)
  }
}
