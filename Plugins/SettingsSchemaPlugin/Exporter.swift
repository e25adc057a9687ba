import Foundation
import PackagePlugin

/// A program that contains the code of a target, and prints the forms of its roots instead of running the app.
///
/// The runtime finds a root by its name, so the root doesn't have to be public, and the build doesn't have to be for tests.
struct Exporter {
  /// The form of a root.
  struct Form {
    /// The JSON Schema.
    var text: Data
    /// The number of settings and rules, in words.
    var summary: String
  }

  private let program: Tool
  private let module: String

  /// Compiles and links the program. Build the target first.
  init(_ target: SwiftSourceModuleTarget, configuration: String, in context: PluginContext) throws {
    let folder = context.pluginWorkDirectoryURL.appending(path: target.name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let source = folder.appending(path: "main.swift")
    try Data(Self.source.utf8).write(to: source)
    program = Tool(url: folder.appending(path: "exporter"))
    module = target.moduleName
    let built = try BuiltTarget(target, configuration: configuration, near: context.pluginWorkDirectoryURL)
    // The objects of a large package can exceed the system's limit for a command line, so the compiler reads them from a file.
    let arguments = folder.appending(path: "arguments")
    let lines = try built.arguments().map {
      "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"\n"
    }
    try Data(lines.joined().utf8).write(to: arguments)
    let result = try Tool(url: try context.tool(named: "swiftc").url).run([
      source.path, "-module-name", "SettingsExporter", "-o", program.url.path, "-module-cache-path",
      folder.appending(path: "ModuleCache").path, "@\(arguments.path)",
    ])
    if result.status != 0 {
      throw Refusal(
        "the code of '\(target.name)' can't be linked with a program that prints its form:\n\(result.errors)")
    }
  }

  /// Returns the form of a root; `nil` if the target has no generated code, because it only lends its types.
  func form(of root: TargetRoot) throws -> Form? {
    // In a mangled name, an identifier follows its length (docs/ABI/Mangling.rst in the Swift project). `_typeByName` reads such
    // names, without the prefix of symbols.
    let name = "\(module.utf8.count)\(module)\(root.symbol)"
    let result = try program.run([name, root.name])
    let end = result.output.firstIndex(of: 10) ?? result.output.endIndex
    let line = String(decoding: result.output[..<end], as: UTF8.self)
    if result.status != 0 {
      throw Refusal(
        "the form of '\(root.name)' can't be made: exit status \(result.status)\n\(result.errors)")
    }
    if line.hasPrefix("none: ") { return nil }
    guard line.hasPrefix("form: ") else { throw Refusal(line) }
    return Form(text: result.output[end...].dropFirst(), summary: String(line.dropFirst(6)))
  }

  /// The source of the program. It prints the numbers of settings and rules or an error as the first line, then the form.
  private static let source = #"""
    import Settings

    let name = CommandLine.arguments[2]
    func count(_ number: Int, _ noun: String) -> String { number == 1 ? "1 \(noun)" : "\(number) \(noun)s" }

    if let root = _typeByName(CommandLine.arguments[1]) as? any SettingsRoot.Type {
      do {
        let form = try root.form()
        let json = form.json
        var rules = 0
        if case .object(let members) = json, case .array(let list)? = members["x-rules"] { rules = list.count }
        print("form: \(count(form.settingCount, "setting")), \(count(rules, "rule"))")
        print(json.text(.pretty()))
      } catch {
        print("the form of '\(name)' can't be made: \("\(error)".replacing("\n", with: "; "))")
      }
    } else {
      print("none: '\(name)' has no generated code")
    }
    """#
}
