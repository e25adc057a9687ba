import SettingsSystem
import Synchronization

/// Your settings before and after some changes, as two values of your struct.
///
/// Use it where your code decides by values. If you only want to show what changes, a ``FormReview`` has titles and texts for that.
///
/// Make one of the review that your participant gets. Or conform to ``TypedSettingsParticipant``, which gets one right away:
///
/// ```swift
/// struct MemoryCheck: SettingsParticipant {
///   let name = "memory check"
///
///   func prepare(_ review: FormReview) async throws {
///     let settings = try SettingsReview<AppSettings>(review)
///     if settings.after.pool.max > settings.before.pool.max { try await checkMemory() }
///   }
/// }
/// ```
///
/// In a side effect, ask for ``current()``, or conform to the generated protocol whose name ends with `TypedSideEffects`.
///
/// The values are those of all layers and rules, like ``SettingsStore/values``. There is one difference: in ``after``, settings that
/// require a restart have their new value already. Cost: decodes the settings twice, linear in the size of the form.
public struct SettingsReview<Root: SettingsRoot>: Sendable {
  /// The changes, in form order, then the changes that rules derive; for a side effect, the changes that trigger it.
  public let changes: [SettingChange]
  private let values: (before: RootValues<Root>, after: RootValues<Root>)

  /// The values before the changes, all layers and rules included. If the app can't use what was stored, they are the ones that it uses
  /// instead; see ``SettingsStartPolicy``.
  public var before: Root { values.before.root }
  /// The values after the changes. Settings that require a restart have their new values, too, which the process doesn't use yet.
  public var after: Root { values.after.root }

  /// Decodes the values before and after the changes of a review.
  ///
  /// Throws ``SettingsDecodingError`` if the app can't decode the values before or after the changes, or if the review doesn't come from a
  /// store. Cost: linear in the size of the form.
  public init(_ review: FormReview) throws(SettingsDecodingError) {
    try self.init(review.transition, changes: review.changes + review.derivedChanges)
  }

  /// Returns the changes whose side effects the current task runs.
  ///
  /// ```swift
  /// func recalculate(_ changes: [SettingChange]) async throws {
  ///   let settings = try SettingsReview<AppSettings>.current()
  ///   print("from \(settings.before.calculation.timePeriod) to \(settings.after.calculation.timePeriod) days")
  /// }
  /// ```
  ///
  /// Throws ``SettingsDecodingError`` if the app can't decode the values before or after the changes, or if the task runs no side effect.
  /// Tasks that aren't children of the side effect's task, such as detached tasks, run none. Cost: linear in the size of the form.
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

/// Changes that you collect, look at, and then apply together.
///
/// A draft is a value. You may copy it and use it anywhere, and nothing is stored until you apply it with
/// `SettingsStore.apply(_:options:)`. If you don't want to look at the changes first, ``SettingsStore/update(options:_:)`` is shorter. For
/// a screen, take a ``SettingsViewModel``, which has undo and observation.
///
/// ```swift
/// var draft = store.draft()
/// draft[\.calculation.timePeriod] = 14
/// draft[\.display.color] = .red
/// let review = draft.review()
/// print(review)
/// if review.isApplicable { try await store.apply(draft) }
/// ```
///
/// You can stage an invalid value. The review then has a problem, and the apply is refused. A draft doesn't follow the store: if another
/// process stores something, the apply merges your changes with that. If both of you have changed one setting, that is a conflict.
///
/// If a key path leads to neither a setting nor a section, such as a computed property or a part of a setting, the draft assigns to it in a
/// copy of your root, and stages the settings that differ afterwards.
///
/// Cost: a draft holds its changes and a reference to the content that it is based on.
public struct SettingsDraft<Root: SettingsRoot>: Sendable {
  /// The untyped draft, with paths and JSON values.
  package var untyped: Draft
  private let store: SettingsStore<Root>

  init(_ untyped: Draft, of store: SettingsStore<Root>) {
    self.untyped = untyped
    self.store = store
  }

  /// Reads and stages the value of a setting, or of a whole section. What isn't staged has its stored value.
  ///
  /// ```swift
  /// var draft = store.draft()
  /// draft[\.calculation.timePeriod] = 14
  /// draft[\.calculation] = Calculation()
  /// ```
  ///
  /// If you stage the value that is stored, nothing is staged any more. A number that isn't finite can't be written as JSON, so it is
  /// staged as a string, which is a problem in the review. Cost: constant for a setting, linear in the size of the form for a section.
  public subscript<Value: Codable & Sendable>(keyPath: WritableKeyPath<Root, Value>) -> Value {
    get { store.value(of: keyPath, in: untyped) }
    set { untyped.stage(store.valuesToStage(newValue, at: keyPath, in: untyped)) }
  }

  /// All values with the staged changes, and with what rules derive from them; the stored values if the app can't decode them.
  ///
  /// Cost: linear in the size of the form.
  public var values: Root { store.values(of: untyped).root }

  /// Whether there are no staged changes. An apply of an empty draft stores nothing, unless the store has the style
  /// ``SettingsFileStyle/full``.
  public var isEmpty: Bool { untyped.isEmpty }

  /// Resets a setting, or all settings of a section, to their defaults; anything else gets the value of a new root.
  ///
  /// A reset removes the key from the file, unless the store has the style ``SettingsFileStyle/full``. Then a layer below, a rule or the
  /// default decides the value.
  public mutating func reset<Value: Codable & Sendable>(_ keyPath: WritableKeyPath<Root, Value>) {
    guard store.path(of: keyPath) != nil else { return self[keyPath] = Root()[keyPath: keyPath] }
    untyped.reset(store.entries(at: keyPath))
  }

  /// Unstages a setting, or all settings of a section, which then have their stored values again; anything else gets its stored value.
  public mutating func unstage<Value: Codable & Sendable>(_ keyPath: WritableKeyPath<Root, Value>) {
    guard store.path(of: keyPath) != nil else { return self[keyPath] = store.saved[keyPath: keyPath] }
    untyped.unstage(store.entries(at: keyPath))
  }

  /// Unstages all changes. The draft keeps the content that it is based on.
  public mutating func discard() { untyped.discard() }

  /// Resolves the conflict of a setting, or all conflicts in a section: keeps the staged values, or the stored values.
  ///
  /// It has no effect without a conflict. An apply that throws ``ApplyError/conflicts(_:)`` doesn't change this draft, because a draft is a
  /// value; create a new draft, or use a ``SettingsViewModel``, whose draft follows the store.
  public mutating func resolve(_ keyPath: PartialKeyPath<Root>, keeping side: SettingConflict.Side) {
    for entry in store.entries(at: keyPath) { untyped.resolve(entry.path, keeping: side) }
  }

  /// Shows what an apply would do: the changes, their problems and their consequences.
  ///
  /// Cost: linear in the number of staged changes and problems, and the decoding of the document. If the form has constraints for a section
  /// as a whole, the first review after a change checks the whole document.
  public func review() -> FormReview { store.untyped.review(untyped) }

  /// Returns the draft without some of its changes, so that you can apply the others.
  ///
  /// ```swift
  /// var draft = store.draft()
  /// draft[\.tags] = ["a", "b"]
  /// draft[\.calculation.timePeriod] = 14
  /// let items: Set<FormReview.Item> = [.setting(["tags"])]
  /// try await store.apply(draft.leavingOut(items))
  /// ```
  ///
  /// A changed element that is left out keeps its old value; a removed or moved element keeps its place among the elements that stay.
  /// Changes that the draft doesn't have are ignored.
  public func leavingOut(_ items: Set<FormReview.Item>) -> SettingsDraft<Root> {
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

  /// Whether this is called by the app's `init(from:)`, which decodes the root now. It would never return if it had the root decoded again.
  var isDecoding: Bool { RunningDecoders.all.contains(ObjectIdentifier(self)) }

  /// Decodes a document on top of the defaults. Cost: a comparison of the bytes if it is the same document as the last time; otherwise
  /// linear in the number of settings. The defaults are encoded only if a key is missing.
  func decode(_ document: JSONDocument) throws(SettingsDecodingError) -> RootValues<Root> {
    if let known = last.withLock({ $0 }), known.bytes.hasSameBytes(as: document.bytes) { return known.values }
    let values = try DeepStack.perform(valuesOf: MemoryLayout<Root>.size) {
      () throws(SettingsDecodingError) in
      let decoders = RunningDecoders.all.union([ObjectIdentifier(self)])
      return try RunningDecoders.$all.withValue(decoders) {
        Result { () throws(SettingsDecodingError) in
          if let root = SettingsDecoder(document).decodeComplete(Root.self) { return RootValues(root) }
          return RootValues(try SettingsDecoder(document, defaults: encodedDefaults()).decode(Root.self))
        }
      }.get()
    }
    last.withLock { $0 = Decoded(bytes: document.bytes, values: values) }
    return values
  }

  private func encodedDefaults() throws(SettingsDecodingError) -> JSONDocument {
    do throws(SettingsStoreError) { return try defaults.document() } catch {
      throw SettingsDecodingError(path: .root, position: nil, reason: "has no defaults: \(error)")
    }
  }
}

/// The decoders whose app code the current thread runs.
private enum RunningDecoders {
  @TaskLocal static var all: Set<ObjectIdentifier> = []
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
