import SettingsForm

/// The protocols of hooks that the app implements: side effects, and what the editor asks of the app.
///
/// The form names functions: `sideEffect = reload`. The generated protocols require one function for each name, so the
/// compiler finds a missing or misspelled function, and generated code leads from the names of the form to the
/// functions. An app that uses a form it wasn't compiled with gets an error for a name that it doesn't know.
extension SwiftEmitter {
  /// The start of the names of the protocols: `App` for the root `AppSettings`, `Daemon` for `Daemon.Settings`.
  private var hooksStem: String {
    let name = form.rootName.joined()
    let stem = name.hasSuffix("Settings") ? String(name.dropLast("Settings".count)) : name
    // `SettingsSideEffects` is the framework's protocol.
    return stem.isEmpty ? "Root" : stem
  }

  /// Writes the protocols of hooks and what connects them with the library.
  ///
  ///     protocol AppSideEffects: SettingsSideEffects {         what the app implements, one function per name
  ///       func reloadServer(_ changes: [SettingChange]) async throws
  ///     }
  ///     extension AppSideEffects {                             what the library calls, with the names of the form
  ///       func run(_ sideEffect: String, for changes: …) { switch sideEffect { case "reloadServer": … } }
  ///     }
  ///
  /// A name in the form that the app doesn't implement is therefore an error of the compiler. An app without side
  /// effects has the protocol, too, for what runs at a restart.
  mutating func emitHooks() {
    let name = hooksStem + "SideEffects"
    emit("", "/// The side effects of changes, which the app implements.")
    emit("nonisolated \(access)protocol \(name): SettingsSideEffects {")
    for hook in hooks(.sideEffect) where SwiftName.isPlain(hook.name) { emitRequirement(hook) }
    emit("}")
    emitSideEffects(of: name)
    emitTypedHooks()
    emitEditorHooks()
    if needsNoHooks {
      let own = form.rootName.joined() + "GeneratedHooks"
      emit(
        "", "/// Runs the code of the annotations.", "nonisolated private struct \(own): \(name) {}",
        "",
        "nonisolated extension \(rootType): SettingsOwnHooks {",
        "  /// Runs the code of the annotations.",
        "  \(access)static var ownHooks: any SettingsAppHooks { \(own)() }", "}")
    }
  }

  /// Writes the protocol of what the editor asks of the app, if there is any.
  private mutating func emitEditorHooks() {
    let kinds = [.text, .choices, .detail, .action] as [GeneratedForm.Hook.Kind]
    let name = hooksStem + "EditorHooks"
    guard kinds.contains(where: { !hooks($0).isEmpty }) else { return }
    emit("", "/// The text, choices, rows and actions of the editor, which the app implements.")
    emit("nonisolated \(access)protocol \(name): SettingsEditorHooks {")
    // Requirements of one kind stand together, whatever their order in the source is.
    for hook in kinds.flatMap(hooks) { emitRequirement(hook) }
    emit("}", "", "nonisolated extension \(name) {")
    let start = lines.count
    emitDispatch(
      .text, "/// The text of the header or footer with a name.", "text(for hook: String) -> String?",
      over: "hook"
    ) { "\($0)()" }
    emitDispatch(
      .choices, "/// The values that the hook with a name offers.",
      "choices(for name: String) async throws -> [SettingsChoice]?"
    ) { "try await \($0)()" }
    emitDispatch(
      .detail, "/// The text of the row with a name.", "detail(for name: String) async -> String?"
    ) { "await \($0)()" }
    emitDispatch(
      .action, "/// Runs the action with a name.",
      "perform(_ action: String, _ progress: ActionProgress) async throws",
      over: "action", else: "try refuse(action: action)"
    ) { "try await \($0)(progress)" }
    // The empty line before the first function.
    lines.remove(at: start)
    emit("}")
  }

  /// Writes the protocol of an app whose side effects take the values before and after instead of the changes. It
  /// implements the functions of the other protocol, so an app conforms to one of the two.
  ///
  ///     protocol AppTypedSideEffects: AppSideEffects {
  ///       func reload(_ review: SettingsReview<AppSettings>) async throws
  ///     }
  private mutating func emitTypedHooks() {
    let effects = hooks(.sideEffect).filter { SwiftName.isPlain($0.name) }
    if effects.isEmpty { return }
    let name = hooksStem + "TypedSideEffects"
    emit("", "/// Side effects that get the values before and after the changes.")
    emit("nonisolated \(access)protocol \(name): \(hooksStem)SideEffects {")
    for hook in effects {
      emit(
        "  /// Runs after a change of \(Self.list(hook.paths)).",
        "  func \(SwiftName.quoted(hook.name))(_ review: SettingsReview<\(rootType)>) async throws")
    }
    emit("}", "", "nonisolated extension \(name) {")
    for hook in effects {
      let function = SwiftName.quoted(hook.name)
      emit(
        "  /// Calls the side effect with the app's types.",
        "  \(access)func \(function)(_ changes: [SettingChange]) async throws {",
        "    try await \(function)(SettingsReview<\(rootType)>.current())", "  }")
    }
    emit("}")
  }

  /// Whether every hook is code that the generated code can run: `sideEffect = "Cache.shared.clear()"`, and no
  /// function. The app then opens its store without hooks.
  private var needsNoHooks: Bool {
    !form.hooks.isEmpty && form.hooks.allSatisfy { $0.kind == .sideEffect && !SwiftName.isPlain($0.name) }
  }

  /// Writes that a store needs hooks, if a side effect is a function of the app. Opening a store without them then
  /// doesn't compile. Texts, rows and choices alone don't need hooks: without them, a screen lacks only these.
  mutating func emitRequiredHooks() {
    guard !needsNoHooks, form.hooks.contains(where: { $0.kind == .sideEffect }) else { return }
    emit(
      "", "  /// A store needs hooks, which run the side effects.",
      "  \(access)typealias SettingsRequiredHooks = RequiredSettingsHooks")
  }

  /// The hooks of a kind, in the order of their first use.
  private func hooks(_ kind: GeneratedForm.Hook.Kind) -> [GeneratedForm.Hook] {
    form.hooks.filter { $0.kind == kind }
  }

  /// Writes the function that the app implements for a hook, with the settings or sections that use it in its comment.
  private mutating func emitRequirement(_ hook: GeneratedForm.Hook) {
    let places = Self.list(hook.paths)
    let (about, signature) =
      switch hook.kind {
      case .sideEffect:
        ("Runs after a change of \(places)", "(_ changes: [SettingChange]) async throws")
      case .text: ("Text above or below \(places)", "() -> String")
      case .choices: ("The values to offer for \(places)", "() async throws -> [SettingsChoice]")
      case .detail:
        ("The text of the row “\(SettingTitle.words(hook.name))” of \(places)", "() async -> String")
      case .action:
        (
          "The action “\(SettingTitle.words(hook.name))” of \(places)",
          "(_ progress: ActionProgress) async throws"
        )
      }
    emit("  /// \(about).", "  func \(SwiftName.quoted(hook.name))\(signature)")
  }

  /// Writes the function that runs a side effect by its name. An unknown name comes from another form than the compiled
  /// form, and is refused by an error.
  private mutating func emitSideEffects(of name: String) {
    let effects = hooks(.sideEffect)
    if effects.isEmpty { return }
    emit("", "nonisolated extension \(name) {", "  /// Runs the side effect with a name.")
    emit("  \(access)func run(_ sideEffect: String, for changes: [SettingChange]) async throws {")
    emit("    switch sideEffect {")
    for hook in effects { emitCall(of: hook) }
    emit("    default: try refuse(sideEffect)", "    }", "  }", "}")
  }

  /// Writes the function that calls the hook of a kind by its name, if there are any. An unknown name has no result, or
  /// is refused by an error.
  private mutating func emitDispatch(
    _ kind: GeneratedForm.Hook.Kind, _ about: String, _ signature: String, over subject: String = "name",
    else other: String = "nil", call: (String) -> String
  ) {
    if hooks(kind).isEmpty { return }
    emit("", "  \(about)", "  \(access)func \(signature) {", "    switch \(subject) {")
    for hook in hooks(kind) {
      emit("    case \(SwiftText.literal(hook.name)): \(call(SwiftName.quoted(hook.name)))")
    }
    emit("    default: \(other)", "    }", "  }")
  }

  /// Writes the case that runs a side effect: a call of the function, or code.
  ///
  /// A hook whose name isn't plain is code: `sideEffect = "Cache.shared.clear()"`. It is written into the switch,
  /// between directives that make the compiler report its errors at the annotation.
  private mutating func emitCall(of hook: GeneratedForm.Hook) {
    emit("    case \(SwiftText.literal(hook.name)):")
    if SwiftName.isPlain(hook.name) {
      emit("      try await \(SwiftName.quoted(hook.name))(changes)")
      return
    }
    // The compiler reports an error in the code at the annotation.
    if let origin = hook.origin {
      emit("#sourceLocation(file: \(SwiftText.literal(origin.path)), line: \(origin.line))")
    }
    for line in hook.name.split(whereSeparator: \.isNewline) { emit("      \(line)") }
    if hook.origin != nil { emit("#sourceLocation()") }
  }

  /// Returns a list of up to eight paths for a sentence, with an ellipsis for more.
  private static func list(_ paths: [SettingPath]) -> String {
    let names = paths.prefix(8).map { $0.isRoot ? "all settings" : "`\($0)`" }
    return names.joined(separator: ", ") + (paths.count > 8 ? ", …" : "")
  }
}
