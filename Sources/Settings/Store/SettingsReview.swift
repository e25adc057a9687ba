import SettingsSystem
import Synchronization

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
    try self.init(review.transition, changes: review.changes + review.derivedChanges)
  }

  /// Returns the changes whose side effects the current task runs.
  ///
  /// Throws `SettingsDecodingError` if the app can't decode the values before or after the changes, or if the task runs no side effect.
  /// Cost: linear in the size of the form.
  public static func current() throws(SettingsDecodingError) -> SettingsReview {
    let current = ContentTransition.current
    return try SettingsReview(current?.transition, changes: current?.changes ?? [])
  }

  private init(
    _ transition: ContentTransition?, changes: [SettingChange]
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

  /// Calls the requirement with the app's types.
  public func prepare(_ review: Review) async throws { try await prepare(SettingsReview<Root>(review)) }
  /// Calls the requirement with the app's types.
  public func commit(_ review: Review) async throws { try await commit(SettingsReview<Root>(review)) }
  /// Calls the requirement with the app's types.
  public func abort(_ review: Review) async throws { try await abort(SettingsReview<Root>(review)) }
  /// Calls the requirement with the app's types.
  public func revert(_ review: Review) async throws { try await revert(SettingsReview<Root>(review)) }
}

/// Staged changes of an app's settings, on top of the stored content.
///
/// A draft is a value: copies are independent, and changing one doesn't touch the file. It can be used from any isolation.
///
/// ```swift
/// var draft = store.draft()
/// draft[\.calculation.timePeriod] = 14
/// print(draft.review().changes)
/// try await store.apply(draft)
/// ```
///
/// A key path that refers to neither a setting nor a section of the form, such as that of a computed property or of a part of a
/// setting, changes the settings that it changes in the root.
public struct SettingsDraft<Root: SettingsRoot>: Sendable {
  /// The untyped draft, with paths and JSON values.
  package var untyped: Draft
  private let store: SettingsStore<Root>

  init(_ untyped: Draft, of store: SettingsStore<Root>) {
    self.untyped = untyped
    self.store = store
  }

  /// The staged value of a setting, or of a whole section, or else the stored value; setting it stages the new value.
  ///
  /// If the staged value can't be decoded, returns the stored value. A number that isn't finite is staged as a string, which the
  /// review reports as a problem. Cost: constant for a setting, linear in the size of the form for a section.
  public subscript<Value: Codable & Sendable>(keyPath: WritableKeyPath<Root, Value>) -> Value {
    get { store.value(of: keyPath, in: untyped) }
    set { untyped.stage(store.valuesToStage(newValue, at: keyPath, in: untyped)) }
  }

  /// The values with the staged changes; the stored values if the app can't decode them. Cost: linear in the size of the form.
  public var values: Root { store.values(of: untyped).root }

  /// Whether there are no staged changes.
  public var isEmpty: Bool { untyped.isEmpty }

  /// Resets a setting, or all settings of a section, to their defaults; anything else gets the value of a new root.
  public mutating func reset<Value: Codable & Sendable>(_ keyPath: WritableKeyPath<Root, Value>) {
    guard store.path(of: keyPath) != nil else { return self[keyPath] = Root()[keyPath: keyPath] }
    untyped.reset(store.entries(at: keyPath))
  }

  /// Unstages a setting, or all settings of a section; anything else gets its stored value.
  public mutating func unstage<Value: Codable & Sendable>(_ keyPath: WritableKeyPath<Root, Value>) {
    guard store.path(of: keyPath) != nil else { return self[keyPath] = store.saved[keyPath: keyPath] }
    untyped.unstage(store.entries(at: keyPath))
  }

  /// Unstages all changes as one undo step.
  public mutating func discard() { untyped.discard() }

  /// Resolves the conflict of a setting, or all conflicts in a section: keeps the staged values, or the stored ones.
  public mutating func resolve(_ keyPath: PartialKeyPath<Root>, keeping side: Conflict.Side) {
    for entry in store.entries(at: keyPath) { untyped.resolve(entry, keeping: side) }
  }

  /// Reviews what an apply changes.
  public func review() -> Review { store.untyped.review(untyped) }

  /// Returns the draft without some of its changes, to apply the others.
  ///
  /// A changed element that is left out keeps its old value; a removed or moved one keeps its place among the elements that stay.
  /// Changes that the draft doesn't have are ignored.
  public func leavingOut(_ items: Set<Review.Item>) -> SettingsDraft<Root> {
    var draft = self
    draft.untyped = untyped.leavingOut(items)
    return draft
  }
}

/// Decodes an app's settings from documents, and keeps the last result, because new content is checked first and its values are
/// read next.
final class RootDecoder<Root: SettingsRoot>: Sendable {
  private struct Decoded {
    var bytes: [UInt8]
    var values: RootValues<Root>
  }

  private let defaults: LazyDefaults<Root>
  private let last = Mutex<Decoded?>(nil)

  init(defaults: LazyDefaults<Root>) {
    self.defaults = defaults
  }

  /// Decodes a document on top of the defaults. Cost: a comparison of the bytes if it is the same document as the last time.
  func decode(_ document: JSONDocument) throws(SettingsDecodingError) -> RootValues<Root> {
    if let known = last.withLock({ $0 }), known.bytes.hasSameBytes(as: document.bytes) { return known.values }
    let values = try DeepStack.perform(valuesOf: MemoryLayout<Root>.size) {
      () throws(SettingsDecodingError) in
      if let root = SettingsDecoder(document).decodeComplete(Root.self) { return RootValues(root) }
      return RootValues(try SettingsDecoder(document, defaults: encodedDefaults()).decode(Root.self))
    }
    last.withLock { $0 = Decoded(bytes: document.bytes, values: values) }
    return values
  }

  private func encodedDefaults() throws(SettingsDecodingError) -> JSONDocument {
    do throws(StoreError) { return try defaults.document() } catch {
      throw SettingsDecodingError(path: .root, position: nil, reason: "has no defaults: \(error)")
    }
  }
}

/// The values of an app's root.
///
/// It is a class, because a root with many settings takes more than a megabyte, and each copy of it would need that much of the
/// stack.
final class RootValues<Root: SettingsRoot>: Sendable {
  let root: Root

  init(_ root: Root) {
    self.root = root
  }
}
