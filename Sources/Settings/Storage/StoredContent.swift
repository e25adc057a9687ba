/// Stored content and its identity.
public struct StoredContent: Hashable, Sendable {
  /// The content.
  public let bytes: [UInt8]
  /// Its identity.
  public let revision: Revision

  /// Creates stored content, and computes its identity.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    revision = Revision(of: bytes)
  }

  /// Creates stored content whose identity is known.
  init(_ bytes: [UInt8], _ revision: Revision) {
    self.bytes = bytes
    self.revision = revision
  }
}
