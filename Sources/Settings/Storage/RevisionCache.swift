import SettingsSystem
import Synchronization

/// The identity of the content that was read or stored last.
///
/// An apply reads the same content several times, and comparing it with the last one takes a fraction of the time of computing
/// its identity again.
final class RevisionCache: Sendable {
  private let last = Mutex<StoredContent?>(nil)

  /// Returns content with its identity. Cost: a comparison of the bytes if it is the last content.
  func content(_ bytes: [UInt8]) -> StoredContent {
    last.withLock { last in
      if let last, last.bytes.hasSameBytes(as: bytes) { return last }
      let content = StoredContent(bytes)
      last = content
      return content
    }
  }

  /// Remembers content whose identity is known.
  func remember(_ content: StoredContent) { last.withLock { $0 = content } }
}
