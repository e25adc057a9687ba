import Settings

/// The content of the keys as a storage has last seen it, so that it doesn't request the same content again.
///
/// A record never changes; it can only be removed. So a header that was seen stays valid. The list of numbers is valid as long as the head
/// hasn't changed, because every commit changes the head.
///
/// The watch delivers the new document with the signal that it has changed, so a reader of the signal usually asks nobody
/// (``signaledState``). That is right only if nothing was missed. `gapCount` counts the signals whose changes aren't known, for example
/// after a lost connection, and a read that began after a signal closes the gaps up to it.
///
/// Everything here is a shortcut. A view that is outdated costs a refused transaction or another request, and never a wrong result, because
/// each commit compares the revisions that it is based on.
struct EtcdView: Sendable {
  /// The records at one revision of the head. With another head, the list of numbers is wrong, but the headers in it are still right.
  private struct Log {
    var head: Int64
    /// The revision of the cluster at which the records were listed. Headers with a later one haven't been seen.
    var revision: Int64
    var numbers: [Int]
    /// The headers that were seen, of records in the list.
    var headers: [Int: EtcdRecord]
    /// The records that have a content.
    var contents: Set<Int>
  }

  /// The settings of a form that were recorded last.
  struct RecordedSettings: Sendable {
    /// `nil` if there are none.
    var bytes: [UInt8]?
    /// The revision of the last change; 0 if there are none.
    var revision: Int64
  }

  private(set) var state: EtcdState?
  /// The number of signals about changes that the state may not include.
  private(set) var gapCount = 0
  /// The number of these signals whose changes are included because the state was read after them.
  ///
  /// Two signals arrive, then a read begins, then a third signal arrives: the read closes the gaps of the first two, and the state counts
  /// as incomplete until another read.
  private var closedGapCount = 0
  private(set) var settings: RecordedSettings?
  private var log: Log?

  // MARK: - The log

  /// The numbers of the records, as they were when the state was; `nil` if they aren't known, or if another process has committed since
  /// they were listed.
  var numbers: [Int]? { log.flatMap { $0.head == state?.head.revision ? $0.numbers : nil } }

  /// The revision at which the records were last listed; 0 if they never were.
  var listedRevision: Int64 { log?.revision ?? 0 }

  /// Returns the header of a record; `nil` if it isn't known.
  func header(_ number: Int) -> EtcdRecord? { log?.headers[number] }

  /// Whether a version lacks its content; `nil` if the record isn't known.
  func isDamaged(_ number: Int) -> Bool? {
    log.flatMap { log in log.headers[number].map { $0.kind == .version && !log.contents.contains(number) } }
  }

  // MARK: - What was seen

  /// Keeps a state, unless a later state has been seen: replies to requests of different threads can arrive in another order than they were
  /// sent.
  mutating func remember(_ new: EtcdState) {
    if (state?.revision ?? 0) <= new.revision { state = new }
  }

  /// Keeps the state after the changes that a watch has signaled. If the changes aren't known, the state has a gap until the next read.
  mutating func receiveSignal(_ update: (EtcdState) -> EtcdState?) {
    if let new = state.flatMap(update) { state = new } else { gapCount += 1 }
  }

  /// Notes that a state was read after a number of signals. The caller has counted them before the read began.
  mutating func closeGaps(_ count: Int) {
    closedGapCount = max(closedGapCount, count)
  }

  /// The state with everything that was signaled so far; `nil` if it isn't known, and a reader has to ask the cluster.
  var signaledState: EtcdState? { gapCount == closedGapCount ? state : nil }

  /// Keeps the numbers of the records, the headers that weren't known, and which records have a content, as they were read together with a
  /// state. Headers of removed records are dropped.
  mutating func remember(
    _ numbers: [Int], headers new: [Int: EtcdRecord], contents: Set<Int>, at state: EtcdState
  ) {
    guard log.map({ $0.head <= state.head.revision }) ?? true else { return }
    let kept = Set(numbers)
    let headers = (log?.headers ?? [:]).merging(new) { $1 }.filter { kept.contains($0.key) }
    log = Log(
      head: state.head.revision, revision: state.revision, numbers: numbers, headers: headers,
      contents: contents)
  }

  /// Keeps the header of a record that was read alone. Does nothing if the record isn't in the list, so the headers stay within what the
  /// log has.
  mutating func remember(_ header: EtcdRecord, of number: Int) {
    if let numbers, numbers.contains(number) { log?.headers[number] = header }
  }

  /// Keeps the changes of a commit of this storage, so the next apply of this process begins without a read.
  mutating func remember(_ commit: StorageCommit, from base: EtcdState, to new: EtcdState) {
    remember(new)
    // The list of another revision may lack records of other processes.
    guard var log, log.head == base.head.revision else { return }
    for (number, record) in zip((base.head.value.record + 1)..., commit.records) {
      log.numbers.append(number)
      log.headers[number] = EtcdRecord(record)
      log.contents.insert(number)
    }
    if commit.oldest > 1 {
      log.numbers.removeAll { $0 < commit.oldest }
      log.headers = log.headers.filter { $0.key >= commit.oldest }
    }
    log.head = new.head.revision
    self.log = log
  }

  /// Keeps the recorded settings, unless later ones have been seen. Revision 0 says that they were removed, and always counts.
  mutating func remember(_ settings: RecordedSettings) {
    if (self.settings?.revision ?? 0) <= settings.revision || settings.revision == 0 {
      self.settings = settings
    }
  }
}
