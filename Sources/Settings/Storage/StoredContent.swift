/// A stored content and its identity.
public struct StoredContent: Hashable, Sendable {
  /// The content.
  public let bytes: [UInt8]
  /// Its identity.
  public let revision: Revision

  /// Takes a content.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    revision = Revision(of: bytes)
  }

  /// Takes a content whose identity is known.
  init(_ bytes: [UInt8], _ revision: Revision) {
    self.bytes = bytes
    self.revision = revision
  }
}
