/// A reference to a setting or a section of a view model, to read and stage its value.
///
/// The members of a section's binding are the bindings of its settings.
///
/// ```swift
/// let calculation = model.binding(\.calculation)
/// calculation.timePeriod.value = 14
/// model.binding(\.display.show).flag(.border).value = true
/// ```
@MainActor @dynamicMemberLookup
public struct SettingsBinding<Root: SettingsRoot, Value: Codable & Sendable> {
  private let model: SettingsViewModel<Root>
  private let keyPath: WritableKeyPath<Root, Value>

  init(_ model: SettingsViewModel<Root>, _ keyPath: WritableKeyPath<Root, Value>) {
    self.model = model
    self.keyPath = keyPath
  }

  /// The staged value, or else the stored value; setting it stages the new value.
  public var value: Value {
    get { model[keyPath] }
    nonmutating set { model[keyPath] = newValue }
  }

  /// Returns the binding of a setting or a section in this section.
  public subscript<Member: Codable & Sendable>(
    dynamicMember member: WritableKeyPath<Value, Member>
  ) -> SettingsBinding<Root, Member> {
    SettingsBinding<Root, Member>(model, keyPath.appending(path: member))
  }
}

extension SettingsBinding {
  /// Returns a binding of the value in another form, such as a percentage of a fraction.
  ///
  /// ```swift
  /// let percent = model.binding(\.ratio).mapped { $0 * 100 } back: { $0 / 100 }
  /// percent.value = 25
  /// ```
  public func mapped<Other>(
    _ transform: @escaping (Value) -> Other, back: @escaping (Other) -> Value
  ) -> ValueBinding<Other> {
    ValueBinding(get: { transform(value) }, set: { value = back($0) })
  }
}

extension SettingsBinding where Value: OptionSet, Value.Element == Value {
  /// Returns the binding of one flag, or of several that are set and cleared together.
  public func flag(_ flag: Value) -> ValueBinding<Bool> {
    ValueBinding(
      get: { value.isSuperset(of: flag) },
      set: { value = $0 ? value.union(flag) : value.subtracting(flag) })
  }

  /// Returns the binding of one flag, and runs a closure after each apply of the view model that sets or clears it.
  ///
  /// ```swift
  /// let border = model.binding(\.display.show).flag(.border) { isSet in redraw(withBorder: isSet) }
  /// border.value = true
  /// ```
  ///
  /// A screen can ask for the binding each time that it is drawn: the closure of the last call replaces the others of the flag. It can't
  /// fail an apply; a side effect can.
  public func flag(
    _ flag: Value, afterApply action: @escaping @MainActor (_ isSet: Bool) -> Void
  ) -> ValueBinding<Bool> where Value: Hashable {
    let keyPath = keyPath
    model.react(to: [keyPath, flag], of: { $0[keyPath: keyPath].isSuperset(of: flag) }, with: action)
    return self.flag(flag)
  }
}
