import Observation
import Settings

/// Holds what a person changes on a settings screen, until they apply it.
///
/// Create one for each screen, and let its views share it. They read and stage values by key path, show the review, and apply:
///
/// ```swift
/// let model = SettingsViewModel(store)
/// model[\.calculation.timePeriod] = 14
/// print(model.review().changes)
/// try await model.apply()
/// ```
///
/// Nothing is stored before ``apply(leavingOut:options:)``, and ``undo()`` takes back one edit after the other. A person may stage an
/// invalid value; ``problems(at:)`` and the review say what is wrong, and the apply is refused. If an apply fails, everything is still
/// staged.
///
/// A view is redrawn only for the settings that it reads, or for all settings of a section if it reads the section.
///
/// The model follows its store. When another model or another process stores something, the model moves onto that, and keeps what is
/// staged. If both have changed one setting, it is in ``conflicts``, until you call ``resolve(_:keeping:)`` with what the person decides.
///
/// A key path should lead to a setting or a section. With any other, such as a computed property or a part of a setting, the model reads
/// and changes the settings through your root. Such a key path has no problems, conflicts or rules of its own.
///
/// The model belongs to the main actor. Elsewhere, use a `SettingsDraft`, which is a value. To work with any form, without your types,
/// use a ``FormViewModel``.
@MainActor
public final class SettingsViewModel<Root: SettingsRoot>: Observable {
  /// The same model without the app's types, with paths and JSON values. The terminal editor takes it.
  public let untyped: FormViewModel
  private let store: SettingsStore<Root>
  /// What runs after an apply that changes a part of a value, by the setting and the part.
  private var reactions: [[AnyHashable]: Reaction] = [:]

  /// A closure that runs after an apply that changes a part of a value, such as one flag of a set. It gets the new state of the part.
  private struct Reaction {
    var part: (Root) -> Bool
    var action: @MainActor (Bool) -> Void
  }

  /// Runs a closure after each apply of this model that changes a part of a value. Another closure for the same identity replaces it, since
  /// a view is made again and again.
  func react(
    to identity: [AnyHashable], of part: @escaping (Root) -> Bool,
    with action: @escaping @MainActor (Bool) -> Void
  ) {
    reactions[identity] = Reaction(part: part, action: action)
  }

  /// Creates a view model of a store, without changes. The model keeps the store alive.
  ///
  /// - Parameters:
  ///   - store: The store whose settings the model shows and changes.
  ///   - context: The context values for the rules of this model; the store's context values by default. Two screens can show different
  ///     results this way. An apply is checked with the store's values.
  public init(_ store: SettingsStore<Root>, context: RuleContext = RuleContext()) {
    self.store = store
    untyped = FormViewModel(store.untyped)
    setContext(context)
  }

  /// Replaces the context values for the rules of this model. The store keeps its own.
  public func setContext(_ context: RuleContext) { untyped.setContext(context.values) }

  /// Reads and stages the value of a setting, or of a whole section. What isn't staged has its stored value. Staging is one step to undo.
  ///
  /// Staging the stored value unstages the setting. If the staged value can't be decoded, reading returns the stored value. A number that
  /// isn't finite is staged as a string, which the review reports as a problem. Cost: constant for a setting, linear in the size of the
  /// form for a section.
  public subscript<Value: Codable & Sendable>(keyPath: WritableKeyPath<Root, Value>) -> Value {
    get {
      untyped.observe(path(of: keyPath) ?? .root)
      return store.value(of: keyPath, in: untyped.staged)
    }
    set { untyped.stage(store.valuesToStage(newValue, at: keyPath, in: untyped.staged)) }
  }

  /// Returns the binding of a setting or a section, to pass to a control.
  ///
  /// ```swift
  /// let border = model.binding(\.display.show).flag(.border)
  /// let period = model.binding(\.calculation.timePeriod)
  /// period.value += 1
  /// ```
  public func binding<Value: Codable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>
  ) -> SettingsBinding<Root, Value> {
    SettingsBinding(self, keyPath: keyPath)
  }

  /// Whether something is staged, which an apply stores and ``discard()`` drops. A view that reads it is redrawn after every edit.
  public var hasChanges: Bool { untyped.hasChanges }

  /// Resets a setting, or all settings of a section, to their defaults, as one step to undo; anything else gets the value of a new root.
  ///
  /// The reset is staged like a value. In the file, it removes the key.
  public func reset<Value: Codable & Sendable>(_ keyPath: WritableKeyPath<Root, Value>) {
    guard path(of: keyPath) != nil else { return self[keyPath] = Root()[keyPath: keyPath] }
    untyped.reset(entries(at: keyPath))
  }

  /// Undoes the last step: an edit, a reset, or ``discard()``. Without a step, nothing happens.
  ///
  /// New stored content ends the history of steps: what is still staged then can still be unstaged by it, unless it is a conflict.
  public func undo() { untyped.undo() }

  /// Redoes the step that was undone last. Another edit removes the steps to redo.
  public func redo() { untyped.redo() }

  /// Unstages all changes, as one step to undo.
  public func discard() { untyped.discard() }

  /// Shows what an apply would do: the changes, their problems, conflicts and consequences.
  ///
  /// A view that reads it is redrawn after every edit. Cost: linear in the number of staged changes and problems, and the decoding of the
  /// document.
  public func review() -> FormReview { untyped.review() }

  /// Returns the problems of a setting, or of all settings of a section, with the staged values: limits, formats and rules.
  ///
  /// ```swift
  /// model[\.calculation.timePeriod] = 90
  /// print(model.problems(at: \.calculation.timePeriod).map(\.message))  // ["Use 30 or less instead of 90."]
  /// ```
  public func problems(at keyPath: PartialKeyPath<Root>) -> [FormProblem] {
    settingPaths(at: keyPath).flatMap(untyped.problems)
  }

  /// Whether a setting, or a setting of a section, has a staged change. Screens mark it.
  ///
  /// `false` for a key path that refers to neither a setting nor a section.
  public func isStaged(_ keyPath: PartialKeyPath<Root>) -> Bool {
    settingPaths(at: keyPath).contains(where: untyped.isStaged)
  }

  /// Unstages a setting, or all settings of a section, as one step to undo; anything else gets its stored value.
  public func unstage<Value: Codable & Sendable>(_ keyPath: WritableKeyPath<Root, Value>) {
    guard path(of: keyPath) != nil else { return self[keyPath] = store.saved[keyPath: keyPath] }
    untyped.unstage(entries(at: keyPath))
  }

  /// The settings that are staged here and that another process has changed meanwhile, in form order.
  ///
  /// Nobody can apply until they are resolved. Show the person both values, and call ``resolve(_:keeping:)`` with what they decide.
  public var conflicts: [SettingConflict] { review().conflicts }

  /// Resolves the conflict of a setting, or all conflicts in a section: keeps the staged values, or the stored values.
  ///
  /// ```swift
  /// for conflict in model.conflicts {
  ///   print("\(conflict.title): \(conflict.mine as Any) here, \(conflict.theirs as Any) in the file")
  /// }
  /// model.resolve(\.calculation, keeping: .theirs)
  /// ```
  public func resolve(_ keyPath: PartialKeyPath<Root>, keeping side: SettingConflict.Side) {
    for entry in entries(at: keyPath) { untyped.resolve(entry.path, keeping: side) }
  }

  /// A change that an apply can leave out.
  ///
  /// A review offers them with checkmarks: what the person takes out isn't stored, and stays staged for a later apply. To leave out the
  /// section of a key path is to leave out each changed setting in it. What has no change is ignored, so a set can be kept while edits come
  /// and go.
  ///
  /// ```swift
  /// let tags = model.review().changes.first { $0.path == ["tags"] }
  /// let parts = tags?.parts.prefix(1).map { SettingsViewModel<AppSettings>.Item.part($0.id) } ?? []
  /// try await model.apply(leavingOut: Set(parts + [.setting(\.display)]))
  /// ```
  public enum Item: Hashable {
    /// The change of a setting, or the changes of all settings in a section.
    case setting(PartialKeyPath<Root>)
    /// The change of a part of a setting's value, by the ID of one of `SettingChange.parts`.
    case part(SettingPartChange.ID)
  }

  /// Applies the staged changes, all or nothing.
  ///
  /// ```swift
  /// do throws(ApplyError) {
  ///   let outcome = try await model.apply(leavingOut: [.setting(\.display)])
  ///   if outcome.requiresRestart { print("Restart to use the changes.") }
  /// } catch {
  ///   print(error)
  /// }
  /// ```
  ///
  /// What is left out stays staged, and so does everything if the apply fails. Other edits can be made while participants and side effects
  /// run; they stay staged, too. Closures of ``SettingsBinding/flag(_:afterApply:)`` run after the apply.
  ///
  /// Throws `ApplyError`, for example `.conflicts` if another process has changed the same settings, or `.notASetting` for a key path
  /// that refers to neither a setting nor a section.
  ///
  /// - Parameters:
  ///   - items: The changes that are left out: of settings, of sections, and of parts of values such as one element of a list.
  ///   - options: How the apply is recorded, and whether it has to be confirmed.
  @discardableResult
  public func apply(
    leavingOut items: Set<Item> = [], options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    var leftOut: Set<FormReview.Item> = []
    for item in items {
      switch item {
      case .setting(let keyPath):
        guard path(of: keyPath) != nil else { throw .notASetting("\(keyPath)") }
        leftOut.formUnion(settingPaths(at: keyPath).map(FormReview.Item.setting))
      case .part(let part): leftOut.insert(.part(part))
      }
    }
    let before = store.saved
    let outcome = try await untyped.apply(leavingOut: leftOut, options: options)
    let after = store.saved
    for reaction in reactions.values where reaction.part(before) != reaction.part(after) {
      reaction.action(reaction.part(after))
    }
    return outcome
  }

  /// Reads what other processes have stored, and returns their changes. Staged changes stay staged.
  ///
  /// It is for stores with the policy `SettingsRefreshPolicy.manual`; other stores read new content by themselves. Throws
  /// `SettingsStoreError` if the stored content can't be read.
  @discardableResult
  public func refresh() throws(SettingsStoreError) -> [SettingChange] { try untyped.refresh() }

  /// Returns the versions of the content, newest first; the first is the stored content. See `SettingsStore.history()`.
  ///
  /// Throws `SettingsStoreError` if the content or the history can't be read. Cost: reads the headers of at most 50 versions, on the main
  /// thread.
  public func history() throws(SettingsStoreError) -> [SettingsHistoryEntry] { try store.history() }

  private func entries(at keyPath: PartialKeyPath<Root>) -> [FormIndex.Entry] { store.entries(at: keyPath) }

  private func settingPaths(at keyPath: PartialKeyPath<Root>) -> [SettingPath] {
    entries(at: keyPath).map(\.path)
  }

  func path(of keyPath: PartialKeyPath<Root>) -> SettingPath? { store.path(of: keyPath) }
}

/// The results of rules for settings and sections.
extension SettingsViewModel {
  /// Whether a rule hides the setting or section, or a section that contains it.
  ///
  /// A screen leaves it out. It keeps its value, and isn't validated.
  public func isHidden(_ keyPath: PartialKeyPath<Root>) -> Bool {
    path(of: keyPath).map(untyped.isHidden) ?? false
  }

  /// Whether no rule disables the setting or section, or a section that contains it.
  ///
  /// A screen shows a disabled setting dimmed, because its value has no effect now. An apply that changes it is refused.
  public func isEnabled(_ keyPath: PartialKeyPath<Root>) -> Bool {
    path(of: keyPath).map(untyped.isEnabled) ?? true
  }

  /// Whether the setting, or the whole section, can't be changed: by its annotation, by a rule, or because a layer below locks it.
  ///
  /// ``trace(at:)`` says which of them it is.
  public func isReadOnly(_ keyPath: PartialKeyPath<Root>) -> Bool {
    path(of: keyPath).map(untyped.isReadOnly) ?? false
  }

  /// Whether no layer sets the setting, and a rule derives its value. Screens mark such a value, which changes when others do.
  ///
  /// `false` for a section, and for a key path that refers to no setting.
  public func isDerived(_ keyPath: PartialKeyPath<Root>) -> Bool {
    path(of: keyPath).map(untyped.isDerived) ?? false
  }

  /// Returns why a setting has its value, why it or a section is hidden or can't be changed, and the constraints on it.
  ///
  /// ```swift
  /// print(model.trace(at: \.pool.max))
  /// ```
  ///
  /// Cost: linear in the number of rules about the setting or about a section that contains it.
  public func trace(at keyPath: PartialKeyPath<Root>) -> RuleTrace {
    untyped.trace(at: path(of: keyPath) ?? .root)
  }
}

/// A value that a control reads and sets: one flag of a setting, a setting's value in another form, a constant, or a value of the app.
///
/// Controls that take a `SettingsValueBinding` work with settings and with anything else:
///
/// ```swift
/// let preview = SettingsValueBinding.constant(14)
/// let volume = SettingsValueBinding(get: { player.volume }, set: { player.volume = $0 })
/// let border = model.binding(\.display.show).flag(.border)
/// border.value.toggle()
/// print(preview.value, volume.value)
/// ```
///
/// ``SettingsBinding/flag(_:)`` and ``SettingsBinding/mapped(_:back:)`` return one for a setting; setting its value stages a change. For
/// the setting itself, use a ``SettingsBinding``, which also has the bindings of the members of a section.
///
/// It is isolated to the main actor, and calls its closures each time that the value is read or set.
@MainActor
public struct SettingsValueBinding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// Creates a binding that calls closures to read and to set the value.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// Returns a binding that always has the same value: setting it has no effect. Use it for previews.
  public static func constant(_ value: Value) -> SettingsValueBinding<Value> {
    SettingsValueBinding(get: { value }, set: { _ in })
  }

  /// The value, from the closure at each access. Setting the value of a setting's binding stages it.
  public var value: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}
