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
/// A key path that refers to neither a setting nor a section of the form stops the program.
public struct SettingsDraft<Root: SettingsRoot>: Sendable {
  /// The untyped draft, with paths and JSON values.
  public var untyped: Draft
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
    set { untyped.stage(store.valuesToStage(newValue, at: store.requiredPath(of: keyPath))) }
  }

  /// The values with the staged changes; the stored values if the app can't decode them. Cost: linear in the size of the form.
  public var values: Root { store.values(of: untyped) }

  /// Whether there are no staged changes.
  public var isEmpty: Bool { untyped.isEmpty }

  /// Resets a setting, or all settings of a section, to their defaults.
  public mutating func reset(_ keyPath: PartialKeyPath<Root>) {
    untyped.reset(store.requiredPath(of: keyPath))
  }

  /// Unstages a setting, or all settings of a section.
  public mutating func unstage(_ keyPath: PartialKeyPath<Root>) {
    untyped.unstage(untyped.index.settingPaths(at: store.requiredPath(of: keyPath)))
  }

  /// Unstages all changes as one undo step.
  public mutating func discard() { untyped.discard() }

  /// Undoes the last step.
  public mutating func undo() { untyped.undo() }

  /// Redoes the last undone step.
  public mutating func redo() { untyped.redo() }

  /// Resolves a conflict: keeps the staged value, or the stored one.
  public mutating func resolve(_ keyPath: PartialKeyPath<Root>, keeping side: Conflict.Side) {
    untyped.resolve(store.requiredPath(of: keyPath), keeping: side)
  }

  /// Reviews what applying changes.
  public func review() -> Review { store.untyped.review(untyped) }

  /// Stages each setting whose value differs between two roots.
  mutating func stage(from old: Root, to new: Root) {
    let (old, new) = (store.json(of: old), store.json(of: new))
    untyped.stage(
      untyped.index.settings.lazy.compactMap { entry -> (path: SettingPath, value: JSONValue?)? in
        let (before, after) = (old.value(of: entry), new.value(of: entry))
        return before == after ? nil : (entry.path, entry.valueToStage(after))
      })
  }
}

extension FormIndex.Entry {
  /// Returns the value to stage for an encoded value. An optional property that is `nil` isn't encoded; the result `nil` resets
  /// the setting.
  func valueToStage(_ encoded: JSONValue?) -> JSONValue? {
    encoded ?? (setting.isOptional ? .null : nil)
  }
}
