import SettingsForm

/// Writes the Swift code that goes with a form.
///
/// Everything is a statement or a declaration of its own, so that type checking takes time linear in the
/// number of settings. No name is qualified with a module's: the root may be called as the module is.
struct SwiftEmitter {
  /// How many key paths one function adds; a bound for what the compiler optimizes at once.
  static let chunk = 100

  let form: GeneratedForm
  var lines: [String] = []

  /// What stands at the top of generated code.
  static let notice = "// Made by settings-gen from the settings declared in this module; do not edit."

  /// The code for a form.
  static func source(_ form: GeneratedForm) -> String {
    var emitter = SwiftEmitter(form: form)
    emitter.emit(notice, "")
    guard !form.variants.isEmpty else {
      emitter.emitForm()
      return emitter.text
    }
    for (index, variant) in form.variants.enumerated() {
      emitter.emit("\(index == 0 ? "#if" : "#elseif") \(variant.condition)", "")
      switch variant.content {
      case .form(let form):
        var inner = SwiftEmitter(form: form)
        inner.emitForm()
        emitter.lines += inner.lines
      case .error(let message): emitter.emit("#error(\(SwiftText.literal(message)))")
      case .nothing: break
      }
      emitter.emit("")
    }
    emitter.emit("#else", "")
    emitter.emitForm()
    emitter.emit("", "#endif")
    return emitter.text
  }

  private init(form: GeneratedForm) {
    self.form = form
  }

  private var text: String { lines.joined(separator: "\n") + "\n" }

  private mutating func emitForm() {
    // Where imports are internal by default, what is public needs a public one.
    emit("\(access)import Settings")
    emitRoot()
    emitHooks()
    for type in form.types {
      switch type.kind {
      case .options: emitOptions(type)
      case .rawValue: emitConformance(type)
      case .caseNames: emitCaseNames(type)
      case .flagNames(let conforms): emitFlagNames(type, conforms: conforms)
      }
    }
  }

  mutating func emit(_ lines: String...) { self.lines += lines }

  /// An access level as it stands before a declaration.
  static func modifier(_ access: AccessLevel) -> String {
    switch access {
    case .open, .public: "public "
    case .package: "package "
    default: ""
    }
  }

  var rootType: String { form.rootName.map(SwiftName.quoted).joined(separator: ".") }
  var access: String { Self.modifier(form.rootAccess) }

  private mutating func emitRoot() {
    emit(
      "",
      "extension \(rootType): SettingsRoot {",
      "  /// The form as JSON Schema.",
      "  \(access)static var formSource: String {")
    emit("    " + SwiftText.rawLines(json: form.schema.json.text(.compact)), "  }", "")
    emit(
      "  /// Tells which key path leads to which setting.",
      "  \(access)static func addKeyPaths(to table: inout KeyPathTable<Self>) {")
    let plain = form.keyPaths.filter { !$0.isDeprecated }
    let deprecated = form.keyPaths.filter(\.isDeprecated)
    let chunks = stride(from: 0, to: plain.count, by: Self.chunk).map { start in
      plain[start..<min(start + Self.chunk, plain.count)]
    }
    if chunks.count == 1 {
      emitCalls(chunks[0])
    } else {
      for index in chunks.indices { emit("    addKeyPaths\(index)(to: &table)") }
    }
    if !deprecated.isEmpty {
      emit("    (DeprecatedKeyPaths.self as any KeyPathSource.Type).addKeyPaths(to: &table)")
    }
    emit("  }")
    for (index, chunk) in chunks.enumerated() where chunks.count > 1 {
      emit("", "  private static func addKeyPaths\(index)(to table: inout KeyPathTable<Self>) {")
      emitCalls(chunk)
      emit("  }")
    }
    emitAdding()
    emit("}")
    if !deprecated.isEmpty { emitDeprecated(deprecated) }
  }

  /// Writes the key paths whose use is a warning: called by way of a protocol, they cause none.
  private mutating func emitDeprecated(_ keyPaths: [GeneratedForm.KeyPath]) {
    emit(
      "", "private protocol KeyPathSource {",
      "  static func addKeyPaths(to table: inout KeyPathTable<\(rootType)>)", "}", "",
      "private enum DeprecatedKeyPaths: KeyPathSource {", "  @available(*, deprecated)",
      "  static func addKeyPaths(to table: inout KeyPathTable<\(rootType)>) {")
    emitKeyPaths(keyPaths[...])
    emit("  }", "}")
  }

  /// Writes calls of the function that `emitAdding` writes.
  private mutating func emitCalls(_ keyPaths: ArraySlice<GeneratedForm.KeyPath>) {
    for keyPath in keyPaths {
      let properties = keyPath.properties.map(SwiftName.quoted).joined(separator: ".")
      let pointer = SwiftText.literal(SettingPath(keyPath.path).pointer)
      emit("    addKeyPath(\\.\(properties), \(pointer), to: &table)")
    }
  }

  /// Writes the function that adds a key path. It takes a pointer to text instead of an array of strings, and is
  /// kept out of its callers, because a thousand calls then take the optimizer 1.4 seconds instead of 7.
  private mutating func emitAdding() {
    emit(
      "",
      "  /// Adds a key path to a setting or section, named by a JSON Pointer.",
      "  @inline(never)",
      "  private static func addKeyPath<Value: Codable & Sendable>(",
      "    _ keyPath: WritableKeyPath<Self, Value>, _ pointer: StaticString, to table: inout KeyPathTable<Self>",
      "  ) {",
      "    if let path = try? SettingPath(parsing: pointer.description) { table.add(keyPath, path) }",
      "  }")
  }

  private mutating func emitKeyPaths(_ keyPaths: ArraySlice<GeneratedForm.KeyPath>) {
    for keyPath in keyPaths {
      let properties = keyPath.properties.map(SwiftName.quoted).joined(separator: ".")
      let path = keyPath.path.map(SwiftText.literal).joined(separator: ", ")
      emit("    table.add(\\.\(properties), [\(path)])")
    }
  }
}
