import SettingsJSON
import SettingsSystem

/// The progress of a watch: the changes that it has signaled.
///
///     reached   up to this revision, all changes of the keys have been signaled
///     count     how many keys there were, since a deleted key shows in no revision
///     isBehind  a check has found a later revision that the watch hasn't delivered: the member is paused or cut off
///
/// If `isBehind` lasts, the connection is given up, and the watch goes on at the next revision through another member. Signaling once too
/// often does no harm; once too rarely, and an app would keep old settings.
struct EtcdWatchProgress: Sendable {
  /// The revision up to which all changes were signaled; `nil` if changes might have been missed.
  private(set) var reached: Int64?
  /// The number of keys when they were last read; `nil` if they have changed since. A deletion that the watch has missed shows only here.
  private var count: Int?
  /// Whether a change that a check has found hasn't arrived through the watch.
  private(set) var isBehind = false

  /// The revision at which a new connection starts.
  var nextRevision: Int64 { (reached ?? 0) + 1 }

  /// Begins a connection; returns whether to signal a change, because some might have been missed.
  ///
  /// At the first connection, and after a compaction, everything may have changed. After a mere interruption nothing is signaled, because
  /// the new connection starts at the next revision and delivers what was missed; a deletion that shows only in the number of keys is
  /// signaled at once.
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

  /// Receives a message; returns whether to signal a change. A watch that etcd has canceled has no place to go on from, so the next
  /// connection signals once.
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

  /// Compares the progress with what is stored now. A later revision of a key, or another number of keys, shows that the watch is behind.
  mutating func check(_ found: EtcdRangeReply) {
    let latest = found.found.map(\.revision).max() ?? 0
    isBehind = latest > reached ?? 0 || (count != nil && count != found.count)
    if count == nil { count = found.count }
  }
}
