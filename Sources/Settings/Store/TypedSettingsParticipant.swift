import SettingsSystem

/// A participant that gets the app's types: each call has the values before and after the changes.
///
/// Conform to it instead of ``SettingsParticipant`` if the participant looks at values. The calls, their order and their meaning are the
/// same; only their argument differs. By default, none of them does anything; implement what you need.
///
/// ```swift
/// struct PortCheck: TypedSettingsParticipant {
///   let name = "port check"
///
///   func prepare(_ review: SettingsReview<AppSettings>) async throws {
///     if review.after.network.port != review.before.network.port { try probe(review.after.network.port) }
///   }
/// }
///
/// let store = try SettingsStore<AppSettings>(file: "settings.json", participants: [PortCheck()])
/// ```
///
/// An error that `prepare` throws is a veto: nothing is stored, and ``ApplyError/vetoed(_:)`` has the error's description as its reason. If
/// the app can't decode the values of a review, the call fails before the requirement is called.
///
/// Cost: each call decodes the values before and after.
public protocol TypedSettingsParticipant<Root>: SettingsParticipant {
  /// The root of the app's settings.
  associatedtype Root: SettingsRoot

  /// Prepares for the changes. Nothing is stored yet.
  ///
  /// To veto, throw an error. Its description becomes the reason that people read: `port check refuses the changes: port 80 is in use`.
  func prepare(_ review: SettingsReview<Root>) async throws
  /// Puts the changes into effect; they are durable by now. After an error the old content is restored, and `revert` is called.
  func commit(_ review: SettingsReview<Root>) async throws
  /// Drops what was prepared: a participant vetoed, or the content couldn't be stored.
  func abort(_ review: SettingsReview<Root>) async throws
  /// Undoes a commit, complete or not; the old content is restored.
  ///
  /// - Parameter review: The rollback: its changes lead from the new values to the old values.
  func revert(_ review: SettingsReview<Root>) async throws
}

extension TypedSettingsParticipant {
  /// Agrees.
  public func prepare(_ review: SettingsReview<Root>) async throws {}
  /// Does nothing.
  public func commit(_ review: SettingsReview<Root>) async throws {}
  /// Does nothing.
  public func abort(_ review: SettingsReview<Root>) async throws {}
  /// Does nothing.
  public func revert(_ review: SettingsReview<Root>) async throws {}

  /// Decodes the values, and calls the requirement. An error in decoding is a veto.
  public func prepare(_ review: FormReview) async throws { try await prepare(SettingsReview<Root>(review)) }
  /// Decodes the values, and calls the requirement. After an error in decoding, the old content is restored.
  public func commit(_ review: FormReview) async throws { try await commit(SettingsReview<Root>(review)) }
  /// Calls the requirement with the app's types.
  public func abort(_ review: FormReview) async throws { try await abort(SettingsReview<Root>(review)) }
  /// Calls the requirement with the app's types.
  public func revert(_ review: FormReview) async throws { try await revert(SettingsReview<Root>(review)) }
}
