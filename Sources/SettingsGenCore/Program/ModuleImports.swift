/// Which other modules of the package each file sees.
struct ModuleImports {
  private var byFile: [Int: Set<String>] = [:]

  init(_ program: Program) {
    let modules = Set(program.files.compactMap(\.module))
    if modules.isEmpty { return }
    var exports: [String: Set<String>] = [:]
    for file in program.readFiles {
      let source = program.files[file]
      for item in program.declarations[file]?.imports ?? [] where program.isActive(item.clause, in: file) {
        let name = source.name(item.module)
        guard modules.contains(name) else { continue }
        byFile[file, default: []].insert(name)
        let isExported = item.prefix.attributes.contains { source.matches($0.name, "_exported") }
        if isExported, let module = source.module { exports[module, default: []].insert(name) }
      }
    }
    byFile = byFile.mapValues { Self.closure(of: $0, exports) }
  }

  /// Whether a file sees the public declarations of another module.
  func sees(_ module: String, in file: Int) -> Bool { byFile[file]?.contains(module) ?? false }

  /// Modules with those that they export.
  private static func closure(of modules: Set<String>, _ exports: [String: Set<String>]) -> Set<String> {
    var found: Set<String> = []
    var waiting = Array(modules)
    while let module = waiting.popLast() {
      if found.insert(module).inserted { waiting += exports[module] ?? [] }
    }
    return found
  }
}
