import Settings

/// A reference to a setting or a section of a view model, to read and stage its value.
///
/// Pass it to a control, which doesn't need to know the model and the key path. The members of a section's binding are the bindings of its
/// settings:
///
/// ```swift
/// let calculation = model.binding(\.calculation)
/// calculation.timePeriod.value = 14
/// model.binding(\.display.show).flag(.border).value = true
/// ```
///
/// For SwiftUI, your app makes a `Binding` of it; the article about view models has the extension of four lines. For a value in another
/// form, use ``mapped(_:back:)``, and for a flag of an option set ``flag(_:)``.
///
/// A binding is a value that refers to the model. It doesn't store anything itself: ``SettingsViewModel/apply(leavingOut:options:)``
/// does. Reading the value in a view observes that setting only. It is isolated to the main actor.
@MainActor @dynamicMemberLookup
public struct SettingsBinding<Root: SettingsRoot, Value: Codable & Sendable> {
  private let model: SettingsViewModel<Root>
  private let keyPath: WritableKeyPath<Root, Value>

  init(_ model: SettingsViewModel<Root>, keyPath: WritableKeyPath<Root, Value>) {
    self.model = model
    self.keyPath = keyPath
  }

  /// The staged value, or else the stored value. Setting it stages the new value, as one step to undo.
  public var value: Value {
    get { model[keyPath] }
    nonmutating set { model[keyPath] = newValue }
  }

  /// Returns the binding of a setting or a section in this section: `model.binding(\.calculation).timePeriod`.
  public subscript<Member: Codable & Sendable>(
    dynamicMember member: WritableKeyPath<Value, Member>
  ) -> SettingsBinding<Root, Member> {
    SettingsBinding<Root, Member>(model, keyPath: keyPath.appending(path: member))
  }
}

extension SettingsBinding {
  /// Returns a binding of the value in another form, such as a percentage of a fraction.
  ///
  /// ```swift
  /// let percent = model.binding(\.display.ratio).mapped { $0 * 100 } back: { $0 / 100 }
  /// percent.value = 25
  /// print(model[\.display.ratio])  // 0.25
  /// ```
  ///
  /// - Parameters:
  ///   - transform: Returns the value in the other form.
  ///   - back: Returns the value of the setting. It is called each time that the binding is set.
  public func mapped<Other>(
    _ transform: @escaping (Value) -> Other, back: @escaping (Other) -> Value
  ) -> SettingsValueBinding<Other> {
    SettingsValueBinding(get: { transform(value) }, set: { value = back($0) })
  }
}

extension SettingsBinding where Value: OptionSet, Value.Element == Value {
  /// Returns the binding of one flag of an option set, or of several that are set and cleared together.
  ///
  /// ```swift
  /// let border = model.binding(\.display.show).flag(.border)
  /// border.value = true
  /// ```
  ///
  /// Several flags count as set if all of them are.
  public func flag(_ flag: Value) -> SettingsValueBinding<Bool> {
    SettingsValueBinding(
      get: { value.isSuperset(of: flag) },
      set: { value = $0 ? value.union(flag) : value.subtracting(flag) })
  }

  /// Returns the binding of one flag, and runs a closure after each apply of the view model that sets or clears it.
  ///
  /// ```swift
  /// let border = model.binding(\.display.show).flag(.border) { isSet in print(isSet ? "border" : "no border") }
  /// border.value = true
  /// try await model.apply()
  /// ```
  ///
  /// A screen can ask for the binding each time that it is drawn: the closure of the last call replaces the others of the flag. It can't
  /// fail an apply; a side effect can. It doesn't run for applies of other models and processes.
  public func flag(
    _ flag: Value, afterApply action: @escaping @MainActor (_ isSet: Bool) -> Void
  ) -> SettingsValueBinding<Bool> where Value: Hashable {
    let keyPath = keyPath
    model.react(to: [keyPath, flag], of: { $0[keyPath: keyPath].isSuperset(of: flag) }, with: action)
    return self.flag(flag)
  }
}
