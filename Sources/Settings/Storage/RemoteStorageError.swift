import SettingsSystem

/// An error of a storage that isn't a file on this machine.
///
/// A storage throws it as ``SettingsStorageError/remote(name:_:)``. Its ``kind`` says what a program can do, and its ``reason`` is a sentence for
/// people:
///
/// ```swift
/// func isTemporary(_ error: SettingsStorageError) -> Bool {
///   guard case .remote(_, let error) = error else { return false }
///   return [.unreachable, .busy].contains(error.kind)
/// }
/// ```
///
/// Nothing was changed, except after an error of the kind ``Kind/unknownOutcome``, after which the content may have been changed: read it
/// before you decide what to do.
///
/// The raw values of the kinds are a part of the protocol of storage helpers.
public struct RemoteStorageError: Error, Hashable, Sendable {
  /// The kind of an error, which determines what a caller can do.
  ///
  /// | kinds | what to do |
  /// |---|---|
  /// | ``unreachable``, ``busy`` | try again |
  /// | ``unknownOutcome`` | read the content, then decide |
  /// | ``tooLarge``, ``full`` | store less, or make space |
  /// | ``denied``, ``incompatible``, ``refused``, ``helperFailed`` | correct the user, the program or the storage |
  ///
  /// A kind can be created from its raw value, as storage helpers send it: `RemoteStorageError.Kind(rawValue: "too-large")`.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The storage didn't reply in time: the network is down, or the members of a cluster have no leader. A later attempt can succeed.
    case unreachable
    /// Other processes changed the content during every attempt, until the time limit was over. A later attempt can succeed.
    case busy
    /// A commit was sent, but whether it was done can't be determined, because no reply came. Read the content before the next commit.
    case unknownOutcome = "unknown-outcome"
    /// The content is larger than the storage accepts, such as 1.5 MiB for a request to etcd.
    case tooLarge = "too-large"
    /// The storage has no space left. Remove something, or give it more.
    case full
    /// The user is unknown, has a wrong password or certificate, or lacks the permission.
    case denied
    /// The stored data has a format that this version doesn't know. Use the version that wrote it, or a newer one.
    case incompatible
    /// The storage refused the request for another reason, which the error's sentence has.
    ///
    /// A kind that a later version has added is read as this one, too.
    case refused
    /// The program that connects to the storage can't be started, ends, or doesn't follow the protocol.
    case helperFailed = "helper-failed"
  }

  /// The kind of the error.
  public let kind: Kind
  /// A sentence that describes the error and what to do. It contains no credentials.
  public let reason: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - kind: The kind, by which callers decide.
  ///   - reason: A sentence that describes the error and what to do. It contains no credentials.
  public init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }
}

extension RemoteStorageError: CustomStringConvertible {
  /// The reason.
  public var description: String { reason }
}
