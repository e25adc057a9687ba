import Settings
import SettingsJSON
import SettingsSystem
import Synchronization

/// A storage behind a program that implements the protocol of Documentation/StorageHelpers.md on its standard streams.
///
/// The program is started at the first request, and again if it has ended. It ends with the storage.
///
/// Each call sends one request and blocks the thread until the reply, for up to 60 s. Nothing is cached here except the name of the content
/// that was seen last: a helper knows better what has changed.
package final class HelperStorage: SettingsStorage {
  /// The content that was seen last, with the revisions that this library and the helper give it.
  ///
  /// There are two names for the same content: this library's revision is a hash of the bytes, the helper's is whatever its storage has,
  /// such as a number of etcd. A commit names the helper's, so the pair is remembered.
  private struct Seen {
    let content: StoredContent
    let revision: String

    init(_ bytes: [UInt8], revision: String) {
      content = StoredContent(bytes)
      self.revision = revision
    }

    init(_ content: HelperContent) {
      self.init(content.bytes, revision: content.revision)
    }
  }

  /// The time in milliseconds after which a helper that doesn't report changes is asked again.
  private static let pollingInterval = 2_000
  package let name: String
  private let client: HelperClient
  private let seen = Mutex<Seen?>(nil)
  /// What the helper noted of the last vote.
  fileprivate let agreement = Shared<String?>(nil)

  /// Creates a storage.
  ///
  /// - Parameters:
  ///   - command: The program, by its path or its name in `PATH`, and its arguments except the address.
  ///   - address: The address, the last argument.
  ///   - showsErrors: Whether the program writes its errors to the standard error of this process.
  ///   - timeLimit: The time of a request.
  package init(
    _ command: [String], address: String, showsErrors: Bool = false, timeLimit: Duration = .seconds(60)
  ) {
    name = address.hidingPassword
    client = HelperClient(
      command, address: address, name: name, showsErrors: showsErrors, timeLimit: timeLimit)
  }

  /// Ends all helpers of this process, which is about to end.
  package static func endHelpers() { HelperProcess.endAll() }

  /// The helper's name for the content, by which two addresses of the same content are recognized; the address if the helper has none or
  /// can't be asked.
  package var identity: String { (try? client.connected())?.identity ?? name }

  /// Who stores, as the helper says; otherwise the user on this machine, since a helper's storage is mostly one that machines share.
  package var author: String { (try? client.connected())?.author ?? Login.nameOnMachine }

  // MARK: - The content

  /// Returns the content; `nil` if nothing is stored.
  package func read() throws(SettingsStorageError) -> StoredContent? {
    try readSeen()?.content
  }

  /// Returns the content; for the last signal, as it was when the helper last reported a change, or later. For the last read, the helper isn't
  /// asked again.
  package func read(_ freshness: StorageFreshness) throws(SettingsStorageError) -> StoredContent? {
    if freshness == .lastRead, let seen = seen.withLock(\.self) { return seen.content }
    return try readSeen(asSignaled: freshness == .lastSignal)?.content
  }

  /// Replaces the content and appends to the log, if both are as the commit expects.
  ///
  /// If the content that was seen last isn't what the commit expects, it is read once more before anything is sent: only then is it known
  /// which revision the helper gives it.
  package func commit(_ commit: StorageCommit) throws(SettingsStorageError) -> StorageCommitResult {
    // Usually the program has just read the content, so nothing has to be asked before the commit.
    var current = seen.withLock(\.self)
    if current?.content.revision != commit.revision { current = try readSeen() }
    var attempts = CommitAttempts()
    while attempts.begin() {
      guard current?.content.revision == commit.revision else { return .conflict(current: current?.content) }
      let expected = current?.revision
      switch try client.ask(.commit(HelperCommit(commit, expecting: expected))) {
      case .committed(let revision, let isDurable):
        remember(commit.content.flatMap { bytes in revision.map { Seen(bytes, revision: $0) } })
        return .committed(commit.newRevision, isDurable: isDurable)
      case .conflict(let content):
        current = content.map(Seen.init)
        remember(current)
        // With the expected revision, the log is the cause of the conflict: it has another last record than expected. With another
        // revision of equal content, the helper has only renamed the content, so try again.
        if current?.revision == expected { return .conflict(current: current?.content) }
      default: throw client.malformed
      }
    }
    throw .remote(
      name: name, RemoteStorageError(.busy, "other processes keep changing the settings; try again."))
  }

  /// Reads the content, and remembers the helper's revision of it for the next commit.
  private func readSeen(asSignaled: Bool = false) throws(SettingsStorageError) -> Seen? {
    guard case .content(let content) = try client.ask(.read(asSignaled: asSignaled)) else {
      throw client.malformed
    }
    let new = content.map(Seen.init)
    remember(new)
    return new
  }

  /// Remembers the content that the helper has returned last. A reply of another thread may be newer or older: a commit that is based on
  /// the wrong one is a conflict, which corrects it.
  private func remember(_ new: Seen?) {
    seen.withLock { $0 = new }
  }

  // MARK: - The log

  /// Returns the numbers of the log's records.
  package func logNumbers() throws(SettingsStorageError) -> [Int] {
    try numbers(asRead: false)
  }

  /// Returns the numbers of the log's records; for the last read, as they were when the content was last read or changed.
  package func logNumbers(_ freshness: StorageFreshness) throws(SettingsStorageError) -> [Int] {
    try numbers(asRead: freshness == .lastRead)
  }

  /// Asks for the numbers of the log's records, as they are now or as they were when the content was last read.
  private func numbers(asRead: Bool) throws(SettingsStorageError) -> [Int] {
    guard case .numbers(let numbers) = try client.ask(.numbers(asRead: asRead)) else {
      throw client.malformed
    }
    return numbers
  }

  /// Returns the header of a record.
  package func logHeader(_ number: Int) throws(SettingsStorageError) -> StorageLookup<[UInt8]> {
    guard case .header(let header) = try client.ask(.header(number)) else { throw client.malformed }
    return header
  }

  /// Returns a record with its content.
  package func logRecord(_ number: Int) throws(SettingsStorageError) -> StorageLookup<StorageRecord> {
    guard case .record(let record) = try client.ask(.record(number)) else { throw client.malformed }
    return record
  }

  /// Whether a record is damaged. A helper that doesn't know the request is asked for the record.
  package func isRecordDamaged(_ number: Int) throws(SettingsStorageError) -> Bool {
    switch try askOptional(.check(number)) {
    case .check(let isDamaged)?: isDamaged
    case nil: try logRecord(number) == .damaged
    default: throw client.malformed
    }
  }

  /// Returns the time left to confirm the commit that appended a record; `nil` if the helper has no clock, or doesn't know the request. The
  /// clocks of the machines apply then.
  package func timeToConfirm(_ number: Int) throws(SettingsStorageError) -> Duration? {
    switch try askOptional(.timeToConfirm(number)) {
    case .timeToConfirm(let time)?: time.map { .milliseconds($0) }
    case nil: nil
    default: throw client.malformed
    }
  }

  /// Sends a request that a helper in another language need not know; returns `nil` if it refuses.
  private func askOptional(_ request: HelperRequest) throws(SettingsStorageError) -> HelperReply? {
    do throws(SettingsStorageError) {
      return try client.ask(request)
    } catch {
      if case .remote(_, let remote) = error, remote.kind == .refused { return nil }
      throw error
    }
  }

  /// Returns the settings that were recorded last; `nil` if there are none, or if they have the given revision. All of them are transferred
  /// for that; the protocol has no request for the revision alone.
  package func recordedSettings(otherThan revision: @autoclosure () -> SettingsRevision) -> KnownSettings? {
    guard case .settings(let bytes?)? = try? client.ask(.settings) else { return nil }
    let settings = KnownSettings(bytes)
    return settings.revision == revision() ? nil : settings
  }

  /// Records the settings of a form.
  package func recordSettings(_ settings: KnownSettings) {
    _ = try? client.ask(.recordSettings(settings.bytes))
  }

  package func storedForm(_ freshness: StorageFreshness) throws(SettingsStorageError) -> [UInt8]? {
    switch try askOptional(.form(asRead: freshness == .lastRead)) {
    case .form(let form)?: form
    case nil: nil
    default: throw client.malformed
    }
  }

  // MARK: - Instances

  /// Asks the running instances of the app about content that is about to be stored; returns why it is refused, or `nil` if all of them
  /// agree or if the helper knows no instances.
  func propose(_ content: [UInt8], isReversion: Bool) throws(SettingsStorageError) -> String? {
    guard try client.connected().takesVotes else { return nil }
    guard case .vote(let veto, let agreement) = try client.ask(.propose(content, isReversion: isReversion))
    else {
      throw client.malformed
    }
    self.agreement.value = agreement
    return veto
  }

  /// Ends the vote, whether the content was stored or not. If that fails, the helper has ended, and the vote with it.
  func endProposal() {
    guard (try? client.connected())?.takesVotes == true else { return }
    _ = try? client.ask(.endProposal)
  }

  /// Tells the instances that the old content is stored again, and waits until they use it. Does nothing if the helper knows no instances.
  func revert(to content: [UInt8]) throws(SettingsStorageError) {
    guard try client.connected().takesVotes else { return }
    _ = try client.ask(.revert(content))
  }

  // MARK: - Changes

  /// Returns an element whenever the content or the log might have changed. Each stream has a thread, which keeps the helper running, and
  /// starts it again if it has ended.
  package func changes() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let signal = ChangeSignal()
      continuation.onTermination = { _ in signal.stop() }
      do throws(SystemCallError) {
        try SystemThread.start { self.watch(signal) { continuation.yield() } }
      } catch {
        continuation.finish()
      }
    }
  }

  /// Reports changes until the signal is stopped. It also reports a change whenever a helper is started, because changes might have been
  /// missed before.
  ///
  /// The loop goes on for the whole life of the stream:
  ///
  ///     helper reports changes    wait for its lines; when it ends, begin again
  ///     helper doesn't            read every 2 s, and compare
  ///     helper doesn't work       try again after 0.1 s, 0.2 s, …, 10 s
  private func watch(_ signal: ChangeSignal, report: () -> Void) {
    let firstPause = GrowingPause(from: .milliseconds(100), to: .seconds(10))
    var pause = firstPause
    repeat {
      guard let connection = try? client.connected() else { continue }
      let process = connection.process
      if connection.reportsChanges {
        defer { process.removeObserver(signal) }
        guard (try? process.addObserver(signal, before: client.deadline)) != nil else { continue }
        report()
        while !process.hasEnded, process.isWatching {
          guard signal.wait() else { return }
          pause = firstPause
          report()
        }
      } else {
        // Such a helper doesn't report changes, so the contents are compared. The first read reports a change in any case.
        var last: HelperContent?
        report()
        while case .content(let content)? = try? process.ask(
          .read(asSignaled: false), before: client.deadline)
        {
          if content != last { report() }
          last = content
          pause = firstPause
          guard signal.wait(atMost: Self.pollingInterval) else { return }
        }
      }
    } while signal.wait(atMost: Int(pause.next().milliseconds))
  }
}

/// The participant that asks the running instances of an app about an apply, through a storage helper that knows them.
///
/// Requests wait for the helper's replies, so each runs on its own thread.
///
/// A cancellation can't interrupt a thread that waits for a reply. So it sends `end-proposal`, which makes the helper answer the waiting
/// `propose`.
package struct HelperRollout: SettingsParticipant {
  package let name = "rollout"
  /// The maximum time for a reply of a helper.
  package var timeLimit: Duration { .seconds(60) }
  package var agreement: String? { storage.agreement.value }
  private let storage: HelperStorage

  package init(_ storage: HelperStorage) {
    self.storage = storage
  }

  /// The reason why the instances refuse, as the error of a participant.
  private struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  package func prepare(_ review: FormReview) async throws {
    guard let content = review.candidate else { return }
    let veto = try await withTaskCancellationHandler {
      try await SystemThread.run { try storage.propose(content, isReversion: review.isReversion) }
    } onCancel: {
      // The helper then replies to the proposal at once, which ends the wait.
      storage.endProposal()
    }
    if let veto { throw Refusal(description: veto) }
  }

  package func commit(_ review: FormReview) async throws {
    await SystemThread.run { storage.endProposal() }
  }

  package func abort(_ review: FormReview) async throws {
    await SystemThread.run { storage.endProposal() }
  }

  package func revert(_ review: FormReview) async throws {
    guard let content = review.candidate else { return }
    try await SystemThread.run { try storage.revert(to: content) }
  }
}
