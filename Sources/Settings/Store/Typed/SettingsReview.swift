/// Changes of an app's settings, with the app's types: the values before and after.
///
/// A participant gets it from the review that it prepares for or commits, or conforms to ``TypedSettingsParticipant``:
///
/// ```swift
/// func prepare(_ review: Review) async throws {
///   let settings = try SettingsReview<AppSettings>(review)
///   if settings.new.calculation.timePeriod > 60 { try await checkMemory() }
/// }
/// ```
///
/// A side effect gets it by ``current()``, or as the parameter of a hook of the generated protocol whose name ends with `TypedHooks`.
public struct SettingsReview<Root: SettingsRoot>: Sendable {
  /// The changes, in form order, those of derived values included; for a side effect, the changes that trigger it.
  public let changes: [SettingChange]
  private let values: (old: RootValues<Root>, new: RootValues<Root>)

  /// The values before the changes.
  public var old: Root { values.old.root }
  /// The values after the changes. Those of settings that require a restart are the new ones, too.
  public var new: Root { values.new.root }

  /// Decodes the values before and after the changes of a review.
  ///
  /// Throws `SettingsDecodingError` if the app can't decode the values before or after the changes, or if the review isn't one of a store.
  /// Cost: linear in the size of the form.
  public init(_ review: Review) throws(SettingsDecodingError) {
    try self.init(review.transition, review.changes + review.derivedChanges)
  }

  /// Returns the changes whose side effects the current task runs.
  ///
  /// Throws `SettingsDecodingError` if the app can't decode the values before or after the changes, or if the task runs no side effect.
  /// Cost: linear in the size of the form.
  public static func current() throws(SettingsDecodingError) -> SettingsReview {
    let current = ContentTransition.current
    return try SettingsReview(current?.transition, current?.changes ?? [])
  }

  private init(
    _ transition: ContentTransition?, _ changes: [SettingChange]
  ) throws(SettingsDecodingError) {
    guard let transition else {
      throw SettingsDecodingError(
        path: .root, position: nil,
        reason: "has no values here; use a review of a store, or the task of a side effect.")
    }
    self.changes = changes
    let decoder = RootDecoder<Root>(defaults: LazyDefaults())
    values = (try decoder.decode(transition.old), try decoder.decode(transition.new))
  }
}

/// A participant that gets the app's types.
///
/// ```swift
/// struct PortCheck: TypedSettingsParticipant {
///   let name = "port check"
///   func prepare(_ review: SettingsReview<AppSettings>) async throws {
///     if review.new.port != review.old.port { try probe(review.new.port) }
///   }
/// }
/// ```
public protocol TypedSettingsParticipant<Root>: SettingsParticipant {
  /// The root of the app's settings.
  associatedtype Root: SettingsRoot

  /// Prepares for the changes; an error is a veto, and its description the reason.
  func prepare(_ review: SettingsReview<Root>) async throws
  /// Puts the changes into effect; they are durable by now. After an error the old content is restored.
  func commit(_ review: SettingsReview<Root>) async throws
  /// Drops what was prepared.
  func abort(_ review: SettingsReview<Root>) async throws
  /// Undoes a commit, complete or not; the old content is restored.
  ///
  /// - Parameter review: The rollback: its changes lead from the new values to the old ones.
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

  /// Calls the requirement with the app's types.
  public func prepare(_ review: Review) async throws { try await prepare(SettingsReview<Root>(review)) }
  /// Calls the requirement with the app's types.
  public func commit(_ review: Review) async throws { try await commit(SettingsReview<Root>(review)) }
  /// Calls the requirement with the app's types.
  public func abort(_ review: Review) async throws { try await abort(SettingsReview<Root>(review)) }
  /// Calls the requirement with the app's types.
  public func revert(_ review: Review) async throws { try await revert(SettingsReview<Root>(review)) }
}
