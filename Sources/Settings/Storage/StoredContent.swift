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
}
