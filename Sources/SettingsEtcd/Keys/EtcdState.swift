import Settings

/// What the keys of a document held at one revision of the cluster.
struct EtcdState: Sendable {
  /// The document, and the revision of its last change; `nil` if there is none.
  var document: (content: StoredContent, revision: Int64)?
  /// The head, and the revision of its last change; revision 0 if there is none.
  var head = (value: EtcdHead(), revision: Int64(0))
  /// The revision of the cluster.
  var revision: Int64 = 0

  init() {}

  /// Reads the state from the reply to a request for the document and the head.
  init(_ reply: EtcdRangeReply, _ keys: EtcdKeys) throws(EtcdError) {
    self.init()
    try update(reply, keys)
  }

  /// Returns the state according to the reply to a request for what was changed after this state's document; `nil` if the reply
  /// doesn't determine it, because a key was deleted.
  func updated(by reply: EtcdRangeReply, _ keys: EtcdKeys) throws(EtcdError) -> EtcdState? {
    var new = self
    try new.update(reply, keys)
    let count = (new.document == nil ? 0 : 1) + (new.head.revision == 0 ? 0 : 1)
    return count == reply.count ? new : nil
  }

  private mutating func update(_ reply: EtcdRangeReply, _ keys: EtcdKeys) throws(EtcdError) {
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
