import SettingsForm
import SettingsSystem

/// Content that another process has stored and that this process doesn't use.
///
/// When somebody edits the file by hand, or another program saves it, the store reads the new content. If it can't be used, the values of
/// the last usable content stay in use, the file keeps the new content, and the rejection is reported by ``SettingsStore/lastRejected`` and
/// ``SettingsStore/rejections()``:
///
/// ```swift
/// for await rejected in store.rejections() {
///   print(rejected)
/// }
/// // settings.json:3:19: error: calculation.timePeriod: Use 30 or less instead of 90. …
/// ```
///
/// Log it, or show it where the owner of the file sees it. Nothing has to be done in code: as soon as usable content is stored, the process
/// uses it.
public struct RejectedContent: Hashable, Sendable {
  /// Why the content isn't used. Each case has the error, whose description says what to correct.
  ///
  /// ```swift
  /// switch store.lastRejected?.reason {
  /// case nil: print("The stored settings are in use.")
  /// case .unreadable(let error), .unusable(let error): print(error)
  /// case .sideEffectFailed(let failure): print("\(failure.participant): \(failure.reason)")
  /// }
  /// ```
  public enum Reason: Hashable, Sendable {
    /// The storage can't be read, or its content isn't JSON, for example because a brace is missing.
    case unreadable(SettingsStoreError)
    /// The content is JSON, but a value in it violates a limit or a rule, or the app can't decode it.
    case unusable(SettingsStoreError)
    /// A side effect of the changes failed, or took too long.
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

  /// The identity of the content; `nil` if nothing is stored, or if the content can't be read. It isn't the revision of the values in use.
  public var revision: SettingsRevision? { identity?.revision }

  /// Whether there is no content to examine.
  var isUnreadable: Bool {
    if case .unreadable = reason { true } else { false }
  }
}

extension RejectedContent: CustomStringConvertible {
  /// A sentence for each problem, and one about the values that stay in use; without secrets.
  public var description: String {
    let text =
      switch reason {
      case .unreadable(let error), .unusable(let error): "\(error)"
      case .sideEffectFailed(let failure): "\(failure.text)."
      }
    // A command that corrects the file is a line of its own.
    return text + (text.contains("\n") ? "\n" : " ") + "The previous values stay in use."
  }
}
