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
