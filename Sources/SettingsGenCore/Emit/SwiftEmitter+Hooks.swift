import SettingsForm

/// The protocol of hooks that the app implements.
extension SwiftEmitter {
  /// The name of the protocol, which can't be `SettingsHooks`, the framework's.
  var hooksName: String {
    let name = form.rootName.joined() + "Hooks"
    return name == "SettingsHooks" ? "SettingsRootHooks" : name
  }

  mutating func emitHooks() {
    let effects = form.hooks.filter { $0.kind == .sideEffect }
    let texts = form.hooks.filter { $0.kind == .text }
    if form.hooks.isEmpty { return }
    emit(
      "", "/// The side effects of changes, and the texts above and below sections, which the app implements."
    )
    emit("nonisolated \(access)protocol \(hooksName): SettingsHooks {")
    for hook in effects where SwiftName.isPlain(hook.name) {
      emit("  /// Runs after a change of \(Self.list(hook.paths)).")
      emit("  func \(SwiftName.quoted(hook.name))(_ changes: [SettingChange]) async throws")
    }
    for hook in texts {
      emit("  /// A text above or below \(Self.list(hook.paths)).")
      emit("  func \(SwiftName.quoted(hook.name))() -> String")
    }
    emit("}", "", "nonisolated extension \(hooksName) {")
    emit("  /// Runs the side effect with a name.")
    emit("  \(access)func run(_ sideEffect: String, for changes: [SettingChange]) async throws {")
    if effects.isEmpty {
      emit("    try refuse(sideEffect)")
    } else {
      emit("    switch sideEffect {")
      for hook in effects { emitCall(of: hook) }
      emit("    default: try refuse(sideEffect)", "    }")
    }
    emit("  }", "", "  /// The text of the header or footer with a name.")
    emit("  \(access)func text(for hook: String) -> String? {")
    if texts.isEmpty {
      emit("    nil")
    } else {
      emit("    switch hook {")
      for hook in texts {
        emit("    case \(SwiftText.literal(hook.name)): \(SwiftName.quoted(hook.name))()")
      }
      emit("    default: nil", "    }")
    }
    emit("  }", "}")
  }

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

  /// A list of paths for a sentence.
  private static func list(_ paths: [SettingPath]) -> String {
    let names = paths.prefix(8).map { $0.isRoot ? "all settings" : "`\($0)`" }
    return names.joined(separator: ", ") + (paths.count > 8 ? ", …" : "")
  }
}
