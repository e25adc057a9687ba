import Settings

/// The document and the head at one revision of the cluster.
///
/// A revision of etcd is one number for the whole cluster, which each transaction increases. It identifies a moment: what was read at 700
/// can be extended by the changes from 701 on, without reading all again. The document's bytes are transferred only if they have changed,
/// which matters with 1 MB for each of a hundred machines.
///
///     head at 700, document at 650           the last commit at 700 changed only the log
///     watch delivers document at 720         the state is now that of 720
struct EtcdState: Sendable {
  /// The document, and the revision of its last change; `nil` if there is none.
  var document: (content: StoredContent, revision: Int64)?
  /// The head, and the revision of its last change; revision 0 if there is none. A transaction that expects 0 requires that the key doesn't
  /// exist, so the first commit needs no special case.
  var head = (value: EtcdHead(), revision: Int64(0))
  /// The revision of the cluster.
  var revision: Int64 = 0

  init() {}

  /// Reads the state from the reply to a request for the document and the head.
  init(_ reply: EtcdRangeReply, keys: EtcdKeys) throws(EtcdError) {
    self.init()
    try update(reply, keys: keys)
  }

  /// Returns the state after the reply to a request for the changes since this state's document. Returns `nil` if a key was deleted,
  /// because the reply then doesn't determine the state, and everything has to be read.
  func updated(by reply: EtcdRangeReply, _ keys: EtcdKeys) throws(EtcdError) -> EtcdState? {
    var new = self
    try new.update(reply, keys: keys)
    // A reply lists only keys that have changed, but its count includes the others. A deleted key shows only in the count.
    let count = (new.document == nil ? 0 : 1) + (new.head.revision == 0 ? 0 : 1)
    return count == reply.count ? new : nil
  }

  /// Returns the state after the changes of a message, or this state if it already includes them; `nil` if changes between the state and
  /// the message can be missing.
  ///
  /// - Parameter reached: The revision up to which all earlier changes were received.
  func updated(by message: EtcdWatchMessage, after reached: Int64, _ keys: EtcdKeys) -> EtcdState? {
    // The state includes everything up to `reached`, and the message everything after that up to its own revision.
    guard revision >= reached else { return nil }
    guard revision < message.revision else { return self }
    var new = self
    new.revision = message.revision
    for event in message.events where event.key.revision > revision {
      switch (event.key.key, event.isDeletion) {
      case (keys.document, true): new.document = nil
      case (keys.document, false): new.document = (StoredContent(event.key.value), event.key.revision)
      case (keys.head, true): new.head = (EtcdHead(), 0)
      case (keys.head, false):
        guard let value = EtcdHead(event.key.value) else { return nil }
        new.head = (value, event.key.revision)
      default: break
      }
    }
    return new
  }

  /// Takes over the keys of a reply. Throws an error if the head has a later format.
  private mutating func update(_ reply: EtcdRangeReply, keys: EtcdKeys) throws(EtcdError) {
    revision = reply.revision
    for found in reply.found {
      switch found.key {
      case keys.document: document = (StoredContent(found.value), found.revision)
      case keys.head:
        guard let value = EtcdHead(found.value) else { throw .incompatible(key: found.key) }
        head = (value, found.revision)
      default: break
      }
    }
  }
}
