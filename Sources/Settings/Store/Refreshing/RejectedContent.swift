/// Content that another process has stored and that this process doesn't use.
///
/// The values of the last usable content stay in use until later content can be used.
public struct RejectedContent: Hashable, Sendable {
  /// Why the content isn't used.
  public enum Reason: Hashable, Sendable {
    /// The storage can't be read, or its content isn't JSON.
    case unreadable(StoreError)
    /// The content has errors, or the app can't decode it.
    case unusable(StoreError)
    /// A side effect of the changes failed.
    case sideEffectFailed(ParticipantFailure)
  }

  /// The identity of the content and of the other layers; `nil` if the content can't be read.
  let identity: Snapshot.Identity?
  /// Why the content isn't used.
  public let reason: Reason

  init(_ identity: Snapshot.Identity?, reason: Reason) {
    self.identity = identity
    self.reason = reason
  }

  /// The identity of the content; `nil` if nothing is stored, or if the content can't be read.
  public var revision: Revision? { identity?.revision }

  /// Whether there is no content to examine.
  var isUnreadable: Bool {
    if case .unreadable = reason { true } else { false }
  }
}

extension RejectedContent: CustomStringConvertible {
  /// A sentence for each problem, and one about the values that stay in use.
  public var description: String {
    let text =
      switch reason {
      case .unreadable(let error), .unusable(let error): "\(error)"
      case .sideEffectFailed(let failure): "\(failure.text)."
      }
    return "\(text) The previous values stay in use."
  }
}
