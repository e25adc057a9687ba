/// A value that a control reads and sets: one flag of a setting, a setting's value in another form, a constant, or a value of the
/// app.
///
/// ```swift
/// let preview = ValueBinding.constant(14)
/// let zoom = ValueBinding(get: { window.zoom }, set: { window.zoom = $0 })
/// ```
@MainActor
public struct ValueBinding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// Creates a binding that calls closures.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// Returns a binding that always has the same value: setting it has no effect.
  public static func constant(_ value: Value) -> ValueBinding<Value> {
    ValueBinding(get: { value }, set: { _ in })
  }

  /// The value. Setting the value of a setting's binding stages it.
  public var value: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}
