/// An error of a storage that isn't a file on this machine.
///
/// Nothing was changed, except after an error of the kind ``Kind/unknownOutcome``, after which the content may have been changed.
public struct RemoteStorageError: Error, Hashable, Sendable {
  /// The kind of an error, which determines what a caller can do.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The storage didn't reply in time. A later attempt can succeed.
    case unreachable
    /// Other processes changed the content during every attempt. A later attempt can succeed.
    case busy
    /// A commit was sent, but whether it was done can't be determined. Read the content before the next commit.
    case unknownOutcome = "unknown-outcome"
    /// The content is larger than the storage accepts.
    case tooLarge = "too-large"
    /// The storage has no space left.
    case full
    /// The user is unknown, or lacks the permission.
    case denied
    /// The stored data has a format that this version doesn't know.
    case incompatible
    /// The storage refused the request for another reason.
    case refused
    /// The program that connects to the storage can't be started, or doesn't follow the protocol.
    case helperFailed = "helper-failed"
  }

  /// The kind of the error.
  public let kind: Kind
  /// A sentence that describes the error and what to do. It contains no credentials.
  public let reason: String

  /// Creates an error.
  public init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }
}

extension RemoteStorageError: CustomStringConvertible {
  /// The reason.
  public var description: String { reason }
}
