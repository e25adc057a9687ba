import Observation

/// The typed model of an app's settings screen: a draft of the settings that is staged edit by edit and applied as one.
///
/// ```swift
/// let model = SettingsViewModel(store)
/// model[\.calculation.timePeriod] = 14
/// print(model.review().changes)
/// try await model.apply()
/// ```
///
/// Observation is per setting: a view that reads one setting isn't invalidated by the change of another; a view that reads a
/// section is invalidated by the changes in it.
///
/// A key path that refers to neither a setting nor a section of the form, such as that of a computed property or of a part of a
/// setting, reads and changes the settings through the root. It has no problems, conflicts or rules of its own.
@MainActor
public final class SettingsViewModel<Root: SettingsRoot>: Observable {
  /// The untyped view model, which the editor uses.
  public let untyped: UntypedViewModel
  private let store: SettingsStore<Root>
  /// What runs after an apply that changes a part of a value, by the setting and the part.
  private var reactions: [[AnyHashable]: Reaction] = [:]

  /// A closure that runs after an apply that changes a part of a value.
  private struct Reaction {
    var part: (Root) -> Bool
    var action: @MainActor (Bool) -> Void
  }

  /// Runs a closure after each apply of this model that changes a part of a value.
  func react(
    to identity: [AnyHashable], of part: @escaping (Root) -> Bool,
    with action: @escaping @MainActor (Bool) -> Void
  ) {
    reactions[identity] = Reaction(part: part, action: action)
  }

  /// Creates a view model without changes.
  ///
  /// - Parameter context: The values that rules read for this model in place of those of the store, so that two screens can show
  ///   different values. An apply is checked with those of the store.
  public init(_ store: SettingsStore<Root>, context: RuleContext = RuleContext()) {
    self.store = store
    untyped = UntypedViewModel(store.untyped)
    setContext(context)
  }

  /// Replaces the values that rules read for this model in place of those of the store.
  public func setContext(_ context: RuleContext) { untyped.setContext(context.values) }

  /// The staged value of a setting, or of a whole section, or else the stored value; setting it stages the new value.
  ///
  /// If the staged value can't be decoded, returns the stored value. A number that isn't finite is staged as a string, which the
  /// review reports as a problem. Cost: constant for a setting, linear in the size of the form for a section.
  public subscript<Value: Codable & Sendable>(keyPath: WritableKeyPath<Root, Value>) -> Value {
    get {
      untyped.observe(path(of: keyPath) ?? .root)
      return store.value(of: keyPath, in: untyped.staged)
    }
    set { untyped.stage(store.valuesToStage(newValue, at: keyPath, in: untyped.staged)) }
  }

  /// Returns the binding of a setting or a section.
  public func binding<Value: Codable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>
  ) -> SettingsBinding<Root, Value> {
    SettingsBinding(self, keyPath)
  }

  /// Whether there are staged changes.
  public var hasChanges: Bool { untyped.hasChanges }

  /// Resets a setting, or all settings of a section, to their defaults; anything else gets the value of a new root.
  public func reset<Value: Codable & Sendable>(_ keyPath: WritableKeyPath<Root, Value>) {
    guard path(of: keyPath) != nil else { return self[keyPath] = Root()[keyPath: keyPath] }
    untyped.reset(entries(at: keyPath))
  }

  /// Undoes the last step.
  public func undo() { untyped.undo() }

  /// Redoes the last undone step.
  public func redo() { untyped.redo() }

  /// Unstages all changes as one undo step.
  public func discard() { untyped.discard() }

  /// Reviews what an apply changes.
  public func review() -> Review { untyped.review() }

  /// Returns the problems of a setting, or of all settings of a section, with the staged values.
  public func problems(at keyPath: PartialKeyPath<Root>) -> [FormProblem] {
    settingPaths(at: keyPath).flatMap(untyped.problems)
  }

  /// Whether a setting, or a setting of a section, has a staged change.
  public func isStaged(_ keyPath: PartialKeyPath<Root>) -> Bool {
    settingPaths(at: keyPath).contains(where: untyped.isStaged)
  }

  /// Unstages a setting, or all settings of a section, as one undo step; anything else gets its stored value.
  public func unstage<Value: Codable & Sendable>(_ keyPath: WritableKeyPath<Root, Value>) {
    guard path(of: keyPath) != nil else { return self[keyPath] = store.saved[keyPath: keyPath] }
    untyped.unstage(entries(at: keyPath))
  }

  /// The settings with a staged change that another process has changed, too, in form order.
  public var conflicts: [Conflict] { review().conflicts }

  /// Resolves the conflict of a setting, or all conflicts in a section: keeps the staged values, or the stored ones.
  public func resolve(_ keyPath: PartialKeyPath<Root>, keeping side: Conflict.Side) {
    for entry in entries(at: keyPath) { untyped.resolve(entry, keeping: side) }
  }

  /// Applies the staged changes: all or nothing.
  ///
  /// ```swift
  /// try await model.apply(leavingOut: [\.display])
  /// ```
  ///
  /// Throws `ApplyError`, for example `.notASetting` for a key path that refers to neither a setting nor a section. All changes stay
  /// staged then.
  ///
  /// - Parameters:
  ///   - keyPaths: The settings and sections that are left out; their changes stay staged.
  ///   - parts: The changes of parts of values that are left out, such as the change of one element of a list; they stay staged, too.
  @discardableResult
  public func apply(
    leavingOut keyPaths: [PartialKeyPath<Root>] = [], parts: Set<PartChange.ID> = [],
    options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    var paths: [SettingPath] = []
    for keyPath in keyPaths {
      guard path(of: keyPath) != nil else { throw .notASetting("\(keyPath)") }
      paths += settingPaths(at: keyPath)
    }
    let items = paths.map(Review.Item.setting) + parts.map(Review.Item.part)
    let before = store.saved
    let outcome = try await untyped.apply(leavingOut: Set(items), options: options)
    let after = store.saved
    for reaction in reactions.values where reaction.part(before) != reaction.part(after) {
      reaction.action(reaction.part(after))
    }
    return outcome
  }

  /// Reads what other processes have stored. Staged changes stay staged.
  ///
  /// Throws `StoreError` if the stored content can't be read.
  @discardableResult
  public func refresh() throws(StoreError) -> [SettingChange] { try untyped.refresh() }

  /// Returns the versions of the content, newest first; the first is the stored content.
  ///
  /// Throws `StoreError` if the content or the history can't be read. Cost: reads the headers of at most 50 versions.
  public func history() throws(StoreError) -> [HistoryEntry] { try store.history() }

  private func entries(at keyPath: PartialKeyPath<Root>) -> [FormIndex.Entry] { store.entries(at: keyPath) }

  private func settingPaths(at keyPath: PartialKeyPath<Root>) -> [SettingPath] {
    entries(at: keyPath).map(\.path)
  }

  func path(of keyPath: PartialKeyPath<Root>) -> SettingPath? { store.path(of: keyPath) }
}

/// The results of rules for settings and sections.
extension SettingsViewModel {
  /// Whether a rule hides the setting or section, or a section that contains it.
  public func isHidden(_ keyPath: PartialKeyPath<Root>) -> Bool {
    path(of: keyPath).map(untyped.isHidden) ?? false
  }

  /// Whether no rule disables the setting or section, or a section that contains it.
  public func isEnabled(_ keyPath: PartialKeyPath<Root>) -> Bool {
    path(of: keyPath).map(untyped.isEnabled) ?? true
  }

  /// Whether the setting, or the whole section, is read-only: by its annotation, by a rule, or because a layer below locks it.
  public func isReadOnly(_ keyPath: PartialKeyPath<Root>) -> Bool {
    path(of: keyPath).map(untyped.isReadOnly) ?? false
  }

  /// Whether no layer sets the setting and a rule derives its default.
  public func isDerived(_ keyPath: PartialKeyPath<Root>) -> Bool {
    path(of: keyPath).map(untyped.isDerived) ?? false
  }

  /// Returns why a setting has its value, why it or a section is hidden or can't be changed, and the constraints on it.
  public func trace(at keyPath: PartialKeyPath<Root>) -> RuleTrace {
    untyped.trace(at: path(of: keyPath) ?? .root)
  }
}

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
