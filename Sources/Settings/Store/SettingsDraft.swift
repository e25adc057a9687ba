import SettingsSystem

/// Changes that you collect, look at, and then apply together.
///
/// A draft is a value. You may copy it and use it anywhere, and nothing is stored until you apply it with
/// `SettingsStore.apply(_:options:)`. If you don't want to look at the changes first, ``SettingsStore/update(options:_:)`` is shorter. For
/// a screen, take a `SettingsViewModel`, which has undo and observation.
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
  /// value; create a new draft, or use a `SettingsViewModel`, whose draft follows the store.
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
