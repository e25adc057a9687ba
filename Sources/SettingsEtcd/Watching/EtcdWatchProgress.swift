/// The progress of a watch: the changes that it has signaled.
struct EtcdWatchProgress: Sendable {
  /// The revision up to which all changes were signaled; `nil` if changes may have been missed.
  private(set) var reached: Int64?
  /// The number of keys when they were last read; `nil` if they have changed since.
  private var count: Int?
  /// Whether a change that a check has found hasn't arrived through the watch.
  private(set) var isBehind = false

  /// The revision at which a new connection starts.
  var nextRevision: Int64 { (reached ?? 0) + 1 }

  /// Begins a connection; returns whether to signal a change, because some may have been missed.
  mutating func begin(at found: EtcdRangeReply) -> Bool {
    isBehind = false
    // The deletion of a key isn't visible in the revisions of the others.
    let isDeletion =
      count != nil && count != found.count && !found.found.contains { $0.revision > reached ?? 0 }
    count = found.count
    if reached != nil, !isDeletion { return false }
    reached = found.revision
    return true
  }

  /// Receives a message; returns whether to signal a change.
  mutating func receive(_ message: EtcdWatchMessage) -> Bool {
    if message.isCanceled {
      reached = nil
      return false
    }
    if !message.isCreation, let old = reached { reached = max(old, message.revision) }
    if !message.events.isEmpty {
      count = nil
      isBehind = false
    }
    return !message.events.isEmpty
  }

  /// Compares the progress with what is stored now.
  mutating func check(_ found: EtcdRangeReply) {
    let latest = found.found.map(\.revision).max() ?? 0
    isBehind = latest > reached ?? 0 || (count != nil && count != found.count)
    if count == nil { count = found.count }
  }
}
