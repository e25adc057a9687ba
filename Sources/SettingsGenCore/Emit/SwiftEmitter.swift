import SettingsForm

/// Writes the Swift code that goes with a form.
///
/// - Each key path is a separate expression, so that type checking is linear in the number of settings.
/// - Names aren't qualified with the framework's name, which may also be the name of the root.
/// - Names of the standard library are qualified in extensions of the app's types, which may contain types of the same
///   names. Names of the framework in such extensions are members of its protocols.
/// - Declarations are `nonisolated`, so that the module's default isolation doesn't matter.
struct SwiftEmitter {
  /// The number of key paths that one function adds, to limit the size of a function for the optimizer.
  static let chunk = 100

  let form: GeneratedForm
  var lines: [String] = []

  /// The first line of generated code.
  static let notice = "// Made by settings-gen from the settings declared in this module; do not edit."

  /// The code for a form.
  static func source(_ form: GeneratedForm) -> String { source([form]) }

  /// The code for the forms of several roots.
  static func source(_ forms: [GeneratedForm]) -> String {
    var lines = [notice, ""]
    var types: Set<GeneratedForm.TypeSupport> = []
    for form in forms {
      // Support that several roots need is written once.
      let rest = form.droppingTypes(types)
      types.formUnion(form.types)
      lines += Self.lines(of: rest)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of form: GeneratedForm) -> [String] {
    var emitter = SwiftEmitter(form: form)
    for (index, variant) in form.variants.enumerated() {
      emitter.emit("\(index == 0 ? "#if" : "#elseif") \(variant.condition)", "")
      switch variant.content {
      case .form(let form): emitter.lines += lines(of: form)
      case .error(let message): emitter.emit("#error(\(SwiftText.literal(message)))")
      case .nothing: break
      }
      emitter.emit("")
    }
    if !form.variants.isEmpty { emitter.emit("#else", "") }
    emitter.emitForm()
    if !form.variants.isEmpty { emitter.emit("", "#endif") }
    return emitter.lines
  }

  private init(form: GeneratedForm) {
    self.form = form
  }

  private mutating func emitForm() {
    // Imports can be internal by default, and public declarations need a public import.
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

  /// The modifier for an access level.
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
      "nonisolated extension \(rootType): SettingsRoot {",
      "  /// The form as JSON Schema.",
      "  \(access)static var formSource: Swift.String {")
    emit("    " + SwiftText.rawLines(json: form.schema.json.text(.pretty())), "  }", "")
    emit(
      "  /// Tells which key path leads to which setting.",
      "  \(access)static func addKeyPaths(to table: inout SettingsKeyPaths) {")
    let plain = form.keyPaths.filter { !$0.isDeprecated }
    let deprecated = form.keyPaths.filter(\.isDeprecated)
    let chunks = stride(from: 0, to: plain.count, by: Self.chunk).map { start in
      plain[start..<min(start + Self.chunk, plain.count)]
    }
    if chunks.count == 1 {
      emitKeyPaths(chunks[0])
    } else {
      for index in chunks.indices { emit("    addKeyPaths\(index)(to: &table)") }
    }
    if !deprecated.isEmpty {
      emit("    (\(deprecatedName).self as any \(deprecatedName)Source.Type).addKeyPaths(to: &table)")
    }
    emit("  }")
    for (index, chunk) in chunks.enumerated() where chunks.count > 1 {
      emit("", "  private static func addKeyPaths\(index)(to table: inout SettingsKeyPaths) {")
      emitKeyPaths(chunk)
      emit("  }")
    }
    emit("}")
    if !deprecated.isEmpty { emitDeprecated(deprecated) }
  }

  private var deprecatedName: String { form.rootName.joined() + "GeneratedKeyPaths" }

  /// Writes the key paths of deprecated properties. A call through a protocol causes no warning.
  private mutating func emitDeprecated(_ keyPaths: [GeneratedForm.KeyPath]) {
    emit(
      "", "nonisolated private protocol \(deprecatedName)Source {",
      "  static func addKeyPaths(to table: inout \(rootType).SettingsKeyPaths)", "}", "",
      "nonisolated private enum \(deprecatedName): \(deprecatedName)Source {", "  @available(*, deprecated)",
      "  static func addKeyPaths(to table: inout \(rootType).SettingsKeyPaths) {")
    emitKeyPaths(keyPaths[...])
    emit("  }", "}")
  }

  /// Writes a call that adds key paths.
  ///
  /// One array of key paths without value types, and one text of all paths, compile in a third of the time that a
  /// call for each key path takes.
  private mutating func emitKeyPaths(_ keyPaths: ArraySlice<GeneratedForm.KeyPath>) {
    // Each line of the text is a path, so paths with line ends are added separately.
    let (plain, others) = (keyPaths.filter { !$0.hasLineEnd }, keyPaths.filter(\.hasLineEnd))
    if !plain.isEmpty {
      emit("    table.add(", "      [")
      for keyPath in plain { emit("        \(Self.swift(keyPath)),") }
      emit("      ],", "      at: \"\"\"")
      for keyPath in plain { emit("        " + SwiftText.escaped(SettingPath(keyPath.path).pointer)) }
      emit("        \"\"\")")
    }
    for keyPath in others {
      let path = keyPath.path.map(SwiftText.literal).joined(separator: ", ")
      emit("    table.add(\(Self.swift(keyPath)), [\(path)])")
    }
  }

  private static func swift(_ keyPath: GeneratedForm.KeyPath) -> String {
    "\\." + keyPath.properties.map(SwiftName.quoted).joined(separator: ".")
  }
}

extension GeneratedForm.KeyPath {
  fileprivate var hasLineEnd: Bool { path.contains { $0.contains(where: \.isNewline) } }
}
