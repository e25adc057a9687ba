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
